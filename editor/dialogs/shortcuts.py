"""Keyboard shortcuts: every action with its key, to be changed; clashes are said before they are kept."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from editor.actions import Actions, Entry
from editor.dialogs.forms import FormDialog, note
from editor.settings import settings

_GROUP: Final = "shortcuts"


def plain_title(text: str) -> str:
    """An action's text as people read it, without the mark of its access key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…. ")


def remember_defaults(actions: Actions) -> None:
    """Note each action's own shortcuts, then lay the user's over them."""
    store = settings()
    for entry in actions.entries:
        if entry.action.property("default-shortcut") is None:
            entry.action.setProperty("default-shortcut", _written(entry))
        changed = store.value(f"{_GROUP}/{entry.key}")
        if changed is not None:
            entry.action.setShortcut(QKeySequence(str(changed)))


def _written(entry: Entry) -> str:
    return QKeySequence.listToString(entry.action.shortcuts())


_LASTING: Final = {"edit.undo": "Undo", "edit.redo": "Redo"}


class ShortcutsDialog(FormDialog):
    """Edits the shortcuts; they are set and kept when it is accepted."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("Keyboard shortcuts", parent)
        self.resize(620, 560)
        self._entries = {entry.key: entry for entry in actions.entries if entry.action.text()}
        self._keys = {key: entry.action.shortcut().toString() for key, entry in self._entries.items()}
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find an action or a key")
        self.filter.textChanged.connect(self._narrow)
        self.list = QTreeWidget()
        self.list.setAccessibleName("Actions and their keys")
        self.list.setHeaderLabels(["Action", "Menu", "Shortcut"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        for key, entry in self._entries.items():
            row = QTreeWidgetItem([self._title(key), entry.menu, self._keys[key]])
            row.setData(0, Qt.ItemDataRole.UserRole, key)
            self.list.addTopLevelItem(row)
        self.list.setColumnWidth(0, 300)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setAccessibleName("New key")
        self.edit.keySequenceChanged.connect(self._change)
        self.default = QPushButton("Its own &default")
        self.default.clicked.connect(self._reset_one)
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        hint = note("Choose an action, then press its new key below; the cross takes its key away.")
        for part in (self.filter, self.list, hint, self.edit):
            self.body.addWidget(part)
        self.body.addWidget(self.default)
        rows = self._rows()
        if rows:
            self.list.setCurrentItem(rows[0])
        self.check()

    def _title(self, key: str) -> str:
        """The action's name, without the step that it would undo or redo just now."""
        return _LASTING.get(key) or plain_title(self._entries[key].action.text())

    def _current(self) -> str:
        row = self.list.currentItem()
        return str(row.data(0, Qt.ItemDataRole.UserRole)) if row is not None else ""

    def _show_current(self) -> None:
        key = self._current()
        self.edit.blockSignals(True)
        self.edit.setKeySequence(QKeySequence(self._keys.get(key, "")))
        self.edit.blockSignals(False)

    def _change(self, sequence: QKeySequence) -> None:
        key = self._current()
        if key:
            self.set_key(key, sequence.toString())

    def set_key(self, key: str, sequence: str) -> None:
        """Give an action a shortcut, or none with an empty text."""
        self._keys[key] = sequence
        for row in self._rows():
            if row.data(0, Qt.ItemDataRole.UserRole) == key:
                row.setText(2, sequence)
        self.check()

    def _rows(self) -> list[QTreeWidgetItem]:
        rows = (self.list.topLevelItem(i) for i in range(self.list.topLevelItemCount()))
        return [row for row in rows if row is not None]

    def _reset_one(self) -> None:
        key = self._current()
        if key:
            first = str(self._entries[key].action.property("default-shortcut") or "").split("; ")[0]
            self.set_key(key, first)
            self._show_current()

    def _narrow(self, text: str) -> None:
        wanted = text.casefold().strip()
        for row in self._rows():
            row.setHidden(not any(wanted in row.text(column).casefold() for column in range(3)))

    def problem(self) -> str:
        """Two actions with one key."""
        owners: dict[str, str] = {}
        for key, sequence in self._keys.items():
            if sequence and sequence in owners:
                first, second = (self._title(k) for k in (owners[sequence], key))
                return f"{sequence} is the key of both {first} and {second}."
            owners[sequence] = key
        return ""

    def accept(self) -> None:
        """Set and keep what was changed."""
        store = settings()
        for key, entry in self._entries.items():
            if self._keys[key] == entry.action.shortcut().toString():
                continue
            entry.action.setShortcut(QKeySequence(self._keys[key]))
            store.setValue(f"{_GROUP}/{key}", self._keys[key])
        super().accept()
