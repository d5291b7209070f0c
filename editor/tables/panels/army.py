"""The army of a side against its list: how many of each line there are, least and most, points by command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QTableWidgetItem

from editor.commands.edit_scenario import EditScenario
from editor.commands.revise_units import ReviseUnits
from editor.desk.desk import Desk
from editor.dialogs.forms import form
from editor.look import style
from editor.look.numbers import WholeBox
from editor.panels.buttons import PanelButton
from editor.panels.links import linked_label
from editor.plain import PlainLabel
from editor.tables.panels.sheet import SheetPage, problems_of
from engine.plural import counted
from engine.scenario import Scenario, Unit

Line = Mapping[str, Any]
"""A line of an army list with how many there are, as the question ``army`` answers."""
COLUMNS: Final = ("Line", "Troops", "Least", "Most", "Have")
COMMANDS: Final = ("Command", "Elements", "Points", "Equivalents")
WRONG: Final = QColor("#b3261e")
WRONG_ON_DARK: Final = QColor("#f2776b")
MOST: Final = 300
"""Elements that a hand may give a line."""
OWN: Final = "own"
"""The list of a side that is written into the scenario."""


class ArmyPage(SheetPage):
    """Builds an army from its list."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.side, self.list, self.command = QComboBox(), QComboBox(), QComboBox()
        self.side.setAccessibleName("Side")
        layout = form()
        layout.addRow("&Side", self.side)
        layout.addRow("Army &list", self.list)
        layout.addRow("New elements &join", self.command)
        self.totals = PlainLabel()
        self.totals.setWordWrap(True)
        self.lines, self.commands = _table(COLUMNS, "Lines of the army list"), _table(COMMANDS, "Commands")
        self.problems = linked_label(desk)
        self.copy = PanelButton()
        self.copy.setText("Copy as text")
        self.copy.clicked.connect(self.copy_text)
        self.column.addLayout(layout)
        self.column.addWidget(self.totals)
        self.column.addWidget(self.lines, 3)
        self.column.addWidget(self.commands, 1)
        self.column.addWidget(self.problems)
        self.column.addWidget(self.copy)
        self.sheet: Mapping[str, Any] = {}
        """The sheet that is shown."""
        self._built: list[tuple[str, str]] = []
        """The lines that there are rows for: side and line."""
        self.side.activated.connect(lambda _index: self.refresh())
        self.list.activated.connect(lambda _index: self._choose_list())

    # -- showing ------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        scenario = self.scenario
        _fill(self.side, {key: side.name for key, side in scenario.sides.items()} if scenario is not None else {})
        key = str(self.side.currentData() or "")
        sheet = self.ask("army", key) if key else None
        self.sheet = sheet if sheet is not None else {}
        for widget in (self.lines, self.commands, self.problems, self.copy):
            widget.setVisible(sheet is not None)
        if sheet is None:
            self.totals.setText(self.trouble)
            return
        lists = {"": "none", **sheet["ships"]}
        if sheet["list"] and not sheet["given"]:
            lists[OWN] = f"{sheet['list']} (in the scenario)"
        now = sheet["given"] or (OWN if sheet["list"] else "")
        _fill(self.list, lists, now)
        _fill(self.command, {one["command"]: one["name"] for one in sheet["commands"]})
        self.totals.setText(
            f"{counted(sheet['points'], 'point')} · {counted(sheet['equivalents'], 'equivalent')} · "
            f"{counted(sheet['elements'], 'element')}"
        )
        self._show_lines(key, sheet["lines"])
        self._show_commands(sheet["commands"])
        good = "The army fits its list." if sheet["list"] else "This side has no army list: nothing is checked."
        self.problems.setHtml(problems_of(sheet["problems"], good))

    def clear(self) -> None:
        self.sheet = {}
        self._show_lines("", ())
        self._show_commands(())

    def _show_lines(self, side: str, lines: Sequence[Line]) -> None:
        """Rows stay as long as the list is the same: the keyboard stays in its field."""
        wanted = [(side, str(line["line"])) for line in lines]
        if wanted != self._built:
            self._built = wanted
            self.lines.setRowCount(0)
            self.lines.setRowCount(len(lines))
            for row, line in enumerate(lines):
                box = WholeBox()
                box.setRange(0, MOST)
                box.setKeyboardTracking(False)
                box.setAccessibleName(f"How many of {line['name']}")
                box.valueChanged.connect(partial(self._set_number, str(line["line"])))
                self.lines.setCellWidget(row, 4, box)
        for row, line in enumerate(lines):
            name = f"{line['ally']}: {line['name']}" if line["ally"] else str(line["name"])
            troops = f"{line['type']} {line['grade']}{'' if line['regular'] else ', irregular'}"
            troops += ", general" if line["general"] else ""
            low, high = int(line["least"]), int(line["most"])
            for column, text in enumerate((name.capitalize(), troops, str(low), str(high))):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                if is_wrong(line):
                    item.setForeground(WRONG_ON_DARK if style.is_dark() else WRONG)
                self.lines.setItem(row, column, item)
            field = self.lines.cellWidget(row, 4)
            assert isinstance(field, WholeBox)
            with QSignalBlocker(field):
                field.setValue(int(line["number"]))

    def _show_commands(self, commands: Sequence[Mapping[str, Any]]) -> None:
        self.commands.setRowCount(len(commands))
        for row, one in enumerate(commands):
            values = (one["name"], str(one["elements"]), f"{one['points']:g}", f"{one['equivalents']:g}")
            for column, text in enumerate(values):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.commands.setItem(row, column, item)

    # -- doing --------------------------------------------------------------------------------------------------

    def _choose_list(self) -> None:
        """Give the side another list."""
        scenario, side, name = self.scenario, str(self.side.currentData()), str(self.list.currentData())
        if scenario is None or name == OWN:
            return
        lists = {key: value for key, value in dict(scenario.special.get("lists") or {}).items() if key != side}
        if name:
            lists[side] = name
        self.desk.push(
            EditScenario(f"Army list of {scenario.sides[side].name}", special=_special(scenario, lists=lists))
        )

    def _set_number(self, line: str, number: int) -> None:
        """Give the side this number of elements of a line."""
        scenario = self.scenario
        row = next((one for one in self.sheet.get("lines", ()) if one["line"] == line), None)
        if scenario is None or row is None:
            return
        side = str(self.side.currentData())
        if row["base"]:
            command = upgraded(scenario, side, row, number, self.sheet["lines"])
        else:
            command = enlisted(scenario, side, row, number, str(self.command.currentData() or ""))
        if command is None or not self.desk.push(command):
            self.refresh()

    def copy_text(self) -> None:
        """Put the sheet onto the clipboard as text."""
        scenario = self.scenario
        if scenario is not None and self.sheet:
            QGuiApplication.clipboard().setText(text_of(scenario.sides[str(self.side.currentData())].name, self.sheet))
            self.desk.status("The army was copied as text.")


def is_wrong(line: Line) -> bool:
    """Whether there are too many elements of a line, or too few."""
    number, low, high = int(line["number"]), int(line["least"]), int(line["most"])
    due = bool(line["compulsory"]) and not line["ally"] and not line["base"]
    return number > high or (number < low and (due or number > 0))


def enlisted(scenario: Scenario, side: str, line: Line, number: int, command: str) -> ReviseUnits | None:
    """The command that gives a side a number of elements of a line: new ones, or the last ones struck, those off the
    table first."""
    now = [unit for unit in scenario.units.values() if unit.side == side and unit.values.get("line") == line["line"]]
    text = f"{str(line['name']).capitalize()}: {counted(number, 'element')}"
    if number < len(now):
        order = sorted(now, key=lambda unit: unit.key in scenario.setup)
        off = [unit for unit in order if unit.key not in scenario.setup]
        on = [unit for unit in order if unit.key in scenario.setup]
        struck = [*reversed(off), *reversed(on)][: len(now) - number]
        return ReviseUnits(text, gone=[unit.key for unit in struck])
    return ReviseUnits(text, new_units(scenario, side, line, number - len(now), command)) if number > len(now) else None


def new_units(scenario: Scenario, side: str, line: Line, number: int, command: str) -> list[Unit]:
    """This number of new elements of a line, with unused keys."""
    stem = str(line["line"]).replace(".", "_").replace("_", "-")
    found: list[Unit] = []
    at = 1
    while len(found) < number:
        key = f"{stem}-{at}"
        if key not in scenario.units:
            values = {"grade": line["grade"], "regular": line["regular"], "command": command, "line": line["line"]}
            values |= {name: line[name] for name in ("general", "double") if line[name]}
            alone = int(line["most"]) == 1
            name = str(line["name"]).capitalize() + ("" if alone else f" {at}")
            found.append(Unit(key, side, name, str(line["type"]), values=values))
        at += 1
    return found


def upgraded(scenario: Scenario, side: str, line: Line, number: int, lines: Sequence[Line]) -> ReviseUnits | None:
    """The command that upgrades a number of elements of another line to this one, or puts them back; None where there
    are too few."""
    own = [unit for unit in scenario.units.values() if unit.side == side]
    now = [unit for unit in own if unit.values.get("line") == line["line"]]
    base = next((one for one in lines if one["line"] == line["base"]), None)
    if base is None:
        return None
    rest = [unit for unit in own if unit.values.get("line") == base["line"]]
    chosen, to = (rest[: number - len(now)], line) if number > len(now) else (now[number:], base)
    if not chosen or (number > len(now) and len(chosen) < number - len(now)):
        return None
    values = {"grade": to["grade"], "line": to["line"]}
    made = [replace(unit, type=str(to["type"]), values={**unit.values, **values}) for unit in chosen]
    return ReviseUnits(f"{str(line['name']).capitalize()}: {counted(number, 'element')} upgraded", made)


def _amounts(sums: Mapping[str, Any]) -> str:
    """Elements, points and equivalents of a command or an army."""
    return ", ".join(counted(sums[f"{noun}s"], noun) for noun in ("element", "point", "equivalent"))


def text_of(side: str, sheet: Mapping[str, Any]) -> str:
    """A sheet as text: lines, commands, sums, what is wrong."""
    rows = [f"{side}: {sheet['list'] or 'no list'}"]
    for line in sheet["lines"]:
        if line["number"]:
            ally = f"{line['ally']}: " if line["ally"] else ""
            rows.append(f"{line['number']:>4}  {line['type']} {line['grade']}  {ally}{line['name']}")
    rows.append("")
    for one in sheet["commands"]:
        rows.append(f"{one['name']}: {_amounts(one)}")
    rows.append(f"In all: {_amounts(sheet)}")
    rows += [f"{reason} [{rule}]" for rule, reason in sheet["problems"]]
    return "\n".join(rows) + "\n"


def _special(scenario: Scenario, **changed: Any) -> dict[str, Any]:
    """The exclusive rules with some of them changed; those that are left empty are left out."""
    return {key: value for key, value in {**scenario.special, **changed}.items() if value not in ({}, None)}


def _fill(box: QComboBox, values: Mapping[str, str], now: str | None = None) -> None:
    """Offer these values; what was chosen stays chosen, unless ``now`` says what is."""
    wanted = now if now is not None else box.currentData()
    with QSignalBlocker(box):
        if [box.itemData(row) for row in range(box.count())] != list(values):
            box.clear()
            for key in values:
                box.addItem("", key)
        for row, text in enumerate(values.values()):
            box.setItemText(row, text)
        box.setCurrentIndex(max(0, box.findData(wanted)) if values else -1)


def _table(columns: Sequence[str], name: str) -> QTableWidget:
    table = QTableWidget(0, len(columns))
    table.setHorizontalHeaderLabels(list(columns))
    table.setAccessibleName(name)
    table.verticalHeader().hide()
    table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
    table.setTabKeyNavigation(False)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    head = table.horizontalHeader()
    head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return table
