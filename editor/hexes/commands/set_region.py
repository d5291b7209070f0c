"""Named regions: make, change and remove them."""

from __future__ import annotations

from typing import Self

from editor.commands.base import Command
from editor.commands.change import Change
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import Region


class SetRegion(Command):
    """Make the region of a key what ``new`` says, or remove it when ``new`` is None."""

    def __init__(self, key: str, new: Region | None, stroke: int = 0) -> None:
        super().__init__(stroke=stroke)
        self.key = key
        self.new = new

    def prepare(self) -> None:
        self.old = self.models.battle_map.regions.get(self.key)
        self.setText("Remove region" if self.new is None else "Make region" if self.old is None else "Change region")

    def is_empty(self) -> bool:
        return self.old == self.new

    def layers(self) -> frozenset[str]:
        return frozenset({"regions"})

    def validate(self) -> None:
        if self.new is None:
            return
        if not self.key or not all(char.isalnum() or char in "-_" for char in self.key):
            raise HexwrightError("a region's key may contain only letters, digits, - and _")
        grid = self.models.battle_map.grid
        # A step of a stroke adds a few hexes to what may be thousands.
        added = self.new.hexes - self.old.hexes if self.old else self.new.hexes
        if added and not (min(added) >= 0 and max(added) < grid.size and grid.void.isdisjoint(added)):
            raise HexwrightError("a region lies on the map")

    def apply(self) -> Change:
        return self._write(self.old, self.new)

    def revert(self) -> Change:
        return self._write(self.new, self.old)

    def _write(self, before: Region | None, after: Region | None) -> Change:
        regions = self.models.battle_map.regions
        if after is None:
            regions.pop(self.key, None)
        else:
            regions[self.key] = after
        old, new = before.hexes if before else frozenset(), after.hexes if after else frozenset()
        alike = before and after and before.colour == after.colour
        hexes = (old ^ new or new) if alike else old | new
        return Change("regions", hexes, keys=frozenset({self.key}))

    def absorb(self, later: Self) -> bool:
        if later.key != self.key:
            return False
        self.new = later.new
        return True
