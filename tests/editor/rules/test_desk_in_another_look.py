"""The rules desk when the desktop turns dark while it is open: nothing keeps a colour of the look before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from desk_alone import desk, rules_file
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.look import style
from editor.plain import RichLabel
from editor.rules.rules_view import RulesView
from editor.rules.widgets.paragraph_editor import ParagraphEditor
from editor.rules.widgets.table_grid import TableGrid
from engine import data

ROLE = QPalette.ColorRole


@pytest.fixture
def light(qapp: QApplication) -> Iterator[QApplication]:
    """The application, light at the beginning and at the end."""
    style.set_dark(qapp, False)
    yield qapp
    style.set_dark(qapp, False)


def ridge(qtbot: QtBot, page: str) -> RulesView:
    """The desk with a page of The Ridge."""
    view = desk(
        qtbot, rules_file(data.resources() / "systems" / "the_ridge" / "system.yaml"), example=False, shown=True
    )
    view.show_page(page)
    settle()
    return view


def test_the_headings_of_a_table(qtbot: QtBot, light: QApplication) -> None:
    grid = next(one for one in ridge(qtbot, "tables").findChildren(TableGrid) if one.isVisible()).grid
    for dark in (True, False):
        style.set_dark(light, dark)
        settle()
        for row, column in ((0, 1), (1, 0)):
            assert grid.item(row, column).background().color() == light.palette().color(ROLE.AlternateBase)


def test_the_note_below_a_paragraph(qtbot: QtBot, light: QApplication) -> None:
    editor = next(one for one in ridge(qtbot, "paragraphs").findChildren(ParagraphEditor) if one.isVisible())
    editor.show_number("13.1")
    assert "refers to it" in editor.places.item(0).text()
    for dark in (True, False):
        style.set_dark(light, dark)
        settle()
        assert editor.places.item(0).foreground().color() == light.palette().color(ROLE.PlaceholderText)


def test_links(qtbot: QtBot, light: QApplication) -> None:
    label = RichLabel('<a href="rule:4.1">████</a>')
    qtbot.addWidget(label)
    label.show()
    for dark in (True, False):
        style.set_dark(light, dark)
        settle()
        picture = label.grab().toImage()
        seen = Counter(picture.pixelColor(x, y).rgb() for x in range(picture.width()) for y in range(picture.height()))
        assert light.palette().color(ROLE.Link).rgb() in [colour for colour, _count in seen.most_common(2)], [
            QColor(colour).name() for colour in seen
        ]
