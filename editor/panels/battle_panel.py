"""The order of battle: every unit by side, with its counter, its strength and where it is placed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent, QFont, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.counters import counter_icon, factors
from editor.canvas.units_mime import MIME, drag_units, pack, unpack
from editor.commands.add_unit import AddUnit
from editor.commands.change import Change
from editor.commands.edit_unit import EditUnit
from editor.commands.place_unit import PlaceUnit
from editor.commands.remove_unit import RemoveUnit
from editor.desk.desk import Desk
from editor.dialogs.asking import asked, pop_up
from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.forms import key_from, swatch
from editor.document.document import Document
from editor.panels.in_dock import empty_state
from engine.board.grid import NOWHERE
from engine.errors import HexwrightError
from engine.scenario import Scenario, Unit

NAME, STRENGTH, WHERE = range(3)
WHERE_SHARE: Final = 0.3
"""The column that says where a unit is takes no more of the width than this."""
KEY: Final = Qt.ItemDataRole.UserRole
ICON: Final = 30


def whereabouts(scenario: Scenario, unit: str) -> str:
    """Where a unit begins: its hex, its turn and entry, or that it has no place yet."""
    if unit in scenario.setup:
        return scenario.setup[unit]
    arrival = scenario.arrival_of(unit)
    if arrival is None:
        return "not placed"
    return f"turn {arrival.turn}" + (f", {' '.join(arrival.entry)}" if arrival.entry else "")


class UnitTree(QTreeWidget):
    """A tree of units that can be dragged out, and takes units dropped on it."""

    dropped = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderLabels(["Unit", "Strength", "Where"])
        self.setIconSize(QSize(ICON, ICON))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setExpandsOnDoubleClick(False)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(STRENGTH, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(WHERE, QHeaderView.ResizeMode.ResizeToContents)

    def sizeHintForColumn(self, column: int) -> int:
        """Long lists of entry hexes leave room for the names."""
        wanted = super().sizeHintForColumn(column)
        return min(wanted, round(self.viewport().width() * WHERE_SHARE)) if column == WHERE else wanted

    def mimeTypes(self) -> list[str]:
        """Units, and nothing else."""
        return [MIME]

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        """The units among the dragged rows."""
        return pack(key for item in items if (key := item.data(NAME, KEY)))

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the selected units out, under the picture of the first one's counter."""
        items = [item for item in self.selectedItems() if item.data(NAME, KEY)]
        drag_units(self, [str(item.data(NAME, KEY)) for item in items], items[0].icon(NAME) if items else QIcon())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take units that come from elsewhere."""
        self._consider(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take units that come from elsewhere."""
        self._consider(event)

    def _consider(self, event: QDragMoveEvent) -> None:
        if event.source() is not self and event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Units dropped here are off the map."""
        self.dropped.emit(unpack(event.mimeData()))
        event.acceptProposedAction()


class BattlePanel(QWidget):
    """The order of battle of the open scenario."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._items: dict[str, QTreeWidgetItem] = {}
        self._filling = False
        self._build()
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        desk.selection.selection_changed.connect(self._follow_selection)
        self._watch(desk.document)

    # -- building ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a unit by name, key, type or hex")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        layout.addWidget(self.search)
        self.tree = UnitTree()
        self.tree.setAccessibleName("Order of battle")
        self.tree.itemSelectionChanged.connect(self._selected)
        self.tree.itemActivated.connect(lambda item, _column: self._activated(item))
        self.tree.dropped.connect(lambda keys: self._push_place(keys, NOWHERE))
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu)
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.tree)
        self.pages.addWidget(self.empty)
        layout.addWidget(self.pages, 1)
        layout.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        self.add_action = self._action("Add…", "Add a unit", self.add_unit, "Ins")
        self.edit_action = self._action("Edit…", "Edit the selected unit", self.edit_unit, "F2")
        self.place_action = self._action("Place…", "Place the selected units in a hex, by its number", self.place)
        self.duplicate_action = self._action("Duplicate", "Duplicate the selected units", self.duplicate, "Ctrl+D")
        self.off_action = self._action("Off map", "Take the selected units off the map", self.take_off)
        self.delete_action = self._action("Delete", "Delete the selected units", self.delete, "Del")
        row = QHBoxLayout()
        row.setSpacing(2)
        for action in (
            self.add_action,
            self.edit_action,
            self.duplicate_action,
            self.place_action,
            self.delete_action,
        ):
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _action(self, text: str, tip: str, slot: object, shortcut: str = "") -> QAction:
        action = QAction(text, self)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            tip = f"{tip} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})"
        action.setToolTip(tip)
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    # -- showing ----------------------------------------------------------------------------------------------

    def _watch(self, document: Document) -> None:
        self.refresh()

    def _changed(self, change: Change) -> None:
        scenario = self.desk.document.scenario
        if scenario is not None and change.what in ("setup", "arrivals") and change.keys <= set(self._items):
            for key in change.keys:
                self._show_unit(self._items[key], scenario, scenario.units[key])
        elif not change.of_map or change.what in ("all", "map"):
            self.refresh()

    def refresh(self) -> None:
        """Build the tree anew, keeping what is selected and what is folded."""
        scenario = self.desk.document.scenario
        chosen = self.selected()
        folded = {
            item.data(NAME, KEY + 1)
            for i in range(self.tree.topLevelItemCount())
            if (item := self.tree.topLevelItem(i)) is not None and not item.isExpanded()
        }
        self._filling = True
        self.tree.clear()
        self._items.clear()
        self.pages.setCurrentIndex(0 if scenario is not None else 1)
        for action in (self.add_action,):
            action.setEnabled(scenario is not None)
        if scenario is not None:
            self._fill(scenario, folded)
            for key in chosen:
                if key in self._items:
                    self._items[key].setSelected(True)
        self._filling = False
        self._filter()
        self._enable()

    def _fill(self, scenario: Scenario, folded: set[str]) -> None:
        bold = QFont(self.tree.font())
        bold.setBold(True)
        for key, side in scenario.sides.items():
            units = [unit for unit in scenario.units.values() if unit.side == key]
            total = sum(unit.number("strength") for unit in units)
            top = QTreeWidgetItem([f"{side.name} ({len(units)})", str(total or ""), ""])
            top.setToolTip(NAME, top.text(NAME))
            top.setIcon(NAME, swatch(side.colour, ICON))
            top.setFont(NAME, bold)
            top.setData(NAME, KEY + 1, key)
            top.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            top.setTextAlignment(STRENGTH, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            top.setToolTip(STRENGTH, "Combat factors of the side, all together")
            self.tree.addTopLevelItem(top)
            for unit in units:
                item = QTreeWidgetItem(top)
                self._items[unit.key] = item
                self._show_unit(item, scenario, unit)
            top.setExpanded(key not in folded)

    def _show_unit(self, item: QTreeWidgetItem, scenario: Scenario, unit: Unit) -> None:
        side = scenario.sides[unit.side]
        shown = factors(unit)
        weak = factors(unit, 1)
        item.setData(NAME, KEY, unit.key)
        item.setText(NAME, unit.name)
        item.setIcon(NAME, counter_icon(unit, side, ICON, ratio=self.devicePixelRatioF()))
        strength = shown.left + (f"/{weak.left}" if weak.reduced else "")
        item.setText(STRENGTH, strength + (f"  r{shown.right}" if shown.right else ""))
        item.setTextAlignment(STRENGTH, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setText(WHERE, whereabouts(scenario, unit.key))
        item.setToolTip(WHERE, item.text(WHERE))
        item.setToolTip(NAME, f"{unit.name} ({unit.key}), {unit.size} {unit.type}".replace(",  ", ", "))

    def _filter(self) -> None:
        words = self.search.text().lower().split()
        scenario = self.desk.document.scenario
        if scenario is None:
            return
        for key, item in self._items.items():
            unit = scenario.units.get(key)
            text = f"{key} {unit.name} {unit.type} {unit.size} {item.text(WHERE)}".lower() if unit else ""
            item.setHidden(not all(word in text for word in words))

    # -- selection --------------------------------------------------------------------------------------------

    def selected(self) -> list[str]:
        """The keys of the selected units, in the order of the tree."""
        chosen = {id(item) for item in self.tree.selectedItems()}
        return [key for key, item in self._items.items() if id(item) in chosen]

    def _selected(self) -> None:
        self._enable()
        units = self.selected()
        if self._filling or not units:
            return
        current = self.tree.currentItem()
        last = str(current.data(NAME, KEY) or "") if current is not None else ""
        # The one that was clicked last is the one that is looked at.
        units.sort(key=lambda key: key == last)
        document = self.desk.document
        setup = document.require_scenario().setup
        places = (document.battle_map.grid.find(setup.get(key, "")) for key in units)
        self._filling = True
        self.desk.selection.set([h for h in places if h != NOWHERE], units)
        self._filling = False

    def _follow_selection(self) -> None:
        """Select in the tree what was selected elsewhere."""
        units = [key for key in self.desk.selection.units if key in self._items]
        if self._filling or not units or set(self.selected()) == set(units):
            return
        self._filling = True
        self.tree.clearSelection()
        for key in units:
            self._items[key].setSelected(True)
        self.tree.scrollToItem(self._items[units[-1]])
        self._filling = False
        self._enable()

    def _enable(self) -> None:
        some = bool(self.selected())
        for action in (
            self.edit_action,
            self.place_action,
            self.duplicate_action,
            self.off_action,
            self.delete_action,
        ):
            action.setEnabled(some)

    def _activated(self, item: QTreeWidgetItem) -> None:
        if item.data(NAME, KEY):
            self.edit_unit()
        else:
            item.setExpanded(not item.isExpanded())

    def _menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.addActions([self.add_action, self.edit_action, self.duplicate_action])
        menu.addSeparator()
        menu.addActions([self.place_action, self.off_action])
        menu.addSeparator()
        menu.addAction(self.delete_action)
        pop_up(menu, self.tree.viewport().mapToGlobal(where))

    # -- doing ------------------------------------------------------------------------------------------------

    def add_unit(self) -> None:
        """Ask for a new unit and add it."""
        scenario = self.desk.document.require_scenario()
        current = self.tree.currentItem()
        side = ""
        if current is not None:
            unit = scenario.units.get(str(current.data(NAME, KEY)))
            side = unit.side if unit else str(current.data(NAME, KEY + 1) or "")
        dialog = EditUnitDialog(scenario, None, self, side=side)
        with asked(dialog) as accepted:
            if accepted:
                self.desk.push(AddUnit(dialog.unit))
                self._select([dialog.unit.key])

    def edit_unit(self) -> None:
        """Ask for new values of the selected unit."""
        units = self.selected()
        if not units:
            return
        scenario = self.desk.document.require_scenario()
        dialog = EditUnitDialog(scenario, scenario.units[units[0]], self)
        with asked(dialog) as accepted:
            if accepted:
                self.desk.push(EditUnit(units[0], dialog.unit))
                self._select([dialog.unit.key])

    def duplicate(self) -> None:
        """Add a copy of each selected unit, with a key of its own, not yet placed."""
        scenario = self.desk.document.require_scenario()
        taken = set(scenario.units)
        copies = []
        for key in self.selected():
            unit = scenario.units[key]
            new = key_from(key, taken)
            taken.add(new)
            copies.append(replace(unit, key=new))
        if copies:
            self.desk.push(AddUnit(copies))
            self._select(copy.key for copy in copies)

    def delete(self) -> None:
        """Strike the selected units from the order of battle."""
        units = self.selected()
        if units:
            self.desk.push(RemoveUnit(units))

    def take_off(self) -> None:
        """Take the selected units off the map."""
        self._push_place(self.selected(), NOWHERE)

    def place(self) -> None:
        """Ask for a hex number and place the selected units there."""
        units = self.selected()
        if not units:
            return
        scenario = self.desk.document.require_scenario()
        now = scenario.setup.get(units[0], "")
        text, accepted = QInputDialog.getText(self, "Place units", "Hex:", text=now)
        if accepted and text.strip():
            try:
                self._push_place(units, self.desk.document.battle_map.grid.parse(text))
            except HexwrightError as error:
                self.desk.status(str(error))

    def _push_place(self, units: Iterable[str], h: int) -> None:
        keys = list(units)
        if keys:
            self.desk.push(PlaceUnit(keys, h))

    def _select(self, units: Iterable[str]) -> None:
        self.tree.clearSelection()
        for key in units:
            if key in self._items:
                self.tree.setCurrentItem(self._items[key], NAME, QItemSelectionModel.SelectionFlag.Rows)
                self._items[key].setSelected(True)
