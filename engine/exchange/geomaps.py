"""A map of geometries: the grid of a part of the globe or of an open map, and what lies in its hexes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, cos, radians, sin, sqrt
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from pydantic import Field
from shapely.geometry.base import BaseGeometry

from engine import formats
from engine.boards.affine import applied
from engine.boards.distances import METRES
from engine.boards.geo import GeoPlace
from engine.errors import HexwrightError
from engine.exchange.coastlines import coast_of
from engine.exchange.losses import LostPart, loss
from engine.exchange.projections import Floats, chosen, projection
from engine.exchange.source import Options
from engine.exchange.tangles import made_valid
from engine.exchange.tiled.lines import path_sides
from engine.exchange.waterways import Waterways, merged
from engine.formats.documents import LONGEST_NAME
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.pauses import pause
from engine.plural import counted

MOST_HEXES: Final = 100_000
MOST_REGIONS: Final = 60
CUT_TOGETHER: Final = 100
"""Hexes that are cut by areas between two pauses."""
POLE: Final = 89.9
"""The latitude, north or south, from which on a map is one of a pole."""
USUAL: Final = 40
"""Hexes along the longer side of a map whose hexes have no size given."""
USUAL_PEOPLE: Final = {"city": 200_000.0, "town": 20_000.0, "village": 1500.0, "hamlet": 150.0}
"""People in places of OpenStreetMap's ranks, for the order of those whose number is not known."""
COLOURS: Final = ("#7a5c99", "#b0413e", "#2f6f96", "#4f7434", "#b8862f", "#5b5b5b", "#a04a7f", "#2f8a7d")
"""Colours of regions, one after another."""
SEA, LAKE, LAND, PLACE = "sea", "lake", "land", "place"
Box = tuple[float, float, float, float]


class PlaceOptions(Options):
    """Where a map lies, and how large its hexes are."""

    hex: float = Field(0, ge=0, le=100_000, description="size of a hex from side to side; 0 for a map of 40 hexes")
    unit: Literal["km", "miles", "nautical miles", "yards", "versts", "m"] = Field(
        "km", description="unit of the size of a hex"
    )
    crs: str = Field("", description="projection of the map, such as EPSG:27700; by its extent if empty")
    rotation: float = Field(0, ge=-180, le=180, description="degrees by which the map is turned clockwise")

    @property
    def size(self) -> float:
        """Kilometres from side to side of a hex; 0 if it is not given."""
        return self.hex * METRES[self.unit] / 1000


class GeoShape(NamedTuple):
    """A geometry in degrees, with what it is."""

    kind: str
    """`SEA`, `LAKE`, `LAND`, `PLACE`, or a key of the palette: of a terrain for an area, else of a hexside or path."""
    drawn: BaseGeometry
    facts: Mapping[str, Any]
    region: bool = False
    """Whether it is a country or the like, which becomes a region."""


@dataclass(frozen=True, slots=True)
class Shares:
    """From which share on a hex is what lies in it."""

    sea: float = 0.5
    lake: float = 0.5
    ground: float = 0.5


def place_for(box: Box, hex_km: float, path: Path, rotation: float = 0.0, crs: str = "") -> tuple[GeoPlace, Grid]:
    """A grid that covers a part of the globe, turned clockwise about its middle by so many degrees, and where it lies.
    Raises HexwrightError for too many hexes, and for a projection that does not suit."""
    crs, flat = _flattened(box, crs)
    return flat_place(flat, hex_km, crs, path, rotation)


def _given(text: str, box: Box) -> str:
    """The projection that was asked for. Raises HexwrightError for one that is not in metres there."""
    crs = text.strip()
    if crs.isdecimal() or crs[:5].upper() == "EPSG:":
        crs = f"EPSG:{crs.rpartition(':')[2]}"
    elif not crs.startswith("+proj="):
        raise HexwrightError(f"option crs: {text[:60]!r} is not a projection such as EPSG:27700")
    lon, lat = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    one, other = projection(crs).forward(np.array([[lon, lat - 0.005], [lon, lat + 0.005]]))
    # A degree of latitude is some 111 km; Web Mercator stretches it as much again at 60 degrees.
    if not 0.4 < float(np.hypot(*(other - one))) / 1112 < 2.5:
        raise HexwrightError(f"option crs: {text[:60]} is not in metres, or is not for this part of the globe")
    return crs


def _flattened(box: Box, given: str = "") -> tuple[str, Box]:
    """The projection for a part of the globe, and the part in metres of it."""
    crs = _given(given, box) if given.strip() else chosen(*box)
    around = projection(crs).forward(rim(box))
    (left, bottom), (right, top) = around.min(axis=0), around.max(axis=0)
    return crs, (float(left), float(bottom), float(right), float(top))


def frame_of(box: Box, rotation: float, given: str = "") -> list[tuple[float, float]]:
    """The edge of the map of a part of the globe, as longitudes and latitudes: what is shown before a map is made."""
    crs, (left, bottom, right, top) = _flattened(box, given)
    x, y, angle = (left + right) / 2, (bottom + top) / 2, radians(-rotation)
    steps = [step / 8 for step in range(9)]
    edge = [(left + (right - left) * t, top) for t in steps] + [(right, top + (bottom - top) * t) for t in steps]
    edge += [(right + (left - right) * t, bottom) for t in steps] + [(left, bottom + (top - bottom) * t) for t in steps]
    middle = np.array((x, y))
    east, north = (np.array(edge) - middle).T
    turned = np.column_stack([east * cos(angle) - north * sin(angle), east * sin(angle) + north * cos(angle)])
    return [(float(lon), float(lat)) for lon, lat in projection(crs).inverse(turned + middle)]


def flat_place(box: Box, hex_km: float, crs: str, path: Path, rotation: float = 0.0) -> tuple[GeoPlace, Grid]:
    """The same for a box that is in metres of a projection."""
    left, bottom, right, top = box
    wide, high = right - left, top - bottom
    size = hex_km * 1000 or max(wide, high) / USUAL
    radius = size / sqrt(3)
    columns, rows = ceil(wide / (1.5 * radius)) + 1, ceil(high / size) + 1
    if columns * rows > MOST_HEXES:
        raise HexwrightError(f"{path}: it would be {columns * rows:,} hexes; choose larger ones with hex=KILOMETRES")
    # The box begins half a circumradius from the paper's edge.
    place = GeoPlace(crs, round(left - radius / 2, 3), round(top + radius / 2, 3), round(size, 3))
    if rotation:
        middle = (left + right) / 2, (bottom + top) / 2
        turned = replace(place, rotation=rotation)
        x, y = applied(turned.matrix, *applied(place.inverse, *middle))
        place = replace(turned, x=round(turned.x + middle[0] - x, 3), y=round(turned.y + middle[1] - y, 3))
    return place, Grid(GridSpec(columns, rows))


def rim(box: Box, count: int = 33) -> Floats:
    """Points along the edges of a box."""
    west, south, east, north = box
    parts = np.linspace(0, 1, count)
    edge = [(west + (east - west) * t, y) for t in parts for y in (south, north)]
    edge += [(x, south + (north - south) * t) for t in parts for x in (west, east)]
    return np.array(edge)


@dataclass(slots=True)
class MapMaker:
    """Puts geometries into the hexes of a grid that lies on the globe."""

    place: GeoPlace
    grid: Grid
    losses: list[LostPart] = field(default_factory=list)
    box: Box = (-180.0, -90.0, 180.0, 90.0)
    """The part of the globe that is looked at, in degrees."""
    under: Sequence[str] = ()
    """The terrain of the open map that this is laid over."""
    where: str = ""
    """The file that the geometries come from, for errors."""

    def __post_init__(self) -> None:
        if not self.under:
            self.under = [""] * self.grid.size

    @classmethod
    def on(cls, board: BattleMap) -> MapMaker:
        """For the hexes of an open map. Raises HexwrightError where that does not say where it lies."""
        place = board.look.geo
        if place is None:
            raise HexwrightError(
                "the open map does not say where it lies on the globe; import geography as a new document first"
            )
        made = cls.at(place, board.grid)
        made.under = board.terrain
        return made

    @classmethod
    def at(cls, place: GeoPlace, grid: Grid) -> MapMaker:
        """For the hexes of a grid that lies there: what is looked at is all that is on its paper."""
        made = cls(place, grid)
        wide, high = grid.extent
        edge = made.degrees(rim((0.0, 0.0, wide, high)))
        (west, south), (east, north) = edge.min(axis=0), edge.max(axis=0)
        made.box = float(west), float(south), float(east), float(north)
        for pole in (-POLE, POLE):
            x, y = made.paper(np.array([[0.0, pole]]))[0]
            if 0 <= x <= wide and 0 <= y <= high:
                # All longitudes meet in it.
                made.box = -180.0, min(made.box[1], pole), 180.0, max(made.box[3], pole)
        return made

    @property
    def hex(self) -> float:
        """Metres from side to side of a hex."""
        return self.place.hex

    def paper(self, degrees: Floats) -> Floats:
        """Degrees as points of the paper."""
        return moved(projection(self.place.crs).forward(degrees), self.place.inverse)

    def degrees(self, paper: Floats) -> Floats:
        """Points of the paper as degrees."""
        return projection(self.place.crs).inverse(moved(paper, self.place.matrix))

    def fresh(self, name: str, provenance: str, unit: str = "km") -> BattleMap:
        """An empty map of the standard palette that lies there, whose scale is in a unit of length."""
        board = BattleMap(self.grid, formats.load_palette("standard"), name[:LONGEST_NAME])
        board.scale = f"{self.hex / METRES[unit]:.4g} {unit}"
        board.provenance = provenance
        board.look = replace(board.look, geo=self.place)
        return board

    def fill(self, board: BattleMap, shapes: list[GeoShape], shares: Shares) -> None:
        """Put shapes onto a map: ground, rivers along hexsides, roads through hexes, names, regions."""
        drawn: dict[str, list[BaseGeometry]] = {}
        lines: dict[str, list[BaseGeometry]] = {}
        for one in shapes:
            if one.kind != PLACE:
                into = drawn if one.drawn.geom_type in ("Polygon", "MultiPolygon") else lines
                into.setdefault(one.kind, []).extend(self._placed(one.drawn))
        self._ground(board, drawn, shares)
        self._rivers(board, lines)
        # A kind that is both, such as a river, lies along hexsides: it would be drawn twice.
        for kind in [kind for kind in board.palette.paths if kind not in board.palette.hexsides]:
            for line in merged(lines.get(kind, [])):
                self._road(board, kind, line)
        self._places(board, [one for one in shapes if one.kind == PLACE])
        self._regions(board, [one for one in shapes if one.region])

    def _rivers(self, board: BattleMap, lines: Mapping[str, list[BaseGeometry]]) -> None:
        """Rivers along hexsides: they end at water of this map, or of the one under it."""
        wet = [self._is_wet(board, h) for h in range(self.grid.size)]
        ways = None
        for kind in reversed([*board.palette.hexsides]):
            if lines.get(kind):
                # Rivers stand after creeks in a palette, and creeks end on them.
                ways = ways or Waterways(self.grid, wet)
                for side in ways.courses(lines[kind]):
                    board.hexsides.setdefault(side, {}).setdefault(kind, NOWHERE)

    def _placed(self, drawn: BaseGeometry) -> Iterator[BaseGeometry]:
        """The parts of a geometry on paper, as far as they are on the map."""
        west, south, east, north = self.box
        slack = 0.02 * max(east - west, north - south)
        box = west - slack, south - slack, east + slack, north + slack
        parts = shapely.get_parts(drawn)
        edges = shapely.bounds(parts)
        # A map across the 180th meridian has a box that goes on beyond it.
        for turn in (-360.0, 0.0, 360.0):
            pause()
            there = edges + np.array([turn, 0.0, turn, 0.0])
            near = (there[:, :2] <= box[2:]).all(axis=1) & (there[:, 2:] >= box[:2]).all(axis=1)
            for part in parts[near]:
                yield from self._on_paper(part, (box[0] - turn, box[1], box[2] - turn, box[3]))

    def _on_paper(self, part: BaseGeometry, box: Box) -> Iterator[BaseGeometry]:
        """The parts on paper of what lies in a box."""
        pause()
        for one in shapely.get_parts(clipped(part, box, self.where)):
            placed = shapely.transform(one, self.paper)
            if not placed.is_empty:
                yield made_valid(placed, self.where)

    def _ground(self, board: BattleMap, drawn: Mapping[str, list[BaseGeometry]], shares: Shares) -> None:
        if not drawn:
            return
        hexes = shapely.polygons([self.grid.outline(h) for h in range(self.grid.size)])
        sea = self._shares(hexes, drawn.get(SEA, []))
        if drawn.get(LAND):
            sea = np.maximum(sea, 1 - self._shares(hexes, drawn[LAND]))
        for kind, areas in drawn.items():
            if kind in board.palette.terrain:
                for h in np.flatnonzero(self._shares(hexes, areas) >= shares.ground):
                    board.terrain[int(h)] = kind
        lakes = drawn.get(LAKE, [])
        if board.look.geo is not None:
            wet = [*drawn.get(SEA, []), *lakes]
            board.look = replace(
                board.look, coast=coast_of(self.grid.extent, wet, drawn.get(LAND, []), min(shares.sea, shares.lake))
            )
        lake = self._shares(hexes, lakes)
        for h in np.flatnonzero((sea >= shares.sea) | (lake >= shares.lake)):
            board.terrain[int(h)] = "water"

    @staticmethod
    def _shares(hexes: NDArray[np.object_], areas: list[BaseGeometry]) -> Floats:
        """The share of each hex that lies within some areas."""
        found = np.zeros(len(hexes))
        if areas:
            whole = shapely.get_parts(shapely.union_all(areas))
            tree = shapely.STRtree(whole)
            for begin in range(0, len(hexes), CUT_TOGETHER):
                pause()
                some = hexes[begin : begin + CUT_TOGETHER]
                own = found[begin : begin + CUT_TOGETHER]
                inside, other = tree.query(some, predicate="within"), tree.query(some, predicate="intersects")
                np.add.at(own, other[0], shapely.area(shapely.intersection(some[other[0]], whole[other[1]])))
                own /= shapely.area(hexes[0])
                own[inside[0]] = 1.0
        return np.minimum(found, 1.0)

    def _road(self, board: BattleMap, kind: str, line: BaseGeometry) -> None:
        """A road from hex to hex; hexes that it only clips are left out."""
        if line.length < 0.5:
            return
        spots = shapely.get_coordinates([line.interpolate(step / 10) for step in range(int(line.length * 10))])
        run: list[list[Any]] = []
        for x, y in spots:
            at = self.grid.index_at(float(x), float(y))
            if run and run[-1][0] == at:
                run[-1][1] += 1
            else:
                run.append([at, 1])
        # A fifth of a hex is three or four spots.
        kept = [at for number, (at, times) in enumerate(run) if times > 3 or number in (0, len(run) - 1)]
        points = [self.grid.paper(self.grid.lattice_of(*at)) for at in kept]
        for side in path_sides(self.grid, points):
            board.paths[side] = board.paths.get(side, frozenset()) | {kind}

    def _places(self, board: BattleMap, places: list[GeoShape]) -> None:
        """Names of places; of several in one hex the largest."""

        crowded, taken = 0, {label.at for label in board.labels}
        for one in sorted(places, key=people, reverse=True):
            h = self._hex_of(board, one)
            if h == NOWHERE or h in taken:
                crowded += 1
                continue
            name = name_of(one.facts)
            size = "large" if people(one) >= 1e6 else "medium" if people(one) >= 1e5 else "small"
            board.labels.append(Label(name[:LONGEST_NAME], h, size, dy=0.6))
            taken.add(h)
        if crowded:
            self.losses.append(loss("LOSS206", f"{counted(crowded, 'place')} beside a larger one, or off the map"))

    def _hex_of(self, board: BattleMap, place: GeoShape) -> int:
        """The hex of a place. A port whose hex is mostly sea is in the nearest hex of land beside it."""
        x, y = self.paper(shapely.get_coordinates(place.drawn))[0]
        h = self.grid.hex_at(float(x), float(y))
        if h == NOWHERE:
            # The edge of the map is ragged: a place between two hexes of the edge belongs to one of them.
            around = ((x + dx, y + dy) for dx, dy in ((0, 0.87), (0, -0.87), (0.87, 0), (-0.87, 0)))
            h = next((n for a, b in around if (n := self.grid.hex_at(float(a), float(b))) != NOWHERE), NOWHERE)
        if h == NOWHERE or not self._is_wet(board, h):
            return h
        ashore = [n for n in self.grid.neighbours[h] if not self._is_wet(board, n)]
        return min(ashore, key=lambda n: float(np.hypot(*(np.array(self.grid.centre(n)) - (x, y)))), default=h)

    def _is_wet(self, board: BattleMap, h: int) -> bool:
        """Whether a hex is water on this map, or on the one under it."""
        return not board.palette.lakes.isdisjoint((board.terrain[h], self.under[h]))

    def _regions(self, board: BattleMap, countries: list[GeoShape]) -> None:
        """Countries and the like become regions of the hexes whose centres they hold. A hex of land whose centre is in
        the sea belongs to the one that has most of it."""
        centres = np.array([self.grid.centre(h) for h in self.grid.hexes]).reshape(-1, 2)
        hexes = np.array(self.grid.hexes)
        found: dict[str, tuple[str, list[BaseGeometry], set[int]]] = {}
        for one in countries:
            name = name_of(one.facts)
            key = "".join(c if c.isascii() and c.isalnum() else "-" for c in name.lower()).strip("-")[:40]
            areas = list(self._placed(one.drawn)) if key and key not in board.regions else []
            if areas and (key in found or len(board.regions) + len(found) < MOST_REGIONS):
                inside = hexes[shapely.contains_xy(shapely.union_all(areas), centres[:, 0], centres[:, 1])]
                _, more, own = found.setdefault(key, (name, [], set()))
                more += areas
                own.update(map(int, inside))
        self._coasts_of(board, found)
        for key, (name, _, own) in found.items():
            if own:
                colour = COLOURS[len(board.regions) % len(COLOURS)]
                board.regions[key] = Region(key, name[:LONGEST_NAME], frozenset(own), colour)

    def _coasts_of(self, board: BattleMap, found: Mapping[str, tuple[str, list[BaseGeometry], set[int]]]) -> None:
        """Add the hexes of land whose centres are in no country to the one that has most of each."""
        held = {h for _, _, own in found.values() for h in own}
        free = [h for h in self.grid.hexes if h not in held and not self._is_wet(board, h)]
        if free and found:
            outlines = shapely.polygons([self.grid.outline(h) for h in free])
            shares = np.array([self._shares(outlines, areas) for _, areas, _ in found.values()])
            owners = [own for _, _, own in found.values()]
            for h, best, share in zip(free, shares.argmax(axis=0), shares.max(axis=0), strict=True):
                if share > 0:
                    owners[int(best)].add(h)


def people(place: GeoShape) -> float:
    """How many people live in a place; where that is not said, as many as in others of its rank."""
    facts = {key.lower(): value for key, value in place.facts.items()}
    for key in ("population", "pop_max"):
        digits = re.sub(r"[\s,_']", "", str(facts.get(key) or ""))
        if re.fullmatch(r"\d{1,12}(\.\d*)?", digits):
            return float(digits)
    rank = facts.get("scalerank")
    if isinstance(rank, int | float) and 0 <= rank <= 20:
        return float(10 ** (6.5 - rank / 3))
    return USUAL_PEOPLE.get(str(facts.get("place")), 0.0)


def clipped(part: BaseGeometry, box: Box, where: str = "") -> BaseGeometry:
    """What of a geometry lies in a box. It is clipped first and made sound afterwards: a continent has many points.
    ``where`` names the file in errors; see `made_valid`."""
    try:
        found = shapely.clip_by_rect(part, *box)
    except shapely.errors.GEOSException:
        found = shapely.clip_by_rect(made_valid(part, where), *box)
    return made_valid(found, where)


def spoken_place(place: GeoPlace, x: float, y: float) -> str:
    """Latitude and longitude of a point of the paper: ``46°30' N 8°00' E``. Empty where the projection is not known."""
    try:
        found = projection(place.crs).inverse(np.array([applied(place.matrix, x, y)]))[0]
    except HexwrightError:
        return ""
    lon, lat = float(found[0]), float(found[1])
    if not (abs(lat) <= 90 and abs(lon) <= 540):
        return ""
    lon = (lon + 180) % 360 - 180
    pairs = ((abs(lat), "N" if lat >= 0 else "S"), (abs(lon), "E" if lon >= 0 else "W"))
    minutes = ((round(value * 60), letter) for value, letter in pairs)
    return " ".join(f"{whole // 60}°{whole % 60:02d}' {letter}" for whole, letter in minutes)


def name_of(facts: Mapping[str, Any]) -> str:
    """The name that a shape has; empty where it has none."""
    found = next((facts[key] for key in ("name", "NAME", "Name", "name_en", "NAME_EN", "ADMIN") if facts.get(key)), "")
    return str(found)


def moved(points: Floats, matrix: tuple[float, ...]) -> Floats:
    """Points under a matrix."""
    a, b, c, d, e, f = matrix
    return np.column_stack([a * points[:, 0] + c * points[:, 1] + e, b * points[:, 0] + d * points[:, 1] + f])
