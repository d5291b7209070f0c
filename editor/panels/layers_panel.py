"""The layers of the map in a list: show, lock, opacity, with the mouse or by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QSlider,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.set_layers import OWN
from editor.controls.layers import GROUP
from editor.desk.desk import Desk
from editor.panels.own_layers import OwnLayers, group_renamed, renamed
from editor.panels.rename import Index, NameDelegate
from editor.plain import PlainLabel

SHOW, LOCK, NAME, OPACITY = range(4)
STEP: Final = 0.1
INDENT: Final = "    "
"""Before the names of layers that are listed below another line."""
NAMED: Final = (OWN, GROUP)
"""How the keys of rows begin whose names are the designer's own."""
OWN_KEYS: Final = (Qt.Key.Key_S, Qt.Key.Key_O, Qt.Key.Key_L, Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus)
"""Keys without a modifier that tools and the view answer to elsewhere."""
CHECKED: Final = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}


class LayersTable(QTableWidget):
    """A row a layer, the topmost first. Space or S shows and hides, O shows one alone, L locks, + and - change the
    opacity; Alt with a click on the box of Show shows one alone too."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(0, 4)
        self.desk, self.control = desk, desk.controls.layers
        self.keys: list[str] = []
        self.setHorizontalHeaderLabels(["Show", "Lock", "Layer", "Opacity"])
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(24)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.setAccessibleName("Layers")
        self.setToolTip("Space shows and hides, O shows only this layer, L locks, + and - change the opacity")
        self.setItemDelegateForColumn(NAME, NameDelegate(self, self._name_of, self._named))
        self.itemDoubleClicked.connect(lambda item: self.rename() if item.column() == NAME else None)
        self.itemChanged.connect(self._ticked)
        self.control.changed.connect(self.refresh)
        self.refresh()

    def _fill(self, row: int, key: str) -> None:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        for column in (SHOW, LOCK, NAME, OPACITY):
            item = QTableWidgetItem()
            checkable = column == SHOW or (column == LOCK and self._lockable(key))
            item.setFlags(plain | Qt.ItemFlag.ItemIsUserCheckable if checkable else plain)
            if column == NAME and key.startswith(NAMED):
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            if column == OPACITY:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(row, column, item)

    @property
    def current(self) -> str:
        """The layer of the current row."""
        return self.keys[max(0, self.currentRow())]

    def refresh(self) -> None:
        """Show how the layers of the map in front are."""
        self.blockSignals(True)
        rows = self.control.rows
        keys = [one.key for one in rows]
        if self.keys != keys:
            # Another kind of map, or other layers of the designer's own.
            current = self.keys[self.currentRow()] if self.currentRow() >= 0 else ""
            self.keys = keys
            self.setRowCount(len(keys))
            for row, key in enumerate(keys):
                self._fill(row, key)
            self.setCurrentCell(keys.index(current) if current in keys else 0, NAME)
        for row, (key, name, depth) in enumerate(rows):
            state, exists = self.control.state(key), self.control.exists(key)
            alone = " (only this)" if key == self.control.alone else ""
            for column in (SHOW, LOCK, NAME, OPACITY):
                item = self._at(row, column)
                enabled = Qt.ItemFlag.ItemIsEnabled
                item.setFlags(item.flags() | enabled if exists else item.flags() & ~enabled)
            self._at(row, NAME).setText(INDENT * depth + name + ("" if exists else " (none)") + alone)
            self._at(row, SHOW).setCheckState(CHECKED[state.shown])
            if self._lockable(key):
                self._at(row, LOCK).setCheckState(CHECKED[state.locked])
            self._at(row, OPACITY).setText(f"{state.opacity * 100:.0f} %" if exists and not depth else "")
        self.blockSignals(False)
        self.viewport().update()

    def _lockable(self, key: str) -> bool:
        return key in self.control.kind.lockable or bool(self.control.members(key))

    def rename(self) -> None:
        """Open the field for the name of the current layer or group, where it is the designer's own."""
        if self.current.startswith(NAMED):
            self.editItem(self._at(self.currentRow(), NAME))

    def _name_of(self, index: Index) -> str:
        return self.keys[index.row()].partition(":")[2] if index.isValid() else ""

    def _named(self, index: Index, name: str) -> None:
        if not index.isValid():
            return
        of_group = self.keys[index.row()].startswith(GROUP)
        if (group_renamed if of_group else renamed)(self.desk, self._name_of(index), name):
            self.setCurrentCell(self.keys.index((GROUP if of_group else OWN) + name), NAME)

    def _at(self, row: int, column: int) -> QTableWidgetItem:
        item = self.item(row, column)
        assert item is not None
        return item

    def _ticked(self, item: QTableWidgetItem) -> None:
        key, on = self.keys[item.row()], item.checkState() is Qt.CheckState.Checked
        if item.column() == SHOW:
            self.control.set_shown(key, on)
        elif item.column() == LOCK:
            self.control.set_locked(key, on)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """With Alt, a press in the column Show shows the layer alone, or all as before."""
        index = self.indexAt(event.position().toPoint())
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt and index.isValid() and index.column() == SHOW:
            self.setCurrentCell(index.row(), NAME)
            self.control.show_alone(self.keys[index.row()])
        else:
            super().mousePressEvent(event)

    def event(self, event: QEvent) -> bool:
        """The letters are the list's own while it has the keyboard, not those of tools."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            if plain and event.key() in OWN_KEYS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        state, pressed = self.control.state(self.current), event.key()
        if pressed in (Qt.Key.Key_Space, Qt.Key.Key_S):
            self.control.set_shown(self.current, not state.shown)
        elif pressed == Qt.Key.Key_O:
            self.control.show_alone(self.current)
        elif pressed == Qt.Key.Key_F2:
            self.rename()
        elif pressed == Qt.Key.Key_L and self._lockable(self.current):
            self.control.set_locked(self.current, not state.locked)
        elif pressed in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and self.current in self.control.kind.layers:
            self.control.set_opacity(self.current, state.opacity + STEP)
        elif pressed == Qt.Key.Key_Minus and self.current in self.control.kind.layers:
            self.control.set_opacity(self.current, state.opacity - STEP)
        elif pressed in (Qt.Key.Key_Home, Qt.Key.Key_End):
            rows = [row for row, key in enumerate(self.keys) if self.control.exists(key)]
            self.setCurrentCell(rows[0 if pressed == Qt.Key.Key_Home else -1], NAME)
        else:
            super().keyPressEvent(event)


def lead_to_layers(desk: Desk, panel: Callable[[], LayersPanel]) -> None:
    """The menu entry of the panel, which ``panel`` gives."""
    desk.actions.add(
        "view.layers",
        "&Layers panel",
        lambda: panel().come(),
        menu="View",
        group=6,
        shortcut="Ctrl+Alt+L",
        tip="Go to the list of layers",
    )


class LayersPanel(QWidget):
    """The table of layers, and a slider for the opacity of the current one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.control = desk.controls.layers
        self.table = LayersTable(desk)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(10, 100)
        self.slider.setPageStep(10)
        self.slider.setAccessibleName("Opacity of the layer")
        self.slider_label = PlainLabel()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.table, 1)
        line = QHBoxLayout()
        line.addWidget(self.slider_label)
        line.addWidget(self.slider, 1)
        layout.addLayout(line)
        self.own = OwnLayers(desk, self.table)
        layout.addWidget(self.own)
        self.table.currentCellChanged.connect(lambda *_: self._follow())
        self.control.changed.connect(self._follow)
        self.slider.valueChanged.connect(self._slide)
        self.slider.sliderPressed.connect(self.control.begin)
        self.slider.sliderReleased.connect(self.control.end)
        self._follow()

    def _follow(self) -> None:
        name = self.control.kind.layers.get(self.table.current)
        self.slider_label.setText(f"Opacity of {name.lower()}" if name else "Opacity")
        self.slider.setEnabled(name is not None and self.control.exists(self.table.current))
        self.slider.blockSignals(True)
        self.slider.setValue(round(self.control.state(self.table.current).opacity * 100))
        self.slider.blockSignals(False)

    def _slide(self, value: int) -> None:
        self.control.set_opacity(self.table.current, value / 100)

    def come(self) -> None:
        """Show the panel and give it the keyboard."""
        dock = self.parentWidget()
        if isinstance(dock, QDockWidget):
            dock.show()
            dock.raise_()
        self.table.setFocus()
