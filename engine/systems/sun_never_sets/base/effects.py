"""What lasts: effects of events, until the end of a player turn or of the game (4.1)."""

from __future__ import annotations

from typing import Final, Literal

from engine.systems.sun_never_sets.base.state import Effect, SnsState

Lasts = Literal["player_turn", "next_player_turn", "game_turn", "game"]
"""To the end of this player turn, of the one after it, of this game turn, or of the game."""

FOR_EVER: Final = 10**6
"""A turn that no game has: what lasts until then lasts to the end, when places are scored, too."""


def lay(state: SnsState, side: int, key: str, lasts: Lasts, data: tuple[int, ...] = ()) -> None:
    """Something begins to last, in the player turn of a side; an effect of the same key gives way to it."""
    turn, last = state.turn, side
    if lasts == "next_player_turn":
        turn, last = state.turn + side, 1 - side
    elif lasts == "game_turn":
        last = 1
    elif lasts == "game":
        turn = FOR_EVER
    hold(state, Effect(key, turn, last, data))


def hold(state: SnsState, effect: Effect) -> None:
    """An effect holds; another of its key gives way to it."""
    lift(state, effect.key)
    state.effects = (*state.effects, effect)


def lift(state: SnsState, key: str) -> None:
    """An effect ends."""
    state.effects = tuple(effect for effect in state.effects if effect.key != key)


def found(state: SnsState, key: str) -> Effect | None:
    """The effect of a key, while it lasts."""
    for effect in state.effects:
        if effect.key == key:
            return effect
    return None


def expire(state: SnsState, side: int) -> None:
    """The player turn of a side ends, and with it what lasts no longer."""
    now = (state.turn, side)
    state.effects = tuple(effect for effect in state.effects if (effect.turn, effect.side) > now)
