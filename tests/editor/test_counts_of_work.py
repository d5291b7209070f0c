"""What is measured by ``make bench`` is counted here: a step that does twice the work fails, on however slow a machine.

``tests/counts/work/desk.yaml`` has the counts; see `tools.work`. Those of the rules: tests/test_counts_of_rules.py.

A count is the same on every machine: a view has a fixed size whatever the typefaces make of the bars around it, the
map is drawn from nothing, a slice of drawing lasts until all is drawn, and timers with a delay wait.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from types import CodeType
from typing import Final

import pytest
from bench import Bench, at_bench, one_window
from fields import document
from hand import Hand
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, QTimer
from pytestqt.qtbot import QtBot
from settling import settle
from test_large_armies import army
from tools.work import Counts, Record, calls

from editor.canvas.view import MapView
from editor.commands.change import Change
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_region import SetRegion
from editor.panels.battle_panel import BattlePanel
from editor.preview.seats import HUMAN
from editor.work import background
from engine import data
from engine.formats import load_palette
from engine.formats.saving import save_scenario
from engine.hexes.board.battlemap import Region
from engine.hexes.board.grid import GridSpec

SIZE: Final = 40
SEEN: Final = (840, 640)
"""Pixels of a canvas across and down while work is counted."""
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


class Held(QObject):
    """Holds back timers with a delay: how many of them fire in a piece of work depends on how quick the machine is."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.Timer and isinstance(watched, QTimer) and watched.interval() > 0


@contextmanager
def delays_held() -> Iterator[None]:
    """Nothing happens of itself, except what is due at once."""
    held, app = Held(), QCoreApplication.instance()
    app.installEventFilter(held)
    try:
        yield
    finally:
        app.removeEventFilter(held)


@pytest.fixture(autouse=True)
def _long_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice of drawing lasts until nothing is left to be drawn, not until some milliseconds have passed."""
    drawing = [one for name, one in sys.modules.items() if name.startswith("editor.") and hasattr(one, "SLICE")]
    assert len(drawing) >= 3
    for module in drawing:
        monkeypatch.setattr(module, "SLICE", inf)


def counted(work: Callable[[], object], canvas: MapView | None = None) -> Counts:
    """The calls that a piece of work takes until nothing is left to be drawn on a canvas."""
    with delays_held():
        return calls(lambda: (work(), done(canvas)), room_of)


def done(canvas: MapView | None = None) -> None:
    """All is drawn."""
    settle()
    if canvas is not None:
        canvas.map_scene.map_layer.finish()
        settle()


def from_nothing(canvas: MapView) -> None:
    """Draw what is seen of a map, and nothing but that: what was drawn before, at another zoom, is forgotten."""
    canvas.map_scene.map_layer.on_change(Change("all"))
    canvas.map_scene.map_layer.look_at(canvas.viewport(), canvas.visible_rect, canvas.zoom)
    done(canvas)


def framed(qtbot: QtBot, canvas: MapView) -> None:
    """Give a canvas its size, and let what was begun come to its end."""
    canvas.setFixedSize(*SEEN)
    settle()
    qtbot.waitUntil(lambda: background.in_hand() == 0)
    canvas.fit()
    from_nothing(canvas)


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
        framed(qtbot, made.canvas)
        yield made


def stroke(qtbot: QtBot, bench: Bench, tool: str) -> Counts:
    """The steps of one stroke, each of them drawn."""
    hand = Hand(qtbot, bench)
    hand.choose(tool)
    kinds = {"terrain": "forest", "hexsides": "river", "paths": "road"}
    for name, value in {"size": 4, "hexside_mode": "brush", **kinds}.items():
        bench.desk.settings.set(name, value)
    names = [hand.grid.name(hand.grid.at(6 + step, 8 + step // 2)) for step in range(12)]
    hand.press(names[0])
    done(bench.canvas)

    def steps() -> None:
        for name in names[1:]:
            hand.move(name)
            bench.canvas.map_scene.map_layer.finish()

    now = counted(steps, bench.canvas)
    hand.release(names[-1])
    return now


@pytest.mark.parametrize("tool", ["brush", "elevation", "region", "hexside", "road"])
def test_a_step_of_a_stroke(qtbot: QtBot, bench: Bench, found: Record, tool: str) -> None:
    found.hold(f"a step of a stroke, {tool}", stroke(qtbot, bench, tool))


@pytest.mark.parametrize(("style", "shading"), [("plain", False), ("grey", False), ("grey", True), ("organic", True)])
def test_a_step_of_a_brush_in_a_style(qtbot: QtBot, bench: Bench, found: Record, style: str, shading: bool) -> None:
    layer = bench.canvas.map_scene.map_layer
    layer.set_look(replace(layer.look, style=style, shading=shading))
    done(bench.canvas)
    now = stroke(qtbot, bench, "brush")
    found.hold(f"a step of a stroke, brush, {style}{', shaded' * shading}", now)


def test_a_fill_and_its_undo(bench: Bench, found: Record) -> None:
    document, canvas = bench.document, bench.canvas
    fill = PaintTerrain(document.battle_map.grid.hexes, "forest")
    found.hold("a fill", counted(lambda: bench.desk.push(fill), canvas))
    found.hold("undo of a fill", counted(document.stack.undo, canvas))


def test_frames_of_scrolling_and_zooming(bench: Bench, found: Record) -> None:
    canvas = bench.canvas
    canvas.go(0.8, QPointF(canvas.map_scene.paper.center()))
    from_nothing(canvas)
    bar = canvas.horizontalScrollBar()

    def scroll() -> None:
        for _ in range(10):
            bar.setValue(bar.value() + 40)
            canvas.map_scene.map_layer.finish()

    def zoom() -> None:
        for _ in range(4):
            canvas.set_zoom(canvas.zoom * 1.2)
            canvas.map_scene.map_layer.finish()

    found.hold("ten frames of scrolling", counted(scroll, canvas))
    found.hold("four frames of zooming", counted(zoom, canvas))


def test_thirty_units_chosen_at_once(qtbot: QtBot, found: Record) -> None:
    with at_bench(qtbot, Document.open(data.scenarios() / "asante.yaml")) as bench:
        panel = BattlePanel(bench.desk)
        qtbot.addWidget(panel)
        panel.resize(400, 600)
        panel.show()
        framed(qtbot, bench.canvas)
        units = list(bench.document.scenario.units)[:30]
        found.hold("thirty units chosen", counted(lambda: bench.desk.selection.set(units=units), bench.canvas))


def test_a_scenario_of_4000_units_opened_and_drawn(qtbot: QtBot, tmp_path: Path, found: Record) -> None:
    """How many frames a window shows while it opens a file depends on the desktop: one is counted, by itself."""
    path = tmp_path / "army.yaml"
    save_scenario(army(4000, 100), path)
    with one_window() as window:
        # The panels have their places before the file comes.
        window.workspaces.switch("army")
        canvas = window.canvas
        framed(qtbot, canvas)
        canvas.setUpdatesEnabled(False)
        found.hold("a scenario of 4,000 units opened", counted(partial(window.files.open_path, path)))
        assert len(window.desk.document.scenario.units) == 4000
        canvas.fit()
        done(canvas)
        found.hold("a frame with 4,000 units", counted(canvas.viewport().grab))


def test_a_hover_on_a_battle_card(qtbot: QtBot, found: Record) -> None:
    with one_window() as window:
        window.resize(1280, 800)
        window.desk.tabs.set_document(document(setup={"us-9": "L0602", "ac-1": "L0603"}, arrivals=()))
        framed(qtbot, window.canvas)
        game, hand = window.desk.controls.game, Hand(qtbot, window.desk)
        assert game.start(dict.fromkeys(("us", "ac"), HUMAN), 3)
        game.act("end phase")
        hand.click("L0603")
        hand.click("L0602")
        done(window.canvas)
        lower = window.play.card.lowered.menu().actions()
        found.hold("a hover on a battle card", counted(lower[-1].hover, window.canvas))
        assert "odds lowered by choice" in window.play.card.text.text()
