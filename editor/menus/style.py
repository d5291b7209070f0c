"""View > Map style: the style, hill shading, tints and contours. Each tab keeps its own; a new one begins with what
was chosen last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup

from editor.canvas.drawing.look import ORGANIC, STYLES
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.stage.memory import Memory
from editor.stage.submenus import STYLE_MENU
from editor.work.settings import settings

HEIGHTS: Final = (
    ("shading", "Hill &shading", False),
    ("tints", "&Elevation tints", True),
    ("contours", "&Contour lines", True),
)
"""How heights are shown, with the default before a choice."""

Chosen = dict[str, Any]
"""The style, and for each of ``HEIGHTS`` whether it is shown: fields of ``Look``."""


class StyleActions(QObject):
    """Owns how each document is drawn, and carries it out on the one in front."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._memory = Memory(desk.tabs, "looks")
        self._following = False
        self._add_heights()
        self._add_styles()
        desk.document_changed.connect(self._open)
        self._show(self.chosen)

    def _add_heights(self) -> None:
        for name, title, _usual in HEIGHTS:
            self.desk.actions.add(f"view.{name}", title, self._setter(name), menu=STYLE_MENU, group=1, checkable=True)

    def _add_styles(self) -> None:
        group = QActionGroup(self)
        for number, (style, title) in enumerate(STYLES.items(), 1):
            action = self.desk.actions.add(
                f"view.style-{style}",
                f"Map style: {title}",
                self._styler(style),
                menu=STYLE_MENU,
                shortcut=f"Ctrl+Alt+{number}",
                checkable=True,
            )
            group.addAction(action)

    def _setter(self, name: str) -> Callable[[bool], None]:
        return lambda on: self._choose(name, on)

    def _styler(self, style: str) -> Callable[[bool], None]:
        return lambda on: self._choose("style", style) if on else None

    def _choose(self, name: str, value: object) -> None:
        """The user wants the document in front, and those opened from now on, drawn so."""
        if self._following:
            return
        settings().setValue(f"view/{name}", value)
        self._show({**self.chosen, name: value})

    # -- documents ----------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> Chosen:
        """How the document in front is drawn."""
        document = self.desk.document
        return self._memory.of(document) or _checked({**_last_used(), **self._memory.recall(document)})

    def _open(self, _document: Document) -> None:
        self._show(self.chosen)

    def _show(self, chosen: Chosen) -> None:
        self._memory.keep(self.desk.document, chosen)
        get = self.desk.actions.get
        self._following = True
        get(f"view.style-{chosen['style']}").setChecked(True)
        for name, _title, _usual in HEIGHTS:
            get(f"view.{name}").setChecked(chosen[name])
        self._following = False
        scene = self.desk.canvas.map_scene
        scene.map_layer.set_look(replace(scene.map_layer.look, **chosen))
        scene.furniture.refresh()


def _last_used() -> Chosen:
    """What was chosen last, in whatever tab."""
    store = settings()
    heights = {name: str(store.value(f"view/{name}", usual)).lower() != "false" for name, _title, usual in HEIGHTS}
    return {"style": store.value("view/style", ORGANIC), **heights}


def _checked(told: Chosen) -> Chosen:
    """Without what this version does not know."""
    heights = {name: bool(told[name]) for name, _title, _usual in HEIGHTS}
    style = str(told["style"])
    return {"style": style if style in STYLES else ORGANIC, **heights}
