"""Chapter 7: support fire markers drawn, allocated and taken."""

from __future__ import annotations

from engine.mechanics.bits import bits
from engine.play import Step
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.state import FmState


def begin_turn(field: FmField, state: FmState, step: Step) -> None:
    """The support fire marker phase: every marker is back in its pool, and the allotment is known (7.1, 7.2)."""
    state.used = [0, 0]
    state.hands = [0, 0]
    state.left = list(field.support.allotted(state.turn))
    sides = field.roster.sides
    if any(state.left):
        step.say("support", "fm:7.1", allotment=dict(zip(sides, state.left, strict=True)))
    if field.draws_each_turn:
        for side in range(2):
            for _ in range(state.left[side]):
                pool = list(bits((1 << len(field.support.pools[side])) - 1 & ~state.hands[side]))
                state.hands[side] |= 1 << _drawn(field, state, side, pool, step)
            if state.hands[side]:
                drawn = sorted(field.support.pools[side][marker].strength for marker in bits(state.hands[side]))
                step.tell((sides[side],), "drawn", "fm:7.2", side=sides[side], markers=drawn)


def available(field: FmField, state: FmState, side: int, h: int) -> list[int]:
    """The markers that a side could use against a hex now: what it may draw from, or what it holds (7.2)."""
    if state.left[side] <= 0:
        return []
    mask = field.support.in_range(side, h) & ~state.used[side]
    if field.draws_each_turn:
        mask &= state.hands[side]
    return list(bits(mask))


def strengths(field: FmField, state: FmState, side: int, h: int) -> list[int]:
    """The strengths a side may choose from, where it sees what it holds; empty where markers are drawn blindly."""
    if not field.draws_each_turn:
        return []
    pool = field.support.pools[side]
    return sorted({pool[index].strength for index in available(field, state, side, h)})


def take(field: FmField, state: FmState, side: int, h: int, strength: int, step: Step) -> int:
    """Use a marker against a hex: one of the strength asked for, or, drawn blindly, any; gives its index."""
    found = available(field, state, side, h)
    if field.draws_each_turn:
        pool = field.support.pools[side]
        index = next(marker for marker in found if pool[marker].strength == strength)
    else:
        index = _drawn(field, state, side, found, step)
    state.used[side] |= 1 << index
    state.left[side] -= 1
    return index


def _drawn(field: FmField, state: FmState, side: int, found: list[int], step: Step) -> int:
    """The index of a marker that a side draws at random from ``found``."""
    pool = field.support.pools[side]
    alike = all(pool[marker] == pool[found[0]] for marker in found)
    return found[step.draw(state, len(found), alike=alike)]
