"""Finding one's way: the command palette, Find, keyboard shortcuts, the dark desktop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from editor import style
from editor.dialogs.seeker import Offer, Seeker
from editor.dialogs.shortcuts import ShortcutsDialog, plain_title, remember_defaults
from editor.icons import redressed

if TYPE_CHECKING:
    from editor.workbench import Workbench


class DeskActions(QObject):
    """Adds the actions; to be made last, when all others are there."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        add = workbench.actions.add
        add("edit.find", "&Find and go to…", self.find, menu="Edit", group=4, shortcut="Ctrl+F",
            tip="Find a place, a hex, a terrain, a feature or a unit, and go there")  # fmt: skip
        add("edit.shortcuts", "&Keyboard shortcuts…", self.edit_shortcuts, menu="Edit", group=9)
        add("view.dark", "&Dark desktop", self._dress, menu="View", group=2, checkable=True, checked=style.is_dark())
        add("help.commands", "&Command palette…", self.commands, menu="Help", shortcut="Ctrl+Shift+P",
            tip="Every action by name")  # fmt: skip
        remember_defaults(workbench.actions)

    def _dress(self, on: bool) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            style.set_dark(app, on)
            for entry in self.workbench.actions.entries:
                fresh = redressed(entry.action.icon())
                if fresh is not None:
                    entry.action.setIcon(fresh)

    def edit_shortcuts(self) -> None:
        """Let the user change the keys."""
        ShortcutsDialog(self.workbench.actions, self.workbench.window).exec()

    # -- the command palette ------------------------------------------------------------------------------------

    def commands(self) -> None:
        """Offer every action that can be used now."""
        Seeker("Command palette", "Type a command", list(self.command_offers()), self.workbench.window).exec()

    def command_offers(self) -> Iterator[Offer]:
        """The actions that can be used now, with menu and key."""
        for entry in self.workbench.actions.entries:
            action = entry.action
            if action.isEnabled() and action.text() and entry.key != "help.commands":
                key = action.shortcut().toString()
                remark = " · ".join(part for part in (entry.menu, key) if part)
                yield Offer(plain_title(action.text()), remark, _trigger(action), action.icon())

    # -- find ---------------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Offer everything on the map that has a name, and go to what is chosen."""
        hint = "A place, a hex number, a terrain, a feature, a unit"
        Seeker("Find and go to", hint, list(self.place_offers()), self.workbench.window).exec()

    def place_offers(self) -> Iterator[Offer]:
        """Names, regions, units, the first hex of each terrain and feature, and every hex."""
        document = self.workbench.document
        board, grid = document.battle_map, document.battle_map.grid
        for label in board.labels:
            yield Offer(label.text, f"place · {grid.name(label.at)}", self._goer([label.at]))
        for region in board.regions.values():
            yield Offer(region.name, f"region · {len(region.hexes)} hexes", self._goer(sorted(region.hexes)))
        scenario = document.scenario
        for key, name in (scenario.setup if scenario else {}).items():
            h = grid.find(name)
            if scenario and key in scenario.units and h in grid:
                yield Offer(scenario.units[key].name, f"unit {key} · {name}", self._goer([h], key))
        yield from self._kinds()
        for h in grid.hexes:
            yield Offer(grid.name(h), "hex", self._goer([h]))

    def _kinds(self) -> Iterator[Offer]:
        board = self.workbench.document.battle_map
        terrain: dict[str, list[int]] = {}
        for h in board.grid.hexes:
            terrain.setdefault(board.terrain[h], []).append(h)
        features: dict[str, list[int]] = {}
        for h, kinds in sorted(board.features.items()):
            for kind in kinds:
                features.setdefault(kind, []).append(h)
        for layer, found in ((board.palette.terrain, terrain), (board.palette.features, features)):
            for key, hexes in found.items():
                kind_name = layer[key].name if key in layer else key
                remark = f"{len(hexes)} {'hex' if len(hexes) == 1 else 'hexes'} · select all"
                yield Offer(kind_name, remark, self._goer(hexes))

    def _goer(self, hexes: list[int], unit: str | None = None) -> Callable[[], None]:
        def go() -> None:
            self.workbench.go_to(hexes[0])
            self.workbench.selection.set(hexes, unit)

        return go


def _trigger(action: QAction) -> Callable[[], None]:
    return lambda: action.trigger()
