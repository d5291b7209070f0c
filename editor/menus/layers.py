"""Switches of the layers: those of the View menu, and for the others one each in the command palette."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject

from editor.desk.desk import Desk
from editor.kinds import KINDS, layer_names
from editor.look.icons import icon
from editor.stage.submenus import SHOW_MENU

IN_THE_MENU: Final = (
    ("grid", "&Grid", "Ctrl+G", "grid"),
    ("numbers", "Hex &numbers", "Ctrl+H", "numbers"),
    ("labels", "&Place names", "", ""),
    ("regions", "&Regions", "", ""),
    ("furniture", "Map &furniture", "", "furniture"),
)
"""Each with its title, its key and its icon."""


class LayerActions(QObject):
    """Shows, hides and locks layers, and stands as they do."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._layers, self._actions = desk.controls.layers, desk.actions
        self._shown: dict[str, str] = {}
        """The action that shows each layer."""
        for key, title, shortcut, picture in IN_THE_MENU:
            self._shown[key] = f"view.{key}"
            self._actions.add(
                self._shown[key],
                title,
                self._shower(key),
                menu=SHOW_MENU,
                group=1,
                shortcut=shortcut,
                icon=icon(picture) if picture else None,
                checkable=True,
                kinds=_with(key),
            )
        self._locks: dict[str, str] = {}
        """The action that locks each layer."""
        for key, name in layer_names().items():
            with self._actions.only_for(*_with(key)):
                if key not in self._shown:
                    self._shown[key] = f"layer.{key}.show"
                    self._actions.add(self._shown[key], f"Show layer: {name}", self._shower(key), checkable=True)
                if any(key in kind.lockable for kind in KINDS):
                    self._locks[key] = f"layer.{key}.lock"
                    self._actions.add(self._locks[key], f"Lock layer: {name}", self._locker(key), checkable=True)
        self._layers.changed.connect(self._follow)
        self._follow()

    def _shower(self, key: str) -> Callable[[bool], None]:
        return lambda on: self._layers.set_shown(key, on)

    def _locker(self, key: str) -> Callable[[bool], None]:
        return lambda on: self._layers.set_locked(key, on)

    def _follow(self) -> None:
        """The switches stand as the layers of the document in front do."""
        for key, action in self._shown.items():
            self._actions.get(action).setChecked(self._layers.state(key).shown)
        for key, action in self._locks.items():
            self._actions.get(action).setChecked(self._layers.state(key).locked)


def _with(layer: str) -> tuple[str, ...]:
    """The kinds of map that have a layer."""
    return tuple(kind.key for kind in KINDS if layer in kind.layers)
