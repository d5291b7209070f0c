"""The table of the list of problems: one row for each finding or group of findings."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.panels.findings_model import CODE, MESSAGE, PLACE, RULE, SEVERITY, FindingsFilter

ROOMY: Final = 520
"""The width in pixels at which there is room for every column."""


class FindingsTable(QTableView):
    """The findings in rows; in little room without the paragraph, which the text beside it has too."""

    entered_on = Signal()
    """Enter was pressed on a row."""

    def __init__(self, findings: FindingsFilter) -> None:
        super().__init__()
        self.setModel(findings)
        self.setAccessibleName("Problems")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(26)
        self.verticalHeader().setDefaultSectionSize(26)
        self.setWordWrap(True)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        for column, width in ((SEVERITY, 28), (CODE, 76), (PLACE, 110), (RULE, 84)):
            header.resizeSection(column, width)
        header.setSectionResizeMode(MESSAGE, QHeaderView.ResizeMode.Stretch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of Enter, and go on as tables do."""
        if event.key() in (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value):
            self.entered_on.emit()
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setColumnHidden(RULE, self.width() < ROOMY)
