"""Who decides: players that choose one of the legal actions of a game whenever it is their side's choice."""

from engine.play.player import Player
from engine.players.registry import PLAYERS, make, names, seat

__all__ = ["PLAYERS", "Player", "make", "names", "seat"]
