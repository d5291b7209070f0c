"""The View menu: zoom, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup, QKeySequence

from editor.canvas.render.dress import ORGANIC, STYLES
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


STYLE_MENU = "View/Map &style"
"""The menu of the map styles and of how heights are shown."""
GROUND = (
    ("furniture", "Map &furniture", True, "View"),
    ("shading", "Hill &shading", False, STYLE_MENU),
    ("tints", "&Elevation tints", True, STYLE_MENU),
    ("contours", "&Contour lines", True, STYLE_MENU),
)
"""Options of how the ground looks, with what they are at first and the menu they are in."""


class ViewActions(QObject):
    """Zoom in and out, fit, grid, numbers, names, regions."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        add = workbench.actions.add
        zoom_in = add("view.zoom-in", "Zoom &in", lambda: workbench.canvas.zoom_in(), menu="View", shortcut="Ctrl++",
                      icon=icon("zoom_in"))  # fmt: skip
        zoom_in.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+="), QKeySequence("+")])
        zoom_out = add("view.zoom-out", "Zoom &out", lambda: workbench.canvas.zoom_out(), menu="View",
                       shortcut="Ctrl+-", icon=icon("zoom_out"))  # fmt: skip
        zoom_out.setShortcuts([QKeySequence("Ctrl+-"), QKeySequence("-")])
        add("view.actual", "&Full size", lambda: workbench.canvas.set_zoom(1.0), menu="View", shortcut="Ctrl+1")
        add("view.fit", "Whole &map", lambda: workbench.canvas.fit(), menu="View", shortcut="Ctrl+0", icon=icon("fit"))
        for name, title, shortcut in SHOWN:
            add(
                f"view.{name}", title, self._shower(name), menu="View", group=1, shortcut=shortcut,
                icon=icon(name), checkable=True, checked=_remembered(name),
            )  # fmt: skip
        self._add_ground()
        workbench.document_changed.connect(self._apply)
        self._apply()

    def _add_ground(self) -> None:
        """Relief and the map style."""
        add = self.workbench.actions.add
        for name, title, usual, menu in GROUND:
            add(f"view.{name}", title, self._shower(name), menu=menu, group=1, checkable=True,
                checked=_remembered(name, usual))  # fmt: skip
        group = QActionGroup(self)
        remembered = str(settings().value("view/style", ORGANIC))
        for number, (style, title) in enumerate(STYLES.items(), 1):
            action = add(
                f"view.style-{style}", f"Map style: {title}", self._styler(style), menu=STYLE_MENU,
                shortcut=f"Ctrl+Alt+{number}", checkable=True,
                checked=style == (remembered if remembered in STYLES else ORGANIC),
            )  # fmt: skip
            group.addAction(action)

    def _styler(self, style: str) -> Callable[[bool], None]:
        def choose(on: bool) -> None:
            if on:
                settings().setValue("view/style", style)
                self._apply()

        return choose

    def _shower(self, name: str) -> Callable[[bool], None]:
        def show(on: bool) -> None:
            settings().setValue(f"view/{name}", on)
            self._apply()

        return show

    def _apply(self, _document: object = None) -> None:
        layer = self.workbench.canvas.map_scene.map_layer
        get = self.workbench.actions.get
        shown: dict[str, Any] = {name: get(f"view.{name}").isChecked() for name, *_ in (*SHOWN, *GROUND)}
        style = next((style for style in STYLES if get(f"view.style-{style}").isChecked()), ORGANIC)
        layer.set_look(replace(layer.look, style=style, **shown))
        self.workbench.canvas.map_scene.furniture.refresh()
        self.workbench.canvas.map_scene.paper_changed.emit()


def _remembered(name: str, usual: bool = True) -> bool:
    return str(settings().value(f"view/{name}", usual)).lower() != "false"
