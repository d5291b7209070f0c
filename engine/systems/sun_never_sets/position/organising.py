"""Paragraphs 5.2 to 5.5: columns, which are formed again at the beginning and the end of the own movement segment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.errors import ActionError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, unlisted
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.hexes.verbs import HEX, UNIT, UNITS, Args, Number, Part, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.play.display import Grouping
from engine.play.parts import WordKind
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, halted, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import afloat

MOST: Final = 24
"""Column markers a side."""


def column_number(word: str) -> int:
    """The number of a column marker: ``c3``; 0 for a word that names none."""
    digits = word.lower().removeprefix("c")
    return int(digits) if word[:1] in "cC" and digits.isascii() and digits.isdecimal() and len(digits) < 3 else 0


def _number(word: str) -> int:
    number = column_number(word)
    if not 0 < number <= MOST:
        raise ActionError(f"{word!r} is not a column; they are c1 to c{MOST}")
    return number


COLUMN: Final = Part[SnsField, SnsState, int](
    WordKind.NUMBER, "COLUMN", lambda field, state, word: _number(word), lambda field, number: f"c{number}"
)
"""The marker of a column."""


def columns(field: SnsField, state: SnsState, side: int) -> dict[int, int]:
    """The columns of a side: number to the mask of its units."""
    found: dict[int, int] = {}
    for unit in field.roster.side_units[side]:
        number = state.column[unit]
        if number:
            found[number] = found.get(number, 0) | 1 << unit
    return dict(sorted(found.items()))


def loose(field: SnsField, state: SnsState, h: int, side: int) -> int:
    """The units of a side in a hex that are in no column (5.22)."""
    return mask_of(u for u in bits(grouped(field, state, h, side)) if not state.column[u])


def grouped(field: SnsField, state: SnsState, h: int, side: int) -> int:
    """The units of a side in a hex that may be in columns: boats, fleets and who is aboard are in none (5.2, 27.47)."""
    return afloat.ashore(field, state, field.units_at(state, h, side))


def to_organise(field: SnsField, state: SnsState, side: int, done: tuple[int, ...]) -> list[int]:
    """The hexes whose units may be organised: where there are two or more, or a column."""
    own = field.roster.of_side[side]
    return [
        h
        for h, mask in sorted(state.stacks.items())
        if mask & own and h not in done and _groups(state, grouped(field, state, h, side))
    ]


def _groups(state: SnsState, mask: int) -> bool:
    return mask.bit_count() > 1 or any(state.column[u] for u in bits(mask))


@dataclass(frozen=True)
class Organising(SnsDoing):
    """The units of a hex are put into columns and taken out of them, each of them once (5.21)."""

    side: int
    at: int
    touched: int = 0
    rule = "5.21"
    asks = "a hex is being organised: form a column, let a unit join or leave one, or finish"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self._free(field, state):
            return None
        place = field.grid.name(self.at)
        prompt = f"Organise {field.place(self.at)}: add units to columns, remove them, or finish"
        return Decision(field.sides[self.side], "movement", "sns2:5.21", prompt, (), (place,))

    def _free(self, field: SnsField, state: SnsState) -> list[int]:
        """One of each sort of units that have not been touched."""
        mask = grouped(field, state, self.at, self.side) & ~self.touched
        found: list[int] = []
        for number in sorted({state.column[u] for u in bits(mask)}):
            found += sorts(field, state, [u for u in bits(mask) if state.column[u] == number])
        return sorted(found)

    def joinable(self, field: SnsField, state: SnsState) -> list[int]:
        """The columns of this hex, and a new one."""
        here = {state.column[u] for u in bits(field.units_at(state, self.at, self.side))} - {0}
        used = columns(field, state, self.side)
        fresh = next((number for number in range(1, MOST + 1) if number not in used), 0)
        return sorted(here | {fresh} - {0})

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def _joinings(self, field: SnsField, state: SnsState) -> Offers:
        units = self._free(field, state)
        numbers = self.joinable(field, state)
        return ((number, unit) for number in numbers for unit in units if state.column[unit] != number)

    def _leavings(self, field: SnsField, state: SnsState) -> Offers:
        return each(unit for unit in self._free(field, state) if state.column[unit])

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        return Action("done") if random.random() < 0.5 else super().sample(field, state, random)

    def _bars_leaving(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        bars = [*self._bars(field, state, unit)]
        yield from bars
        if not bars and not state.column[unit]:
            yield "5.22", f"{field.roster.names[unit]} is in no column"

    def _bars_joining(self, field: SnsField, state: SnsState, number: int, unit: int) -> Iterator[Breach]:
        bars = [*self._bars(field, state, unit)]
        yield from bars
        if bars:
            return
        if state.column[unit] == number:
            yield "5.2", f"{field.roster.names[unit]} is in that column"
        yield from misplaced_column(field, state, self.side, self.at, number)

    def _bars(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """Why a unit is not organised here at all."""
        name = field.roster.names[unit]
        if not field.units_at(state, self.at, self.side) >> unit & 1:
            yield "5.2", f"{name} is not in {field.place(self.at)}"
        elif not grouped(field, state, self.at, self.side) >> unit & 1:
            yield "27.47", f"{name} is afloat, and in no column"
        elif self.touched >> unit & 1:
            yield "5.21", f"{name} has been organised already"

    def _bars_forming(self, field: SnsField, state: SnsState, number: int, *units: int) -> Iterator[Breach]:
        """A marker that is brought out needs to be free; units join it next (5.5)."""
        if columns(field, state, self.side).get(number, 0):
            yield "5.2", f"column c{number} is already formed: join it"
        if units:
            yield "5.21", "units join a column that is formed one after the other"

    def _form(self, field: SnsField, state: SnsState, step: Step, number: int, *units: int) -> None:
        """Nothing changes before a unit joins."""

    def _join(self, field: SnsField, state: SnsState, step: Step, number: int, unit: int) -> None:
        organised(field, state, self.side, number, 1 << unit, step)
        state.replace(replace(self, touched=self.touched | 1 << unit))

    def _leave(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        self._join(field, state, step, 0, unit)

    deeds = (
        Deed("done", halted),
        Deed("join", _join, _bars_joining, _joinings),
        Deed("leave", _leave, _bars_leaving, _leavings),
        Deed("form", _form, _bars_forming, unlisted),
    )


def misplaced_column(field: SnsField, state: SnsState, side: int, at: int, number: int) -> Iterator[Breach]:
    """Why a column marker cannot be used in a hex: it stands in another one."""
    members = columns(field, state, side).get(number, 0)
    place = next((state.where[u] for u in bits(members)), at)
    if place != at:
        yield "5.2", f"column c{number} is in {field.place(place)}"


def organised(field: SnsField, state: SnsState, side: int, number: int, mask: int, step: Step) -> None:
    """Units of a side join a column, or leave theirs for none (0)."""
    for unit in bits(mask):
        state.column[unit] = number
    what = {"column": f"c{number}" if number else "", "units": field.keys_of(mask)}
    tell_owner(field, step, side, "organised", "5.21", **what)


def grouping(field: SnsField, state: SnsState) -> Grouping | None:
    """The hex that is being organised, with its columns; None where none is."""
    frame = state.top if state.stack else None
    if not isinstance(frame, Organising):
        return None
    mask = grouped(field, state, frame.at, frame.side)
    found: dict[str, tuple[str, ...]] = {"": tuple(field.keys_of(loose(field, state, frame.at, frame.side)))}
    for number, members in columns(field, state, frame.side).items():
        if members & mask:
            found[f"c{number}"] = tuple(field.keys_of(members))
    fresh = next((f"c{n}" for n in frame.joinable(field, state) if f"c{n}" not in found), "")
    return Grouping(field.grid.name(frame.at), found, tuple(field.keys_of(mask & ~frame.touched)), fresh)


def _formed(field: SnsField, state: SnsState, args: Args) -> Action:
    """``form c1 with br-1 br-2`` organises the hex of these units so."""
    number, *units = args
    if not units:
        return Action("form", args)
    return Action("organise", (state.where[units[0]], number, tuple(sorted(set(units)))))


def spelled_out(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """Words in which the columns of the side whose turn it is, such as ``c3``, are the units of them."""
    side = active_side(state)
    known = columns(field, state, side) if side >= 0 else {}
    found: list[str] = []
    for word in words:
        mask = known.get(column_number(word), 0) if field.grid.find(word) == NOWHERE else 0
        found += [field.roster.keys[u] for u in bits(mask)] or [word]
    return found


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb("organise", HEX, COLUMN.behind("as").optional(0), UNITS.behind("with").optional()),
    Verb("form", COLUMN, replace(UNIT, number=Number.WAY).behind("with").optional(), made=_formed),
    Verb("join", COLUMN, UNIT),
    Verb("leave", UNIT),
    Verb("done"),
)
