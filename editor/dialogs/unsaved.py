"""The question before several documents with unsaved changes are closed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from editor.look.mnemonics import LetteredDialog
from editor.plain import RichLabel


class UnsavedDialog(LetteredDialog):
    """Lists them, all ticked. When it is accepted, ``chosen`` are the numbers of those to be saved."""

    def __init__(self, names: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unsaved changes")
        self.chosen: list[int] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        self.heading = RichLabel(
            f"<b>Save the changes to these {len(names)} documents?</b><br>Changes to those not ticked are lost."
        )
        self.heading.setWordWrap(True)
        layout.addWidget(self.heading)
        self.list = QListWidget()
        self.list.setAccessibleName("Documents with unsaved changes")
        for title, where in names:
            item = QListWidgetItem(f"{title}\n{where}")
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked)
            self.list.addItem(item)
        self.list.itemChanged.connect(lambda _item: self._name())
        layout.addWidget(self.list, 1)
        buttons = QDialogButtonBox()
        self.save_button = buttons.addButton("&Save all", QDialogButtonBox.ButtonRole.AcceptRole)
        self.discard_button = buttons.addButton("&Discard all", QDialogButtonBox.ButtonRole.DestructiveRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self._save)
        self.discard_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        layout.addWidget(buttons)
        self.resize(520, 280)

    def _ticked(self) -> list[int]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return [row for row, item in enumerate(items) if item.checkState() == Qt.CheckState.Checked]

    def _name(self) -> None:
        ticked = len(self._ticked())
        self.save_button.setText("&Save all" if ticked == self.list.count() else f"&Save {ticked}")
        self.save_button.setEnabled(ticked > 0)

    def _save(self) -> None:
        self.chosen = self._ticked()
        self.accept()
