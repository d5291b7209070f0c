"""The Map menu: what the map is called, and finding a hex."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from editor.commands.describe_map import DescribeMap
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.map_properties import MapPropertiesDialog
from editor.kinds import parts_of
from engine.boards.board import Spot
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
        dialog = MapPropertiesDialog(document.board, parts_of(document).measures(document.board), self.desk.window)
        with asked(dialog) as accepted:
            if accepted:
                document.push(DescribeMap(dialog.map_name, dialog.map_scale, dialog.provenance))

    def go_to(self) -> None:
        """Ask for a hex number or a place name, and go there."""
        text, ok = QInputDialog.getText(self.desk.window, "Go to", "Hex number or place name:")
        if ok and text.strip():
            spot = self.find(text)
            if spot is None:
                self.desk.status(f"There is no hex or place {text.strip()!r}")
            else:
                self.desk.go_to(spot)

    def find(self, text: str) -> Spot | None:
        """The spot of a text, or of a place whose name holds these letters; None where there is none."""
        document = self.desk.document
        spot = document.board.find(text)
        if spot is not None:
            return spot
        wanted = folded(text.strip())
        return next((at for name, at in parts_of(document).names(document.board) if wanted in folded(name)), None)
