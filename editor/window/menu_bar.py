"""The menu bar: actions go into the menus that they name, in groups parted by lines."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from editor.look.mnemonics import deal_menu
from editor.stage.actions import MENUS, Actions, Entry
from editor.stage.submenus import WITHIN

MNEMONICS: Final = {"Select": "Se&lect"}
"""Titles of menus whose first letter another one answers to."""


class MenuBar(QObject):
    """The menus of a window by name; a menu within another one goes by both, such as ``View/Map style``.

    Where an entry stands depends on its group alone, and on when it came only among those of its group.
    """

    def __init__(self, window: QMainWindow, actions: Actions) -> None:
        super().__init__(window)
        self._window = window
        self._menus = {name: QMenu(MNEMONICS.get(name, f"&{name}"), window) for name in MENUS}
        for menu in self._menus.values():
            window.menuBar().addMenu(menu)
        self._placed: dict[str, list[tuple[int, QAction]]] = {}
        for entry in actions.entries:
            self._add(entry)
        actions.added.connect(self._add)

    def __getitem__(self, name: str) -> QMenu:
        return self._menus[name]

    def add_menu(self, name: str, group: int, menu: QMenu) -> None:
        """Put a whole menu into another one."""
        self._place(name, group, menu.menuAction())

    def deal_letters(self) -> None:
        """Underline a letter of every entry; to be called when all are there."""
        for name in MENUS:
            deal_menu(self._menus[name])

    def _add(self, entry: Entry) -> None:
        self._window.addAction(entry.action)
        parent, bar, title = entry.menu.partition("/")
        if entry.menu not in self._menus and bar and parent in self._menus:
            self._menus[entry.menu] = QMenu(title, self._window)
            self._menus[entry.menu].menuAction().visibleChanged.connect(partial(self._show, self._menus[parent]))
            self.add_menu(parent, WITHIN[entry.menu], self._menus[entry.menu])
        if entry.menu in self._menus:
            self._place(entry.menu, entry.group, entry.action)
        if entry.menu in self._menus:
            entry.action.visibleChanged.connect(partial(self._show, self._menus[entry.menu]))
            self._show(self._menus[entry.menu])

    @staticmethod
    def _show(menu: QMenu) -> None:
        """A menu is to be seen where anything of it is."""
        shown = any(action.isVisible() for action in menu.actions() if not action.isSeparator())
        if menu.menuAction().isVisible() != shown:
            menu.menuAction().setVisible(shown)

    def _place(self, name: str, group: int, action: QAction) -> None:
        """Put an action into a menu, after the others of its group."""
        menu, there = self._menus[name], self._placed.setdefault(name, [])
        following = min((one for one in there if one[0] > group), key=lambda one: one[0], default=None)
        first_of_group = not any(one[0] == group for one in there)
        if following is None:
            if first_of_group and there:
                menu.addSeparator()
            menu.addAction(action)
        else:
            # The line before the group that follows stays with that group.
            actions = menu.actions()
            at = actions.index(following[1])
            line = actions[at - 1] if at and actions[at - 1].isSeparator() else None
            if first_of_group:
                menu.insertAction(following[1], action)
                menu.insertSeparator(following[1])
            else:
                menu.insertAction(line or following[1], action)
        there.append((group, action))
