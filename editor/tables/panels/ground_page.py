"""The terrain and the weather of a battle: sectors, equivalents, dice to place by; the wind, and where it goes."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QHeaderView, QTableWidget, QTableWidgetItem

from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.dialogs.forms import form
from editor.look.numbers import DecimalBox
from editor.panels.buttons import PanelButton
from editor.panels.links import linked_label
from editor.plain import PlainLabel
from editor.tables.panels.sheet import SheetPage, problems_of
from editor.tables.things import AREAS, LINES, Thing
from engine.tables.table import table_of

COLUMNS: Final = ("Piece", "Class", "Sectors", "Going", "Equivalents", "Placed by")
SECTORS: Final = ("upper left", "upper middle", "upper right", "lower left", "lower middle", "lower right")
WEATHER: Final = {
    "none": "None",
    "strong wind": "Strong wind",
    "dust": "Dust",
    "dazzle": "Low sun that dazzles",
    "snow": "Snow",
    "rain": "Rain",
    "mud": "Mud",
}
"""The kinds of weather, as files have them, in words."""


class TerrainPage(SheetPage):
    """The pieces of terrain with what a list says of them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.said = PlainLabel()
        self.said.setWordWrap(True)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.setAccessibleName("Pieces of terrain")
        self.table.verticalHeader().hide()
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.itemSelectionChanged.connect(self._select)
        self.problems = linked_label(desk)
        self.throw = PanelButton()
        self.throw.setText("Roll for a sector")
        self.throw.setToolTip("A die roll decides the sector of the next piece")
        self.throw.clicked.connect(lambda _on=False: self.throw_die())
        self.thrown = PlainLabel()
        for widget in (self.said, self.table, self.problems, self.throw, self.thrown):
            self.column.addWidget(widget, 1 if widget is self.table else 0)

    def refresh(self) -> None:
        found = self.ask("terrain")
        for widget in (self.table, self.problems):
            widget.setVisible(found is not None)
        if found is None:
            self.said.setText(self.trouble)
            return
        sums = found["sums"]
        said = [f"Invader {sums['invader']:g} equivalents, defender {sums['defender']:g}."]
        if found["allowed"]:
            due = ", ".join(found["compulsory"]) or "nothing"
            said.append(f"{found['defender']} must place {due}; its list allows {', '.join(found['allowed'])}.")
        self.said.setText(" ".join(said))
        self._show(found["pieces"])
        self.problems.setHtml(
            problems_of(found["problems"], "The terrain fits the rules and the list of the defender.")
        )

    def clear(self) -> None:
        self._show([])

    def _show(self, pieces: list[Mapping[str, Any]]) -> None:
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(pieces))
            for row, piece in enumerate(pieces):
                placed = str(piece["placed"] or "no side") + (", compulsory" if piece["compulsory"] else "")
                sectors = ", ".join(map(str, piece["sectors"]))
                values = (piece["key"], piece["class"], sectors, piece["going"], f"{piece['fe']:g}", placed)
                for column, text in enumerate(values):
                    self.table.setItem(row, column, QTableWidgetItem(str(text)))

    def _select(self) -> None:
        """Select on the table what is chosen here."""
        item = self.table.item(self.table.currentRow(), 0)
        if item is not None:
            layer = AREAS if item.text() in table_of(self.desk.board).areas else LINES
            self.desk.selection.set([Thing(layer, item.text())])

    def throw_die(self) -> int:
        """Throw a die for the sector of the next piece; it is told here and in the status bar."""
        number = SystemRandom().randint(1, 6)
        told = f"{number}: sector {number}, {SECTORS[number - 1]}"
        self.thrown.setText(told)
        self.desk.status(told)
        return number


class WeatherPage(SheetPage):
    """The weather of the battle."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.kind, self.towards = QComboBox(), DecimalBox()
        for key, name in WEATHER.items():
            self.kind.addItem(name, key)
        self.towards.setRange(0, 359.9)
        self.towards.setDecimals(1)
        self.towards.setSingleStep(15)
        self.towards.setWrapping(True)
        self.towards.setSuffix("°")
        self.towards.setKeyboardTracking(False)
        self.towards.setToolTip("Where the wind goes, or the sun shines: 0 is the upper edge, 90 the right one")
        layout = form()
        layout.addRow("&Weather", self.kind)
        layout.addRow("&Towards", self.towards)
        self.said = PlainLabel()
        self.said.setWordWrap(True)
        self.column.addLayout(layout)
        self.column.addWidget(self.said)
        self.column.addStretch(1)
        self.kind.activated.connect(lambda _index: self._put())
        self.towards.valueChanged.connect(lambda _value: self._put())

    def refresh(self) -> None:
        scenario = self.scenario
        for widget in (self.kind, self.towards):
            widget.setEnabled(scenario is not None)
        given = scenario.special.get("weather") if scenario is not None else None
        weather = dict(given) if isinstance(given, Mapping) else {}
        with QSignalBlocker(self.kind), QSignalBlocker(self.towards):
            self.kind.setCurrentIndex(max(0, self.kind.findData(str(weather.get("kind", "none")))))
            self.towards.setValue(float(weather.get("towards", 0)))
        self.towards.setEnabled(scenario is not None and self.kind.currentData() != "none")
        self.said.setText(self.trouble if scenario is None else self._hindering(scenario.setup))

    def _hindering(self, setup: Mapping[str, str]) -> str:
        """How many elements of each side the weather hinders as they stand."""
        scenario = self.scenario
        if scenario is None or self.kind.currentData() == "none":
            return "The weather hinders no elements."
        hindered = dict.fromkeys(scenario.sides, 0)
        for key in setup:
            answer = self.ask("wind", key)
            if answer and answer["disadvantaged"]:
                hindered[scenario.units[key].side] += 1
        told = ", ".join(f"{number} of {scenario.sides[side].name}" for side, number in hindered.items())
        return f"With the present armies, it hinders {told}."

    def _put(self) -> None:
        scenario = self.scenario
        if scenario is None:
            return
        kind, towards = str(self.kind.currentData()), round(self.towards.value(), 1)
        special = {key: value for key, value in scenario.special.items() if key != "weather"}
        if kind != "none":
            special["weather"] = {"kind": kind, "towards": int(towards) if towards == int(towards) else towards}
        self.desk.push(EditScenario("Weather", special=special))
