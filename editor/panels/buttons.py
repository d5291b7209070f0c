"""Buttons of panels."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from editor.look.icons import icon

ICONS: Final = {
    "Add": "add",
    "Remove": "remove",
    "Delete": "delete",
    "Up": "up",
    "Earlier": "up",
    "Later": "down",
    "Down": "down",
    "Edit": "edit",
    "Duplicate": "duplicate",
    "Copy": "duplicate",
    "Group": "group",
    "Place": "place",
}
"""The icons of buttons, by the first word on them."""
ICON: Final = 14
"""Pixels of the side of an icon on a button of a panel."""


class PanelButton(QToolButton):
    """A button that looks like one and that Tab reaches. What it does by a common verb has the icon of that verb."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(ICON, ICON))

    def setText(self, text: str) -> None:
        """Write this on it, with its icon before it."""
        super().setText(text)
        name = icon_of(text)
        if name:
            self.setIcon(icon(name))
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)


class ActionButton(PanelButton):
    """A button for an action of a panel."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        name = icon_of(action.text())
        if name:
            action.setIcon(icon(name))
            action.setIconVisibleInMenu(False)
        self.setDefaultAction(action)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)


def icon_of(text: str) -> str:
    """The name of the icon for what a button says; empty for none."""
    return ICONS.get(text.replace("&", "").split(" ")[0].rstrip("…"), "")
