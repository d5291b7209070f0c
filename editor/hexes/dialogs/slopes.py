"""Slopes from elevation: which kind of hexside from which step on, with a count before anything is drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QFormLayout, QSpinBox, QVBoxLayout, QWidget

from editor.look.mnemonics import LetteredDialog
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel, as_written
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.edit import Changes, slopes_from_elevation
from engine.plural import counted


class SlopesDialog(LetteredDialog):
    """A step for each kind with a high side; ``changes`` is what would be written."""

    def __init__(self, board: BattleMap, selected: Collection[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Slopes from elevation")
        self._board, self._selected = board, set(selected)
        self.changes = Changes()
        self.steps: dict[str, QSpinBox] = {}
        form = QFormLayout()
        for place, kind in enumerate(kind for kind in board.palette.hexsides.values() if kind.directional):
            box = WholeBox()
            box.setRange(0, 35)
            box.setSpecialValueText("not drawn")
            box.setPrefix("from a step of ")
            box.setSuffix(" on")
            box.setValue((1, 3)[place] if place < 2 else 0)
            box.valueChanged.connect(self._tell)
            self.steps[kind.key] = box
            form.addRow(as_written(kind.name), box)
        self.inside = QCheckBox("Only in the selection")
        self.inside.setEnabled(len(selected) > 1)
        self.inside.setChecked(len(selected) > 1)
        self.inside.toggled.connect(self._tell)
        self.told = PlainLabel()
        self.told.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(PlainLabel("Where the ground rises from one hex to the next, the hexside between them gets:"))
        layout.addLayout(form)
        layout.addWidget(self.inside)
        layout.addWidget(self.told)
        layout.addWidget(self.buttons)
        self._tell()

    @property
    def kinds(self) -> Mapping[int, str]:
        """The kinds by the step from which they are drawn."""
        return {box.value(): key for key, box in self.steps.items() if box.value()}

    def _tell(self, _what: object = None) -> None:
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        used = [box.value() for box in self.steps.values() if box.value()]
        self.changes = Changes()
        if not used:
            self.told.setText(
                "Choose at least one kind to draw." if self.steps else "This palette has no kind with a high side."
            )
        elif len(set(used)) < len(used):
            self.told.setText("Two kinds begin at the same step.")
        else:
            inside = self._selected if self.inside.isChecked() else None
            self.changes = slopes_from_elevation(self._board, self.kinds, inside)
            self.told.setText(self._in_words())
        ok.setEnabled(bool(self.changes.hexsides))

    def _in_words(self) -> str:
        kinds = set(self.kinds.values())
        drawn = gone = 0
        for side, new in self.changes.hexsides.items():
            old = self._board.hexsides.get(side, {})
            drawn += any(new.get(kind) != old.get(kind) and kind in new for kind in kinds)
            gone += any(kind in old for kind in kinds) and not any(kind in new for kind in kinds)
        if not self.changes.hexsides:
            return "Nothing changes: slopes and elevation agree."
        return f"{counted(drawn, 'hexside')} drawn or reversed, {gone} removed to match the elevation."
