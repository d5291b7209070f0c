"""The registry of actions: every menu entry, its shortcut and its icon, in one place.

Panels and dialogs add their own; the window builds its menus from here, and a command palette can list all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QIcon, QKeySequence

from editor.plain import as_written
from editor.work.crash_report import REPORT

WITHOUT_MAP = (
    *("file.new", "file.open", "file.save", "file.close", "file.quit", "file.import", "file.template"),
    *("edit.undo", "edit.redo", "edit.find", "edit.preferences", "edit.shortcuts", "edit.larger", "edit.smaller"),
    *("view.dark", "view.next-", "view.previous-", "view.full-screen", "view.hide-panels", "view.reset-panels"),
    *("help.", "panel.problems", "panel.log", "rules.", "file.print-rulebook", "file.print-aids", "workspace."),
)
"""How the keys of actions begin that are there without a map as well: while a rules file is in front."""
MENUS = ("File", "Edit", "Select", "View", "Map", "Scenario", "Play", "Help")


@dataclass(frozen=True, slots=True)
class Entry:
    """An action's place in the menus: the menu, and the group within it (groups are parted by lines)."""

    key: str
    menu: str
    group: int
    action: QAction
    kinds: tuple[str, ...] = ()
    """The kinds of map that it is for; none for any."""


class Actions(QObject):
    """All actions of the window by key, in the order they were added."""

    added = Signal(object)
    """An ``Entry``; the window puts it into its menu."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[str, Entry] = {}
        self._kinds: tuple[str, ...] = ()
        self._front = ""
        """The kind of the map in front, once that is known."""
        self._put_away: set[str] = set()
        """Actions that are hidden because there is no map."""

    def add(
        self,
        key: str,
        text: str,
        slot: Callable[..., object],
        *,
        menu: str = "",
        group: int = 0,
        shortcut: QKeySequence | QKeySequence.StandardKey | str = "",
        icon: QIcon | None = None,
        tip: str = "",
        checkable: bool = False,
        checked: bool = False,
        kinds: tuple[str, ...] = (),
    ) -> QAction:
        """Make an action. A checkable one calls ``slot(checked)``, the others ``slot()``. ``kinds``: of map that it is
        for, where that is not what ``only_for`` says."""
        action = QAction(text, self)
        action.setObjectName(key)
        if icon is not None:
            action.setIcon(icon)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
        if tip:
            action.setStatusTip(tip)
            action.setToolTip(as_written(tip))
        if checkable:
            action.setCheckable(True)
            # A menu shows its tick; the icon is for the bars.
            action.setIconVisibleInMenu(False)
            action.setChecked(checked)
            action.toggled.connect(lambda _on: REPORT.note(key))
            action.toggled.connect(slot)
        else:
            action.triggered.connect(lambda _checked=False: REPORT.note(key))
            action.triggered.connect(lambda _checked=False: slot())
        entry = Entry(key, menu, group, action, kinds or self._kinds)
        self._entries[key] = entry
        if self._front:
            self._show_entry(entry, self._front)
        self.added.emit(entry)
        return action

    @contextmanager
    def only_for(self, *kinds: str) -> Iterator[None]:
        """Actions that are added meanwhile are for these kinds of map; they are not to be seen on others."""
        before, self._kinds = self._kinds, kinds
        try:
            yield
        finally:
            self._kinds = before

    def show_for(self, kind: str) -> None:
        """A map of this kind is in front: show what is for it and hide the rest, with its keys. For ``rules`` there is
        no map, and most is hidden."""
        self._front = kind
        for entry in self._entries.values():
            self._show_entry(entry, kind)

    def _show_entry(self, entry: Entry, kind: str) -> None:
        if entry.kinds:
            entry.action.setVisible(kind in entry.kinds)
        elif kind == "rules" and not entry.key.startswith(WITHOUT_MAP):
            if entry.action.isVisible():
                self._put_away.add(entry.key)
                entry.action.setVisible(False)
        elif entry.key in self._put_away:
            self._put_away.discard(entry.key)
            entry.action.setVisible(True)

    def get(self, key: str) -> QAction:
        """The action of a key; KeyError if there is none."""
        return self._entries[key].action

    def find(self, key: str) -> QAction | None:
        """The action of a key, or None."""
        entry = self._entries.get(key)
        return entry.action if entry else None

    @property
    def entries(self) -> list[Entry]:
        """All entries in the order they were added."""
        return list(self._entries.values())
