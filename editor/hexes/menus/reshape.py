"""The Map menu's larger works: resize, join, numbers, palette. Each is worked out in a dialog and done in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from editor.commands.change import Change
from editor.commands.replace_map import ReplaceMap
from editor.desk.desk import Desk
from editor.dialogs.asking import answer_to, asked
from editor.dialogs.palette_editor import PaletteDialog
from editor.document.document import Document
from editor.document.other_scenarios import carry_all, named, others_on_map
from editor.hexes.commands.take_along import OtherScenarios
from editor.hexes.dialogs.hex_numbers import HexNumbersDialog
from editor.hexes.dialogs.join_maps import JoinMapsDialog
from editor.hexes.dialogs.resize_map import ResizeMapDialog
from editor.kinds import HEXES, kind_of
from editor.plain import MessageBox
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.scenario.carrying import Carried


class ReshapeActions(QObject):
    """What changes a map as a whole."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        add(
            "map.resize",
            "&Resize, crop, extend…",
            self.resize,
            menu="Map",
            group=2,
            shortcut="Ctrl+Alt+R",
            tip="Make the map larger or smaller; items that would be removed are listed first",
        )
        add(
            "map.join",
            "&Join with another map…",
            self.join,
            menu="Map",
            group=2,
            shortcut="Ctrl+Alt+J",
            tip="Lay another map against an edge of this one",
        )
        add(
            "map.numbers",
            "Hex &numbers…",
            self.numbers,
            menu="Map",
            group=2,
            shortcut="Ctrl+Alt+N",
            tip="The scheme of the hex numbers, and how they are printed",
        )
        add(
            "map.palette",
            "&Palette…",
            self.palette,
            menu="Map",
            group=2,
            shortcut="Ctrl+Alt+P",
            tip="Kinds of terrain, feature, hexside and path, for the rules and for colour-blind eyes",
        )
        heard = desk.only(self, HEXES.key)
        self._extent = (0.0, 0.0)
        heard.follow(self._watch)
        heard.changed.connect(self._changed)

    def _watch(self, document: Document) -> None:
        self._extent = document.battle_map.grid.extent

    def _changed(self, change: Change) -> None:
        """On another grid old hexes mean nothing, and tools paint with what the palette has."""
        if change.what != "all":
            return
        self.desk.selection.set([], self.desk.selection.units)
        self.desk.settings.use_palette(self.desk.document.battle_map.palette)
        extent = self.desk.document.battle_map.grid.extent
        if extent != self._extent:
            self._extent = extent
            self.desk.canvas.fit()

    # -- the works ----------------------------------------------------------------------------------------------

    def resize(self) -> None:
        """Make the map larger or smaller."""
        document = self.desk.document
        dialog = ResizeMapDialog(document.battle_map, document.scenario, self.desk.selection.hexes, self.desk.window)
        with asked(dialog) as accepted:
            if accepted and dialog.resized is not None:
                self._replace("Resize map", dialog.resized.map, dialog.resized.moved, dialog.carried)

    def join(self) -> None:
        """Lay another map against an edge of this one."""
        document = self.desk.document
        folder = document.map_path.parent if document.map_path else Path.cwd()
        dialog = JoinMapsDialog(document.battle_map, document.scenario, folder, self.desk.window)
        with asked(dialog) as accepted:
            if accepted and dialog.joined is not None:
                self._replace("Join maps", dialog.joined.map, dialog.joined.first, dialog.carried)

    def numbers(self) -> None:
        """Change the hex numbers, and all that refers to them."""
        document = self.desk.document
        dialog = HexNumbersDialog(document.battle_map, document.scenario, self.desk.window)
        with asked(dialog) as accepted:
            if accepted and dialog.made is not None:
                self._replace("Change hex numbers", dialog.made, range(dialog.made.grid.size), dialog.carried)

    def palette(self) -> None:
        """Change the palette."""
        document = self.desk.document
        dialog = PaletteDialog(document.battle_map, document.map_path or document.path, self.desk.window)
        with asked(dialog) as accepted:
            made = dialog.made if accepted else None
        if made is document.battle_map:
            self.desk.status("Change palette: nothing has changed")
        elif made is not None:
            self.desk.preview.close()
            document.push(ReplaceMap("Change palette", made))
            self.desk.status("Changed the palette. Edit > Undo reverses it.")

    def _replace(self, text: str, new: BattleMap, moved: Sequence[int], what: Carried | None) -> None:
        document = self.desk.document
        others = self._others(new, moved)
        if others is None:
            return
        fields: Mapping[str, Any] = what.fields() if what is not None else {}
        self.desk.preview.close()
        try:
            done = document.push(ReplaceMap(text, new, fields, others))
        except HexwrightError as error:
            self.desk.status(str(error))
            return
        if not done:
            self.desk.status(f"{text}: nothing has changed")
            return
        self._log(text, what, "the scenario")
        for path, other in others.after.items():
            self._log(text, other, path.name)
        self.desk.status(f"{text}: done. Edit > Undo reverses it.")

    def _log(self, text: str, what: Carried | None, where: str) -> None:
        if what is not None:
            for line in what.mentions:
                self.desk.log.add(f"{text}: in {where} {line}", "warning")
            for line in what.fallen:
                self.desk.log.add(f"{text}: taken out of {where}: {line}", "warning")

    def _others(self, new: BattleMap, moved: Sequence[int]) -> OtherScenarios | None:
        """The scenarios of other files that go along, as the user wishes; None when the user cancels."""
        document = self.desk.document
        found = carry_all(others_on_map(document), kind_of(document).offers("carry"), new, moved)
        changed = {path: what for path, what in found.after.items() if what.fields() != named(found.before[path])}
        if not changed:
            return OtherScenarios()
        names = ", ".join(path.name for path in changed)
        box = MessageBox(self.desk.window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Other scenarios on this map")
        box.setHtml(f"<b>Carry over the other scenarios on this map as well?</b><br>{escape(names)}")
        lost = [f"{path.name}: {line}" for path, what in changed.items() for line in what.fallen]
        box.setInformativeText(
            "Their hexes get the new names; the files are written when the map is saved."
            + (f" {len(lost)} items in them no longer have a hex." if lost else "")
        )
        box.setDetailedText("\n".join(lost))
        button = QMessageBox.StandardButton
        box.setStandardButtons(button.Yes | button.No | button.Cancel)
        answer = answer_to(box)
        if answer == button.Cancel:
            return None
        return OtherScenarios(found.before, changed) if answer == button.Yes else OtherScenarios()
