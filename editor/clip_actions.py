"""The Edit menu's part for the selection: cut, copy, paste, turn, delete."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from editor.clipboard import clipboard
from editor.commands.write_changes import WriteChanges
from editor.moving import hexes_in_words, move_hexes
from editor.tools.stamp_tool import StampTool
from engine.board.clip import copied, covered, middle
from engine.board.edit import cleared
from engine.board.grid import NOWHERE
from engine.board.moving import Mirror, Turn
from engine.errors import HexwrightError

if TYPE_CHECKING:
    from editor.workbench import Workbench


class ClipActions(QObject):
    """What is done with the selected hexes."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        self._turned: tuple[frozenset[int], int] = frozenset(), NOWHERE
        """The hexes that were turned last, and the one that they were turned about."""
        add = workbench.actions.add
        keys = QKeySequence.StandardKey
        add("edit.cut", "Cu&t", self.cut, menu="Edit", group=0, shortcut=keys.Cut,
            tip="Copy the selected hexes with all that is in them, and empty them")  # fmt: skip
        add("edit.copy", "&Copy", self.copy, menu="Edit", group=0, shortcut=keys.Copy,
            tip="Copy the selected hexes with all that is in them and on their hexsides")  # fmt: skip
        add("edit.paste", "&Paste", self.paste, menu="Edit", group=0, shortcut=keys.Paste,
            tip="Take up what was copied; a click on the map sets it down")  # fmt: skip
        add("edit.delete", "&Delete contents", self.delete, menu="Edit", group=0,
            tip="Empty the selected hexes and all their hexsides (Del, with the Select tool)")  # fmt: skip
        add("edit.turn-right", "Turn selection to the &right", lambda: self.turn(1), menu="Edit", group=1,
            tip="Turn the selected hexes by a sixth, clockwise, about their middle")  # fmt: skip
        add("edit.turn-left", "Turn selection to the &left", lambda: self.turn(-1), menu="Edit", group=1)
        add("edit.flip-across", "Flip selection left to right", lambda: self.flip(False), menu="Edit", group=1)
        add("edit.flip-down", "Flip selection top to bottom", lambda: self.flip(True), menu="Edit", group=1)

    # -- copying ------------------------------------------------------------------------------------------------

    def _selected(self) -> list[int]:
        hexes = self.workbench.selection.hexes
        if not hexes:
            self.workbench.status("Select hexes first: drag with the Select tool (V)")
        return hexes

    def copy(self) -> bool:
        """Copy what is selected; False when nothing is."""
        hexes = self._selected()
        if hexes:
            clipboard().set(copied(self.workbench.document.battle_map, hexes))
            self.workbench.status(f"Copied {hexes_in_words(len(hexes))}; Ctrl+V takes them up")
        return bool(hexes)

    def cut(self) -> None:
        """Copy what is selected, and empty it."""
        if self.copy():
            self._empty("Cut", regions=bool(self.workbench.tools.settings.get("carry_regions")))

    def delete(self) -> None:
        """Empty what is selected."""
        if self._selected():
            self._empty("Delete contents of")

    def _empty(self, verb: str, regions: bool = False) -> None:
        """Empty what is selected; with ``regions`` it leaves them too, to be taken elsewhere."""
        document, hexes = self.workbench.document, self.workbench.selection.hexes
        board = document.battle_map
        changes = cleared(board, hexes, outer=True)
        if regions and any(not region.hexes.isdisjoint(hexes) for region in board.regions.values()):
            changes.regions = {
                key: replace(region, hexes=region.hexes.difference(hexes)) for key, region in board.regions.items()
            }
        self.workbench.push(WriteChanges(document, f"{verb} {hexes_in_words(len(hexes))}", changes))

    def paste(self) -> None:
        """Take up what was copied."""
        tool, clip = self.workbench.tools.get("stamp"), clipboard().clip
        if clip is None:
            self.workbench.status("There is nothing to paste: select hexes and copy them first")
        elif isinstance(tool, StampTool):
            tool.take(clip)
            self.workbench.tools.choose("stamp")
            self.workbench.canvas.setFocus()

    # -- turning ------------------------------------------------------------------------------------------------

    def turn(self, sixths: int) -> None:
        """Turn the selected hexes by sixths, clockwise; while something is being pasted, that is turned."""
        tool = self.workbench.tools.tool
        if isinstance(tool, StampTool):
            tool.turn(sixths)
        else:
            self._remake("Turn", Turn(sixths))

    def flip(self, top_to_bottom: bool) -> None:
        """Mirror the selected hexes; while something is being pasted, that is mirrored."""
        tool = self.workbench.tools.tool
        if isinstance(tool, StampTool):
            tool.flip(top_to_bottom)
        else:
            self._remake("Flip", Turn(mirror=Mirror.DOWN if top_to_bottom else Mirror.ACROSS))

    def _remake(self, verb: str, turn: Turn) -> None:
        hexes = self._selected()
        if not hexes:
            return
        board = self.workbench.document.battle_map
        # Turned again and again, hexes stay where they are: their middle is looked up only the first time.
        known = frozenset(hexes) == self._turned[0]
        about = self._turned[1] if known else middle(board.grid, sorted(hexes))
        try:
            places = move_hexes(self.workbench, verb, hexes, about, about, turn)
        except HexwrightError as error:
            self.workbench.status(str(error))
            return
        if places is None:
            # All alike: only the selection turns.
            places = covered(board.grid, turn.clip(copied(board, hexes, about)), about)
        self.workbench.selection.set(places)
        self._turned = frozenset(places), about
