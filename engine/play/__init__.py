"""The game in motion: state, decisions, actions in text, events, dice, undo and replay."""

from engine.play.game import Game, LegalActions
from engine.play.model import LEGAL, Action, Decision, Event, Filled, Illegal, Legal, Outcome, Start, Verdict
from engine.play.rules import Rules, Step
from engine.play.state import Frame, State

__all__ = [
    "LEGAL",
    "Action",
    "Decision",
    "Event",
    "Filled",
    "Frame",
    "Game",
    "Illegal",
    "Legal",
    "LegalActions",
    "Outcome",
    "Rules",
    "Start",
    "State",
    "Step",
    "Verdict",
]
