"""A field for units: dropped from the order of battle, or chosen by formation from those that have no place yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QMimeData, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
)

from editor.canvas.drawing.faces import CounterLook, look_of
from editor.canvas.units_mime import MIME, pack, unpack
from editor.desk.desk import Desk
from editor.kinds import TokenLook, drawn_unit
from editor.panels.buttons import PanelButton
from editor.panels.fields import OwnField
from editor.panels.unit_picker import UnitPicker
from engine.scenario import Scenario, Unit
from engine.scenario.model import WITHDRAW

ICON: Final = 24
HIGH: Final = 116
KEY: Final = Qt.ItemDataRole.UserRole


class UnitList(QListWidget):
    """Units; more can be dropped on it, and some dragged out."""

    def __init__(self, dropped: Callable[[list[str]], None]) -> None:
        super().__init__()
        self._dropped = dropped
        self.setIconSize(QSize(ICON, ICON))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)

    def mimeTypes(self) -> list[str]:
        """Units, and nothing else."""
        return [MIME]

    def mimeData(self, items: Iterable[QListWidgetItem]) -> QMimeData:
        """The dragged units."""
        return pack(str(item.data(KEY)) for item in items)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take units."""
        self._consider(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take units."""
        self._consider(event)

    def _consider(self, event: QDragMoveEvent) -> None:
        if event.source() is not self and event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """The units join."""
        self._dropped(unpack(event.mimeData()))
        event.acceptProposedAction()


class UnitsField(OwnField):
    """Units by key."""

    def __init__(
        self, desk: Desk, side: Callable[[], str], offered: Callable[[Scenario], list[Unit]] | None = None
    ) -> None:
        """``side`` says of whom they are, empty for any; ``offered`` which units may be added, `unplaced` ones where it
        is not given."""
        super().__init__()
        self.desk, self._side = desk, side
        self._offered = offered or unplaced
        self.units: tuple[str, ...] = ()
        self.list = UnitList(self.join)
        self.list.setAccessibleName("Units")
        self.list.setFixedHeight(HIGH)
        self.add, self.remove = PanelButton(), PanelButton()
        self.add.setText("Add units")
        self.add.setToolTip("Add units of this side that have no place yet; or drop units here")
        self.picker = UnitPicker(self, self._addable)
        self.picker.added.connect(self.join)
        self.add.clicked.connect(lambda _on=False: self.picker.open_below(self.add))
        self.remove.setText("Take out")
        self.remove.clicked.connect(self.take_out)
        for key in ("Del", "Backspace"):
            shortcut = QShortcut(QKeySequence(key), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self.take_out)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        layout.addLayout(row)

    def show_value(self, value: Iterable[str]) -> None:
        self.units = tuple(value)
        scenario = self.desk.document.scenario
        self.list.clear()
        for key in self.units:
            unit = scenario.units.get(key) if scenario is not None else None
            item = QListWidgetItem(unit.name if unit is not None else f"{key} (no such unit)")
            item.setData(KEY, key)
            if scenario is not None and unit is not None and unit.side in scenario.sides:
                look = look_of(scenario, self.desk.document.path)
                item.setIcon(QIcon(drawn_unit(scenario, unit, TokenLook(ICON, self.devicePixelRatioF(), None, look))))
            self.list.addItem(item)

    def join(self, units: Iterable[str]) -> None:
        """Let units of the right side join."""
        scenario = self.desk.document.require_scenario()
        side = self._side()
        right = [key for key in units if key in scenario.units and side in ("", scenario.units[key].side)]
        if right:
            self.edited.emit(tuple(dict.fromkeys((*self.units, *right))))
        else:
            self.desk.status("These units belong to the other side.")

    def take_out(self) -> None:
        """Take the selected units out."""
        chosen = {item.data(KEY) for item in self.list.selectedItems()}
        if chosen:
            self.edited.emit(tuple(key for key in self.units if key not in chosen))

    def _addable(self) -> tuple[Scenario, list[Unit], CounterLook]:
        """What the picker offers."""
        scenario = self.desk.document.require_scenario()
        side = self._side()
        loose = [unit for unit in self._offered(scenario) if side in ("", unit.side) and unit.key not in self.units]
        return scenario, loose, look_of(scenario, self.desk.document.path)


def unplaced(scenario: Scenario) -> list[Unit]:
    """The units that begin nowhere: neither in a hex nor in a group, in a pool or among the reinforcements."""
    named = set(scenario.setup)
    coming = [group for group in scenario.arrivals if group.how != WITHDRAW]
    for groups in (scenario.deployments, scenario.pools.values(), coming):
        named.update(key for group in groups for key in group.units)
    return [unit for key, unit in scenario.units.items() if key not in named]


def on_hand(scenario: Scenario) -> list[Unit]:
    """The units that are in the game at some time, and are not withdrawn yet."""
    gone = {key for group in scenario.arrivals if group.how == WITHDRAW for key in group.units}
    return [unit for key, unit in scenario.units.items() if key not in gone]
