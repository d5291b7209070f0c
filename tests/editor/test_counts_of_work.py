"""What is measured by ``make bench`` is counted here: a step that does twice the work fails, on however slow a machine.

``tests/counts/work/desk.yaml`` has the counts; see `tools.work`. Those of the rules: tests/test_counts_of_rules.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Final

import pytest
from bench import Bench, at_bench, one_window
from fields import document
from hand import Hand
from pytestqt.qtbot import QtBot
from settling import settle
from test_large_armies import army
from tools.work import Counts, Record, calls

from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_region import SetRegion
from editor.panels.battle_panel import BattlePanel
from editor.preview.seats import HUMAN
from engine import data
from engine.formats import load_palette
from engine.formats.saving import save_scenario
from engine.hexes.board.battlemap import Region
from engine.hexes.board.grid import GridSpec

SIZE: Final = 40
PAINTERS: Final = ("QPainter'", "QPainterPath'")
ROWS: Final = ("QTreeWidgetItem'", "QStandardItem'", "QTableWidgetItem'", "QListWidgetItem'")


def room_of(code: CodeType | str) -> str:
    """What a call counts as; empty for what does not count."""
    if isinstance(code, str):
        return "paths" if any(kind in code for kind in PAINTERS) else "rows" if any(k in code for k in ROWS) else ""
    path = code.co_filename.replace(os.sep, "/")
    if "/engine/hexes/" in path or "/editor/hexes/drawing/geometry" in path:
        return "hexes"
    if any(room in path for room in ("/engine/systems/", "/engine/mechanics/", "/engine/umpire/")):
        return "rules"
    return "rows" if code.co_name == "data" and "/editor/panels/" in path else ""


def counted(work: Callable[[], object]) -> Counts:
    """The calls that a piece of work takes until nothing is left to be drawn."""
    return calls(lambda: (work(), settle()), room_of)


def done(bench: Bench) -> None:
    """All is drawn."""
    layer = bench.canvas.map_scene.map_layer
    layer.finish()
    settle()


@pytest.fixture(scope="module")
def found() -> Iterator[Record]:
    """What was counted."""
    record = Record("desk")
    yield record
    record.close()


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    document = Document.new_map(GridSpec(SIZE, SIZE), load_palette("standard"), "Field")
    grid = document.battle_map.grid
    with at_bench(qtbot, document) as made:
        inside = frozenset(grid.within(grid.at(20, 20), 12))
        made.desk.push(SetRegion("land", Region("land", "Land", inside)))
        made.desk.settings.set("region", "land")
        done(made)
        yield made


def stroke(qtbot: QtBot, bench: Bench, tool: str) -> Counts:
    """The steps of one stroke, each of them drawn."""
    hand = Hand(qtbot, bench)
    hand.choose(tool)
    for name, value in {"size": 4, "terrain": "forest", "hexsides": "river", "paths": "road"}.items():
        bench.desk.settings.set(name, value)
    names = [hand.grid.name(hand.grid.at(6 + step, 8 + step // 2)) for step in range(12)]
    hand.press(names[0])
    done(bench)

    def steps() -> None:
        for name in names[1:]:
            hand.move(name)
            bench.canvas.map_scene.map_layer.finish()

    now = counted(steps)
    hand.release(names[-1])
    return now


@pytest.mark.parametrize("tool", ["brush", "elevation", "region", "hexside", "road"])
def test_a_step_of_a_stroke(qtbot: QtBot, bench: Bench, found: Record, tool: str) -> None:
    found.hold(f"a step of a stroke, {tool}", stroke(qtbot, bench, tool))


@pytest.mark.parametrize(("style", "shading"), [("plain", False), ("grey", False), ("grey", True), ("organic", True)])
def test_a_step_of_a_brush_in_a_style(qtbot: QtBot, bench: Bench, found: Record, style: str, shading: bool) -> None:
    layer = bench.canvas.map_scene.map_layer
    layer.set_look(replace(layer.look, style=style, shading=shading))
    done(bench)
    now = stroke(qtbot, bench, "brush")
    found.hold(f"a step of a stroke, brush, {style}{', shaded' * shading}", now)


def test_a_fill_and_its_undo(bench: Bench, found: Record) -> None:
    document = bench.document

    def fill() -> None:
        bench.desk.push(PaintTerrain(document.battle_map.grid.hexes, "forest"))
        bench.canvas.map_scene.map_layer.finish()

    found.hold("a fill", counted(fill))
    found.hold("undo of a fill", counted(lambda: (document.stack.undo(), done(bench))))


def test_frames_of_scrolling_and_zooming(bench: Bench, found: Record) -> None:
    canvas = bench.canvas
    canvas.set_zoom(0.8)
    done(bench)
    bar = canvas.horizontalScrollBar()

    def scroll() -> None:
        for _ in range(10):
            bar.setValue(bar.value() + 40)
            bench.canvas.map_scene.map_layer.finish()

    def zoom() -> None:
        for _ in range(4):
            canvas.set_zoom(canvas.zoom * 1.2)
            bench.canvas.map_scene.map_layer.finish()

    found.hold("ten frames of scrolling", counted(scroll))
    found.hold("four frames of zooming", counted(zoom))


def test_thirty_units_chosen_at_once(qtbot: QtBot, found: Record) -> None:
    with at_bench(qtbot, Document.open(data.scenarios() / "asante.yaml")) as bench:
        panel = BattlePanel(bench.desk)
        qtbot.addWidget(panel)
        panel.show()
        settle()
        units = list(bench.document.scenario.units)[:30]
        found.hold("thirty units chosen", counted(lambda: bench.desk.selection.set(units=units)))


def test_a_scenario_of_4000_units_opened(tmp_path: Path, found: Record) -> None:
    path = tmp_path / "army.yaml"
    save_scenario(army(4000, 100), path)
    with one_window() as window:
        found.hold("a scenario of 4,000 units opened", counted(partial(window.files.open_path, path)))
        assert len(window.desk.document.scenario.units) == 4000


def test_a_hover_on_a_battle_card(qtbot: QtBot, found: Record) -> None:
    with one_window() as window:
        window.resize(1280, 800)
        window.desk.tabs.set_document(document(setup={"us-9": "L0602", "ac-1": "L0603"}, arrivals=()))
        settle()
        window.canvas.fit()
        game, hand = window.desk.controls.game, Hand(qtbot, window.desk)
        assert game.start(dict.fromkeys(("us", "ac"), HUMAN), 3)
        game.act("end phase")
        hand.click("L0603")
        hand.click("L0602")
        lower = window.play.card.lowered.menu().actions()
        found.hold("a hover on a battle card", counted(lower[-1].hover))
        assert "odds lowered by choice" in window.play.card.text.text()
