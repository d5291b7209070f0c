"""The counter designer: what stands where on front and back, symbols, stripes and colours of formations, pictures; with
the counter drawn as one works, large and as it will be printed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import CounterLook
from editor.dialogs.counter_templates import TEMPLATES, template
from editor.dialogs.forms import FormDialog, form, note, swatch
from editor.dialogs.unit_parts import formations_of
from editor.look.cells import CellDelegate
from editor.look.numbers import DecimalBox
from editor.look.rebuilding import row_taken_out
from editor.plain import PlainLabel, as_written
from engine.formats.artwork import refusal
from engine.formats.fields import FieldInfo, counter_fields
from engine.scenario import Scenario, Unit
from engine.scenario.counters import PLACES, STRIPES, SYMBOLS, CounterDesign, CounterText, FormationLook
from engine.scenario.slots import HEIGHTS
from engine.scenario.words import WORDS, fields_in, full_steps

SYMBOL_NAMES = {"nato": "Boxes of military maps", "letters": "Letters of the type", "none": "None"}
PICTURES = "Pictures (*.png *.jpg *.jpeg *.svg *.webp *.bmp)"
COLUMNS = ("Place", "Text", "Height", "Bold")
LARGE = 150
"""Pixels that a counter of the preview is wide."""


class TextsTable(QWidget):
    """The texts of a side of a counter: where each stands, what it shows, how high its letters are."""

    changed = Signal()
    PLACE, SHOW, HEIGHT, BOLD = range(4)

    def __init__(self, fields: Sequence[FieldInfo], what: str) -> None:
        super().__init__()
        self._fields = fields
        self.table = QTableWidget(0, 4)
        self.table.setItemDelegate(CellDelegate(self.table))
        self.table.setAccessibleName(f"Texts of the {what}")
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.verticalHeader().setVisible(False)
        self.table.verticalHeader().setDefaultSectionSize(32)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(self.SHOW, QHeaderView.ResizeMode.Stretch)
        for column, width in ((self.PLACE, 120), (self.HEIGHT, 90), (self.BOLD, 48)):
            header.resizeSection(column, width)
        self.add_button, self.remove_button = QPushButton("&Add text"), QPushButton("&Remove")
        self.insert_button = QToolButton()
        self.insert_button.setText("&Insert value")
        self.insert_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.insert_button.setMenu(self._menu())
        row = QHBoxLayout()
        for button in (self.add_button, self.insert_button, self.remove_button):
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addWidget(note(f"Without texts of its own the {what} shows what is usual under the rules."))
        self.add_button.clicked.connect(self._add)
        self.remove_button.clicked.connect(self._remove)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        for info in self._fields:
            menu.addAction(info.label).setData(info.key)
        menu.addSeparator()
        for word in WORDS:
            menu.addAction(word.capitalize()).setData(word)
        menu.triggered.connect(lambda action: self.insert(str(action.data())))
        return menu

    def show_texts(self, texts: Sequence[CounterText]) -> None:
        """Show these texts, and no others."""
        self.table.setRowCount(0)
        for text in texts:
            self._append(text)

    def texts(self) -> tuple[CounterText, ...]:
        """The texts as entered; those that show nothing are left out."""
        found = (self._text(row) for row in range(self.table.rowCount()))
        return tuple(text for text in found if text.show)

    def insert(self, key: str) -> None:
        """Put a value into the text of the current row; into a new one where there is none."""
        if self.table.currentRow() < 0:
            self._add()
        line = self.table.cellWidget(self.table.currentRow(), self.SHOW)
        if isinstance(line, QLineEdit):
            line.insert(f"{{{key}}}")

    def _text(self, row: int) -> CounterText:
        place, line, height, bold = (self.table.cellWidget(row, column) for column in range(4))
        assert isinstance(place, QComboBox)
        assert isinstance(line, QLineEdit)
        assert isinstance(height, DecimalBox)
        assert isinstance(bold, QCheckBox)
        return CounterText(place.currentText(), line.text().strip(), height.value(), bold.isChecked())

    def _append(self, text: CounterText) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        place = QComboBox()
        place.addItems(list(PLACES))
        place.setCurrentText(text.at)
        place.setAccessibleName(f"Where text {row + 1} stands")
        line = QLineEdit(text.show)
        line.setPlaceholderText("for example {name}")
        height = DecimalBox()
        height.setRange(0, 80)
        height.setDecimals(0)
        height.setSpecialValueText("usual")
        height.setToolTip(as_written(f"Of the letters, in hundredths of the counter; usual: {HEIGHTS[text.at]:g}"))
        height.setValue(text.height)
        bold = QCheckBox()
        bold.setChecked(text.bold)
        for column, widget in enumerate((place, line, height, bold)):
            widget.setAccessibleName(f"{COLUMNS[column]} of text {row + 1}")
            self.table.setCellWidget(row, column, widget)
        place.currentTextChanged.connect(lambda _text: self.changed.emit())
        line.textChanged.connect(lambda _text: self.changed.emit())
        height.valueChanged.connect(lambda _value: self.changed.emit())
        bold.toggled.connect(lambda _on: self.changed.emit())

    def _add(self) -> None:
        used = {text.at for text in self.texts()}
        self._append(CounterText(next((place for place in PLACES if place not in used), "top"), ""))
        self.table.setCurrentCell(self.table.rowCount() - 1, self.SHOW)
        self.changed.emit()

    def _remove(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            row_taken_out(self.table, row)
            self.changed.emit()


class ColourCell(QToolButton):
    """A colour that may be left to the side."""

    changed = Signal()

    def __init__(self, colour: str, title: str) -> None:
        super().__init__()
        self.title = title
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.setAccessibleName(title)
        menu = QMenu(self)
        menu.addAction("Choose…", self._ask)
        menu.addAction("None", lambda: self.set_colour("", tell=True))
        self.setMenu(menu)
        self.clicked.connect(lambda _on: self._ask())
        self.set_colour(colour)

    def set_colour(self, colour: str, *, tell: bool = False) -> None:
        """Show a colour, ``#rrggbb``, or none."""
        self.colour = colour
        self.setText(colour or "none")
        self.setIcon(swatch(colour or "#ffffff", 16))
        if tell:
            self.changed.emit()

    def _ask(self) -> None:
        chosen = QColorDialog.getColor(QColor(self.colour or "#b02020"), self, self.title)
        if chosen.isValid():
            self.set_colour(chosen.name(), tell=True)


class FormationsTable(QWidget):
    """The colours of formations."""

    changed = Signal()
    COLUMNS = ("Formation", "Stripe", "Counter", "Ink")

    def __init__(self, offers: Sequence[str], looks: Sequence[FormationLook]) -> None:
        super().__init__()
        self.table = QTableWidget(0, len(self.COLUMNS))
        self.table.setItemDelegate(CellDelegate(self.table))
        self.table.setAccessibleName("Colours of formations")
        self.table.setHorizontalHeaderLabels(list(self.COLUMNS))
        self.table.verticalHeader().setVisible(False)
        self.table.verticalHeader().setDefaultSectionSize(32)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, len(self.COLUMNS)):
            header.resizeSection(column, 116)
        by_name = {look.formation: look for look in looks}
        for name in dict.fromkeys([*offers, *by_name]):
            self._append(by_name.get(name, FormationLook(name)))
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addWidget(note("A formation's colours are also those of its parts, unless these have their own."))

    def looks(self) -> tuple[FormationLook, ...]:
        """The formations that have a colour of their own."""
        found = []
        for row in range(self.table.rowCount()):
            item = self.table.item(row, 0)
            stripe, colour, ink = (self.cell(row, column).colour for column in (1, 2, 3))
            if item is not None and (stripe or colour or ink):
                found.append(FormationLook(item.text(), colour, ink, stripe))
        return tuple(found)

    def cell(self, row: int, column: int) -> ColourCell:
        """The colour in a cell."""
        widget = self.table.cellWidget(row, column)
        assert isinstance(widget, ColourCell)
        return widget

    def _append(self, look: FormationLook) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        item = QTableWidgetItem(look.formation)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        item.setToolTip(as_written(look.formation))
        self.table.setItem(row, 0, item)
        for column, colour in ((1, look.stripe), (2, look.colour), (3, look.ink)):
            cell = ColourCell(colour, f"{self.COLUMNS[column]} of {look.formation}")
            cell.changed.connect(self.changed)
            self.table.setCellWidget(row, column, cell)


class ArtworkTable(QWidget):
    """Pictures that stand for the symbol of a type or of a unit."""

    changed = Signal()

    def __init__(self, scenario: Scenario, folder: str) -> None:
        super().__init__()
        self.folder = folder
        types = dict.fromkeys(unit.type for unit in scenario.units.values())
        names = {kind: f"all of type {kind}" for kind in types}
        names |= {unit.key: f"{unit.name} ({unit.key})" for unit in scenario.units.values()}
        self.what = QComboBox()
        for key, name in names.items():
            self.what.addItem(name, key)
        self.what.setAccessibleName("Whose picture")
        self._names = names
        self.artwork = dict(scenario.counters.artwork)
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName("Pictures")
        self.table.setHorizontalHeaderLabels(["Of", "Picture"])
        self.table.verticalHeader().setVisible(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.choose_button, self.remove_button = QPushButton("&Picture…"), QPushButton("Re&move")
        self.choose_button.clicked.connect(self._choose)
        self.remove_button.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.addWidget(self.what, 1)
        row.addWidget(self.choose_button)
        row.addWidget(self.remove_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addWidget(note("Pictures stay where they are; the scenario names them by their way from its own file."))
        self._fill()

    def _fill(self) -> None:
        self.table.setRowCount(0)
        for key, path in self.artwork.items():
            row = self.table.rowCount()
            self.table.insertRow(row)
            what = QTableWidgetItem(self._names.get(key, f"{key} (not in this scenario)"))
            what.setData(Qt.ItemDataRole.UserRole, key)
            self.table.setItem(row, 0, what)
            picture = QTableWidgetItem(path + _trouble(Path(self.folder) / path, self.folder))
            self.table.setItem(row, 1, picture)

    def take(self, key: str, path: Path) -> None:
        """Let a picture stand for a unit's or type's symbol."""
        try:
            name = os.path.relpath(path, self.folder) if self.folder else str(path)
        except ValueError:
            # On another drive.
            name = str(path)
        self.artwork[key] = Path(name).as_posix()
        self._fill()
        self.changed.emit()

    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Choose a picture", self.folder, PICTURES)
        if path:
            self.take(str(self.what.currentData()), Path(path))

    def _remove(self) -> None:
        item = self.table.item(self.table.currentRow(), 0)
        if item is not None:
            self.artwork.pop(str(item.data(Qt.ItemDataRole.UserRole)), None)
            self._fill()
            self.changed.emit()


class DesignPreview(QWidget):
    """Front and back of a counter, large, and in the size of the print beneath."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self.scenario = scenario
        self.unit: Unit | None = next(iter(scenario.units.values()), None)
        self.look = CounterLook()
        self.setMinimumSize(QSize(LARGE * 2 + 40, LARGE + 170))
        self.setAccessibleName("Preview of the counter")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw them, each with its caption."""
        if self.unit is None:
            return
        painter = QPainter(self)
        sides = [("Front", None)] + ([("Back", 1)] if full_steps(self.unit) > 1 else [])
        for i, (caption, steps) in enumerate(sides):
            left = 10 + i * (LARGE + 20)
            self._draw(painter, QRectF(left, 8, LARGE, LARGE), self.unit, steps)
            self._say(painter, QRectF(left, LARGE + 10, LARGE, 22), caption)
        size = self.print_pixels()
        top = LARGE + 44.0
        x, y = 10.0, top
        for unit in self._samples():
            if x + size > self.width() - 4:
                x, y = 10.0, y + size + 6
            if y + size > self.height() - 24:
                break
            self._draw(painter, QRectF(x, y, size, size), unit, None)
            x += size + 6
        self._say(painter, QRectF(0, self.height() - 22, self.width(), 20), f"As printed: {self.look.design.size:g} mm")
        painter.end()

    def print_pixels(self) -> float:
        """How many pixels of this screen a printed counter is wide."""
        return max(8.0, self.look.design.size / 25.4 * self.screen().physicalDotsPerInch())

    def _samples(self) -> list[Unit]:
        """Units of each side, one of each type."""
        found: dict[tuple[str, str], Unit] = {}
        for unit in self.scenario.units.values():
            found.setdefault((unit.side, unit.type), unit)
        return list(found.values())

    def _draw(self, painter: QPainter, room: QRectF, unit: Unit, steps: int | None) -> None:
        side = self.scenario.sides.get(unit.side)
        if side is not None:
            draw_counter(painter, room, unit, side, look=self.look, steps=steps, pixels=max(room.width(), 100))

    def _say(self, painter: QPainter, room: QRectF, text: str) -> None:
        painter.setPen(self.palette().placeholderText().color())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


class CounterDesignDialog(FormDialog):
    """Designs the counters of a scenario; `design` is the answer."""

    def __init__(self, scenario: Scenario, unit: str = "", folder: str = "", parent: QWidget | None = None) -> None:
        """``unit``: the one that is shown first; ``folder``: where pictures are looked up."""
        super().__init__("Counter designer", parent, accept_text="Apply")
        self.scenario, self.folder = scenario, folder
        self.infos = counter_fields(scenario.system)
        design = scenario.counters
        self.template = QComboBox()
        self.template.addItem("As it is", "")
        for key, name in TEMPLATES.items():
            self.template.addItem(name, key)
        self.size_mm = DecimalBox()
        self.size_mm.setRange(5, 60)
        self.size_mm.setDecimals(1)
        self.size_mm.setSuffix(" mm")
        self.size_mm.setValue(design.size)
        self.symbols, self.stripe = QComboBox(), QComboBox()
        for key in SYMBOLS:
            self.symbols.addItem(SYMBOL_NAMES[key], key)
        for key in STRIPES:
            self.stripe.addItem(f"At the {key}" if key else "None", key)
        self.front, self.back = TextsTable(self.infos, "front"), TextsTable(self.infos, "back")
        self.formations = FormationsTable(formations_of(scenario), design.formations)
        self.art = ArtworkTable(scenario, folder)
        self.preview = DesignPreview(scenario)
        self.shown = QComboBox()
        for one in scenario.units.values():
            self.shown.addItem(one.name, one.key)
        self.shown.setCurrentIndex(max(0, self.shown.findData(unit)))
        self._lay_out()
        self._show(design)
        self._connect()
        self.resize(960, 600)
        self._refresh()

    @property
    def design(self) -> CounterDesign:
        """The design as entered."""
        return CounterDesign(
            self.size_mm.value(),
            str(self.symbols.currentData()),
            self.front.texts(),
            self.back.texts(),
            str(self.stripe.currentData()),
            self.formations.looks(),
            dict(self.art.artwork),
        )

    def problem(self) -> str:
        """What a text asks for that no counter has."""
        known = {info.key for info in self.infos} | set(WORDS)
        known |= {key for unit in self.scenario.units.values() for key in unit.values}
        for text in (*self.front.texts(), *self.back.texts()):
            for name in fields_in(text.show):
                if name not in known:
                    return f"No counter has a value {{{name}}}; there are {', '.join(sorted(known))}."
        if self.back.texts() and not self.front.texts():
            return "The back has texts of its own, and the front has none: give it some, or begin with a template."
        return ""

    def _lay_out(self) -> None:
        top = form()
        top.addRow("&Template", self.template)
        top.addRow("&Size, cut out", self.size_mm)
        top.addRow("S&ymbols", self.symbols)
        top.addRow("St&ripe of formations", self.stripe)
        self.tabs = QTabWidget()
        for widget, title in (
            (self.front, "&Front"),
            (self.back, "&Back"),
            (self.formations, "F&ormations"),
            (self.art, "&Pictures"),
        ):
            self.tabs.addTab(widget, title)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addLayout(top)
        left.addWidget(self.tabs, 1)
        shown = PlainLabel("S&hown")
        shown.setBuddy(self.shown)
        self.shown.setAccessibleName("Unit whose counter is shown")
        right.addWidget(shown)
        right.addWidget(self.shown)
        right.addWidget(self.preview, 1)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(left, 1)
        row.addLayout(right)
        self.body.addLayout(row, 1)

    def _show(self, design: CounterDesign) -> None:
        self.symbols.setCurrentIndex(self.symbols.findData(design.symbols))
        self.stripe.setCurrentIndex(max(0, self.stripe.findData(design.stripe)))
        self.front.show_texts(design.front)
        self.back.show_texts(design.back)

    def _connect(self) -> None:
        self.template.activated.connect(self._begin)
        self.size_mm.valueChanged.connect(lambda _value: self._refresh())
        for combo in (self.symbols, self.stripe, self.shown):
            combo.currentIndexChanged.connect(lambda _index: self._refresh())
        for part in (self.front, self.back, self.formations, self.art):
            part.changed.connect(self._refresh)

    def _begin(self, _index: int) -> None:
        """Begin with a template; size, colours of formations and pictures stay."""
        key = str(self.template.currentData())
        self._show(template(key, self.infos) if key else self.scenario.counters)
        self._refresh()

    def _refresh(self) -> None:
        self.check()
        self.preview.unit = self.scenario.units.get(str(self.shown.currentData()))
        self.preview.look = replace(self.preview.look, design=self.design, folder=self.folder)
        self.preview.update()


def _trouble(path: Path, folder: str) -> str:
    """What is said behind a picture that cannot be shown."""
    if not path.exists():
        return " (cannot be read)"
    reason = refusal(path, folder)
    return f" ({reason})" if reason else ""
