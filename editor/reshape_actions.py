"""The Map menu's larger works: resize, join, numbers, palette. Each is worked out in a dialog and done in one step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from editor.commands.replace_map import ReplaceMap
from editor.dialogs.join_maps import JoinMapsDialog
from editor.dialogs.resize_map import ResizeMapDialog
from editor.document.change import Change
from engine.board.battlemap import BattleMap
from engine.errors import HexwrightError
from engine.scenario.carry import Carried

if TYPE_CHECKING:
    from editor.document.document import Document
    from editor.workbench import Workbench


class ReshapeActions(QObject):
    """What changes a map as a whole."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        add = workbench.actions.add
        add("map.resize", "&Resize, crop, extend…", self.resize, menu="Map", group=2, shortcut="Ctrl+Alt+R",
            tip="Make the map larger or smaller; what falls off is listed first")  # fmt: skip
        add("map.join", "&Join with another map…", self.join, menu="Map", group=2, shortcut="Ctrl+Alt+J",
            tip="Lay another map against an edge of this one")  # fmt: skip
        workbench.document_changed.connect(self._watch)
        self._watch(workbench.document)

    def _watch(self, document: Document) -> None:
        document.changed.connect(self._changed)
        self._extent = document.battle_map.grid.extent

    def _changed(self, change: Change) -> None:
        """On another grid old hexes mean nothing, and tools paint with what the palette has."""
        if change.what != "all":
            return
        unit = self.workbench.selection.unit
        self.workbench.selection.set([], unit)
        self.workbench.tools.settings.use_palette(self.workbench.document.battle_map.palette)
        extent = self.workbench.document.battle_map.grid.extent
        if extent != self._extent:
            self._extent = extent
            self.workbench.canvas.fit()

    # -- the works ----------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Make the map larger or smaller."""
        document = self.workbench.document
        dialog = ResizeMapDialog(
            document.battle_map, document.scenario, self.workbench.selection.hexes, self.workbench.window
        )
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.resized is not None:
            self._replace("Resize map", dialog.resized.map, dialog.carried)
        dialog.deleteLater()

    def join(self) -> None:
        """Lay another map against an edge of this one."""
        document = self.workbench.document
        folder = document.map_path.parent if document.map_path else Path.cwd()
        dialog = JoinMapsDialog(document.battle_map, document.scenario, folder, self.workbench.window)
        if dialog.exec() == QDialog.DialogCode.Accepted and dialog.joined is not None:
            self._replace("Join maps", dialog.joined.map, dialog.carried)
        dialog.deleteLater()

    def _replace(self, text: str, new: BattleMap, what: Carried | None) -> None:
        fields: Mapping[str, Any] = what.fields() if what is not None else {}
        self.workbench.preview.close()
        try:
            done = self.workbench.document.push(ReplaceMap(self.workbench.document, text, new, fields))
        except HexwrightError as error:
            self.workbench.status(str(error))
            return
        if not done:
            self.workbench.status(f"{text}: nothing has changed")
            return
        for line in what.mentions if what is not None else ():
            self.workbench.log.add(f"{text}: {line}", "warning")
        for line in what.fallen if what is not None else ():
            self.workbench.log.add(f"{text}: taken out of the scenario: {line}", "warning")
        self.workbench.status(f"{text}: done. Undo takes it back.")
