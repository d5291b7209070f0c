"""Where reinforcements enter: arrows beside the map that leave its furniture alone."""

from __future__ import annotations

from bench import Bench, at_bench
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot
from tools.shipped import hex_scenarios

from editor.canvas.drawing.furniture import scene_rect
from editor.canvas.drawing.paper import SCALE
from editor.commands.set_furniture import SetFurniture
from editor.document.document import Document
from engine import data
from engine.boards.furniture import Furniture, FurnitureKind


def arrows(bench: Bench) -> list[QRectF]:
    """What the arrows beside the map take up, from left to right."""
    areas = bench.canvas.map_scene.overlay("plan-arrivals").areas
    return sorted((area.path.boundingRect() for area in areas if not area.dashed), key=QRectF.right)


def test_no_arrow_strikes_the_furniture_of_a_shipped_map(qtbot: QtBot) -> None:
    struck, count = [], 0
    with at_bench(qtbot, Document.open(data.scenarios() / "juno.yaml")) as bench:
        for path in hex_scenarios():
            bench.desk.tabs.set_document(Document.open(path))
            boxes = [(item.kind, scene_rect(item)) for item in bench.desk.board.look.furniture]
            found = arrows(bench)
            count += len(found)
            struck += [(path.stem, kind, at) for at in found for kind, box in boxes if at.intersects(box)]
    assert count > 20
    assert not struck


def test_an_arrow_gets_shorter_when_furniture_comes_close(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(data.scenarios() / "juno.yaml")) as bench:
        before = arrows(bench)[-1]
        left, top = (before.right() - 10) / SCALE, before.top() / SCALE - 1
        bench.desk.push(SetFurniture(None, Furniture(FurnitureKind.BOX, left, top, 3, 3)))
        after = arrows(bench)[-1]
        assert 0 < after.width() < before.width()
