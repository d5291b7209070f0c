"""Paint terrain: brush, line, fill."""

from __future__ import annotations

from editor.hexes.canvas.aim import Aim
from editor.hexes.commands.paint_mix import PaintMix
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.tools.base import HexStroke, HexTool
from editor.tools.options import MixRow, SizeRow, SymmetryRow
from engine.boards.palette import Layer
from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.shapes import mixed
from engine.hexes.mapping.edit import same_terrain_area
from engine.plural import counted


def pick_terrain(tool: HexTool, aim: Aim) -> None:
    """Choose the terrain under the pointer."""
    if aim.on_map:
        key = tool.map.terrain[aim.hex]
        tool.settings.set(str(Layer.TERRAIN), key)
        kind = tool.map.palette.terrain.get(key)
        tool.say(f"Picked {kind.name if kind else key}")


def paint_hexes(tool: HexTool, hexes: list[int], stroke: int = 0) -> bool:
    """Paint hexes with the terrain chosen, or with the mix; hexes that are images of each other get the same."""
    mix = dict(tool.settings.get("mix"))
    known = {key: weight for key, weight in mix.items() if key in tool.map.palette.terrain}
    if not known:
        return tool.push(PaintTerrain(hexes, tool.settings.terrain, stroke))
    seed = int(tool.settings.get("mix_seed"))
    if not tool.settings.get("symmetry"):
        return tool.push(PaintMix(mixed(hexes, known, seed), stroke))
    symmetry = tool.symmetry
    original = {h: min(symmetry.hexes([h])) for h in hexes}
    drawn = mixed(set(original.values()), known, seed)
    return tool.push(PaintMix({h: drawn[original[h]] for h in hexes}, stroke))


class TerrainBrush(HexStroke):
    """Paints hexes, one to four hexes wide. Ctrl+click picks."""

    key = "brush"
    title = "Terrain brush"
    shortcut = "B"
    group = 1
    layer = "terrain"
    options = (SizeRow, MixRow, SymmetryRow)
    hint = "Drag to paint. Ctrl+click picks a terrain, Shift+click draws a straight line from the last hex; [ ] size"

    _from = NOWHERE

    def spread(self, h: int) -> list[int]:
        return self.grid.within(h, self.settings.size - 1)

    def paint(self, hexes: list[int]) -> None:
        paint_hexes(self, hexes, self.stroke)

    def start(self, aim: Aim) -> None:
        if aim.control:
            pick_terrain(self, aim)
            self.busy = False
            return
        if aim.shift and self._from in self.grid and aim.on_map:
            way = self.grid.line(self._from, aim.hex)
            self.paint(self.images({n for h in way for n in self.spread(h)}))
            self._last, self._before = aim.hex, aim
        else:
            super().start(aim)

    def finish(self, aim: Aim) -> None:
        self._from = self._last


class TerrainLine(HexTool):
    """Paints a straight row of hexes, shown before it is painted."""

    key = "line"
    title = "Terrain line"
    shortcut = "L"
    group = 1
    layer = "terrain"
    options = (SizeRow, MixRow, SymmetryRow)
    hint = "Drag from one hex to another to paint a straight row, as wide as the brush; Ctrl+click picks a terrain"

    _from = NOWHERE

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=self._wide([aim.hex]) if aim.on_map else ())

    def _wide(self, row: list[int]) -> list[int]:
        """A row of hexes as wide as the brush, with its images."""
        return self.images({n for h in row for n in self.grid.within(h, self.settings.size - 1)})

    def _hexes(self, to: int) -> list[int]:
        return self._wide(self.grid.line(self._from, to))

    def start(self, aim: Aim) -> None:
        if aim.control:
            pick_terrain(self, aim)
            self.busy = False
            return
        self._from = aim.hex
        self.move(aim)

    def move(self, aim: Aim) -> None:
        if self._from != NOWHERE and aim.on_map:
            steps = self.grid.distance(self._from, aim.hex)
            at = self.geometry.centre(aim.hex)
            self.marks.show_marks(hexes=self._hexes(aim.hex), note=counted(steps + 1, "hex", "hexes"), note_at=at)

    def finish(self, aim: Aim) -> None:
        if self._from != NOWHERE and aim.on_map:
            paint_hexes(self, self._hexes(aim.hex), self.stroke)
        self.hover(aim)


class TerrainFill(HexTool):
    """Paints all hexes of one terrain that hang together; Shift: everywhere on the map."""

    key = "fill"
    title = "Fill terrain"
    shortcut = "F"
    group = 1
    layer = "terrain"
    options = (MixRow, SymmetryRow)
    hint = "Click to fill the area of one terrain; Shift+click replaces it everywhere, Ctrl+click picks a terrain"

    def area(self, h: int, everywhere: bool = False) -> list[int]:
        """The hexes that a click on a hex would paint."""
        terrain = self.map.terrain
        old = terrain[h]
        if everywhere:
            return [n for n in self.grid.hexes if terrain[n] == old]
        return sorted(same_terrain_area(self.map, h))

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=self.images([aim.hex]) if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        if not aim.on_map:
            return
        if aim.control:
            pick_terrain(self, aim)
            self.busy = False
            return
        hexes = self.images(self.area(aim.hex, aim.shift))
        if paint_hexes(self, hexes, self.stroke):
            self.say(f"Filled {counted(len(hexes), 'hex', 'hexes')}")
