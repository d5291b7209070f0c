"""Place names: write, change, move and remove them."""

from __future__ import annotations

from typing import Self

from editor.commands.base import Command
from editor.commands.change import Change
from editor.commands.set_layers import layers_of
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import Label


class SetLabel(Command):
    """Put ``new`` in the place of the label ``old``; without ``old`` it is added, without ``new`` it is removed."""

    def __init__(self, old: Label | None, new: Label | None, stroke: int = 0) -> None:
        verb = "Remove name" if new is None else "Add name" if old is None else "Change name"
        super().__init__(verb, stroke=stroke)
        self.old = old
        self.new = new
        self._place: int | None = None

    def is_empty(self) -> bool:
        return self.old == self.new

    def layers(self) -> frozenset[str]:
        return frozenset({"labels", *layers_of(self.old, self.new)})

    def validate(self) -> None:
        board = self.models.battle_map
        if self.old is not None and self.old not in board.labels:
            raise HexwrightError(f"the name {self.old.text!r} is not on the map any more")
        if self.new is not None:
            if self.new.at not in board.grid:
                raise HexwrightError("a name needs a hex to stand at")
            if not self.new.text.strip():
                raise HexwrightError("a name needs letters")

    def apply(self) -> Change:
        return self._swap(self.old, self.new)

    def revert(self) -> Change:
        return self._swap(self.new, self.old)

    def _swap(self, before: Label | None, after: Label | None) -> Change:
        labels = self.models.battle_map.labels
        if before is None and after is not None:
            labels.insert(len(labels) if self._place is None else self._place, after)
        elif before is not None and after is None:
            self._place = labels.index(before)
            del labels[self._place]
        elif before is not None and after is not None:
            labels[labels.index(before)] = after
        return Change("labels", frozenset(label.at for label in (before, after) if label is not None))

    def absorb(self, later: Self) -> bool:
        if later.old != self.new:
            return False
        self.new = later.new
        return True
