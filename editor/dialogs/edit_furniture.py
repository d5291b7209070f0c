"""The dialog for a piece of map furniture: title, place and size; for a box the pools whose units lie in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from editor.canvas.drawing.furniture import TITLES
from editor.dialogs.forms import FormDialog
from editor.dialogs.layer_box import LayerBox
from editor.look.numbers import DecimalBox
from editor.plain import PlainLabel
from engine.boards.furniture import SMALLEST, Furniture, FurnitureKind
from engine.boards.look import UserLayer
from engine.plural import counted
from engine.scenario.model import Pool

_ROWS: Final = 8
"""Lines of the list of pools that are seen at once, at most."""


class FurnitureDialog(FormDialog):
    """Asks how a piece is titled, where it stands and how large it is; and which pools a box holds."""

    def __init__(
        self,
        piece: Furniture,
        parent: QWidget | None = None,
        pools: Mapping[str, Pool] | None = None,
        layers: Sequence[UserLayer] = (),
    ) -> None:
        """``pools`` are those of the scenario, by key; ``layers`` the designer's own, without any there is no field."""
        super().__init__(piece.kind.replace("-", " ").capitalize(), parent, removable=True)
        self._piece = piece
        self.title_of = QLineEdit(piece.title)
        self.title_of.setPlaceholderText(TITLES[piece.kind] or "No title")
        self.title_of.setMinimumWidth(260)
        self.left = _length("Left", piece.x, -10_000)
        self.top = _length("Top", piece.y, -10_000)
        self.wide = _length("Width", piece.width, SMALLEST)
        self.high = _length("Height", piece.height, SMALLEST)
        form = QFormLayout()
        form.addRow("&Title", self.title_of)
        form.addRow("Left and top", _pair(self.left, self.top))
        form.addRow("Width and height", _pair(self.wide, self.high))
        self.pools = QListWidget()
        self.pools.setToolTip("Units that lie in these pools of the scenario are shown in the box")
        self.pools.setAccessibleName("Pools")
        for key in dict.fromkeys((*(pools or {}), *piece.pools)):
            self._offer(key, (pools or {}).get(key))
        if piece.kind is FurnitureKind.BOX and self.pools.count():
            rows = min(self.pools.count(), _ROWS)
            self.pools.setFixedHeight(self.pools.sizeHintForRow(0) * rows + 2 * self.pools.frameWidth())
            form.addRow("&Pools", self.pools)
        self.layer = LayerBox(layers, piece.layer)
        if self.layer.count() > 1:
            form.addRow("&Layer", self.layer)
        self.body.addLayout(form)
        self.body.addWidget(PlainLabel("Lengths are in circumradii of a hex, from the map's upper left corner."))

    def _offer(self, key: str, pool: Pool | None) -> None:
        what = counted(len(pool.units), "unit") if pool is not None else "not in this scenario"
        item = QListWidgetItem(f"{key} ({what})", self.pools)
        item.setData(Qt.ItemDataRole.UserRole, key)
        held = key in self._piece.pools
        item.setCheckState(Qt.CheckState.Checked if held else Qt.CheckState.Unchecked)

    def _held(self) -> tuple[str, ...]:
        """The pools that are ticked."""
        items = [self.pools.item(row) for row in range(self.pools.count())]
        ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
        return tuple(str(item.data(Qt.ItemDataRole.UserRole)) for item in ticked)

    def furniture(self) -> Furniture | None:
        """The piece as it is wanted; None when it is to be removed."""
        if self.removed:
            return None
        return replace(
            self._piece,
            title=self.title_of.text().strip(),
            x=self.left.value(),
            y=self.top.value(),
            width=self.wide.value(),
            height=self.high.value(),
            pools=self._held(),
            layer=self.layer.layer,
        )


def _length(name: str, value: float, least: float) -> DecimalBox:
    box = DecimalBox()
    box.setAccessibleName(name)
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
