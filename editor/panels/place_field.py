"""A field for hexes and regions: clicked or painted on the map, or chosen from the regions there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QToolButton, QWidget

from editor.controls.choose_on_map import MODES, MapChoice
from editor.desk.desk import Desk
from editor.panels.buttons import PanelButton
from editor.plain import PlainLabel, as_written
from editor.tools.options import OneOf, SizeRow
from engine.boards.board import Board, Spot

_NAMED: Final = 12
"""The most hexes that are named one by one."""


class PlaceField(QWidget):
    """Hexes and regions by name."""

    edited = Signal(tuple, int)
    """The names, and the number of the stroke they were chosen with (0 for none)."""

    def __init__(self, desk: Desk, what: str) -> None:
        """``what`` the places are, as in "the hexes to hold"."""
        super().__init__()
        self.desk = desk
        self.what = what
        self.names: tuple[str, ...] = ()
        self.choice: MapChoice | None = None
        self.told = PlainLabel()
        self.told.setWordWrap(True)
        self.told.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.on_map = PanelButton()
        self.on_map.setText("On the map")
        self.on_map.setCheckable(True)
        self.on_map.setToolTip(as_written(f"Click or paint {what} on the map; Esc ends it"))
        self.on_map.toggled.connect(self._toggle)
        self.regions = PanelButton()
        self.regions.setText("Region")
        self.regions.setToolTip(as_written(f"Add a region of the map to {what}, or take it out"))
        self.regions.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._list_regions)
        self.regions.setMenu(self.menu)
        self.emptied = PanelButton()
        self.emptied.setText("Clear")
        self.emptied.setToolTip(as_written(f"Take out all of {what}"))
        self.emptied.clicked.connect(lambda: self._set(()))
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(4)
        for column, button in enumerate((self.on_map, self.regions, self.emptied)):
            button.setAccessibleName(f"{button.text()}: {what}")
            layout.addWidget(button, 0, column)
        layout.setColumnStretch(3, 1)
        self.how = [OneOf("Drag", "choice_mode", MODES)(desk), SizeRow(desk)]
        """How hexes are chosen; to be seen while they are."""
        for line, row in enumerate(self.how, 1):
            row.read()
            row.hide()
            layout.addWidget(row, line, 0, 1, 4)
        # Below all buttons: it grows with each hex, and they stay where they are.
        layout.addWidget(self.told, layout.rowCount(), 0, 1, 4)
        self.show_names(())

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is chosen for a field that is out of sight."""
        self.stop()
        super().hideEvent(event)

    @property
    def board(self) -> Board:
        """The open map."""
        return self.desk.board

    def show_names(self, names: Iterable[str]) -> None:
        """Show these, whoever chose them."""
        self.names = tuple(names)
        regions = self.board.regions
        hexes = [name for name in self.names if name not in regions]
        said = [regions[name].name or name for name in self.names if name in regions]
        said += [self._spoken(name) for name in hexes[:_NAMED]]
        said += [f"and {len(hexes) - _NAMED} more hexes"] if len(hexes) > _NAMED else []
        self.told.setText(", ".join(said) or "nowhere yet")
        self.emptied.setEnabled(bool(self.names))
        if self.choice is not None:
            self.choice.follow(self._hexes())

    def _spoken(self, name: str) -> str:
        spot = self.board.find(name)
        return name if spot is None else self.board.spoken(spot)

    def choose(self) -> None:
        """Let the hexes be chosen on the map."""
        self.on_map.setChecked(True)

    def stop(self) -> None:
        """No longer let them be chosen."""
        self.on_map.setChecked(False)

    def _hexes(self) -> list[Spot]:
        found = (self.board.find(name) for name in self.names if name not in self.board.regions)
        return [spot for spot in found if spot is not None]

    def _toggle(self, on: bool) -> None:
        if on:
            prompt = f"Click or drag over {self.what}; click a hex again to remove it. Press Esc when done."
            self.choice = MapChoice(self.desk, self._hexes(), prompt, self._chosen)
            self.choice.ended.connect(self._ended)
            self._show_how(True)
        elif self.choice is not None:
            self.choice.end()

    def _show_how(self, on: bool) -> None:
        for row in self.how:
            row.setVisible(on)

    def _ended(self) -> None:
        self.choice = None
        self._show_how(False)
        with QSignalBlocker(self.on_map):
            self.on_map.setChecked(False)

    def _chosen(self, hexes: list[int], stroke: int) -> None:
        known = [name for name in self.names if name in self.board.regions]
        self._set((*known, *(self.board.spell(h) for h in hexes)), stroke)

    def _set(self, names: tuple[str, ...], stroke: int = 0) -> None:
        self.names = names
        self.show_names(names)
        self.edited.emit(names, stroke)

    def _list_regions(self) -> None:
        self.menu.clear()
        for key, region in self.board.regions.items():
            action = self.menu.addAction(region.name or key)
            action.setCheckable(True)
            action.setChecked(key in self.names)
            action.triggered.connect(lambda on, key=key: self._region(key, on))
        if not self.board.regions:
            self.menu.addAction("This map has no regions; the region tool (G) makes them").setEnabled(False)

    def _region(self, key: str, on: bool) -> None:
        self._set((*self.names, key) if on else tuple(name for name in self.names if name != key))
