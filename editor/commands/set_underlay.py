"""The pictures under the map: put there, placed, dimmed, put over one another, taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from editor.commands.base import Command
from editor.commands.change import Change
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.formats.documents import MOST_UNDERLAYS


class SetUnderlays(Command):
    """Give the map other underlays, the lowest first. Steps of one stroke, such as a slider's, are one step."""

    def __init__(self, underlays: Sequence[Underlay], text: str, stroke: int = 0) -> None:
        super().__init__(text, stroke=stroke)
        self.new = tuple(underlays)

    def prepare(self) -> None:
        self.old = self.models.board.look.underlays

    def is_empty(self) -> bool:
        return self.old == self.new

    def validate(self) -> None:
        if len(self.new) > MOST_UNDERLAYS:
            raise HexwrightError(f"a map can have at most {MOST_UNDERLAYS} underlays")
        for new in self.new:
            if not 1e-6 <= new.scale <= 1000 or max(abs(new.x), abs(new.y)) > 1e6:
                raise HexwrightError("the underlay would lie too far away, or be too large or too small")
            if not 1e-3 <= abs(new.stretch) <= 1000 or abs(new.shear) > 1000:
                raise HexwrightError("the underlay would be squeezed to nothing")

    def apply(self) -> Change:
        return self._put(self.new)

    def revert(self) -> Change:
        return self._put(self.old)

    def _put(self, underlays: tuple[Underlay, ...]) -> Change:
        board = self.models.board
        board.look = replace(board.look, underlays=underlays)
        return Change("underlay")

    def absorb(self, later: Self) -> bool:
        self.new = later.new
        return True
