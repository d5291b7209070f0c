"""The menu of a hex: its units, its name, what lies there, and what can be done with what is selected."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidgetAction

from editor.canvas.pieces import Piece
from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.kinds import kind_of, parts_of
from editor.look.mnemonics import bare, deal_menu
from editor.plain import PlainLabel
from engine.boards.board import Spot

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

    def open(self, spot: Spot | None, place: QPoint) -> None:
        """Open the menu of a spot at a place of the screen; beyond the map there is none."""
        if spot is not None and self.desk.board.find(self.desk.board.spell(spot)) is not None:
            pop_up(self.menu_of(spot), place)

    def menu_of(self, spot: Spot) -> QMenu:
        """The menu of a spot, which is selected unless it is part of the selection."""
        selection, document = self.desk.selection, self.desk.document
        if spot not in selection.spots:
            selection.set([spot])
        menu = QMenu(self.desk.window)
        menu.addAction(_title(menu, parts_of(document).title(document.board, spot)))
        for piece in self.units.layer.standing_at(spot):
            self._add_unit(menu, piece)
        kind_of(document).offers("place_menu")(self.desk, menu, spot)
        for keys in ON_SELECTED:
            actions = [action for key in keys if (action := self.desk.actions.find(key)) is not None]
            menu.addSeparator()
            menu.addActions(actions)
        deal_menu(menu)
        return menu

    def _add_unit(self, menu: QMenu, piece: Piece) -> None:
        key = piece.unit.key
        below = menu.addMenu(piece.unit.name.replace("&", "&&"))
        below.addAction("&Select", lambda: self.desk.selection.set([piece.spot], key))
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
        self.desk.selection.set([piece.spot], piece.unit.key)
        self.units.take_off()


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
