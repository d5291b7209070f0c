"""The Map menu: what the map is called, and finding a hex."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from editor.commands.describe_map import DescribeMap
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.map_properties import MapPropertiesDialog
from engine.hexes.board.grid import NOWHERE
from engine.spelling import folded


class MapActions(QObject):
    """Properties of the map, go to a hex."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        add("map.properties", "&Properties…", self.properties, menu="Map")
        add("map.go-to", "&Go to hex or place…", self.go_to, menu="Map", group=1, shortcut="Ctrl+J")

    def properties(self) -> None:
        """Ask for name, scale and provenance."""
        document = self.desk.document
        dialog = MapPropertiesDialog(document.battle_map, self.desk.window)
        with asked(dialog) as accepted:
            if accepted:
                document.push(DescribeMap(dialog.map_name, dialog.map_scale, dialog.provenance))

    def go_to(self) -> None:
        """Ask for a hex number or a place name, and go there."""
        text, ok = QInputDialog.getText(self.desk.window, "Go to", "Hex number or place name:")
        if ok and text.strip():
            h = self.find(text)
            if h == NOWHERE:
                self.desk.status(f"There is no hex or place {text.strip()!r}")
            else:
                self.desk.go_to(h)

    def find(self, text: str) -> int:
        """The hex of a number or of a place whose name holds these letters, or NOWHERE."""
        board = self.desk.document.battle_map
        h = board.grid.find(text)
        if h != NOWHERE:
            return h
        wanted = folded(text.strip())
        return next((label.at for label in board.labels if wanted in folded(label.text)), NOWHERE)
