"""The rules desk by keyboard: Tab goes down each page, entries come and go by keys, half a rule stops none."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk_alone import desk, rules_file
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from settling import settle
from test_values_in_parts import ALL_FORMS, field

from editor.document.rules_document import RulesDocument
from editor.look.tab_order import inputs_in_order
from editor.rules.fields import LineField
from editor.rules.rules_view import RulesView
from editor.rules.widgets.chip import Chip
from editor.rules.widgets.chips import ConditionChips
from editor.rules.widgets.figure_field import FigureField
from editor.rules.widgets.figure_parts import EntryRows
from engine.formats.source import DataPath


@pytest.fixture
def document(tmp_path: Path) -> RulesDocument:
    return rules_file(tmp_path / "forms.yaml", ALL_FORMS)


@pytest.fixture
def view(qtbot: QtBot, document: RulesDocument) -> RulesView:
    return desk(qtbot, document, shown=True)


@pytest.mark.parametrize("page", ["movement", "combat 0"])
def test_tab_goes_down_the_page_and_leaves_nothing_out(qtbot: QtBot, view: RulesView, page: str) -> None:
    view.show_page(page)
    settle()
    view.list.setFocus()
    seen: list[QWidget] = []
    for _ in range(400):
        qtbot.keyClick(view.focusWidget(), Qt.Key.Key_Tab)
        focused = view.focusWidget()
        assert focused is not None, [one.accessibleName() for one in seen[-3:]]
        if view.form.isAncestorOf(focused) and focused not in seen:
            seen.append(focused)
        elif seen:
            break
    inputs = [one for one in inputs_in_order(view.form) if one.isVisible() and not isinstance(one, Chip)]
    assert [one.accessibleName() for one in inputs if one not in seen] == []
    rows = [next(n for n, row in enumerate(view.form.widgets) if row.isAncestorOf(one)) for one in seen]
    assert rows == sorted(rows)


def test_chips_come_and_go_by_keys(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    who = field(view, "combat", 0, "who")
    assert isinstance(who, ConditionChips)
    who.adder.setFocus()
    qtbot.keyClicks(who.adder, "type: Guns")
    qtbot.keyClick(who.adder, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: document.own["combat"][0].get("who") == {"type": "guns"})
    qtbot.keyClick(who.adder, Qt.Key.Key_Backspace)
    assert view.focusWidget() is who.chips[0]
    qtbot.keyClick(who.chips[0], Qt.Key.Key_Delete)
    assert not document.own["combat"][0].get("who")


def test_entries_of_a_figure_come_and_go_by_keys(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    worth = field(view, "victory", "worth")
    assert isinstance(worth, FigureField)
    assert isinstance(worth.parts, EntryRows)
    adder = worth.parts.adder
    adder.setFocus()
    qtbot.keyClick(adder, Qt.Key.Key_Space)
    assert list(document.own["victory"]["worth"]) == ["foot", "else", "guns"]
    focused = view.focusWidget()
    assert isinstance(focused, LineField)
    settle()
    qtbot.keyClick(focused, Qt.Key.Key_Tab)
    qtbot.keyClick(view.focusWidget(), Qt.Key.Key_Space)
    assert list(document.own["victory"]["worth"]) == ["foot", "guns", "else"]


HALF: list[tuple[DataPath, str]] = [
    (("movement", "costs", "hex", "clear"), "1/2"),
    (("zones", "leave"), "only_start"),
    (("combat", 0, "name"), "charge"),
    (("units", "values", "strength", "least"), "-1.5"),
    (("weather", "turns", "rain"), "1-3 5"),
    (("sequence", "phases", 0, "do"), "move attack"),
]


def test_half_written_values_never_stop_the_live_example(
    qtbot: QtBot, view: RulesView, document: RulesDocument
) -> None:
    for path, text in HALF:
        there = field(view, *path)
        line = there.line if isinstance(there, FigureField) else there
        assert isinstance(line, QLineEdit)
        line.setFocus()
        line.selectAll()
        qtbot.keyClick(line, Qt.Key.Key_Delete)
        for letter in text:
            qtbot.keyClicks(line, letter)
            qtbot.waitUntil(lambda: not view.example.busy)
        assert line.text() == text, "what is typed is left alone"
        while document.stack.canUndo():
            document.stack.undo()
        qtbot.waitUntil(lambda: not view.example.busy)
        assert document.text == ALL_FORMS
    qtbot.waitUntil(lambda: view.example.trouble.text() == "" and view.example.map.view.answer is not None)


def test_half_a_file_never_stops_it_either(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    qtbot.waitUntil(lambda: view.example.map.view.answer is not None)
    view.show_page("file")
    for end in range(0, len(ALL_FORMS), 211):
        document.set_text(ALL_FORMS[:end])
        qtbot.waitUntil(lambda: not view.example.busy)
        view.show_page("movement")
        view.show_page("file")
    document.set_text(ALL_FORMS)
    view.show_page("movement")
    qtbot.waitUntil(lambda: not view.example.busy and view.example.trouble.text() == "")
    assert view.stack.currentWidget() is view.area
