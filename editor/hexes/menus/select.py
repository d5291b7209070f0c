"""The Select menu: all, none, the others, by terrain, larger, smaller, the border, the units that stand there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from editor.controls.moving_hexes import hexes_in_words
from editor.desk.desk import Desk
from engine.hexes.board.grid import Grid
from engine.hexes.mapping.areas import border, connected, grown, shrunk

Change = Callable[[Grid, Collection[int]], list[int]]


class SelectActions(QObject):
    """What is selected, and how that is changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        add(
            "edit.select-all",
            "Select &all",
            self.select_all,
            menu="Select",
            shortcut=QKeySequence.StandardKey.SelectAll,
        )
        add("edit.select-none", "Select &none", desk.selection.clear, menu="Select", shortcut="Ctrl+Shift+A")
        add("edit.select-others", "&Invert selection", self.select_others, menu="Select", shortcut="Ctrl+Shift+I")
        add(
            "edit.select-area",
            "&Connected same terrain",
            self.select_area,
            menu="Select",
            group=1,
            tip="Select connected hexes of the same terrain",
        )
        add(
            "edit.select-terrain",
            "Same &terrain everywhere",
            self.select_terrain,
            menu="Select",
            group=1,
            tip="Select every hex of the terrains that are selected",
        )
        add(
            "edit.select-grow",
            "&Grow selection",
            lambda: self.change(grown),
            menu="Select",
            group=2,
            shortcut="Ctrl+]",
            tip="Select the neighbours too",
        )
        add(
            "edit.select-shrink",
            "&Shrink selection",
            lambda: self.change(shrunk),
            menu="Select",
            group=2,
            shortcut="Ctrl+[",
            tip="Remove the outermost hexes from the selection",
        )
        add(
            "edit.select-border",
            "Select &border",
            lambda: self.change(border),
            menu="Select",
            group=2,
            tip="Keep only the outermost hexes",
        )
        add(
            "edit.select-units",
            "&Units in the selection",
            self.select_units,
            menu="Select",
            group=3,
            tip="Select the units in the selected hexes, to edit them together",
        )

    def _take(self, hexes: Iterable[int]) -> None:
        self.desk.selection.set(hexes)
        count = len(self.desk.selection.hexes)
        self.desk.status(f"{hexes_in_words(count)} selected" if count else "Nothing is selected now")

    def _selected(self) -> list[int]:
        hexes = self.desk.selection.hexes
        if not hexes:
            self.desk.status("Select hexes first: drag with the Select tool (V)")
        return hexes

    def select_all(self) -> None:
        """Select every hex."""
        self._take(self.desk.document.battle_map.grid.hexes)

    def select_others(self) -> None:
        """Select the hexes that are not selected."""
        selected = set(self.desk.selection.hexes)
        self._take(h for h in self.desk.document.battle_map.grid.hexes if h not in selected)

    def select_terrain(self) -> None:
        """Select every hex of the terrains that are selected; without a selection, of the one chosen to paint."""
        board = self.desk.document.battle_map
        wanted = {board.terrain[h] for h in self.desk.selection.hexes}
        wanted = wanted or {self.desk.settings.terrain}
        self._take(h for h in board.grid.hexes if board.terrain[h] in wanted)

    def select_area(self) -> None:
        """Select connected hexes of the same terrain."""
        hexes = self._selected()
        if hexes:
            self._take(connected(self.desk.document.battle_map, hexes))

    def change(self, how: Change) -> None:
        """Make the selection larger or smaller."""
        hexes = self._selected()
        if hexes:
            self._take(how(self.desk.document.battle_map.grid, hexes))

    def select_units(self) -> None:
        """Select the units that stand in the selected hexes."""
        hexes, document = self._selected(), self.desk.document
        if not hexes:
            return
        there, grid = set(hexes), document.battle_map.grid
        setup = document.scenario.setup if document.scenario is not None else {}
        units = [key for key, name in setup.items() if grid.find(name) in there]
        if units:
            self.desk.selection.set(hexes, units)
            self.desk.status(f"{len(units)} unit{'s' if len(units) != 1 else ''} selected")
        else:
            self.desk.status("There are no units in the selected hexes")
