"""Draw along hexsides: rivers, slopes, walls. Edge by edge, freehand, or from vertex to vertex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Final

from editor.canvas.drawing.paper import Spot
from editor.controls.controls import Controls
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.way import aims_between
from editor.hexes.commands.set_hexside import SetHexside
from editor.hexes.tools.base import HexTool, edge_spots
from editor.hexes.tools.edges import sides_with_high
from editor.stage.stage import Stage
from editor.tools.options import OneOf, SymmetryRow
from engine.boards.palette import Kind, Layer
from engine.hexes.board.chains import snapped
from engine.hexes.board.grid import NOWHERE, Lattice
from engine.hexes.board.vertices import sides_of_path, vertex_at, vertex_path
from engine.plural import counted

REACH: float = 0.42
"""How close (in circumradii) a drag must pass a hexside to draw on it: one that crosses a hex takes no other side."""


MODES: Final = {
    "suited": "Suited to the kind",
    "brush": "Along the pointer",
    "snap": "Freehand, snapped",
    "path": "From vertex to vertex",
}


class HexsideTool(HexTool):
    """Drag along the edges of hexes. Of a slope, the side the pointer is on is the high one; Shift swaps.

    A stroke that begins on a hexside that has the kind already erases it (and goes on erasing). Ctrl+click picks.
    In the mode ``snap`` a freehand line becomes the hexsides nearest to it when the button comes up, and a click draws
    or erases one hexside. The mode ``suited`` is ``snap`` for flowing water and ``brush`` for other kinds. In the mode
    ``path`` each click leads on by the fewest hexsides from the vertex clicked before, and Esc ends. Flowing water
    that is drawn freehand ends where it comes to the sea or a lake.
    """

    key = "hexside"
    title = "Hexsides"
    shortcut = "H"
    group = 2
    layer = "hexsides"
    options = (OneOf("Draw", "hexside_mode", MODES), SymmetryRow)
    hint = "Drag along hexsides; start on a painted one to erase it; Ctrl+click picks a kind"

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self._wiping = False
        self._done: dict[int, int | None] = {}
        self._last: Aim | None = None
        self._line: list[tuple[float, float]] = []
        self._vertex: Lattice | None = None
        """The vertex from which the next way begins."""

    @property
    def mode(self) -> str:
        """How hexsides are drawn: a key of ``MODES`` other than ``suited``."""
        chosen = str(self.settings.get("hexside_mode"))
        if chosen != "suited":
            return chosen
        kind = self.kind
        return "snap" if kind is not None and kind.is_water else "brush"

    @property
    def kind(self) -> Kind | None:
        """The kind that is drawn."""
        return self.map.palette.hexsides.get(self.settings.hexside)

    def activate(self) -> None:
        kind = self.kind
        if self.mode == "path":
            self.say("Click a vertex, then others: the path with the fewest hexsides is drawn; Esc ends")
        elif self.mode == "snap":
            self.say("Draw a line: it becomes the hexsides nearest to it")
        elif kind is not None and kind.directional:
            self.say("Drag along hexsides on the high ground: the side the pointer is on becomes high; Shift swaps")
        else:
            super().activate()

    def high(self, aim: Aim, side: int) -> int:
        """The high hex of a side as the pointer would draw it: NOWHERE for kinds that have none."""
        kind = self.kind
        if kind is None or not kind.directional:
            return NOWHERE
        a, b = self.grid.side_hexes(side)
        other = b if aim.hex == a else a
        return other if aim.shift and other != NOWHERE else aim.hex

    def spots(self, h: int) -> list[tuple[float, float]]:
        # A mode that was not asked for by name leads the keyboard from hexside to hexside.
        return edge_spots(self.grid, h, corners=self.settings.get("hexside_mode") in ("snap", "path"))

    def hover(self, aim: Aim) -> None:
        kind = self.kind
        if self.mode == "path" and kind is not None:
            self._show_way(self._way_to(aim), aim)
            return
        if aim.side == NOWHERE or kind is None:
            self.marks.clear()
            return
        sides = self.high_images({aim.side: self.high(aim, aim.side)})
        self.marks.show_marks(sides=sides, arrows=self._arrows(sides))

    def _arrows(self, sides: Mapping[int, int | None]) -> list[tuple[Spot, Spot]]:
        """Downhill arrows for hexsides with a high hex; none for kinds without."""
        return [self._arrow(side, high) for side, high in sides.items() if high is not None and high != NOWHERE]

    def _arrow(self, side: int, high: int) -> tuple[Spot, Spot]:
        """From the high hex down across the side."""
        a, b = self.grid.side_ends(side)
        (ax, ay), (bx, by) = self.geometry.spot(*a), self.geometry.spot(*b)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        hx, hy = self.geometry.centre(high)
        dx, dy = (mx - hx) * 0.45, (my - hy) * 0.45
        return (mx - dx * 0.3, my - dy * 0.3), (mx + dx, my + dy)

    def start(self, aim: Aim) -> None:
        if aim.control:
            self.busy = False
            if aim.side in self.map.hexsides:
                self.settings.picked.emit(Layer.HEXSIDE, next(iter(self.map.hexsides[aim.side])))
            return
        self._done = {}
        self._last = aim
        self._line = [(aim.x, aim.y)]
        if self.mode != "brush":
            return
        if aim.side == NOWHERE or self.kind is None:
            return
        present = self.map.hexsides.get(aim.side, {})
        key = self.kind.key
        self._wiping = key in present and present[key] == self.high(aim, aim.side)
        self._draw([(aim.side, aim)])

    def move(self, aim: Aim) -> None:
        if self.kind is None:
            return
        if self.mode == "snap":
            self._line.append((aim.x, aim.y))
            self._show_way(snapped(self.grid, self._line), aim)
            return
        if self.mode == "path":
            self._show_way(self._way_to(aim), aim)
            return
        self._draw([(step.side, step) for step in aims_between(self.grid, self._last, aim) if self._near(step)])
        self._last = aim

    def finish(self, aim: Aim) -> None:
        if self.mode == "snap":
            way = snapped(self.grid, self._line)
            if len(way) > 1:
                self._lay(way, aim)
            else:
                self._turn_one(aim)
            self.marks.clear()
        elif self.mode == "path":
            way = self._way_to(aim)
            if len(way) > 1:
                self._lay(way, aim)
            self._vertex = way[-1] if way else None
            self.hover(aim)

    def cancel(self) -> None:
        self._vertex = None
        super().cancel()

    # -- ways from vertex to vertex -----------------------------------------------------------------------------

    def _way_to(self, aim: Aim) -> list[Lattice]:
        """The vertices from the last one clicked to the one nearest to the pointer."""
        there = vertex_at(self.grid, aim.x, aim.y)
        if there is None:
            return []
        return vertex_path(self.grid, self._vertex, there) if self._vertex is not None else [there]

    def _highs(self, way: Sequence[Lattice], aim: Aim) -> dict[int, int | None]:
        """The hexsides of a way; what lies to the left of it is high, with Shift what lies to the right."""
        if self.kind is not None and self.kind.directional:
            return dict(sides_with_high(self.grid, way, aim.shift))
        sides = [side for side in sides_of_path(self.grid, way) if side != NOWHERE]
        return {side: NOWHERE for side in sides if self.mode != "snap" or not self._drowned(side, shores=True)}

    def _drowned(self, side: int, *, shores: bool = False) -> bool:
        """Whether flowing water is drawn and would be lost on this hexside: both its hexes are lake or sea already, or,
        with ``shores``, at least one is."""
        if self.kind is None or not self.kind.is_water:
            return False
        lakes, terrain = self.map.palette.lakes, self.map.terrain
        wet = [terrain[h] in lakes for h in self.grid.side_hexes(side) if h != NOWHERE]
        return any(wet) if shores else all(wet)

    def _show_way(self, way: Sequence[Lattice], aim: Aim) -> None:
        sides = self.high_images(self._highs(way, aim))
        spot = self.geometry.spot(*way[-1]) if way else (0.0, 0.0)
        x, y = spot
        dot = [(x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)] if way else []
        note = counted(len(way) - 1, "hexside") if len(way) > 2 else ""
        self.marks.show_marks(sides=sides, arrows=self._arrows(sides), line=dot, note=note, note_at=spot)

    def _lay(self, way: Sequence[Lattice], aim: Aim) -> None:
        """Draw a path; one that is already drawn in full is erased."""
        sides = self._highs(way, aim)
        kind = self.kind
        if kind is not None and len(way) > 1 and not sides:
            self.say("The high side would lie off the map: hold Shift to have it on the right")
        if not sides or kind is None:
            return
        now = self.map.hexsides
        if all(now.get(side, {}).get(kind.key, -2) == high for side, high in sides.items()):
            sides = dict.fromkeys(sides)
        self.push(SetHexside(self.high_images(sides), kind.key, self.stroke))

    def _turn_one(self, aim: Aim) -> None:
        """Draw the one hexside that was clicked, or erase it; a corner belongs to several, and chooses none."""
        kind, side = self.kind, aim.side
        if kind is None or not self._near(aim) or self._at_corner(aim):
            return
        high = self.high(aim, side)
        drawn = self.map.hexsides.get(side, {}).get(kind.key, -2) == high
        self.push(SetHexside(self.high_images({side: None if drawn else high}), kind.key, self.stroke))

    def _near(self, aim: Aim) -> bool:
        """Whether the pointer is at its hexside, not in the middle of the hex."""
        if aim.side == NOWHERE:
            return False
        (ax, ay), (bx, by) = (self.grid.paper(end) for end in self.grid.side_ends(aim.side))
        across = abs((bx - ax) * (aim.y - ay) - (by - ay) * (aim.x - ax))
        return across < REACH

    def _at_corner(self, aim: Aim) -> bool:
        """Whether the pointer is nearer to an end of its hexside than to the middle."""
        (ax, ay), (bx, by) = (self.grid.paper(end) for end in self.grid.side_ends(aim.side))
        place = (aim.x, aim.y)
        return min(dist(place, (ax, ay)), dist(place, (bx, by))) < dist(place, ((ax + bx) / 2, (ay + by) / 2))

    def _draw(self, steps: list[tuple[int, Aim]]) -> None:
        sides: dict[int, int | None] = {}
        for side, aim in steps:
            if side == NOWHERE or side in self._done:
                continue
            if self._done and not self._wiping and self._drowned(side):
                # Where a stroke begins is meant; farther on the hand has only gone too far.
                continue
            sides[side] = None if self._wiping else self.high(aim, side)
            self._done[side] = sides[side]
        if sides and self.kind is not None:
            self.push(SetHexside(self.high_images(sides), self.kind.key, self.stroke))
        under = [side for side, _ in steps[-1:] if side != NOWHERE]
        self.marks.show_marks(sides=self.side_images(under))
