"""The commands of the battle: their names and generals, what they are worth; chosen bases are put into one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor.commands.edit_scenario import EditScenario
from editor.commands.edit_units import EditUnits
from editor.desk.desk import Desk
from editor.panels.buttons import PanelButton
from editor.panels.flow import FlowLayout
from editor.plain import PlainLabel, as_written
from editor.tables.panels.sheet import SheetPage
from engine.plural import counted
from engine.scenario import Scenario

COLUMNS: Final = ("Command", "Elements", "Equivalents", "Demoralised at")
KEY: Final = Qt.ItemDataRole.UserRole
UNIT: Final = Qt.ItemDataRole.UserRole + 1


class CommandsPage(SheetPage):
    """Lists the commands of both sides with their elements."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.said = PlainLabel()
        self.said.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(list(COLUMNS))
        self.tree.setAccessibleName("Commands and their elements")
        head = self.tree.header()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setStretchLastSection(False)
        self.tree.itemDoubleClicked.connect(lambda item, _column: self._show_on_map(item))
        self.column.addWidget(self.said)
        self.column.addWidget(self.tree, 1)
        row = QWidget()
        buttons = FlowLayout(row, 6)
        texts = (
            ("Select its bases", self.select_units, "Choose all bases of the command on the table"),
            ("Put chosen bases here", self.put_here, "The bases that are chosen on the table join the command"),
            ("Make general", self.make_general, "The chosen base leads the command"),
            ("New command", self.add_command, "Another command of the side"),
        )
        for text, slot, tip in texts:
            button = PanelButton()
            button.setText(text)
            button.setToolTip(as_written(tip))
            button.clicked.connect(partial(_call, slot))
            buttons.addWidget(button)
        self.column.addWidget(row)

    def refresh(self) -> None:
        scenario = self.scenario
        standings = self.ask("commands")
        self.tree.setVisible(standings is not None)
        self.said.setText("" if standings is not None else self.trouble)
        self.said.setVisible(standings is None)
        if standings is None or scenario is None:
            return
        now = self.chosen
        self.tree.clear()
        for one in standings:
            units = [unit for unit in scenario.units.values() if self._command_of(scenario, unit.key) == one["command"]]
            side = scenario.sides[one["side"]].name
            item = QTreeWidgetItem(
                [f"{one['name']} ({side})", str(one["of"]), f"{one['total']:g}", f"{one['breaks']:g} lost"]
            )
            item.setData(0, KEY, one["command"])
            for unit in units:
                general = unit.values.get("general")
                told = f"{unit.name}: {unit.type} {unit.values.get('grade', 'O')}{', general' if general else ''}"
                child = QTreeWidgetItem([told])
                child.setData(0, KEY, one["command"])
                child.setData(0, UNIT, unit.key)
                item.addChild(child)
            self.tree.addTopLevelItem(item)
            if one["command"] == now:
                self.tree.setCurrentItem(item)

    def clear(self) -> None:
        self.tree.clear()

    @property
    def chosen(self) -> str:
        """The key of the command that is chosen; empty for none."""
        item = self.tree.currentItem()
        return str(item.data(0, KEY)) if item is not None else ""

    def _rules(self, scenario: Scenario) -> dict[str, dict[str, Any]]:
        given = scenario.special.get("commands")
        return {key: dict(rule) for key, rule in given.items()} if isinstance(given, Mapping) else {}

    def _command_of(self, scenario: Scenario, unit: str) -> str:
        """The command of a unit; where it names none, its side has one."""
        named = str(scenario.units[unit].values.get("command") or "")
        if named:
            return named
        side = scenario.units[unit].side
        return next((key for key, rule in self._rules(scenario).items() if rule.get("side") == side), side)

    # -- doing --------------------------------------------------------------------------------------------------

    def select_units(self) -> None:
        """Choose the bases of the command on the table."""
        scenario, board = self.scenario, self.desk.board
        if scenario is None or not self.chosen:
            self.desk.status("Choose a command in the list first.")
            return
        units = [key for key in scenario.setup if self._command_of(scenario, key) == self.chosen]
        spots = [spot for key in units if (spot := board.find(scenario.setup[key])) is not None]
        self.desk.selection.set(spots, units)

    def _show_on_map(self, item: QTreeWidgetItem) -> None:
        scenario, unit = self.scenario, item.data(0, UNIT)
        spot = self.desk.board.find(scenario.setup.get(str(unit), "")) if scenario is not None and unit else None
        if spot is not None:
            self.desk.selection.set([spot], str(unit))
            self.desk.canvas.centre_on(spot)

    def put_here(self) -> None:
        """Have the chosen bases join the command."""
        scenario, command = self.scenario, self.chosen
        units = [key for key in self.desk.selection.units if scenario is not None and key in scenario.units]
        if scenario is None or not command or not units:
            self.desk.status("Choose a command in the list, and bases on the table, first.")
            return
        rule = self._rules(scenario).get(command, {})
        if any(scenario.units[key].side != rule.get("side", scenario.units[key].side) for key in units):
            self.desk.status("A command can contain only elements of its own side.")
            return
        changed = [replace(unit, values={**unit.values, "command": command}) for unit in _of(scenario, units)]
        self.desk.push(EditUnits(changed, "command"))

    def make_general(self) -> None:
        """Have the chosen base lead its command: the first of a side is commander in chief, others sub-generals."""
        scenario, unit = self.scenario, self.desk.selection.unit
        if scenario is None or unit is None or unit not in scenario.units:
            self.desk.status("Choose the base of the general on the table first.")
            return
        command, rules = self._command_of(scenario, unit), self._rules(scenario)
        if command not in rules:
            self.desk.status("Its side has no commands yet: make one with New command.")
            return
        side = scenario.units[unit].side
        others = [one for key, one in scenario.units.items() if one.side == side and key != unit]
        chief = any(
            one.values.get("general") == "cinc" for one in others if self._command_of(scenario, one.key) != command
        )
        rules[command]["general"] = unit
        before = [one for one in others if one.values.get("general") and self._command_of(scenario, one.key) == command]
        units = dict(scenario.units)
        for one in before:
            units[one.key] = replace(one, values={**one.values, "general": ""})
        values = {**scenario.units[unit].values, "general": "sub" if chief else "cinc"}
        units[unit] = replace(scenario.units[unit], values=values)
        special = {**scenario.special, "commands": rules}
        self.desk.push(EditScenario(f"General of {command}", special=special, units=units))

    def add_command(self) -> None:
        """Another command of the side that is chosen, or of the first."""
        scenario = self.scenario
        if scenario is None or not scenario.sides:
            return
        rules = self._rules(scenario)
        side = str(rules.get(self.chosen, {}).get("side") or next(iter(scenario.sides)))
        number = 1 + sum(1 for rule in rules.values() if rule.get("side") == side)
        key = f"{side}-{number}"
        while key in rules:
            number += 1
            key = f"{side}-{number}"
        rules[key] = {"side": side, "name": f"{scenario.sides[side].name}, command {number}"}
        special = {**scenario.special, "commands": rules}
        if self.desk.push(EditScenario("New command", special=special)):
            self.desk.status(f"{counted(len(rules), 'command')} now. Choose bases and put them into the new one.")


def _of(scenario: Scenario, keys: list[str]) -> list[Any]:
    return [scenario.units[key] for key in keys]


def _call(slot: Any, _on: bool = False) -> None:
    slot()
