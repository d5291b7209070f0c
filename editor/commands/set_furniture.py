"""Map furniture: put there, moved, sized, renamed, taken away."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from editor.commands.base import Command
from editor.commands.change import Change
from editor.commands.set_layers import layers_of
from engine.boards.furniture import SMALLEST, Furniture
from engine.errors import HexwrightError

FARTHEST = 10_000.0
"""How far from the map's corner, and how large, furniture may be, in circumradii."""


class SetFurniture(Command):
    """Put ``new`` in the place of the piece ``old``; without ``old`` it is added, without ``new`` it is removed."""

    def __init__(self, old: Furniture | None, new: Furniture | None, stroke: int = 0) -> None:
        verb = "Remove" if new is None else "Add" if old is None else "Change"
        piece = new or old
        super().__init__(f"{verb} {piece.kind.replace('-', ' ') if piece else 'nothing'}", stroke=stroke)
        self.old = old
        self.new = new
        self._place: int | None = None

    def is_empty(self) -> bool:
        return self.old == self.new

    def layers(self) -> frozenset[str]:
        return frozenset({"furniture", *layers_of(self.old, self.new)})

    def validate(self) -> None:
        if self.old is not None and self.old not in self.models.board.look.furniture:
            raise HexwrightError("that piece of furniture is not on the map any more")
        new = self.new
        if new is not None and max(map(abs, new.rect)) > FARTHEST:
            raise HexwrightError("that is too far from the map")
        if new is not None and min(new.width, new.height) < SMALLEST:
            raise HexwrightError(f"furniture is at least {SMALLEST:g} wide and high")

    def apply(self) -> Change:
        return self._swap(self.old, self.new)

    def revert(self) -> Change:
        return self._swap(self.new, self.old)

    def _swap(self, before: Furniture | None, after: Furniture | None) -> Change:
        board = self.models.board
        furniture = list(board.look.furniture)
        if before is None and after is not None:
            furniture.insert(len(furniture) if self._place is None else self._place, after)
        elif before is not None and after is None:
            self._place = furniture.index(before)
            del furniture[self._place]
        elif before is not None and after is not None:
            furniture[furniture.index(before)] = after
        board.look = replace(board.look, furniture=tuple(furniture))
        return Change("furniture")

    def absorb(self, later: Self) -> bool:
        if later.old != self.new:
            return False
        self.new = later.new
        return True
