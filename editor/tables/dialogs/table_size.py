"""The dialogs that ask for a table's size and ground: for a new one, and for one that there is."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from editor.dialogs.forms import FormDialog, add_row, form, note
from editor.look.numbers import DecimalBox, WholeBox
from editor.plain import PlainLabel
from engine.boards.palette import Palette
from engine.tables.smooth import Outline
from engine.tables.table import LEAST_SIDE, MOST_SIDE, USUAL_SIZE, Table, usual_ground


class _SizeForm(FormDialog):
    """Width, height and ground."""

    def __init__(
        self, title: str, palette: Palette, size: tuple[int, int], ground: str, accept: str, parent: QWidget | None
    ) -> None:
        super().__init__(title, parent, accept_text=accept)
        self.rows = form()
        self.width_box, self.height_box = _paces(size[0]), _paces(size[1])
        self.width_box.setAccessibleName("Width")
        self.height_box.setAccessibleName("Height")
        self.ground_box = QComboBox()
        for key, kind in palette.areas.items():
            self.ground_box.addItem(kind.name, key)
        self.ground_box.setCurrentIndex(max(0, self.ground_box.findData(ground)))
        self.body.addLayout(self.rows)

    def _add_size(self) -> None:
        add_row(self.rows, "&Width, height", self.width_box, PlainLabel("×"), self.height_box)
        self.rows.addRow("&Ground", self.ground_box)

    @property
    def size_in_paces(self) -> tuple[int, int]:
        """Width and height in paces."""
        return self.width_box.value(), self.height_box.value()

    @property
    def ground(self) -> str:
        """The key of the kind of bare ground."""
        return str(self.ground_box.currentData())


class NewTableDialog(_SizeForm):
    """Asks for all that defines a new table."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__("New table", palette, USUAL_SIZE, usual_ground(palette), "Create table", parent)
        self.name = QLineEdit("New table")
        self.name.selectAll()
        self.name.textChanged.connect(lambda _text: self.check())
        self.scale = QLineEdit()
        self.scale.setPlaceholderText("for example 1 pace is 0.75 m")
        self.rows.addRow("&Name", self.name)
        self.rows.addRow("S&cale", self.scale)
        self._add_size()
        self.rows.addRow(note("A base is 80 paces wide; 3,600 × 2,400 paces are 1.8 × 1.2 m with bases of 40 mm."))
        self.check()
        self.name.setFocus()

    @property
    def table_name(self) -> str:
        """What the table is called."""
        return self.name.text().strip()

    @property
    def table_scale(self) -> str:
        """What the table is in the world, in the designer's words."""
        return self.scale.text().strip()

    def problem(self) -> str:
        """Why no table can be made of this."""
        return "" if self.table_name else "The table needs a name."


class TableSizeDialog(_SizeForm):
    """Asks for another size, ground and north of a table."""

    def __init__(self, table: Table, parent: QWidget | None = None) -> None:
        super().__init__("Table size and ground", table.palette, table.size, table.ground, "Apply", parent)
        self._table = table
        self.north_box = DecimalBox()
        self.north_box.setRange(0, 359.9)
        self.north_box.setSuffix("°")
        self.north_box.setValue(table.north / 10)
        self.north_box.setToolTip("The facing that is north: 0 is the upper edge, 90 the right one")
        for spin in (self.width_box, self.height_box):
            spin.valueChanged.connect(lambda _value: self.check())
        self._add_size()
        self.rows.addRow("N&orth", self.north_box)
        self.check()

    @property
    def north(self) -> int:
        """The facing that is north, in tenths of a degree."""
        return round(self.north_box.value() * 10)

    def problem(self) -> str:
        """Why the table cannot have this size: something would lie beside it."""
        width, height = self.size_in_paces
        table = self._table
        held: list[tuple[str, Outline]] = [(area.key, area.edge) for area in table.areas.values()]
        held += [(wall.key, wall.edge) for wall in table.walls.values()]
        held += [(line.key, line.course) for line in table.courses.values()]
        held += [(region.key, region.outline) for region in table.regions.values()]
        for key, points in held:
            if any(x > width or y > height for x, y in points):
                return f"{key} would lie beside the table; move or delete it first."
        return ""


def _paces(value: int) -> WholeBox:
    spin = WholeBox()
    spin.setRange(LEAST_SIDE, MOST_SIDE)
    spin.setSingleStep(100)
    spin.setSuffix(" paces")
    spin.setValue(value)
    return spin
