"""Finding one's way: the command palette, Find, keyboard shortcuts, the dark desktop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication

from editor.desk.seek import Finder
from editor.dialogs.asking import asked
from editor.dialogs.seeker import Offer, Seeker
from editor.dialogs.shortcuts import ShortcutsDialog
from editor.look import style
from editor.look.icons import redressed
from editor.look.keymap import keys_now, keys_of, lay_over, menu_title, plain_title

if TYPE_CHECKING:
    from editor.desk.workbench import Workbench


class DeskActions(QObject):
    """Adds the actions; to be made last, when all others are there."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        add = workbench.actions.add
        add(
            "edit.find",
            "&Find and go to…",
            self.find,
            menu="Edit",
            group=4,
            shortcut="Ctrl+F",
            tip="Find a place, a hex, a terrain, a hexside, a region or a unit: go there, or select all",
        )
        add("edit.shortcuts", "&Keyboard shortcuts…", self.edit_shortcuts, menu="Edit", group=9)
        add("view.dark", "&Dark desktop", self._dress, menu="View", group=2, checkable=True, checked=style.is_dark())
        add(
            "help.commands",
            "&Command palette…",
            self.commands,
            menu="Help",
            shortcut="Ctrl+Shift+P",
            tip="Every action by name",
        )
        lay_over(workbench.actions)

    def _dress(self, on: bool) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.set_dark(app, on)
            for entry in self.workbench.actions.entries:
                fresh = redressed(entry.action.icon())
                if fresh is not None:
                    entry.action.setIcon(fresh)
            for button in self.workbench.window.findChildren(QAbstractButton):
                fresh = redressed(button.icon())
                if fresh is not None:
                    button.setIcon(fresh)

    def edit_shortcuts(self) -> None:
        """Let the user change the keys."""
        with asked(ShortcutsDialog(self.workbench.actions, self.workbench.window)):
            pass

    # -- the command palette ------------------------------------------------------------------------------------

    def commands(self) -> None:
        """Offer every action."""
        _seek(Seeker("Command palette", "Type a command", list(self.command_offers()), self.workbench.window))

    def command_offers(self) -> Iterator[Offer]:
        """All actions with menu and keys; those that cannot be used just now come last and say so."""
        entries = [e for e in self.workbench.actions.entries if e.action.text() and e.key != "help.commands"]
        for entry in sorted(entries, key=lambda e: not e.action.isEnabled()):
            action = entry.action
            usable = action.isEnabled()
            keys = ", ".join(keys_of(keys_now(entry)))
            remark = " · ".join(part for part in (menu_title(entry), keys, "" if usable else "not now") if part)
            yield Offer(
                plain_title(action.text()),
                remark,
                _trigger(action),
                action.icon(),
                about=action.statusTip(),
                usable=usable,
            )

    # -- find ---------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Offer everything on the map that has a name, and go to what is chosen, or select all that fits."""
        hint = "A place, a hex number, a terrain, a feature, a hexside, a region, a unit"
        finder = Finder(self.workbench)
        _seek(
            Seeker(
                "Find and go to",
                hint,
                list(finder.offers()),
                self.workbench.window,
                gather=finder.select_all,
                more=finder.numbered,
            )
        )

    def place_offers(self) -> Iterator[Offer]:
        """What Find offers."""
        return Finder(self.workbench).offers()


def _seek(seeker: Seeker) -> None:
    """Let the user choose, and do it when the dialog is gone: it may open another one."""
    with asked(seeker):
        chosen = seeker.chosen
    if chosen is not None:
        chosen()


def _trigger(action: QAction) -> Callable[[], None]:
    return lambda: action.trigger()
