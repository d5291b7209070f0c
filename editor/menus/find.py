"""Finding one's way: the command palette, Find, keyboard shortcuts, the dark desktop."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractButton, QApplication

from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.seeker import Offer, Seeker
from editor.dialogs.shortcuts import ShortcutsDialog
from editor.kinds import kind_of
from editor.look import style
from editor.look.icons import redressed
from editor.menus.find_offers import Finder
from editor.menus.synonyms import SYNONYMS
from editor.stage.actions import MENUS, Entry
from editor.stage.keymap import keys_now, keys_of, menu_title, plain_title
from editor.work.settings import settings

USED: Final = "commands/used"
MOST_USED: Final = 8
"""The number of actions that are remembered as used last."""


class FindActions(QObject):
    """Finding things on the map, and actions by name."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
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
        add("view.dark", "&Dark theme", self._dress, menu="View", group=3, checkable=True, checked=style.is_dark())
        add(
            "help.commands",
            "&Command palette…",
            self.commands,
            menu="Help",
            shortcut="Ctrl+Shift+P",
            tip="Every action by name",
        )

    def _dress(self, on: bool) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.set_dark(app, on)
            for entry in self.desk.actions.entries:
                fresh = redressed(entry.action.icon())
                if fresh is not None:
                    entry.action.setIcon(fresh)
            for button in self.desk.window.findChildren(QAbstractButton):
                fresh = redressed(button.icon())
                if fresh is not None:
                    button.setIcon(fresh)

    def edit_shortcuts(self) -> None:
        """Let the user change the keys."""
        with asked(ShortcutsDialog(self.desk.actions, self.desk.window)):
            pass

    # -- the command palette ------------------------------------------------------------------------------------

    def commands(self) -> None:
        """Offer every action."""
        _seek(Seeker("Command palette", "Type a command", list(self.command_offers()), self.desk.window))

    def command_offers(self) -> Iterator[Offer]:
        """All actions with menu and keys: those that were used last come first, then those of the menus; what cannot be
        used just now comes last and says so."""
        used = _used()
        entries = [e for e in self.desk.actions.entries if e.action.text() and e.key != "help.commands"]
        for entry in sorted(entries, key=lambda entry: _rank(entry, used)):
            action = entry.action
            usable = action.isEnabled()
            keys = ", ".join(keys_of(keys_now(entry)))
            remark = " · ".join(part for part in (menu_title(entry), keys, "" if usable else "not now") if part)
            yield Offer(
                plain_title(action.text()),
                remark,
                partial(self._do, entry),
                action.icon(),
                about=action.statusTip(),
                synonyms=SYNONYMS.get(entry.key, ""),
                usable=usable,
            )

    def _do(self, entry: Entry) -> None:
        """Do what was chosen, and remember it."""
        settings().setValue(USED, [entry.key, *(key for key in _used() if key != entry.key)][:MOST_USED])
        entry.action.trigger()

    # -- find ---------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Offer everything on the map that has a name, and go to what is chosen, or select all that fits."""
        finder = self._finder()
        _seek(
            Seeker(
                "Find and go to",
                finder.hint,
                list(finder.offers()),
                self.desk.window,
                gather=finder.select_all,
                more=finder.numbered,
            )
        )

    def _finder(self) -> Finder:
        """What offers things on the kind of map in front."""
        found = kind_of(self.desk.document).offers("finder")(self.desk)
        assert isinstance(found, Finder)
        return found

    def place_offers(self) -> Iterator[Offer]:
        """What Find offers."""
        return self._finder().offers()


def _used() -> list[str]:
    """The keys of the actions that were chosen here last, the latest first."""
    value = settings().value(USED, [])
    return [str(key) for key in (value if isinstance(value, list) else [value]) if key]


def _rank(entry: Entry, used: list[str]) -> tuple[bool, int, int]:
    """Where an action stands in the command palette."""
    menu = entry.menu.partition("/")[0]
    lately = used.index(entry.key) if entry.key in used else len(used)
    return not entry.action.isEnabled(), lately, MENUS.index(menu) if menu in MENUS else len(MENUS)


def _seek(seeker: Seeker) -> None:
    """Let the user choose, and do it when the dialog is gone: it may open another one."""
    with asked(seeker):
        chosen = seeker.chosen
    if chosen is not None:
        chosen()
