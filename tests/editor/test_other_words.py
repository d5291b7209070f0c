"""The command palette finds by other words, and remembers; Preferences can be searched; Alt and the wheel; one fix
for all problems of a code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import one_window
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.seeker import Seeker
from editor.look import style
from editor.menus.synonyms import SYNONYMS
from editor.panels.fixes import apply_all, fixed_together
from editor.window.window import Window
from engine import data
from engine.boards.palette import Layer
from engine.findings import Finding, Fix, Place, Severity

WORDS = {
    "settings": "Preferences",
    "rotate": "Rotate right",
    "zoom to fit": "Fit map in view",
    "simulate": "Run trial",
    "full screen": "Full screen",
    "fullscreen": "Full screen",
    "theme": "Dark theme",
    "export": "Export",
    "save image": "Export picture",
    "hotkeys": "Keyboard shortcuts",
}
"""What people type, and what they look for."""


@pytest.fixture(scope="module")
def window(qapp: QApplication) -> Iterator[Window]:
    with one_window(data.scenarios() / "lundys_lane.yaml") as made:
        yield made


def offered(window: Window, words: str) -> list[str]:
    seeker = Seeker("Command palette", "", list(window.menus.find.command_offers()), window)
    seeker.line.setText(words)
    found = seeker.texts()
    seeker.deleteLater()
    return found


@pytest.mark.parametrize("words", WORDS)
def test_actions_are_found_by_what_people_call_them(window: Window, words: str) -> None:
    assert WORDS[words] in offered(window, words)[:3]


def test_every_synonym_belongs_to_an_action(window: Window) -> None:
    assert {entry.key for entry in window.desk.actions.entries} >= set(SYNONYMS)


def test_what_was_used_comes_first_and_tells_its_place_and_key(window: Window) -> None:
    offers = {offer.text: offer for offer in window.menus.find.command_offers()}
    assert offers["Fit map in view"].remark == "View · Ctrl+0"
    offers["Fit map in view"].choose()
    offers["Zoom in"].choose()
    assert offered(window, "")[:2] == ["Zoom in", "Fit map in view"]


def test_preferences_are_found_by_their_words(qtbot: QtBot) -> None:
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    for words, box in (("dark", dialog.theme), ("comma", dialog.mark), ("mouse wheel", dialog.wheel)):
        dialog.search.setText(words)
        others = {dialog.theme, dialog.mark, dialog.wheel, dialog.player} - {box}
        assert box.isVisible(), words
        assert not any(other.isVisible() for other in others), words
    dialog.search.clear()
    assert dialog.player.isVisible()


def test_the_theme_is_a_preference(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(dialog: PreferencesDialog) -> int:
        dialog.theme.setCurrentIndex(dialog.theme.findData(True))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(PreferencesDialog, "exec", choose)
    window.desk.actions.get("edit.preferences").trigger()
    try:
        assert style.is_dark()
        assert window.styleSheet() == style.sheet(style.DARK_TONES)
    finally:
        window.desk.actions.get("view.dark").setChecked(False)


def turn(window: Window, notches: int, *, aside: bool = False) -> None:
    view, at = window.canvas.viewport(), QPoint(200, 200)
    angle = QPoint(120 * notches, 0) if aside else QPoint(0, 120 * notches)
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.mapToGlobal(at)),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.AltModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def test_alt_and_the_wheel_go_through_the_kinds(window: Window) -> None:
    tools = window.desk.tools
    tools.choose("brush")
    kinds = list(window.desk.document.battle_map.palette.kinds[Layer.TERRAIN])
    window.desk.settings.set("terrain", kinds[0])
    origin = window.canvas.mapFromScene(QPointF())
    turn(window, -1)
    assert window.desk.settings.kind(Layer.TERRAIN) == kinds[1]
    # Some desktops turn the wheel to the side themselves while Alt is held.
    turn(window, 1, aside=True)
    turn(window, 1)
    assert window.desk.settings.kind(Layer.TERRAIN) == kinds[-1], "round the end"
    assert window.canvas.mapFromScene(QPointF()) == origin
    # Tools that paint with no kind leave the wheel to the map.
    tools.choose("select")
    assert not tools.step_kind(1)


def finding(unit: str, fix: Fix | None) -> Finding:
    return Finding("UNIT900", Severity.WARNING, "odd", place=Place(unit=unit), fix=fix)


def test_all_problems_of_a_code_are_fixed_in_one_step(window: Window) -> None:
    document = window.desk.document
    before, steps = document.require_scenario(), document.stack.count()
    keys = list(before.setup)[:3]
    fixes = [Fix("Take it off", "remove_setup", {"unit": key}) for key in keys]
    found = [*(finding(key, fix) for key, fix in zip(keys, fixes, strict=True)), finding("us-9", None)]
    found.append(finding("us-9", Fix("Remove", "remove_arrival", {"number": 1})))
    assert fixed_together(found, "UNIT900") == fixes, "numbers of rows would change on the way"
    assert fixed_together(found, "UNIT901") == []
    assert apply_all(window.desk, [*fixes, Fix("Take it off", "remove_setup", {"unit": "nobody"})], "UNIT900") == 3
    assert not set(keys) & set(document.require_scenario().setup)
    assert document.stack.count() == steps + 1
    document.stack.undo()
    assert document.require_scenario().setup == before.setup
    assert apply_all(window.desk, [], "UNIT900") == 0
    assert document.stack.count() == steps + 1, "nothing done is no step"


def test_the_panel_offers_what_can_be_done_for_all(window: Window) -> None:
    panel = window.docks.problems
    keys = list(window.desk.document.require_scenario().setup)[:3]
    panel.open()
    panel._show([finding(key, Fix("Take it off", "remove_setup", {"unit": key})) for key in keys])
    panel.table.setCurrentIndex(panel.filter.index(0, 0))
    settle()
    assert panel.fix_all.isVisible()
    assert panel.fix_all.text() == "Fix all 3 of UNIT900"
    panel.select_all.click()
    assert set(window.desk.selection.units) == set(keys)
    panel._show([finding(keys[0], None)])
    panel.table.setCurrentIndex(panel.filter.index(0, 0))
    assert not panel.fix_all.isVisible()
    assert not panel.select_all.isVisible()
