"""The dialog after a crash: work that was not saved can be brought back or deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel, RichLabel


@dataclass(frozen=True, slots=True)
class Recoverable:
    """Unsaved work found at start-up."""

    key: str
    title: str
    file: str
    """The file it was opened from; empty when it was never saved."""
    when: datetime
    newer: bool = False
    """Whether its file was written after this."""


class RecoveryDialog(LetteredDialog):
    """Offers unsaved work; `chosen` are the keys picked, `discarded` says that all of it may go."""

    def __init__(
        self, found: Iterable[Recoverable], parent: QWidget | None = None, reports: Sequence[str] = ()
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unsaved work")
        self.chosen: list[str] = []
        self.discarded = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        heading = RichLabel(
            "<b>Hexwright did not close properly last time.</b><br>"
            "This work was not saved. Opening it changes no file until you save."
        )
        heading.setWordWrap(True)
        layout.addWidget(heading)
        self.list = QListWidget()
        self.list.setAccessibleName("Unsaved work")
        for one in found:
            where = one.file or "never saved to a file"
            when = f"{one.when:%d %B %Y, %H:%M}" + ("; the file was saved after that" if one.newer else "")
            item = QListWidgetItem(f"{one.title}\n{where}\n{when}")
            item.setData(Qt.ItemDataRole.UserRole, one.key)
            self.list.addItem(item)
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.setCurrentRow(0)
        self.list.selectAll()
        self.list.itemActivated.connect(lambda _item: self._recover())
        layout.addWidget(self.list, 1)
        if reports:
            report = PlainLabel(f"A report of what happened is in {reports[0]}")
            report.setWordWrap(True)
            report.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(report)
        buttons = QDialogButtonBox()
        caption = "&Open" if self.list.count() == 1 else "&Open selected"
        self.recover_button = buttons.addButton(caption, QDialogButtonBox.ButtonRole.AcceptRole)
        self.later_button = buttons.addButton("&Not now", QDialogButtonBox.ButtonRole.RejectRole)
        self.discard_button = buttons.addButton("&Discard all", QDialogButtonBox.ButtonRole.DestructiveRole)
        self.recover_button.setDefault(True)
        self.recover_button.clicked.connect(self._recover)
        self.later_button.clicked.connect(self.reject)
        self.discard_button.clicked.connect(self._discard)
        layout.addWidget(buttons)
        self.resize(520, 300)

    def _recover(self) -> None:
        items = sorted(self.list.selectedItems(), key=self.list.row)
        if items:
            self.chosen = [str(item.data(Qt.ItemDataRole.UserRole)) for item in items]
            self.accept()

    def _discard(self) -> None:
        self.discarded = True
        self.reject()
