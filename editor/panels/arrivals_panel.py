"""The reinforcement track: who enters on which turn, and where. Units are dropped on a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent, QFont, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.counters import counter_icon
from editor.canvas.drawing.faces import look_of
from editor.canvas.units_mime import MIME, drag_units, pack, unpack
from editor.commands.change import Change
from editor.commands.set_arrival import CancelArrival, EditArrival, SetArrival
from editor.controls.pick import pick_hex
from editor.desk.desk import Desk
from editor.dialogs.forms import swatch
from editor.document.document import Document
from editor.panels.in_dock import empty_state
from engine.scenario import Arrival, Scenario

ICON: Final = 26
UNIT: Final = Qt.ItemDataRole.UserRole
TURN: Final = Qt.ItemDataRole.UserRole + 1
GROUP: Final = Qt.ItemDataRole.UserRole + 2


class TrackTree(QTreeWidget):
    """Turns, groups and units; units can be dragged from turn to turn, out, and in."""

    dropped = Signal(list, object)
    """Unit keys, and the row they were dropped on (None: below all turns)."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderLabels(["Turn", "Entry"])
        self.setIconSize(QSize(ICON, ICON))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setIndentation(14)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def mimeTypes(self) -> list[str]:
        """Units, and nothing else."""
        return [MIME]

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        """The units among the dragged rows."""
        return pack(key for item in items if (key := item.data(0, UNIT)))

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the selected units out, under the picture of the first one's counter."""
        items = [item for item in self.selectedItems() if item.data(0, UNIT)]
        drag_units(self, [str(item.data(0, UNIT)) for item in items], items[0].icon(0) if items else QIcon())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take units."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Units may be dropped where there is a turn."""
        if self.itemAt(event.position().toPoint()) is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Units dropped on a row join its turn."""
        self.dropped.emit(unpack(event.mimeData()), self.itemAt(event.position().toPoint()))
        event.acceptProposedAction()


class ArrivalsPanel(QWidget):
    """The reinforcements of the open scenario by turn."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._build()
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        self._watch(desk.document)

    def _build(self) -> None:
        self.tree = TrackTree()
        self.tree.setAccessibleName("Reinforcement track")
        self.tree.dropped.connect(self._dropped)
        self.tree.itemSelectionChanged.connect(self._selected)
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.tree)
        self.pages.addWidget(self.empty)
        self.entry_action = self._action("Entry on map", "Click the entry hex on the map", self.pick_entry)
        self.type_action = self._action("Entry…", "Type the entry hexes", self.type_entry)
        self.turn_action = self._action("Turn…", "Let the selected units enter on another turn", self.type_turn)
        self.off_action = self._action("Take off", "Take the selected units off the track", self.take_off, "Del")
        row = QHBoxLayout()
        row.setSpacing(2)
        for action in (self.entry_action, self.type_action, self.turn_action, self.off_action):
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.pages, 1)
        layout.addLayout(row)

    def _action(self, text: str, tip: str, slot: object, shortcut: str = "") -> QAction:
        action = QAction(text, self)
        action.setToolTip(tip)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    # -- showing ----------------------------------------------------------------------------------------------

    def _watch(self, document: Document) -> None:
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.what in ("arrivals", "units", "scenario", "all"):
            self.refresh()

    def refresh(self) -> None:
        """Build the track anew."""
        scenario = self.desk.document.scenario
        chosen = set(self.selected())
        self.tree.blockSignals(True)
        self.tree.clear()
        self.pages.setCurrentIndex(0 if scenario is not None else 1)
        if scenario is not None:
            for turn in range(1, scenario.turns.count + 1):
                self._add_turn(scenario, turn)
            self._add_strays(scenario)
            for item in self._unit_items():
                item.setSelected(item.data(0, UNIT) in chosen)
        self.tree.blockSignals(False)
        self._enable()

    def _add_turn(self, scenario: Scenario, turn: int) -> None:
        label = scenario.turns.labels.get(turn, "")
        night = ", night" if turn in scenario.turns.night else ""
        top = QTreeWidgetItem([f"Turn {turn}" + (f", {label}" if label else "") + night, ""])
        top.setSizeHint(0, QSize(0, ICON))
        bold = QFont(self.tree.font())
        bold.setBold(True)
        top.setData(0, TURN, turn)
        self.tree.addTopLevelItem(top)
        groups = [arrival for arrival in scenario.arrivals if arrival.turn == turn]
        if groups:
            top.setFont(0, bold)
        for group in groups:
            self._add_group(top, scenario, group)
        top.setExpanded(bool(groups))

    def _add_strays(self, scenario: Scenario) -> None:
        """Groups of turns that the game does not have: they must be seen to be mended."""
        for group in scenario.arrivals:
            if not 1 <= group.turn <= scenario.turns.count:
                top = QTreeWidgetItem([f"Turn {group.turn} is never played", ""])
                self.tree.addTopLevelItem(top)
                self._add_group(top, scenario, group)
                top.setExpanded(True)

    def _add_group(self, top: QTreeWidgetItem, scenario: Scenario, group: Arrival) -> None:
        side = scenario.sides.get(group.side)
        title = group.name or (side.name if side else group.side)
        item = QTreeWidgetItem(top, [title, " ".join(group.entry) or "no entry yet"])
        item.setData(0, TURN, group.turn)
        item.setData(0, GROUP, group)
        if side is not None:
            item.setIcon(0, swatch(side.colour, ICON))
        for key in group.units:
            unit = scenario.units.get(key)
            row = QTreeWidgetItem(item, [unit.name if unit else f"{key} (no such unit)", ""])
            row.setData(0, UNIT, key)
            row.setData(0, TURN, group.turn)
            row.setData(0, GROUP, group)
            if unit is not None and side is not None:
                row.setIcon(
                    0,
                    counter_icon(
                        unit,
                        side,
                        ICON,
                        ratio=self.devicePixelRatioF(),
                        look=look_of(scenario, self.desk.document.path),
                    ),
                )
        item.setExpanded(True)

    # -- selection --------------------------------------------------------------------------------------------

    def _unit_items(self) -> list[QTreeWidgetItem]:
        found = self.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
        return [item for item in found if item.data(0, UNIT)]

    def selected(self) -> list[str]:
        """The keys of the selected units."""
        return [str(item.data(0, UNIT)) for item in self._unit_items() if item.isSelected()]

    def group(self) -> Arrival | None:
        """The group that the current row is or belongs to."""
        items = self.tree.selectedItems()
        found = items[0].data(0, GROUP) if items else None
        return found if isinstance(found, Arrival) else None

    def _selected(self) -> None:
        self._enable()
        units = self.selected()
        group = self.group()
        board = self.desk.document.battle_map
        if group is not None and len(units) <= 1:
            entries = [h for name in group.entry for h in board.area(name)]
            self.desk.selection.set(entries, units[0] if units else None)

    def _enable(self) -> None:
        has_group = self.group() is not None
        for action in (self.entry_action, self.type_action):
            action.setEnabled(has_group)
        for action in (self.turn_action, self.off_action):
            action.setEnabled(bool(self.selected()))

    # -- doing ------------------------------------------------------------------------------------------------

    def _dropped(self, units: list[str], item: QTreeWidgetItem | None) -> None:
        turn = item.data(0, TURN) if item is not None else None
        if turn is None or item is None or not units:
            return
        group = item.data(0, GROUP)
        self.desk.push(SetArrival(units, int(turn), group=group))

    def pick_entry(self) -> None:
        """Let the entry hex of the selected group be clicked on the map."""
        group = self.group()
        if group is None:
            return

        def chosen(h: int) -> None:
            name = self.desk.document.battle_map.grid.name(h)
            self.desk.push(EditArrival(group, entry=[name]))

        pick_hex(self.desk, "Click the hex where these units enter. Esc cancels.", chosen)

    def type_entry(self) -> None:
        """Ask for the entry hexes of the selected group by number."""
        group = self.group()
        if group is None:
            return
        text, accepted = QInputDialog.getText(
            self, "Entry hexes", "Hexes, with a space between them:", text=" ".join(group.entry)
        )
        if accepted:
            names = text.replace(",", " ").upper().split()
            self.desk.push(EditArrival(group, entry=names))

    def type_turn(self) -> None:
        """Ask for the turn on which the selected units enter."""
        units = self.selected()
        scenario = self.desk.document.require_scenario()
        group = self.group()
        if not units or group is None:
            return
        turn, accepted = QInputDialog.getInt(self, "Turn of entry", "Turn:", group.turn, 1, scenario.turns.count)
        if accepted:
            self.desk.push(SetArrival(units, turn))

    def take_off(self) -> None:
        """Take the selected units off the track."""
        units = self.selected()
        if units:
            self.desk.push(CancelArrival(units))
