"""The first game of somebody who has never seen the program: what the window says is true and says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import forgive
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.asking import asked
from editor.dialogs.edit_label import LabelDialog
from editor.panels.battle_card import BattleCard
from editor.panels.unit_tree import WHERE
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window
from engine.hexes.board.battlemap import Label


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = make_window("scenarios/lundys_lane.yaml")
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1440, 900)
    with qtbot.waitExposed(made):
        made.show()
    settle()
    yield made
    made.desk.preview.close()


def test_the_status_line_tells_of_the_position_that_is_shown(window: Window) -> None:
    said: list[str] = []
    window.desk.status_changed.connect(said.append)
    game = window.desk.controls.game
    assert game.start({"us": HUMAN, "ac": HUMAN}, 1)
    assert said[-1] == "Game of Lundy's Lane"
    assert game.act("move us-22 L2611 L2711")
    assert "22nd Infantry moved" in said[-1]
    assert game.act("end phase")
    assert said[-1] == "United States: combat phase"
    game.take_back()
    assert "22nd Infantry moved" in said[-1], "the phase that was taken back is not told"
    window.desk.status("Saved lane.yaml")
    game.take_back()
    assert said[-1] == "Saved lane.yaml", "what is not of the game stays"


def test_saving_during_a_game_says_that_the_game_is_saved_otherwise(window: Window) -> None:
    said: list[str] = []
    window.desk.status_changed.connect(said.append)
    assert window.desk.controls.game.start({"us": HUMAN, "ac": HUMAN}, 1)
    window.desk.actions.get("file.save").trigger()
    assert "Play > Save game" in said[-1]


def test_bases_in_the_order_of_battle_look_as_on_the_table_and_have_no_empty_column(qtbot: QtBot) -> None:
    made = make_window("scenarios/teaching_table.yaml")
    qtbot.addWidget(made, before_close_func=forgive)
    tree = made.docks.panel("battle").tree
    assert tree.isColumnHidden(1), "no figures are printed on bases"
    scenario = made.desk.document.scenario
    for key, row in list(tree.units.items())[:4]:
        assert row.text(2) == scenario.setup[key] or row.text(2)
        assert not row.data(0, 1).isNull()


def test_panels_draw_units_as_the_map_does() -> None:
    for path in Path("editor/panels").glob("*.py"):
        text = path.read_text()
        assert "counter_pixmap" not in text or path.name == "inspector_panel.py", f"{path.name}: use kinds.drawn_unit"


def test_the_place_of_every_unit_can_be_read_in_the_order_of_battle(window: Window) -> None:
    tree = window.docks.panel("battle").tree
    room = tree.header().sectionSize(WHERE)
    assert max(tree.fontMetrics().horizontalAdvance(row.text(WHERE)) for row in tree.units.values()) < room


def test_the_battle_card_has_room_for_a_forecast_that_comes_later(qtbot: QtBot) -> None:
    """The counters of the defender were hidden below the bar that came with the second offer."""
    made = make_window("scenarios/lundys_lane.yaml")
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    card = BattleCard(made.desk, made, made.panes)
    card.ranks.setFixedHeight(128)
    card.bar.hide()
    card.show()
    card.fit_contents()
    settle()
    low = card.height()
    card.bar.show()
    card.buttons.setFixedHeight(58)
    card.fit_contents()
    assert card.height() == card.sizeHint().height() > low


def test_a_dialog_that_cannot_be_accepted_yet_begins_in_its_first_field(window: Window, qtbot: QtBot) -> None:
    """What one typed for a place name went to Cancel, and Enter closed the dialog."""
    dialog = LabelDialog(Label("", 0), "L0101", is_new=True, parent=window)

    def write() -> None:
        assert dialog.focusWidget() is dialog.text
        assert dialog.ok.icon().isNull(), "no signs of another family"
        qtbot.keyClicks(dialog.focusWidget(), "Ferry")
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    QTimer.singleShot(0, dialog, write)
    with asked(dialog) as accepted:
        assert accepted
        assert dialog.label() == Label("Ferry", 0)
