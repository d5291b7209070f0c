"""The terrain and the levels of a map: areas that run on under one another, from the bottom up, tints and contours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paint_list import PaintList, PaintOrder, faded, mix
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing import ground
from editor.hexes.drawing.coasts import TrueCoast
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.hatched import Hatched
from editor.hexes.drawing.overview import TINT
from editor.hexes.drawing.ranges import RIDGED
from engine.boards.palette import Palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

UNKNOWN: Final = "#ff00ff"
"""Colour of terrain that the palette does not have."""
SHORE: Final = 0.035 * SCALE
"""Width of the line around a terrain."""


def area_order(rank: int) -> int:
    """The place of a terrain's area among the layers. Two places a terrain: its hatching lies over it, and under the
    terrains that lie over it."""
    return min(PaintOrder.SHORE - 2, PaintOrder.GROUND + 1 + 2 * rank)


def orders_but(palette: Palette, shown: Collection[str]) -> set[int]:
    """The layers of all terrain that is not ``shown``. Mountain ranges are shown with the terrain that has them."""
    seen: set[int] = set()
    hidden: set[int] = set()
    for rank, (key, kind) in enumerate(palette.terrain.items()):
        orders = {area_order(rank), area_order(rank) + 1, PaintOrder.SHORE + rank}
        orders |= {PaintOrder.GROUND} if key == palette.base_terrain else set()
        orders |= set(range(PaintOrder.RANGE, PaintOrder.TINT)) if kind.pattern in RIDGED else set()
        (seen if key in shown else hidden).update(orders)
    return hidden - seen


class Surroundings(NamedTuple):
    """The hexes of a chunk, and of windows that reach ever further beyond it."""

    hexes: Sequence[int]
    wider: Sequence[int]
    """Neighbouring chunks overlap by a hex, so that no seam shows; it is for the first of them to reach over."""
    around: Sequence[int]
    """One row and column more on all sides."""
    near: Sequence[int]
    """All that the shapes of areas in the chunk depend on."""


class Terrains:
    """Draws the ground of a map chunk by chunk; ``plain`` for ruled hexagons instead of rounded areas."""

    def __init__(
        self, battle_map: BattleMap, palette: Palette, rounded: ground.RoundedAreas, hatched: Hatched, *, plain: bool
    ) -> None:
        """``palette`` has the colours; the order of terrains is that of the map's own."""
        self._map, self._palette, self._plain = battle_map, palette, plain
        self._geometry: Geometry = rounded.geometry
        self._rounded, self._hatched = rounded, hatched
        self._coast: TrueCoast | None = rounded.coast
        self._ranks = {key: rank for rank, key in enumerate(battle_map.palette.terrain)}

    def shaped_by(self, hexes: Iterable[int]) -> set[int]:
        """The neighbours of hexes whose terrain changed, as far as the shape of areas beyond them may change, too.

        An area runs on under neighbours of a higher terrain, and shores depend on hexes three away."""
        if self._plain:
            return set()
        terrain, base, grid = self._map.terrain, self._palette.base_terrain, self._map.grid
        found: set[int] = set()
        for h in hexes:
            if self._rounded.bends_shores(h):
                found.update(grid.within(h, 3))
                continue
            found.update(n for n in grid.neighbours[h] if self._coast is not None or terrain[n] != base)
        return found

    def draw(self, paint: PaintList, where: Surroundings) -> Iterator[None]:
        """Draw a chunk a step at a time."""
        self._base(paint, where.around)
        by_line = self._coast.shown(where.wider) if self._coast is not None else {}
        present = {*by_line.values(), *(self._map.terrain[h] for h in where.around)} - {self._palette.base_terrain}
        if present and self._plain:
            self._ruled(paint, where.wider, present)
        elif present:
            yield from self._melt(paint, where, present, by_line)
        yield
        self._levels(paint, where.hexes, where.around)

    def _base(self, paint: PaintList, around: Sequence[int]) -> None:
        """The first terrain, under all others: a rectangle, from middle to middle of the outermost hexes (those of
        neighbouring chunks overlap), and the hexes at the edge of the map."""
        grid = self._map.grid
        colour, ring1 = self._palette.terrain[self._palette.base_terrain].colour, grid.ring1
        whole = len(grid) == grid.size
        rim = [h for h in around if NOWHERE in ring1[h]] if whole else around
        if whole and around:
            first, last = self._geometry.centre(around[0]), self._geometry.centre(around[-1])
            paint.block(PaintOrder.GROUND, colour, QRectF(QPointF(*first), QPointF(*last)))
        if rim:
            ground.plain(paint.fill(PaintOrder.GROUND, colour), self._geometry, rim)

    def _ordered(self, present: set[str]) -> Iterator[tuple[str, int, int, str]]:
        """Terrains from the bottom up: key, rank, place of its area among the layers, colour."""
        ranks = self._ranks
        for key in sorted(present, key=lambda key: ranks.get(key, len(ranks))):
            kind, rank = self._palette.terrain.get(key), ranks.get(key, len(ranks))
            yield key, rank, area_order(rank), kind.colour if kind else UNKNOWN

    def _ruled(self, paint: PaintList, wider: Sequence[int], present: set[str]) -> None:
        """Every terrain but the first one as hexagons."""
        terrain = self._map.terrain
        for key, _, order, colour in self._ordered(present):
            ground.plain(paint.fill(order, colour), self._geometry, [h for h in wider if terrain[h] == key])

    def _melt(
        self, paint: PaintList, where: Surroundings, present: set[str], by_line: Mapping[int, str]
    ) -> Iterator[None]:
        """Every terrain but the first one; each runs on under the terrains that lie over it. Hexes ``by_line`` draw
        water by the true line of the coast."""
        terrain, ranks, neighbours = self._map.terrain, self._ranks, self._map.grid.neighbours
        # At the edge of the map no line is drawn.
        lined = 0.0 if any(NOWHERE in self._map.grid.ring1[h] for h in where.wider) else SHORE
        found: dict[str, list[int]] = {}
        for h in where.near:
            found.setdefault(terrain[h], []).append(h)
        for key, rank, order, colour in self._ordered(present):
            yield
            own = found.get(key, ())
            above = {other for other in found if ranks.get(other, len(ranks)) > rank}
            inside = {n for h in own for n in neighbours[h] if terrain[n] in above}.union(own, (NOWHERE,))
            shown = [h for h in where.wider if h in inside and by_line.get(h) != key]
            kind = self._palette.terrain.get(key)
            ink = mix(colour, (kind.ink if kind else "") or "#3a2d1c", 0.55)
            edge = paint.line(PaintOrder.SHORE + rank, ink, SHORE)
            area = paint.fill(order, colour, lined)
            self._rounded.area(area, shown, inside, ground.ROUGH)
            self._by_line(area, edge, key, by_line, where.hexes)
            yield
            if lined:
                under = [h for h in where.hexes if h in inside and terrain[h] != key]
                self._rounded.outline(paint.rim(order, colour), self._bare(key, under, inside), inside, ground.ROUGH)
            lining = [h for h in where.hexes if terrain[h] == key and h not in by_line]
            self._rounded.outline(edge, lining, inside, ground.ROUGH)
            if key in self._hatched.hatches:
                yield from self._hatched.draw(paint, key, order + 1, [h for h in where.hexes if h in inside], inside)

    def _by_line(
        self, area: QPainterPath, edge: QPainterPath, key: str, by_line: Mapping[int, str], hexes: Sequence[int]
    ) -> None:
        """Add the water of a terrain by the true line of the coast, and its shore in the hexes of the chunk."""
        for h, water in by_line.items():
            if water == key and self._coast is not None:
                area.addPath(self._coast.fill(h))
                if h in hexes:
                    edge.addPath(self._coast.line(h))

    def _bare(self, key: str, under: list[int], inside: ground.Inside) -> list[int]:
        """Of the hexes under which a terrain runs on, those at whose corners it comes forth beside a third terrain: no
        line is drawn along that bit of its edge."""
        terrain, ring1, found = self._map.terrain, self._map.grid.ring1, []
        for h in under:
            ring = ring1[h]
            if not inside.issuperset(ring):
                own = [terrain[n] == key for n in ring]
                beyond = [n not in inside for n in ring]
                if any(own[d] and (beyond[d - 1] or beyond[d - 5]) for d in range(6)):
                    found.append(h)
        return found

    def _levels(self, paint: PaintList, hexes: Sequence[int], around: Sequence[int]) -> None:
        """A tint for each level of elevation, and the contour lines between them."""
        elevation = self._map.elevation
        top = max((elevation[h] for h in hexes), default=0)
        for level in range(1, top + 1):
            inside = {NOWHERE, *(h for h in around if elevation[h] >= level)}
            high = [h for h in hexes if elevation[h] >= level]
            tint = paint.fill(PaintOrder.TINT + level, faded(TINT, 0.10))
            contour = paint.line(PaintOrder.CONTOUR + level, faded("#8a5a2b", 0.55), 0.022 * SCALE)
            if self._plain:
                ground.plain(tint, self._geometry, high)
                ground.ruled_outline(contour, self._geometry, high, inside)
            else:
                self._rounded.area(tint, high, inside)
                self._rounded.outline(contour, high, inside)
