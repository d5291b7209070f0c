"""The View menu: zoom, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from editor.icons import icon
from editor.settings import settings

if TYPE_CHECKING:
    from editor.workbench import Workbench

SHOWN = (
    ("grid", "&Grid", "Ctrl+G"),
    ("numbers", "Hex &numbers", "Ctrl+H"),
    ("labels", "&Place names", ""),
    ("regions", "&Regions", ""),
)


class ViewActions(QObject):
    """Zoom in and out, fit, grid, numbers, names, regions."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        canvas, add = workbench.canvas, workbench.actions.add
        zoom_in = add("view.zoom-in", "Zoom &in", canvas.zoom_in, menu="View", shortcut="Ctrl++",
                      icon=icon("zoom_in"))  # fmt: skip
        zoom_in.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+="), QKeySequence("+")])
        zoom_out = add("view.zoom-out", "Zoom &out", canvas.zoom_out, menu="View", shortcut="Ctrl+-",
                       icon=icon("zoom_out"))  # fmt: skip
        zoom_out.setShortcuts([QKeySequence("Ctrl+-"), QKeySequence("-")])
        add("view.actual", "&Full size", lambda: canvas.set_zoom(1.0), menu="View", shortcut="Ctrl+1")
        add("view.fit", "Whole &map", canvas.fit, menu="View", shortcut="Ctrl+0", icon=icon("fit"))
        for name, title, shortcut in SHOWN:
            add(
                f"view.{name}", title, self._shower(name), menu="View", group=1, shortcut=shortcut,
                icon=icon(name), checkable=True, checked=_remembered(name),
            )  # fmt: skip
        workbench.document_changed.connect(self._apply)
        self._apply()

    def _shower(self, name: str) -> Callable[[bool], None]:
        def show(on: bool) -> None:
            settings().setValue(f"view/{name}", on)
            self._apply()

        return show

    def _apply(self, _document: object = None) -> None:
        layer = self.workbench.canvas.map_scene.map_layer
        shown = {name: self.workbench.actions.get(f"view.{name}").isChecked() for name, _, _ in SHOWN}
        layer.set_look(replace(layer.look, **shown))


def _remembered(name: str) -> bool:
    return str(settings().value(f"view/{name}", "true")).lower() != "false"
