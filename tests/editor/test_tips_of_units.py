"""Tips of units say names and words: no key of a file is in them, in any scenario that ships."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from fields import scenario
from pytestqt.qtbot import QtBot
from tools.shipped import hex_scenarios

from editor.canvas.pieces import Piece, describe, pieces_of_position
from editor.panels.unit_tree import NAME, STRENGTH, WHERE, UnitTree, whereabouts
from engine import formats
from engine.hexes.board.battlemap import hexes_of
from engine.scenario import Scenario

SHIPPED = hex_scenarios()


def keys_of(made: Scenario) -> re.Pattern[str]:
    """Keys that are not also what people call the thing, and words that only files have."""
    regions = hexes_of(made.map).regions
    keys = [key for key, unit in made.units.items() if key not in unit.name.casefold()]
    keys += [key for key, region in regions.items() if region.name and key not in region.name.casefold()]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, keys))})\b|_|\bzoc\b")


def on_map(made: Scenario) -> Iterator[str]:
    """What is told of each unit of a position, in which each carries the next of its side."""
    grid = hexes_of(made.map).grid
    at = grid.name(0)
    for side in made.sides:
        army = [key for key, unit in made.units.items() if unit.side == side]
        told: dict[str, dict[str, object]] = {key: {"at": at} for key in army}
        for carrier, passenger in pairwise(army):
            told[passenger]["aboard"] = [carrier]
        yield from (describe(piece, at) for piece in pieces_of_position(made, told))


def listed(tree: UnitTree, made: Scenario) -> Iterator[str]:
    tree.fill(made)
    for row in tree.rows():
        yield from (row.toolTip(column) for column in (NAME, STRENGTH, WHERE))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_tip_of_a_unit_says_a_key(qtbot: QtBot, path: Path) -> None:
    made = formats.load_scenario(path)
    tree = UnitTree()
    qtbot.addWidget(tree)
    key = keys_of(made)
    tips = [*on_map(made), *listed(tree, made)]
    assert any("carries" in tip for tip in tips)
    assert [tip for tip in tips if key.search(tip)] == []


def test_who_is_carried_is_named_as_in_sentences() -> None:
    made = scenario()
    units = {**made.units, "us-towson": replace(made.units["us-towson"], name="8", size="battery")}
    made = replace(made, units=units)
    told = {"us-9": {"at": "L0202"}, "us-towson": {"at": "L0202", "aboard": ["us-9"]}}
    tip = describe(pieces_of_position(made, told)[0], "L0202")
    assert f"carries {units['us-towson'].called}" in tip
    assert units["us-towson"].called != "8"


def test_an_entry_is_named_as_its_region_is() -> None:
    made = scenario()
    entering = replace(made.arrivals[0], entry=("heights",))
    made = replace(made, setup={}, arrivals=(entering,))
    assert whereabouts(made)[entering.units[0]] == f"turn {entering.turn}, The Heights"


def test_a_kind_of_two_words_is_written_as_words() -> None:
    made = scenario()
    unit = replace(made.units["us-9"], type="railroad_engineer", values={"no_zoc": True})
    tip = describe(Piece(unit, made.sides["us"], 0), "L0202")
    assert "railroad engineer" in tip
    assert "no zone of control" in tip
