"""The designer's own layers in the Layers panel: add, remove, group and print them, and put names on them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QTableWidget, QWidget

from editor.commands.set_layers import SetLayers, own_layer
from editor.controls.layers import GROUP
from editor.desk.desk import Desk
from editor.kinds import kind_of
from editor.panels.buttons import PanelButton
from editor.plain import PlainLabel, as_written
from engine.boards.look import UserLayer
from engine.boards.user_layers import groups, layering
from engine.plural import counted


def renamed(desk: Desk, old: str, new: str) -> bool:
    """Rename a layer; its visibility, lock and opacity stay."""
    layer = next((one for one in desk.document.board.look.layers if one.name == old), None)
    if layer is None:
        return False
    if not desk.push(SetLayers("Rename layer", lambda before: before.changed(old, replace(layer, name=new)))):
        return False
    desk.controls.layers.follow(own_layer(old), own_layer(new))
    return True


def group_renamed(desk: Desk, old: str, new: str) -> bool:
    """Give a group of layers another name; where there is a group of that name, they become one."""
    joined = new in groups(desk.document.board)
    if not desk.push(SetLayers("Rename group of layers", lambda before: before.regrouped(old, new))):
        return False
    desk.controls.layers.follow(GROUP + old, GROUP + new)
    if joined:
        desk.status(f"There was a group {new}: its layers and those of {old} are one group now")
    return True


class OwnLayers(QWidget):
    """The buttons and fields below the list of layers; the fields are those of the layer in the current row."""

    def __init__(self, desk: Desk, table: QTableWidget) -> None:
        super().__init__()
        self.desk, self.table = desk, table
        self.add = _button("Add layer", "Add a layer of your own for names and map furniture")
        self.remove = _button("Remove", "Remove the layer; its names and furniture stay on the map")
        self.put = _button("Put selection here", "Put the names in the selected places on the layer")
        self.group = QComboBox()
        self.group.setEditable(True)
        self.group.setAccessibleName("Group of the layer")
        self.group.setToolTip("Layers of one group are listed, shown and locked together")
        self.printed = QCheckBox("Print and export")
        self.printed.setToolTip("Without the tick, the layer appears only on the screen, for notes and drafts")
        buttons = QHBoxLayout()
        for button in (self.add, self.remove, self.put):
            buttons.addWidget(button)
        buttons.addStretch(1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        grid.addLayout(buttons, 0, 0, 1, 3)
        grid.addWidget(PlainLabel("Group"), 1, 0)
        grid.addWidget(self.group, 1, 1)
        grid.addWidget(self.printed, 1, 2)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.put.clicked.connect(self._put)
        self.group.activated.connect(self._regroup)
        line = self.group.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._regroup)
        self.printed.clicked.connect(self._print)
        table.currentCellChanged.connect(lambda *_: self.refresh())
        desk.controls.layers.changed.connect(self.refresh)
        self.refresh()

    @property
    def layer(self) -> UserLayer | None:
        """The layer in the current row; None if it is not a layer of the designer's own."""
        row = self.table.currentRow()
        rows = self.desk.controls.layers.rows
        key = rows[row].key if 0 <= row < len(rows) else ""
        layers = self.desk.document.board.look.layers
        return next((one for one in layers if own_layer(one.name) == key), None)

    def refresh(self) -> None:
        """Show the fields of the layer in the current row."""
        layer, board = self.layer, self.desk.document.board
        for part in (self.remove, self.put, self.group, self.printed):
            part.setEnabled(layer is not None)
        with QSignalBlocker(self.group), QSignalBlocker(self.printed):
            self.group.clear()
            self.group.addItems(["", *groups(board)])
            self.group.setCurrentText(layer.group if layer is not None else "")
            self.printed.setChecked(layer is None or layer.printed)

    def _add(self) -> None:
        taken = {one.name for one in self.desk.document.board.look.layers}
        name = next(name for number in count(1) if (name := f"Layer {number}") not in taken)
        group = self.layer.group if self.layer is not None else ""
        if self.desk.push(SetLayers("Add layer", lambda before: before.added(UserLayer(name, group)))):
            keys = [row.key for row in self.desk.controls.layers.rows]
            self.table.setCurrentCell(keys.index(own_layer(name)), self.table.currentColumn())
            self.desk.status(f"{name} added. F2 renames it.")

    def _remove(self) -> None:
        layer = self.layer
        if layer is None:
            return
        left = layering(self.desk.document.board).count(layer.name)
        if self.desk.push(SetLayers("Remove layer", lambda before: before.without(layer.name))):
            kept = f"; {counted(left, 'item')} on it stayed on the map" if left else ""
            self.desk.status(f"{layer.name} removed{kept}")

    def _put(self) -> None:
        layer, document = self.layer, self.desk.document
        if layer is None:
            return
        lettered = kind_of(document).offers("window").lettered
        chosen = lettered(document.board, self.desk.selection.spots)
        if not chosen:
            self.desk.status("No place name is selected: select hexes with names first")
        elif self.desk.push(SetLayers("Put names on layer", lambda before: before.put(chosen, layer.name))):
            self.desk.status(f"{counted(len(chosen), 'name')} put on {layer.name}")

    def _regroup(self) -> None:
        if self.layer is not None:
            self._change(
                "Group layer", self.layer, replace(self.layer, group=" ".join(self.group.currentText().split()))
            )

    def _print(self) -> None:
        if self.layer is not None:
            on = self.printed.isChecked()
            self._change("Print layer" if on else "Do not print layer", self.layer, replace(self.layer, printed=on))

    def _change(self, text: str, old: UserLayer, new: UserLayer) -> None:
        self.desk.push(SetLayers(text, lambda before: before.changed(old.name, new)))


def _button(text: str, tip: str) -> PanelButton:
    button = PanelButton()
    button.setText(text)
    button.setToolTip(as_written(tip))
    return button
