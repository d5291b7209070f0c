"""Paint named regions: set-up areas, objectives, countries."""

from __future__ import annotations

from dataclasses import replace

from editor.canvas.aim import Aim
from editor.commands.set_region import SetRegion
from editor.tools.base import HexStroke
from engine.board.battlemap import Region
from engine.board.grid import NOWHERE

COLOURS = ("#7a5c99", "#b0582f", "#2f7d5b", "#2c6fa8", "#a33b57", "#8a7a1f")


class RegionTool(HexStroke):
    """Adds hexes to the region chosen in the palette; a stroke that begins inside it takes hexes out.

    Ctrl-click picks the region under the pointer.
    """

    key = "region"
    title = "Regions"
    hint = "Drag to add hexes to the region; begin inside it to take hexes out; Ctrl-click picks a region"

    _adding = True

    def spread(self, h: int) -> list[int]:
        return self.grid.within(h, self.settings.size - 1)

    @property
    def region(self) -> Region | None:
        """The region that is painted."""
        return self.map.regions.get(str(self.settings.get("region")))

    def _pick(self, h: int) -> None:
        """Choose a region that holds the hex: where several do, the next one with every click."""
        here = [key for key, region in self.map.regions.items() if h in region.hexes]
        if here:
            chosen = str(self.settings.get("region"))
            key = here[(here.index(chosen) + 1) % len(here)] if chosen in here else here[0]
            self.settings.set("region", key)
            self.say(f"Picked {self.map.regions[key].name or key}")

    def start(self, aim: Aim) -> None:
        if aim.control:
            self._pick(aim.hex)
            self.busy = False
            return
        region = self.region
        if region is None:
            self.say("Choose or make a region in the palette first")
            self.busy = False
            return
        self._adding = aim.hex == NOWHERE or aim.hex not in region.hexes
        super().start(aim)

    def paint(self, hexes: list[int]) -> None:
        region = self.region
        if region is not None:
            held = region.hexes.union(hexes) if self._adding else region.hexes.difference(hexes)
            self.push(SetRegion(region.key, replace(region, hexes=held, rule=""), self.stroke))
