"""The position after a move that is only thought of, with what is known already of those far from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.play import Step
from engine.play.dice import Dice
from engine.systems.de_bellis_multitudinis import conform, contact
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, WIDTH, BasePlace

_OF_PLACE: Final = ("corners", "halves")
"""What is known of an element by its own place alone."""
_OF_NEIGHBOURS: Final = ("contacts", "touched", "behind")
"""What also depends on the elements near it."""


def after(field: DbmField, state: DbmState, ends: Mapping[int, BasePlace]) -> DbmState:
    """A copy of a position in which some elements stand elsewhere."""
    twin = state.copy()
    moved = [where for unit in ends if (where := state.at[unit]) is not None] + [*ends.values()]
    for unit, where in ends.items():
        twin.put(unit, where)
    reach = contact.furthest(field) + PACE
    for unit, at in field.on_table(state):
        if unit in ends:
            continue
        kinds = _OF_PLACE if _is_near(at, moved, reach) else (*_OF_PLACE, *_OF_NEIGHBOURS)
        twin.cache |= {(kind, unit): state.cache[kind, unit] for kind in kinds if (kind, unit) in state.cache}
    for kind in ("worths", "progress"):
        twin.cache[kind] = state.cache.setdefault(kind, {})
    return twin


def faced(field: DbmField, state: DbmState, side: int) -> DbmState:
    """The position once the enemies of a side have turned to those of its elements that take them in the flank or the
    rear and whom nobody holds in front (18.1): so it is fought. It may be the position itself."""
    found: DbmState | None = state.cache.get(("faced", side))
    if found is None:
        found = twin = state.copy()
        twin.cache = dict(state.cache)
        said = Step(Dice(0))
        conform.conform(field, twin, 1 - side, said)
        found = twin if said.events else state
        state.cache["faced", side] = found
    return found


def around(field: DbmField, state: DbmState, ends: Mapping[int, BasePlace]) -> frozenset[int]:
    """Whose combats a move can change: those who move, and who stands near where they were or come to."""
    moved = [where for unit in ends if (where := state.at[unit]) is not None] + [*ends.values()]
    reach = contact.furthest(field) + 2 * WIDTH
    near = (unit for unit, at in field.in_play(state) if _is_near(at, moved, reach))
    return frozenset((*near, *ends))


def _is_near(at: BasePlace, places: Iterable[BasePlace], reach: int) -> bool:
    return any(abs(at.x - one.x) <= reach and abs(at.y - one.y) <= reach for one in places)
