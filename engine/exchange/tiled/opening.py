"""Files of Tiled, opened: TMX or TMJ, external tile sets beside them, cells unpacked within bounds."""

from __future__ import annotations

import base64
import binascii
import importlib
import json
import os
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.bounded import bytes_of
from engine.exchange.tiled.xml import from_tmx
from engine.exchange.trees import read_tree
from engine.pauses import with_pauses

Data = dict[str, Any]
MOST_BYTES: Final = 96_000_000
MOST_CELLS: Final = 1_000_000
HEAD: Final = 200
"""Bytes of the beginning that tell XML from JSON."""
FLAGS: Final = 0xF0000000
"""The bits of a tile's number that turn and flip it."""
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
"""How text in UTF-16 begins."""
_MAP: Final = re.compile(rb"<map\b[^>]*\b(tiledversion|orientation|tilewidth)=")


def recognise_tmx(head: bytes, path: Path) -> bool:
    """Whether a file is a map of Tiled in XML."""
    plain = head.replace(b"\0", b"") if head.startswith(_WIDE) else head
    return _MAP.search(plain) is not None and _is_xml(plain)


def _is_xml(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe \0\r\n\t")[:1] == b"<"


def recognise_tmj(head: bytes, path: Path) -> bool:
    """Whether a file is a map of Tiled in JSON, wherever in it Tiled says so."""
    if head.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] != b"{":
        return False
    marks = (b'"tiledversion"', b'"tilewidth"', b'"hexsidelength"')
    if any(mark in head for mark in marks):
        return True
    try:
        with open(path, "rb") as stream:
            stream.seek(max(0, os.fstat(stream.fileno()).st_size - 4096))
            tail = stream.read(4096)
    except OSError:
        return False
    return any(mark in tail for mark in marks)


def open_map(path: Path) -> Data:
    """The plain data of a map, with its external tile sets, and under ``missing`` the names of those that are missing
    or outside its folder. Raises HexwrightError, with file and place."""
    data = opened(path)
    if "layers" not in data or not isinstance(data.get("layers"), list):
        raise HexwrightError(f"{path}: this is not a map of Tiled, but a tile set or something else")
    tilesets = data.get("tilesets")
    missing: dict[str, None] = {}
    listed = tilesets if isinstance(tilesets, list) else []
    data["tilesets"] = [whole_set(path, one, missing) for one in listed if isinstance(one, dict)]
    data["missing"] = list(missing)
    return data


def opened(path: Path) -> Data:
    """The plain data of a map, a tile set or a template. Raises HexwrightError, with file and place."""
    raw = bytes_of(path, MOST_BYTES)
    if _is_xml(raw[:HEAD]):
        try:
            return from_tmx(read_tree(raw, str(path)))
        except HexwrightError as error:
            said = str(error)
            raise HexwrightError(said if said.startswith(str(path)) else f"{path}, {said}") from None
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        line = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise HexwrightError(f"{path}{line}: it is not sound JSON") from None
    if not isinstance(data, dict):
        raise HexwrightError(f"{path}: it is not a map of Tiled")
    return data


def beside(path: Path, name: object) -> Path | None:
    """The file that a map names, where it is in the map's own folder or below it; else None."""
    if not isinstance(name, str) or not name or "\0" in name or Path(name).is_absolute():
        return None
    try:
        folder = path.parent.resolve()
        found = (folder / name.replace("\\", "/")).resolve()
        return found if found.is_relative_to(folder) and found.is_file() else None
    except (OSError, ValueError):
        return None


def whole_set(path: Path, tileset: Data, missing: dict[str, None]) -> Data:
    """A tile set with the contents of its own file, where it has one. ``missing`` gets the name of a file that is not
    there, or that lies outside the folder. Raises HexwrightError for one that is broken."""
    if "source" not in tileset:
        return tileset
    file = beside(path, tileset["source"])
    if file is None:
        missing[str(tileset["source"])[:200]] = None
        return tileset
    found = opened(file)
    # Pictures of a tile set are named from its own folder.
    folder = file.parent.relative_to(path.parent.resolve()).as_posix()
    return {**_moved(found, folder), "firstgid": tileset.get("firstgid", 1), "name": found.get("name", "")}


def _moved(tileset: Data, folder: str) -> Data:
    """A tile set whose pictures are named from another folder."""
    if folder == ".":
        return tileset
    tiles = tileset.get("tiles")
    found = dict(tileset)
    if isinstance(tileset.get("image"), str):
        found["image"] = f"{folder}/{tileset['image']}"
    if isinstance(tiles, list):
        found["tiles"] = [
            {**tile, "image": f"{folder}/{tile['image']}"}
            if isinstance(tile, dict) and isinstance(tile.get("image"), str)
            else tile
            for tile in tiles
        ]
    return found


def cells(layer: Data, path: Path) -> Iterator[tuple[int, int, int]]:
    """The tiles of a layer: column, row and number with its flags; tiles that are empty are left out. Raises
    HexwrightError for data that cannot be unpacked, or of the wrong size."""
    name = str(layer.get("name", ""))[:60]
    where = f"{path}, layer {name!r}"
    parts = layer.get("chunks") or [layer]
    total = 0
    for part in parts if isinstance(parts, list) else []:
        if not isinstance(part, dict):
            raise HexwrightError(f"{where}: a chunk is not sound")
        wide, high = whole(part.get("width")), whole(part.get("height"))
        total += max(0, wide) * max(0, high)
        if wide < 1 or high < 1 or total > MOST_CELLS:
            raise HexwrightError(f"{where}: it has no size, or more than {MOST_CELLS:,} tiles")
        left, top = (whole(part.get("x")), whole(part.get("y"))) if part is not layer else (0, 0)
        numbers = _numbers(part.get("data"), layer, wide * high, where)
        for place, number in enumerate(with_pauses(numbers)):
            if number:
                yield left + place % wide, top + place // wide, number


def _numbers(data: object, layer: Data, count: int, where: str) -> list[int]:
    if isinstance(data, list):
        if not all(isinstance(one, int) and 0 <= one < 1 << 32 for one in data):
            raise HexwrightError(f"{where}: a tile is not a whole number")
        found = data
    elif isinstance(data, str) and layer.get("encoding") == "base64":
        found = list(
            struct.unpack(f"<{count}I", _unpacked(data, str(layer.get("compression") or ""), 4 * count, where))
        )
    elif isinstance(data, str):
        try:
            found = [int(text) for text in data.split(",") if text.strip()] if len(data) < 14 * MOST_CELLS else []
        except ValueError:
            raise HexwrightError(f"{where}: a tile is not a whole number") from None
        if any(not 0 <= one < 1 << 32 for one in found):
            raise HexwrightError(f"{where}: a tile is not a whole number from 0 on")
    else:
        raise HexwrightError(f"{where}: it has no tiles")
    if len(found) != count:
        raise HexwrightError(f"{where}: it has {len(found):,} tiles, and should have {count:,}")
    return found


def _unpacked(text: str, how: str, size: int, where: str) -> bytes:
    """The bytes of packed tiles, no more than there should be."""
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
        if how in ("zlib", "gzip"):
            raw = zlib.decompressobj(31 if how == "gzip" else 15).decompress(raw, size + 1)
        elif how == "zstd":
            raw = _unpacked_zstd(raw, size, where)
        elif how:
            raise HexwrightError(f"{where}: tiles packed by {how[:20]!r} cannot be read; save them as CSV in Tiled")
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, HexwrightError):
            raise
        raise HexwrightError(f"{where}: its tiles cannot be unpacked") from None
    if len(raw) != size:
        raise HexwrightError(f"{where}: it unpacks to the wrong number of tiles")
    return raw


def _unpacked_zstd(raw: bytes, size: int, where: str) -> bytes:
    try:
        zstandard: Any = importlib.import_module("zstandard")
    except ImportError:
        message = "reading tiles packed by Zstandard needs the package zstandard; install it, or save as CSV in Tiled"
        raise HexwrightError(f"{where}: {message}") from None
    try:
        return bytes(zstandard.ZstdDecompressor().decompress(raw, max_output_size=size))
    except zstandard.ZstdError:
        raise HexwrightError(f"{where}: its tiles cannot be unpacked") from None


def whole(value: object) -> int:
    """A whole number; -1 for what is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31 else -1
