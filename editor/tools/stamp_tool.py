"""Paste: what was copied, or a stamp of the library, follows the pointer and is set down by a click."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from editor.canvas.aim import Aim
from editor.clipboard import clipboard
from editor.commands.write_changes import WriteChanges
from editor.moving import hexes_in_words
from editor.tools.base import Tool
from editor.tools.ghost import Ghost
from engine.board.clip import Clip, flipped, pasted, rotated
from engine.board.grid import NOWHERE

if TYPE_CHECKING:
    from editor.workbench import Workbench


class StampTool(Tool):
    """A click sets the clip down; R and Shift+R turn it, Shift+H and Shift+V flip it, Esc ends."""

    key = "stamp"
    title = "Paste and stamp"
    hint = "Click to set it down; R and Shift+R turn it (or , and .), Shift+H and Shift+V flip it; Esc ends"

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.ghost = Ghost(workbench)
        self.clip: Clip | None = None
        self._at = NOWHERE
        clipboard().changed.connect(self._on_clipboard)

    def _on_clipboard(self) -> None:
        self.clip = None

    def take(self, clip: Clip) -> None:
        """Hold this clip from now on."""
        self.clip = clip
        self._show()

    def activate(self) -> None:
        if self.clip is None:
            self.clip = clipboard().clip
        if self.clip is None:
            self.say("There is nothing to paste: copy hexes with Ctrl+C, or choose a stamp in the Stamps panel")
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
            self.preview.clear()
        else:
            self.ghost.show(self.clip, self._at)

    def start(self, aim: Aim) -> None:
        self._at = aim.hex
        if self.clip is None:
            self.activate()
        elif aim.on_map:
            self._set_down(self.clip, aim.hex)
        self._show()

    def _set_down(self, clip: Clip, at: int) -> None:
        if clip.orientation is not self.grid.spec.orientation:
            self.say(f"This was copied from a {clip.orientation.value}-topped map; this map's hexes lie otherwise")
            return
        found = pasted(self.map, clip, at, regions=bool(self.settings.get("carry_regions")))
        count = len(clip.cells)
        command = WriteChanges(self.document, f"Paste {hexes_in_words(count)}", found.changes, self.stroke)
        if command.is_empty() and not found.left_out:
            self.say("It lies here already: nothing changes")
        elif (self.push(command) or command.is_empty()) and found.left_out:
            self.say(f"{found.left_out} things had no place here: beyond the map's edge, or unknown to its palette")

    def finish(self, aim: Aim) -> None:
        self.hover(aim)

    def cancel(self) -> None:
        was_busy = self.busy
        super().cancel()
        self.ghost.hide()
        if not was_busy and self.workbench.tools.current == self.key:
            self.workbench.tools.choose("select")

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
        """Turn the clip by so many sixths, clockwise."""
        if self.clip is not None:
            self.take(rotated(self.clip, sixths))

    def flip(self, top_to_bottom: bool) -> None:
        """Mirror the clip."""
        if self.clip is not None:
            self.take(flipped(self.clip, top_to_bottom=top_to_bottom))
