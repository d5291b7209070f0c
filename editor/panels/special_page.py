"""The page of the special rules: a form made from what the rules system says of its exclusive rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.commands.undo_stack import new_stroke
from editor.desk.desk import Desk
from editor.dialogs.texts import turns_text
from editor.dialogs.value_form import parse_value
from editor.look.cells import CellDelegate
from editor.look.rebuilding import rebuilt, row_taken_out, taken_out
from editor.look.scrolled import Scrolled
from editor.panels.buttons import PanelButton
from editor.panels.fields import Fields, OwnField, sides_of, units_of
from editor.panels.model_shapes import ValueShape, shapes_of_special
from editor.panels.places_by_hex import PlacesByHexField, names_in
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.formats.fitting import SPECIAL, SpecialModel, misfits
from engine.play import registry
from engine.scenario import Scenario

_HIGH: Final = 130
_VALUES: Final = {"places": "Hexes or regions", "hexside": "Hexside, such as L0101/L0201"}
"""The heading over the values of a map, by their kind."""
LEFT_OUT: Final = "left out"
NONE: Final = "none"
Path = tuple[str, ...]


class RowsField(OwnField):
    """A table of short values: a list of things with fields, or keys with their values."""

    def __init__(self, title: str, columns: Mapping[str, ValueShape], *, keyed: bool) -> None:
        """``keyed``: the first column is the key of what the second one has."""
        super().__init__()
        self.columns, self.keyed = tuple(columns), keyed
        self._defaults = {name: shape.default for name, shape in columns.items()}
        self.table = QTableWidget(0, len(columns))
        self.table.setItemDelegate(CellDelegate(self.table))
        self.table.setAccessibleName(title)
        self.table.setHorizontalHeaderLabels([shape.label or name for name, shape in columns.items()])
        for number, shape in enumerate(columns.values()):
            header = self.table.horizontalHeaderItem(number)
            if header is not None:
                header.setToolTip(as_written(shape.about))
        self.table.verticalHeader().setVisible(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setFixedHeight(_HIGH)
        self.table.itemChanged.connect(lambda _item: self._tell())
        self.add, self.remove = PanelButton(), PanelButton()
        self.add.setText("Add row")
        self.remove.setText("Remove row")
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        layout.addLayout(row)

    def show_value(self, value: Any) -> None:
        rows = _rows(value, self.columns, keyed=self.keyed)
        if rows == self._texts():
            return
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(rows))
            for y, row in enumerate(rows):
                for x, text in enumerate(row):
                    self.table.setItem(y, x, QTableWidgetItem(text))

    def _texts(self) -> list[list[str]]:
        def text(y: int, x: int) -> str:
            item = self.table.item(y, x)
            return item.text().strip() if item is not None else ""

        return [[text(y, x) for x in range(self.table.columnCount())] for y in range(self.table.rowCount())]

    def _add(self) -> None:
        """A row like the last one, or with what is usual."""
        texts = self._texts()
        last = texts[-1] if texts else ["" if (d := self._defaults[c]) is None else str(d) for c in self.columns]
        if self.keyed and texts and last[0].isdecimal():
            last = [str(int(last[0]) + 1), *last[1:]]
        elif self.keyed and texts:
            last = [f"{last[0]}_{len(texts) + 1}", *last[1:]]
        y = self.table.rowCount()
        with QSignalBlocker(self.table):
            self.table.insertRow(y)
            for x, text in enumerate(last):
                self.table.setItem(y, x, QTableWidgetItem(text or ("1" if x == 0 else "")))
        self._tell()

    def _remove(self) -> None:
        row = self.table.currentRow()
        row_taken_out(self.table, row if row >= 0 else self.table.rowCount() - 1)
        self._tell()

    def _tell(self) -> None:
        texts = self._texts()
        if self.keyed:
            self.edited.emit({row[0]: _value(row[1]) for row in texts if row[0]})
        else:
            made = [{name: _value(text) for name, text in zip(self.columns, row, strict=True) if text} for row in texts]
            self.edited.emit(made)


def _rows(value: Any, columns: tuple[str, ...], *, keyed: bool) -> list[list[str]]:
    if keyed:
        return [[str(key), str(one)] for key, one in (value or {}).items()]
    made = [one if isinstance(one, Mapping) else {} for one in value or ()]
    return [["" if one.get(name) is None else str(one.get(name)) for name in columns] for one in made]


def _value(text: str) -> Any:
    """A typed text as a value. A comma parts turns or hexes here: special rules have no decimals."""
    return text if "," in text else parse_value(text)


def _fitting(shape: ValueShape, value: Any) -> Any:
    """A value as the field of a shape can show it. A broken file may hold anything: what does not fit is not shown, and
    stays in the file until the field is changed."""
    if shape.kind == "map":
        return value if isinstance(value, Mapping) else {}
    if shape.kind == "list" and shape.inner is not None and shape.inner.kind == "model":
        return value if isinstance(value, list | tuple) else []
    if shape.kind == "list":
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")
    if shape.kind in ("int", "decimal"):
        number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        return min(max(value, shape.least), shape.most) if number else shape.least
    if shape.kind == "bool":
        return value is True
    if shape.kind == "choice" and any(value is choice or value == choice for choice in shape.choices):
        return value
    return value if isinstance(value, str) else "" if value is None or isinstance(value, Mapping | list) else str(value)


class SpecialPage(QWidget):
    """The exclusive rules of the open scenario."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.form: Fields | None = None
        self._made: tuple[Any, ...] = ()
        self._shapes: dict[Path, ValueShape] = {}
        self._stroke = new_stroke()
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.complaint.setMinimumHeight(self.complaint.fontMetrics().height() * 2)
        self.body = QVBoxLayout()
        self.holder = QWidget()
        self.holder.setLayout(self.body)
        self.body.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(Scrolled(self.holder), 1)
        layout.addWidget(self.complaint)
        desk.document_changed.connect(lambda _document: self.refresh())
        desk.changed.connect(self._changed)
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.what in ("scenario", "units", "all", "regions", "map"):
            self.refresh()

    # -- showing ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the exclusive rules as they are."""
        scenario = self.desk.document.scenario
        model = _model(scenario)
        sides = sides_of(self.desk)
        made = (model, tuple(sides.items()), tuple(units_of(self.desk).items()))
        self.complaint.clear()
        if made != self._made:
            self._made, self._stroke = made, new_stroke()
            with rebuilt(self.holder):
                self._make({} if model is None else shapes_of_special(model, sides))
        if self.form is not None and scenario is not None:
            self.form.show_values({".".join(path): self._shown(scenario, path) for path in self._shapes})

    def _shown(self, scenario: Scenario, path: Path) -> Any:
        """What a field shows for what the file says, in any of its short forms."""
        shape = self._shapes[path]
        value: Any = scenario.special
        for step in path:
            value = value.get(step) if isinstance(value, Mapping) else None
        if shape.kind in ("places", "hexsides"):
            names = names_in(value)
            return names if shape.kind == "places" else " ".join(names)
        if shape.kind == "turns":
            turns = all(isinstance(turn, int) for turn in value) if isinstance(value, list) else False
            return turns_text(value) if turns else str(value or "")
        return _fitting(shape, shape.default if value is None else value)

    def _make(self, shapes: Mapping[str, ValueShape]) -> None:
        if self.form is not None:
            self.form.stop()
            taken_out(self.body, self.form)
        self._shapes = {}
        self.form = fields = Fields(self.desk)
        for key, shape in shapes.items():
            self._add(fields, (key,), shape)
        if not shapes:
            fields.note("These rules allow no special rules in a scenario.")
        fields.edited.connect(self._edited)
        self.body.insertWidget(0, fields)

    def _add(self, fields: Fields, path: Path, shape: ValueShape) -> None:
        """The field, or the fields, of a value."""
        name, label = ".".join(path), shape.label
        if shape.kind == "model":
            fields.heading(label, shape.about)
            for key, part in shape.parts.items():
                self._add(fields, (*path, key), part)
            return
        if shape.kind == "by-side" and shape.inner is not None:
            fields.heading(label, shape.about)
            for side, side_name in sides_of(self.desk).items():
                self._add(fields, (*path, side), replace(shape.inner, label=side_name, about=shape.about))
            return
        self._shapes[path] = shape
        if shape.kind == "side":
            fields.choice(name, label, sides_of(self.desk, NONE), shape.about)
        elif shape.kind == "unit":
            fields.choice(name, label, {"": NONE, **units_of(self.desk)}, shape.about)
        elif shape.kind == "choice":
            out = {"": LEFT_OUT} if shape.default is None else {}
            fields.choice(
                name, label, {**out, **{choice: str(choice) or NONE for choice in shape.choices}}, shape.about
            )
        elif shape.kind == "places":
            fields.place(name, label, label.lower())
        elif shape.kind == "int":
            fields.number(name, label, shape.least, shape.most, shape.about)
        elif shape.kind == "decimal":
            fields.points(name, label, shape.about, least=shape.least, most=shape.most)
        elif shape.kind == "bool":
            fields.tick(name, label, shape.about)
        elif shape.kind == "map" and shape.by_hex:
            fields.own(name, label, PlacesByHexField(self.desk, label), wide=True)
        elif shape.kind == "map":
            value = _VALUES.get(shape.inner.kind if shape.inner is not None else "", "Value")
            columns = {"key": ValueShape("text", shape.keys), "value": ValueShape("text", value)}
            fields.own(name, label, RowsField(label, columns, keyed=True), wide=True)
        elif shape.kind == "list" and shape.inner is not None and shape.inner.kind == "model":
            fields.own(name, label, RowsField(label, shape.inner.parts, keyed=False), wide=True)
        else:
            hints = {"hexsides": "as L0101/L0201", "turns": "such as 3 5-8"}
            fields.text(name, label, shape.about, hints.get(shape.kind, ""))
        if shape.about and shape.kind not in ("bool",) and len(path) == 1:
            fields.note(shape.about)

    # -- changing ---------------------------------------------------------------------------------------------

    def _edited(self, name: str, value: Any, stroke: int) -> None:
        scenario = self.desk.document.require_scenario()
        path: Path = tuple(name.split("."))
        shape = self._shapes[path]
        if shape.kind == "places":
            value = list(value)
        elif shape.kind == "hexsides":
            value = str(value).upper().split()
        elif shape.kind == "turns":
            value = str(value).strip()
        empty = value in ("", [], {}) or value == shape.default
        special = _with(scenario.special, path, None if empty else value)
        wrong = next((one for one in misfits(scenario.with_(special=special)) if one.code == SPECIAL), None)
        if wrong is not None:
            self.complaint.setText(f"Not taken over yet: {wrong.message}.")
            return
        self.complaint.clear()
        self.desk.push(EditScenario("Edit special rules", stroke=stroke or self._stroke, special=special))


def _with(special: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Exclusive rules with one value changed; None takes it out, and what is empty then."""
    made = dict(special)
    step, rest = path[0], path[1:]
    if rest:
        inner = made.get(step)
        value = _with(inner if isinstance(inner, Mapping) else {}, rest, value) or None
    if value is None:
        made.pop(step, None)
    else:
        made[step] = value
    return made


def _model(scenario: Scenario | None) -> type[SpecialModel] | None:
    """The exclusive rules that the scenario's system knows; None where it knows none."""
    try:
        model = registry.system(scenario.system).special if scenario is not None else None
    except HexwrightError:
        return None
    return model if model is not None and issubclass(model, SpecialModel) else None
