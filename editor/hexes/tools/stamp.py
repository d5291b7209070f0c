"""Paste: what was copied, or a stamp of the library, follows the pointer and is set down by a click."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from editor.controls.controls import Controls
from editor.controls.moving_hexes import GoesAlong, goes_along, hexes_in_words, tell_along, units_in_words
from editor.document.clipboard import clipboard
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.riders import Rider, riders
from editor.hexes.commands.cut_hexes import Cut
from editor.hexes.commands.move_hexes import MoveHexes
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.tools.base import HexTool
from editor.hexes.tools.ghost import Ghost
from editor.stage.stage import Stage
from editor.tools.options import CarriedRow
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.clip import Clip, flipped, pasted, rotated
from engine.hexes.mapping.shift import Mirror, Shift, Turn


class StampTool(HexTool):
    """A click sets the clip down; R and Shift+R turn it, Shift+H and Shift+V flip it, Esc ends.

    What was cut takes along what the scenario says of its hexes, the first time and on the map it comes from.
    """

    key = "stamp"
    title = "Paste and stamp"
    shortcut = "P"
    options = (CarriedRow,)
    hint = "Click to set it down; R and Shift+R rotate it (or , and .), Shift+H and Shift+V flip it; Esc ends"

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self.ghost = Ghost(stage)
        self.clip: Clip | None = None
        self.cut: Cut | None = None
        """Where the clip was cut from, if it was."""
        self._turn = Turn()
        """How it is turned since."""
        self._at = NOWHERE
        clipboard().changed.connect(self._on_clipboard)

    def _on_clipboard(self) -> None:
        self.clip = self.cut = None

    def take(self, clip: Clip, cut: Cut | None = None) -> None:
        """Hold this clip from now on."""
        self.clip, self.cut, self._turn = clip, cut, Turn()
        self._show()

    def activate(self) -> None:
        held = clipboard()
        if self.clip is None and held.clip is not None:
            self.take(held.clip, held.cut)
        if self.clip is None:
            self.say("Nothing to paste. First copy hexes with Ctrl+C, or choose a stamp in the Stamps panel")
        else:
            super().activate()

    def deactivate(self) -> None:
        self.ghost.hide()
        super().cancel()

    def leave(self) -> None:
        self.ghost.hide()
        super().leave()

    def hover(self, aim: Aim) -> None:
        self._at = aim.hex
        self._show()

    def _show(self) -> None:
        if self.clip is None or self._at not in self.grid:
            self.ghost.hide()
            self.marks.clear()
        else:
            self.ghost.show(self.clip, self._at, riders=self._riders())

    def _moving(self) -> Cut | None:
        """The cut whose units and places go along with the next click; None where only ground is set down."""
        cut = self.cut
        carries = cut is not None and cut.waits_in(self.document) and bool(self.settings.get("carry_units"))
        return cut if carries else None

    def _riders(self) -> list[Rider]:
        cut, document = self._moving(), self.document
        if cut is None:
            return []
        return riders(document.scenario, cut.hexes, cut.anchor, self._turn, cut.waiting(document))

    def start(self, aim: Aim) -> None:
        self._at = aim.hex
        if self.clip is None:
            self.activate()
        elif aim.on_map:
            self._set_down(self.clip, aim.hex)
        else:
            self.say("Click a hex: the centre of the pasted hexes goes there")
        self._show()

    def _set_down(self, clip: Clip, at: int) -> None:
        if clip.orientation is not self.grid.spec.orientation:
            self.say(f"This was copied from a {clip.orientation.value}-topped map; this map has the other orientation")
            return
        found = pasted(self.map, clip, at, regions=bool(self.settings.get("carry_regions")))
        text = f"Paste {hexes_in_words(len(clip.cells))}"
        cut, along, count = self._moving(), GoesAlong(), 0
        command = WriteChanges(text, found.changes, self.stroke)
        if cut is not None:
            count = len(cut.waiting(self.document))
            along = goes_along(self.document, Shift(self.grid, cut.hexes, cut.anchor, at, self._turn), cut.units)
            command = MoveHexes(text, found.changes, along.fields, self.stroke, cut=cut, others=along.others)
        done = self.push(command)
        if not done and not command.is_empty():
            return
        if done and count:
            self.say(f"{units_in_words(count)} moved too; if you paste again, only the hexes are pasted")
        if done:
            tell_along(self.stage, text, along)
        if found.left_out:
            self.say(f"{found.left_out} items were left out: beyond the map edge, or not in the palette")
        elif not done:
            self.say("It is already here. Nothing changes.")

    def finish(self, aim: Aim) -> None:
        self.hover(aim)

    def cancel(self) -> None:
        was_busy = self.busy
        super().cancel()
        self.ghost.hide()
        if not was_busy and self.settings.tool == self.key:
            self.settings.set("tool", "select")

    # -- turning ------------------------------------------------------------------------------------------------

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        actions: dict[tuple[int, bool], Callable[[], None]] = {
            (Qt.Key.Key_R.value, False): lambda: self.turn(1),
            (Qt.Key.Key_R.value, True): lambda: self.turn(-1),
            (Qt.Key.Key_Period.value, False): lambda: self.turn(1),
            (Qt.Key.Key_Comma.value, False): lambda: self.turn(-1),
            (Qt.Key.Key_H.value, True): lambda: self.flip(False),
            (Qt.Key.Key_V.value, True): lambda: self.flip(True),
        }
        return actions.get((key, shift)) if self.clip is not None else None

    def turn(self, sixths: int) -> None:
        """Turn the clip by this many sixths, clockwise."""
        if self.clip is not None:
            self.clip, self._turn = rotated(self.clip, sixths), self._turn.turned(sixths)
            self._show()

    def flip(self, top_to_bottom: bool) -> None:
        """Mirror the clip."""
        if self.clip is not None:
            mirror = Mirror.DOWN if top_to_bottom else Mirror.ACROSS
            self.clip, self._turn = flipped(self.clip, top_to_bottom=top_to_bottom), self._turn.flipped(mirror)
            self._show()
