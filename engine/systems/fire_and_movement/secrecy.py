"""What each side may see of support fire: markers placed and not revealed, and the hand of the enemy, are hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from engine.mechanics.bits import bits, mask_of
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.sequence import SupportFire
from engine.systems.fire_and_movement.state import FmState


def view(field: FmField, state: FmState, side: str, data: dict[str, Any]) -> dict[str, Any]:
    """The state, as ``data`` that are without what is hidden in the set-up, without what else a side may not see.

    Those are markers placed and not revealed, and the enemy's hand (8.2.1).
    A marker drawn unseen is hidden from its owner too.
    """
    player = field.roster.player(side)
    placing = _placing(state)
    if placing is not None:
        frame, shown = state.stack[placing], data["stack"][placing]
        assert isinstance(frame, SupportFire)
        for name, owner in (("fire", frame.side), ("cover", 1 - frame.side)):
            if _hidden(field, player, owner):
                shown[name] = [None] * len(shown[name])
                data["used"][owner] = None
    data["hands"][1 - player] = None
    return data


def redeal(field: FmField, state: FmState, side: str, random: Random) -> FmState:
    """A copy in which every marker that a side may not see is another, as likely as this one for all it knows."""
    player = field.roster.player(side)
    twin = state.copy()
    for owner in range(2):
        if _hidden(field, player, owner):
            _deal(field, twin, owner, random)
    return twin


def _hidden(field: FmField, player: int, owner: int) -> bool:
    """Whether a player may not see the markers that a side holds or has placed: not the enemy's, and where they are
    drawn unseen not the own either."""
    return owner != player or not field.draws_each_turn


def _placing(state: FmState) -> int | None:
    """The place in the stack of the combat for which markers are being placed, if there is one."""
    return next((number for number, frame in enumerate(state.stack) if isinstance(frame, SupportFire)), None)


def _deal(field: FmField, state: FmState, owner: int, random: Random) -> None:
    """Deal a side's hidden markers again: those that lie unrevealed at a combat, and those in its hand."""
    placing = _placing(state)
    frame = None if placing is None else state.stack[placing]
    placed: tuple[int, ...] = ()
    reach = 0
    if isinstance(frame, SupportFire):
        placed = frame.fire if owner == frame.side else frame.cover
        reach = field.support.in_range(owner, frame.target)
    revealed = state.used[owner] & ~mask_of(placed)
    pool = (1 << len(field.support.pools[owner])) - 1 & ~revealed
    # A marker that lies at the combat reaches its hex; so does one more in the hand of a side that is being asked.
    asked = isinstance(frame, SupportFire) and frame.chooser == owner and frame.decision(field, state) is not None
    near = random.sample(list(bits(pool & reach)), len(placed) + (1 if asked and field.draws_each_turn else 0))
    dealt = tuple(near[: len(placed)])
    state.used[owner] = revealed | mask_of(dealt)
    if field.draws_each_turn:
        held = state.hands[owner].bit_count() - revealed.bit_count() - len(near)
        rest = random.sample(list(bits(pool & ~mask_of(near))), held)
        state.hands[owner] = revealed | mask_of(near) | mask_of(rest)
    if isinstance(frame, SupportFire) and placing is not None:
        dealt_anew = replace(frame, fire=dealt) if owner == frame.side else replace(frame, cover=dealt)
        state.stack[placing] = dealt_anew
