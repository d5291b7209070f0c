"""The page of a variant: which scenario it rests on, and all that it has otherwise."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.panels.buttons import PanelButton
from editor.plain import PlainLabel, as_written
from engine.formats.differences import TITLES, VariantPart, differences, taken_back
from engine.plural import counted

WHAT: Final = Qt.ItemDataRole.UserRole


class VariantPage(QWidget):
    """Lists what differs from the base; each can be taken back."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.head = PlainLabel()
        self.head.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName("What differs from the base")
        self.tree.setIndentation(12)
        self.tree.currentItemChanged.connect(lambda *_items: self._enable())
        self.make, self.back = PanelButton(), PanelButton()
        self.make.setText("New variant…")
        self.make.setToolTip("Make another scenario that stores only its differences from this one")
        self.make.clicked.connect(lambda: desk.actions.get("scenario.variant").trigger())
        self.back.setText("Reset to base")
        self.back.setToolTip("Reset the chosen entry to the base")
        self.back.clicked.connect(self.take_back)
        row = QHBoxLayout()
        row.addWidget(self.make)
        row.addWidget(self.back)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.head)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        desk.document_changed.connect(lambda _document: self.refresh())
        desk.changed.connect(lambda _change: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """List what differs."""
        scenario = self.desk.document.scenario
        self.tree.clear()
        base = scenario.base if scenario is not None else None
        if scenario is None or base is None:
            self.head.setText("This scenario has no base. A variant of it stores only its differences.")
            self._enable()
            return
        found = differences(scenario)
        number = counted(len(found), "thing") if found else "nothing"
        self.head.setText(f"A variant of {base.name} ({scenario.base_ref}). Different from the base: {number}.")
        tops: dict[str, QTreeWidgetItem] = {}
        for difference in found:
            top = tops.get(difference.section)
            if top is None:
                top = tops[difference.section] = QTreeWidgetItem([TITLES[difference.section]])
                self.tree.addTopLevelItem(top)
            item = top
            if difference.key:
                item = QTreeWidgetItem(top, [difference.about])
            item.setData(0, WHAT, difference)
            item.setToolTip(0, as_written(difference.about))
        self.tree.expandAll()
        self._enable()

    def _enable(self) -> None:
        item = self.tree.currentItem()
        self.back.setEnabled(item is not None and isinstance(item.data(0, WHAT), VariantPart))

    def take_back(self) -> None:
        """Have the chosen thing as in the base."""
        item, scenario = self.tree.currentItem(), self.desk.document.require_scenario()
        difference = item.data(0, WHAT) if item is not None else None
        if isinstance(difference, VariantPart):
            title = TITLES[difference.section].lower()
            self.desk.push(EditScenario(f"Reset to the base: {title}", **taken_back(scenario, difference)))
