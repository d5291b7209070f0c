"""The unit table: all units in a grid like a spreadsheet's, with headings that say what a figure means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QItemSelection
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.panels.bulk_parts import FlowBox, button
from editor.panels.in_dock import bring_up, empty_state
from editor.panels.unit_grid import UnitsGrid, UnitsModel
from editor.plain import PlainLabel
from engine.formats.roster import Revision

WIDEST: Final = 220
"""Pixels that a column takes at first, at most."""
PASTE: Final = (
    "Take cells from a spreadsheet (Ctrl+V); rows beyond the last are new units, and a first row of headings says which"
    " column is what"
)


def lead_to_table(desk: Desk, panel: Callable[[], UnitTablePanel]) -> None:
    """The menu entry of the panel, which ``panel`` gives."""
    desk.actions.add(
        "scenario.unit-table",
        "Unit &table",
        lambda: panel().raise_table(),
        menu="Scenario",
        group=1,
        shortcut="Ctrl+Alt+T",
        tip="All units in a grid like a spreadsheet's: type, paste, fill",
    )


class UnitTablePanel(QWidget):
    """The units of the open scenario as a grid. It is filled only while it is to be seen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._stale = True
        self._selecting = False
        self.model = UnitsModel(self._take, self)
        self.grid = UnitsGrid(self.model)
        self.grid.setAccessibleName("Unit table")
        self.grid.refused.connect(self._say)
        self.grid.deleted.connect(self.desk.controls.armies.delete)
        self.grid.selectionModel().selectionChanged.connect(self._selected)
        self._build()
        desk.document_changed.connect(lambda _document: self._note())
        desk.changed.connect(self._changed)
        desk.selection.selection_changed.connect(self._follow)

    def _build(self) -> None:
        armies = self.desk.controls.armies
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find in all columns")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.grid.order.set_words)
        self.search.setMinimumWidth(140)
        self.buttons = buttons = FlowBox()
        buttons.flow.addWidget(self.search)
        for text, tip, slot in (
            ("Add unit…", "Add a unit to the side selected", lambda: armies.add(self)),
            ("Fill down", "Copy the uppermost cell into the selected cells (Ctrl+D)", self.grid.fill_down),
            ("Fill series", "Number on from the uppermost selected cell", self.grid.fill_on),
            ("Paste", PASTE, self.grid.paste),
            ("Import CSV…", "Import units from a CSV file; nothing changes if a cell is wrong", self._import),
            ("Export CSV…", "Write all units into a CSV file", self._export),
        ):
            buttons.flow.addWidget(button(text, tip, slot))
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.hide()
        self.hint = PlainLabel(
            "No units yet. Paste a table from a spreadsheet (Ctrl+V): a first row with headings as below says which"
            " column is what. Or press Add unit."
        )
        self.hint.setWordWrap(True)
        self.hint.setForegroundRole(self.hint.palette().ColorRole.PlaceholderText)
        self.hint.hide()
        self.empty = empty_state("This map has no scenario yet.\nScenario > New scenario makes one.")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.grid)
        self.pages.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(buttons)
        layout.addWidget(self.complaint)
        layout.addWidget(self.hint)
        layout.addWidget(self.pages, 1)

    # -- showing ------------------------------------------------------------------------------------------------

    def raise_table(self) -> None:
        """Open the panel and go into it."""
        bring_up(self)
        self.grid.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Fill it, if anything has changed since it was seen last."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _changed(self, change: Change) -> None:
        if not change.of_map or change.what in ("all", "map"):
            self._note()

    def _note(self) -> None:
        self._stale = True
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the units as they are."""
        self._stale = False
        scenario = self.desk.document.scenario
        before, empty = self.model.columns, not self.model.rowCount()
        self.pages.setCurrentIndex(0 if scenario is not None else 1)
        self.buttons.setEnabled(scenario is not None)
        self.hint.setVisible(scenario is not None and not scenario.units)
        self._selecting = True
        self.model.show(scenario)
        self._selecting = False
        if self.model.columns != before or (empty and self.model.rowCount()):
            self.grid.resizeColumnsToContents()
            header = self.grid.horizontalHeader()
            for column in range(len(self.model.columns)):
                header.resizeSection(column, min(WIDEST, header.sectionSize(column)))

    # -- selection ----------------------------------------------------------------------------------------------

    def _selected(self, _chosen: QItemSelection, _left: QItemSelection) -> None:
        """The units whose cells are selected are selected on the map."""
        scenario = self.desk.document.scenario
        if self._selecting or scenario is None:
            return
        units = self.grid.chosen_units()
        places = (self.desk.board.find(scenario.setup.get(key, "")) for key in units)
        self._selecting = True
        self.desk.selection.set([spot for spot in places if spot is not None], units)
        self._selecting = False

    def _follow(self) -> None:
        """What was selected elsewhere is selected here."""
        if self._selecting or not self.isVisible() or self._stale:
            return
        self._selecting = True
        self.grid.select_units(self.desk.selection.units)
        self._selecting = False

    # -- doing --------------------------------------------------------------------------------------------------

    def _take(self, text: str, revision: Revision, renamed: Mapping[str, str]) -> bool:
        return self.desk.controls.armies.take_over(text, revision, self, renamed)

    def _say(self, problem: str) -> None:
        self.complaint.setText(problem)
        self.complaint.setVisible(bool(problem))
        if problem:
            self.desk.status(problem)

    def _import(self) -> None:
        self.desk.controls.armies.import_csv(self)

    def _export(self) -> None:
        self.desk.controls.armies.export_csv(self)
