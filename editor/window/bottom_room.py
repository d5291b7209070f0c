"""The height of the panels below the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from editor.panels.problems_panel import ProblemsPanel

TALL: Final = 200
"""The height of the panels below the map, in pixels, the first time they need it."""
MOST: Final = 0.42
"""The share of the window's height that a panel below the map takes by itself."""
LEAST: Final = 36
"""The least height of the body of a panel below the map: a line of buttons."""


class BottomRoom(QObject):
    """Gives each panel below the map the height that it likes or that it was given last. Problems have one line until
    somebody asks for them: by their tab, by the entry of the menu, by their button."""

    def __init__(
        self, window: QMainWindow, problems: QDockWidget, panel: ProblemsPanel, docks: Mapping[QDockWidget, int]
    ) -> None:
        """``docks``: those that lie below the map by default, ``problems`` with its ``panel`` among them, with the
        height they like."""
        super().__init__(window)
        self._window, self._problems = window, problems
        self._heights = dict(docks)
        self._front: QDockWidget | None = None
        """The one that is to be seen."""
        self._panel = panel
        self._is_low = False
        self._lower = False
        """Whether the window has become lower since it was looked at."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._share)
        for dock in docks:
            body = dock.widget()
            if body is not None:
                # Docks behind each other are as high as the one that needs most.
                body.setMinimumHeight(LEAST)
            dock.visibilityChanged.connect(lambda _shown: self._soon.start(0))
            dock.dockLocationChanged.connect(lambda _area: self._soon.start(0))
        panel.low_changed.connect(lambda: self._soon.start(0))
        problems.toggleViewAction().triggered.connect(lambda shown: panel.be_low(not shown))

    def lowered(self) -> None:
        """The window has become lower."""
        self._lower = True
        self._soon.start(0)

    @property
    def _most(self) -> int:
        """The height that a panel takes by itself at most, in pixels."""
        return max(TALL, round(self._window.height() * MOST))

    def _share(self) -> None:
        """Make the panel in front low, or as high as it was or likes to be."""
        below = Qt.DockWidgetArea.BottomDockWidgetArea
        there = [dock for dock in self._heights if self._window.dockWidgetArea(dock) == below]
        shown = [dock for dock in there if not dock.isHidden() and not dock.visibleRegion().isEmpty()]
        if len(shown) != 1:
            return
        front, before = shown[0], self._front
        low = front is self._problems and self._panel.low
        if self._lower:
            self._lower = False
            if self._window.statusBar().y() - front.y() > self._most:
                # What was little in a high window would leave the map no room in this one.
                self._window.resizeDocks([front], [self._most], Qt.Orientation.Vertical)
                self._heights[front] = min(self._heights[front], self._most)
        if low and front is not before and before is not None:
            # Another panel was in front: this one was asked for.
            self._panel.be_low(False)
            low = False
        if (front, low) == (before, self._is_low):
            return
        if before is not None and not self._is_low:
            # With the tabs below it, as Qt counts when it is asked for a height; while the window changes that may be
            # less than nothing.
            self._heights[before] = max(LEAST, self._window.statusBar().y() - front.y())
        self._front, self._is_low = front, low
        if low or before is not None or self._window.statusBar().y() - front.y() < TALL:
            height = LEAST if low else min(self._most, self._heights[front])
            self._window.resizeDocks([front], [height], Qt.Orientation.Vertical)
