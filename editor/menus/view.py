"""The View menu: zoom."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

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
        add("view.actual", "&Full size", lambda: desk.canvas.set_zoom(1.0), menu="View", shortcut="Ctrl+1")
        add("view.fit", "Whole &map", lambda: desk.canvas.fit(), menu="View", shortcut="Ctrl+0", icon=icon("fit"))
