"""Units as a table: a row for each unit, a column for each of its values.

What comes back is looked at as a whole before anything is taken over. Every cell that is wrong is named by its row and
column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Final

from engine import spreadsheets
from engine.boards.kinds import kind_of
from engine.errors import HexwrightError, NameNotKnown
from engine.formats.documents import KEY_PATTERN, LONGEST_FORMATION, LONGEST_NAME
from engine.formats.fields import FieldInfo, counter_fields
from engine.formats.hints import clip, did_you_mean
from engine.play import registry
from engine.scenario import Scenario, Unit, formations
from engine.scenario.model import Value
from engine.spelling import folded, one_line

KEY, SIDE, NAME, TYPE, SIZE, FORMATION = "key", "side", "name", "type", "size", "formation"
PLACE, TURN, ENTRY, PROVENANCE = "stand_in", "enter_on_turn", "enter_at", "provenance"
YES: Final = ("yes", "true", "1", "x")
NO: Final = ("", "no", "false", "0")
LONGEST_CELL: Final = 10_000

Cells = Mapping[str, str]
"""The texts of some cells of a row, by column."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: ``key`` as files have it, ``label`` as people read it, ``help`` says what a figure means here."""

    key: str
    label: str
    help: str = ""
    info: FieldInfo | None = None
    """Of a value of the counter: its kind and bounds."""
    offers: tuple[str, ...] = ()
    """What may be chosen, where it is one of a few."""
    open: bool = True
    """Whether something else than what is offered may be written."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A cell that cannot be taken over: ``row`` counts from 0 among the rows that were given, ``column`` is a label."""

    row: int
    column: str
    message: str


class TableProblem(HexwrightError):
    """Cells that are wrong; nothing is taken over."""

    def __init__(self, wrong: Sequence[Wrong], first_row: int = 1) -> None:
        """``first_row``: the number that people know the first row by; line 2 of a CSV file with a heading."""
        self.wrong = list(wrong)
        self.lines = [
            f"row {one.row + first_row}" + (f", column {one.column}" if one.column else "") + f": {one.message}"
            for one in wrong
        ]
        super().__init__("; ".join(self.lines[:3]) + (f"; and {len(wrong) - 3} more" if len(wrong) > 3 else ""))


@dataclass(slots=True)
class Revision:
    """What becomes of units: changed and new ones, their hexes (empty for none), their turns (0 for none), the
    hexes and regions where they enter."""

    units: list[Unit] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    entries: dict[str, tuple[str, ...]] = field(default_factory=dict)


def columns(scenario: Scenario) -> list[Column]:
    """The columns of a scenario's units: exactly what its rules system prints on counters, and where units begin."""
    infos = counter_fields(scenario.system)
    known = {info.key for info in infos}
    others = dict.fromkeys(key for unit in scenario.units.values() for key in unit.values if key not in known)
    types = _types(scenario)
    values = [
        Column(
            info.key,
            info.label,
            _meaning(info),
            info,
            info.choices or (("yes", "no") if info.kind == "bool" else ()),
            not (info.choices or info.kind == "bool"),
        )
        for info in infos
    ]
    return [
        Column(NAME, "Name", "As the counter has it"),
        Column(SIDE, "Side", "The side it fights on", offers=_side_names(scenario), open=False),
        Column(FORMATION, "Formation", "Formations that it belongs to, the largest first: I Corps > 3rd Division"),
        Column(TYPE, "Type", "The symbol on its counter, and its type under the rules", offers=types, open=not types),
        Column(SIZE, "Size", "The mark above the symbol: company, battalion, regiment, brigade, division"),
        *values,
        *(Column(key, key, "A value that the rules system does not know") for key in others),
        Column(PLACE, "Start hex", "The number of the hex it is set up in; empty for none"),
        Column(TURN, "Arrival turn", f"Arrival turn, 1 to {scenario.turns.count}; empty for none"),
        Column(ENTRY, "Entry hexes", "The hexes or regions where it may enter, separated by spaces"),
        Column(KEY, "Key", "How files, logs and actions name the unit"),
        Column(PROVENANCE, "Provenance", "Where the figures come from"),
    ]


def cell(scenario: Scenario, unit: Unit, column: Column) -> str:
    """The text of a cell."""
    match column.key:
        case "key" | "name" | "type" | "size" | "formation" | "provenance":
            return str(getattr(unit, column.key))
        case "side":
            side = scenario.sides.get(unit.side)
            return side.name if side is not None and side.name in _side_names(scenario) else unit.side
        case "stand_in":
            return scenario.setup.get(unit.key, "")
        case "enter_on_turn":
            arrival = scenario.arrival_of(unit.key)
            return str(arrival.turn) if arrival is not None else ""
        case "enter_at":
            arrival = scenario.arrival_of(unit.key)
            return " ".join(arrival.entry) if arrival is not None else ""
    value = unit.values.get(column.key, column.info.default if column.info else None)
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value is None else str(value)


def revision(scenario: Scenario, rows: Iterable[tuple[str, Cells]]) -> Revision:
    """What becomes of units when these cells are taken over; each row is a unit's key, empty for a new one, and its
    cells. What a row has no cell for stays as it is.

    Raises TableProblem with every cell that is wrong.
    """
    known = {column.key: column for column in columns(scenario)}
    made, wrong = Revision(), list[Wrong]()
    taken = set(scenario.units)
    for number, (key, cells) in enumerate(rows):
        row = _Row(scenario, known, number)
        unit = row.unit(key, cells, taken)
        taken.add(unit.key)
        if scenario.units.get(unit.key) != unit or dict(scenario.units[unit.key].values) != dict(unit.values):
            made.units.append(unit)
        row.whereabouts(unit.key, cells, made)
        wrong += row.wrong
    if wrong:
        raise TableProblem(wrong)
    return made


class _Row:
    """One row on its way into a unit."""

    def __init__(self, scenario: Scenario, known: Mapping[str, Column], number: int) -> None:
        self.scenario, self.known, self.number = scenario, known, number
        self.wrong: list[Wrong] = []

    def _refuse(self, column: str, message: str) -> None:
        self.wrong.append(Wrong(self.number, self.known[column].label, message))

    def unit(self, key: str, cells: Cells, taken: set[str]) -> Unit:
        """The unit as the row has it."""
        old = self.scenario.units.get(key)
        unit = old or Unit(key, "", "", "")
        for column, text in cells.items():
            if len(text) > LONGEST_CELL:
                self._refuse(column, f"has {len(text):,} characters; {LONGEST_CELL:,} are allowed")
            elif column == SIDE:
                unit = replace(unit, side=self._side(text))
            elif column == TYPE:
                unit = replace(unit, type=self._type(text))
            elif column == FORMATION:
                unit = replace(unit, formation=self._formation(text))
            elif column == NAME:
                unit = replace(unit, name=one_line(text.strip())[:LONGEST_NAME])
            elif column == SIZE:
                unit = replace(unit, size=one_line(text.strip())[:LONGEST_NAME])
            elif column == PROVENANCE:
                unit = replace(unit, provenance=text.strip())
        if not unit.name:
            self._refuse(NAME, "is needed: every unit has a name")
        if old is None:
            for column in (SIDE, TYPE):
                if column not in cells:
                    self._refuse(column, "is needed for a new unit")
            unit = replace(unit, key=self._new_key(key, unit, taken))
        return replace(unit, values=self._values(unit, cells, new=old is None))

    def _new_key(self, key: str, unit: Unit, taken: set[str]) -> str:
        if key:
            return key
        words = re.findall(r"[a-z0-9]+", unit.name.lower())
        base = "-".join([part for part in (unit.side, *words) if part])[:50] or "unit"
        made, number = base, 2
        while made in taken:
            made, number = f"{base}-{number}", number + 1
        return made

    def _side(self, text: str) -> str:
        wanted = folded(text.strip())
        sides = self.scenario.sides
        found = [key for key, side in sides.items() if wanted in (key.lower(), folded(side.name))]
        if len(found) == 1:
            return found[0]
        names = ", ".join(side.name for side in sides.values())
        what = "two sides have this name; write the key" if found else f"is none of the sides {names}"
        self._refuse(SIDE, f"{clip(text)} {what}" if text.strip() else f"is needed: one of {names}")
        return ""

    def _type(self, text: str) -> str:
        types, wanted = _types(self.scenario), text.strip().lower()
        if not wanted:
            self._refuse(TYPE, "is needed")
        elif types and wanted not in types:
            hint = did_you_mean(wanted, types)
            self._refuse(TYPE, f"{clip(text)} is not a type of these rules ({', '.join(types)}){_also(hint)}")
        return wanted

    def _formation(self, text: str) -> str:
        made = formations.text(formations.parts(text))
        if len(made) > LONGEST_FORMATION:
            self._refuse(FORMATION, f"is longer than {LONGEST_FORMATION} characters")
        return made

    def _values(self, unit: Unit, cells: Cells, *, new: bool) -> dict[str, Value]:
        values = dict(unit.values)
        for key, column in self.known.items():
            info = column.info
            if key not in cells:
                if new and info is not None and info.required:
                    self._refuse(key, "is needed for a new unit")
                continue
            if info is not None:
                value = self._value(info, cells[key].strip())
                if value is None or (value == info.default and not info.required and key not in values):
                    values.pop(key, None)
                else:
                    values[key] = value
            elif key in unit.values:
                text = cells[key].strip()
                if not text:
                    values.pop(key)
                elif text != str(unit.values[key]):
                    values[key] = text
        return values

    def _value(self, info: FieldInfo, text: str) -> Value:
        """A value of the counter; None for an empty cell."""
        if info.kind == "bool":
            if text.lower() in YES:
                return True
            if text.lower() not in NO:
                self._refuse(info.key, f"must be yes or no, not {clip(text)}")
            return False
        if not text:
            if info.required:
                self._refuse(info.key, "is needed: every unit has one")
            return None
        if info.kind == "choice" and text not in info.choices:
            self._refuse(info.key, f"must be one of {', '.join(info.choices)}, not {clip(text)}")
        if info.kind not in ("int", "number"):
            return text
        bounds = f"from {info.least} to {info.most}"
        number = spreadsheets.number(text, whole=info.kind == "int")
        if number is None:
            kind = "whole number" if info.kind == "int" else "number"
            self._refuse(info.key, f"must be a {kind} {bounds}, not {clip(text)}")
            return None
        if not info.least <= number <= info.most:
            self._refuse(info.key, f"goes {bounds}, not to {number:g}")
        return int(number) if info.kind == "int" and isfinite(number) else number

    def whereabouts(self, key: str, cells: Cells, made: Revision) -> None:
        """Where the unit begins, as far as the row says."""
        scenario = self.scenario
        place, turn = cells.get(PLACE), cells.get(TURN)
        arrival = scenario.arrival_of(key)
        if place is not None and place.strip():
            spot = scenario.map.find(place.strip())
            if spot is None:
                self._refuse(PLACE, f"there is no {kind_of(scenario.map).place} {clip(place)} on this map")
            elif turn is not None and turn.strip():
                self._refuse(TURN, f"it is in {place.strip()} at the start; a unit can be in only one place")
            elif scenario.map.spell(spot) != scenario.setup.get(key):
                made.places[key] = scenario.map.spell(spot)
        elif place is not None and key in scenario.setup:
            made.places[key] = ""
        if turn is not None and turn.strip():
            count = scenario.turns.count
            number = spreadsheets.number(turn, whole=True)
            if number is None or not 1 <= number <= count:
                self._refuse(TURN, f"must be a turn from 1 to {count}, not {clip(turn)}")
            elif arrival is None or arrival.turn != number:
                made.turns[key] = int(number)
        elif turn is not None and arrival is not None and not made.places.get(key):
            made.turns[key] = 0
        if cells.get(ENTRY, "").strip():
            self._enters(key, cells, made)

    def _enters(self, key: str, cells: Cells, made: Revision) -> None:
        """Where the unit comes on, which it has to do on some turn."""
        board, arrival = self.scenario.map, self.scenario.arrival_of(key)
        names = cells[ENTRY].replace(",", " ").split()
        unknown = [name for name in names if name not in board.regions and board.find(name) is None]
        if unknown:
            self._refuse(ENTRY, f"there is no hex or region {clip(unknown[0])} on this map")
        elif not cells.get(TURN, str(arrival.turn) if arrival is not None else "").strip():
            self._refuse(ENTRY, "it has no arrival turn; enter one, or leave this empty")
        else:
            places = (name if name in board.regions else board.spell(board.find(name)) for name in names)
            entry = tuple(dict.fromkeys(places))
            if arrival is None or key in made.turns or arrival.entry != entry:
                made.entries[key] = entry


def is_key(text: str) -> bool:
    """Whether a text can be the key of a unit in a file."""
    return re.fullmatch(KEY_PATTERN, text) is not None


def key_problem(text: str) -> str:
    """Why a text cannot be the key of a unit."""
    rule = "letters, digits, - and _, at most 64"
    return f"{clip(text)} is not a key: {rule}" if text else f"a unit needs a key: {rule}"


def already_there(scenario: Scenario, revision: Revision, renamed: Iterable[str] = ()) -> list[str]:
    """The keys of new units that are in the order of battle already, alike in all but their key, as when a table is
    taken over twice. Keys in ``renamed`` are new ones of units that there are."""
    known: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in scenario.units.values():
        known.setdefault((unit.side, unit.type, unit.name), []).append(unit)
    old = {*scenario.units, *renamed}
    return [
        unit.key
        for unit in revision.units
        if unit.key not in old
        and any(replace(unit, key=one.key) == one for one in known.get((unit.side, unit.type, unit.name), ()))
    ]


def without(revision: Revision, keys: Collection[str]) -> Revision:
    """A revision that leaves these units out."""
    return Revision(
        [unit for unit in revision.units if unit.key not in keys],
        {key: place for key, place in revision.places.items() if key not in keys},
        {key: turn for key, turn in revision.turns.items() if key not in keys},
        {key: entry for key, entry in revision.entries.items() if key not in keys},
    )


def _also(hint: str) -> str:
    return f"; {hint}" if hint else ""


def _meaning(info: FieldInfo) -> str:
    """What a figure means, and from what to what it goes."""
    bounds = f"{info.least} to {info.most}" if info.kind in ("int", "number") else ""
    bounds = bounds or "; ".join(map(info.named, info.meanings))
    need = "" if info.required or info.kind == "bool" else "may be left empty"
    return ". ".join(part.rstrip(".") for part in (info.help, bounds, need) if part)


def _side_names(scenario: Scenario) -> tuple[str, ...]:
    """What tells the sides apart: their names, where no two have the same."""
    names = [side.name for side in scenario.sides.values()]
    return tuple(names) if len(set(names)) == len(names) else tuple(scenario.sides)


def _types(scenario: Scenario) -> tuple[str, ...]:
    """The types of unit that the rules know; empty where they do not say."""
    try:
        return registry.system(scenario.system).unit_types
    except NameNotKnown:
        return ()
