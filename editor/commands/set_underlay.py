"""The picture under the map: put there, placed, dimmed, taken away."""

from __future__ import annotations

from dataclasses import replace

from editor.commands.base import Command
from editor.commands.change import Change
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError


class SetUnderlay(Command):
    """Give the map another underlay, or none. Steps of one stroke, such as a slider's, are one step."""

    def __init__(self, underlay: Underlay | None, text: str, stroke: int = 0) -> None:
        super().__init__(text, stroke=stroke)
        self.new = underlay

    def prepare(self) -> None:
        self.old = self.models.board.look.underlay

    def is_empty(self) -> bool:
        return self.old == self.new

    def validate(self) -> None:
        new = self.new
        if new is None:
            return
        if not 1e-6 <= new.scale <= 1000 or max(abs(new.x), abs(new.y)) > 1e6:
            raise HexwrightError("the underlay would lie too far away, or be too large or too small")
        if not 1e-3 <= abs(new.stretch) <= 1000 or abs(new.shear) > 1000:
            raise HexwrightError("the underlay would be squeezed to nothing")

    def apply(self) -> Change:
        return self._put(self.new)

    def revert(self) -> Change:
        return self._put(self.old)

    def _put(self, underlay: Underlay | None) -> Change:
        board = self.models.board
        board.look = replace(board.look, underlay=underlay)
        return Change("underlay")

    def absorb(self, later: Command) -> bool:
        if not isinstance(later, SetUnderlay):
            return False
        self.new = later.new
        return True
