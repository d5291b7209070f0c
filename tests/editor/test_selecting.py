"""The Select menu, and units selected together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from editor.panels.battle_panel import BattlePanel


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document(setup={"us-9": "L0202", "us-towson": "L0204", "ac-1": "L0602"})) as made:
        yield made


def trigger(bench: Bench, key: str) -> None:
    bench.desk.actions.get(key).trigger()


def names(bench: Bench) -> set[str]:
    return {bench.document.battle_map.grid.name(h) for h in bench.desk.selection.hexes}


def test_grow_shrink_and_border(bench: Bench, hand: Hand) -> None:
    hand.click("L0404")
    trigger(bench, "edit.select-grow")
    assert len(names(bench)) == 7
    trigger(bench, "edit.select-border")
    assert len(names(bench)) == 6
    assert "L0404" not in names(bench)
    bench.desk.selection.set(bench.document.battle_map.grid.within(hand.h("L0404"), 1))
    trigger(bench, "edit.select-shrink")
    assert names(bench) == {"L0404"}
    trigger(bench, "edit.select-shrink")
    assert names(bench) == set()
    assert bench.said[-1] == "Nothing is selected now"
    trigger(bench, "edit.select-grow")
    assert "Select hexes first" in bench.said[-1]


def test_connected_terrain_and_terrain_everywhere(bench: Bench, hand: Hand) -> None:
    board = bench.document.battle_map
    for name in ("L0304", "L0706"):
        board.terrain[hand.h(name)] = "forest"
    hand.click("L0303")
    trigger(bench, "edit.select-area")
    assert names(bench) == {"L0303", "L0304"}
    trigger(bench, "edit.select-terrain")
    assert names(bench) == {"L0303", "L0304", "L0706"}


def test_shift_and_ctrl_clicks_gather_units(bench: Bench, hand: Hand) -> None:
    hand.click("L0202")
    hand.click("L0204", SHIFT)
    hand.click("L0602", CTRL)
    selection = bench.desk.selection
    assert selection.units == ["us-9", "us-towson", "ac-1"]
    assert selection.unit == "ac-1"
    assert names(bench) == {"L0202", "L0204", "L0602"}
    assert bench.desk.controls.units.layer.selected == {"us-9", "us-towson", "ac-1"}
    hand.click("L0204", CTRL)
    assert selection.units == ["us-9", "ac-1"]
    hand.click("L0202")
    assert selection.units == ["us-9"], "a plain click takes one alone"


def test_delete_takes_all_of_them_off_the_map_in_one_step(bench: Bench, hand: Hand, qtbot: QtBot) -> None:
    hand.click("L0202")
    hand.click("L0602", SHIFT)
    bench.canvas.setFocus()
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Delete)
    assert set(bench.document.require_scenario().setup) == {"us-towson"}
    assert hand.steps == 1
    hand.undo()
    assert len(bench.document.require_scenario().setup) == 3


def test_selected_units_are_dragged_together_each_as_far(bench: Bench, hand: Hand) -> None:
    hand.click("L0202")
    hand.click("L0204", SHIFT)
    hand.drag("L0204", "L0305")
    setup = bench.document.require_scenario().setup
    assert (setup["us-towson"], setup["us-9"], setup["ac-1"]) == ("L0305", "L0303", "L0602")
    assert hand.steps == 1
    assert bench.desk.selection.units == ["us-9", "us-towson"]
    assert names(bench) == {"L0303", "L0305"}
    hand.drag("L0303", "L0201")
    assert bench.document.require_scenario().setup == setup | {"us-9": "L0201", "us-towson": "L0203"}
    hand.drag("L0203", "L0101")
    assert "would leave the map" in bench.said[-1]
    assert hand.steps == 2
    hand.click("L0201")
    assert bench.desk.selection.units == ["us-9"], "a click without a drag picks one"


def test_units_in_the_selection_are_selected(bench: Bench, hand: Hand) -> None:
    hand.drag("L0101", "L0305")
    assert bench.desk.selection.units == [], "the rubber band selects hexes"
    hexes = names(bench)
    trigger(bench, "edit.select-units")
    assert bench.desk.selection.units == ["us-9", "us-towson"]
    assert names(bench) == hexes
    hand.drag("L0804", "L0805")
    trigger(bench, "edit.select-units")
    assert bench.said[-1] == "There are no units in the selected hexes"


def test_the_order_of_battle_selects_several(qtbot: QtBot, bench: Bench, hand: Hand) -> None:
    panel = BattlePanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(320, 400)
    panel.show()

    def click(key: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        place: QPoint = panel.tree.visualItemRect(panel.tree.units[key]).center()
        qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, modifier, place)

    click("us-9")
    click("ac-1", CTRL)
    click("ac-103", CTRL)
    assert set(bench.desk.selection.units) == {"us-9", "ac-1", "ac-103"}
    assert bench.desk.selection.unit == "ac-103"
    assert names(bench) == {"L0202", "L0602"}, "one of them is not on the map"
    hand.click("L0202")
    hand.click("L0204", SHIFT)
    assert set(panel.selected()) == {"us-9", "us-towson"}
