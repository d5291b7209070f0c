"""No hex is lost under a quick hand, at the edge of the map neither; forms choose areas as the tools do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from bench import Bench, at_bench
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.controls.choose_on_map import MapChoice
from editor.document.document import Document
from editor.panels.place_field import PlaceField
from engine.formats import load_palette
from engine.hexes.board.grid import NOWHERE, GridSpec


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    board = Document.new_map(GridSpec(14, 10), load_palette("standard"), "Field")
    with at_bench(qtbot, board) as made:
        yield made


@pytest.fixture
def quick(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


def beyond(hand: Hand, name: str, dx: float, dy: float) -> tuple[float, float]:
    """A point on paper so far from a hex."""
    x, y = hand.grid.centre(hand.h(name))
    return x + dx, y + dy


def chosen(hand: Hand, mode: str, size: int, *places: str | tuple[float, float]) -> set[str]:
    """What one quick drag takes in: the pointer is heard of only where it is pressed and let go."""
    bench = hand.bench
    bench.desk.settings.set("choice_mode", mode)
    bench.desk.settings.set("size", size)
    heard: list[list[int]] = []
    choice = MapChoice(bench.desk, (), "Choose.", lambda hexes, _stroke: heard.append(hexes))
    hand.drag(*places, steps=1)
    choice.end()
    settle()
    return {hand.grid.name(h) for h in heard[-1]} if heard else set()


def test_a_quick_drag_for_a_form_loses_no_hex(quick: Hand) -> None:
    row = {quick.grid.name(h) for h in quick.grid.line(quick.h("0103"), quick.h("1307"))}
    assert chosen(quick, "brush", 1, "0103", "1307") == row


def test_a_drag_from_where_the_pointer_lay_when_the_choosing_began_loses_no_hex(quick: Hand) -> None:
    quick.move("0103")
    row = {quick.grid.name(h) for h in quick.grid.line(quick.h("0103"), quick.h("1307"))}
    assert chosen(quick, "brush", 1, "0103", "1307") == row


def test_a_drag_for_a_form_that_leaves_the_map_takes_the_edge_hex_too(quick: Hand) -> None:
    found = chosen(quick, "brush", 1, "0404", beyond(quick, "0401", 0, -2.5))
    assert found == {"0404", "0403", "0402", "0401"}


def test_forms_choose_with_the_brush_by_rectangle_and_by_lasso(quick: Hand) -> None:
    grid = quick.grid
    wide = chosen(quick, "brush", 2, "0504", "0504")
    assert wide == {grid.name(h) for h in grid.within(quick.h("0504"), 1)}
    box = chosen(quick, "rectangle", 1, "0303", "0706")
    assert {"0303", "0706", "0504"} <= box
    assert "0909" not in box
    lasso = chosen(quick, "lasso", 1, "0303", "0803", "0807", "0307", "0303")
    assert {"0505", "0604", "0303"} <= lasso
    assert "0909" not in lasso


@pytest.mark.parametrize("tool", ["brush", "elevation"])
def test_a_quick_stroke_paints_to_the_edge_and_in_from_it(quick: Hand, tool: str) -> None:
    quick.choose(tool)
    quick.bench.desk.settings.set("size", 1)
    quick.bench.desk.settings.set("terrain", "forest")
    board = quick.bench.document.battle_map
    before = list(board.terrain), list(board.elevation)
    names = ("0404", "0403", "0402", "0401")
    for way in (("0404", beyond(quick, "0401", 0, -2.5)), (beyond(quick, "0401", 0, -2.5), "0404")):
        quick.drag(*way, steps=1)
        changed = {
            quick.grid.name(h)
            for h in quick.grid.hexes
            if (board.terrain[h], board.elevation[h]) != (before[0][h], before[1][h])
        }
        assert changed == set(names)
        quick.undo()


def sides_with_road(hand: Hand) -> set[int]:
    return {side for side, kinds in hand.bench.document.battle_map.paths.items() if "road" in kinds}


@pytest.mark.parametrize("mode", ["hand", "route"])
@pytest.mark.parametrize("inwards", [True, False])
def test_a_quick_road_runs_over_the_edge(quick: Hand, mode: str, inwards: bool) -> None:
    quick.choose("road")
    settings = quick.bench.desk.settings
    settings.set("paths", "road")
    settings.set("road_mode", mode)
    way = ["0404", beyond(quick, "0401", 0, -2.5)]
    quick.drag(*(reversed(way) if inwards else way), steps=1)
    laid, grid = sides_with_road(quick), quick.grid
    row = [quick.h(name) for name in ("0404", "0403", "0402", "0401")]
    for a, b in pairwise(row):
        assert grid.side_between(a, b) in laid
    out = [side for side in laid if NOWHERE in grid.side_hexes(side)]
    assert len(out) == 1
    assert quick.h("0401") in grid.side_hexes(out[0])
    assert len(laid) == 4


def test_tools_that_draw_are_put_down_where_a_form_chooses_on_the_map(quick: Hand) -> None:
    quick.choose("elevation")
    choice = MapChoice(quick.bench.desk, (), "Choose.", lambda _hexes, _stroke: None)
    quick.click("0303")
    choice.end()
    settle()
    quick.click("0405")
    assert not any(quick.bench.document.battle_map.elevation)
    assert quick.bench.desk.tools.current == "select"
    quick.choose("measure")
    MapChoice(quick.bench.desk, (), "Choose.", lambda _hexes, _stroke: None).end()
    assert quick.bench.desk.tools.current == "measure", "it changes nothing"


def test_tools_that_draw_are_put_down_where_the_scenario_is_edited(qtbot: QtBot) -> None:
    from bench import forgive

    from editor.window.app import make_window

    window = make_window("scenarios/first_steps.yaml")
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.desk.tools.choose("elevation")
    window.docks["scenario"].show()
    window.docks.front("scenario")
    window.docks.panel("scenario").setFocus()
    field = window.docks.panel("scenario").nextInFocusChain()
    while not (field.isVisible() and field.focusPolicy() and window.docks["scenario"].isAncestorOf(field)):
        field = field.nextInFocusChain()
    field.setFocus()
    qtbot.waitUntil(lambda: window.desk.tools.current == "select")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_in_a_field_is_for_the_field_and_on_the_map_for_the_choice(
    qtbot: QtBot, bench: Bench, key: Qt.Key
) -> None:
    """A way to drag that was taken from its list with Enter ended the choosing that it was for."""
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    choice = MapChoice(bench.desk, (), "Choose.", lambda _hexes, _stroke: None)
    ended: list[bool] = []
    choice.ended.connect(lambda: ended.append(True))
    field.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    with qtbot.waitSignal(field.returnPressed):
        qtbot.keyClick(field, key)
    settle()
    assert not ended
    bench.canvas.activateWindow()
    bench.canvas.setFocus()
    qtbot.waitUntil(bench.canvas.hasFocus)
    with qtbot.waitSignal(choice.ended):
        qtbot.keyClick(bench.canvas, key)


def test_the_buttons_of_a_place_stay_while_hexes_are_chosen(qtbot: QtBot, bench: Bench) -> None:
    form, field = QWidget(), PlaceField(bench.desk, "the hexes to hold")
    rows = QVBoxLayout(form)
    rows.addWidget(field)
    rows.addStretch(1)
    qtbot.addWidget(form)
    form.resize(300, 400)
    form.show()
    field.choose()
    settle()
    buttons = (field.on_map, field.regions, field.emptied, *field.how)
    before = [button.geometry() for button in buttons]
    field.show_names([f"{column:02}{row:02}" for column in range(1, 5) for row in range(1, 4)])
    settle()
    assert field.told.height() > field.on_map.height(), "the hexes fill several lines"
    assert [button.geometry() for button in buttons] == before
