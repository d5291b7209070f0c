"""The dialog for a new map: size and make of the grid, its numbers, its palette, with a live preview."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QGroupBox,
    QLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import FormDialog, add_row, form, note
from editor.dialogs.texts import sentence
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel
from editor.work import habits
from engine.errors import HexwrightError
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Numbering, Order


class GridPreview(QWidget):
    """The upper left corner of a grid with its numbers, and how large the whole will be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec: GridSpec | None = None
        self.setMinimumSize(QSize(360, 300))
        self.setAccessibleName("Preview of the grid")

    def show_spec(self, spec: GridSpec | None) -> None:
        """Draw another grid; None for nothing."""
        self.spec = spec
        self.update()

    def _grid(self) -> Grid | None:
        """As many hexes as can be read in the preview, as if cut from the whole."""
        if self.spec is None:
            return None
        spec = self.spec
        most = 7 if spec.numbering.digits <= 3 else 6
        return Grid(
            GridSpec(
                min(spec.columns, most),
                min(spec.rows, most - 1),
                spec.orientation,
                spec.shifted,
                spec.first_column,
                spec.first_row,
                spec.numbering,
            )
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the corner of the map, fading where it goes on."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self.palette().base())
        grid = self._grid()
        if grid is None or self.spec is None:
            return
        wide, high = grid.extent
        area = QRectF(self.rect()).adjusted(12, 12, -12, -12)
        scale = min(area.width() / wide, area.height() / high, 46)
        painter.translate(area.left() + (area.width() - wide * scale) / 2, area.top())
        font = QFont(self.font())
        font.setPixelSize(max(8, round(scale * 0.34)))
        painter.setFont(font)
        for h in grid:
            self._draw_hex(painter, grid, h, scale)
        painter.end()

    def _draw_hex(self, painter: QPainter, grid: Grid, h: int, scale: float) -> None:
        assert self.spec is not None
        column, row = grid.offset(h)
        goes_on = (column == grid.columns - 1 and grid.columns < self.spec.columns) or (
            row == grid.rows - 1 and grid.rows < self.spec.rows
        )
        painter.setOpacity(0.35 if goes_on else 1.0)
        painter.setPen(QPen(QColor("#7d8466"), 1.2))
        painter.setBrush(QColor("#dfe3b4"))
        painter.drawPolygon(QPolygonF([QPointF(x * scale, y * scale) for x, y in grid.outline(h)]))
        x, y = grid.centre(h)
        painter.setPen(QColor("#3d4230"))
        painter.drawText(
            QRectF((x - 1) * scale, (y - 0.5) * scale, 2 * scale, scale),
            Qt.AlignmentFlag.AlignCenter,
            grid.name(h),
        )


class NewMapDialog(FormDialog):
    """Asks for all that defines a new map: `spec`, `palette_key`, `map_name`, `map_scale` are the answers."""

    def __init__(self, palettes: Mapping[str, str], parent: QWidget | None = None) -> None:
        """``palettes``: key to name of the palettes there are, the first one offered first."""
        super().__init__("New map", parent, accept_text="Create map")
        fields: list[QWidget | QLayout] = [self._general(palettes), self._grid_box(), self._numbering_box()]
        self.preview, self.summary = GridPreview(), PlainLabel()
        self.summary.setWordWrap(True)
        self.lay_beside(fields, {self.preview: 1, self.summary: 0}, (0, 1))
        self._refresh()
        self.name.setFocus()

    # -- answers ---------------------------------------------------------------------------------------------

    @property
    def map_name(self) -> str:
        """The map's name."""
        return self.name.text().strip()

    @property
    def map_scale(self) -> str:
        """What a hex is across, in the designer's words."""
        return self.scale.text().strip()

    @property
    def palette_key(self) -> str:
        """The key of the chosen palette."""
        return str(self.palette_box.currentData())

    def spec(self) -> GridSpec:
        """The grid as described."""
        return GridSpec(
            columns=self.columns.value(),
            rows=self.rows.value(),
            orientation=Orientation(self.orientation.currentData()),
            shifted=Parity(self.parity.currentData()),
            first_column=self.first_column.value(),
            first_row=self.first_row.value(),
            numbering=Numbering(
                order=Order(self.order.currentData()),
                columns=Columns(self.letters.currentData()),
                digits=self.digits.value(),
                prefix=self.prefix.text().strip(),
                separator=self.separator.text().strip(),
            ),
        )

    def problem(self) -> str:
        """Why no map can be made of this."""
        if not self.map_name:
            return "The map needs a name."
        letters = self.letters.currentData() != Columns.DIGITS
        if letters and self.first_column.value() < 1:
            return "Columns with letters begin at 1 (A)."
        if not letters and self.digits.value() == 0 and not self.separator.text().strip():
            return "Numbers without a fixed count of digits need a separator between column and row."
        spec = self.spec()
        return self._no_grid(spec) or self._numbers_problem(spec)

    @staticmethod
    def _no_grid(spec: GridSpec) -> str:
        """Why there can be no such grid at all."""
        try:
            spec.check()
        except HexwrightError as error:
            return f"{sentence(str(error))}."
        return ""

    @staticmethod
    def _numbers_problem(spec: GridSpec) -> str:
        """Names that would be read back as another hex, or not at all."""
        last = (spec.first_column + spec.columns - 1, spec.first_row + spec.rows - 1)
        for column, row in ((spec.first_column, spec.first_row), last):
            name = spec.numbering.format(column, row)
            if spec.numbering.parse(name) != (column, row):
                return f"Hex {name} would have the same number as another hex: use more digits, or a separator."
        return ""

    # -- building --------------------------------------------------------------------------------------------

    def _general(self, palettes: Mapping[str, str]) -> QVBoxLayout:
        layout = form()
        self.name = QLineEdit("New map")
        self.name.selectAll()
        self.name.textChanged.connect(self._refresh)
        self.scale = QLineEdit()
        self.scale.setPlaceholderText(f"for example {habits.length_example()}")
        self.palette_box = QComboBox()
        for key, name in palettes.items():
            self.palette_box.addItem(name, key)
        layout.addRow("&Name", self.name)
        layout.addRow("A hex is a&cross", self.scale)
        layout.addRow("&Palette", self.palette_box)
        outer = QVBoxLayout()
        outer.addLayout(layout)
        return outer

    def _grid_box(self) -> QGroupBox:
        box = QGroupBox("Grid")
        layout = form()
        box.setLayout(layout)
        columns, rows = habits.new_size()
        self.columns = self._spin(1, habits.MOST, columns)
        self.rows = self._spin(1, habits.MOST, rows)
        self.orientation = self._combo(
            {
                Orientation.FLAT: "Flat-topped: hexes in columns",
                Orientation.POINTY: "Pointy-topped: hexes in rows",
            }
        )
        self.orientation.setCurrentIndex(int(habits.new_pointed()))
        self.parity = self._combo({Parity.ODD: "", Parity.EVEN: ""})
        layout.addRow("&Columns", self.columns)
        layout.addRow("&Rows", self.rows)
        layout.addRow("&Orientation", self.orientation)
        layout.addRow("S&tagger", self.parity)
        return box

    def _numbering_box(self) -> QGroupBox:
        box = QGroupBox("Numbers")
        layout = form()
        box.setLayout(layout)
        self.order = self._combo({Order.COLUMN_ROW: "Column, then row", Order.ROW_COLUMN: "Row, then column"})
        self.letters = self._combo(
            {
                Columns.DIGITS: "Digits: 01, 02…",
                Columns.LETTERS: "Letters: Z, AA, AB",
                Columns.DOUBLED: "Doubled letters: Z, AA, BB",
            }
        )
        self.digits = self._spin(0, 4, 2)
        self.digits.setSpecialValueText("as many as needed")
        self.first_column = self._spin(-99, 999, 1)
        self.first_row = self._spin(-99, 999, 1)
        self.prefix = self._short("none")
        self.separator = self._short("none")
        layout.addRow("Or&der", self.order)
        layout.addRow("Column&s as", self.letters)
        layout.addRow("D&igits", self.digits)
        add_row(layout, "&First column, row", self.first_column, self.first_row)
        add_row(layout, "Prefi&x", self.prefix, PlainLabel("Separator"), self.separator)
        layout.addRow(note("The preview shows the upper left corner."))
        return box

    def _spin(self, least: int, most: int, value: int) -> WholeBox:
        spin = WholeBox()
        spin.setRange(least, most)
        spin.setValue(value)
        spin.valueChanged.connect(self._refresh)
        return spin

    def _combo(self, items: Mapping[str, str]) -> QComboBox:
        combo = QComboBox()
        for key, text in items.items():
            combo.addItem(text, str(key))
        combo.currentIndexChanged.connect(self._refresh)
        return combo

    def _short(self, placeholder: str) -> QLineEdit:
        line = QLineEdit()
        line.setMaxLength(4)
        line.setPlaceholderText(placeholder)
        line.textChanged.connect(self._refresh)
        return line

    # -- living ----------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if not hasattr(self, "summary"):
            return
        flat = self.orientation.currentData() == Orientation.FLAT
        what, where = ("columns", "lower") if flat else ("rows", "further right")
        self.parity.setItemText(0, f"Odd {what} sit half a hex {where}")
        self.parity.setItemText(1, f"Even {what} sit half a hex {where}")
        self.check()
        spec = self.spec()
        naming = not self._numbers_problem(spec) or bool(spec.numbering.digits)
        letters_fit = spec.numbering.columns is Columns.DIGITS or spec.first_column >= 1
        drawn = naming and letters_fit and not self._no_grid(spec)
        self.preview.show_spec(spec if drawn else None)
        last = spec.numbering.format(spec.first_column + spec.columns - 1, spec.first_row + spec.rows - 1)
        first = spec.numbering.format(spec.first_column, spec.first_row)
        self.summary.setText(f"{spec.columns * spec.rows:,} hexes, {first} to {last}")
