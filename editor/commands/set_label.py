"""Place names: write, change, move and remove them."""

from __future__ import annotations

from collections.abc import Sequence

from editor.commands.change import Change
from editor.commands.replace_item import ReplaceItem
from editor.commands.set_layers import layers_of
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import Label


class SetLabel(ReplaceItem[Label]):
    """Put the name ``new`` in the place of ``old``; without ``old`` it is added, without ``new`` it is removed."""

    def __init__(self, old: Label | None, new: Label | None, stroke: int = 0) -> None:
        super().__init__("name", old, new, stroke)

    def layers(self) -> frozenset[str]:
        return frozenset({"labels", *layers_of(self.old, self.new)})

    def validate(self) -> None:
        if self.old is not None and self.old not in self.items():
            raise HexwrightError(f"the name {self.old.text!r} is not on the map any more")
        if self.new is not None:
            if self.new.at not in self.models.battle_map.grid:
                raise HexwrightError("a place name needs a hex")
            if not self.new.text.strip():
                raise HexwrightError("a name needs letters")

    def items(self) -> Sequence[Label]:
        return self.models.battle_map.labels

    def put(self, items: list[Label]) -> None:
        self.models.battle_map.labels[:] = items

    def change(self, before: Label | None, after: Label | None) -> Change:
        return Change("labels", frozenset(label.at for label in (before, after) if label is not None))
