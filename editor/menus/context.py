"""The menu of a hex: its units, its name, what lies there, and what can be done with what is selected."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidgetAction

from editor.canvas.pieces import Piece
from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.look.mnemonics import bare, deal_menu
from editor.plain import PlainLabel
from engine.boards.palette import Layer

ON_SELECTED: Final = (
    ("edit.cut", "edit.copy", "edit.paste", "edit.delete"),
    ("edit.select-area", "edit.select-terrain", "edit.new-stamp"),
    ("overlay.sight",),
)
"""Actions of the menus that work on the hex, once it is selected; groups are parted by lines."""


class ContextMenu(QObject):
    """Opens where the right button is clicked, or at the keyboard's cursor."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.units = desk.controls.units
        desk.panes.context_asked.connect(self.open)

    def open(self, h: int, place: QPoint) -> None:
        """Open the menu of a hex at a place of the screen; beyond the map there is none."""
        if h in self.desk.document.battle_map.grid:
            pop_up(self.menu_of(h), place)

    def menu_of(self, h: int) -> QMenu:
        """The menu of a hex, which is selected unless it is part of the selection."""
        selection = self.desk.selection
        if h not in selection.hexes:
            selection.set([h])
        board = self.desk.document.battle_map
        menu = QMenu(self.desk.window)
        name = board.place_name(h)
        menu.addAction(_title(menu, f"{board.grid.name(h)}  {name}" if name else board.grid.name(h)))
        for piece in self.units.layer.stacks.get(h, ()):
            self._add_unit(menu, piece)
        self._add_place(menu, h)
        for keys in ON_SELECTED:
            actions = [action for key in keys if (action := self.desk.actions.find(key)) is not None]
            menu.addSeparator()
            menu.addActions(actions)
        deal_menu(menu)
        return menu

    def _add_unit(self, menu: QMenu, piece: Piece) -> None:
        key = piece.unit.key
        below = menu.addMenu(piece.unit.name.replace("&", "&&"))
        below.addAction("&Select", lambda: self.desk.selection.set([piece.hex], key))
        if not self.desk.preview.active:
            below.addAction("&Edit…", lambda: self.units.layer.opened.emit(key))
            below.addAction("Remove from &map", lambda: self._take_off(piece))
            self._add_moorings(below, piece)

    def _add_moorings(self, menu: QMenu, piece: Piece) -> None:
        """Where a boat may lie: a look at the whole map, which is taken when the entries are shown."""
        if self.units.may_be_moored(piece):
            below = menu.addMenu("Place on &hexside")
            below.aboutToShow.connect(partial(self.fill_moorings, below, piece))

    def fill_moorings(self, below: QMenu, piece: Piece) -> None:
        """List the hexsides of its hex that a boat may lie along."""
        sides, board = self.units.moorings(piece), self.desk.document.battle_map
        below.clear()
        if not sides:
            below.addAction("No water that it could lie on is at this hex").setEnabled(False)
        for direction in range(6):
            side = board.grid.side(piece.hex, direction)
            if side not in sides:
                continue
            kinds = (board.palette.hexsides.get(key) for key in board.hexsides.get(side, ()))
            drawn = ", ".join(bare(kind.name).lower() for kind in kinds if kind is not None)
            title = board.grid.direction_names[direction] + (f": {drawn}" if drawn else "")
            entry = below.addAction(title, partial(self.units.moor, piece, side))
            entry.setCheckable(True)
            entry.setChecked(piece.along == side)

    def _take_off(self, piece: Piece) -> None:
        self.desk.selection.set([piece.hex], piece.unit.key)
        self.units.take_off()

    def _add_place(self, menu: QMenu, h: int) -> None:
        board, tools = self.desk.document.battle_map, self.desk.tools
        label = next((label for label in board.labels if label.at == h), None)
        menu.addSeparator()
        title = "Change the place &name…" if label is not None else "Write a place &name…"
        menu.addAction(title, lambda: tools.write_name(label, h))
        kind = board.palette.terrain.get(board.terrain[h])
        if kind is not None:
            menu.addAction(f"&Paint with {bare(kind.name)}", lambda: tools.paint_with(Layer.TERRAIN, kind.key))
        sides = [board.grid.side(h, d) for d in range(6)]
        found = dict.fromkeys(key for side in sides for key in board.hexsides.get(side, ()))
        for key in found:
            edge = board.palette.hexsides.get(key)
            if edge is not None:
                menu.addAction(f"Draw with {bare(edge.name)}", partial(tools.paint_with, Layer.HEXSIDE, key))


def _title(menu: QMenu, text: str) -> QWidgetAction:
    """What the menu is about. Not a section: with a style sheet Qt draws only its line."""
    label = PlainLabel(text)
    label.setContentsMargins(8, 3, 8, 3)
    label.setStyleSheet("font-weight: 600")
    title = QWidgetAction(menu)
    title.setText(text)
    title.setDefaultWidget(label)
    title.setEnabled(False)
    return title
