"""The selected units in the inspector: what they have in common, and fields that edit them all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from editor.canvas.drawing.unit_names import SIZES
from editor.commands.base import Command
from editor.commands.edit_units import EditUnits
from editor.commands.place_unit import PlaceUnit
from editor.commands.remove_unit import RemoveUnit
from editor.commands.set_arrival import CancelArrival, SetArrival
from editor.desk.desk import Desk
from editor.dialogs.forms import form, swatch
from editor.dialogs.system_info import unit_types
from editor.dialogs.unit_parts import formation_box, formations_of
from editor.kinds import kind_of_board
from editor.look.keeping_wheel import keep_wheel
from editor.look.numbers import decimal
from editor.panels.bulk_parts import MIXED, CountsLabel, button, show_counts, slim
from editor.plain import RichLabel, as_written
from engine.errors import HexwrightError
from engine.formats.fields import FieldInfo, counter_fields
from engine.scenario import Scenario, Unit, formations
from engine.scenario.model import Value

NONE: Final = "none"
NUMBER_TIP: Final = "A number for all of them; +1 or -1 adds to each; none removes the value"


class BulkUnits(QWidget):
    """Fields for several units. Whatever is changed is one step of undo; a count narrows the selection.

    It is made for the units of one moment: when they change, or a change of them is refused, it is made again.
    """

    refused = Signal()
    """What was entered cannot be, and the status bar says why: the fields are not as the units are."""

    def __init__(self, desk: Desk, units: list[Unit]) -> None:
        super().__init__()
        self.desk = desk
        self.units = units
        self.fields: dict[str, QWidget] = {}
        self._form = form()
        self._form.setVerticalSpacing(6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        title = RichLabel(f"<h3>{len(units)} units</h3>")
        layout.addWidget(title)
        layout.addLayout(self._form)
        self._add_identity()
        for info in counter_fields(self.scenario.system):
            self._add_value(info)
        self._add_places()
        row = QHBoxLayout()
        self.off_button = button("Off the map", "Remove them from the map; they stay in the order of battle", self._off)
        self.remove_button = button("Delete units", "Remove them from the order of battle", self._remove)
        row.addWidget(self.off_button)
        row.addWidget(self.remove_button)
        row.addStretch(1)
        layout.addLayout(row)
        keep_wheel(self)

    @property
    def scenario(self) -> Scenario:
        """The open scenario."""
        return self.desk.document.require_scenario()

    @property
    def keys(self) -> list[str]:
        """The units' keys."""
        return [unit.key for unit in self.units]

    # -- making it ----------------------------------------------------------------------------------------------

    def _add_identity(self) -> None:
        scenario = self.scenario
        sides = {key: side.name for key, side in scenario.sides.items()}
        side = self._combo(
            "side", "&Side", sides, (unit.side for unit in self.units), lambda unit, key: replace(unit, side=key)
        )
        for i in range(side.count()):
            found = scenario.sides.get(str(side.itemData(i)))
            if found is not None:
                side.setItemIcon(i, swatch(found.colour))
        self._add_counts("side", Counter(unit.side for unit in self.units), sides)
        self._add_formation()
        types = list(dict.fromkeys([*unit_types(scenario.system), *(unit.type for unit in self.units)]))
        self._combo(
            "type",
            "T&ype",
            {kind: kind for kind in types},
            (unit.type for unit in self.units),
            lambda unit, kind: replace(unit, type=kind),
        )
        self._add_counts("type", Counter(unit.type for unit in self.units), {})
        sizes = list(dict.fromkeys(["", *SIZES, *(unit.size for unit in self.units)]))
        self._combo(
            "size",
            "Si&ze",
            {size: size or NONE for size in sizes},
            (unit.size for unit in self.units),
            lambda unit, size: replace(unit, size=size),
        )

    def _add_formation(self) -> None:
        """A box for what they belong to; a new formation may be typed."""
        found = dict.fromkeys(unit.formation for unit in self.units)
        side = self.units[0].side if len({unit.side for unit in self.units}) == 1 else ""
        same = len(found) == 1
        box = slim(formation_box(formations_of(self.scenario, side), next(iter(found)) if same else ""))
        line = box.lineEdit()

        def take() -> None:
            wanted = formations.text(formations.parts(box.currentText()))
            self._change("formation", lambda unit: replace(unit, formation=wanted))

        box.activated.connect(lambda _index: take())
        if line is not None:
            line.setPlaceholderText("" if same else f"{MIXED} ({len(found)})")

            def finish() -> None:
                if line.isModified():
                    line.setModified(False)
                    take()

            line.editingFinished.connect(finish)
        self._add("formation", "F&ormation", box)

    def _combo(
        self,
        key: str,
        label: str,
        offers: Mapping[str, str],
        values: Iterable[str],
        change: Callable[[Unit, str], Unit],
    ) -> QComboBox:
        """A box for a value that every unit has."""
        box = slim(QComboBox())
        found = dict.fromkeys(values)
        if len(found) > 1:
            box.addItem(f"{MIXED} ({len(found)})", None)
        for offer, text in offers.items():
            box.addItem(text, offer)
        if len(found) == 1:
            box.setCurrentIndex(box.findData(next(iter(found))))

        def choose(_index: int) -> None:
            value = box.currentData()
            if value is not None:
                self._change(key, lambda unit: change(unit, str(value)))

        box.activated.connect(choose)
        self._add(key, label, box)
        return box

    def _add(self, key: str, label: str, field: QWidget) -> None:
        field.setObjectName(key)
        self.fields[key] = field
        self._form.addRow(as_written(label), field)

    def _add_counts(self, what: str, counts: Counter[str], names: Mapping[str, str]) -> None:
        if len(counts) > 1:
            label = CountsLabel(self.narrow)
            label.setToolTip("Click a count to select only these units")
            self._form.addRow("", label)
            show_counts(label, what, dict(counts.most_common()), names)

    def _add_value(self, info: FieldInfo) -> None:
        values = [unit.values.get(info.key, info.default) for unit in self.units]
        same = all(value == values[0] for value in values)
        field: QWidget
        if info.kind == "bool":
            field = self._tick(info, values)
        elif info.kind == "choice":
            field = self._choice(info, values)
        else:
            field = self._line(
                info.key,
                "" if not same or values[0] is None else str(values[0]),
                NONE if same else _spread(values),
                lambda text: self._enter(info, text),
            )
        field.setToolTip(
            as_written("\n".join(filter(None, (info.help, NUMBER_TIP if info.kind in ("int", "number") else ""))))
        )
        field.setAccessibleName(info.label)
        self._add(info.key, "" if info.kind == "bool" else info.label, field)

    def _tick(self, info: FieldInfo, values: list[Value]) -> QCheckBox:
        tick, count = QCheckBox(info.label), sum(map(bool, values))
        if 0 < count < len(values):
            tick.setText(f"{info.label} ({count} of {len(values)})")
            tick.setCheckState(Qt.CheckState.PartiallyChecked)
        else:
            tick.setChecked(bool(count))
        tick.clicked.connect(lambda _on: self._write(info, count < len(values)))
        return tick

    def _choice(self, info: FieldInfo, values: list[Value]) -> QComboBox:
        box = slim(QComboBox())
        found = dict.fromkeys(str(value) for value in values)
        if len(found) > 1:
            box.addItem(f"{MIXED} ({len(found)})", None)
        for choice in info.choices:
            box.addItem(info.named(choice), choice)
        if len(found) == 1:
            box.setCurrentIndex(box.findData(next(iter(found))))

        def choose(_index: int) -> None:
            if box.currentData() is not None:
                self._write(info, str(box.currentData()))

        box.activated.connect(choose)
        return box

    def _line(self, key: str, text: str, hint: str, take: Callable[[str], None]) -> QLineEdit:
        line = QLineEdit(text)
        line.setPlaceholderText(hint)

        def finish() -> None:
            if line.isModified():
                line.setModified(False)
                take(line.text().strip())

        line.editingFinished.connect(finish)
        return line

    def _add_places(self) -> None:
        scenario = self.scenario
        turns = [arrival.turn if (arrival := scenario.arrival_of(key)) else None for key in self.keys]
        hexes = [scenario.setup.get(key) for key in self.keys]
        words = kind_of_board(scenario.map).place_words
        rows: list[tuple[str, str, list[Any], str, Callable[[str], None]]] = [
            ("turn", "&Arrival turn", turns, "not a reinforcement", self._arrive)
        ]
        if words.shared:
            rows.insert(0, ("hex", words.label, hexes, "not on the map", self._place))
        for key, label, values, hint, take in rows:
            same = all(value == values[0] for value in values)
            text = str(values[0]) if same and values[0] is not None else ""
            self._add(key, label, self._line(key, text, hint if same else _spread(values), take))
        if "hex" in self.fields:
            self.fields["hex"].setToolTip(as_written(words.shared))
        self.fields["turn"].setToolTip("The turn on which they all come as reinforcements; empty for none")

    # -- narrowing ----------------------------------------------------------------------------------------------

    def narrow(self, link: str) -> None:
        """Select only the units that a count stands for."""
        what, _, value = link.partition(":")
        units = [unit.key for unit in self.units if getattr(unit, what) == value]
        find, setup = self.desk.board.find, self.scenario.setup
        spots = (find(setup.get(key, "")) for key in units)
        self.desk.selection.set([spot for spot in spots if spot is not None], units)

    # -- editing ------------------------------------------------------------------------------------------------

    def _push(self, command: Command) -> None:
        if not self.desk.push(command):
            self.refused.emit()

    def _refuse(self, why: str) -> None:
        self.desk.status(why)
        self.refused.emit()

    def _change(self, what: str, how: Callable[[Unit], Unit]) -> None:
        self._push(EditUnits(map(how, self.units), what))

    def _write(self, info: FieldInfo, value: Value) -> None:
        """Give all units a value; one that is as usual and need not be told is left out."""

        def written(unit: Unit) -> Unit:
            values = dict(unit.values)
            if value is None or (value == info.default and not info.required and info.key not in values):
                values.pop(info.key, None)
            else:
                values[info.key] = value
            return replace(unit, values=values)

        self._change(info.label.lower(), written)

    def _enter(self, info: FieldInfo, text: str) -> None:
        """Take a text over: a number for all, a step for each, or nothing."""
        if info.kind == "text" or text.lower() in ("", NONE):
            empty = text.lower() in ("", NONE)
            if empty and info.required:
                self._refuse(f"{info.label} is needed: every unit has one")
                return
            self._write(info, None if empty else text)
            return
        try:
            number = decimal(text) if info.kind == "number" else int(text)
        except ValueError:
            self._refuse(f"{info.label} is a number, such as 4, or a step, such as +1")
            return
        step = text[0] in "+-"

        def new(unit: Unit) -> Value:
            now = unit.values.get(info.key, info.default)
            return now + number if step and isinstance(now, int | float) else now if step else number

        wrong = [
            value
            for unit in self.units
            if isinstance(value := new(unit), int | float) and not info.least <= value <= info.most
        ]
        if wrong:
            self._refuse(f"{info.label} goes from {info.least} to {info.most}, not to {wrong[0]:g}")
            return
        self._change(info.label.lower(), lambda unit: _with(unit, info.key, new(unit)))

    def _place(self, text: str) -> None:
        try:
            self._push(PlaceUnit(self.keys, self.desk.board.parse(text) if text else None))
        except HexwrightError as error:
            self._refuse(str(error))

    def _arrive(self, text: str) -> None:
        if not text or text.lower() == NONE:
            self._push(CancelArrival(self.keys))
        elif text.isdigit():
            self._push(SetArrival(self.keys, int(text)))
        else:
            self._refuse("The turn is a number, such as 3")

    def _off(self) -> None:
        self._push(PlaceUnit(self.keys, None))

    def _remove(self) -> None:
        self._push(RemoveUnit(self.keys))


def _with(unit: Unit, key: str, value: Value) -> Unit:
    values = dict(unit.values)
    if value is None:
        values.pop(key, None)
    else:
        values[key] = value
    return replace(unit, values=values)


def _spread(values: Iterable[object]) -> str:
    """``mixed, 3 to 8`` for numbers, else how many there are."""
    found = dict.fromkeys(values)
    numbers = [value for value in found if isinstance(value, int | float)]
    if len(numbers) > 1:
        return f"{MIXED}, {min(numbers):g} to {max(numbers):g}"
    return f"{MIXED} ({len(found)})"
