"""Battles of De Bellis Multitudinis for tests: a bare table and a few elements, in the middle of a bound."""

from __future__ import annotations

import re
from typing import Any

from engine.boards.palette import Kind, Layer, Palette
from engine.play import Game, Start
from engine.scenario import Scenario, Side, Turns, Unit
from engine.systems.de_bellis_multitudinis import starting
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.rules import DbmRules
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, BasePlace, place
from engine.tables.table import Table, TableArea

_WRITTEN = re.compile(r"(red|blue) (\w+) ?([SOIFX]?)( irr)?(?: (.*))?")


def palette() -> Palette:
    """A palette with one kind a layer: no kind is looked up."""
    return Palette("bare", "Bare", {layer: {"plain": Kind("plain", layer, "Plain", "#ffffff")} for layer in Layer})


def unit(key: str, written: str) -> Unit:
    """An element from words: ``red Bd O``, ``blue Wb F irr command=left general=sub``."""
    found = _WRITTEN.fullmatch(written)
    assert found is not None, written
    side, kind, grade, irregular, rest = found.groups()
    values: dict[str, Any] = {"grade": grade or "O", "regular": not irregular}
    for word in (rest or "").split():
        name, _, value = word.partition("=")
        values[name] = value.replace("_", " ") if value else True
    return Unit(key, side, key, kind, values=values)


def scenario(
    units: dict[str, str], *, areas: tuple[TableArea, ...] = (), table: Table | None = None, **special: Any
) -> Scenario:
    """Red at the lower edge against blue at the upper one."""
    board = table or Table(palette(), areas={area.key: area for area in areas})
    made = {key: unit(key, written) for key, written in units.items()}
    sides = {"red": Side("red", "Red"), "blue": Side("blue", "Blue")}
    rules = {"edges": {"red": "bottom", "blue": "top"}, **special}
    return Scenario("x", "X", "dbm", board, sides=sides, units=made, turns=Turns(9), special=rules)


def game(
    units: dict[str, str],
    at: dict[str, Any],
    *,
    phase: str = "moves",
    side: str = "red",
    dice: tuple[int, ...] = (),
    set: dict[str, Any] | None = None,
    areas: tuple[TableArea, ...] = (),
    table: Table | None = None,
    **special: Any,
) -> Game:
    """A game that stands in a phase of a side's bound, with elements at ``[x, y, facing]`` or mappings."""
    start = Start(side=side, phase=phase, only=True, units=at, set=set or {})
    return Game(scenario(units, areas=areas, table=table, **special), 1, start=start, dice=dice)


def bound(
    units: dict[str, str],
    at: dict[str, Any],
    *,
    phase: str = "moves",
    side: str = "red",
    set: dict[str, Any] | None = None,
    **more: Any,
) -> tuple[DbmField, DbmState]:
    """The field and a position of such a battle, before anything goes on by itself."""
    rules = DbmRules(scenario(units, **more))
    state = rules.blank()
    starting.begin(rules.field, state, Start(side=side, phase=phase, only=True, units=at, set=set or {}))
    return rules.field, state


def told(where: BasePlace | None) -> tuple[float, float, float]:
    """A place in paces and degrees, to a tenth."""
    assert where is not None
    return round(where.x / PACE, 1), round(where.y / PACE, 1), where.facing / 10


def number(field: DbmField, key: str) -> int:
    """The number of an element."""
    return field.roster.find(key)


__all__ = ["bound", "game", "number", "palette", "place", "scenario", "told", "unit"]
