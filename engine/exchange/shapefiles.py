"""Shapefiles: the geometries of a ``.shp`` with the columns of the ``.dbf`` beside it."""

from __future__ import annotations

import codecs
import re
import struct
from collections import Counter
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
from engine.exchange.geodata import UNPLACED
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
_PATCHES: Final = 31
_CODES: Final = {
    **dict.fromkeys((0x01, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x15, 0x18, 0x19, 0x1B), "cp437"),
    **dict.fromkeys((0x02, 0x0A, 0x0E, 0x10, 0x12, 0x14, 0x16, 0x1A, 0x1D, 0x25, 0x37), "cp850"),
    **dict.fromkeys((0x1F, 0x22, 0x23, 0x40, 0x64, 0x87), "cp852"),
    **dict.fromkeys((0x08, 0x17, 0x66), "cp865"),
    **dict.fromkeys((0x26, 0x65), "cp866"),
    **dict.fromkeys((0x13, 0x7B), "cp932"),
    **dict.fromkeys((0x4D, 0x7A), "gbk"),
    **dict.fromkeys((0x4E, 0x79), "cp949"),
    **dict.fromkeys((0x4F, 0x78), "cp950"),
    **dict.fromkeys((0x50, 0x7C), "cp874"),
    **dict.fromkeys((0x6A, 0x86), "cp737"),
    **dict.fromkeys((0x6B, 0x88), "cp857"),
    0x04: "mac-roman",
    0x1C: "cp863",
    0x24: "cp860",
    0x67: "cp861",
    0x7D: "cp1255",
    0x7E: "cp1256",
    0xC8: "cp1250",
    0xC9: "cp1251",
    0xCA: "cp1254",
    0xCB: "cp1253",
    0xCC: "cp1257",
}
"""Encodings of tables by the number in their head. Western ones are left out: programs write that number always."""
Row = Mapping[str, Any]


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is the geometry of a shapefile."""
    return len(head) >= 36 and head[:4] == struct.pack(">i", _MARK) and head[28:32] == struct.pack("<i", 1000)


def crs_of(path: Path) -> str:
    """The projection of a shapefile, by the ``.prj`` beside it; degrees where there is none."""
    text = _beside(path, ".prj")
    return of_description(text.decode("latin-1")) if text else DEGREES


def shapes(path: Path, others: Counter[str]) -> Iterator[tuple[BaseGeometry, Row]]:
    """Geometries with their columns. ``others`` counts what is none. Raises HexwrightError, with file and place."""
    if path.suffix.lower() == ".shx":
        raise HexwrightError(f"{path}: it is the index of a shapefile; import the .shp file beside it")
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
        else:
            is_patch = struct.unpack_from("<i", data, at + 8)[0] == _PATCHES
            others["MultiPatch" if is_patch else UNPLACED] += 1
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
            x, y = struct.unpack_from("<2d", data, 4)
            # Some programs write an empty point as one that is very far away.
            return shapely.Point(x, y) if abs(x) < FARTHEST and abs(y) < FARTHEST else None
        if kind in _MANY:
            count = _counted(struct.unpack_from("<i", data, 36)[0], len(data) - 40, 16)
            points = np.frombuffer(data, "<f8", 2 * count, 40).reshape(-1, 2)
            points = points[(np.abs(points) < FARTHEST).all(axis=1)]
            return shapely.MultiPoint(points) if len(points) else None
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
    """Rings that run as the largest does are areas, the others are holes in them. They should run clockwise, but not
    all programs keep to it."""
    closed = [ring for ring in rings if len(ring) >= 4]
    if not closed:
        return None
    turns = [_turns(ring) for ring in closed]
    largest = max(turns, key=abs)
    outer = [ring for ring, turn in zip(closed, turns, strict=True) if turn * largest >= 0]
    holes = [ring for ring, turn in zip(closed, turns, strict=True) if turn * largest < 0]
    whole: BaseGeometry = shapely.MultiPolygon([shapely.Polygon(ring) for ring in outer])
    if holes:
        empty = shapely.union_all([made_valid(shapely.Polygon(ring), "a hole") for ring in holes])
        whole = shapely.difference(made_valid(whole, "an area"), empty)
    return whole


def _turns(ring: NDArray[np.float64]) -> float:
    """Twice the area of a ring, below 0 where it runs clockwise."""
    x, y = (ring - ring[0]).T
    return float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum())


def _table(path: Path) -> Iterator[Row]:
    """The rows of the table beside the geometry; none where there is none, or where it is broken."""
    data = _beside(path, ".dbf")
    if len(data) < 33:
        return
    count, start, size = struct.unpack_from("<IHH", data, 4)
    encoding = _encoding(path, data[29])
    fields, at, place = [], 32, 1
    while at + 32 <= min(start, len(data)) and data[at] != 0x0D:
        name = _text(data[at : at + 11].split(b"\0")[0], encoding)
        fields.append((name, chr(data[at + 11]), place, data[at + 16]))
        place += data[at + 16]
        at += 32
    for number in range(min(count, max(0, (len(data) - start) // max(1, size)))):
        row = data[start + number * size : start + (number + 1) * size]
        yield {name: _cell(row[a : a + wide], kind, encoding) for name, kind, a, wide in fields}


def _encoding(path: Path, number: int) -> str:
    """The encoding that the ``.cpg`` beside it names, or the head of the table by a number; UTF-8 without either."""
    named = _beside(path, ".cpg")[:40].decode("latin-1")
    word = re.sub("[^a-z0-9]", "", named.lower())
    page = re.fullmatch(r"(?:cp|ansi|oem|windows|ibm)?(\d{3,4})", word)
    latin = re.fullmatch(r"(?:iso)?8859(\d{1,2})", word)
    for one in (f"iso8859-{latin[1]}" if latin else "", f"cp{page[1]}" if page else "", word, named.strip()):
        try:
            b"a".decode(one)
            codecs.getincrementaldecoder(one)
            return one
        except (LookupError, ValueError):
            pass
    return _CODES.get(number, "utf-8")


def _text(data: bytes, encoding: str) -> str:
    """A text in an encoding, or in a western one. A field that is too short may cut a letter off: what is left of that
    is left out."""
    for one in (encoding, "cp1252"):
        try:
            return codecs.getincrementaldecoder(one)().decode(data).strip(" \0")
        except UnicodeError:
            continue
    return data.decode("latin-1").strip(" \0")


def _cell(data: bytes, kind: str, encoding: str) -> Any:
    text = _text(data, encoding)
    if kind in "NF":
        try:
            number = float(text)
        except ValueError:
            return None
        return int(number) if number.is_integer() and abs(number) < 1e15 else number
    return (text in ("T", "t", "Y", "y")) if kind == "L" else text or None
