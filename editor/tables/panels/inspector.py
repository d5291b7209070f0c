"""The Inspector's page for what lies on a table: a form for an area, a line, a fortification, a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.dialogs.forms import form
from editor.dialogs.layer_box import LayerBox
from editor.look.numbers import DecimalBox, WholeBox
from editor.look.rebuilding import rebuilt, taken_out
from editor.panels.buttons import PanelButton
from editor.panels.kind_page import KindPage
from editor.plain import PlainLabel
from editor.tables.commands.edit_table import EditTable
from editor.tables.editing import put_area, put_line, raised, rekeyed, removed
from editor.tables.things import AREAS, LABELS, LINES, Thing, area_of, is_there, line_of, points_of, said_of
from engine.errors import HexwrightError
from engine.tables.table import (
    COVERS,
    FORTIFICATIONS,
    PLACERS,
    SLOPES,
    Table,
    TableArea,
    TableLabel,
    TableLine,
    TableWall,
    table_of,
)

Item = TableArea | TableLine | TableWall

USUAL = "usual"
"""What a number says that is left to the kind."""


class TablePage(KindPage):
    """The form of the thing that is selected last."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._shown: object = None
        self.body: QWidget | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.fields: dict[str, QWidget] = {}
        """The fields of the form by their names, for who looks for one."""

    @property
    def table(self) -> Table:
        """The open table."""
        return table_of(self.desk.board)

    def show_selected(self) -> bool:
        thing = self.desk.selection.spot
        table = self.table
        if not isinstance(thing, Thing) or not is_there(table, thing):
            self._shown = None
            self._empty()
            return False
        scenario = self.desk.document.scenario
        now = (thing, self._item(table, thing), tuple(scenario.sides) if scenario is not None else ())
        if now != self._shown:
            self._shown = now
            with rebuilt(self):
                self._empty()
                self.body = self._form(table, thing)
                self.column.addWidget(self.body)
        return True

    def _empty(self) -> None:
        """Let go of the form of a thing that is selected no longer."""
        if self.body is not None:
            taken_out(self.column, self.body)
        self.body, self.fields = None, {}

    @staticmethod
    def _item(table: Table, thing: Thing) -> object:
        if thing.layer == LABELS:
            return table.labels[int(thing.key)]
        return area_of(table, thing) or line_of(table, thing) or table.regions.get(thing.key)

    # -- the form -----------------------------------------------------------------------------------------------

    def _form(self, table: Table, thing: Thing) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        title = PlainLabel(said_of(table, thing).capitalize())
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        column.addWidget(title)
        layout = form()
        column.addLayout(layout)
        item = self._item(table, thing)
        if isinstance(item, TableArea):
            self._area_rows(layout, item)
        elif isinstance(item, TableLine):
            self._line_rows(layout, item)
        elif isinstance(item, TableWall):
            self._wall_rows(layout, item)
        elif isinstance(item, TableLabel):
            self._label_rows(layout, int(thing.key), item)
        points = points_of(table, thing)
        if points:
            layout.addRow("Points", PlainLabel(f"{len(points)}; Alt and a click add or remove one"))
        for text, slot in self._buttons(thing):
            button = PanelButton()
            button.setText(text)
            button.clicked.connect(slot)
            column.addWidget(button)
        return page

    def _buttons(self, thing: Thing) -> list[tuple[str, Callable[[], object]]]:
        found: list[tuple[str, Callable[[], object]]] = []
        if thing.layer in (AREAS, LINES):
            found += [("Raise", lambda: self._order(thing, 1)), ("Lower", lambda: self._order(thing, -1))]
        return [*found, ("Delete", lambda: self._remove(thing))]

    def _add(self, layout: QFormLayout, name: str, text: str, field: QWidget) -> None:
        self.fields[name] = field
        layout.addRow(text, field)

    def _key_row(self, layout: QFormLayout, item: Item) -> None:
        line = QLineEdit(item.key)
        line.editingFinished.connect(lambda: self._rename(item, line))
        self._add(layout, "key", "&Key", line)

    def _choice(
        self, layout: QFormLayout, name: str, text: str, values: dict[str, str], now: str, put: Callable[[str], object]
    ) -> None:
        box = QComboBox()
        for key, shown in values.items():
            box.addItem(shown, key)
        if box.findData(now) < 0:
            box.addItem(now, now)
        box.setCurrentIndex(box.findData(now))
        box.activated.connect(lambda _index: put(str(box.currentData())))
        self._add(layout, name, text, box)

    def _tick(self, layout: QFormLayout, name: str, text: str, now: bool, put: Callable[[bool], object]) -> None:
        box = QCheckBox(text)
        box.setChecked(now)
        box.toggled.connect(put)
        self._add(layout, name, "", box)

    def _pick(
        self, layout: QFormLayout, item: Item, field: str, text: str, values: Mapping[str, str], what: str
    ) -> None:
        """A row that chooses a value of a field of a thing; ``what`` begins the name of the step."""
        now = str(getattr(item, field))
        self._choice(layout, field, text, dict(values), now, lambda value: self._put(item, field, value, what))

    def _switch(self, layout: QFormLayout, item: Item, field: str, text: str, what: str) -> None:
        now = bool(getattr(item, field))
        self._tick(layout, field, text, now, lambda on: self._put(item, field, on, what))

    def _placed_rows(self, layout: QFormLayout, item: Item) -> None:
        """Who placed it, whether it was compulsory, what it counts for."""
        self._pick(layout, item, "placed", "Placed &by", {"": "no side", **{who: who for who in PLACERS}}, "Who placed")
        self._switch(layout, item, "compulsory", "Compulsory", "Duty of")
        count = DecimalBox()
        count.setRange(-0.5, 20)
        count.setSingleStep(0.5)
        count.setSpecialValueText(USUAL)
        count.setKeyboardTracking(False)
        count.setValue(item.fe if item.fe is not None else -0.5)
        count.valueChanged.connect(
            lambda value: self._put(item, "fe", None if value < 0 else float(value), "Equivalents of")
        )
        self._add(layout, "fe", "&Equivalents", count)

    def _kinds(self, *, walls: bool) -> dict[str, str]:
        lines = self.table.palette.lines.items()
        return {key: kind.name for key, kind in lines if (key in FORTIFICATIONS) == walls}

    def _area_rows(self, layout: QFormLayout, area: TableArea) -> None:
        kinds = {key: kind.name for key, kind in self.table.palette.areas.items()}
        self._key_row(layout, area)
        self._pick(layout, area, "kind", "&Kind", kinds, "Kind of")
        self._switch(layout, area, "smooth", "Smooth edge", "Edge of")
        if area.is_hill:
            self._pick(layout, area, "slope", "&Slope", {"": SLOPES[0], **{s: s for s in SLOPES[1:]}}, "Slope of")
            self._pick(layout, area, "cover", "&Cover", {"": COVERS[0], **{c: c for c in COVERS[1:]}}, "Cover of")
        self._placed_rows(layout, area)

    def _line_rows(self, layout: QFormLayout, line: TableLine) -> None:
        self._key_row(layout, line)
        self._pick(layout, line, "kind", "&Kind", self._kinds(walls=False), "Kind of")
        width = WholeBox()
        width.setRange(0, 400)
        width.setSuffix(" paces")
        width.setSpecialValueText(USUAL)
        width.setKeyboardTracking(False)
        width.setValue(line.width)
        width.valueChanged.connect(lambda value: self._put(line, "width", value, "Width of"))
        self._add(layout, "width", "&Width", width)
        self._switch(layout, line, "smooth", "Smooth", "Course of")
        self._placed_rows(layout, line)

    def _wall_rows(self, layout: QFormLayout, wall: TableWall) -> None:
        scenario = self.desk.document.scenario
        sides = {key: side.name for key, side in scenario.sides.items()} if scenario is not None else {}
        self._key_row(layout, wall)
        self._pick(layout, wall, "kind", "&Kind", self._kinds(walls=True), "Kind of")
        self._pick(layout, wall, "side", "&Defended by", {"": "whichever side is there", **sides}, "Side of")
        chain = QLineEdit(wall.chain)
        chain.setToolTip("Pieces of one chain are meant to be continuous")
        chain.editingFinished.connect(lambda: self._put(wall, "chain", chain.text().strip(), "Chain of"))
        self._add(layout, "chain", "C&hain", chain)
        areas = {"": "nothing", **{key: key for key in self.table.areas}}
        self._pick(layout, wall, "encloses", "E&ncloses", areas, "What is enclosed by")
        self._placed_rows(layout, wall)

    def _label_rows(self, layout: QFormLayout, number: int, label: TableLabel) -> None:
        def put(changed: TableLabel) -> None:
            labels = list(self.table.labels)
            labels[number] = changed
            self._push(EditTable("Change name", labels=labels))

        text = QLineEdit(label.text)
        text.editingFinished.connect(
            lambda: put(replace(label, text=text.text().strip())) if text.text().strip() else None
        )
        self._add(layout, "text", "&Text", text)
        sizes = {"small": "Small", "medium": "Medium", "large": "Large", "huge": "Huge"}
        styles = {"place": "Place", "water": "Water", "region": "Region", "note": "Note"}
        self._choice(layout, "size", "&Size", sizes, label.size, lambda size: put(replace(label, size=size)))
        self._choice(layout, "style", "St&yle", styles, label.style, lambda style: put(replace(label, style=style)))
        layer = LayerBox(self.table.look.layers, label.layer)
        if layer.count() > 1:
            layer.activated.connect(lambda _index: put(replace(label, layer=layer.layer)))
            self._add(layout, "layer", "&Layer", layer)
        angle = DecimalBox()
        angle.setRange(-180, 180)
        angle.setSuffix("°")
        angle.setKeyboardTracking(False)
        with QSignalBlocker(angle):
            angle.setValue(label.angle)
        angle.valueChanged.connect(lambda value: put(replace(label, angle=float(value))))
        self._add(layout, "angle", "&Angle", angle)

    # -- doing --------------------------------------------------------------------------------------------------

    def _push(self, command: EditTable) -> bool:
        return self.desk.push(command)

    def _put(self, item: Item, field: str, value: object, what: str) -> None:
        """Give a field of a thing another value."""
        values: dict[str, Any] = {field: value}
        changed = replace(item, **values)
        text = f"{what} {item.key}"
        if isinstance(changed, TableArea):
            self._push(put_area(self.table, changed, text))
        else:
            self._push(put_line(self.table, changed, text))

    def _rename(self, item: Item, field: QLineEdit) -> None:
        """Give a thing another key; one that is taken, or is none, changes nothing."""
        key, layer = field.text().strip(), AREAS if isinstance(item, TableArea) else LINES
        if key == item.key:
            return
        try:
            command = rekeyed(self.table, Thing(layer, item.key), key)
        except HexwrightError as error:
            self.desk.status(str(error))
            field.setText(item.key)
            return
        if self._push(command):
            self.desk.selection.set([Thing(layer, key)])

    def _order(self, thing: Thing, by: int) -> None:
        command = raised(self.table, thing, by)
        if command is not None:
            self._push(command)

    def _remove(self, thing: Thing) -> None:
        if self._push(removed(self.table, thing)):
            self.desk.selection.clear()
