"""Map furniture: put there, moved, sized, renamed, taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from editor.commands.change import Change
from editor.commands.replace_item import ReplaceItem
from editor.commands.set_layers import layers_of
from engine.boards.furniture import SMALLEST, Furniture
from engine.errors import HexwrightError

FARTHEST = 10_000.0
"""How far from the map's corner, and how large, furniture may be, in circumradii."""


class SetFurniture(ReplaceItem[Furniture]):
    """Put the piece ``new`` in the place of ``old``; without ``old`` it is added, without ``new`` it is removed."""

    def __init__(self, old: Furniture | None, new: Furniture | None, stroke: int = 0) -> None:
        piece = new or old
        super().__init__(piece.kind.replace("-", " ") if piece else "nothing", old, new, stroke)

    def layers(self) -> frozenset[str]:
        return frozenset({"furniture", *layers_of(self.old, self.new)})

    def validate(self) -> None:
        if self.old is not None and self.old not in self.items():
            raise HexwrightError("that piece of furniture is not on the map any more")
        new = self.new
        if new is not None and max(map(abs, new.rect)) > FARTHEST:
            raise HexwrightError("that is too far from the map")
        if new is not None and min(new.width, new.height) < SMALLEST:
            raise HexwrightError(f"furniture is at least {SMALLEST:g} wide and high")

    def items(self) -> Sequence[Furniture]:
        return self.models.board.look.furniture

    def put(self, items: list[Furniture]) -> None:
        board = self.models.board
        board.look = replace(board.look, furniture=tuple(items))

    def change(self, before: Furniture | None, after: Furniture | None) -> Change:
        return Change("furniture")
