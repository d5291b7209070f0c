"""The dialog that makes the map larger or smaller: anchor, preview, and a list of what falls off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QGroupBox,
    QPushButton,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.paper import SCALE
from editor.dialogs.forms import FormDialog, add_row, form
from editor.dialogs.losses import LossesList, by_layer
from editor.dialogs.texts import sentence
from editor.hexes.dialogs.map_preview import MapPreview, PreviewSheet
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.carry import carried
from engine.hexes.mapping.resize import Anchor, Resized, resized
from engine.scenario.carrying import Carried
from engine.scenario.model import Scenario

MOST: Final = 5000
MOST_HEXES: Final = 1_000_000
DELAY: Final = 60
"""Milliseconds after the last change of a number before the preview is drawn."""
ARROWS: Final = {
    Anchor.NORTH_WEST: "↖",
    Anchor.NORTH: "↑",
    Anchor.NORTH_EAST: "↗",
    Anchor.WEST: "←",
    Anchor.CENTRE: "•",
    Anchor.EAST: "→",
    Anchor.SOUTH_WEST: "↙",
    Anchor.SOUTH: "↓",
    Anchor.SOUTH_EAST: "↘",
}
NAMES: Final = {
    Anchor.NORTH_WEST: "upper left corner",
    Anchor.NORTH: "upper edge",
    Anchor.NORTH_EAST: "upper right corner",
    Anchor.WEST: "left edge",
    Anchor.CENTRE: "middle",
    Anchor.EAST: "right edge",
    Anchor.SOUTH_WEST: "lower left corner",
    Anchor.SOUTH: "lower edge",
    Anchor.SOUTH_EAST: "lower right corner",
}


class ResizeMapDialog(FormDialog):
    """Asks for a new size; ``result_map`` and ``carried`` are what comes of it."""

    def __init__(
        self,
        battle_map: BattleMap,
        scenario: Scenario | None,
        selection: Iterable[int] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Resize map", parent, accept_text="Resize")
        self.old, self.scenario = battle_map, scenario
        self.resized: Resized | None = None
        self.carried: Carried | None = None
        self._trouble = ""
        self._busy = False
        self._selection = [battle_map.grid.offset(h) for h in selection]
        self._sheet = PreviewSheet(battle_map)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self.work_out)
        self.preview, self.summary, self.losses = MapPreview(), PlainLabel(), LossesList()
        shown = {self.preview: 3, self.summary: 0, PlainLabel("Removed items:"): 0, self.losses: 2}
        self.lay_beside([self._size_box(), self._numbers_box()], shown, (0, 1))
        self.resize(860, 600)
        self.work_out()
        self.columns.setFocus()

    # -- fields -------------------------------------------------------------------------------------------------

    def _size_box(self) -> QGroupBox:
        grid = self.old.grid
        box = QGroupBox("Size")
        layout = form()
        box.setLayout(layout)
        self.columns = self._spin(1, MOST, grid.columns, self._size_changed, "Columns")
        self.rows = self._spin(1, MOST, grid.rows, self._size_changed, "Rows")
        layout.addRow("&Columns", self.columns)
        layout.addRow("&Rows", self.rows)
        layout.addRow("Anchor", self._anchors())
        self.left = self._spin(-MOST, MOST, 0, self._edges_changed, "Columns added on the left")
        self.right = self._spin(-MOST, MOST, 0, self._edges_changed, "Columns added on the right")
        self.top = self._spin(-MOST, MOST, 0, self._edges_changed, "Rows added on top")
        self.bottom = self._spin(-MOST, MOST, 0, self._edges_changed, "Rows added at the bottom")
        add_row(layout, "Add le&ft, right", self.left, self.right)
        add_row(layout, "Add &top, bottom", self.top, self.bottom)
        self.crop = QPushButton("Crop to the &selection")
        self.crop.setEnabled(bool(self._selection))
        self.crop.clicked.connect(self.crop_to_selection)
        layout.addRow("", self.crop)
        return box

    def _spin(self, least: int, most: int, value: int, slot: object, name: str) -> WholeBox:
        spin = WholeBox()
        spin.setRange(least, most)
        spin.setValue(value)
        spin.setAccessibleName(name)
        spin.valueChanged.connect(slot)
        return spin

    def _anchors(self) -> QWidget:
        box = QWidget()
        layout = QGridLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self.anchors = QButtonGroup(self)
        for i, anchor in enumerate(ARROWS):
            button = QToolButton()
            button.setText(ARROWS[anchor])
            button.setCheckable(True)
            button.setFixedSize(30, 26)
            button.setToolTip(as_written(f"The {NAMES[anchor]} stays where it is"))
            button.setAccessibleName(NAMES[anchor])
            self.anchors.addButton(button, i)
            layout.addWidget(button, i // 3, i % 3)
        layout.setColumnStretch(3, 1)
        self.anchors.button(0).setChecked(True)
        self.anchors.idClicked.connect(self._size_changed)
        return box

    def _numbers_box(self) -> QGroupBox:
        box = QGroupBox("Hex numbers")
        layout = QVBoxLayout(box)
        self.keep = QRadioButton("Every hex &keeps its number")
        self.keep.setChecked(True)
        self.renumber = QRadioButton(f"The first hex is {self.old.grid.name(0)} &again")
        layout.addWidget(self.keep)
        layout.addWidget(self.renumber)
        self.keep.toggled.connect(lambda _on: self._timer.start())
        return box

    # -- answers ------------------------------------------------------------------------------------------------

    @property
    def anchor(self) -> Anchor:
        """What stays where it is."""
        return list(ARROWS)[self.anchors.checkedId()]

    def crop_to_selection(self) -> None:
        """The smallest map that holds the selected hexes."""
        columns, rows = zip(*self._selection, strict=True)
        grid = self.old.grid
        self._set_edges(-min(columns), max(columns) + 1 - grid.columns, -min(rows), max(rows) + 1 - grid.rows)
        self._edges_changed()

    def problem(self) -> str:
        """Why it cannot be done."""
        return self._trouble

    # -- living -------------------------------------------------------------------------------------------------

    def _size_changed(self, _value: int = 0) -> None:
        if self._busy:
            return
        grid = self.old.grid
        left, top = self.anchor.added(grid.columns, grid.rows, self.columns.value(), self.rows.value())
        wider, higher = self.columns.value() - grid.columns, self.rows.value() - grid.rows
        self._set_edges(left, wider - left, top, higher - top)
        self._timer.start()

    def _set_edges(self, left: int, right: int, top: int, bottom: int) -> None:
        self._busy = True
        for spin, value in ((self.left, left), (self.right, right), (self.top, top), (self.bottom, bottom)):
            spin.setValue(value)
        self._busy = False

    def _edges_changed(self, _value: int = 0) -> None:
        if self._busy:
            return
        grid = self.old.grid
        self._busy = True
        self.columns.setValue(grid.columns + self.left.value() + self.right.value())
        self.rows.setValue(grid.rows + self.top.value() + self.bottom.value())
        self._busy = False
        self._timer.start()

    def work_out(self) -> None:
        """Work out the new map and show it."""
        self._timer.stop()
        self._trouble = self._work()
        result = self.resized if not self._trouble else None
        losses: dict[str, list[str]] = {}
        if result is not None:
            losses = by_layer(result.fallen)
            if self.carried is not None and self.carried.fallen:
                losses["Scenario"] = self.carried.fallen
            self._show_result(result)
        else:
            self.preview.show_sheets(self._sheet.at(0, 0), None)
            self.summary.setText("")
        self.losses.show_losses(losses)
        self.ok.setText(f"Resize and lose {self.losses.count:,}" if self.losses.count else "Resize")
        self.check()

    def _work(self) -> str:
        grid = self.old.grid
        columns, rows = self.columns.value(), self.rows.value()
        if columns != grid.columns + self.left.value() + self.right.value():
            return "A map needs at least 1 column and at most 5,000."
        if rows != grid.rows + self.top.value() + self.bottom.value():
            return "A map needs at least 1 row and at most 5,000."
        if columns * rows > MOST_HEXES:
            return f"A map has {MOST_HEXES:,} hexes at most; this would be {columns * rows:,}."
        left, top = self.left.value(), self.top.value()
        try:
            self.resized = resized(self.old, columns, rows, left=left, top=top, keep_numbers=self.keep.isChecked())
        except HexwrightError as error:
            return f"{sentence(str(error))}."
        if not any(n != NOWHERE for n in self.resized.moved):
            return "This size leaves no hexes."
        self.carried = None
        if self.scenario is not None:
            self.carried = carried(self.scenario, self.resized.map, self.resized.moved)
        return ""

    def _show_result(self, result: Resized) -> None:
        new = PreviewSheet(result.map)
        stays = next(h for h, n in enumerate(result.moved) if n != NOWHERE)
        (x, y), (nx, ny) = self.old.grid.centre(stays), result.map.grid.centre(result.moved[stays])
        self.preview.show_sheets(self._sheet.at((nx - x) * SCALE, (ny - y) * SCALE), new)
        grid = result.map.grid
        self.summary.setText(f"{grid.columns:,} × {grid.rows:,} hexes, {grid.name(0)} to {grid.name(grid.size - 1)}")

    def accept(self) -> None:
        """Close with success, with the numbers as they stand."""
        if self._timer.isActive():
            self.work_out()
        super().accept()
