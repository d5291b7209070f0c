"""The dialog for hex numbers: the scheme, where they are printed and how, with a preview by the map's own renderer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGroupBox,
    QLineEdit,
    QWidget,
)

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.dialogs.forms import ColourButton, FormDialog, add_row, form
from editor.dialogs.texts import sentence
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import paint
from editor.look.numbers import DecimalBox, WholeBox
from editor.plain import PlainLabel
from engine.boards.numberlook import NumberLook, NumberPlace
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid
from engine.hexes.board.numbering import Columns, Descending, Numbering, Order, Slant
from engine.hexes.carry import carried
from engine.hexes.mapping.renumber import renumbered
from engine.hexes.mapping.resize import resized_spec
from engine.scenario.carrying import Carried
from engine.scenario.model import Scenario

ORDERS: Final = {Order.COLUMN_ROW: "Column, then row", Order.ROW_COLUMN: "Row, then column"}
COLUMNS: Final = {
    Columns.DIGITS: "Digits: 01, 02…",
    Columns.LETTERS: "Letters: Z, AA, AB",
    Columns.DOUBLED: "Doubled letters: Z, AA, BB",
}
SLANTS: Final = {
    Slant.NONE: "Straight across",
    Slant.DOWN: "Slanting down to the right",
    Slant.UP: "Slanting up to the right",
}
COUNTS: Final = {
    Descending.NONE: "From the upper left",
    Descending.COLUMNS: "From the upper right",
    Descending.ROWS: "From the lower left",
    Descending.BOTH: "From the lower right",
}
PLACES: Final = {
    NumberPlace.TOP: "Top",
    NumberPlace.BOTTOM: "Bottom",
    NumberPlace.CENTRE: "Centre",
    NumberPlace.UPPER_LEFT: "Upper left",
    NumberPlace.UPPER_RIGHT: "Upper right",
    NumberPlace.LOWER_LEFT: "Lower left",
    NumberPlace.LOWER_RIGHT: "Lower right",
}
CORNER: Final = (5, 5)
"""Columns and rows of the preview."""
INK: Final = "#28221a"


class CornerPreview(QWidget):
    """The upper left corner of a map, as it will be drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map: BattleMap | None = None
        self.setMinimumSize(QSize(380, 330))
        self.setAccessibleName("Preview of the hex numbers")

    def show_map(self, battle_map: BattleMap | None) -> None:
        """Show the corner of this map; None for nothing."""
        self.map = corner(battle_map) if battle_map is not None else None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().base())
        if self.map is None:
            return
        atlas = Atlas(self.map)
        wide, high = atlas.geometry.size
        room = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        scale = min(room.width() / wide, room.height() / high)
        painter.translate(room.left() + (room.width() - wide * scale) / 2, room.top())
        painter.scale(scale, scale)
        look = Look(grid=True, numbers=True, labels=False, regions=False)
        area = QRectF(0, 0, wide, high)
        paint(painter, atlas, area, max(scale, 25 / SCALE), look, self.palette().base().color())
        painter.end()


def corner(battle_map: BattleMap) -> BattleMap:
    """The upper left corner of a map: its terrain, levels and features."""
    whole = battle_map.grid
    columns, rows = min(CORNER[0], whole.columns), min(CORNER[1], whole.rows)
    grid = Grid(resized_spec(replace(whole.spec, numbering=whole.numbering), columns, rows, 0, 0, True))
    made = replace(
        battle_map,
        grid=grid,
        terrain=[],
        elevation=[],
        features={},
        hexsides={},
        paths={},
        labels=[],
        regions={},
        look=replace(battle_map.look, underlays=(), furniture=()),
    )
    for h in grid.hexes:
        there = (h // columns) * whole.columns + h % columns
        made.terrain[h], made.elevation[h] = battle_map.terrain[there], battle_map.elevation[there]
        if there in battle_map.features:
            made.features[h] = battle_map.features[there]
    return made


class HexNumbersDialog(FormDialog):
    """Asks for scheme and look; ``made`` and ``carried`` are what comes of it."""

    def __init__(self, battle_map: BattleMap, scenario: Scenario | None, parent: QWidget | None = None) -> None:
        super().__init__("Hex numbers", parent, accept_text="Apply")
        self.old, self.scenario = battle_map, scenario
        self.made: BattleMap | None = None
        self.carried: Carried | None = None
        self._trouble = ""
        self.preview, self.summary = CornerPreview(), PlainLabel()
        self.summary.setWordWrap(True)
        self.lay_beside([self._scheme_box(), self._look_box()], {self.preview: 1, self.summary: 0}, (0, 1))
        self.resize(840, 560)
        self._refresh()

    # -- fields -------------------------------------------------------------------------------------------------

    def _scheme_box(self) -> QGroupBox:
        spec = self.old.grid.spec
        numbering = spec.numbering
        box = QGroupBox("Scheme")
        layout = form()
        box.setLayout(layout)
        self.order = self._combo(ORDERS, numbering.order)
        self.letters = self._combo(COLUMNS, numbering.columns)
        self.rows_as = self._combo(COLUMNS, numbering.rows)
        self.slant = self._combo(SLANTS, numbering.slant)
        self.counts = self._combo(COUNTS, numbering.descending)
        self.digits = self._spin(0, 9, numbering.digits, "Digits of each number")
        self.digits.setSpecialValueText("as many as needed")
        self.first_column = self._spin(0, 9999, spec.first_column, "Number of the first column")
        self.first_row = self._spin(0, 9999, spec.first_row, "Number of the first row")
        self.prefix = self._line(numbering.prefix)
        self.separator = self._line(numbering.separator)
        layout.addRow("Or&der", self.order)
        layout.addRow("Column&s as", self.letters)
        layout.addRow("Ro&ws as", self.rows_as)
        layout.addRow("D&igits", self.digits)
        layout.addRow("&Lines", self.slant)
        layout.addRow("Co&unt", self.counts)
        add_row(layout, "&First column, row", self.first_column, self.first_row)
        add_row(layout, "Prefi&x", self.prefix, PlainLabel("Separator"), self.separator)
        return box

    def _look_box(self) -> QGroupBox:
        look = self.old.look.numbers
        box = QGroupBox("On the map")
        layout = form()
        box.setLayout(layout)
        self.place = self._combo(PLACES, look.place)
        self.size_box = DecimalBox()
        self.size_box.setRange(0.05, 0.6)
        self.size_box.setSingleStep(0.01)
        self.size_box.setValue(look.size)
        self.size_box.setSuffix(" hex radii")
        self.size_box.valueChanged.connect(self._refresh)
        self.every_column = self._spin(1, 100, look.columns, "Every nth column")
        self.every_row = self._spin(1, 100, look.rows, "Every nth row")
        self.coloured = QCheckBox("Colour")
        self.coloured.setChecked(bool(look.colour))
        self.ink = ColourButton(look.colour or INK, "Colour of the hex numbers")
        self.ink.setEnabled(bool(look.colour))
        self.coloured.toggled.connect(self.ink.setEnabled)
        self.coloured.toggled.connect(self._refresh)
        self.ink.changed.connect(self._refresh)
        layout.addRow("&Place in the hex", self.place)
        layout.addRow("Si&ze", self.size_box)
        add_row(layout, "Every nth column, &row", self.every_column, self.every_row)
        layout.addRow(self.coloured, self.ink)
        return box

    def _combo(self, items: Mapping[Any, str], now: str) -> QComboBox:
        combo = QComboBox()
        for key, text in items.items():
            combo.addItem(text, str(key))
        combo.setCurrentIndex(combo.findData(str(now)))
        combo.currentIndexChanged.connect(self._refresh)
        return combo

    def _spin(self, least: int, most: int, value: int, name: str) -> WholeBox:
        spin = WholeBox()
        spin.setRange(least, most)
        spin.setValue(value)
        spin.setAccessibleName(name)
        spin.valueChanged.connect(self._refresh)
        return spin

    def _line(self, text: str) -> QLineEdit:
        line = QLineEdit(text)
        line.setMaxLength(8)
        line.setPlaceholderText("none")
        line.textChanged.connect(self._refresh)
        return line

    # -- answers ------------------------------------------------------------------------------------------------

    def numbering(self) -> Numbering:
        """The scheme."""
        return Numbering(
            Order(self.order.currentData()),
            Columns(self.letters.currentData()),
            self.digits.value(),
            self.prefix.text(),
            self.separator.text(),
            Columns(self.rows_as.currentData()),
            Slant(self.slant.currentData()),
            Descending(self.counts.currentData()),
        )

    def look(self) -> NumberLook:
        """How the numbers are printed."""
        return NumberLook(
            NumberPlace(self.place.currentData()),
            round(self.size_box.value(), 3),
            self.every_column.value(),
            self.every_row.value(),
            QColor(self.ink.colour).name() if self.coloured.isChecked() else "",
        )

    def problem(self) -> str:
        """Why this cannot be applied."""
        return self._trouble

    # -- living -------------------------------------------------------------------------------------------------

    def _refresh(self, _value: object = None) -> None:
        if not hasattr(self, "summary"):
            return
        self.made = self.carried = None
        self._trouble = ""
        try:
            first = self.first_column.value(), self.first_row.value()
            self.made = renumbered(self.old, self.numbering(), *first, self.look())
        except HexwrightError as error:
            self._trouble = f"{sentence(str(error))}."
        self.preview.show_map(self.made)
        self.summary.setText(self._change_in_words(self.made) if self.made is not None else "")
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.check()

    def _change_in_words(self, made: BattleMap) -> str:
        old, new = self.old.grid, made.grid
        last = old.size - 1
        if (old.name(0), old.name(last)) == (new.name(0), new.name(last)):
            return f"{new.name(0)} to {new.name(last)}, as now."
        return f"{old.name(0)} to {old.name(last)} become {new.name(0)} to {new.name(last)}." + self._referring(made)

    def _referring(self, made: BattleMap) -> str:
        if self.scenario is None:
            return ""
        return f" All references to hexes in {self.scenario.name} are renumbered too."

    def accept(self) -> None:
        """Close with success; the scenario is carried over once, now."""
        if self.made is not None and self.scenario is not None:
            self.carried = carried(self.scenario, self.made, range(self.made.grid.size))
        super().accept()
