"""The tool bars: what is done most, above; the tools at the left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from editor.desk.desk import Desk
from editor.look.icons import icon
from editor.tools.base import Tool

MAIN: Final = (
    ("file.new-map", "file.open", "file.save"),
    ("edit.undo", "edit.redo"),
    ("view.zoom-out", "view.zoom-in", "view.fit"),
    ("view.grid", "view.numbers"),
)
"""The actions of the upper bar; groups are parted by lines."""
TALL: Final = 850
"""From this height on, in pixels, the window has room for all tools at their full size."""


class ToolBars:
    """Both bars of a window."""

    def __init__(self, window: QMainWindow, desk: Desk, styles: QMenu) -> None:
        """``styles``: the menu of the map styles, which is at hand in the upper bar."""
        self.main = _bar(window, "Main tool bar", "main", 22)
        for group in MAIN:
            if self.main.actions():
                self.main.addSeparator()
            self.main.addActions([desk.actions.get(key) for key in group])
        self._of_maps = [self.main.addWidget(_style_button(styles))]
        """What is for maps alone."""
        self._space: QAction | None = None
        """What keeps the workspaces at the right end."""
        window.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.main)
        self.tools = _bar(window, "Tools", "tools", 24)
        self._desk = desk
        self._add(desk.tools.all)
        desk.tools.added.connect(self._add)
        window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.tools)
        desk.document_changed.connect(lambda _document: self._show_lines())

    def _add(self, tools: Sequence[Tool[Any]]) -> None:
        """A button for each of these tools, with a line between their groups."""
        group_now = tools[0].group
        for tool in tools:
            if tool.group != group_now:
                self.tools.addSeparator()
                group_now = tool.group
            self.tools.addAction(self._desk.actions.get(f"tool.{tool.key}"))

    def add_workspaces(self, switches: Sequence[QAction], menu: QMenu) -> None:
        """Put the workspaces at the right end of the upper bar, with a menu of those of your own."""
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._space = self.main.addWidget(space)
        self.main.addActions(list(switches))
        for switch in switches:
            button = self.main.widgetForAction(switch)
            if isinstance(button, QToolButton):
                button.setObjectName("workspace")
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.main.addWidget(_menu_button(menu))

    def show_for_map(self, there: bool) -> None:
        """Show the tools and what else is for maps alone, or hide it."""
        self.tools.setVisible(there)
        for action in self._of_maps:
            action.setVisible(there)
        self._show_lines()

    def _show_lines(self) -> None:
        """Show a line only between buttons that are there."""
        for bar in (self.main, self.tools):
            line: QAction | None = None
            begun = False
            for action in bar.actions():
                if action.isSeparator():
                    action.setVisible(False)
                    line = action
                elif action.isVisible() and action is not self._space:
                    if line is not None and begun:
                        line.setVisible(True)
                    line, begun = None, True
                elif action is self._space:
                    line = None

    def fit(self, height: int) -> None:
        """All tools are to be seen in a low window too."""
        side = 24 if height >= TALL else 16
        if self.tools.iconSize().width() != side:
            self.tools.setIconSize(QSize(side, side))


def _bar(window: QMainWindow, title: str, key: str, side: int) -> QToolBar:
    bar = QToolBar(title, window)
    bar.setObjectName(key)
    bar.setMovable(False)
    bar.setIconSize(QSize(side, side))
    return bar


def _menu_button(menu: QMenu) -> QToolButton:
    """The workspaces of your own, and what is done with workspaces."""
    button = QToolButton()
    button.setObjectName("workspace")
    button.setText("More")
    button.setAccessibleName("Workspaces")
    button.setToolTip("Workspaces of your own, full screen, reset workspace")
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    return button


def _style_button(styles: QMenu) -> QToolButton:
    """The map styles and what goes with them."""
    button = QToolButton()
    button.setIcon(icon("style"))
    button.setText("Map style")
    button.setToolTip("Map style, hill shading, tints, contours")
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(styles)
    return button
