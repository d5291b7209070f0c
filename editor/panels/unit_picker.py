"""Units to choose from, by formation: a window below a button that stays open while one after the other is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.faces import CounterLook
from editor.canvas.pieces import kind_of
from editor.kinds import TokenLook, drawn_unit
from editor.panels.unit_tree import children_of
from engine.plural import counted
from engine.scenario import Scenario, Unit, formations
from engine.spelling import folded

ICON: Final = 26
WIDE: Final = 340
HIGH: Final = 380
KEYS: Final = Qt.ItemDataRole.UserRole
WORDS: Final = Qt.ItemDataRole.UserRole + 1
NONE_LEFT: Final = "Every unit of this side has a place"

Offer = Callable[[], tuple[Scenario, Sequence[Unit], CounterLook]]
"""Gives the scenario, the units that may be added now, and how counters look."""


class UnitPicker(QFrame):
    """The units that may be added, under their formations. Two clicks or Enter add a row, a formation with all below
    it; it stays open until Esc, Done, or a click elsewhere."""

    added = Signal(list)
    """The keys of units that are to be added."""

    def __init__(self, parent: QWidget, offer: Offer) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._offer = offer
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName("Add units")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter by name, type or formation")
        self.filter.setAccessibleName("Filter the units")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(lambda _text: self._narrow())
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName("Units that can be added")
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setIconSize(QSize(ICON, ICON))
        self.tree.setIndentation(14)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.itemActivated.connect(lambda item, _column: self._add(_keys_below(item)))
        self.add_button, self.done_button = QPushButton("Add selected"), QPushButton("Done")
        self.add_button.clicked.connect(lambda _on=False: self._add(self.chosen()))
        self.done_button.clicked.connect(lambda _on=False: self.close())
        self.tree.itemSelectionChanged.connect(lambda: self.add_button.setEnabled(bool(self.chosen())))
        foot = QHBoxLayout()
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        foot.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.filter)
        column.addWidget(self.tree, 1)
        column.addLayout(foot)
        self.resize(WIDE, HIGH)

    def open_below(self, button: QWidget) -> None:
        """Show it under a button, or over it where the screen ends."""
        self.filter.clear()
        self.refresh()
        below = button.mapToGlobal(QPoint(0, button.height() + 2))
        room = button.screen().availableGeometry()
        across = min(below.x(), room.right() - self.width())
        above = button.mapToGlobal(QPoint(0, -self.height() - 2)).y()
        self.move(max(room.left(), across), below.y() if below.y() + self.height() <= room.bottom() else above)
        self.show()
        self.tree.setFocus()

    def refresh(self) -> None:
        """List the units that may be added now; what is scrolled to stays in sight."""
        scenario, units, look = self._offer()
        bar = self.tree.verticalScrollBar()
        at = bar.value()
        self.tree.clear()
        if not units:
            row = QTreeWidgetItem([NONE_LEFT])
            row.setFlags(Qt.ItemFlag.NoItemFlags)
            self.tree.addTopLevelItem(row)
        else:
            self._fill(scenario, units, look)
        self.tree.expandAll()
        self._narrow()
        bar.setValue(at)
        self.add_button.setEnabled(False)

    def _fill(self, scenario: Scenario, units: Sequence[Unit], look: CounterLook) -> None:
        found = formations.groups(units)
        rows: dict[formations.Parts, QTreeWidgetItem] = {}
        bold = QFont(self.font())
        bold.setBold(True)
        for names, everyone in formations.everyone(found).items():
            title = names[-1] if names else "All"
            row = rows[names] = QTreeWidgetItem([f"{title} ({counted(len(everyone), 'unit')})"])
            row.setFont(0, bold)
            row.setData(0, KEYS, [unit.key for unit in everyone])
            row.setToolTip(0, "Two clicks add all of them")
            if names:
                rows[names[:-1]].addChild(row)
            else:
                self.tree.addTopLevelItem(row)
        for names, own in found.items():
            for unit in own:
                item = QTreeWidgetItem([unit.name])
                item.setData(0, KEYS, [unit.key])
                item.setData(0, WORDS, folded(f"{unit.called} {unit.key} {kind_of(unit)} {unit.formation}"))
                if unit.side in scenario.sides:
                    item.setIcon(
                        0, QIcon(drawn_unit(scenario, unit, TokenLook(ICON, self.devicePixelRatioF(), None, look)))
                    )
                rows[names].addChild(item)

    def _narrow(self) -> None:
        """Hide what does not have every word that was typed."""
        wanted = folded(self.filter.text()).split()

        def narrow(row: QTreeWidgetItem) -> bool:
            children = children_of(row)
            if children:
                left = [narrow(child) for child in children]
                row.setHidden(not any(left))
            else:
                row.setHidden(not all(word in str(row.data(0, WORDS) or "") for word in wanted))
            return not row.isHidden()

        for place in range(self.tree.topLevelItemCount()):
            top = self.tree.topLevelItem(place)
            if top is not None:
                narrow(top)

    def chosen(self) -> list[str]:
        """The units of the selected rows that are shown."""
        found: dict[str, None] = {}
        for row in self.tree.selectedItems():
            found.update(dict.fromkeys(_keys_below(row)))
        return list(found)

    def _add(self, keys: Sequence[str]) -> None:
        if keys:
            self.added.emit(list(keys))
            self.refresh()


def _keys_below(row: QTreeWidgetItem) -> list[str]:
    """The units of a row, those of a formation as far as they are shown."""
    if row.isHidden():
        return []
    if not row.childCount():
        return [str(key) for key in row.data(0, KEYS) or ()]
    return [key for child in children_of(row) for key in _keys_below(child)]
