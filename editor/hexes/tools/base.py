"""The base of the tools of maps of hexes: grid, geometry and symmetry, and strokes that go from hex to hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from editor.controls.controls import Controls
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.map_layer import geometry_of
from editor.hexes.canvas.marks import Marks, marks_of
from editor.hexes.canvas.way import hexes_between
from editor.hexes.drawing.geometry import Geometry
from editor.kinds import HEXES
from editor.stage.stage import Stage
from editor.tools.base import Tool
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.mapping.symmetry import Symmetry


def edge_spots(grid: Grid, h: int, corners: bool = False) -> list[tuple[float, float]]:
    """The middles of a hex's sides on paper, or its corners; drawn in a little, so that they are the hex's own."""
    x, y = grid.centre(h)
    outline = grid.outline(h)
    if not corners:
        ends = zip(outline, outline[1:] + outline[:1], strict=True)
        outline = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in ends]
    return [(x + (px - x) * 0.88, y + (py - y) * 0.88) for px, py in outline]


def middle_of(grid: Grid) -> int:
    """The hex in the middle of the map, or one beside it where that one is void."""
    column, row = grid.columns // 2, grid.rows // 2
    for reach in range(max(grid.columns, grid.rows)):
        # Further and further out, so that a large map need not be gone through at every move of the pointer.
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1) if abs(dx) == reach else (-reach, reach):
                h = grid.at(column + dx, row + dy)
                if h != NOWHERE:
                    return h
    return grid.hexes[0]


class HexTool(Tool[Aim]):
    """A tool that works on maps of hexes."""

    kinds = (HEXES.key,)

    @property
    def map(self) -> BattleMap:
        """The open map."""
        return self.stage.document.battle_map

    @property
    def grid(self) -> Grid:
        """The grid of the open map."""
        return self.map.grid

    @property
    def marks(self) -> Marks:
        """The marks over the map."""
        return marks_of(self.stage.marks)

    @property
    def geometry(self) -> Geometry:
        """Where hexes are drawn."""
        return geometry_of(self.stage.canvas.map_scene)

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry that is drawn in; about the middle of the map where no centre was chosen."""
        grid, centre = self.grid, int(self.settings.get("symmetry_centre"))
        if centre not in grid:
            centre = middle_of(grid)
        return Symmetry(grid, str(self.settings.get("symmetry")), centre)

    def images(self, hexes: Iterable[int]) -> list[int]:
        """Hexes with their images in the symmetry that is drawn in."""
        return self.symmetry.hexes(hexes) if self.settings.get("symmetry") else list(hexes)

    def side_images(self, sides: Iterable[int]) -> list[int]:
        """Hexsides with their images."""
        return self.symmetry.sides(sides) if self.settings.get("symmetry") else list(sides)

    def high_images(self, sides: Mapping[int, int | None]) -> dict[int, int | None]:
        """Hexsides and their high hexes with their images."""
        return self.symmetry.high_sides(sides) if self.settings.get("symmetry") else dict(sides)


class HexStroke(HexTool):
    """A tool that paints hexes along the pointer's way; subclasses say what happens to them."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self._last = NOWHERE
        self._before: Aim | None = None
        """Where the pointer was before."""

    def spread(self, h: int) -> list[int]:
        """The hexes under the brush at a hex."""
        return [h]

    def paint(self, hexes: list[int]) -> None:
        """Do it to these hexes."""
        raise NotImplementedError

    def bordered(self) -> Iterable[int]:
        """Hexes whose border is marked with the hexes under the brush."""
        return ()

    def _mark(self, h: int) -> None:
        """Show what the brush would paint at a hex, if it is one."""
        hexes = self.images(self.spread(h)) if h != NOWHERE else ()
        self.marks.show_marks(hexes=hexes, border=self.bordered())

    def hover(self, aim: Aim) -> None:
        self._mark(aim.hex if aim.on_map else NOWHERE)

    def press(self, aim: Aim) -> None:
        # Wherever it begins, it does not go on from where the last one ended.
        self._last, self._before = NOWHERE, None
        super().press(aim)

    def start(self, aim: Aim) -> None:
        self._last, self._before = aim.hex, aim
        if aim.on_map:
            self.paint(self.images(self.spread(aim.hex)))
            self._mark(aim.hex)

    def move(self, aim: Aim) -> None:
        before, self._before = self._before, aim
        way = hexes_between(self.grid, before, aim)
        if way:
            hexes = {n for h in way for n in self.spread(h)}
            self.paint(sorted(self.images(hexes)))
            self._mark(aim.hex)
        self._last = aim.hex
