"""Hexside features: creeks and rivers that flow on from side to side, slopes, cliffs, walls, hedges, bridges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import atan2, hypot
from typing import Final

from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paint_list import PaintList, PaintOrder, mix
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry, bend, between, on_curve
from editor.hexes.drawing.ground import RoundedAreas
from editor.hexes.drawing.ribbons import (
    BANKS,
    MOUTH,
    Ribbon,
    add_ribbon,
    bank_order,
    cubic,
    draw_mouth,
    draw_water,
    water_order,
)
from editor.hexes.drawing.spans import Placed, parapets, stones
from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.rivers import SOURCE, Rivers

EASED: Final = (0.0, 0.6)
"""How much nearer to the straight way a river passes a vertex where it bends, as a share: at some hardly, at some much,
so that it is no wave of one length."""
OPEN: Final = 0.75
"""How far the water of a river beside a lake is moved out over its bank there, in breadths of both banks."""


@dataclass(frozen=True, slots=True)
class Corner:
    """One end of a hexside: its vertex, and the two other hexsides that meet there with their middles."""

    vertex: Spot
    others: tuple[tuple[int, Spot], ...]
    third: int
    """The hex at this vertex that the side does not touch, or NOWHERE."""


Middle = Callable[[int, int], Spot]
"""Returns where a line along a hexside crosses its middle, for a hex and a direction."""


def corners(geometry: Geometry, h: int, d: int, middle: Middle | None = None) -> tuple[Corner, Corner]:
    """The two ends of the side of ``h`` in direction ``d``; ``middle`` where lines pass sides not at their middles."""
    ring, sides, shape = geometry.grid.ring1[h], geometry.grid.sides, geometry.shape(h)
    facing = ring[d]
    at = middle or (lambda n, way: geometry.shape(n).middles[way])
    found = []
    for end, turn in ((d, -1), (d + 1, 1)):
        third = ring[(d + turn) % 6]
        others = [(sides[h][(d + turn) % 6], at(h, (d + turn) % 6))]
        if facing != NOWHERE:
            across = (d + 2 * turn) % 6
            others.append((sides[facing][across], at(facing, across)))
        elif third != NOWHERE:
            across = (d - turn) % 6
            others.append((sides[third][across], at(third, across)))
        found.append(Corner(shape.vertices[end % 6], tuple(others), third))
    return found[0], found[1]


def owned_sides(battle_map: BattleMap, hexes: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """(hex, direction, side) of every painted hexside that one of these hexes draws."""
    grid = battle_map.grid
    painted = battle_map.hexsides
    for h in hexes:
        ring, sides = grid.ring1[h], grid.sides[h]
        if painted.keys().isdisjoint(sides):
            continue
        for d in range(6):
            if sides[d] in painted and (ring[d] == NOWHERE or h < ring[d]):
                yield h, d, sides[d]


class Hexsides:
    """Draws the hexside features of a map onto sheets."""

    def __init__(
        self,
        battle_map: BattleMap,
        geometry: Geometry,
        lakes: frozenset[str],
        rivers: Rivers | None = None,
        ground: RoundedAreas | None = None,
    ) -> None:
        """``lakes`` are the terrains that are all water; ``rivers`` says how rivers widen, where they do;
        ``ground`` how shores run, which rivers beside lakes follow."""
        self.ground = ground
        self.map = battle_map
        self.geometry = geometry
        self.lakes = lakes
        self.rivers = rivers
        self.kinds = battle_map.palette.hexsides
        self.water = {key for key, kind in self.kinds.items() if kind.is_water}
        self._shores: dict[tuple[str, str], Kind] = {}
        """Rivers as they are beside lakes, by their key and the lake's."""
        self._roads = frozenset(battle_map.palette.paths) - battle_map.palette.streams

    def draw_base(self, paint: PaintList, hexes: Iterable[int]) -> None:
        """Water and everything else that is a line from afar."""
        for h, d, side in owned_sides(self.map, hexes):
            for key in self.map.hexsides[side]:
                kind = self.kinds.get(key)
                if kind is not None and key in self.water:
                    self._water(paint, kind, h, d, side)
                elif kind is not None and kind.symbol in ("wall", "hedge", "cliff", ""):
                    self._plain(paint, kind, h, d)

    def draw_detail(self, paint: PaintList, hexes: Iterable[int]) -> None:
        """Hachures, teeth, bushes, bridges: what is seen from near."""
        for h, d, side in owned_sides(self.map, hexes):
            for key, high in self.map.hexsides[side].items():
                kind = self.kinds.get(key)
                if kind is None:
                    continue
                drawn = DETAILS.get(kind.symbol)
                if drawn is not None:
                    drawn(self, paint, kind, h, d, high)

    # -- water --------------------------------------------------------------------------------------------------

    def _water(self, paint: PaintList, kind: Kind, h: int, d: int, side: int) -> None:
        lake = self._lake_beside(h, d)
        if lake != NOWHERE:
            kind = self._as_shore(kind, self.map.terrain[lake])
            self._open_bank(paint, kind, h, d, lake)
        place = list(self.kinds).index(kind.key)
        if self.rivers is not None:
            self._widening(paint, kind, h, d, side, self.rivers)
            return
        width = kind.width * SCALE
        casing = paint.line(bank_order(place), kind.ink or mix(kind.colour, "#112233", 0.35), width * BANKS)
        body = paint.line(water_order(place), kind.colour, width)
        middle = self._middle(h, d)
        for corner in self._corners(h, d):
            ways = list(self._flow(kind.key, middle, corner))
            mouth, last = self._is_mouth(corner), self._narrowed(kind, corner)
            if mouth or last or self._leaves(corner):
                # A stroke would end with a bank around it.
                ribbons = [Ribbon(cubic(middle, control, end), width, last or width) for control, end in ways]
                draw_water(paint, kind, bank_order(place), water_order(place), ribbons)
                if mouth:
                    self._draw_mouth(paint, kind, corner, width)
                continue
            for control, end in ways:
                for path in (casing, body):
                    path.moveTo(*middle)
                    path.quadTo(*control, *end)

    def _widening(self, paint: PaintList, kind: Kind, h: int, d: int, side: int, rivers: Rivers) -> None:
        """A stretch of a river whose width differs at its ends."""
        place = list(self.kinds).index(kind.key)
        ends = rivers.along(side)
        if self.geometry.grid.side_ends(side)[0] != self.geometry.grid.corners(h)[d]:
            ends = ends[1], ends[0]
        half = kind.width_at(sum(max(0.0, end) for end in ends) / 2) * SCALE
        middle = self._middle(h, d)
        for growth, corner in zip(ends, self._corners(h, d), strict=True):
            last = 0.0 if growth == SOURCE else kind.width_at(growth) * SCALE
            if last:
                last = min(last, self._narrowed(kind, corner, growth) or last)
            ribbons = [
                Ribbon(cubic(middle, control, end), half, last) for control, end in self._flow(kind.key, middle, corner)
            ]
            draw_water(paint, kind, bank_order(place), water_order(place), ribbons)
            if self._is_mouth(corner):
                self._draw_mouth(paint, kind, corner, last)

    def _narrowed(self, kind: Kind, corner: Corner, growth: float = 1.0) -> float:
        """The width, in scene units, at which a river goes on as narrower water at a corner; 0 where it does not."""
        painted = self.map.hexsides
        onward = {key for side, _ in corner.others for key in painted.get(side, ()) if key in self.water}
        if kind.key in onward:
            return 0.0
        widths = [self.kinds[key].width_at(growth) for key in onward if self.kinds[key].width < kind.width]
        return max(widths, default=0.0) * SCALE

    def _middle(self, h: int, d: int) -> Spot:
        """Where a river passes the middle of a side: beside a lake as its shore does."""
        return self.ground.shore_middle(h, d) if self.ground is not None else self.geometry.shape(h).middles[d]

    def _corners(self, h: int, d: int) -> list[Corner]:
        """The two ends of a side, where a river passes them: at a shore as that does."""
        found = []
        for number, corner in enumerate(corners(self.geometry, h, d, self._middle)):
            if self.ground is not None and (self._is_lake(corner.third) or self._lake_beside(h, d) != NOWHERE):
                found.append(replace(corner, vertex=self.ground.shore_vertex(h, (d + number) % 6)))
            else:
                found.append(self._eased(h, d, self._middle(h, d), corner))
        return found

    def _eased(self, h: int, d: int, middle: Spot, corner: Corner) -> Corner:
        """A vertex at which a river only bends, moved towards the straight way; others stay, and shores lead theirs."""
        if self.geometry.ruled or self._is_lake(corner.third) or self._is_lake(h):
            return corner
        painted = self.map.hexsides
        onward = [spot for side, spot in corner.others if not self.water.isdisjoint(painted.get(side, ()))]
        if len(onward) != 1:
            return corner
        low, high = EASED
        (x, y), (mx, my) = corner.vertex, between(middle, onward[0])
        share = low + (high - low) * (noise(self.geometry.lot(round(x * 16) * 7919 + round(y * 16))) + 1) / 2
        return replace(corner, vertex=(x + (mx - x) * share, y + (my - y) * share))

    def _lake_beside(self, h: int, d: int) -> int:
        """The hex on one side of a hexside that is a lake, where the other one is not; else NOWHERE."""
        other = self.geometry.grid.ring1[h][d]
        wet, beyond = self._is_lake(h), self._is_lake(other)
        return NOWHERE if wet is beyond or other == NOWHERE else h if wet else other

    def _is_shore(self, side: int) -> bool:
        """Whether a side lies between a lake and what is none."""
        a, b = self.geometry.grid.side_hexes(side)
        return NOWHERE not in (a, b) and self._is_lake(a) is not self._is_lake(b)

    def _as_shore(self, kind: Kind, lake: str) -> Kind:
        """A river as it is drawn beside a lake: of one water with it."""
        shore = self._shores.get((kind.key, lake))
        if shore is None:
            ink = kind.ink or mix(kind.colour, "#112233", 0.35).name()
            shore = replace(kind, colour=self.map.palette.terrain[lake].colour, ink=ink)
            self._shores[kind.key, lake] = shore
        return shore

    def _open_bank(self, paint: PaintList, kind: Kind, h: int, d: int, lake: int) -> None:
        """Cover the bank on the side of the lake: water of the same width, moved out to it."""
        middle, ends = self._middle(h, d), self._corners(h, d)
        (x, y), (cx, cy) = middle, self.geometry.centre(lake)
        (ax, ay), (bx, by) = (corner.vertex for corner in ends)
        width = kind.width * SCALE
        # Straight across the shore, which need not run as the side does.
        ox, oy = by - ay, ax - bx
        reach = OPEN * width * (BANKS - 1) / hypot(ox, oy)
        reach = reach if ox * (cx - x) + oy * (cy - y) > 0 else -reach
        ox, oy = ox * reach, oy * reach
        order = water_order(list(self.kinds).index(kind.key))
        for corner in ends:
            for control, end in self._flow(kind.key, middle, corner):
                curve = [(px + ox, py + oy) for px, py in (middle, control, end)]
                if corner.third == NOWHERE:
                    # A stroke would reach over the edge of the map.
                    spots, widths = Ribbon(cubic(*curve), width, width).points()
                    add_ribbon(paint.fill(order, kind.colour), spots, widths, over=0.0)
                    continue
                path = paint.line(order, kind.colour, width)
                path.moveTo(*curve[0])
                path.quadTo(*curve[1], *curve[2])

    def _draw_mouth(self, paint: PaintList, kind: Kind, corner: Corner, width: float) -> None:
        """Where a river ends at a lake: out into it, with no bank between."""
        x, y = self.geometry.centre(corner.third)
        vx, vy = corner.vertex
        away = hypot(x - vx, y - vy)
        sx, sy = shore = self._shore(corner)
        end = sx + (x - vx) / away * MOUTH, sy + (y - vy) / away * MOUTH
        draw_mouth(paint, kind, water_order(list(self.kinds).index(kind.key)), shore, end, width)

    def _shore(self, corner: Corner) -> Spot:
        """Where the outline of the third hex passes a corner."""
        if self.geometry.ruled:
            return corner.vertex
        coast = self.ground.coast if self.ground is not None else None
        if coast is not None and coast.holds(corner.third):
            return coast.ashore(corner.third, corner.vertex)
        return bend(corner.others[0][1], corner.vertex, corner.others[-1][1])

    def _is_mouth(self, corner: Corner) -> bool:
        """Whether a river comes to its end at a lake here."""
        painted = self.map.hexsides
        return self._is_lake(corner.third) and all(
            self.water.isdisjoint(painted.get(side, ())) for side, _ in corner.others
        )

    def _leaves(self, corner: Corner) -> bool:
        """Whether a river runs off the map here."""
        painted = self.map.hexsides
        return corner.third == NOWHERE and all(
            self.water.isdisjoint(painted.get(side, ())) for side, _ in corner.others
        )

    def _flow(self, key: str, middle: Spot, corner: Corner) -> Iterator[tuple[Spot, Spot]]:
        """Control and end points of the half curves from the middle of a side toward one of its ends."""
        painted = self.map.hexsides
        own = [spot for side, spot in corner.others if key in painted.get(side, ())]
        wet = [spot for side, spot in corner.others if not self.water.isdisjoint(painted.get(side, ()))]
        shore = [spot for side, spot in corner.others if key in painted.get(side, ()) and self._is_shore(side)]
        if len(shore) == 1 < len(own):
            # Along a shore it goes on along the shore.
            own = shore
        elif len(shore) == 2:
            # It opens into the lake, whatever runs along the shore.
            own, wet = [], shore
        control = between(middle, corner.vertex)
        if own or len(wet) == 1:
            for other in own or wet:
                yield control, bend(middle, corner.vertex, other)
        elif wet:
            yield corner.vertex, bend(wet[0], corner.vertex, wet[1])
        elif self._is_lake(corner.third):
            yield corner.vertex, self._shore(corner)
        else:
            yield control, corner.vertex

    def _is_lake(self, h: int) -> bool:
        return h != NOWHERE and self.map.terrain[h] in self.lakes

    # -- curves along a side ------------------------------------------------------------------------------------

    def curve(self, key: str, h: int, d: int, high: int = NOWHERE) -> list[tuple[Spot, Spot, Spot]]:
        """Two quadratic curves from the middle of a side to its ends, flowing on into like sides next to it."""
        middle = self.geometry.shape(h).middles[d]
        found = []
        for corner in corners(self.geometry, h, d):
            like = [spot for side, spot in corner.others if self._continues(key, side, high)]
            if len(like) == 1:
                found.append((middle, between(middle, corner.vertex), bend(middle, corner.vertex, like[0])))
            else:
                found.append((middle, between(middle, corner.vertex), corner.vertex))
        return found

    def _continues(self, key: str, side: int, high: int) -> bool:
        kinds = self.map.hexsides.get(side, {})
        if key not in kinds:
            return False
        if high == NOWHERE:
            return True
        # A slope flows on where the same ground is high, or where the high hexes are neighbours.
        other = kinds[key]
        return other == high or (other != NOWHERE and self.map.grid.adjacent(other, high))

    def _plain(self, paint: PaintList, kind: Kind, h: int, d: int) -> None:
        width = kind.width * SCALE
        dark = kind.ink or mix(kind.colour, "#000000", 0.45)
        edge = paint.line(PaintOrder.WALL, dark, width * 1.5)
        body = paint.line(PaintOrder.WALL + 1, kind.colour, width * 0.8)
        for start, control, end in self.curve(kind.key, h, d):
            for path in (edge, body):
                path.moveTo(*start)
                path.quadTo(*control, *end)

    def downhill(self, h: int, d: int, high: int) -> Spot:
        """The unit vector across a side, from the high hex down."""
        dx, dy = self.geometry.corner_offsets[d]
        ex, ey = self.geometry.corner_offsets[(d + 1) % 6]
        x, y = dx + ex, dy + ey
        length = hypot(x, y)
        sign = 1.0 if high in (h, NOWHERE) else -1.0
        return sign * x / length, sign * y / length

    def _fan(self, key: str, h: int, d: int, high: int) -> list[Spot]:
        """Downhill at both ends of a side, turned toward the like sides next to it."""
        own = self.downhill(h, d, high)
        found = []
        for corner in corners(self.geometry, h, d):
            x, y = own
            for side, _spot in corner.others:
                if self._continues(key, side, high):
                    top = self.map.hexsides[side][key]
                    a, b = self.map.grid.side_hexes(side)
                    low = b if a == top else a
                    if low != NOWHERE and top != NOWHERE:
                        (tx, ty), (lx, ly) = self.geometry.centre(top), self.geometry.centre(low)
                        length = hypot(lx - tx, ly - ty)
                        x, y = x + (lx - tx) / length, y + (ly - ty) / length
            length = hypot(x, y) or 1.0
            found.append((x / length, y / length))
        return found

    # -- details ------------------------------------------------------------------------------------------------

    def hachures(self, paint: PaintList, kind: Kind, h: int, d: int, high: int) -> None:
        """Short strokes downhill, broad at the top and pointed at the foot."""
        ink = kind.ink or kind.colour
        body = paint.fill(PaintOrder.SLOPE, ink)
        crest = paint.line(PaintOrder.SLOPE + 1, ink, 0.028 * SCALE)
        own = self.downhill(h, d, high)
        side = self.geometry.grid.sides[h][d]
        ends = self._fan(kind.key, h, d, high)
        for part, (curve, end) in enumerate(zip(self.curve(kind.key, h, d, high), ends, strict=True)):
            crest.moveTo(*curve[0])
            crest.quadTo(*curve[1], *curve[2])
            for i in range(6):
                t = (i + 0.5) / 6
                seed = side * 16 + part * 8 + i
                x, y = on_curve(*curve, t)
                dx, dy = own[0] + (end[0] - own[0]) * t, own[1] + (end[1] - own[1]) * t
                length = SCALE * ((0.30 if i % 2 else 0.21) + 0.035 * noise(seed))
                _spike(body, x, y, dx, dy, length, 0.021 * SCALE)

    def cliff(self, paint: PaintList, kind: Kind, h: int, d: int, high: int) -> None:
        """A thick edge with broad teeth."""
        body = paint.fill(PaintOrder.SLOPE + 2, kind.ink or mix(kind.colour, "#000000", 0.4))
        dx, dy = self.downhill(h, d, high)
        for curve in self.curve(kind.key, h, d, high):
            for i in range(4):
                x, y = on_curve(*curve, (i + 0.5) / 4)
                _spike(body, x, y, dx, dy, 0.19 * SCALE, 0.062 * SCALE)

    def hedge(self, paint: PaintList, kind: Kind, h: int, d: int, high: int) -> None:
        """A row of bushes."""
        edge = paint.fill(PaintOrder.WALL + 2, kind.ink or mix(kind.colour, "#000000", 0.5))
        bush = paint.fill(PaintOrder.WALL + 3, kind.colour)
        side = self.geometry.grid.sides[h][d]
        for part, curve in enumerate(self.curve(kind.key, h, d)):
            for i in range(5):
                x, y = on_curve(*curve, i / 5)
                radius = SCALE * (0.075 + 0.016 * noise(side * 16 + part * 8 + i))
                edge.addEllipse(x - radius, y - radius, 2 * radius, 2 * radius)
                radius *= 0.74
                bush.addEllipse(x - radius, y - radius, 2 * radius, 2 * radius)

    def mines(self, paint: PaintList, kind: Kind, h: int, d: int, high: int) -> None:
        """A row of discs with a cross each."""
        disc = paint.fill(PaintOrder.WALL + 2, kind.colour)
        cross = paint.line(PaintOrder.WALL + 3, kind.ink or "#ffffff", 0.022 * SCALE)
        for curve in self.curve(kind.key, h, d):
            for t in (0.22, 0.72):
                x, y = on_curve(*curve, t)
                radius = 0.075 * SCALE
                disc.addEllipse(x - radius, y - radius, 2 * radius, 2 * radius)
                for sx in (-1, 1):
                    cross.moveTo(x - sx * radius * 0.5, y - radius * 0.5)
                    cross.lineTo(x + sx * radius * 0.5, y + radius * 0.5)

    def bridge(self, paint: PaintList, kind: Kind, h: int, d: int, high: int) -> None:
        """Two parapets with splayed ends, and a deck where no road brings its own."""
        x, y, angle = self.crossing(h, d)
        place = Placed(x, y, angle)
        half, wide = 0.19 * SCALE, 0.105 * SCALE
        if self._roads.isdisjoint(self.map.paths.get(self.geometry.grid.sides[h][d], ())):
            deck = paint.fill(PaintOrder.ROAD_CASING, mix(kind.colour, "#ffffff", 0.65))
            place.line(deck, [(-half, -wide), (half, -wide), (half, wide), (-half, wide)], close=True)
        parapets(paint, place, half, wide, kind.ink or kind.colour)

    def ford(self, paint: PaintList, kind: Kind, h: int, d: int, high: int) -> None:
        """Stones across the water."""
        stones(paint, Placed(*self.crossing(h, d)), kind)

    def crossing(self, h: int, d: int) -> tuple[float, float, float]:
        """Where a road crosses a side, and in which direction (radians)."""
        other = self.geometry.grid.ring1[h][d]
        if other == NOWHERE:
            x, y = self.geometry.shape(h).middles[d]
            dx, dy = self.downhill(h, d, h)
            return x, y, atan2(dy, dx)
        (ax, ay), (bx, by) = self.geometry.anchor(h), self.geometry.anchor(other)
        return (ax + bx) / 2, (ay + by) / 2, atan2(by - ay, bx - ax)


def _spike(path: QPainterPath, x: float, y: float, dx: float, dy: float, length: float, half: float) -> None:
    """A narrow triangle from a base at (x, y) to a point downhill."""
    path.moveTo(x - dy * half, y + dx * half)
    path.lineTo(x + dx * length, y + dy * length)
    path.lineTo(x + dy * half, y - dx * half)
    path.closeSubpath()


Detail = Callable[[Hexsides, PaintList, Kind, int, int, int], None]

DETAILS: Final[dict[str, Detail]] = {
    "hachures": Hexsides.hachures,
    "cliff": Hexsides.cliff,
    "hedge": Hexsides.hedge,
    "mines": Hexsides.mines,
    "bridge": Hexsides.bridge,
    "ford": Hexsides.ford,
}
"""The symbols of hexsides that are drawn in detail; ``river``, ``creek`` and ``wall`` are drawn as lines."""
