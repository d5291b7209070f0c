"""GeoJSON and TopoJSON: coasts, lakes, rivers, roads and places become a map of hexes.

Degrees are projected by Lambert's azimuthal equal-area projection about the middle of the data (WGS84).
A hex is land or water by the share of its area. Rivers follow the cheapest way along hexsides; roads go from hex to
hex.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from math import ceil, isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from pydantic import Field
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import Imported, Options
from engine.exchange.tiled.lines import path_sides
from engine.formats.documents import LONGEST_NAME
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Lattice
from engine.plural import counted

Floats = NDArray[np.float64]
MOST_BYTES: Final = 96_000_000
MOST_HEXES: Final = 100_000
USUAL: Final = 40
"""Hexes along the longer side of a map whose hexes have no size given."""
NEAR: Final = 1.7
"""Circumradii from a river within which hexsides may be its course."""
A: Final = 6378137.0
E2: Final = 0.00669437999014
SEA, LAND = "sea", "land"
_WATERS: Final = ("ocean", "lake", "reservoir", "sea", "water", "bay", "riverbank")
_LANDS: Final = ("land", "country", "countrie", "admin-0 country", "island", "continent")
_GROUNDS: Final = {"forest": "forest", "wood": "forest", "wetland": "swamp", "marsh": "swamp", "swamp": "swamp"}
_ROADS: Final = ("motorway", "trunk", "primary", "secondary", "tertiary", "road", "major highway", "secondary highway")


class GeographyReading(Options):
    """How geography becomes a map."""

    hex: float = Field(0, ge=0, le=5000, description="kilometres from side to side of a hex; 0 for a map of 40 hexes")
    bounds: str = Field("", description="part to take: west,south,east,north in degrees; all of it if empty")
    water: float = Field(0.5, ge=0.05, le=0.95, description="share of water from which on a hex is water")


class GeoShape(NamedTuple):
    """A geometry with what it is."""

    kind: str
    drawn: BaseGeometry
    facts: Mapping[str, Any]


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is GeoJSON or TopoJSON."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    plain = b"".join(text.split())
    kinds = (b"FeatureCollection", b"Feature", b"GeometryCollection", b"Topology")
    return text[:1] == b"{" and any(b'"type":"' + kind + b'"' in plain for kind in kinds)


def read(path: Path, options: GeographyReading, stem: str) -> Imported:
    """A map of the shapes of a file. Raises HexwrightError, with file and place."""
    data = _opened(path)
    losses: list[LostPart] = []
    shapes = [found for geometry, facts in _features(data, path) if (found := _classed(geometry, facts)) is not None]
    west, south, east, north = _bounds(options.bounds, shapes, path)
    known = [one for one in shapes if one.kind]
    strange = Counter(one.drawn.geom_type for one in shapes if not one.kind)
    if strange:
        told = ", ".join(f"{times} x {kind}" for kind, times in strange.most_common())
        losses.append(loss("LOSS206", f"shapes of no known kind: {told}"))
    maker = MapMaker((west, south, east, north), options, path)
    board = maker.board(known, stem)
    losses += maker.losses
    grid = board.grid
    about = (
        f"geography: {counted(len(shapes), 'shape')}, {grid.columns} x {grid.rows} hexes of {maker.hex / 1000:.4g} km"
    )
    return Imported(board, about, losses=losses)


def _opened(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise HexwrightError(f"{path}: the file is too large; at most {MOST_BYTES // 10**6} MB are read")
        data = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise HexwrightError(f"Could not read {path}: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, HexwrightError):
            raise
        raise HexwrightError(f"{path}: it is not sound JSON") from None
    if not isinstance(data, dict):
        raise HexwrightError(f"{path}: it is not GeoJSON")
    return data


def _features(data: dict[str, Any], path: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Geometries with their properties. Raises HexwrightError for another reference system than degrees."""
    crs = json.dumps(data.get("crs")) if data.get("crs") else ""
    if crs and "CRS84" not in crs and "4326" not in crs:
        raise HexwrightError(f"{path}: it is not in degrees (WGS84); save it as EPSG:4326")
    if data.get("type") == "Topology":
        yield from _of_topology(data, path)
        return
    listed = data.get("features") if data.get("type") == "FeatureCollection" else [data]
    for one in listed if isinstance(listed, list) else []:
        if isinstance(one, dict):
            facts = one.get("properties")
            geometry = one.get("geometry") if one.get("type") == "Feature" else one
            yield geometry, facts if isinstance(facts, dict) else {}


def _of_topology(data: dict[str, Any], path: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """The geometries of TopoJSON: arcs are stored once, by differences, and backwards where their number is below 0."""
    try:
        transform = data.get("transform") or {"scale": [1, 1], "translate": [0, 0]}
        scale, move = np.array(transform["scale"], dtype=float), np.array(transform["translate"], dtype=float)
        arcs = [np.array(arc, dtype=float)[:, :2] for arc in data["arcs"]]
        if "transform" in data:
            arcs = [np.cumsum(arc, axis=0) * scale + move for arc in arcs]

        def line(numbers: list[int]) -> list[list[float]]:
            points: list[list[float]] = []
            for number in numbers:
                arc = arcs[number] if number >= 0 else arcs[~number][::-1]
                points += arc[1 if points else 0 :].tolist()
            return points

        def drawn(one: dict[str, Any]) -> Any:
            kind, numbers = one.get("type"), one.get("arcs")
            if kind == "LineString":
                return {"type": kind, "coordinates": line(numbers or [])}
            if kind in ("Polygon", "MultiLineString"):
                return {"type": kind, "coordinates": [line(ring) for ring in numbers or []]}
            if kind == "MultiPolygon":
                return {"type": kind, "coordinates": [[line(ring) for ring in part] for part in numbers or []]}
            if kind == "Point":
                return {"type": kind, "coordinates": (np.array(one["coordinates"]) * scale + move).tolist()}
            return None

        for name, held in data["objects"].items():
            for one in held.get("geometries", [held]):
                yield drawn(one), {"featurecla": name.rstrip("s"), **(one.get("properties") or {})}
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise HexwrightError(f"{path}: its arcs or objects are not sound TopoJSON") from None


def _classed(geometry: Any, facts: Mapping[str, Any]) -> GeoShape | None:
    """A geometry with its kind, which is empty where nobody knows it; None for one that is empty or not sound."""
    try:
        drawn = shapely.force_2d(shape(geometry)) if isinstance(geometry, dict) else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, shapely.errors.ShapelyError):
        return None
    if drawn is None or drawn.is_empty or not all(map(isfinite, drawn.bounds)):
        return None
    words = {str(value).lower() for key, value in facts.items() if key.lower() in _NAMES and value is not None}
    words |= {f"{key.lower()}" for key in facts if key.lower() in ("waterway", "railway", "highway", "place")}
    if drawn.geom_type in ("Polygon", "MultiPolygon"):
        ground = next((kind for word, kind in _GROUNDS.items() if word in words), "")
        land = LAND if not facts or words & set(_LANDS) else ""
        return GeoShape(SEA if words & set(_WATERS) else ground or land, drawn, facts)
    if drawn.geom_type in ("LineString", "MultiLineString"):
        return GeoShape(_line_kind(words), drawn, facts)
    named = any(str(facts.get(key) or "") for key in ("name", "NAME", "Name"))
    return GeoShape("place" if drawn.geom_type == "Point" and named else "", drawn, facts)


_NAMES: Final = ("featurecla", "type", "natural", "landuse", "waterway", "highway", "railway", "class", "kind", "place")


def _line_kind(words: set[str]) -> str:
    if words & {"stream", "brook", "ditch"}:
        return "creek"
    if words & {"river", "waterway", "canal", "lake centerline"}:
        return "river"
    if words & {"railway", "rail", "railroad"}:
        return "rail"
    if words & {"track", "path", "footway"}:
        return "trail"
    return "road" if words & {*_ROADS, "highway"} else ""


def _bounds(text: str, shapes: list[GeoShape], path: Path) -> tuple[float, float, float, float]:
    if not shapes:
        raise HexwrightError(f"{path}: it has no shapes")
    if text:
        try:
            west, south, east, north = (float(part) for part in text.split(","))
        except ValueError:
            raise HexwrightError(f"option bounds: {text[:60]!r} is not west,south,east,north") from None
    else:
        west, south, east, north = (float(edge) for edge in shapely.total_bounds([one.drawn for one in shapes]))
    if not (-180 <= west < east <= 180 and -90 <= south < north <= 90):
        raise HexwrightError(
            f"{path}: its extent is not in degrees, or is empty: {west:g}, {south:g}, {east:g}, {north:g}"
        )
    if east - west > 120 or north - south > 90:
        raise HexwrightError(f"{path}: it spans too much for one map; choose a part with bounds=west,south,east,north")
    return west, south, east, north


class MapMaker:
    """Makes a map of shapes: the grid of a part of the world, and what lies in it."""

    def __init__(self, box: tuple[float, float, float, float], options: GeographyReading, path: Path) -> None:
        self.box, self.options, self.path = box, options, path
        self.losses: list[LostPart] = []
        west, south, east, north = box
        self.middle = (west + east) / 2, (south + north) / 2
        rim = np.linspace(0, 1, 33)
        edge = [(west + (east - west) * t, y) for t in rim for y in (south, north)]
        edge += [(x, south + (north - south) * t) for t in rim for x in (west, east)]
        around = self.metres(np.array(edge))
        (left, bottom), (right, top) = around.min(axis=0), around.max(axis=0)
        wide, high = right - left, top - bottom
        self.hex = options.hex * 1000 or max(wide, high) / USUAL
        self.radius = self.hex / 3**0.5
        self.corner = float(left), float(top)
        columns, rows = ceil(wide / (1.5 * self.radius)) + 1, ceil(high / self.hex) + 1
        if columns * rows > MOST_HEXES:
            raise HexwrightError(
                f"{path}: it would be {columns * rows:,} hexes; choose larger ones with hex=KILOMETRES"
            )
        self.grid = Grid(GridSpec(columns, rows))

    def metres(self, degrees: Floats) -> Floats:
        """Degrees projected about the middle of the map."""
        lon0, lat0 = np.radians(self.middle)
        lon, lat = np.radians(degrees[:, 0]), np.radians(np.clip(degrees[:, 1], -90, 90))
        e = E2**0.5

        def q(sine: Any) -> Any:
            return (1 - E2) * (sine / (1 - E2 * sine**2) - np.log((1 - e * sine) / (1 + e * sine)) / (2 * e))

        whole = q(1.0)
        beta, beta0 = np.arcsin(np.clip(q(np.sin(lat)) / whole, -1, 1)), np.arcsin(q(np.sin(lat0)) / whole)
        radius = A * (whole / 2) ** 0.5
        stretch = A * np.cos(lat0) / (1 - E2 * np.sin(lat0) ** 2) ** 0.5 / (radius * np.cos(beta0))
        turn = lon - lon0
        inner = 1 + np.sin(beta0) * np.sin(beta) + np.cos(beta0) * np.cos(beta) * np.cos(turn)
        size = radius * np.sqrt(2 / np.maximum(inner, 1e-9))
        x = size * stretch * np.cos(beta) * np.sin(turn)
        y = size / stretch * (np.cos(beta0) * np.sin(beta) - np.sin(beta0) * np.cos(beta) * np.cos(turn))
        return np.column_stack([x, y])

    def paper(self, degrees: Floats) -> Floats:
        """Degrees to circumradii on paper, a hex's half away from its rim."""
        found = (self.metres(degrees) - np.array(self.corner)) / self.radius
        return np.column_stack([found[:, 0] + 0.5, 0.5 - found[:, 1]])

    def board(self, shapes: list[GeoShape], stem: str) -> BattleMap:
        """The map."""
        palette = formats.load_palette("standard")
        board = BattleMap(self.grid, palette, stem.replace("_", " ").capitalize()[:LONGEST_NAME])
        board.scale = f"{self.hex / 1000:.4g} km"
        lon, lat = self.middle
        about = f"Lambert azimuthal equal-area projection about {lat:.4f} N, {lon:.4f} E (WGS84)"
        board.provenance = f"Made from {self.path.name}. {about}."
        drawn: dict[str, list[BaseGeometry]] = {}
        for one in shapes:
            if one.kind != "place":
                drawn.setdefault(one.kind, []).extend(self._placed(one.drawn))
        self._ground(board, drawn)
        sides = _Sides(self.grid)
        for kind in ("river", "creek"):
            lines = sorted(drawn.get(kind, []), key=lambda line: -line.length)
            for line in lines:
                for side in sides.course(line):
                    if any(board.terrain[h] != "water" for h in self.grid.side_hexes(side) if h != NOWHERE):
                        board.hexsides.setdefault(side, {}).setdefault(kind, NOWHERE)
        for kind in ("road", "trail", "rail"):
            for line in drawn.get(kind, []):
                self._road(board, kind, line)
        self._places(board, [one for one in shapes if one.kind == "place"])
        return board

    def _placed(self, drawn: BaseGeometry) -> Iterator[BaseGeometry]:
        """The parts of a geometry on paper, as far as they are on the map."""
        west, south, east, north = self.box
        slack = 0.02 * max(east - west, north - south)
        whole = drawn if drawn.is_valid else shapely.make_valid(drawn)
        part = shapely.clip_by_rect(whole, west - slack, south - slack, east + slack, north + slack)
        for one in shapely.get_parts(part):
            placed = shapely.transform(one, self.paper)
            if not placed.is_empty:
                yield placed if placed.is_valid else shapely.make_valid(placed)

    def _ground(self, board: BattleMap, drawn: Mapping[str, list[BaseGeometry]]) -> None:
        hexes = shapely.polygons([self.grid.outline(h) for h in range(self.grid.size)])
        water = self._shares(hexes, drawn.get(SEA, []))
        if drawn.get(LAND):
            water = np.maximum(water, 1 - self._shares(hexes, drawn[LAND]))
        for kind in ("forest", "swamp"):
            for h in np.flatnonzero(self._shares(hexes, drawn.get(kind, [])) >= 0.5):
                board.terrain[int(h)] = kind
        for h in np.flatnonzero(water >= self.options.water):
            board.terrain[int(h)] = "water"

    @staticmethod
    def _shares(hexes: NDArray[np.object_], areas: list[BaseGeometry]) -> Floats:
        """The share of each hex that lies within some areas."""
        found = np.zeros(len(hexes))
        if areas:
            whole = shapely.get_parts(shapely.union_all(areas))
            tree = shapely.STRtree(whole)
            inside, other = tree.query(hexes, predicate="within"), tree.query(hexes, predicate="intersects")
            np.add.at(found, other[0], shapely.area(shapely.intersection(hexes[other[0]], whole[other[1]])))
            found /= shapely.area(hexes[0])
            found[inside[0]] = 1.0
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

        def people(one: GeoShape) -> float:
            text = str(one.facts.get("population") or one.facts.get("POP_MAX") or one.facts.get("pop_max") or 0)
            return float(text) if text.replace(".", "", 1).isdigit() else 0.0

        crowded = 0
        for one in sorted(places, key=people, reverse=True):
            x, y = self.paper(shapely.get_coordinates(one.drawn))[0]
            h = self.grid.hex_at(float(x), float(y))
            if h == NOWHERE or any(label.at == h for label in board.labels):
                crowded += 1
                continue
            name = str(one.facts.get("name") or one.facts.get("NAME") or one.facts.get("Name"))
            size = "large" if people(one) >= 1e6 else "medium" if people(one) >= 1e5 else "small"
            board.labels.append(Label(name[:LONGEST_NAME], h, size, dy=0.6))
        if crowded:
            self.losses.append(loss("LOSS206", f"{counted(crowded, 'place')} beside a larger one, or off the map"))


class _Sides:
    """The hexsides of a grid as a graph of vertices."""

    def __init__(self, grid: Grid) -> None:
        self.sides = grid.all_sides()
        self.ends = [grid.side_ends(side) for side in self.sides]
        spots = np.array([[grid.paper(a), grid.paper(b)] for a, b in self.ends])
        self.middles = shapely.points(spots.mean(axis=1))
        self.spots = spots

    def course(self, line: BaseGeometry) -> list[int]:
        """The hexsides along which a river goes: the cheapest way between the vertices nearest to its ends. A hexside
        costs the more the further it is from the river, so the way never doubles back."""
        if line.geom_type != "LineString" or line.length < 0.6:
            return []
        far = shapely.distance(self.middles, line)
        near = np.flatnonzero(far < NEAR)
        if not len(near):
            return []
        around: dict[Lattice, list[tuple[Lattice, float, int]]] = {}
        for number in near:
            a, b = self.ends[number]
            cost = 1 + (3 * float(far[number])) ** 2
            around.setdefault(a, []).append((b, cost, self.sides[number]))
            around.setdefault(b, []).append((a, cost, self.sides[number]))
        coordinates = shapely.get_coordinates(line)
        start, goal = (self._vertex(near, coordinates[end]) for end in (0, -1))
        return _cheapest(around, start, goal)

    def _vertex(self, near: NDArray[np.intp], spot: Floats) -> Lattice:
        """The vertex among some hexsides that is nearest to a point."""
        apart = ((self.spots[near] - spot) ** 2).sum(axis=2)
        number, end = np.unravel_index(int(apart.argmin()), apart.shape)
        found: Lattice = self.ends[int(near[number])][int(end)]
        return found


def _cheapest(around: Mapping[Lattice, list[tuple[Lattice, float, int]]], start: Lattice, goal: Lattice) -> list[int]:
    """The hexsides of the cheapest way between two vertices; none where there is no way."""
    cost, came = {start: 0.0}, dict[Lattice, tuple[Lattice, int]]()
    waiting = [(0.0, start)]
    while waiting:
        so_far, here = heappop(waiting)
        if here == goal:
            break
        if so_far > cost[here]:
            continue
        for there, more, side in around[here]:
            total = so_far + more
            if total < cost.get(there, float("inf")):
                cost[there], came[there] = total, (here, side)
                heappush(waiting, (total, there))
    found = []
    while goal in came:
        goal, side = came[goal]
        found.append(side)
    return found[::-1]
