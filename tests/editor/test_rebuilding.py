"""What is built again: the keyboard and the scroll stay where they are, and nothing is freed in its own signal."""

from __future__ import annotations

import pytest
from bench import at_bench
from fields import document
from filling_in import choose
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from settling import free, settle
from shiboken6 import isValid

from editor.look.rebuilding import emptied, let_go, put_inside, rebuilt
from editor.panels.arrivals_panel import ArrivalsPanel


def test_a_choice_that_changes_its_form_keeps_the_keyboard(qtbot: QtBot) -> None:
    with at_bench(qtbot, document()) as bench:
        panel = ArrivalsPanel(bench.desk)
        qtbot.addWidget(panel)
        panel.resize(900, 300)
        with qtbot.waitExposed(panel):
            panel.show()
        panel.choose(0)
        settle()
        for name, entry in (("when", 1), ("when", 3), ("how", 3), ("how", 0)):
            before = panel.form.widgets[name]
            before.setFocus()
            assert isinstance(before, QComboBox)
            choose(before, entry, by_mouse=False)
            settle()
            after = panel.form.widgets[name]
            assert after is not before
            assert panel.focusWidget() is after
            free()


@pytest.fixture
def form(qtbot: QtBot) -> QScrollArea:
    """A form of thirty lines in an area that shows a few of them."""
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    inside = QWidget()
    QFormLayout(inside)
    fill(inside, 30)
    area.setWidget(inside)
    area.resize(200, 120)
    area.show()
    settle()
    return area


def fill(inside: QWidget, lines: int) -> None:
    rows = inside.layout()
    assert isinstance(rows, QFormLayout)
    for number in range(lines):
        line = QLineEdit()
        line.setObjectName(f"line {number}")
        rows.addRow(str(number), line)


def build_again(area: QScrollArea, lines: int, *, scroll: bool = True) -> None:
    inside = area.widget()
    assert inside is not None
    with rebuilt(inside, scroll=scroll):
        rows = inside.layout()
        assert rows is not None
        emptied(rows)
        fill(inside, lines)
    settle()


def line(area: QScrollArea, number: int) -> QLineEdit:
    return area.findChildren(QLineEdit, f"line {number}")[-1]


def test_a_form_that_is_built_again_stays_where_it_was_scrolled_to(form: QScrollArea) -> None:
    form.verticalScrollBar().setValue(300)
    build_again(form, 40)
    assert form.verticalScrollBar().value() == 300
    build_again(form, 40, scroll=False)
    assert form.verticalScrollBar().value() == 0


def test_the_keyboard_is_in_the_field_of_the_same_name(form: QScrollArea) -> None:
    line(form, 12).setFocus()
    build_again(form, 20)
    free()
    assert form.focusWidget() is line(form, 12)
    build_again(form, 5)
    free()
    assert form.focusWidget() is form.widget(), "that field is gone: the keyboard is in the form and nowhere else"


def test_fields_of_one_name_are_told_apart_by_their_place(form: QScrollArea) -> None:
    inside = form.widget()
    assert inside is not None
    for one in inside.findChildren(QLineEdit):
        one.setObjectName("line 7")
    lines = inside.findChildren(QLineEdit)
    lines[3].setFocus()
    with rebuilt(inside):
        pass
    assert form.focusWidget() is lines[3]


def test_what_is_let_go_says_nothing_more_and_is_freed_later(form: QScrollArea) -> None:
    said: list[str] = []
    gone = line(form, 3)
    gone.textChanged.connect(said.append)
    let_go(gone)
    assert isValid(gone)
    gone.setText("typed")
    assert said == []
    free()
    assert not isValid(gone)


def test_a_layout_is_emptied_with_the_layouts_in_it(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    column, row, rows = QVBoxLayout(holder), QHBoxLayout(), QFormLayout()
    kept, pair = QLabel("kept"), QHBoxLayout()
    row.addWidget(QSpinBox())
    row.addWidget(kept)
    pair.addWidget(QSpinBox())
    rows.addRow("two", pair)
    for part in (row, rows):
        column.addLayout(part)
    column.addStretch(1)
    emptied(column, (kept,))
    free()
    assert holder.findChildren(QWidget) == [kept]
    assert kept.isHidden()


def test_what_was_in_a_scroll_area_is_freed_later(form: QScrollArea) -> None:
    before = form.widget()
    assert before is not None
    put_inside(form, QLabel("another"))
    assert isValid(before)
    free()
    assert not isValid(before)
