"""The order of battle: every unit by side and formation, with its counter, its strength and where it is placed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QStackedWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.faces import look_of
from editor.commands.change import Change
from editor.commands.revise_units import ReviseUnits
from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.document.document import Document
from editor.panels.bulk_parts import FlowBox
from editor.panels.buttons import ActionButton
from editor.panels.in_dock import empty_state
from editor.panels.unit_tree import KEY, NAME, UNSORTED, WHERE, TreeGroup, UnitTree, group_of, whereabouts
from editor.plain import as_written
from engine.scenario import Scenario
from engine.spelling import folded

LEAST: Final = 318
"""Pixels that names of two words take beside the other columns; a window of 1024 has room for that."""


class BattlePanel(QWidget):
    """The order of battle of the open scenario."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.armies = desk.controls.armies
        self._filling = False
        self._told: tuple[Any, ...] = ()
        self.setMinimumWidth(LEAST)
        self._build()
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        desk.selection.selection_changed.connect(self._follow_selection)
        self.armies.added.connect(self._select)
        desk.game.started.connect(self._enable)
        desk.game.closed.connect(self._enable)
        self._watch(desk.document)

    # -- building ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a unit by name, key, type, formation or place")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        layout.addWidget(self.search)
        self.tree = UnitTree()
        self.tree.setAccessibleName("Order of battle")
        self.tree.itemSelectionChanged.connect(self._selected)
        self.tree.itemActivated.connect(lambda item, _column: self._activated(item))
        self.tree.dropped.connect(self.armies.take_off)
        self.tree.arranged.connect(self._arrange)
        self.tree.unsorted.connect(self.refresh)
        self.tree.named.connect(self._named)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu)
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.tree)
        self.pages.addWidget(self.empty)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self._buttons())

    def _buttons(self) -> FlowBox:
        self.add_action = self._action("Add…", "Add a unit to the side or formation selected", self.add_unit, "Ins")
        self.edit_action = self._action("Edit…", "Edit the selected unit, or rename the formation", self.edit)
        self.rename_action = self._action(
            "Rename", "Rename the selected unit or formation in its row", self.rename, "F2"
        )
        self.place_action = self._action("Place…", "Place the selected units in a hex, by its number", self.place)
        self.duplicate_action = self._action("Duplicate", "Duplicate the selected units", self.duplicate)
        self.group_action = self._action("Group…", "Put the selected units into a formation", self.group)
        self.number_action = self._action("Number…", "Name the selected units by a pattern with numbers", self.number)
        self.off_action = self._action("Remove from map", "Remove the selected units from the map", self.take_off)
        self.delete_action = self._action("Delete", "Delete the selected units", self.delete, "Del")
        self.dissolve_action = self._action(
            "Dissolve formation", "Move its units to the parent formation", self.dissolve
        )
        self.order_action = self._action("Save this order", "Write the order that is shown to the scenario", self.order)
        row = FlowBox(2)
        for action in (
            self.add_action,
            self.edit_action,
            self.duplicate_action,
            self.group_action,
            self.place_action,
            self.delete_action,
        ):
            row.flow.addWidget(ActionButton(action))
        return row

    def _action(self, text: str, tip: str, slot: object, shortcut: str = "") -> QAction:
        action = QAction(text, self)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            tip = f"{tip} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})"
        action.setToolTip(as_written(tip))
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    # -- showing ----------------------------------------------------------------------------------------------

    def _watch(self, document: Document) -> None:
        self.refresh()

    def _changed(self, change: Change) -> None:
        scenario = self.desk.document.scenario
        if scenario is not None and change.what in ("setup", "arrivals") and change.keys <= set(self.tree.units):
            places = whereabouts(scenario)
            for key in change.keys:
                self.tree.show_unit(scenario, scenario.units[key], places)
        elif change.what == "scenario" and _shown_of(scenario) == self._told:
            # What is typed into the pages of the scenario comes here letter by letter.
            return
        elif not change.of_map or change.what in ("all", "map"):
            self.refresh()

    def refresh(self) -> None:
        """Build the tree again, keeping what is selected and what is folded."""
        scenario = self.desk.document.scenario
        self._told = _shown_of(scenario)
        groups = set(self.tree.chosen_groups())
        chosen = [str(item.data(NAME, KEY)) for item in self.tree.selectedItems() if item.data(NAME, KEY)]
        self._filling = True
        self.pages.setCurrentIndex(0 if scenario is not None else 1)
        if scenario is None:
            self.tree.clear_units()
        else:
            self.tree.look = look_of(scenario, self.desk.document.path)
            self.tree.fill(scenario)
            for row in self.tree.rows():
                if group_of(row) in groups or row.data(NAME, KEY) in chosen:
                    row.setSelected(True)
        self._filling = False
        self._filter()
        self._enable()

    def _filter(self) -> None:
        scenario = self.desk.document.scenario
        if scenario is None:
            return
        texts = {
            key: folded(f"{key} {unit.name} {unit.type} {unit.size} {unit.formation} {item.text(WHERE)}")
            for key, item in self.tree.units.items()
            if (unit := scenario.units.get(key)) is not None
        }
        self.tree.search(folded(self.search.text()).split(), texts)

    # -- selection --------------------------------------------------------------------------------------------

    def selected(self) -> list[str]:
        """The keys of the selected units, those of selected formations too, in the order of the tree."""
        return self.tree.chosen()

    def _selected(self) -> None:
        self._enable()
        if self._filling:
            return
        units = self.selected()
        groups = self.tree.chosen_groups()
        if groups:
            self.armies.hold(groups[-1].side, groups[-1].formation)
        document, selection = self.desk.document, self.desk.selection
        self._filling = True
        if units:
            current = self.tree.currentItem()
            last = str(current.data(NAME, KEY) or "") if current is not None else ""
            # The one that was clicked last is the one that is looked at.
            units.sort(key=lambda key: key == last)
            setup = document.require_scenario().setup
            places = (document.board.find(setup.get(key, "")) for key in units)
            selection.set([spot for spot in places if spot is not None], units)
        elif groups:
            selection.set(selection.spots)
        self._filling = False

    def _follow_selection(self) -> None:
        """Select in the tree what was selected elsewhere."""
        if self._filling:
            return
        units = [key for key in self.desk.selection.units if key in self.tree.units]
        if units == self.selected():
            return
        self._filling = True
        self._select(units)
        self._filling = False
        self._enable()

    def _enable(self) -> None:
        # During play what changes the scenario rests; the rows can be read and chosen.
        resting = self.desk.preview.active
        some = bool(self.selected()) and not resting
        group = self._formation()
        self.add_action.setEnabled(self.desk.document.scenario is not None and not resting)
        self.tree.setDragEnabled(not resting)
        self.tree.setAcceptDrops(not resting)
        for action in (
            self.place_action,
            self.duplicate_action,
            self.group_action,
            self.number_action,
            self.off_action,
            self.delete_action,
        ):
            action.setEnabled(some)
        self.edit_action.setEnabled(some)
        self.rename_action.setEnabled(some)
        self.dissolve_action.setEnabled(group is not None and not resting)
        self.order_action.setEnabled(self.tree.sorted_by != UNSORTED and not resting)

    def _formation(self) -> TreeGroup | None:
        """The formation whose row alone is selected."""
        items = self.tree.selectedItems()
        group = group_of(items[0]) if len(items) == 1 else None
        return group if group is not None and group.names else None

    def _activated(self, item: QTreeWidgetItem) -> None:
        if item.data(NAME, KEY):
            self.edit_action.trigger()
        else:
            item.setExpanded(not item.isExpanded())

    def _menu(self, where: QPoint) -> None:
        self._enable()
        menu = QMenu(self)
        menu.addActions(
            [self.add_action, self.edit_action, self.rename_action, self.duplicate_action, self.number_action]
        )
        menu.addSeparator()
        menu.addActions([self.group_action, self.dissolve_action, self.order_action])
        menu.addSeparator()
        menu.addActions([self.place_action, self.off_action])
        menu.addSeparator()
        menu.addAction(self.delete_action)
        pop_up(menu, self.tree.viewport().mapToGlobal(where))

    # -- doing ------------------------------------------------------------------------------------------------

    def add_unit(self) -> None:
        """Ask for a new unit and add it."""
        self.armies.add(self)

    def edit(self) -> None:
        """Ask for new values of the selected unit, or another name of the selected formation."""
        group = self._formation()
        units = self.selected()
        if group is not None:
            self.armies.rename_formation(group.side, group.names, self)
        elif units:
            self.armies.edit(units[0], self)

    def rename(self) -> None:
        """Open a field for the name of the row that was chosen last."""
        row = self.tree.currentItem()
        if row is not None:
            self.tree.rename(row)

    def _named(self, key: str, group: object, name: str) -> None:
        """A row has got another name."""
        if key:
            self.armies.rename(key, name)
        elif isinstance(group, TreeGroup):
            self.armies.call_formation(group.side, group.names, name)

    def duplicate(self) -> None:
        """Add a copy of each selected unit, under the next number, not yet placed."""
        self.armies.duplicate(self.selected())

    def number(self) -> None:
        """Name the selected units by a pattern."""
        self.armies.number(self.selected(), self)

    def group(self) -> None:
        """Put the selected units into a formation."""
        self.armies.group(self.selected(), self)

    def dissolve(self) -> None:
        """Let the units of the selected formation belong to what it is part of."""
        group = self._formation()
        if group is not None:
            self.armies.dissolve(group.side, group.names)

    def order(self) -> None:
        """Write the order that is shown to the scenario."""
        self.desk.push(ReviseUnits("Sort units", order=self.tree.keys_in_order()))

    def delete(self) -> None:
        """Strike the selected units from the order of battle."""
        self.armies.delete(self.selected())

    def take_off(self) -> None:
        """Remove the selected units from the map."""
        self.armies.take_off(self.selected())

    def place(self) -> None:
        """Ask for a hex number and place the selected units there."""
        self.armies.place(self.selected(), self)

    def _arrange(self, moved: list[tuple[str, TreeGroup]], beside: str, behind: bool) -> None:
        """Units were dragged within the tree."""
        units = self.desk.document.require_scenario().units
        changed = [replace(units[key], side=group.side, formation=group.formation) for key, group in moved]
        # In a sorted tree a place between two units means nothing.
        self.armies.arrange(changed, beside if self.tree.sorted_by == UNSORTED else "", behind=behind)

    def _select(self, units: Iterable[str]) -> None:
        self.tree.clearSelection()
        for key in units:
            row = self.tree.units.get(key)
            if row is not None:
                self.tree.setCurrentItem(row, NAME, QItemSelectionModel.SelectionFlag.Rows)
                row.setSelected(True)


def _shown_of(scenario: Scenario | None) -> tuple[Any, ...]:
    """All that the tree tells of a scenario."""
    if scenario is None:
        return ()
    whereabouts = scenario.setup, scenario.arrivals, scenario.deployments, scenario.pools
    return scenario.units, scenario.sides, scenario.counters, *whereabouts
