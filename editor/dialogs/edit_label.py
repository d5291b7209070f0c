"""The dialog for a place name: text, size, style, angle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QWidget,
)

from editor.canvas.drawing.lettering import SIZES, STYLES
from editor.dialogs.forms import FormDialog
from editor.dialogs.layer_box import LayerBox
from editor.look.numbers import DecimalBox
from engine.boards.look import UserLayer
from engine.hexes.board.battlemap import Label


class LabelDialog(FormDialog):
    """Asks for a place name."""

    def __init__(
        self,
        label: Label,
        hex_name: str,
        *,
        is_new: bool,
        layers: Sequence[UserLayer] = (),
        parent: QWidget | None = None,
    ) -> None:
        """``layers`` are the designer's own; without any there is no field for one."""
        super().__init__(f"Place name at {hex_name}", parent, removable=not is_new)
        self._label = label
        self.text = QLineEdit(label.text)
        self.text.setPlaceholderText("Name")
        self.text.setMinimumWidth(260)
        large = QFont(self.text.font())
        large.setPointSizeF(large.pointSizeF() * 1.2)
        self.text.setFont(large)
        self.size_of = _choice(list(SIZES), label.size)
        self.style_of = _choice(list(STYLES), label.style)
        self.angle = DecimalBox()
        self.angle.setRange(-180, 180)
        self.angle.setSuffix("°")
        self.angle.setDecimals(0)
        self.angle.setSingleStep(5)
        self.angle.setValue(label.angle)
        form = QFormLayout()
        form.addRow("&Name", self.text)
        form.addRow("&Size", self.size_of)
        form.addRow("S&tyle", self.style_of)
        form.addRow("&Angle", self.angle)
        self.layer = LayerBox(layers, label.layer)
        if self.layer.count() > 1:
            form.addRow("&Layer", self.layer)
        self.along = QCheckBox("Along the &nearest river or road")
        self.along.toggled.connect(self.angle.setDisabled)
        form.addRow("", self.along)
        self.body.addLayout(form)
        self.text.textChanged.connect(self.check)
        self.check()
        self.text.selectAll()

    def problem(self) -> str:
        return "" if self.text.text().strip() else "The name needs letters."

    def label(self) -> Label | None:
        """The name as it was written; None when it is to be removed."""
        if self.removed:
            return None
        return replace(
            self._label,
            text=self.text.text().strip(),
            size=self.size_of.currentData(),
            style=self.style_of.currentData(),
            angle=self.angle.value(),
            layer=self.layer.layer,
        )


def _choice(names: list[str], chosen: str) -> QComboBox:
    box = QComboBox()
    for name in names if chosen in names else [*names, chosen]:
        box.addItem(name.capitalize(), name)
    box.setCurrentIndex(box.findData(chosen))
    return box
