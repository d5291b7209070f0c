"""Lundy's Lane rebuilt from an empty file by mouse and keys alone: what comes of it is the scenario that ships."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from pathlib import Path

import yaml
from bench import forgive
from lundys_lane import Designer
from pytestqt.qtbot import QtBot

from editor.window.app import make_window
from engine.formats import load_scenario
from engine.formats.write_scenario import digest
from engine.hexes.board.battlemap import BattleMap, Label

ROOT = Path(__file__).resolve().parents[2]
NEAR = 0.1
"""Circumradii: as well as a name is put in its place by hand."""


def look(label: Label) -> tuple[str, str, str, float]:
    return label.text, label.size, label.style, label.angle


def place(board: BattleMap, label: Label) -> tuple[float, float]:
    x, y = board.grid.centre(label.at)
    return x + label.dx, y + label.dy


def test_lundys_lane_is_made_again_by_mouse_and_keys(qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(None)
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(1600, 1000)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    me = Designer(qtbot, window)
    me.pattern = shipped = load_scenario(ROOT / "scenarios" / "lundys_lane.yaml")
    pattern = shipped.map

    me.sheet()
    board: BattleMap = me.hand.map
    assert board.grid.spec == pattern.grid.spec
    me.terrain()
    assert board.terrain == pattern.terrain
    me.hill()
    assert board.elevation == pattern.elevation
    me.water()
    assert board.hexsides == pattern.hexsides
    me.houses()
    assert board.features == pattern.features
    file = yaml.safe_load((ROOT / "maps" / "lundys_lane.yaml").read_text(encoding="utf-8"))
    me.roads([way.split() for way in file["paths"]["road"]])
    assert board.paths == pattern.paths
    me.names()
    assert list(map(look, board.labels)) == list(map(look, pattern.labels))
    assert all(
        dist(place(board, mine), place(pattern, theirs)) < NEAR
        for mine, theirs in zip(board.labels, pattern.labels, strict=True)
    )
    me.regions()
    assert [(one.name, one.hexes) for one in board.regions.values()] == [
        (one.name, one.hexes) for one in pattern.regions.values()
    ]

    me.scenario()
    me.units()
    me.reinforcements()
    me.victory()
    me.save(tmp_path / "lundys_lane.yaml")

    made = load_scenario(tmp_path / "lundys_lane.yaml")
    assert made.units == shipped.units
    assert made.setup == shipped.setup
    # Nobody plays by these: names a hair's breadth elsewhere, keys and colours of regions that no rule of the scenario
    # names, and in which order units were put on the map.
    ground = replace(made.map, labels=pattern.labels, regions=pattern.regions)
    order = {key: made.setup[key] for key in shipped.setup}
    assert digest(made.with_(map=ground, setup=order)) == digest(shipped)
    assert not window.desk.document.dirty
