"""The View menu: zoom, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from editor.look.icons import icon
from editor.work.settings import settings

if TYPE_CHECKING:
    from editor.desk.workbench import Workbench

SHOWN = (
    ("grid", "&Grid", "Ctrl+G"),
    ("numbers", "Hex &numbers", "Ctrl+H"),
    ("labels", "&Place names", ""),
    ("regions", "&Regions", ""),
    ("furniture", "Map &furniture", ""),
)
"""Layers with a switch of their own in the menu; ``LayersControl`` carries it out, and keeps it for each map."""


class ViewActions(QObject):
    """Zoom in and out, fit, grid, numbers, names, regions, furniture."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        add = workbench.actions.add
        zoom_in = add(
            "view.zoom-in",
            "Zoom &in",
            lambda: workbench.canvas.zoom_in(),
            menu="View",
            shortcut="Ctrl++",
            icon=icon("zoom_in"),
        )
        zoom_in.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+="), QKeySequence("+")])
        zoom_out = add(
            "view.zoom-out",
            "Zoom &out",
            lambda: workbench.canvas.zoom_out(),
            menu="View",
            shortcut="Ctrl+-",
            icon=icon("zoom_out"),
        )
        zoom_out.setShortcuts([QKeySequence("Ctrl+-"), QKeySequence("-")])
        add("view.actual", "&Full size", lambda: workbench.canvas.set_zoom(1.0), menu="View", shortcut="Ctrl+1")
        add("view.fit", "Whole &map", lambda: workbench.canvas.fit(), menu="View", shortcut="Ctrl+0", icon=icon("fit"))
        for name, title, shortcut in SHOWN:
            add(
                f"view.{name}",
                title,
                self._noter(name),
                menu="View",
                group=1,
                shortcut=shortcut,
                icon=icon(name),
                checkable=True,
                checked=_remembered(name),
            )

    @staticmethod
    def _noter(name: str) -> Callable[[bool], None]:
        return lambda on: settings().setValue(f"view/{name}", on)


def _remembered(name: str) -> bool:
    return str(settings().value(f"view/{name}", True)).lower() != "false"
