"""Keyboard shortcuts: every action with its keys, to be changed; clashes are said before they are kept."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from editor.dialogs.forms import FormDialog, note
from editor.dialogs.save_questions import tell_not_kept
from editor.plain import as_written
from editor.stage.actions import Actions
from editor.stage.keymap import keep, keys_now, keys_of, menu_title, own_keys, plain_title, reserved

_LASTING: Final = {"edit.undo": "Undo", "edit.redo": "Redo"}


class ShortcutsDialog(FormDialog):
    """Edits the shortcuts; they are set and kept when it is accepted."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("Keyboard shortcuts", parent)
        self.resize(620, 560)
        self._entries = {entry.key: entry for entry in actions.entries if entry.action.text()}
        self._keys = {key: keys_now(entry) for key, entry in self._entries.items()}
        self._reserved = reserved(parent)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find an action or a key")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.list = QTreeWidget()
        self.list.setAccessibleName("Actions and their keys")
        self.list.setHeaderLabels(["Action", "Menu", "Shortcut"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        for key, entry in self._entries.items():
            row = QTreeWidgetItem([self._title(key), menu_title(entry), self._keys[key]])
            row.setData(0, Qt.ItemDataRole.UserRole, key)
            row.setToolTip(0, as_written(entry.action.statusTip()))
            self.list.addTopLevelItem(row)
        self.list.setColumnWidth(0, 280)
        self.list.setColumnWidth(1, 140)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setAccessibleName("New key")
        self.edit.keySequenceChanged.connect(self._change)
        self.default = QPushButton("Its own &default")
        self.default.setToolTip("Reset the keys of this action to the defaults")
        self.default.clicked.connect(self._reset_one)
        self.all_default = QPushButton("&All defaults")
        self.all_default.setToolTip("Reset the keys of all actions to the defaults")
        self.all_default.clicked.connect(self._reset_all)
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        hint = note("Choose an action, then press its new key below; the cross takes its key away.")
        for part in (self.filter, self.list, hint, self.edit):
            self.body.addWidget(part)
        line = QHBoxLayout()
        for button in (self.default, self.all_default):
            button.setAutoDefault(False)
            line.addWidget(button)
        line.addStretch(1)
        self.body.addLayout(line)
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
        first = next(iter(keys_of(self._keys.get(key, ""))), "")
        self.edit.blockSignals(True)
        self.edit.setKeySequence(QKeySequence(first))
        self.edit.blockSignals(False)
        if key:
            self.default.setEnabled(self._keys[key] != own_keys(self._entries[key]))

    def _change(self, sequence: QKeySequence) -> None:
        key = self._current()
        if key:
            self.set_key(key, sequence.toString())

    def set_key(self, key: str, keys: str) -> None:
        """Give an action a key, several with ``; `` between them, or none with an empty text."""
        self._keys[key] = keys
        for row in self._rows():
            if row.data(0, Qt.ItemDataRole.UserRole) == key:
                row.setText(2, keys)
        self.default.setEnabled(self._keys[key] != own_keys(self._entries[key]))
        self.check()

    def _rows(self) -> list[QTreeWidgetItem]:
        rows = (self.list.topLevelItem(i) for i in range(self.list.topLevelItemCount()))
        return [row for row in rows if row is not None]

    def _reset_one(self) -> None:
        key = self._current()
        if key:
            self.set_key(key, own_keys(self._entries[key]))
            self._show_current()

    def _reset_all(self) -> None:
        for row in self._rows():
            key = row.data(0, Qt.ItemDataRole.UserRole)
            self._keys[key] = own_keys(self._entries[key])
            row.setText(2, self._keys[key])
        self._show_current()
        self.check()

    def _narrow(self, text: str) -> None:
        wanted = text.casefold().strip()
        for row in self._rows():
            row.setHidden(not any(wanted in row.text(column).casefold() for column in range(3)))
        shown = [row for row in self._rows() if not row.isHidden()]
        if shown and self.list.currentItem() not in shown:
            self.list.setCurrentItem(shown[0])

    def problem(self) -> str:
        """Two actions with one key, or a key that no action may have."""
        owners: dict[str, str] = {}
        for action, text in self._keys.items():
            for key in keys_of(text):
                if key in owners:
                    first, second = self._title(owners[key]), self._title(action)
                    return f"{key} is the key of both {first} and {second}."
                if key in self._reserved and key not in keys_of(own_keys(self._entries[action])):
                    return f"{key} cannot be the key of {self._title(action)}: it {self._reserved[key]}."
                owners[key] = action
        return ""

    def accept(self) -> None:
        """Set and keep what was changed."""
        keep(self._entries.values(), self._keys)
        tell_not_kept(self)
        super().accept()
