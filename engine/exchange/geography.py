"""GeoJSON, TopoJSON, shapefiles, KML and GPX: coasts, lakes, rivers, roads, places and countries become a map of hexes.

A hex is land or water by the share of its area. Rivers follow the cheapest way along hexsides; roads go from hex to
hex. The map keeps where it lies, so that further files fit.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import shapely
from pydantic import Field
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from engine import formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.exchange import placemarks, shapefiles
from engine.exchange.bounded import bytes_of
from engine.exchange.dateline import cut
from engine.exchange.geodata import UNPLACED, Degrees, GeoData
from engine.exchange.geomaps import LAKE, LAND, PLACE, SEA, GeoShape, MapMaker, PlaceOptions, Shares, name_of, place_for
from engine.exchange.losses import loss
from engine.exchange.matches import NOTHING, SHAPES, Matched, MatchingTable, Ours, guessed, parsed
from engine.exchange.projections import DEGREES, Floats, Projection, projection
from engine.exchange.rows import HEAD
from engine.exchange.source import Imported
from engine.hexes.board.battlemap import BattleMap
from engine.pauses import pause
from engine.plural import counted
from engine.spelling import folded

MOST_BYTES: Final = 96_000_000
_SEAS: Final = ("ocean", "sea", "bay")
_LAKES: Final = ("lake", "reservoir", "water", "riverbank", "alkaline lake", "pond", "basin")
_LANDS: Final = ("land", "country", "countrie", "admin-0 country", "admin-0 sovereignty", "island", "continent")
_REGIONS: Final = (
    "country",
    "countrie",
    "admin-0 country",
    "admin-0 sovereignty",
    "admin-1 states provinces",
    "administrative",
)
MANY: Final = ("GeometryCollection", "MultiPoint")
"""Geometries whose parts are shapes of their own."""
_GROUNDS: Final = {"forest": "forest", "wood": "forest", "wetland": "swamp", "marsh": "swamp", "swamp": "swamp"}
_MAIN_ROADS: Final = ("motorway", "trunk", "primary", "major highway", "beltway")
_ROADS: Final = (*_MAIN_ROADS, "secondary", "tertiary", "road", "secondary highway")
_SMALL: Final = 9
"""The rank of Natural Earth from which on a river is a creek."""
GEOMETRIES: Final = tuple(many + one for many in ("", "Multi") for one in ("Point", "LineString", "Polygon"))
RECORD: Final = "\x1e"
"""What begins each line of a sequence of GeoJSON (RFC 8142), where it begins with anything."""
MOST_LINES: Final = 3000
"""Outlines that are kept for a preview."""


class GeographyReading(PlaceOptions):
    """How geography becomes a map."""

    bounds: str = Field("", description="part to take: west,south,east,north in degrees; all of it if empty")
    water: float = Field(0.5, ge=0.05, le=0.95, description="share of sea from which on a hex is water")
    lakes: float = Field(0.5, ge=0.05, le=0.95, description="share of lakes from which on a hex is water")
    roads: Literal["all", "main", "none"] = Field("all", description="roads to take: all, main roads, or none")
    shapes: str = Field("", description="what shapes become, as NAME=KIND with commas between")


def choices_of(palette: Palette) -> tuple[Ours, ...]:
    """What shapes can become: water and land, terrain, hexsides without a high side, paths, and names of places."""
    found = [Ours(SEA, "Sea"), Ours(LAKE, "Lake"), Ours(LAND, "Land"), Ours(PLACE, "Place name")]
    for kind in (*palette.terrain.values(), *palette.hexsides.values(), *palette.paths.values()):
        if not kind.directional and kind.key not in {one.key for one in found}:
            found.append(Ours(kind.key, kind.name, kind.colour))
    return tuple(found)


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is GeoJSON or TopoJSON."""
    text = head.decode(json.detect_encoding(head), "replace").lstrip()
    plain = "".join(text.split())
    if text[:1] not in ("{", RECORD):
        return False
    if any(f'"type":"{kind}"' in plain for kind in ("FeatureCollection", "Feature", "GeometryCollection", "Topology")):
        return True
    return '"coordinates":[' in plain and any(f'"type":"{kind}"' in plain for kind in GEOMETRIES)


def read(path: Path, options: GeographyReading, stem: str) -> Imported:
    """A map of the shapes of a file. Raises HexwrightError, with file and place."""
    known = _ReadShapes(path, options, formats.load_palette("standard"))
    box = _bounds(options.bounds, known.every, path)
    place, grid = place_for(box, options.size, path, options.rotation, options.crs)
    maker = MapMaker.at(place, grid)
    about = f"Made from {path.name}. Projection: {maker.place.crs}."
    board = maker.fresh(stem.replace("_", " ").capitalize(), about, options.unit)
    found = known.imported(maker, board)
    west, south, east, north = map(float, shapely.total_bounds(known.every))
    found.data = GeoData(outlines(known.every), (west, south, east, north), box, options.rotation, options.crs)
    return found


def outlines(shapes: list[BaseGeometry]) -> tuple[tuple[Degrees, ...], ...]:
    """The lines of shapes with few points; small shapes are left out."""
    west, south, east, north = shapely.total_bounds(shapes)
    fine = max(east - west, north - south) / 400
    found: list[tuple[Degrees, ...]] = []
    parts = shapely.get_parts(shapely.simplify(np.array(shapes, dtype=object), fine, preserve_topology=False))
    for part in parts:
        for line in shapely.get_rings(part) if part.geom_type == "Polygon" else [part]:
            points = shapely.get_coordinates(line)
            if len(points) > 1:
                found.append(tuple((float(x), float(y)) for x, y in points))
            if len(found) >= MOST_LINES:
                return tuple(found)
    return tuple(found)


def onto(path: Path, options: GeographyReading, stem: str, board: BattleMap) -> Imported:
    """The shapes of a file in the hexes of an open map that says where it lies. Raises HexwrightError."""
    maker = MapMaker.on(board)
    known = _ReadShapes(path, options, board.palette)
    made = BattleMap(board.grid, board.palette, board.name)
    return known.imported(maker, made)


class _ReadShapes:
    """The shapes of a file, each with what it is."""

    def __init__(self, path: Path, options: GeographyReading, palette: Palette) -> None:
        self.path, self.options = path, options
        self.choices = choices_of(palette)
        said = parsed(options.shapes, SHAPES, self.choices)
        self.shapes: list[GeoShape] = []
        self.every: list[BaseGeometry] = []
        found: dict[tuple[str, str], list[str]] = {}
        self.strange: Counter[str] = Counter()
        for drawn, facts in shapes_in(path, self.strange):
            pause()
            self.every.append(drawn)
            name, guess = _classed(drawn, facts, options.roads)
            key, by = (said[folded(name)], "you") if folded(name) in said else (guess, "name" if guess else "")
            if not key:
                key, by = guessed(name.rpartition("=")[2], self.choices, {})
                # A name alone does not make a terrain of a line, or a road of an area.
                key, by = (key, by) if key and _fits(key, drawn, palette) else ("", "")
            found.setdefault((name, key), []).append(by)
            if key and key != NOTHING:
                region = drawn.geom_type in ("Polygon", "MultiPolygon") and bool(name_of(facts)) and _is_region(facts)
                self.shapes.append(GeoShape(key, drawn, facts, region))
            elif not key:
                self.strange[drawn.geom_type] += 1
        self.unplaced = self.strange.pop(UNPLACED, 0)
        if not found:
            others = [f"{times} x {kind}" for kind, times in self.strange.most_common()]
            others += [f"{self.unplaced} without sound coordinates"] if self.unplaced else []
            raise HexwrightError(
                f"{path}: it has no shapes" + (f" of a known kind ({', '.join(others)})" if others else "")
            )
        matches = [Matched(name, len(by), key, by[0]) for (name, key), by in found.items()]
        self.count = sum(one.count for one in matches)
        matches.sort(key=lambda one: (bool(one.ours), -one.count, one.name))
        self.table = MatchingTable(SHAPES, tuple(matches), self.choices, ("shape", "shapes"))

    def imported(self, maker: MapMaker, board: BattleMap) -> Imported:
        """The map with all shapes on it."""
        if self.strange:
            said = ", ".join(f"{times} x {kind}" for kind, times in self.strange.most_common())
            maker.losses.append(loss("LOSS206", f"shapes of no known kind: {said}"))
        if self.unplaced:
            maker.losses.append(loss("LOSS220", counted(self.unplaced, "shape")))
        maker.where = str(self.path)
        maker.fill(board, self.shapes, Shares(self.options.water, self.options.lakes))
        grid = board.grid
        size = f"{grid.columns} x {grid.rows} hexes of {maker.hex / 1000:.4g} km"
        about = f"geography: {counted(self.count, 'shape')}, {size}"
        return Imported(board, about, losses=maker.losses, tables=[self.table])


def _fits(key: str, drawn: BaseGeometry, palette: Palette) -> bool:
    """Whether a geometry can become what was found."""
    if drawn.geom_type in ("Polygon", "MultiPolygon"):
        return key in (SEA, LAKE, LAND) or key in palette.terrain
    if drawn.geom_type in ("LineString", "MultiLineString"):
        return key in palette.hexsides or key in palette.paths
    return key == PLACE


def shapes_in(path: Path, others: Counter[str]) -> Iterator[tuple[BaseGeometry, Mapping[str, Any]]]:
    """The sound geometries of a file in degrees, with their properties. ``others`` counts what is no geometry, and
    as `UNPLACED` what is not sound."""
    head = _head(path)
    if shapefiles.recognise(head, path):
        crs = shapefiles.crs_of(path)
        for drawn, row in shapefiles.shapes(path, others):
            yield from _in_degrees(drawn, row, crs, path)
        return
    crs, features = DEGREES, placemarks.shapes(path, others)
    if not placemarks.is_one(head, path):
        data = _opened(path)
        crs, features = _crs(data), _features(data, path)
    for geometry, facts in features:
        drawn_one = _sound(geometry)
        if drawn_one is not None:
            yield from _in_degrees(drawn_one, facts, crs, path)
        else:
            others[UNPLACED] += 1


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(HEAD)
    except OSError:
        # Reading it whole says why.
        return b""


def _sound(geometry: Any) -> BaseGeometry | None:
    """A geometry; None for one that is empty or not sound."""
    try:
        drawn = shapely.force_2d(_geometry(geometry)) if isinstance(geometry, dict) else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, shapely.errors.ShapelyError):
        return None
    if drawn is None or drawn.is_empty or not all(map(isfinite, drawn.bounds)):
        return None
    return drawn


def _geometry(one: dict[str, Any]) -> BaseGeometry:
    """A geometry of GeoJSON. Areas and lines, which may have very many points, are made of whole arrays."""
    kind, held = one.get("type"), one.get("coordinates")
    if kind == "Polygon":
        return _polygon(held)
    if kind == "MultiPolygon" and isinstance(held, list) and held:
        return shapely.MultiPolygon([_polygon(rings) for rings in held])
    if kind == "LineString":
        return shapely.LineString(_points(held))
    return shape(one)


def _polygon(rings: Any) -> shapely.Polygon:
    outer, *holes = (_points(ring) for ring in rings)
    return shapely.Polygon(outer, holes)


def _points(held: Any) -> Floats:
    return held if isinstance(held, np.ndarray) else np.array([point[:2] for point in held], dtype=float)


def _in_degrees(
    drawn: BaseGeometry, facts: Mapping[str, Any], crs: str, path: Path
) -> Iterator[tuple[BaseGeometry, Mapping[str, Any]]]:
    """A geometry of a projection in degrees; nothing for one that is not on the globe."""
    drawn = shapely.force_2d(drawn)
    if crs != DEGREES:
        drawn = shapely.transform(drawn, _known_projection(crs, path).inverse)
    waiting = [drawn]
    while waiting:
        one = waiting.pop()
        if one.geom_type in MANY:
            waiting += shapely.get_parts(one)[::-1].tolist()
        elif not one.is_empty and all(map(isfinite, one.bounds)):
            yield cut(one), facts


def _known_projection(crs: str, path: Path) -> Projection:
    try:
        return projection(crs)
    except HexwrightError as error:
        raise HexwrightError(f"{path}: {error}") from None


def _crs(data: dict[str, Any]) -> str:
    """The projection that the old version of GeoJSON names; degrees where it names none."""
    named = json.dumps(data.get("crs")) if data.get("crs") else ""
    if not named or "CRS84" in named or "4326" in named:
        return DEGREES
    code = re.search(r"EPSG:+(?:[\d.]*:)?(\d{4,6})", named)
    return f"EPSG:{code[1]}" if code is not None else named


def _is_region(facts: Mapping[str, Any]) -> bool:
    return bool(_words(facts) & set(_REGIONS))


def _words(facts: Mapping[str, Any]) -> set[str]:
    """The words that say what a shape is."""
    words = {str(value).lower() for key, value in facts.items() if key.lower() in _NAMES and value is not None}
    return words | {f"{key.lower()}" for key in facts if key.lower() in ("waterway", "railway", "highway", "place")}


def _classed(drawn: BaseGeometry, facts: Mapping[str, Any], roads: str) -> tuple[str, str]:
    """What a shape calls itself, and the kind that it is known for; that is empty where it is not known."""
    given = next(
        ((key, value) for wanted in _NAMES for key, value in facts.items() if key.lower() == wanted and value), None
    )
    name = f"{given[0].lower()}={given[1]}"[:60] if given is not None else drawn.geom_type
    words = _words(facts)
    if drawn.geom_type in ("Polygon", "MultiPolygon"):
        ground = next((kind for word, kind in _GROUNDS.items() if word in words), "")
        land = LAND if not facts or words & set(_LANDS) else ""
        return name, SEA if words & set(_SEAS) else LAKE if words & set(_LAKES) else ground or land
    if drawn.geom_type in ("LineString", "MultiLineString"):
        kind = _line_kind(words)
        rank = next((facts[key] for key in ("scalerank", "SCALERANK") if key in facts), 0)
        if kind == "river" and isinstance(rank, int | float) and rank >= _SMALL:
            return f"{name} (small)", "creek"
        if kind in ("road", "trail") and (roads == "none" or (roads == "main" and not words & set(_MAIN_ROADS))):
            return name, NOTHING
        return name, kind
    named = drawn.geom_type == "Point" and bool(name_of(facts))
    return name, PLACE if named else ""


def _opened(path: Path) -> dict[str, Any]:
    raw = bytes_of(path, MOST_BYTES)
    encoding = json.detect_encoding(raw)
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise HexwrightError(f"{path}, line {line}: its text is not UTF-8; save it as UTF-8") from None
    try:
        data = _sequence(text, path) or json.loads(text)
    except HexwrightError:
        raise
    except (ValueError, RecursionError) as error:
        place = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        deep = "; it is nested too deep" if isinstance(error, RecursionError) else ""
        raise HexwrightError(f"{path}{place}: it is not sound JSON{deep}") from None
    if not isinstance(data, dict):
        raise HexwrightError(f"{path}: it is not GeoJSON")
    return data


def _sequence(text: str, path: Path) -> dict[str, Any] | None:
    """GeoJSON a line: each line is a feature or geometry. None where the first line is not one by itself. Raises
    HexwrightError for a later line that is none."""
    begin = len(text) - len(text.lstrip())
    end = text.find("\n", begin)
    if end < 0 or not text[end:].strip():
        return None
    try:
        json.loads(text[begin:end].strip(RECORD))
    except ValueError:
        return None
    features = []
    for number, line in enumerate(text.split("\n"), 1):
        if one := line.strip(f"{RECORD} \t\r"):
            try:
                features.append(json.loads(one))
            except ValueError:
                raise HexwrightError(f"{path}, line {number}: it is not sound JSON") from None
    return {"type": "FeatureCollection", "features": features}


def _features(data: dict[str, Any], path: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Geometries with their properties; those of collections within collections too."""
    if data.get("type") == "Topology":
        yield from _of_topology(data, path)
        return
    waiting: list[Any] = [data]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict):
            yield None, {}
        elif one.get("type") == "FeatureCollection":
            listed = one.get("features")
            waiting += reversed(listed) if isinstance(listed, list) else []
        else:
            facts = one.get("properties")
            geometry = one.get("geometry") if one.get("type") == "Feature" else one
            yield geometry, facts if isinstance(facts, dict) else {}


def _of_topology(data: dict[str, Any], path: Path) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """The geometries of TopoJSON: arcs are stored once, by differences, and backwards where their number is below 0."""
    try:
        transform = data.get("transform") or {"scale": [1, 1], "translate": [0, 0]}
        scale, move = np.array(transform["scale"], dtype=float), np.array(transform["translate"], dtype=float)
        arcs = [np.array([point[:2] for point in arc], dtype=float).reshape(-1, 2) for arc in data["arcs"]]
        if "transform" in data:
            arcs = [np.cumsum(arc, axis=0) * scale + move for arc in arcs]

        def line(numbers: list[int]) -> Floats:
            parts = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers]
            return np.concatenate([part[1 if number else 0 :] for number, part in enumerate(parts)])

        def drawn(one: dict[str, Any]) -> Any:
            kind, numbers = one.get("type"), one.get("arcs")
            if kind == "LineString":
                return {"type": kind, "coordinates": line(numbers or [])}
            if kind in ("Polygon", "MultiLineString"):
                return {"type": kind, "coordinates": [line(ring) for ring in numbers or []]}
            if kind == "MultiPolygon":
                return {"type": kind, "coordinates": [[line(ring) for ring in part] for part in numbers or []]}
            if kind in ("Point", "MultiPoint"):
                return {"type": kind, "coordinates": (np.array(one["coordinates"]) * scale + move).tolist()}
            return None

        for name, held in data["objects"].items():
            for one in _members(held):
                yield drawn(one), {"featurecla": name.rstrip("s"), **(one.get("properties") or {})}
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise HexwrightError(f"{path}: its arcs or objects are not sound TopoJSON") from None


def _members(held: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """The geometries of an object of TopoJSON, those in collections too."""
    waiting = [held or {"type": "GeometryCollection"}]
    while waiting:
        one = waiting.pop()
        if one.get("type") == "GeometryCollection":
            waiting += reversed(one.get("geometries") or [])
        else:
            yield one


_NAMES: Final = (
    *(
        "featurecla",
        "natural",
        "landuse",
        "waterway",
        "highway",
        "railway",
        "place",
        "class",
        "kind",
        "type",
        "boundary",
    ),
)
"""Properties that say what a shape is, by how much they say."""


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


def _bounds(text: str, shapes: list[BaseGeometry], path: Path) -> tuple[float, float, float, float]:
    if text:
        try:
            west, south, east, north = (float(part) for part in text.split(","))
        except ValueError:
            raise HexwrightError(f"option bounds: {text[:60]!r} is not west,south,east,north") from None
    else:
        west, south, east, north = (float(edge) for edge in shapely.total_bounds(shapes))
    if west > east and text:
        # Across the 180th meridian.
        east += 360
    if not (-180 <= west < east <= 540 and (east <= 180 or west <= 180) and -90 <= south < north <= 90):
        said = f"{west:g}, {south:g}, {east:g}, {north:g}"
        if not text and -180 <= west <= east <= 180 and -90 <= south <= north <= 90:
            raise HexwrightError(
                f"{path}: its shapes have no extent ({said}); say what the map shows, with bounds=west,south,east,north"
            )
        raise HexwrightError(
            f"{path}: its extent is not in degrees, or is empty: {said}. A shapefile says its projection in the .prj"
            " beside it, GeoJSON in crs"
        )
    if east - west > 120 or north - south > 90:
        raise HexwrightError(f"{path}: it spans too much for one map; choose a part with bounds=west,south,east,north")
    return west, south, east, north
