"""The Edit menu's part for the selection: cut, copy, paste, turn, delete."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from editor.controls.moving_hexes import hexes_in_words, move_hexes, units_in_words
from editor.desk.desk import Desk
from editor.document.clipboard import clipboard
from editor.hexes.commands.cut_hexes import Cut, CutHexes
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.tools.stamp import StampTool
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import Region
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.clip import copied, covered, middle
from engine.hexes.mapping.edit import cleared
from engine.hexes.mapping.shift import Mirror, Turn


class ClipActions(QObject):
    """What is done with the selected hexes."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._turned: tuple[frozenset[int], int] = frozenset(), NOWHERE
        """The hexes that were turned last, and the one that they were turned about."""
        add = desk.actions.add
        keys = QKeySequence.StandardKey
        add(
            "edit.cut",
            "Cu&t",
            self.cut,
            menu="Edit",
            group=0,
            shortcut=keys.Cut,
            tip="Pick up the selected hexes and all that is in them; units move when you set them down",
        )
        add(
            "edit.copy",
            "&Copy",
            self.copy,
            menu="Edit",
            group=0,
            shortcut=keys.Copy,
            tip="Copy the selected hexes with all that is in them and on their hexsides",
        )
        add(
            "edit.paste",
            "&Paste",
            self.paste,
            menu="Edit",
            group=0,
            shortcut=keys.Paste,
            tip="Paste the copied hexes; click the map to place them",
        )
        add(
            "edit.delete",
            "&Delete contents",
            self.delete,
            menu="Edit",
            group=0,
            tip="Empty the selected hexes and all their hexsides (Del, with the Select tool)",
        )
        add(
            "edit.turn-right",
            "Rotate &right",
            lambda: self.turn(1),
            menu="Edit",
            group=1,
            tip="Rotate the selected hexes by 60° clockwise about their centre",
        )
        add("edit.turn-left", "Rotate &left", lambda: self.turn(-1), menu="Edit", group=1)
        add("edit.flip-across", "Flip horizontally", lambda: self.flip(False), menu="Edit", group=1)
        add("edit.flip-down", "Flip vertically", lambda: self.flip(True), menu="Edit", group=1)

    # -- copying ------------------------------------------------------------------------------------------------

    def _selected(self) -> list[int]:
        hexes = self.desk.selection.hexes
        if not hexes:
            self.desk.status("Select hexes first: drag with the Select tool (V)")
        return hexes

    def copy(self) -> None:
        """Copy what is selected."""
        hexes = self._selected()
        if hexes:
            clipboard().set(copied(self.desk.document.battle_map, hexes))
            self.desk.status(f"Copied {hexes_in_words(len(hexes))}; Ctrl+V pastes them")

    def cut(self) -> None:
        """Copy what is selected, and empty it. What the scenario says of it waits until it is set down."""
        hexes, document = self._selected(), self.desk.document
        if not hexes:
            return
        board = document.battle_map
        clip, cut = copied(board, hexes), Cut(document, hexes, middle(board.grid, sorted(hexes)))
        changes = cleared(board, hexes, outer=True)
        if self.desk.settings.get("carry_regions"):
            changes.regions = _without(board.regions, hexes)
        text = f"Cut {hexes_in_words(len(hexes))}"
        command = CutHexes(text, changes, cut)
        if not self.desk.push(command) and not command.is_empty():
            # Refused, and the reason is in the status bar: what was on the clipboard stays there.
            return
        clipboard().set(clip, cut)
        waiting = len(cut.waiting(document)) if self.desk.settings.get("carry_units") else 0
        along = f"; the {units_in_words(waiting)} there will move too" if waiting else ""
        self.desk.status(f"{text}: Ctrl+V pastes them{along}")

    def delete(self) -> None:
        """Empty what is selected; it stays in its regions."""
        hexes, document = self._selected(), self.desk.document
        if hexes:
            changes = cleared(document.battle_map, hexes, outer=True)
            text = f"Delete contents of {hexes_in_words(len(hexes))}"
            self.desk.push(WriteChanges(text, changes))

    def paste(self) -> None:
        """Choose the tool that pastes, holding what was copied."""
        tool, clip, cut = self.desk.tools.get("stamp"), clipboard().clip, clipboard().cut
        if clip is None:
            self.desk.status("Nothing to paste. First select hexes and copy them")
        elif isinstance(tool, StampTool):
            tool.take(clip, cut)
            self.desk.tools.choose("stamp")
            self.desk.canvas.setFocus()

    # -- turning ------------------------------------------------------------------------------------------------

    def turn(self, sixths: int) -> None:
        """Turn the selected hexes by sixths, clockwise; while something is being pasted, that is turned."""
        tool = self.desk.tools.tool
        if isinstance(tool, StampTool):
            tool.turn(sixths)
        else:
            self._remake("Turn", Turn(sixths))

    def flip(self, top_to_bottom: bool) -> None:
        """Mirror the selected hexes; while something is being pasted, that is mirrored."""
        tool = self.desk.tools.tool
        if isinstance(tool, StampTool):
            tool.flip(top_to_bottom)
        else:
            self._remake("Flip", Turn(mirror=Mirror.DOWN if top_to_bottom else Mirror.ACROSS))

    def _remake(self, verb: str, turn: Turn) -> None:
        hexes = self._selected()
        if not hexes:
            return
        board = self.desk.document.battle_map
        # Turned again and again, hexes stay where they are: their middle is looked up only the first time.
        known = frozenset(hexes) == self._turned[0]
        about = self._turned[1] if known else middle(board.grid, sorted(hexes))
        try:
            places = move_hexes(self.desk, verb, hexes, about, about, turn)
        except HexwrightError as error:
            self.desk.status(str(error))
            return
        if places is None:
            # All alike: only the selection turns.
            places = covered(board.grid, turn.clip(copied(board, hexes, about)), about)
        self.desk.selection.set(places)
        self._turned = frozenset(places), about


def _without(regions: Mapping[str, Region], hexes: Collection[int]) -> dict[str, Region] | None:
    """The regions without these hexes; None where none of them has one."""
    there = frozenset(hexes)
    if all(region.hexes.isdisjoint(there) for region in regions.values()):
        return None
    return {key: replace(region, hexes=region.hexes - there) for key, region in regions.items()}
