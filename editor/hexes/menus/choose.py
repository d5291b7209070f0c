"""Hexes chosen by a rule: to be selected, or as a region that can be chosen again when the map has changed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.hexes.canvas.marks import marks_of
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.dialogs.choose_hexes import ChooseHexesDialog
from engine.errors import HexwrightError
from engine.hexes.mapping.choosing import choose, parse
from engine.hexes.mapping.edit import Changes
from engine.plural import counted


class ChooseActions(QObject):
    """Select > By rule, Map > Region by rule, Map > Update region rules."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._last = ""
        add = desk.actions.add
        add(
            "edit.select-rule",
            "Select by &rule…",
            self.select,
            menu="Select",
            group=1,
            shortcut="Ctrl+Alt+F",
            tip="Select every hex of a terrain, near a road, within some hexes of the coast ...",
        )
        add(
            "map.region-rule",
            "Re&gion rule…",
            self.region,
            menu="Map",
            group=3,
            tip="The hexes of the chosen region by a rule, such as all towns within 4 hexes of the coast",
        )
        add(
            "map.regions-anew",
            "&Update region rules",
            self.anew,
            menu="Map",
            group=3,
            tip="Regions with a rule take the hexes that fit now",
        )

    def select(self) -> None:
        """Ask for a rule and select what fits."""
        chosen = self._ask("Select by rule", "Select", self._last)
        if chosen is not None:
            self._last, hexes = chosen
            self.desk.selection.set(sorted(hexes))
            self.desk.status(f"{counted(len(hexes), 'hex', 'hexes')} selected")

    def region(self) -> None:
        """Ask for the rule of the region that the Regions tool paints."""
        document = self.desk.document
        region = document.battle_map.regions.get(str(self.desk.settings.get("region")))
        if region is None:
            self.desk.tools.choose("region")
            self.desk.status("Make a region above the palette first, or choose one")
            return
        name = region.name or region.key
        chosen = self._ask(f"Region by rule: {name}", "Set region", region.rule or self._last)
        if chosen is not None:
            self._last, hexes = chosen
            if self.desk.push(SetRegion(region.key, replace(region, hexes=hexes, rule=self._last))):
                self.desk.status(f"{name}: {counted(len(hexes), 'hex', 'hexes')}")

    def anew(self) -> None:
        """Let every region with a rule take the hexes that fit now; one step of undo."""
        document = self.desk.document
        ruled = [region for region in document.battle_map.regions.values() if region.rule]
        if not ruled:
            self.desk.status("No region has a rule. Add one with Map > Region by rule.")
            return
        board, regions = document.battle_map, dict(document.battle_map.regions)
        for region in ruled:
            try:
                regions[region.key] = replace(region, hexes=choose(board, parse(region.rule)))
            except HexwrightError as error:
                self.desk.log.add(f"{region.name or region.key} stays as it is: {error}", "warning")
        changed = sum(regions[region.key] != region for region in ruled)
        self.desk.push(WriteChanges("Update region rules", Changes(regions=regions)))
        self.desk.status(f"{changed} of {len(ruled)} regions changed")

    def _ask(self, title: str, accept: str, rule: str) -> tuple[str, frozenset[int]] | None:
        """The rule and the hexes that fit, once it was accepted; they are marked on the map while one chooses."""
        marks, document = marks_of(self.desk.canvas.map_scene.selection), self.desk.document
        board = document.battle_map
        dialog = ChooseHexesDialog(
            board, title, accept, rule, lambda hexes: marks.show_marks(hexes=sorted(hexes)), self.desk.window
        )
        with asked(dialog) as accepted:
            if self.desk.document is not document:
                # Another tab has come to the front meanwhile: what was chosen is none of its hexes.
                return None
            marks.show_marks(hexes=self.desk.selection.hexes)
            return (dialog.rule, dialog.hexes) if accepted else None
