"""Docks behind each other have one tab bar, however often the arrangement is restored."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTextEdit
from pytestqt.qtbot import QtBot
from settling import settle

from editor.window.tab_sweeper import TabSweeper


def bars(window: QMainWindow) -> list[list[str]]:
    found = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [[bar.tabText(i) for i in range(bar.count())] for bar in found if bar.isVisible()]


def test_one_tab_bar_for_each_group(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.setCentralWidget(QTextEdit())
    docks = []
    for name, area in (("a", "Right"), ("b", "Right"), ("c", "Bottom"), ("d", "Bottom")):
        dock = QDockWidget(name)
        dock.setObjectName(name)
        dock.setWidget(QTextEdit())
        window.addDockWidget(Qt.DockWidgetArea[f"{area}DockWidgetArea"], dock)
        if len(docks) % 2:
            window.tabifyDockWidget(docks[-1], dock)
        docks.append(dock)
    TabSweeper(window)
    with qtbot.waitExposed(window):
        window.show()
    for _ in range(2):
        settle()
        assert sorted(bars(window)) == [["a", "b"], ["c", "d"]]
        window.restoreState(window.saveState())
    window.resize(700, 500)
    settle()
    assert sorted(bars(window)) == [["a", "b"], ["c", "d"]]
    docks[0].raise_()
    settle()
    assert not docks[0].visibleRegion().isEmpty()


def test_a_bar_without_the_dock_that_came_last_is_hidden(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(800, 600)
    window.setCentralWidget(QTextEdit())
    docks = []
    for name in "abc":
        dock = QDockWidget(name)
        dock.setObjectName(name)
        dock.setWidget(QTextEdit())
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        if docks:
            window.tabifyDockWidget(docks[-1], dock)
        docks.append(dock)
    sweeper = TabSweeper(window)
    with qtbot.waitExposed(window):
        window.show()
    [real] = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    stale = QTabBar(window)
    for number in range(2):
        stale.setTabData(stale.addTab("ab"[number]), real.tabData(number))
    stale.setGeometry(10, 10, 200, 26)
    stale.show()
    sweeper.sweep()
    assert bars(window) == [["a", "b", "c"]]


def test_titles_of_many_docks_keep_their_length(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(500, 400)
    window.setCentralWidget(QTextEdit())
    docks: list[QDockWidget] = []
    for name in ("Order of battle", "Reinforcements", "Play", "Rules", "Underlay", "Stamps"):
        docks.append(QDockWidget(name))
        docks[-1].setObjectName(name)
        docks[-1].setWidget(QTextEdit())
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, docks[-1])
        if len(docks) > 1:
            window.tabifyDockWidget(docks[-2], docks[-1])
    TabSweeper(window)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    for _ in range(2):
        window.resizeDocks([docks[0]], [200], Qt.Orientation.Horizontal)
        settle()
        [bar] = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
        for i in range(bar.count()):
            assert bar.tabRect(i).width() > bar.fontMetrics().horizontalAdvance(bar.tabText(i))
        assert sum(bar.tabRect(i).width() for i in range(bar.count())) > bar.width(), "there is not room for all"
        docks[-1].raise_()
        settle()
        assert bar.rect().contains(bar.tabRect(bar.count() - 1).center()), "the one in front is scrolled into view"
        window.restoreState(window.saveState())
        settle()
