"""Rows of trees are as high as their text needs at the width of the column."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot
from settling import settle

from editor.look.wrapping import WrappedRows

LONG = "Scales: 50 men or one gun a factor, 100 yards a hex, half an hour a turn"


def test_a_row_is_as_high_as_its_text_and_follows_the_width(qtbot: QtBot) -> None:
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    tree.setHeaderLabels(["Paragraph", "About"])
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    WrappedRows(tree, 1)
    short, long = QTreeWidgetItem(["1.1", "Players"]), QTreeWidgetItem(["1.2", LONG])
    tree.addTopLevelItems([short, long])
    tree.resize(300, 200)
    tree.show()
    settle()
    line = tree.visualItemRect(short).height()
    assert tree.visualItemRect(long).height() >= line + tree.fontMetrics().lineSpacing()
    tree.resize(900, 200)
    settle()
    assert tree.visualItemRect(long).height() == line
