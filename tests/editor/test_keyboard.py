"""The map by keyboard alone: the cursor's ways, clicks, strokes, hexsides, menus; every key a real key event."""

from __future__ import annotations

import pytest
from bench import Bench
from hand import Hand
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.edit_label import LabelDialog
from editor.document.document import Document
from editor.hexes.canvas.keyboard import CursorMark
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import MapLook
from engine.formats import load_palette, load_scenario
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.board.numbering import Numbering

Key, Mod = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT, CTRL, PAD = Mod.NoModifier, Mod.ShiftModifier, Mod.ControlModifier, Mod.KeypadModifier


class Keys(Hand):
    """A hand that only types."""

    def __init__(self, qtbot: QtBot, bench: Bench, at: str = "L0505") -> None:
        super().__init__(qtbot, bench)
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.canvas.keys.go_to(self.h(at))

    def type(self, *keys: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        for key in keys:
            self.qtbot.keyClick(self.canvas, key, held)

    def stroke(self, *keys: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        """Hold Shift, type the keys, let go."""
        # A click of a key with Shift would let go of Shift as well.
        for key in keys:
            self.qtbot.keyPress(self.canvas, key, SHIFT | held)
            self.qtbot.keyRelease(self.canvas, key)
        self.qtbot.keyRelease(self.canvas, Key.Key_Shift, held)

    @property
    def at(self) -> str:
        return str(self.grid.name(self.canvas.keys.hex))


def board(orientation: Orientation = Orientation.FLAT, void: frozenset[tuple[int, int]] = frozenset()) -> BattleMap:
    spec = GridSpec(12, 10, orientation=orientation, numbering=Numbering(prefix="L"), void=void)
    return BattleMap(Grid(spec), load_palette("standard"), "Field")


def set_up(qtbot: QtBot, document: Document) -> Bench:
    made = Bench(document)
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.canvas.fit()
    return made


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    return set_up(qtbot, Document(board()))


@pytest.fixture
def keys(qtbot: QtBot, bench: Bench) -> Keys:
    return Keys(qtbot, bench)


def marks(keys: Keys) -> list[CursorMark]:
    return [item for item in keys.canvas.map_scene.items() if isinstance(item, CursorMark) and item.isVisible()]


# -- going about ------------------------------------------------------------------------------------------------------


def test_arrows_go_along_columns_and_rows(keys: Keys) -> None:
    keys.type(Key.Key_Right, Key.Key_Right, Key.Key_Right)
    assert keys.at == "L0805"
    keys.type(Key.Key_Down, Key.Key_Down)
    assert keys.at == "L0807"
    keys.type(Key.Key_Left, Key.Key_Up)
    assert keys.at == "L0706"
    assert len(marks(keys)) == 1


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_keys_about_the_arrows_and_the_number_pad_reach_all_six_neighbours(
    qtbot: QtBot, orientation: Orientation
) -> None:
    keys = Keys(qtbot, set_up(qtbot, Document(board(orientation))))
    flat = orientation is Orientation.FLAT
    straight = (Key.Key_Up, Key.Key_Down) if flat else (Key.Key_Left, Key.Key_Right)
    padded = (Key.Key_8, Key.Key_2) if flat else (Key.Key_4, Key.Key_6)
    home = keys.h("L0505")
    for six, held in (
        ((*straight, Key.Key_Home, Key.Key_PageUp, Key.Key_End, Key.Key_PageDown), NONE),
        ((*straight, Key.Key_Home, Key.Key_PageUp, Key.Key_End, Key.Key_PageDown), PAD),
        ((*padded, Key.Key_7, Key.Key_9, Key.Key_1, Key.Key_3), PAD),
    ):
        found = set()
        for key in six:
            keys.canvas.keys.go_to(home)
            keys.type(key, held=held)
            found.add(keys.canvas.keys.hex)
        assert found == set(keys.grid.neighbours[home])


def test_the_number_pad_does_not_choose_kinds_but_the_row_of_digits_may(keys: Keys) -> None:
    keys.type(Key.Key_8)
    assert keys.at == "L0505"
    keys.type(Key.Key_8, held=PAD)
    assert keys.at == "L0504"


def test_the_cursor_stays_on_the_map_and_jumps_over_holes(qtbot: QtBot) -> None:
    hole = frozenset({(5, 4), (6, 4)})
    keys = Keys(qtbot, set_up(qtbot, Document(board(void=hole))))
    assert keys.grid.find("L0605") == keys.grid.find("L0705") == NOWHERE
    keys.type(Key.Key_Right)
    assert keys.at == "L0805"
    keys.type(Key.Key_Home, held=CTRL)
    assert keys.at == "L0101"
    keys.type(Key.Key_Up, Key.Key_Left, Key.Key_Home)
    assert keys.at == "L0101"
    keys.type(Key.Key_End, held=CTRL)
    assert keys.at == "L1210"


def test_the_view_goes_with_the_cursor_and_ctrl_scrolls_it(keys: Keys) -> None:
    keys.canvas.set_zoom(2.0)
    keys.canvas.centre_on(keys.h("L0202"))
    keys.canvas.keys.go_to(keys.h("L0202"))
    keys.type(*[Key.Key_Right] * 8)
    assert keys.at == "L1002"
    assert keys.canvas.visible_rect.contains(keys.canvas.keys.point)
    before = keys.canvas.verticalScrollBar().value()
    keys.type(Key.Key_Down, held=CTRL)
    assert keys.canvas.verticalScrollBar().value() == before + 80
    assert keys.at == "L1002"


def test_a_cursor_out_of_view_is_taken_up_in_the_middle_of_what_is_seen(keys: Keys) -> None:
    keys.qtbot.mouseMove(keys.viewport, QPoint(5, 5))
    assert marks(keys) == []
    keys.canvas.set_zoom(3.0)
    keys.canvas.centre_on(keys.h("L1109"))
    keys.type(Key.Key_Up)
    assert keys.at == "L1108"


def test_the_mouse_takes_over_and_the_keyboard_goes_on_from_there(keys: Keys) -> None:
    keys.click("L0902")
    assert marks(keys) == []
    keys.type(Key.Key_Down)
    assert keys.at == "L0903"
    assert len(marks(keys)) == 1


def test_the_place_is_told_as_with_the_mouse(keys: Keys) -> None:
    heard = []
    keys.canvas.spot_hovered.connect(heard.append)
    keys.type(Key.Key_Right)
    assert heard == [keys.h("L0605")]


# -- clicking and drawing ---------------------------------------------------------------------------------------------


def test_enter_paints_as_a_click(keys: Keys) -> None:
    keys.choose("brush")
    keys.bench.desk.settings.set("terrain", "forest")
    keys.type(Key.Key_Return)
    assert keys.map.terrain[keys.h("L0505")] == "forest"
    keys.type(Key.Key_Right)
    keys.type(Key.Key_Enter, held=PAD)
    assert keys.map.terrain[keys.h("L0605")] == "forest"
    assert keys.steps == 2
    keys.canvas.keys.go_to(keys.h("L0101"))
    keys.type(Key.Key_Return, held=CTRL)
    assert keys.bench.desk.settings.get("terrain") == keys.map.terrain[keys.h("L0101")]


def test_shift_and_arrows_are_one_stroke(keys: Keys) -> None:
    keys.choose("brush")
    keys.bench.desk.settings.set("terrain", "forest")
    keys.stroke(Key.Key_Right, Key.Key_Right, Key.Key_PageDown)
    painted = {keys.grid.name(h) for h in keys.grid.hexes if keys.map.terrain[h] == "forest"}
    assert painted == {"L0505", "L0605", "L0705", keys.at}
    assert keys.steps == 1
    keys.undo()
    assert "forest" not in keys.map.terrain


def test_insert_holds_the_button_until_it_is_pressed_again(keys: Keys) -> None:
    keys.choose("brush")
    keys.bench.desk.settings.set("terrain", "forest")
    keys.type(Key.Key_Insert, Key.Key_Down, Key.Key_Down, Key.Key_Insert, Key.Key_Down)
    painted = [keys.grid.name(h) for h in keys.grid.hexes if keys.map.terrain[h] == "forest"]
    assert sorted(painted) == ["L0505", "L0506", "L0507"]
    assert keys.steps == 1


def test_escape_breaks_a_stroke_off(keys: Keys) -> None:
    keys.choose("brush")
    keys.bench.desk.settings.set("terrain", "forest")
    keys.type(Key.Key_Insert, Key.Key_Down, Key.Key_Escape)
    assert "forest" not in keys.map.terrain
    assert keys.steps == 0
    assert not keys.canvas.keys.is_down
    keys.type(Key.Key_Down)
    assert "forest" not in keys.map.terrain


def test_a_stroke_ends_where_the_focus_goes_elsewhere(keys: Keys) -> None:
    keys.choose("brush")
    keys.bench.desk.settings.set("terrain", "forest")
    keys.type(Key.Key_Insert, Key.Key_Down)
    keys.canvas.clearFocus()
    assert not keys.canvas.keys.is_down
    assert keys.steps == 1


def test_a_road_is_laid_and_runs_off_the_map(keys: Keys) -> None:
    keys.choose("road")
    keys.canvas.keys.go_to(keys.h("L0502"))
    keys.stroke(Key.Key_Up, Key.Key_Up)
    sides = {keys.grid.side_name(side) for side in keys.map.paths}
    assert len(sides) == 2
    assert any(NOWHERE in keys.grid.side_hexes(side) for side in keys.map.paths)
    assert keys.steps == 1


def test_a_rectangle_is_selected_and_carried_away(keys: Keys) -> None:
    keys.choose("select")
    keys.stroke(Key.Key_Right, Key.Key_Right, Key.Key_Down)
    selected = keys.bench.desk.selection.hexes
    assert len(selected) > 4
    assert keys.at == "L0706"
    keys.map.terrain[keys.h("L0606")] = "forest"
    keys.type(Key.Key_Left)
    assert keys.at == "L0606"
    keys.stroke(Key.Key_Down, Key.Key_Down)
    assert keys.map.terrain[keys.h("L0608")] == "forest"
    assert keys.map.terrain[keys.h("L0606")] != "forest"
    assert keys.steps == 1


# -- hexsides, names, furniture ---------------------------------------------------------------------------------------


def test_comma_and_period_go_round_the_hexsides(keys: Keys) -> None:
    keys.choose("hexside")
    keys.bench.desk.settings.set("hexsides", "river")
    assert keys.bench.desk.settings.hexside == "river"
    keys.type(Key.Key_Return)
    keys.type(Key.Key_Period, Key.Key_Period, Key.Key_Return)
    keys.type(Key.Key_Comma, Key.Key_Comma, Key.Key_Comma, Key.Key_Return)
    names = {keys.grid.side_name(side) for side in keys.map.hexsides}
    wanted = {"L0505/N", "L0505/SE", "L0505/NW"}
    assert names == {keys.grid.side_name(keys.grid.parse_side(name)) for name in wanted}
    assert keys.steps == 3


def test_a_river_round_a_hex_is_one_stroke(keys: Keys) -> None:
    keys.choose("hexside")
    keys.bench.desk.settings.set("hexsides", "river")
    keys.bench.desk.settings.set("hexside_mode", "brush")
    keys.stroke(Key.Key_Period, Key.Key_Greater, Key.Key_Greater)
    assert set(keys.map.hexsides) == {keys.grid.side(keys.h("L0505"), d) for d in range(4)}
    assert keys.steps == 1


def test_a_river_from_vertex_to_vertex(keys: Keys) -> None:
    settings = keys.bench.desk.settings
    keys.choose("hexside")
    settings.set("hexsides", "river")
    settings.set("hexside_mode", "path")
    keys.type(Key.Key_Return, Key.Key_Period, Key.Key_Period, Key.Key_Return)
    assert len(keys.map.hexsides) == 2


def test_a_name_is_found_and_changed(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    keys.map.labels = [Label("Old Mill", keys.h("L0505"), dy=0.62)]

    def answer(dialog: LabelDialog) -> int:
        dialog.text.setText("New Mill")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(LabelDialog, "exec", answer)
    keys.choose("label")
    keys.type(Key.Key_Return)
    assert [(label.text, label.dy) for label in keys.map.labels] == [("New Mill", 0.62)]
    assert not keys.canvas.keys.is_down


def test_furniture_is_chosen_and_moved(keys: Keys) -> None:
    legend = Furniture(FurnitureKind.LEGEND, 25.0, 1.0, 4.0, 6.0)
    compass = Furniture(FurnitureKind.COMPASS, 25.0, 9.0, 2.0, 2.0)
    keys.map.look = MapLook(furniture=(legend, compass))
    keys.choose("furniture")
    keys.type(Key.Key_Period, Key.Key_Period)
    keys.type(Key.Key_Right)
    assert [piece.x for piece in keys.map.look.furniture] == [25.0, 25.5]
    keys.type(Key.Key_Period, Key.Key_Delete)
    assert [piece.kind for piece in keys.map.look.furniture] == [FurnitureKind.COMPASS]


# -- units and menus --------------------------------------------------------------------------------------------------


@pytest.fixture
def battle(qtbot: QtBot) -> Keys:
    scenario = load_scenario("scenarios/lundys_lane.yaml")
    return Keys(qtbot, set_up(qtbot, Document(scenario.map, scenario)), scenario.setup["us-9"])


def test_a_unit_is_picked_and_moved(battle: Keys) -> None:
    start = battle.at
    battle.choose("select")
    battle.type(Key.Key_Return)
    assert battle.bench.desk.selection.unit == "us-9"
    battle.stroke(Key.Key_Left, Key.Key_Left)
    scenario = battle.bench.document.scenario
    assert scenario is not None
    assert scenario.setup["us-9"] == battle.at != start
    battle.undo()
    assert battle.bench.document.scenario.setup["us-9"] == start


def test_escape_puts_a_carried_unit_back(battle: Keys) -> None:
    start = battle.at
    battle.choose("select")
    battle.type(Key.Key_Insert, Key.Key_Left, Key.Key_Left, Key.Key_Escape)
    assert battle.bench.document.scenario.setup["us-9"] == start
    assert battle.canvas.map_scene.mouseGrabberItem() is None
    battle.type(Key.Key_Left)
    assert battle.bench.document.scenario.setup["us-9"] == start
    assert battle.bench.desk.controls.units.layer.lifted == frozenset()


def test_the_menu_key_asks_for_the_menu_at_the_cursor(keys: Keys) -> None:
    asked: list[int] = []
    keys.canvas.context_asked.connect(lambda h, _place: asked.append(h))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(3, 3))
    keys.canvas.contextMenuEvent(event)
    assert asked == [keys.h("L0505")]


def test_another_map_begins_with_no_cursor(keys: Keys) -> None:
    keys.bench.desk.tabs.set_document(Document(board()))
    assert marks(keys) == []
    keys.type(Key.Key_Home, held=CTRL)
    assert keys.at == "L0101"
