"""Shapefiles: the geometries of a ``.shp`` with the columns of the ``.dbf`` beside it."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.errors import HexwrightError
from engine.exchange.bounded import bytes_of
from engine.exchange.projections import DEGREES, of_description
from engine.exchange.tangles import made_valid

MOST_BYTES: Final = 400_000_000
FARTHEST: Final = 1e9
"""Degrees or metres that no place on the globe has."""
_MARK: Final = 9994
_POINTS: Final = frozenset({1, 11, 21})
_MANY: Final = frozenset({8, 18, 28})
_LINES: Final = frozenset({3, 13, 23})
_AREAS: Final = frozenset({5, 15, 25})
Row = Mapping[str, Any]


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is the geometry of a shapefile."""
    return len(head) >= 36 and head[:4] == struct.pack(">i", _MARK) and head[28:32] == struct.pack("<i", 1000)


def crs_of(path: Path) -> str:
    """The projection of a shapefile, by the ``.prj`` beside it; degrees where there is none."""
    text = _beside(path, ".prj")
    return of_description(text.decode("latin-1")) if text else DEGREES


def shapes(path: Path) -> Iterator[tuple[BaseGeometry, Row]]:
    """Geometries with their columns. Raises HexwrightError, with file and place."""
    data = bytes_of(path, MOST_BYTES)
    if not recognise(data[:100], path):
        raise HexwrightError(f"{path}: it is not a sound shapefile")
    rows = _table(path)
    at, number = 100, 0
    while at + 8 <= len(data):
        number += 1
        length = struct.unpack_from(">i", data, at + 4)[0] * 2
        if length < 4 or at + 8 + length > len(data):
            raise HexwrightError(f"{path}: shape {number} is cut off")
        drawn = _geometry(data[at + 8 : at + 8 + length], path, number)
        row = next(rows, {})
        if drawn is not None:
            yield drawn, row
        at += 8 + length


def _beside(path: Path, ending: str) -> bytes:
    """The contents of a file beside the geometry; empty where there is none."""
    for one in (path.with_suffix(ending), path.with_suffix(ending.upper())):
        try:
            if one.is_file() and one.stat().st_size <= MOST_BYTES:
                return one.read_bytes()
        except OSError:
            continue
    return b""


def _geometry(data: bytes, path: Path, number: int) -> BaseGeometry | None:
    """One shape; None for an empty one, or one of a kind that maps have no use for."""
    kind = struct.unpack_from("<i", data)[0]
    try:
        if kind in _POINTS:
            return shapely.Point(*struct.unpack_from("<2d", data, 4))
        if kind in _MANY:
            count = _counted(struct.unpack_from("<i", data, 36)[0], len(data) - 40, 16)
            return shapely.MultiPoint(np.frombuffer(data, "<f8", 2 * count, 40).reshape(-1, 2))
        if kind in _LINES or kind in _AREAS:
            parts, count = struct.unpack_from("<2i", data, 36)
            _counted(parts, len(data) - 44, 4)
            _counted(count, len(data) - 44 - 4 * parts, 16)
            begins = [*np.frombuffer(data, "<i4", parts, 44).tolist(), count]
            points = np.frombuffer(data, "<f8", 2 * count, 44 + 4 * parts).reshape(-1, 2)
            if not (np.abs(points) < FARTHEST).all():
                raise ValueError
            runs = [points[a:b] for a, b in pairwise(begins) if 0 <= a < b <= count]
            return _areas(runs) if kind in _AREAS else shapely.MultiLineString([run for run in runs if len(run) > 1])
    except (struct.error, ValueError, shapely.errors.ShapelyError):
        raise HexwrightError(f"{path}: shape {number} is not sound") from None
    return None


def _counted(count: int, room: int, size: int) -> int:
    if not 0 <= count * size <= room:
        raise ValueError
    return count


def _areas(rings: list[NDArray[np.float64]]) -> BaseGeometry | None:
    """Rings that run clockwise are areas, the others are holes in them."""
    outer: list[NDArray[np.float64]] = []
    holes: list[NDArray[np.float64]] = []
    for ring in rings:
        if len(ring) < 4:
            continue
        x, y = ring[:, 0], ring[:, 1]
        turns = float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum())
        (outer if turns <= 0 else holes).append(ring)
    if not outer:
        outer, holes = holes, []
    if not outer:
        return None
    whole: BaseGeometry = shapely.MultiPolygon([shapely.Polygon(ring) for ring in outer])
    if holes:
        empty = shapely.union_all([made_valid(shapely.Polygon(ring), "a hole") for ring in holes])
        whole = shapely.difference(made_valid(whole, "an area"), empty)
    return whole


def _table(path: Path) -> Iterator[Row]:
    """The rows of the table beside the geometry; none where there is none, or where it is broken."""
    data = _beside(path, ".dbf")
    if len(data) < 33:
        return
    count, start, size = struct.unpack_from("<IHH", data, 4)
    fields, at, place = [], 32, 1
    while at + 32 <= min(start, len(data)) and data[at] != 0x0D:
        name = data[at : at + 11].split(b"\0")[0].decode("latin-1").strip()
        fields.append((name, chr(data[at + 11]), place, data[at + 16]))
        place += data[at + 16]
        at += 32
    encoding = _encoding(path)
    for number in range(min(count, max(0, (len(data) - start) // max(1, size)))):
        row = data[start + number * size : start + (number + 1) * size]
        yield {name: _cell(row[a : a + wide], kind, encoding) for name, kind, a, wide in fields}


def _encoding(path: Path) -> str:
    """The encoding that the ``.cpg`` beside it names; UTF-8 where there is none."""
    named = _beside(path, ".cpg")[:40].decode("latin-1").strip().lower()
    if "1252" in named:
        return "cp1252"
    return "latin-1" if "8859" in named else "utf-8"


def _cell(data: bytes, kind: str, encoding: str) -> Any:
    try:
        text = data.decode(encoding).strip(" \0")
    except UnicodeDecodeError:
        text = data.decode("latin-1").strip(" \0")
    if kind in "NF":
        try:
            number = float(text)
        except ValueError:
            return None
        return int(number) if number.is_integer() and abs(number) < 1e15 else number
    return (text in ("T", "t", "Y", "y")) if kind == "L" else text or None
