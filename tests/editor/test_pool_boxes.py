"""Boxes beside the map: the units of a scenario's pools lie in them, before the game and in every position of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from hand import Hand
from painting import painted
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QImage,
    QPainter,
)
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.furniture import room_of, scene_rect
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.pool_boxes import laid_out
from editor.canvas.drawing.stacks import COUNTER
from editor.canvas.pool_box import PoolBox
from editor.canvas.units_mime import pack
from editor.commands.hold_units import hold_units
from editor.commands.set_furniture import SetFurniture
from editor.dialogs.edit_furniture import FurnitureDialog
from editor.output.export import MapDrawing, Picture
from editor.preview.seats import HUMAN
from engine.boards.furniture import Furniture, FurnitureKind

BOX = Furniture(FurnitureKind.BOX, 2.0, 2.0, 7.0, 4.0, "In the hills", ("hills",))
POSITION = {"br-1": "T0303", "za-4": "T0805", "za-horse": "off", "za-guard": {"dead": True}}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        made.desk.push(SetFurniture(None, BOX))
        yield made


def boxes(bench: Bench) -> list[PoolBox]:
    return bench.desk.controls.pool_boxes.boxes


def lying(bench: Bench) -> list[list[str]]:
    return [box.units for box in boxes(bench)]


@pytest.mark.parametrize("count", [1, 2, 5, 13, 60])
@pytest.mark.parametrize("size", [(7.0, 4.0), (20.0, 2.5), (2.0, 9.0)])
def test_counters_lie_side_by_side_in_their_box(count: int, size: tuple[float, float]) -> None:
    box = Furniture(FurnitureKind.BOX, 3.0, -4.0, *size, "Pool")
    rects = laid_out(box, count)
    assert len(rects) == count
    assert all(room_of(box).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(rect) for rect in rects)
    assert not any(one.intersects(other) for one, other in combinations(rects, 2))
    assert {round(rect.width(), 6) for rect in rects} == {round(rect.height(), 6) for rect in rects}
    assert rects[0].width() <= COUNTER + 1e-6


def test_one_counter_is_as_large_as_on_the_map() -> None:
    assert laid_out(BOX, 1)[0].width() == pytest.approx(COUNTER)


def test_before_the_game_the_units_of_the_pool_lie_in_the_box(bench: Bench) -> None:
    assert lying(bench) == [["za-4", "za-horse"]]
    [box] = boxes(bench)
    assert box.toolTip() == "In the hills: 2 units<br>4th tribesmen<br>Horsemen"
    bench.document.stack.undo()
    assert lying(bench) == []
    bench.document.stack.redo()
    assert lying(bench) == [["za-4", "za-horse"]]


def test_counters_are_painted_alike_from_a_picture_and_anew(bench: Bench) -> None:
    [box] = boxes(bench)
    side = box.scenario.sides["zangari"].colour
    for scale in (0.5, 12.0):
        image = painted(box, scale)
        for rect in laid_out(BOX, 2):
            spot = (rect.center() - box.boundingRect().topLeft()) * scale
            there = {
                image.pixelColor(round(spot.x() + x * scale), round(spot.y() + rect.height() * 0.3 * scale)).name()
                for x in range(-20, 20, 4)
            }
            assert QColor(side).name() in there, scale


def test_what_is_drawn_leaves_the_box_and_what_is_eliminated_comes_to_it(bench: Bench) -> None:
    take_up(bench, POSITION, "movement", side="zangari", seats={"british": "staff", "zangari": HUMAN})
    assert lying(bench) == [["za-horse", "za-guard"]]
    bench.desk.preview.close()
    assert lying(bench) == [["za-4", "za-horse"]]


def test_of_the_enemys_pool_it_is_told_how_many_lie_there_and_not_who(bench: Bench, qtbot: QtBot) -> None:
    take_up(bench, POSITION, "movement")
    [box] = boxes(bench)
    assert len(box.units) == 2
    assert box.toolTip() == "In the hills: 2 units<br>2 unidentified"
    hand = Hand(qtbot, bench)
    hand.choose("select")
    middle = laid_out(BOX, 2)[1].center() / SCALE
    hand.click((middle.x(), middle.y()))
    assert bench.desk.selection.units == []
    shown = painted(box, 12.0).copy()
    box.unknown = ()
    assert painted(box, 12.0) != shown, "a question mark instead of a symbol"


def test_a_click_picks_the_unit(bench: Bench, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("select")
    middle = laid_out(BOX, 2)[1].center() / SCALE
    hand.click((middle.x(), middle.y()))
    assert bench.desk.selection.units == ["za-horse"]
    free = scene_rect(BOX).bottomRight() / SCALE
    hand.click((free.x() - 0.5, free.y() - 0.5))
    assert bench.desk.selection.units == []


def drop(bench: Bench, units: list[str]) -> bool:
    """Drag units from a panel over the middle of the box and let them go; whether it took them."""
    view, data = bench.canvas.viewport(), pack(units)
    at = bench.canvas.mapFromScene(scene_rect(BOX).center())
    action, buttons, keys = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(view, QDragEnterEvent(at, action, data, buttons, keys))
    over = QDragMoveEvent(at, action, data, buttons, keys)
    QApplication.sendEvent(view, over)
    if over.isAccepted():
        QApplication.sendEvent(view, QDropEvent(QPointF(at), action, data, buttons, keys))
    else:
        QApplication.sendEvent(view, QDragLeaveEvent())
    return over.isAccepted()


def test_units_are_dragged_into_a_box_from_the_order_of_battle(bench: Bench) -> None:
    scenario = bench.document.require_scenario
    standing = next(key for key in scenario().setup if scenario().units[key].side == "zangari")
    british = next(key for key in scenario().setup if scenario().units[key].side == "british")
    assert drop(bench, [standing])
    assert lying(bench) == [["za-4", "za-horse", standing]]
    assert standing not in scenario().setup
    bench.document.stack.undo()
    assert lying(bench) == [["za-4", "za-horse"]]
    assert standing in scenario().setup
    steps = bench.document.stack.index()
    drop(bench, [british])
    assert "no pool of their side" in bench.said[-1]
    assert bench.document.stack.index() == steps
    take_up(bench, POSITION, "movement", side="zangari", seats={"british": "staff", "zangari": HUMAN})
    assert not drop(bench, [standing])


def test_an_empty_box_takes_units_too(bench: Bench) -> None:
    scenario = bench.document.require_scenario()
    bench.desk.push(hold_units(scenario, pools={"hills": ()}))
    assert lying(bench) == [[]]
    assert drop(bench, ["za-4"])
    assert lying(bench) == [["za-4"]]


@pytest.mark.parametrize("layer", ["units", "furniture"])
def test_it_is_hidden_with_the_counters_and_with_the_boxes(bench: Bench, layer: str) -> None:
    layers = bench.desk.controls.layers
    [box] = boxes(bench)
    assert box.isVisible()
    layers.set_shown(layer, False)
    assert not box.isVisible()
    layers.set_shown(layer, True)
    layers.set_opacity(layer, 0.5)
    assert (box.isVisible(), box.opacity()) == (True, 0.5)


def test_the_dialog_offers_the_pools_of_the_scenario(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def answer(dialog: FurnitureDialog) -> int:
        items = [dialog.pools.item(row) for row in range(dialog.pools.count())]
        offered.extend(f"{item.text()} {item.checkState() is Qt.CheckState.Checked}" for item in items)
        items[0].setCheckState(Qt.CheckState.Unchecked)
        items[1].setCheckState(Qt.CheckState.Checked)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(FurnitureDialog, "exec", answer)
    Hand(qtbot, bench).choose("furniture")
    bench.desk.tools.get("furniture").edit(BOX)
    assert offered == ["hills (2 units) True", "trains (1 unit) False"]
    assert bench.document.battle_map.look.furniture[-1].pools == ("trains",)
    assert lying(bench) == [["br-train2"]]


def test_a_pool_that_the_scenario_does_not_have_stays_named(bench: Bench, qtbot: QtBot) -> None:
    dialog = FurnitureDialog(Furniture(FurnitureKind.BOX, pools=("reserve",)), bench.window, {})
    qtbot.addWidget(dialog)
    assert dialog.pools.item(0).text() == "reserve (not in this scenario)"
    piece = dialog.furniture()
    assert piece is not None
    assert piece.pools == ("reserve",)


@pytest.mark.parametrize("furniture", [True, False])
def test_a_picture_of_the_scenario_has_them_where_it_has_the_boxes(bench: Bench, furniture: bool) -> None:
    scenario = bench.document.require_scenario()
    picture = Picture(MapDrawing(scenario.map, scenario, Look(furniture=furniture)))
    room = scene_rect(BOX)
    image = QImage(round(room.width()), round(room.height()), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(-room.topLeft())
    picture.paint(painter, room, 1.0)
    painter.end()
    rect = laid_out(BOX, 2)[0].translated(-room.topLeft())
    line = round(rect.top() + rect.height() * 0.8)
    found = {image.pixelColor(round(rect.left()) + x, line).name() for x in range(8, 60)}
    assert (QColor(scenario.sides["zangari"].colour).name() in found) is furniture
