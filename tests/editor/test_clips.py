"""Selecting, moving, copying, pasting, turning and deleting parts of a map, and the library of stamps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.clipboard import clipboard
from editor.document.document import Document
from editor.hexes.panels.stamps_panel import StampsPanel
from editor.hexes.tools.stamp import StampTool
from editor.stage import stamps
from engine.formats import load_palette
from engine.hexes.board.battlemap import Label
from engine.hexes.board.grid import NOWHERE, GridSpec, Orientation
from engine.hexes.board.numbering import Numbering

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    spec = GridSpec(12, 10, numbering=Numbering(prefix="L"))
    with at_bench(qtbot, Document.new_map(spec, load_palette("standard"), "Field")) as made:
        clipboard().set(None)
        yield made


def selected(hand: Hand) -> set[str]:
    return {hand.grid.name(h) for h in hand.bench.desk.selection.hexes}


def furnish(hand: Hand) -> None:
    """Something of everything in L0303 and L0304."""
    board, grid = hand.map, hand.grid
    a, b = hand.h("L0303"), hand.h("L0304")
    board.terrain[a] = "forest"
    board.elevation[b] = 2
    board.features[a] = ("village",)
    board.labels.append(Label("Mill", a))
    board.hexsides[grid.side(a, 0)] = {"slope": a}
    board.hexsides[grid.side_between(a, b)] = {"creek": NOWHERE}
    board.paths[grid.side(b, 3)] = frozenset({"road"})


def state(hand: Hand) -> tuple[object, ...]:
    board = hand.map
    return (
        list(board.terrain),
        list(board.elevation),
        dict(board.features),
        dict(board.hexsides),
        dict(board.paths),
        list(board.labels),
    )


def trigger(hand: Hand, key: str) -> None:
    hand.bench.desk.actions.get(key).trigger()


# -- selecting ------------------------------------------------------------------------------------------------------


def test_a_drag_selects_the_rectangle_and_shift_adds_another(hand: Hand) -> None:
    hand.drag("L0202", "L0404")
    first = selected(hand)
    assert {"L0202", "L0203", "L0302", "L0303", "L0404", "L0403"} <= first
    assert "L0205" not in first
    assert hand.bench.desk.selection.hex == hand.h("L0404"), "the hex under the pointer is the one inspected"
    hand.drag("L0808", "L0909", modifier=SHIFT)
    assert first < selected(hand)
    assert "L0909" in selected(hand)


def test_ctrl_drag_toggles_what_its_rectangle_holds(hand: Hand) -> None:
    hand.drag("L0202", "L0206")
    assert selected(hand) == {f"L02{r:02}" for r in range(2, 7)}
    hand.drag("L0208", "L0205", modifier=CTRL)
    assert selected(hand) == {"L0202", "L0203", "L0204", "L0207", "L0208"}
    hand.click("L0203", modifier=CTRL)
    assert selected(hand) == {"L0202", "L0204", "L0207", "L0208"}, "a click within copies nothing"
    assert hand.steps == 0


def test_a_lasso_selects_what_it_goes_around(hand: Hand) -> None:
    hand.bench.desk.settings.set("select_mode", "lasso")
    hand.drag("L0303", "L0703", "L0707", "L0307", "L0303")
    assert "L0505" in selected(hand)
    assert "L0909" not in selected(hand)
    assert len(selected(hand)) >= 20


def test_the_way_and_the_area_of_one_terrain_can_be_selected(hand: Hand) -> None:
    settings = hand.bench.desk.settings
    settings.set("select_mode", "way")
    hand.drag("L0202", "L0205", steps=1)
    assert selected(hand) == {"L0202", "L0203", "L0204", "L0205"}
    for name in ("L0505", "L0506", "L0909"):
        hand.map.terrain[hand.h(name)] = "forest"
    settings.set("select_mode", "terrain")
    hand.click("L0505")
    assert selected(hand) == {"L0505", "L0506"}
    trigger(hand, "edit.select-terrain")
    assert selected(hand) == {"L0505", "L0506", "L0909"}
    trigger(hand, "edit.select-others")
    assert len(selected(hand)) == 12 * 10 - 3
    trigger(hand, "edit.select-all")
    assert len(selected(hand)) == 12 * 10


def test_esc_gives_back_what_was_selected_before_the_drag(hand: Hand, qtbot: QtBot) -> None:
    hand.click("L0202")
    hand.press("L0505")
    hand.move("L0707")
    assert len(selected(hand)) > 1
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    assert selected(hand) == {"L0202"}
    hand.release("L0707")


# -- moving ---------------------------------------------------------------------------------------------------------


def test_the_selection_is_dragged_with_everything_in_it_as_one_step(hand: Hand) -> None:
    furnish(hand)
    before = state(hand)
    hand.drag("L0303", "L0304")
    assert selected(hand) == {"L0303", "L0304"}
    hand.drag("L0303", "L0706")
    board, grid = hand.map, hand.grid
    a, b = hand.h("L0706"), hand.h("L0707")
    assert board.terrain[a] == "forest"
    assert board.terrain[hand.h("L0303")] == "clear"
    assert (board.elevation[b], board.elevation[hand.h("L0304")]) == (2, 0)
    assert board.features == {a: ("village",)}
    assert [(label.text, label.at) for label in board.labels] == [("Mill", a)]
    assert board.hexsides == {grid.side(a, 0): {"slope": a}, grid.side_between(a, b): {"creek": NOWHERE}}
    assert board.paths == {grid.side(b, 3): frozenset({"road"})}
    assert selected(hand) == {"L0706", "L0707"}
    assert hand.steps == 1
    assert hand.bench.document.stack.undoText() == "Move 2 hexes"
    hand.undo()
    assert state(hand) == before


def test_alt_drag_leaves_the_original_where_it_is(hand: Hand) -> None:
    furnish(hand)
    hand.drag("L0303", "L0304")
    hand.press("L0303")
    hand.move("L0505")
    hand.move("L0706")
    hand.release("L0706", ALT)
    assert hand.map.terrain[hand.h("L0706")] == hand.map.terrain[hand.h("L0303")] == "forest"
    assert len(hand.map.labels) == 2


def test_a_click_on_the_selection_selects_that_hex_and_esc_breaks_a_move_off(hand: Hand, qtbot: QtBot) -> None:
    furnish(hand)
    before = state(hand)
    hand.drag("L0303", "L0304")
    hand.press("L0303")
    hand.move("L0606")
    assert hand.bench.canvas.map_scene.items()[0] is not None
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    hand.release("L0606")
    assert state(hand) == before
    assert selected(hand) == {"L0303", "L0304"}
    hand.click("L0304")
    assert selected(hand) == {"L0304"}
    assert hand.steps == 0


# -- copy, cut, paste -----------------------------------------------------------------------------------------------


def test_copied_hexes_follow_the_pointer_and_each_click_sets_them_down(hand: Hand) -> None:
    furnish(hand)
    hand.drag("L0303", "L0304")
    trigger(hand, "edit.copy")
    trigger(hand, "edit.paste")
    tools = hand.bench.desk.tools
    assert tools.current == "stamp"
    hand.move("L0806")
    tool = tools.get("stamp")
    assert isinstance(tool, StampTool)
    assert tool.clip is not None
    shown = tool.ghost.hexes(tool.clip, hand.h("L0806"))
    assert len(shown) == 2
    hand.click("L0806")
    hand.click("L1006")
    assert hand.steps == 2
    assert sum(terrain == "forest" for terrain in hand.map.terrain) == 3
    assert len(hand.map.labels) == 3
    hand.undo()
    assert sum(terrain == "forest" for terrain in hand.map.terrain) == 2


def test_keys_turn_and_flip_what_is_held_before_it_is_set_down(hand: Hand, qtbot: QtBot) -> None:
    a, b = hand.h("L0505"), hand.h("L0504")
    hand.map.terrain[a], hand.map.terrain[b] = "forest", "swamp"
    hand.map.hexsides[hand.grid.side(b, 0)] = {"cliff": b}
    hand.drag("L0505", "L0504")
    trigger(hand, "edit.copy")
    trigger(hand, "edit.paste")
    tool = hand.bench.desk.tools.get("stamp")
    assert isinstance(tool, StampTool)
    original = tool.clip
    hand.move("L0808")
    qtbot.keyClick(hand.canvas, Qt.Key.Key_R)
    assert tool.clip != original
    qtbot.keyClick(hand.canvas, Qt.Key.Key_R, SHIFT)
    assert tool.clip == original
    for _ in range(6):
        qtbot.keyClick(hand.canvas, Qt.Key.Key_Period)
    assert tool.clip == original
    qtbot.keyClick(hand.canvas, Qt.Key.Key_H, SHIFT)
    qtbot.keyClick(hand.canvas, Qt.Key.Key_H, SHIFT)
    assert tool.clip == original
    qtbot.keyClick(hand.canvas, Qt.Key.Key_V, SHIFT)
    hand.click("L0808")
    board, grid = hand.map, hand.grid
    swamp = next(h for h in grid.hexes if board.terrain[h] == "swamp" and h != b)
    forest = next(h for h in grid.hexes if board.terrain[h] == "forest" and h != a)
    assert grid.direction(forest, swamp) == 3, "what was above lies below now"
    assert board.hexsides[grid.side(swamp, 3)] == {"cliff": swamp}


def test_r_turns_the_clip_and_chooses_roads_only_when_nothing_is_held(hand: Hand, qtbot: QtBot) -> None:
    window, desk = hand.bench.window, hand.bench.desk
    for entry in desk.actions.entries:
        window.addAction(entry.action)
    window.activateWindow()
    hand.canvas.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    hand.drag("L0303", "L0304")
    qtbot.keyClick(hand.canvas, Qt.Key.Key_C, CTRL)
    assert clipboard().clip is not None
    qtbot.keyClick(hand.canvas, Qt.Key.Key_V, CTRL)
    assert desk.tools.current == "stamp"
    tool = desk.tools.get("stamp")
    assert isinstance(tool, StampTool)
    before = tool.clip
    qtbot.keyClick(hand.canvas, Qt.Key.Key_R)
    assert desk.tools.current == "stamp"
    assert tool.clip != before
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    assert desk.tools.current == "select"
    qtbot.keyClick(hand.canvas, Qt.Key.Key_R)
    assert desk.tools.current == "road"


def test_cut_and_delete_leave_empty_ground_and_come_back(hand: Hand, qtbot: QtBot) -> None:
    furnish(hand)
    before = state(hand)
    hand.drag("L0303", "L0304")
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Delete)
    assert not (hand.map.features)
    assert not (hand.map.hexsides)
    assert not (hand.map.paths)
    assert not (hand.map.labels)
    assert set(hand.map.terrain) == {"clear"}
    hand.undo()
    assert state(hand) == before
    trigger(hand, "edit.cut")
    assert set(hand.map.terrain) == {"clear"}
    trigger(hand, "edit.paste")
    hand.click("L0303")
    assert set(hand.map.terrain) == {"clear", "forest"}
    assert hand.steps == 2


def test_the_selection_is_turned_where_it_lies(hand: Hand) -> None:
    a, b = hand.h("L0505"), hand.h("L0504")
    hand.map.terrain[a], hand.map.terrain[b] = "forest", "swamp"
    hand.drag("L0505", "L0504")
    trigger(hand, "edit.turn-right")
    forest = next(h for h in hand.grid.hexes if hand.map.terrain[h] == "forest")
    swamp = next(h for h in hand.grid.hexes if hand.map.terrain[h] == "swamp")
    assert hand.grid.direction(forest, swamp) == 1
    assert set(hand.bench.desk.selection.hexes) == {forest, swamp}
    trigger(hand, "edit.turn-left")
    assert (hand.map.terrain[a], hand.map.terrain[b]) == ("forest", "swamp")
    trigger(hand, "edit.flip-down")
    trigger(hand, "edit.flip-across")
    assert hand.steps == 3, "a column flipped across is what it was"


def test_what_falls_off_the_map_is_said(hand: Hand) -> None:
    furnish(hand)
    hand.drag("L0303", "L0304")
    trigger(hand, "edit.copy")
    trigger(hand, "edit.paste")
    hand.click("L0110")
    assert any("items were left out" in text for text in hand.bench.said)


def test_nothing_selected_and_nothing_copied_is_said_not_done(hand: Hand) -> None:
    for key in ("edit.copy", "edit.cut", "edit.delete", "edit.paste", "edit.turn-right", "edit.flip-down"):
        trigger(hand, key)
    assert hand.steps == 0
    assert any("Select hexes first" in text for text in hand.bench.said)
    assert any("Nothing to paste" in text for text in hand.bench.said)
    hand.choose("stamp")
    hand.click("L0303")
    assert hand.steps == 0


def test_a_locked_layer_stands_against_moving_pasting_and_turning(hand: Hand) -> None:
    furnish(hand)
    before = state(hand)
    hand.drag("L0303", "L0304")
    trigger(hand, "edit.copy")
    hand.bench.document.locked = {"terrain": "Terrain", "elevation": "Elevation"}
    hand.drag("L0303", "L0706")
    assert "locked" in hand.bench.said[-1]
    trigger(hand, "edit.turn-right")
    assert "locked" in hand.bench.said[-1]
    assert selected(hand) == {"L0303", "L0304"}
    trigger(hand, "edit.paste")
    hand.click("L0706")
    assert "locked" in hand.bench.said[-1]
    assert state(hand) == before
    assert hand.steps == 0


def test_a_clip_of_a_flat_map_is_refused_by_a_pointy_one(hand: Hand) -> None:
    hand.drag("L0303", "L0304")
    trigger(hand, "edit.copy")
    spec = GridSpec(8, 8, orientation=Orientation.POINTY, numbering=Numbering(prefix="L"))
    hand.bench.desk.tabs.set_document(Document.new_map(spec, load_palette("standard"), "Other"))
    trigger(hand, "edit.paste")
    hand.click("L0303")
    assert hand.steps == 0
    assert any("this map has the other orientation" in text for text in hand.bench.said)


# -- stamps ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def panel(hand: Hand, qtbot: QtBot) -> StampsPanel:
    for stamp in stamps.stamps():
        stamps.remove(stamp)
    made = StampsPanel(hand.bench.desk)
    qtbot.addWidget(made)
    made.resize(320, 300)
    made.show()
    return made


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args, **_more: (text, True))


def test_a_selection_becomes_a_stamp_that_is_set_down_with_all_it_held(
    hand: Hand, panel: StampsPanel, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    furnish(hand)
    hand.drag("L0303", "L0304")
    answer(monkeypatch, "Old mill")
    qtbot.mouseClick(panel.new_button, Qt.MouseButton.LeftButton)
    (stamp,) = stamps.stamps()
    assert stamp.name == "Old mill"
    assert stamp.picture.is_file()
    item = panel.list.item(0)
    assert not item.icon().isNull()
    settle()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualItemRect(item).center())
    assert hand.bench.desk.tools.current == "stamp"
    hand.click("L0806")
    board, grid = hand.map, hand.grid
    new = next(h for h in grid.hexes if board.terrain[h] == "forest" and h != hand.h("L0303"))
    assert board.features[new] == ("village",)
    assert board.hexsides[grid.side(new, 0)] == {"slope": new}, "outer hexsides come along"
    assert board.hexsides[grid.side(new, 3)] == {"creek": NOWHERE}
    assert {label.at for label in board.labels} == {hand.h("L0303"), new}
    assert hand.steps == 1


def test_stamps_are_renamed_deleted_and_never_overwritten(
    hand: Hand, panel: StampsPanel, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    hand.click("L0303")
    answer(monkeypatch, "Wood")
    panel.new()
    panel.new()
    assert [stamp.name for stamp in stamps.stamps()] == ["Wood", "Wood 2"]
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_F2)
    field = panel.list.findChild(QLineEdit)
    assert field.text() == "Wood 2"
    qtbot.keyClicks(field, "a/../b: Copse")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert [stamp.name for stamp in stamps.stamps()] == ["a b Copse", "Wood"]
    monkeypatch.setattr(QMessageBox, "question", lambda *_args: QMessageBox.StandardButton.Yes)
    panel.remove()
    assert [stamp.name for stamp in stamps.stamps()] == ["Wood"]
    assert len(list(stamps.folder().iterdir())) == 2


def test_a_broken_stamp_is_reported(hand: Hand, panel: StampsPanel) -> None:
    stamps.folder().mkdir(parents=True, exist_ok=True)
    (stamps.folder() / "bad.yaml").write_text("format: hexwright-map 1\ngrid: nonsense\n")
    panel.refresh()
    panel.list.itemClicked.emit(panel.list.item(0))
    assert any("cannot be used" in text for text in hand.bench.said)
    assert hand.bench.desk.tools.current == "select"
    (stamps.folder() / "bad.yaml").unlink()
