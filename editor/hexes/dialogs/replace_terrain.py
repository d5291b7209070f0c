"""Replace a terrain by another, everywhere or in the selection, with a count before it is done."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from editor.hexes.drawing.swatches import swatch_icon
from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel
from engine.hexes.board.battlemap import BattleMap
from engine.plural import counted


class ReplaceTerrainDialog(LetteredDialog):
    """Which terrain becomes which; ``hexes`` are those that change."""

    def __init__(
        self, board: BattleMap, selected: Collection[int], new: str, mix: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Replace terrain")
        self._board = board
        self._selected = set(selected)
        palette = board.palette
        self.old, self.new = QComboBox(), QComboBox()
        counts: dict[str, int] = {}
        for h in board.grid.hexes:
            counts[board.terrain[h]] = counts.get(board.terrain[h], 0) + 1
        for key, count in sorted(counts.items(), key=lambda item: -item[1]):
            kind = palette.terrain.get(key)
            title = f"{kind.name if kind else key} ({count})"
            if kind:
                self.old.addItem(swatch_icon(palette, kind), title, key)
            else:
                self.old.addItem(title, key)
        if mix:
            self.new.addItem(f"The mix: {mix}", "")
        for key, kind in palette.terrain.items():
            self.new.addItem(swatch_icon(palette, kind), kind.name, key)
        self.new.setCurrentIndex(0 if mix else max(0, self.new.findData(new)))
        if selected:
            first = board.terrain[next(iter(selected))]
            self.old.setCurrentIndex(max(0, self.old.findData(first)))
        self.inside = QCheckBox("Only in the selection")
        self.inside.setEnabled(len(selected) > 1)
        self.inside.setChecked(len(selected) > 1)
        self.told = PlainLabel()
        form = QFormLayout()
        form.addRow("Every hex of", self.old)
        form.addRow("becomes", self.new)
        form.addRow("", self.inside)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.told)
        layout.addWidget(self.buttons)
        for box in (self.old, self.new):
            box.currentIndexChanged.connect(self._tell)
        self.inside.toggled.connect(self._tell)
        self._tell()

    @property
    def hexes(self) -> list[int]:
        """The hexes that change."""
        board, old = self._board, self.old.currentData()
        if old == self.new.currentData():
            return []
        return [
            h
            for h in board.grid.hexes
            if board.terrain[h] == old and (not self.inside.isChecked() or h in self._selected)
        ]

    def _tell(self, _what: object = None) -> None:
        count = len(self.hexes)
        self.told.setText(f"{counted(count, 'hex', 'hexes')} will change." if count else "Nothing changes.")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(count))
