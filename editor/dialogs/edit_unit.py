"""The dialog for one unit: side, name, type, size and factors, with its counter drawn as one types."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QGroupBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import USUAL_LOOK, look_in
from editor.canvas.drawing.symbols import draw_symbol
from editor.canvas.drawing.unit_names import SIZES
from editor.dialogs.forms import FormDialog, form, is_key, key_from, note
from editor.dialogs.system_info import unit_types
from editor.dialogs.unit_parts import (
    formation_box,
    formations_of,
    place_line,
    place_problem,
    show_text,
    side_box,
    turn_spin,
)
from editor.dialogs.value_form import ValueForm
from editor.kinds import kind_of_board
from editor.plain import PlainLabel, as_written
from engine.formats.fields import unit_fields
from engine.scenario import Scenario, Side, Unit, formations
from engine.scenario.numbering import next_name
from engine.scenario.words import full_steps


class CounterPreview(QWidget):
    """A counter's front and, for units with two steps, its reduced side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.unit: Unit | None = None
        self.side: Side | None = None
        self.look = USUAL_LOOK
        self.setMinimumSize(QSize(130, 270))
        self.setAccessibleName("Preview of the counter")

    def show_unit(self, unit: Unit, side: Side) -> None:
        """Draw another counter."""
        self.unit, self.side = unit, side
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both sides of the counter, each with its caption."""
        if self.unit is None or self.side is None:
            return
        painter = QPainter(self)
        sides = [("Front", None)] + ([("Reduced", 1)] if full_steps(self.unit) > 1 else [])
        for i, (caption, steps) in enumerate(sides):
            top = 4 + i * 134
            draw_counter(painter, QRectF(12, top, 106, 106), self.unit, self.side, look=self.look, steps=steps)
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(QRectF(0, top + 108, 130, 20), Qt.AlignmentFlag.AlignCenter, caption)
        painter.end()


def type_icon(unit_type: str) -> QIcon:
    """The symbol of a unit type as an icon."""
    pixmap = QPixmap(30, 20)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_symbol(painter, QRectF(1, 1, 28, 18), unit_type, QColor("#10202e"), QColor("#ffffff"))
    painter.end()
    return QIcon(pixmap)


class EditUnitDialog(FormDialog):
    """Asks for all values of a unit; `unit`, `place` and `turn` give the answer. Without a unit it makes a new one."""

    another_asked = Signal()
    """The unit is to be added, and another one made: whoever adds it calls `go_on`."""

    def __init__(
        self,
        scenario: Scenario,
        unit: Unit | None = None,
        parent: QWidget | None = None,
        *,
        side: str = "",
        formation: str = "",
        folder: str = "",
    ) -> None:
        """``side`` and ``formation`` are what is offered for a new unit; ``folder`` is where pictures on counters are
        looked up."""
        super().__init__("Edit unit" if unit else "New unit", parent, accept_text="Save unit" if unit else "Add unit")
        self.scenario = scenario
        self.old = unit
        usual = side or next(iter(scenario.sides), "")
        start = unit or Unit("", usual, "", unit_types(scenario.system)[0], formation=formation)
        self._follow_name = unit is None
        row = QHBoxLayout()
        row.setSpacing(16)
        left = QVBoxLayout()
        left.addLayout(self._identity(start))
        self._add_provenance(left, start)
        row.addLayout(left, 1)
        row.addWidget(self._values_box(start), 1, Qt.AlignmentFlag.AlignTop)
        self.preview = CounterPreview()
        self.preview.look = look_in(scenario, folder)
        row.addWidget(self.preview, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(row)
        if unit is None:
            self.another = self.buttons.addButton("Add &another", QDialogButtonBox.ButtonRole.ActionRole)
            self.another.setToolTip("Add this unit, and make the next one like it")
            self.another.clicked.connect(self._ask_another)
        self.name.textEdited.connect(self._name_edited)
        self.key.textEdited.connect(self._key_edited)
        self._refresh()
        self.name.setFocus()

    @property
    def unit(self) -> Unit:
        """The unit as entered."""
        return Unit(
            self.key.text().strip(),
            str(self.side.currentData()),
            self.name.text().strip(),
            self.type.currentText().strip(),
            self.size_box.currentText().strip(),
            self.values.values(),
            self.provenance.toPlainText().strip(),
            formations.text(formations.parts(self.formation.currentText())),
        )

    @property
    def place(self) -> str:
        """The hex it is set up in, as entered; empty for none."""
        return self.hex.text().strip()

    @property
    def turn_number(self) -> int:
        """The turn it comes on; 0 for none."""
        return self.turn.value()

    def problem(self) -> str:
        """Why this is no unit yet."""
        key = self.key.text().strip()
        if not self.name.text().strip():
            return "The unit needs a name."
        if not is_key(key):
            return "The key may contain only letters, digits, - and _. Files and actions name the unit by it."
        if key in self.scenario.units and (self.old is None or key != self.old.key):
            return f"There is already a unit with the key {key}."
        known = unit_types(self.scenario.system)
        if self.type.currentText().strip() not in known:
            return f"The rules system knows these types: {', '.join(known)}."
        return place_problem(self.scenario, self.place, self.turn_number)

    def check(self) -> None:
        """Show the problem, if any, and allow or forbid to add the unit."""
        super().check()
        if self.old is None:
            self.another.setEnabled(self.ok.isEnabled())

    def go_on(self, scenario: Scenario) -> None:
        """The unit was added to this scenario: offer the next one like it, under the next number."""
        self.scenario = scenario
        self.name.setText(next_name(self.name.text().strip(), {unit.name for unit in scenario.units.values()}))
        self._follow_name = True
        self._name_edited(self.name.text())
        self.name.setFocus()
        self.name.selectAll()

    def _ask_another(self) -> None:
        self.check()
        if self.ok.isEnabled():
            self.another_asked.emit()

    def _identity(self, unit: Unit) -> QVBoxLayout:
        scenario = self.scenario
        layout = form()
        self.side = side_box(scenario, unit.side)
        self.name = QLineEdit(unit.name)
        self.name.setPlaceholderText("for example 9th Infantry")
        self.name.setMinimumWidth(240)
        self.key = QLineEdit(unit.key)
        self.key.setToolTip("How files, logs and actions name the unit")
        self.type = QComboBox()
        self.type.setEditable(True)
        self.type.setIconSize(QSize(30, 20))
        for kind in unit_types(scenario.system):
            self.type.addItem(type_icon(kind), kind)
        show_text(self.type, unit.type)
        self.type.editTextChanged.connect(self._show_symbol)
        self.size_box = QComboBox()
        self.size_box.setEditable(True)
        self.size_box.addItem("")
        self.size_box.addItems(list(SIZES))
        show_text(self.size_box, unit.size)
        self.formation = formation_box(formations_of(scenario), unit.formation)
        words = kind_of_board(scenario.map).place_words
        self.hex = place_line(scenario.setup.get(unit.key, ""), words)
        arrival = scenario.arrival_of(unit.key)
        self.turn = turn_spin(scenario, arrival.turn if arrival else 0)
        for label, widget in (
            ("&Side", self.side),
            ("&Name", self.name),
            ("&Key", self.key),
            ("&Type", self.type),
            ("Si&ze", self.size_box),
            ("&Formation", self.formation),
            (words.label, self.hex),
            ("&Arrival turn", self.turn),
        ):
            layout.addRow(as_written(label), widget)
        for combo in (self.side, self.type, self.size_box):
            combo.currentTextChanged.connect(lambda _text: self._refresh())
        self.hex.textChanged.connect(lambda _text: self._refresh())
        self.turn.valueChanged.connect(lambda _turn: self._refresh())
        outer = QVBoxLayout()
        outer.addLayout(layout)
        return outer

    def _show_symbol(self, typed: str) -> None:
        """The symbol beside the type follows what is typed; a type that is not listed has none."""
        line, index = self.type.lineEdit(), self.type.findText(typed)
        if line is None or index == self.type.currentIndex():
            return
        at = line.cursorPosition()
        with QSignalBlocker(self.type), QSignalBlocker(line):
            self.type.setCurrentIndex(index)
            if index < 0:
                line.setText(typed)
                line.setCursorPosition(at)

    def _add_provenance(self, column: QVBoxLayout, unit: Unit) -> None:
        column.addWidget(PlainLabel("Where the figures come from"))
        self.provenance = QPlainTextEdit(unit.provenance)
        self.provenance.setTabChangesFocus(True)
        self.provenance.setMinimumHeight(56)
        self.provenance.setAccessibleName("Where the figures come from")
        column.addWidget(self.provenance, 1)

    def _values_box(self, unit: Unit) -> QGroupBox:
        box = QGroupBox("Factors and marks")
        layout = QVBoxLayout(box)
        self.values = ValueForm(unit_fields(self.scenario), unit.values)
        self.values.changed.connect(self._refresh)
        layout.addWidget(self.values)
        layout.addWidget(note("Point at a field to read what the rules say about it, and its limits."))
        return box

    def _name_edited(self, text: str) -> None:
        if self._follow_name:
            side = str(self.side.currentData())
            self.key.setText(key_from(f"{side} {text}", self.scenario.units, "unit"))
        self._refresh()

    def _key_edited(self, _text: str) -> None:
        self._follow_name = False
        self._refresh()

    def _refresh(self) -> None:
        self.check()
        unit = self.unit
        side = self.scenario.sides.get(unit.side)
        if side is not None:
            self.preview.show_unit(unit, side)
