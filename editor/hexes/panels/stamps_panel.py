"""The stamps: a library of parts of maps, set down by a click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QInputDialog,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.desk.desk import Desk
from editor.hexes.tools.stamp import StampTool
from editor.panels.rename import Index, NameDelegate
from editor.plain import RichLabel, as_written
from editor.stage import stamps
from engine.errors import HexwrightError
from engine.hexes.mapping.clip import copied

PICTURE: Final = QSize(84, 72)
_STAMP: Final = Qt.ItemDataRole.UserRole


class StampsPanel(QWidget):
    """Pictures of all stamps. A click takes one up; the selected hexes become a new one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.list = QListWidget()
        self.list.setAccessibleName("Stamps")
        self.list.setViewMode(QListWidget.ViewMode.IconMode)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setMovement(QListWidget.Movement.Static)
        self.list.setIconSize(PICTURE)
        self.list.setGridSize(QSize(PICTURE.width() + 20, PICTURE.height() + 34))
        self.list.setWordWrap(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setItemDelegate(NameDelegate(self.list, self._name_of, self._named))
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self.empty = RichLabel("Select hexes and keep them here with <b>New stamp</b>: with all that is in them.")
        self.empty.setWordWrap(True)
        self.empty.setContentsMargins(4, 4, 4, 4)
        self.new_button = _button("New stamp…", "Keep the selected hexes as a stamp", self.new)
        self.rename_button = _button("Rename", "Give the stamp another name in its place (F2)", self.rename)
        self.remove_button = _button("Delete", "Take the stamp out of the library", self.remove)
        buttons = QHBoxLayout()
        for button in (self.new_button, self.rename_button, self.remove_button):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.empty)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
        self.list.currentItemChanged.connect(lambda *_: self._enable())
        desk.selection.selection_changed.connect(self._enable)
        desk.actions.add(
            "edit.new-stamp",
            "New s&tamp from selection…",
            self.new,
            menu="Edit",
            group=1,
            tip="Keep the selected hexes, with all that is in them, in the library of stamps",
        )
        self.refresh()

    @property
    def chosen(self) -> stamps.Stamp | None:
        """The stamp that is marked."""
        item = self.list.currentItem()
        found = item.data(_STAMP) if item is not None else None
        return found if isinstance(found, stamps.Stamp) else None

    def refresh(self, name: str = "") -> None:
        """List the stamps again, and mark the one of this name."""
        self.list.clear()
        for stamp in stamps.stamps():
            item = QListWidgetItem(stamp.icon(PICTURE), stamp.name)
            item.setData(_STAMP, stamp)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setToolTip(as_written(f"{stamp.name}\n{stamp.path}"))
            self.list.addItem(item)
            if stamp.name == name:
                self.list.setCurrentItem(item)
        self.empty.setVisible(not self.list.count())
        self._enable()

    def _enable(self) -> None:
        self.new_button.setEnabled(bool(self.desk.selection.hexes))
        self.rename_button.setEnabled(self.chosen is not None)
        self.remove_button.setEnabled(self.chosen is not None)

    def _take(self, item: QListWidgetItem) -> None:
        stamp = item.data(_STAMP)
        try:
            clip = stamp.clip()
        except HexwrightError as error:
            self.desk.status(f"The stamp {stamp.name} cannot be used: {error}")
            return
        tool = self.desk.tools.get("stamp")
        if isinstance(tool, StampTool):
            tool.take(clip)
            self.desk.tools.choose("stamp")
            self.desk.canvas.setFocus()

    def new(self) -> None:
        """Keep the selected hexes under a name that is asked for."""
        hexes = self.desk.selection.hexes
        if not hexes:
            self.desk.status("Select the hexes for the stamp first")
            return
        board = self.desk.document.battle_map
        inside = set(hexes)
        hint = next((label.text for label in board.labels if label.at in inside), "")
        name, ok = QInputDialog.getText(self, "New stamp", "Name of the stamp:", text=hint)
        if ok and name.strip():
            self._try(lambda: stamps.save(copied(board, hexes), board.palette, name).name)

    def rename(self) -> None:
        """Open a field for the name of the marked stamp."""
        if self.chosen is not None:
            self.list.editItem(self.list.currentItem())

    @staticmethod
    def _name_of(index: Index) -> str:
        stamp = index.data(_STAMP)
        return stamp.name if isinstance(stamp, stamps.Stamp) else ""

    def _named(self, index: Index, name: str) -> None:
        stamp = index.data(_STAMP)
        if isinstance(stamp, stamps.Stamp):
            self._try(lambda: stamps.rename(stamp, name).name)

    def remove(self) -> None:
        """Take the marked stamp out of the library, once it is confirmed: this cannot be undone."""
        stamp = self.chosen
        if stamp is None:
            return
        button = QMessageBox.StandardButton
        question = f"Delete the stamp {stamp.name}? This cannot be undone."
        if QMessageBox.question(self, "Delete stamp", as_written(question)) == button.Yes:
            self._try(lambda: self._removed(stamp))

    @staticmethod
    def _removed(stamp: stamps.Stamp) -> str:
        stamps.remove(stamp)
        return ""

    def _try(self, work: Callable[[], str]) -> None:
        try:
            self.refresh(work())
        except HexwrightError as error:
            self.desk.status(str(error))


def _button(text: str, tip: str, slot: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(as_written(tip))
    button.clicked.connect(lambda _checked=False: slot())
    return button
