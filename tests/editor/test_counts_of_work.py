"""What is measured by ``make bench`` is counted here: a step that does twice the work fails, on however slow a machine.

``tests/counts/work/desk.yaml`` has the counts. After a change that is meant to cost more: ``RECORD_WORK=1 pytest`` with
this file writes them again; read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from cProfile import Profile
from pathlib import Path
from types import CodeType
from typing import Final

import pytest
import yaml
from bench import Bench, at_bench
from hand import Hand
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_region import SetRegion
from editor.panels.battle_panel import BattlePanel
from engine import data
from engine.formats import load_palette
from engine.hexes.board.battlemap import Region
from engine.hexes.board.grid import GridSpec

RECORD: Final = Path(__file__).parents[1] / "counts" / "work" / "desk.yaml"
SIZE: Final = 40
PAINTERS: Final = ("QPainter'", "QPainterPath'")
ROWS: Final = ("QTreeWidgetItem'", "QStandardItem'", "QTableWidgetItem'", "QListWidgetItem'")
Counts = dict[str, int]


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
    with Profile() as profile:
        work()
        settle()
    found: Counts = {}
    for entry in profile.getstats():
        room = room_of(entry.code)
        if room:
            found[room] = found.get(room, 0) + entry.callcount
    return found


def done(bench: Bench) -> None:
    """All is drawn."""
    layer = bench.canvas.map_scene.map_layer
    layer.finish()
    settle()


@pytest.fixture(scope="module")
def found() -> Iterator[dict[str, Counts]]:
    """What was counted; written where that is asked for."""
    counts: dict[str, Counts] = {}
    yield counts
    if os.environ.get("RECORD_WORK"):
        RECORD.write_text(yaml.safe_dump(counts, sort_keys=True), encoding="utf-8")


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


def held_against(found: dict[str, Counts], row: str, now: Counts) -> None:
    """The counts are less than twice what they were."""
    found[row] = now
    if os.environ.get("RECORD_WORK"):
        return
    before = yaml.safe_load(RECORD.read_text(encoding="utf-8"))[row]
    grown = {room: (before.get(room, 0), count) for room, count in now.items() if count > 2 * before.get(room, 0) + 50}
    assert not grown, f"{row}: {grown} (before, now)"


@pytest.mark.parametrize("tool", ["brush", "elevation", "region", "hexside", "road"])
def test_a_step_of_a_stroke(qtbot: QtBot, bench: Bench, found: dict[str, Counts], tool: str) -> None:
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
    held_against(found, f"a step of a stroke, {tool}", now)


def test_a_fill_and_its_undo(bench: Bench, found: dict[str, Counts]) -> None:
    document = bench.document

    def fill() -> None:
        bench.desk.push(PaintTerrain(document.battle_map.grid.hexes, "forest"))
        bench.canvas.map_scene.map_layer.finish()

    held_against(found, "a fill", counted(fill))
    held_against(found, "undo of a fill", counted(lambda: (document.stack.undo(), done(bench))))


def test_frames_of_scrolling_and_zooming(bench: Bench, found: dict[str, Counts]) -> None:
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

    held_against(found, "ten frames of scrolling", counted(scroll))
    held_against(found, "four frames of zooming", counted(zoom))


def test_thirty_units_chosen_at_once(qtbot: QtBot, found: dict[str, Counts]) -> None:
    with at_bench(qtbot, Document.open(data.scenarios() / "asante.yaml")) as bench:
        panel = BattlePanel(bench.desk)
        qtbot.addWidget(panel)
        panel.show()
        settle()
        units = list(bench.document.scenario.units)[:30]
        held_against(found, "thirty units chosen", counted(lambda: bench.desk.selection.set(units=units)))
