"""The View menu: zoom."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QKeySequence

from editor.canvas.pieces import pieces_of_position, pieces_of_setup
from editor.desk.desk import Desk
from editor.look.icons import icon


class ViewActions(QObject):
    """Zoom in and out, fit."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        add = desk.actions.add
        zoom_in = add(
            "view.zoom-in",
            "Zoom &in",
            lambda: desk.canvas.zoom_in(),
            menu="View",
            shortcut="Ctrl++",
            icon=icon("zoom_in"),
        )
        zoom_in.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+="), QKeySequence("+")])
        zoom_out = add(
            "view.zoom-out",
            "Zoom &out",
            lambda: desk.canvas.zoom_out(),
            menu="View",
            shortcut="Ctrl+-",
            icon=icon("zoom_out"),
        )
        zoom_out.setShortcuts([QKeySequence("Ctrl+-"), QKeySequence("-")])
        self._desk = desk
        add(
            "view.actual",
            "&Actual size",
            self._full_size,
            menu="View",
            shortcut="Ctrl+1",
            tip="Show at 100 %: the selection, the hexes under the pointer, or the units",
        )
        add("view.fit", "&Fit map in view", lambda: desk.canvas.fit(), menu="View", shortcut="Ctrl+0", icon=icon("fit"))

    def _full_size(self) -> None:
        self._desk.canvas.show_full_size(self._wanted())

    def _wanted(self) -> QPointF | None:
        """The point of the scene that one wants to see near: what is selected, the pointer, else where units are."""
        desk = self._desk
        geometry = desk.canvas.map_scene.geometry
        if desk.selection.spot is not None:
            return QPointF(*geometry.centre(desk.selection.spot))
        if desk.canvas.pointed_at is not None:
            return desk.canvas.pointed_at
        scenario, game = desk.document.scenario, desk.preview.game
        if game is not None:
            pieces = pieces_of_position(game.scenario, desk.preview.position.units)
        else:
            pieces = pieces_of_setup(scenario) if scenario is not None else []
        places = [QPointF(*geometry.centre(piece.spot)) for piece in pieces]
        if not places:
            return None
        middle = QPointF(sum(p.x() for p in places) / len(places), sum(p.y() for p in places) / len(places))
        return min(places, key=lambda place: (place - middle).manhattanLength())
