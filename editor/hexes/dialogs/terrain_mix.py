"""The mix that terrain tools paint with: terrains with weights, and the seed they are drawn by."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.hexes.drawing.swatches import swatch_pixmap
from editor.look.mnemonics import LetteredDialog
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel
from engine.boards.palette import Palette


class TerrainMixDialog(LetteredDialog):
    """A weight for each terrain; terrains with none stay out. Without any weight there is no mix."""

    def __init__(self, palette: Palette, mix: Mapping[str, int], seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Terrain mix")
        self._palette = palette
        self.weights: dict[str, QSpinBox] = {}
        form = QFormLayout()
        for key, kind in palette.terrain.items():
            box = WholeBox()
            box.setRange(0, 100)
            box.setValue(mix.get(key, 0))
            box.setSpecialValueText("–")
            box.setAccessibleName(f"Weight of {kind.name}")
            box.valueChanged.connect(self._tell)
            title = QWidget()
            row = QHBoxLayout(title)
            row.setContentsMargins(0, 0, 0, 0)
            swatch = PlainLabel()
            swatch.setPixmap(swatch_pixmap(palette, kind, 34, 22))
            row.addWidget(swatch)
            row.addWidget(PlainLabel(kind.name), 1)
            self.weights[key] = box
            form.addRow(title, box)
        body = QWidget()
        body.setLayout(form)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        self.seed = WholeBox()
        self.seed.setRange(1, 999_999)
        self.seed.setValue(seed)
        self.seed.setAccessibleName("Seed")
        self.seed.setToolTip("The same seed puts the same terrain into the same hexes")
        clear = QPushButton("No mix")
        clear.clicked.connect(self._clear)
        below = QHBoxLayout()
        below.addWidget(PlainLabel("Seed"))
        below.addWidget(self.seed)
        below.addStretch(1)
        below.addWidget(clear)
        self.told = PlainLabel()
        self.told.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(scroll, 1)
        layout.addLayout(below)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.resize(340, 520)
        self._tell()

    @property
    def mix(self) -> dict[str, int]:
        """The terrains with a weight."""
        return {key: box.value() for key, box in self.weights.items() if box.value()}

    def _clear(self) -> None:
        for box in self.weights.values():
            box.setValue(0)

    def _tell(self, _value: int = 0) -> None:
        words = mix_in_words(self._palette, self.mix)
        self.told.setText(words or "No mix: the terrain chosen in the palette is painted.")


def mix_in_words(palette: Palette, mix: Mapping[str, int]) -> str:
    """``70 % Clear, 30 % Forest``; empty for no mix."""
    known = {key: weight for key, weight in mix.items() if key in palette.terrain}
    total = sum(known.values())
    return ", ".join(f"{100 * weight / total:.0f} % {palette.terrain[key].name}" for key, weight in known.items())
