"""The units that are to be set up now, by formation: several are chosen and put into a hex together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.faces import look_of
from editor.desk.desk import Desk
from editor.kinds import TokenLook, drawn_unit
from editor.plain import PlainLabel
from engine.scenario import Scenario, formations

ICON: Final = 22
HIGH: Final = 190
KEY: Final = Qt.ItemDataRole.UserRole


class SetUpList(QWidget):
    """A tree of units with a row for each formation; what is chosen goes where the map is clicked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.control = desk.controls.game.setting_up
        self._shown: list[str] = []
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName("Units to be set up")
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setIconSize(QSize(ICON, ICON))
        self.tree.setIndentation(14)
        self.tree.setFixedHeight(HIGH)
        self.tree.setToolTip(
            "Hold Ctrl or Shift to choose several units, or choose a formation; then click a highlighted hex"
        )
        self.tree.itemSelectionChanged.connect(self._chosen)
        self.told = PlainLabel()
        self.told.setWordWrap(True)
        self.staff = QPushButton("Let Staff set up the rest")
        self.staff.setToolTip("Set up all units but the last, so that you can still change the set-up")
        self.staff.clicked.connect(lambda _on=False: self.control.by_staff())
        row = QHBoxLayout()
        row.addWidget(self.told, 1)
        row.addWidget(self.staff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tree)
        layout.addLayout(row)
        self.control.changed.connect(self._tell)

    def refresh(self) -> None:
        """Show what is to be set up now; nothing at other times."""
        units, preview = self.control.units, self.desk.preview
        self.setVisible(bool(units))
        if preview.game is not None and units and units != self._shown:
            with QSignalBlocker(self.tree):
                self._fill(preview.game.scenario, units)
        self._shown = units
        self._tell()

    def _fill(self, scenario: Scenario, units: Sequence[str]) -> None:
        self.tree.clear()
        look, ratio = look_of(scenario, self.desk.document.path), self.devicePixelRatioF()
        rows: dict[formations.Parts, QTreeWidgetItem] = {}
        found = formations.groups(scenario.units[key] for key in units)
        for names, everyone in formations.everyone(found).items():
            if names:
                row = rows[names] = QTreeWidgetItem([f"{names[-1]} ({len(everyone)})"])
                above = rows.get(names[:-1])
                above.addChild(row) if above is not None else self.tree.addTopLevelItem(row)
        for names, own in found.items():
            for unit in own:
                item = QTreeWidgetItem([unit.name])
                item.setData(0, KEY, unit.key)
                item.setIcon(0, QIcon(drawn_unit(scenario, unit, TokenLook(ICON, ratio, None, look))))
                above = rows.get(names)
                above.addChild(item) if above is not None else self.tree.addTopLevelItem(item)
        self.tree.expandAll()
        self.tree.scrollToTop()

    def _chosen(self) -> None:
        """Take up the units of the rows chosen, those of formations with all below them."""
        keys: dict[str, None] = {}

        def add(item: QTreeWidgetItem | None) -> None:
            if item is None:
                return
            if key := item.data(0, KEY):
                keys[str(key)] = None
            for place in range(item.childCount()):
                add(item.child(place))

        for item in self.tree.selectedItems():
            add(item)
        self.control.take_up(list(keys))

    def _tell(self) -> None:
        taken = len(self.control.taken)
        chosen = {str(item.data(0, KEY) or "") for item in self.tree.selectedItems()}
        if not taken and chosen:
            with QSignalBlocker(self.tree):
                self.tree.clearSelection()
        left = len(self._shown)
        many = "choose one or several" if left > 1 else "choose it"
        self.told.setText(f"{taken} chosen: click a highlighted hex." if taken else f"{left} left to set up: {many}.")
        self.staff.setEnabled(len(self._shown) > 1)
