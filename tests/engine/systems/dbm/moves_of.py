"""Battles on a bare table for tests of moves: elements by a short description, at places of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, radians, sin
from typing import Any

from engine.boards.palette import Kind, Layer, Palette
from engine.play import Game, Start
from engine.scenario import Scenario, Side, Turns, Unit
from engine.tables.places import PACE, BasePlace
from engine.tables.table import Table, TableArea, TableLine, TableWall

SIDES = {"red": Side("red", "Red"), "blue": Side("blue", "Blue")}
PALETTE = Palette("bare", "Bare", {layer: {"plain": Kind("plain", layer, "Plain", "#ffffff")} for layer in Layer})


def element(key: str, words: str) -> Unit:
    """The element of a description such as ``red Bd O``: side, type, grade; then ``irregular``, and values such as
    ``command=left``, ``general=cinc`` or ``double``."""
    side, kind, *rest = words.split()
    values: dict[str, Any] = {"grade": "O", "regular": "irregular" not in rest}
    for word in rest:
        name, _, value = word.partition("=")
        if len(word) == 1:
            values["grade"] = word
        elif word != "irregular":
            values[name] = value.replace("_", " ") or True
    return Unit(key, side, key, kind, values=values)


def game(
    units: Mapping[str, str],
    at: Mapping[str, Any],
    *,
    phase: str = "moves",
    side: str = "red",
    areas: Iterable[TableArea] = (),
    lines: Iterable[TableLine | TableWall] = (),
    size: tuple[int, int] = (3600, 2400),
    dice: Iterable[int] = (),
    options: Mapping[str, Any] | None = None,
    turns: int = 20,
    start: Mapping[str, Any] | None = None,
    **special: Any,
) -> Game:
    """A game that stands at a phase of a side. ``units`` maps keys to descriptions, ``at`` to places; ``start`` is
    what a start sets."""
    table = Table(PALETTE, "Field", size=size)
    table.areas.update({area.key: area for area in areas})
    table.lines.update({line.key: line for line in lines})
    elements = {key: element(key, words) for key, words in units.items()}
    scenario = Scenario(
        "field", "Field", "dbm", table, sides=SIDES, units=elements, turns=Turns(turns), special=dict(special)
    )
    began = Start(1, side, phase, dict(at), only=True, set=dict(start or {}))
    return Game(scenario, dice=dice, start=began, options=options)


def line(first: str, count: int, x: float, y: float, facing: float = 0, step: float = 80) -> dict[str, Any]:
    """The places of so many elements side by side from a place on, to its right: ``bd-1``, ``bd-2`` and so on."""
    turn = radians(facing)
    return {
        f"{first}-{number + 1}": [x + step * number * cos(turn), y + step * number * sin(turn), facing]
        for number in range(count)
    }


def where(battle: Game, key: str) -> tuple[float, float, float]:
    """Where an element stands, in paces and degrees, to a tenth."""
    at: BasePlace | None = battle.state.at[battle.rules.field.roster.find(key)]
    assert at is not None
    return round(at.x / PACE, 1), round(at.y / PACE, 1), at.facing / 10
