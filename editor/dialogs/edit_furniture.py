"""The dialog for a piece of map furniture: title, place and size."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.furniture import TITLES
from editor.look.mnemonics import LetteredDialog
from engine.board.furniture import SMALLEST, Furniture


class FurnitureDialog(LetteredDialog):
    """Asks how a piece is titled, where it stands and how large it is."""

    def __init__(self, piece: Furniture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(piece.kind.replace("-", " ").capitalize())
        self._piece = piece
        self._removed = False
        self.title_of = QLineEdit(piece.title)
        self.title_of.setPlaceholderText(TITLES[piece.kind] or "No title")
        self.title_of.setMinimumWidth(260)
        self.left = _length(piece.x, -10_000)
        self.top = _length(piece.y, -10_000)
        self.wide = _length(piece.width, SMALLEST)
        self.high = _length(piece.height, SMALLEST)
        form = QFormLayout()
        form.addRow("&Title", self.title_of)
        form.addRow("Left and top", _pair(self.left, self.top))
        form.addRow("Width and height", _pair(self.wide, self.high))
        note = QLabel("Lengths are in circumradii of a hex, from the map's upper left corner.")
        ok, cancel = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(ok | cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        remove = QPushButton("&Remove")
        remove.clicked.connect(self._remove)
        buttons.addButton(remove, QDialogButtonBox.ButtonRole.DestructiveRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(buttons)

    def _remove(self) -> None:
        self._removed = True
        self.accept()

    def furniture(self) -> Furniture | None:
        """The piece as it is wanted; None when it is to be removed."""
        if self._removed:
            return None
        return replace(
            self._piece,
            title=self.title_of.text().strip(),
            x=self.left.value(),
            y=self.top.value(),
            width=self.wide.value(),
            height=self.high.value(),
        )


def _length(value: float, least: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(least, 10_000)
    box.setDecimals(3)
    box.setSingleStep(0.5)
    box.setValue(value)
    return box


def _pair(first: QWidget, second: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(first, 1)
    layout.addWidget(second, 1)
    return row
