"""Very many marked hexes: a picture of them from afar, their outlines near, and nothing made while it is painted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.scene import SELECTED
from editor.document.document import Document
from editor.hexes.canvas import crowd
from editor.hexes.canvas import marks as preview_item
from editor.hexes.canvas.marks import Marks
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation


@pytest.fixture(params=list(Orientation))
def bench(qtbot: QtBot, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(preview_item, "MANY", 1000)
    grid = Grid(GridSpec(60, 50, orientation=request.param))
    with at_bench(qtbot, Document(BattleMap(grid, load_palette("standard")))) as made:
        yield made


@pytest.fixture
def marks(bench: Bench) -> Marks:
    return bench.canvas.map_scene.selection


def seen(bench: Bench) -> QImage:
    image: QImage = bench.canvas.viewport().grab().toImage()
    return image


def colour_at(bench: Bench, image: QImage, h: int) -> QColor:
    x, y = bench.canvas.map_scene.geometry.centre(h)
    point = bench.canvas.mapFromScene(QPointF(x, y))
    return image.pixelColor(point * image.devicePixelRatio())


def differs(one: QColor, other: QColor) -> bool:
    return max(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)) > 8


@pytest.mark.parametrize("zoom", [0.08, 0.5])
def test_marked_hexes_are_seen_and_no_others(bench: Bench, marks: Marks, qtbot: QtBot, zoom: float) -> None:
    grid = bench.document.battle_map.grid
    middle = grid.at(30, 25)
    bench.canvas.set_zoom(zoom)
    bench.canvas.centre_on(middle)
    settle()
    plain = seen(bench)
    chosen = [h for h in grid.hexes if grid.offset(h)[0] // 3 % 2 or grid.offset(h)[1] > 40]
    assert len(chosen) > preview_item.MANY
    marks.show_marks(hexes=chosen)
    seen(bench)
    # Blocks that are missing are made between events.
    settle()
    now = seen(bench)
    there = set(chosen)
    view = bench.canvas.viewport().rect()
    looked = 0
    for h in grid.within(middle, 4):
        x, y = bench.canvas.map_scene.geometry.centre(h)
        if not view.contains(bench.canvas.mapFromScene(QPointF(x, y))):
            continue
        looked += 1
        changed = differs(colour_at(bench, plain, h), colour_at(bench, now, h))
        assert changed == (h in there), grid.name(h)
    assert looked > 10


def test_no_path_is_made_while_it_is_painted(
    bench: Bench, marks: Marks, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    real = crowd.hex_paths
    monkeypatch.setattr(crowd, "hex_paths", lambda *given: made.append(1) or real(*given))
    bench.canvas.set_zoom(0.5)
    marks.show_marks(hexes=bench.document.battle_map.grid.hexes)
    assert not made
    bench.canvas.viewport().repaint()
    assert not made
    qtbot.waitUntil(lambda: len(made) > 0)
    count = len(made)
    settle()
    assert len(made) < 60 * 50 / crowd.BLOCK**2, "what is not seen is not made"
    assert count <= len(made)


def test_a_few_hexes_are_marked_as_ever_and_nothing_is_left_of_many(bench: Bench, marks: Marks) -> None:
    grid = bench.document.battle_map.grid
    bench.canvas.fit()
    plain = seen(bench)
    marks.show_marks(hexes=grid.hexes)
    assert seen(bench) != plain
    marks.show_marks(hexes=[grid.at(5, 5)])
    few = seen(bench)
    far, near = grid.at(40, 40), grid.at(5, 5)
    assert not differs(colour_at(bench, plain, far), colour_at(bench, few, far))
    assert differs(colour_at(bench, plain, near), colour_at(bench, few, near))
    marks.clear()
    assert seen(bench) == plain


def test_the_border_is_stronger_than_what_lies_within(bench: Bench) -> None:
    grid = bench.document.battle_map.grid
    inner = grid.at(30, 25)
    image = crowd._picture(grid, set(grid.within(inner, 10)), SELECTED)
    edge = grid.line(inner, grid.at(30, 0))[10]

    def alpha(h: int) -> int:
        x, y = grid.lattice(h)
        column, row = grid.offset(h)
        return image.pixelColor(column, y).alpha() if grid.flat else image.pixelColor(x, row).alpha()

    assert alpha(inner) == crowd.INNER
    assert alpha(edge) == crowd.BORDER
    assert alpha(grid.at(0, 0)) == 0
