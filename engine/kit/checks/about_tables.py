"""Tables: columns, rows, dice and the results in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey, quoted
from engine.kit.model.combat import CombatKind
from engine.kit.model.effects import EffectRule
from engine.kit.model.system_file import RulesTable
from engine.kit.model.values import parsed
from engine.plural import counted

NOTHING: Final = ("-", "\u2022", "")
WITH_TABLE: Final = ("odds", "difference", "strength")
OF_DUELS: Final = ("win", "tie", "loss", "win2", "loss2")
_ODDS: Final = re.compile(r"(\d{1,4}):(\d{1,4})")
_ROW: Final = re.compile(r"(-?\d{1,5})(?:-(\d{1,5})|([+-]))?")
_DICE: Final = re.compile(r"(\d{0,4})d(\d{1,4})")
_MOST_TOTALS: Final = 2000


def check_tables(survey: Survey, *, sound: bool) -> None:
    """Find what is wrong with tables and dice: KIT132 to KIT143. What results are worth is compared where they are
    ``sound``."""
    for name, table in survey.model.tables.items():
        for key, row in table.rows.items():
            if len(row) != len(table.columns):
                message = (
                    f"the row {quoted(key)} has {counted(len(row), 'cell')} for {counted(len(table.columns), 'column')}"
                )
                survey.error("KIT137", message, ("tables", name, "rows", key), key=True)
    _dice(survey)
    _thrown_rows(survey)
    for number, kind in enumerate(survey.model.combat):
        _of_kind(survey, number, kind, sound=sound)
    _unused_results(survey)


def _of_kind(survey: Survey, number: int, kind: CombatKind, *, sound: bool) -> None:
    path = ("combat", number)
    wanted = kind.resolve in WITH_TABLE
    if wanted and kind.table is None:
        survey.error("KIT139", f"{quoted(kind.name)} is resolved by {kind.resolve} and needs a table", path)
    if kind.resolve == "buckets" and kind.buckets is None:
        survey.error("FILE018", "the key 'buckets' is missing: it says what each unit throws", path)
    if kind.resolve != "buckets" and kind.buckets is not None:
        message = f"{quoted(kind.name)} is resolved by {kind.resolve}, so its buckets are never used"
        survey.advise("KIT108", message, (*path, "buckets"), key=True)
    if not wanted and kind.table is not None:
        survey.error("KIT139", f"{quoted(kind.name)} is resolved by {kind.resolve}, without a table", (*path, "table"))
    table = survey.model.tables.get(kind.table) if kind.table is not None and wanted else None
    if table is None or kind.table is None:
        return
    ordered = _columns(survey, kind.table, table, kind.resolve)
    _codes(survey, kind, kind.table, table)
    dice = table.dice or kind.dice
    totals = totals_of(dice)
    if totals:
        rows: DataPath = ("tables", kind.table, "rows")
        counts = _rows(survey, {key: ((*rows, key), key) for key in table.rows}, totals)
        missing = [total for total in sorted(totals) if total not in counts]
        if missing:
            survey.error("KIT140", f"the total {missing[0]} has no row", rows, key=True)
    if ordered and sound:
        _worse(survey, kind, kind.table, table)


# -- dice ---------------------------------------------------------------------------------------------------------


def totals_of(dice: str) -> frozenset[int]:
    """Returns what the sum of dice may be; nothing for dice that cannot be thrown."""
    if dice == "d66":
        return frozenset(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
    match = _DICE.fullmatch(dice)
    if match is None or not match[1]:
        return frozenset()
    count, faces = int(match[1]), int(match[2])
    return frozenset(range(count, count * faces + 1)) if 1 <= count <= 20 and 2 <= faces <= 100 else frozenset()


def _dice(survey: Survey) -> None:
    for spot in survey.spots_of(str):
        written = spot.key == "dice" and _DICE.fullmatch(spot.value)
        if written and not totals_of(spot.value):
            hint = "write 1 to 20 dice of 2 to 100 faces, such as 2d6, or d66"
            survey.error("KIT143", f"the dice {quoted(spot.value)} cannot be rolled", spot.path, hint=hint)


# -- columns ------------------------------------------------------------------------------------------------------


def _columns(survey: Survey, name: str, table: RulesTable, resolve: str) -> bool:
    """Whether the columns are in order; what is wrong is noted."""
    values: list[Fraction] = []
    for number, column in enumerate(table.columns):
        found = _column(column, resolve)
        if found is None:
            message = f"the column {quoted(column)} does not fit {resolve}"
            hint = {"odds": "write columns such as 2:1", "difference": 'write the differences, such as "+2 +3"'}
            said = hint.get(resolve, "write the least total of each column")
            survey.error("KIT135", message, ("tables", name, "columns", number), hint=said)
            return False
        values += found
    if resolve == "difference":
        return _differences(survey, name, values)
    for number, (one, other) in enumerate(pairwise(values)):
        if other <= one:
            message = f"the column {quoted(table.columns[number + 1])} is not above the one before it"
            survey.error("KIT134", message, ("tables", name, "columns", number + 1))
            return False
    return True


def _column(column: str, resolve: str) -> list[Fraction] | None:
    if resolve == "odds":
        match = _ODDS.fullmatch(column)
        return [Fraction(int(match[1]), int(match[2]))] if match and int(match[1]) and int(match[2]) else None
    words = column.split() if resolve == "difference" else [column]
    found = [parsed(word) for word in words]
    if not found or any(one is None or one.denominator != 1 for one in found):
        return None
    return [one for one in found if one is not None]


def _differences(survey: Survey, name: str, values: list[Fraction]) -> bool:
    if values != sorted(values):
        survey.error("KIT134", "the differences do not rise from column to column", ("tables", name, "columns"))
        return False
    twice = [one for one, count in Counter(values).items() if count > 1]
    missing = [n for n in range(int(values[0]), min(int(values[-1]), int(values[0]) + 1000)) if n not in values]
    for what, numbers in (("in two columns", twice), ("in no column", missing)):
        if numbers:
            message = f"the difference {int(numbers[0]):+d} is {what}"
            survey.error("KIT136", message, ("tables", name, "columns"))
    return not twice and not missing


# -- rows ---------------------------------------------------------------------------------------------------------


def _covered(key: str, totals: frozenset[int]) -> frozenset[int] | None:
    """The totals that a row's key covers; None for what is no key of a row."""
    match = _ROW.fullmatch(key)
    if match is None:
        return None
    first = int(match[1])
    if match[3] == "+":
        return frozenset(total for total in totals if total >= first)
    if match[3] == "-":
        return frozenset(total for total in totals if total <= first)
    return frozenset(total for total in totals if first <= total <= int(match[2] or first))


def _rows(survey: Survey, keys: Mapping[Any, tuple[DataPath, str]], totals: frozenset[int]) -> Counter[int]:
    """Find rows that are none, that no dice give, or that share a total; gives how many rows each total has. ``keys``
    are the paths and texts of the rows' keys."""
    rows = {name: _covered(key, totals) for name, (_, key) in keys.items()}
    for name, covered in rows.items():
        path, key = keys[name]
        if covered is None:
            survey.error("FILE020", f"{quoted(key)} is not a row: write 3, 2-4, 11+ or 1-", path, key=True)
        elif not covered:
            survey.advise("KIT142", f"no dice give the row {quoted(key)}", path, key=True)
    counts = Counter(total for covered in rows.values() for total in covered or ())
    for name, covered in rows.items():
        twice = [total for total in sorted(covered or ()) if counts[total] > 1]
        if twice and name != next(one for one, own in rows.items() if own and twice[0] in own):
            survey.error("KIT141", f"the total {twice[0]} has two rows", keys[name][0], key=True)
    return counts


def _thrown_rows(survey: Survey) -> None:
    """Find what is wrong with the rows of weather and events, which need not cover every total."""
    weather = survey.model.weather
    for kind, rows in (weather.table if weather is not None and weather.dice else {}).items():
        keys = {key: (("weather", "table", kind, key), key) for key in rows}
        _rows(survey, keys, totals_of(weather.dice if weather and weather.dice else ""))
    for name, table in survey.model.events.items():
        if table.from_ == "dice" and table.dice:
            on = {n: (("events", name, "rows", n, "on"), str(row.on)) for n, row in enumerate(table.rows)}
            _rows(survey, on, totals_of(table.dice))


# -- results ------------------------------------------------------------------------------------------------------


def _codes(survey: Survey, kind: CombatKind, name: str, table: RulesTable) -> None:
    said = set[str]()
    for key, row in table.rows.items():
        for number, cell in enumerate(row):
            if cell in NOTHING or cell in said or cell in kind.results or cell in survey.model.results:
                continue
            said.add(cell)
            hint = survey.section.suggest(cell, [*kind.results, *survey.model.results.keys()])
            survey.error("KIT132", unexplained(cell), ("tables", name, "rows", key, number), hint=hint)


def unexplained(code: str) -> str:
    """The message about a code in a table that no result explains."""
    return f"no result explains the code {quoted(code)}"


def _unused_results(survey: Survey) -> None:
    cells = {cell for table in survey.model.tables.values() for row in table.rows.values() for cell in row}
    resolved = {kind.resolve for kind in survey.model.combat}
    cells |= {*OF_DUELS} if "duel" in resolved else set()
    cells |= {"done"} if "none" in resolved else set()
    for code, _ in survey.model.results.items():
        if code not in cells:
            survey.advise("KIT133", f"the result {quoted(code)} is in no table", ("results", code), key=True)


_WEIGHT: Final = {
    "lose": 2,
    "eliminate": 6,
    "to_pool": 6,
    "retreat": 1,
    "status": 1,
    "clear": -1,
    "check": 1,
    "reveal": 1,
    "points": -1,
}
"""How bad an effect is for whom it means."""
_UNWEIGHED: Final = frozenset({"draw", "weather", "arrive", "withdraw", "place", "remove"})
"""Effects that do not clearly favour one side."""


def gain_of(effects: tuple[EffectRule, ...]) -> Fraction | None:
    """Returns how good effects are for the attacker, by what both sides suffer; None where that cannot be said."""
    gain = Fraction(0)
    for effect in effects:
        if len(effect.verbs) != 1:
            continue
        if effect.verb in _UNWEIGHED:
            return None
        weight = Fraction(_WEIGHT.get(effect.verb, 0))
        if effect.verb == "lose":
            weight *= effect.steps if isinstance(effect.steps, Fraction) else 3 if effect.steps == "all" else 1
        gain += {"defender": weight, "attacker": -weight}.get(effect.role, 0)
    return gain


def _gains(survey: Survey, kind: CombatKind, table: RulesTable) -> dict[str, Fraction | None]:
    """By cell of a table how good it is for the attacker."""
    gains = dict[str, Fraction | None]()
    for cell in {cell for row in table.rows.values() for cell in row}:
        result = kind.results.get(cell) or survey.model.results.get(cell)
        gains[cell] = gain_of(result.do) if result is not None else Fraction(0) if cell in NOTHING else None
    return gains


def _worse(survey: Survey, kind: CombatKind, name: str, table: RulesTable) -> None:
    known = _gains(survey, kind, table)
    for key, row in table.rows.items():
        gains = [known[cell] for cell in row]
        for number, (one, other) in enumerate(pairwise(gains)):
            if one is not None and other is not None and other < one:
                message = (
                    f"{quoted(row[number + 1])} is worse for the attacker than {quoted(row[number])}, at better odds"
                )
                survey.warn("KIT138", message, ("tables", name, "rows", key, number + 1))
