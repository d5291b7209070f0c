"""Tends the tab bars of docks that lie behind each other: their titles can be read, and none is left over.

Qt would shorten the titles of many tabs to a letter each; here they keep their length, and the bar is scrolled.
Qt 6.11 gives docks that lie behind each other a new tab bar whenever an arrangement is restored, or built
before the window is shown, and leaves the old one standing where it was. The last one that lies at the foot
of its dock is the one in use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar

DIRECT: Final = Qt.FindChildOption.FindDirectChildrenOnly
"""Docks and their tab bars are the window's own; to look through all it holds takes milliseconds."""


class TabSweeper(QObject):
    """Looks after the tab bars of a window's docks."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._closed: WeakSet[QTabBar] = WeakSet()
        """The bars that were hidden with their docks."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.sweep)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again after every new layout."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._timer.start()
        return False

    def sweep(self) -> None:
        """Have all titles readable; hide every bar that stands for docks which another one stands for too, and is
        not in use, and every bar whose docks are all closed."""
        bars = self._window.findChildren(QTabBar, options=DIRECT)
        if not bars:
            return
        docks = [dock for dock in self._window.findChildren(QDockWidget, options=DIRECT) if not dock.isFloating()]
        self._sweep_closed(bars, docks)
        groups: list[tuple[set[object], list[QTabBar]]] = []
        for bar in bars:
            _dress(bar)
            if bar.count() and not bar.isHidden():
                of: set[object] = {bar.tabData(i) for i in range(bar.count())}
                same = [group for group in groups if group[0] & of]
                groups = [group for group in groups if group not in same]
                groups.append((of.union(*(group[0] for group in same)), [*(b for g in same for b in g[1]), bar]))
        for _, alike in groups:
            used = [bar for bar in alike if len(alike) > 1 and _at_a_dock(bar, docks)] or alike
            for bar in alike:
                if bar is not used[-1]:
                    bar.hide()

    def _sweep_closed(self, bars: Sequence[QTabBar], docks: Sequence[QDockWidget]) -> None:
        """Hide the bars of docks that were all closed at once, which Qt leaves standing, until one is open again."""
        open_now = {dock.windowTitle() for dock in docks if not dock.isHidden()}
        for bar in bars:
            there = any(bar.tabText(i) in open_now for i in range(bar.count()))
            if there and bar in self._closed:
                self._closed.remove(bar)
                bar.show()
            elif not there and bar.count() and not bar.isHidden():
                self._closed.add(bar)
                bar.hide()


def _at_a_dock(bar: QTabBar, docks: Sequence[QDockWidget]) -> bool:
    """Whether a tab bar lies at the edge of one of these docks that can be seen."""
    place = bar.geometry()
    return any(
        dock.geometry().left() == place.left() and abs(dock.geometry().bottom() + 1 - place.top()) <= 2
        for dock in docks
        if dock.isVisible()
    )


def _dress(bar: QTabBar) -> None:
    """Tabs as wide as their titles, with buttons to go on to those that have no room."""
    if bar.elideMode() != Qt.TextElideMode.ElideNone:
        bar.setElideMode(Qt.TextElideMode.ElideNone)
        bar.setUsesScrollButtons(True)
        bar.setExpanding(False)
