"""Cut and paste of hexes with what stands on them: units, objectives and set-up areas go along, once, in one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench, at_bench
from fields import battle_for_the_mill
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGraphicsItem
from pytestqt.qtbot import QtBot

from editor.document.clipboard import clipboard
from editor.hexes.canvas.riders import RidersItem
from editor.hexes.tools.select import Select
from editor.hexes.tools.stamp import StampTool
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.hexes.mapping.clip import copied, flipped, rotated
from engine.hexes.mapping.shift import Mirror, Turn

PLACES = ("L0202", "L0302", "L0303")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, battle_for_the_mill()) as made:
        clipboard().set(None)
        yield made


def act(hand: Hand, key: str) -> None:
    hand.bench.desk.actions.get(f"edit.{key}").trigger()


def select(hand: Hand, *names: str) -> None:
    hand.bench.desk.selection.set([hand.h(name) for name in names])


def scenario(hand: Hand):  # type: ignore[no-untyped-def]
    return hand.bench.document.require_scenario()


def cut(hand: Hand, *names: str) -> None:
    select(hand, *names)
    act(hand, "cut")


def paste(hand: Hand, place: str) -> None:
    """The middle of the clip comes to lie on this hex."""
    act(hand, "paste")
    hand.click(place)


def hover(hand: Hand, place: str) -> None:
    """Move the pointer there, also where the test before has left it."""
    hand.move("L0101")
    hand.move(place)


def riders_of(item: QGraphicsItem | None) -> list[RidersItem]:
    return [child for child in item.childItems() if isinstance(child, RidersItem)] if item is not None else []


# -- going along --------------------------------------------------------------------------------------------------


def test_units_objectives_and_areas_go_along_in_one_step(hand: Hand) -> None:
    before = scenario(hand)
    cut(hand, *PLACES)
    assert scenario(hand) == before, "until it is set down nothing is lost"
    assert hand.map.terrain[hand.h("L0303")] == "clear"
    assert "the 2 units there will move too" in hand.bench.said[-1]
    assert hand.steps == 1
    assert clipboard().cut is not None
    middle = hand.grid.name(clipboard().cut.anchor)
    assert middle in PLACES
    q, r = hand.grid.axial(hand.h("L0505"))
    mq, mr = hand.grid.axial(hand.h(middle))

    def there(name: str) -> str:
        hq, hr = hand.grid.axial(hand.h(name))
        return hand.grid.name(hand.grid.from_axial(hq + q - mq, hr + r - mr))

    paste(hand, "L0505")
    assert hand.steps == 2
    after = scenario(hand)
    assert after.setup == {"us-9": there("L0202"), "us-towson": there("L0202"), "ac-1": "L0602"}
    assert after.victory.scoring[0].hexes == (there("L0303"),)
    assert set(after.setup_areas["us"]) == {there("L0302"), there("L0303")}
    assert hand.map.terrain[hand.h(there("L0303"))] == "forest"
    assert hand.bench.document.scenario_dirty
    assert "2 units moved too" in hand.bench.said[-1]
    hand.undo()
    assert scenario(hand) == before
    hand.undo()
    assert not hand.bench.document.dirty


def test_a_second_paste_sets_down_ground_alone(hand: Hand) -> None:
    cut(hand, *PLACES)
    paste(hand, "L0505")
    once = scenario(hand)
    hand.click("L0703")
    assert hand.steps == 3
    assert scenario(hand) == once
    assert sum(terrain == "forest" for terrain in hand.map.terrain) == 2
    # When both are undone the units wait again, and go along with the next.
    hand.undo()
    hand.undo()
    assert scenario(hand).setup["us-9"] == "L0202"
    hand.click("L0505")
    assert scenario(hand) == once
    # Redo of what was undone takes them along as the first time did.
    hand.undo()
    hand.bench.document.stack.redo()
    assert scenario(hand) == once
    hand.click("L0703")
    assert scenario(hand) == once


def test_a_cut_that_is_undone_is_a_copy(hand: Hand) -> None:
    before = scenario(hand)
    cut(hand, *PLACES)
    hand.undo()
    paste(hand, "L0505")
    assert scenario(hand) == before
    assert sum(terrain == "forest" for terrain in hand.map.terrain) == 2


def test_copy_takes_no_units(hand: Hand) -> None:
    before = scenario(hand)
    select(hand, *PLACES)
    act(hand, "copy")
    paste(hand, "L0505")
    assert scenario(hand) == before


def test_bare_ground_with_units_on_it_can_be_cut(hand: Hand) -> None:
    cut(hand, "L0602")
    paste(hand, "L0604")
    assert scenario(hand).setup["ac-1"] == "L0604"


def test_units_stay_when_told(hand: Hand) -> None:
    hand.bench.desk.settings.set("carry_units", False)
    before = scenario(hand)
    cut(hand, *PLACES)
    assert "units" not in hand.bench.said[-1]
    paste(hand, "L0505")
    assert scenario(hand) == before


def test_who_came_later_stays(hand: Hand) -> None:
    """Only those who stood there when it was cut go along."""
    cut(hand, "L0302", "L0303")
    setup = scenario(hand).setup
    hand.bench.document.replace_scenario({"setup": {**setup, "us-9": "L0303"}})
    paste(hand, "L0505")
    assert scenario(hand).setup["us-9"] == "L0303"
    assert scenario(hand).victory.scoring[0].hexes != ("L0303",)


def test_what_is_turned_and_flipped_on_the_way_takes_them_to_the_right_hexes(hand: Hand, qtbot: QtBot) -> None:
    """The forest hex and the unit on it come down together, however they are turned."""
    keys = [
        (Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier),
    ]
    hand.bench.document.replace_scenario({"setup": {"us-9": "L0303"}})
    for count in range(len(keys) + 1):
        cut(hand, "L0303", "L0304", "L0305", "L0404")
        act(hand, "paste")
        hand.move("L0504")
        hand.canvas.setFocus()
        for key, modifier in keys[:count]:
            qtbot.keyClick(hand.viewport, key, modifier)
        hand.click("L0504")
        h = hand.h(scenario(hand).setup["us-9"])
        assert hand.map.terrain[h] == "forest", f"after {count} turns"
        assert hand.map.elevation[h] == 2
        hand.undo()
        hand.undo()


@pytest.mark.parametrize("orientation", list(Orientation))
def test_turns_add_up_as_clips_do(orientation: Orientation) -> None:
    board = BattleMap(Grid(GridSpec(9, 9, orientation=orientation)), load_palette("standard"))
    for number, h in enumerate(board.grid.within(40, 2)):
        board.elevation[h] = number
    whole = copied(board, board.grid.within(40, 2), 40)
    steps = [Mirror.ACROSS, 1, 2, Mirror.DOWN, 5, Mirror.DOWN, Mirror.ACROSS, 3, Mirror.ACROSS, 1]
    clip, turn = whole, Turn()
    for step in steps:
        if isinstance(step, Mirror):
            clip, turn = flipped(clip, top_to_bottom=step is Mirror.DOWN), turn.flipped(step)
        else:
            clip, turn = rotated(clip, step), turn.turned(step)
        assert turn.clip(whole).cells == clip.cells


def test_what_falls_off_is_told(hand: Hand) -> None:
    cut(hand, *PLACES)
    paste(hand, "L0101")
    told = [line.text for line in hand.bench.desk.log.lines]
    lost = {"us-9", "us-towson"} - scenario(hand).setup.keys()
    assert lost
    assert any(scenario(hand).units[key].name in line for key in lost for line in told)
    hand.undo()
    assert scenario(hand).setup["us-9"] == "L0202"


# -- locks --------------------------------------------------------------------------------------------------------


def test_a_click_beside_the_map_says_where_to_click(hand: Hand) -> None:
    select(hand, *PLACES)
    act(hand, "copy")
    act(hand, "paste")
    steps = hand.steps
    hand.click((-0.9, -0.9))
    assert hand.bench.said[-1].startswith("Click a hex:")
    assert hand.steps == steps


def test_a_refused_cut_leaves_the_clipboard_as_it_was(hand: Hand) -> None:
    select(hand, "L0505")
    act(hand, "copy")
    clip = clipboard().clip
    hand.bench.desk.controls.layers.set_locked("features", True)
    cut(hand, "L0303")
    assert "Features is locked" in hand.bench.said[-1]
    assert hand.steps == 0
    assert clipboard().clip is clip


def test_locked_units_hold_a_paste_back(hand: Hand) -> None:
    cut(hand, *PLACES)
    hand.bench.desk.controls.layers.set_locked("units", True)
    paste(hand, "L0505")
    assert "Units is locked" in hand.bench.said[-1]
    assert hand.steps == 1
    hand.bench.desk.controls.layers.set_locked("units", False)
    hand.click("L0505")
    assert hand.steps == 2
    assert scenario(hand).setup["us-9"] != "L0202"


# -- what is seen -------------------------------------------------------------------------------------------------


def test_units_that_wait_are_pale_and_follow_the_pointer(hand: Hand) -> None:
    layer = hand.bench.desk.controls.units.layer
    cut(hand, *PLACES)
    assert layer.waiting == {"us-9", "us-towson"}
    act(hand, "paste")
    hover(hand, "L0505")
    tool = hand.bench.desk.tools.tool
    assert isinstance(tool, StampTool)
    (along,) = riders_of(tool.ghost.item)
    assert along.count == 2
    hand.click("L0505")
    assert layer.waiting == set()
    hover(hand, "L0506")
    assert riders_of(tool.ghost.item) == [], "what is set down next is ground alone"
    hand.undo()
    assert layer.waiting == {"us-9", "us-towson"}
    hand.undo()
    assert layer.waiting == set()


def test_units_are_seen_while_the_selection_is_dragged(hand: Hand) -> None:
    select(hand, *PLACES)
    tool = hand.bench.desk.tools.get("select")
    assert isinstance(tool, Select)
    hand.press("L0303")
    hand.move("L0404")
    (along,) = riders_of(tool.ghost.item)
    assert along.count == 2
    layer = hand.bench.desk.controls.units.layer
    assert layer.waiting == {"us-9", "us-towson"}
    # They lie where they would come to stand.
    assert tool.ghost.item is not None
    spot = tool.ghost.item.mapToScene(along.boundingRect().center())
    x, y = hand.canvas.map_scene.geometry.centre(hand.h("L0302"))
    assert spot.x() == pytest.approx(x, abs=1)
    assert spot.y() == pytest.approx(y, abs=1)
    hand.release("L0404")
    assert scenario(hand).setup["us-9"] == "L0302"
    assert layer.waiting == set()
    assert tool.ghost.item is None


def test_a_copy_being_dragged_shows_no_units(hand: Hand) -> None:
    select(hand, *PLACES)
    tool = hand.bench.desk.tools.get("select")
    assert isinstance(tool, Select)
    hand.press("L0303", Qt.KeyboardModifier.ControlModifier)
    hand.move("L0404")
    assert tool.ghost.item is not None
    assert riders_of(tool.ghost.item) == []
    hand.release("L0404")


def test_a_great_many_units_are_drawn_in_one_picture(hand: Hand) -> None:
    made = scenario(hand)
    unit = made.units["us-9"]
    keys = [f"u{i}" for i in range(300)]
    names = [hand.grid.name(h) for h in hand.grid.hexes]
    hand.bench.document.replace_scenario(
        {
            "units": {key: replace(unit, key=key) for key in keys},
            "setup": {key: names[i % len(names)] for i, key in enumerate(keys)},
            "arrivals": (),
        }
    )
    hand.bench.desk.controls.units.refresh()
    select(hand, *names)
    act(hand, "cut")
    act(hand, "paste")
    hover(hand, "L0404")
    tool = hand.bench.desk.tools.tool
    assert isinstance(tool, StampTool)
    (along,) = riders_of(tool.ghost.item)
    assert along.count == 300


# -- by keyboard --------------------------------------------------------------------------------------------------


def test_all_of_it_by_keyboard(hand: Hand, qtbot: QtBot) -> None:
    """Select with Shift and arrows, cut, paste, turn, go there, set down; no mouse."""
    shift, none = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier

    def type(*keys: Qt.Key, held: Qt.KeyboardModifier = none) -> None:
        for key in keys:
            qtbot.keyClick(hand.canvas, key, held)

    hand.bench.document.replace_scenario({"setup": {"us-9": "L0303"}})
    hand.canvas.setFocus()
    hand.canvas.keys.go_to(hand.h("L0302"))
    qtbot.keyPress(hand.canvas, Qt.Key.Key_Down, shift)
    qtbot.keyRelease(hand.canvas, Qt.Key.Key_Down)
    qtbot.keyRelease(hand.canvas, Qt.Key.Key_Shift)
    assert {hand.grid.name(h) for h in hand.bench.desk.selection.hexes} == {"L0302", "L0303"}
    act(hand, "cut")
    act(hand, "paste")
    type(Qt.Key.Key_Right, Qt.Key.Key_Right)
    tool = hand.bench.desk.tools.tool
    assert isinstance(tool, StampTool)
    (along,) = riders_of(tool.ghost.item)
    assert along.count == 1
    type(Qt.Key.Key_R, Qt.Key.Key_R, Qt.Key.Key_R)
    type(Qt.Key.Key_Return)
    place = scenario(hand).setup["us-9"]
    assert place != "L0303"
    assert hand.map.terrain[hand.h(place)] == "forest"
    assert hand.steps == 2
    type(Qt.Key.Key_Escape)
    assert hand.bench.desk.tools.current == "select"
    assert riders_of(tool.ghost.item) == []
