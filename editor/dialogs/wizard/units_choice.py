"""Which units go along: a tree of sides and their formations with ticks."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from editor.plain import as_written
from engine.errors import HexwrightError
from engine.exchange.choosing import formations_of, spelled, unchosen
from engine.plural import counted
from engine.scenario import formations
from engine.scenario.model import Scenario

ROLE = Qt.ItemDataRole.UserRole
NONE = "Choose the units of at least one side, or leave out Units."


class UnitsChoice(QTreeWidget):
    """The sides of a scenario with their largest formations. What is ticked goes along."""

    changed = Signal()

    def __init__(self, scenario: Scenario | None) -> None:
        super().__init__()
        self.scenario = scenario
        self.setAccessibleName("Sides and formations that go along")
        self.setToolTip("Ticked sides and formations are exported with their units")
        self.setHeaderLabels(["Units", "Number"])
        self.setMinimumHeight(120)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        for key, side in scenario.sides.items() if scenario is not None else ():
            groups = formations_of(scenario, key) if scenario is not None else {}
            item = self._item(side.name, sum(groups.values()), key)
            self.addTopLevelItem(item)
            for name, count in groups.items() if list(groups) != [""] else ():
                item.addChild(self._item(name or "Without a formation", count, f"{key}:{name}"))
        self.expandAll()
        self.itemChanged.connect(self._ticked)

    def _item(self, name: str, count: int, spelling: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, f"{count:,}"])
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, Qt.CheckState.Checked)
        item.setData(0, ROLE, spelling)
        item.setToolTip(0, as_written(f"{name}: {counted(count, 'unit')}"))
        return item

    def _sides(self) -> Iterator[QTreeWidgetItem]:
        for row in range(self.topLevelItemCount()):
            item = self.topLevelItem(row)
            assert item is not None
            yield item

    def _ticked(self, item: QTreeWidgetItem) -> None:
        """A side and its formations go together."""
        self.blockSignals(True)
        if item.childCount() and item.checkState(0) is not Qt.CheckState.PartiallyChecked:
            for part in _parts(item):
                part.setCheckState(0, item.checkState(0))
        _sum_up(item.parent() or item)
        self.blockSignals(False)
        self.viewport().update()
        self.changed.emit()

    @property
    def nothing(self) -> bool:
        """Whether no unit is chosen."""
        return self.topLevelItemCount() > 0 and all(
            side.checkState(0) is Qt.CheckState.Unchecked for side in self._sides()
        )

    def value(self) -> str:
        """What is ticked, as the option ``only`` has it; empty for all units."""
        if self.nothing or all(side.checkState(0) is Qt.CheckState.Checked for side in self._sides()):
            return ""
        chosen = []
        for side in self._sides():
            if side.checkState(0) is Qt.CheckState.Checked:
                chosen.append(str(side.data(0, ROLE)))
            elif side.checkState(0) is Qt.CheckState.PartiallyChecked:
                ticked = (part for part in _parts(side) if part.checkState(0) is Qt.CheckState.Checked)
                chosen += [str(part.data(0, ROLE)) for part in ticked]
        return spelled(chosen)

    def show_value(self, only: str) -> None:
        """Tick what the option says; all where it names what is not there."""
        if self.scenario is None:
            return
        try:
            gone = unchosen(self.scenario, only)
        except HexwrightError:
            gone = set()
        here = [unit for unit in self.scenario.units.values() if unit.key not in gone]
        there = {(unit.side, next(iter(formations.parts(unit.formation)), "")) for unit in here}
        self.blockSignals(True)
        for side in self._sides():
            key = str(side.data(0, ROLE))
            for part in _parts(side):
                name = str(part.data(0, ROLE)).partition(":")[2]
                part.setCheckState(0, Qt.CheckState.Checked if (key, name) in there else Qt.CheckState.Unchecked)
            if not side.childCount():
                on = not gone or any(unit.side == key for unit in here)
                side.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            _sum_up(side)
        self.blockSignals(False)
        self.changed.emit()


def _parts(side: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
    for row in range(side.childCount()):
        part = side.child(row)
        assert part is not None
        yield part


def _sum_up(side: QTreeWidgetItem) -> None:
    """Tick a side as its formations are."""
    states = {part.checkState(0) for part in _parts(side)}
    if states:
        side.setCheckState(0, states.pop() if len(states) == 1 else Qt.CheckState.PartiallyChecked)
