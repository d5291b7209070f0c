"""Height grids in TIFF files. Tags are read here, and heights that are not packed or packed by deflate; Pillow unpacks
the rest."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.boards.affine import Affine
from engine.errors import HexwrightError
from engine.exchange.bounded import TIFF_HEADS
from engine.pauses import pause

MOST_CELLS: Final = 30_000_000
HIGHEST_METRES: Final = 32_767
"""Heights farther from 0 are marks of places without a height, in metres as in feet."""
USUAL_NO_DATA: Final = -9999.0
"""The height of places without one, where a file does not say it."""
FOOT: Final = 0.3048
_MOST_TAGS: Final = 500
_MOST_VALUES: Final = 20_000
"""The most values of a tag that does not list strips or tiles."""
_MOST_STRIPS: Final = 500_000
_TYPES: Final = {1: "B", 2: "s", 3: "H", 4: "I", 5: "2I", 8: "h", 9: "i", 11: "f", 12: "d", 16: "Q"}
_WIDTH, _HEIGHT, _BITS, _PACKING, _COLOURS, _STRIPS = 256, 257, 258, 259, 262, 273
_BANDS, _ROWS, _LENGTHS = 277, 278, 279
_PREDICTOR, _TILE_WIDTH, _TILE_HEIGHT, _TILES, _TILE_LENGTHS, _FORMAT = 317, 322, 323, 324, 325, 339
_LISTS: Final = (_STRIPS, _LENGTHS, _TILES, _TILE_LENGTHS)
_SCALE, _TIE, _MATRIX, _KEYS, _NODATA = 33550, 33922, 34264, 34735, 42113
_GEO_MODEL, _GEO_RASTER, _GEO_CODE, _GEO_UNIT, _GEO_HEIGHT_UNIT = 1024, 1025, 3072, 3076, 4099
_PROJECTED, _POINT, _FEET = 1, 2, (9002, 9003)
_USER_DEFINED: Final = 32767
_PACKINGS: Final = {1: "nothing", 5: "LZW", 7: "JPEG", 8: "deflate", 32773: "PackBits", 32946: "deflate"}
_OWN_PACKINGS: Final = (1, 8, 32946)
_STRAIGHT: Final = 1e-6
"""The share of a cell by which its edges may lean."""
_ORDER: Final = 0
"""Under this number, which no tag has, is the order of bytes: ``<`` or ``>``."""
Tags = Mapping[int, Any]


class TiffHeights(NamedTuple):
    """The heights of a TIFF, turned so that rows run from north to south."""

    values: NDArray[np.float64]
    """In metres; NaN where there is none."""
    west: float
    north: float
    across: float
    """Size of a cell."""
    down: float
    epsg: int
    """The code of the projection; 0 where none is given."""
    projected: bool
    """Whether places are in a projection, and not in degrees."""
    told: bool
    """Whether the file says which of the two."""


def is_tiff(head: bytes) -> bool:
    """Whether a file begins as a TIFF, or as a BigTIFF."""
    return head.startswith(TIFF_HEADS)


def is_on_globe(path: Path) -> bool:
    """Whether a TIFF says where it lies, by itself or in a world file beside it."""
    tags = _tags(path)
    return bool(tags) and (not tags.keys().isdisjoint((_SCALE, _TIE, _MATRIX)) or _world_file(path) is not None)


def heights_of(path: Path) -> TiffHeights:
    """The heights of a TIFF. Raises HexwrightError, with the file and what to do."""
    tags = _tags(path)
    wide, high = (_whole(tags, tag, 0) for tag in (_WIDTH, _HEIGHT))
    if wide < 1 or high < 1:
        raise HexwrightError(f"Could not read {path}: it is broken or cut off")
    if wide * high > MOST_CELLS:
        raise HexwrightError(f"{path}: it has {wide * high:,} heights; {MOST_CELLS:,} are allowed")
    if _whole(tags, _BANDS, 1) != 1 or _whole(tags, _COLOURS, 1) not in (0, 1):
        raise HexwrightError(f"{path}: it is a picture in colours, or has several bands; save one band of heights")
    kinds = _geo_keys(tags)
    place = _place(tags, path)
    if kinds.get(_GEO_RASTER) == _POINT:
        a, b, c, d, e, f = place
        place = a, b, c, d, e - (a + c) / 2, f - (b + d) / 2
    values = _known(_heights(path, tags), tags)
    values, (west, north, across, down) = _north_up(values, place, path)
    if kinds.get(_GEO_HEIGHT_UNIT) in _FEET:
        values = values * FOOT
    code = kinds.get(_GEO_CODE, 0)
    code = code if 1024 <= code < _USER_DEFINED else 0
    projected = kinds.get(_GEO_MODEL, 2) == _PROJECTED
    if projected and not code and kinds.get(_GEO_UNIT) in _FEET:
        west, north, across, down = (size * FOOT for size in (west, north, across, down))
    return TiffHeights(values, west, north, across, down, code, projected, _GEO_MODEL in kinds)


# -- tags -----------------------------------------------------------------------------------------------------------


def _tags(path: Path) -> Tags:
    """The tags of the first picture of a file, by their numbers; none where it cannot be read."""
    try:
        with path.open("rb") as stream:
            head = stream.read(16)
            if not is_tiff(head):
                return {}
            order, big = "<" if head[:2] == b"II" else ">", head[2:4] in (b"+\0", b"\0+")
            (start,) = struct.unpack_from(order + "Q", head, 8) if big else struct.unpack_from(order + "I", head, 4)
            stream.seek(start)
            (count,) = struct.unpack(order + ("Q" if big else "H"), stream.read(8 if big else 2))
            entries = stream.read((20 if big else 12) * min(count, _MOST_TAGS))
            found: dict[int, Any] = {_ORDER: order}
            for at in range(0, len(entries), 20 if big else 12):
                tag, kind, many = struct.unpack_from(order + ("HHQ" if big else "HHI"), entries, at)
                letters = _TYPES.get(kind)
                most = _MOST_STRIPS if tag in _LISTS else _MOST_VALUES
                if letters is None or many > most or tag in found:
                    continue
                form = f"{order}{many}s" if letters == "s" else order + letters * many
                size = struct.calcsize(form)
                raw = entries[at + (12 if big else 8) : at + (20 if big else 12)]
                if size > len(raw):
                    stream.seek(struct.unpack(order + ("Q" if big else "I"), raw)[0])
                    raw = stream.read(size)
                found[tag] = struct.unpack_from(form, raw)
            return found
    except (OSError, ValueError, OverflowError, struct.error, MemoryError):
        return {}


def _whole(tags: Tags, tag: int, usual: int) -> int:
    """The first value of a tag."""
    given = tags.get(tag)
    return int(given[0]) if given and isinstance(given[0], int) else usual


def _geo_keys(tags: Tags) -> dict[int, int]:
    """The keys of a GeoTIFF that have a number as their value."""
    keys = tags.get(_KEYS, ())
    return {keys[at]: keys[at + 3] for at in range(4, len(keys) - 3, 4) if keys[at + 1] == 0}


# -- place ----------------------------------------------------------------------------------------------------------


def _place(tags: Tags, path: Path) -> Affine:
    """From columns and rows, counted from the upper left corner, to places. Raises HexwrightError."""
    scale, ties, matrix = (tags.get(tag, ()) for tag in (_SCALE, _TIE, _MATRIX))
    found: Affine | None
    if len(matrix) >= 8:
        found = matrix[0], matrix[4], matrix[1], matrix[5], matrix[3], matrix[7]
    elif len(scale) >= 2 and len(ties) >= 6:
        across, down = scale[:2]
        found = across, 0.0, 0.0, -down, ties[3] - ties[0] * across, ties[4] + ties[1] * down
    elif len(ties) >= 18:
        found = _tied(ties, path)
    else:
        found = _world_file(path)
    if found is None:
        raise HexwrightError(
            f"{path}: it does not say where it lies; a GeoTIFF has scale and tie points, or a .tfw file beside it"
        )
    if not all(map(isfinite, found)) or not 0 < abs(found[0] * found[3] - found[1] * found[2]) < 1e14:
        raise HexwrightError(f"{path}: its cells have no size")
    return found


def _tied(ties: tuple[float, ...], path: Path) -> Affine:
    """The place by three tie points or more. Raises HexwrightError where they do not lie on a grid."""
    points = np.array(ties[: len(ties) // 6 * 6], dtype=float).reshape(-1, 6)
    cells = np.column_stack([points[:, :2], np.ones(len(points))])
    solved = np.linalg.lstsq(cells, points[:, 3:5], rcond=None)[0]
    size = float(np.abs(solved[:2]).max())
    if not float(np.abs(cells @ solved - points[:, 3:5]).max()) < size / 2:
        raise HexwrightError(f"{path}: its tie points bend the grid; save it with north up and without them")
    (a, b), (c, d), (e, f) = solved.tolist()
    return a, b, c, d, e, f


def _world_file(path: Path) -> Affine | None:
    """The place by the six lines of a world file, which tells the middle of the first cell; None without one."""
    for ending in (".tfw", ".TFW", ".tifw", ".wld"):
        try:
            words = path.with_suffix(ending).read_text(encoding="latin-1")[:2000].split()
            a, b, c, d, e, f = (float(word) for word in words)
        except (OSError, ValueError):
            continue
        return a, b, c, d, e - (a + c) / 2, f - (b + d) / 2
    return None


def _north_up(
    values: NDArray[np.float64], place: Affine, path: Path
) -> tuple[NDArray[np.float64], tuple[float, float, float, float]]:
    """The heights with rows from north to south, their west and north edge, and the size of a cell."""
    a, b, c, d, e, f = place
    size = max(abs(part) for part in (a, b, c, d)) * _STRAIGHT
    if abs(a) <= size and abs(d) <= size:
        # Rows run from south to north or back: columns and rows change places.
        values, (a, b, c, d) = values.T, (c, d, a, b)
    if abs(b) > size or abs(c) > size:
        raise HexwrightError(f"{path}: its rows do not run from west to east; save it with north up")
    rows, columns = values.shape
    if a < 0:
        values, a, e = values[:, ::-1], -a, e + a * columns
    if d > 0:
        values, d, f = values[::-1], -d, f + d * rows
    return values, (e, f, a, -d)


# -- heights --------------------------------------------------------------------------------------------------------


def _known(values: NDArray[np.float64], tags: Tags) -> NDArray[np.float64]:
    """The heights, with NaN for places without one."""
    said = tags.get(_NODATA, (b"",))[0]
    text = said.decode("latin-1").strip("\0 ") if isinstance(said, bytes) else ""
    empty = float(text) if re.fullmatch(r"[-+]?\d+(\.\d*)?(e[-+]?\d+)?", text, re.IGNORECASE) else None
    if empty is None:
        empty = USUAL_NO_DATA
    elif _whole(tags, _BITS, 1) == 32 and _whole(tags, _FORMAT, 1) == 3:
        # The text has the number as it was before it was rounded to the cells.
        with np.errstate(over="ignore"):
            empty = float(np.float32(empty))
    good = np.isfinite(values) & (values != empty) & (np.abs(values) <= HIGHEST_METRES)
    found: NDArray[np.float64] = np.where(good, values, np.nan)
    return found


def _heights(path: Path, tags: Tags) -> NDArray[np.float64]:
    bits, kind, packing = (_whole(tags, tag, 1) for tag in (_BITS, _FORMAT, _PACKING))
    letter = {1: "u", 2: "i", 3: "f"}.get(kind, "")
    own = packing in _OWN_PACKINGS and letter and bits in (8, 16, 32, 64) and (letter, bits) != ("f", 8)
    if own:
        try:
            return _unpacked(path, tags, np.dtype(f"{tags[_ORDER]}{letter}{bits // 8}"))
        except (OSError, ValueError, KeyError, IndexError, zlib.error, MemoryError):
            raise HexwrightError(f"Could not read {path}: it is broken or cut off") from None
    swapped = _whole(tags, _PREDICTOR, 1) == 3 and tags[_ORDER] == ">"
    if bits == 64 or swapped or packing not in _PACKINGS:
        packed = _PACKINGS.get(packing, f"method {packing}")
        raise HexwrightError(
            f"{path}: heights of {bits} bits packed by {packed} cannot be read; save it as Float32 packed by deflate"
        )
    return _by_pillow(path, _whole(tags, _COLOURS, 1) == 0)


def _unpacked(path: Path, tags: Tags, kind: np.dtype[Any]) -> NDArray[np.float64]:
    """The heights of a file whose strips or tiles are plain or packed by deflate."""
    wide, high = tags[_WIDTH][0], tags[_HEIGHT][0]
    tiled = _TILES in tags
    across = tags[_TILE_WIDTH][0] if tiled else wide
    down = tags[_TILE_HEIGHT][0] if tiled else min(_whole(tags, _ROWS, high), high)
    if not 0 < across * down <= MOST_CELLS:
        raise ValueError
    places, lengths = tags[_TILES if tiled else _STRIPS], tags[_TILE_LENGTHS if tiled else _LENGTHS]
    found = np.empty((high, wide), np.float64)
    number = 0
    with path.open("rb") as stream:
        for top in range(0, high, down):
            rows = down if tiled else min(down, high - top)
            for left in range(0, wide, across):
                pause()
                stream.seek(places[number])
                raw = stream.read(min(lengths[number], 2 * rows * across * kind.itemsize + 4096))
                if tags.get(_PACKING, (1,))[0] != 1:
                    raw = zlib.decompressobj().decompress(raw, rows * across * kind.itemsize)
                block = np.frombuffer(raw, kind, rows * across).reshape(rows, across)
                part = _summed(block, _whole(tags, _PREDICTOR, 1))
                found[top : top + rows, left : left + across] = part[: high - top, : wide - left]
                number += 1
    return found


def _summed(block: NDArray[Any], predictor: int) -> NDArray[Any]:
    """The heights of a block that has differences along its rows: of whole numbers (2), or of the bytes of decimals,
    the first bytes of a row first (3)."""
    rows, across = block.shape
    size = block.dtype.itemsize
    if predictor == 2:
        plain = block.astype(block.dtype.newbyteorder("=")).view(f"u{size}")
        return plain.cumsum(axis=1, dtype=plain.dtype).view(block.dtype.newbyteorder("="))
    if predictor == 3:
        parts = block.view("u1").reshape(rows, across * size).cumsum(axis=1, dtype=np.uint8)
        ordered = np.ascontiguousarray(parts.reshape(rows, size, across).transpose(0, 2, 1))
        return ordered.reshape(rows, across * size).view(f">f{size}")
    return block


def _by_pillow(path: Path, is_negative: bool) -> NDArray[np.float64]:
    """The heights as Pillow unpacks them; ``is_negative`` where a picture would have white at 0."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(path) as image:
                if image.mode not in ("F", "I", "L") and not image.mode.startswith("I;16"):
                    raise HexwrightError(f"{path}: it is a picture in colours, not a grid of heights")
                values = np.asarray(image).astype(np.float64)
                # Pillow turns the shades of such a picture over.
                return 255 - values if is_negative and image.mode == "L" else values
    except Image.DecompressionBombError:
        raise HexwrightError(f"{path}: it is too large; {MOST_CELLS:,} heights are allowed") from None
    except (OSError, ValueError, SyntaxError, TypeError, KeyError, EOFError, MemoryError):
        raise HexwrightError(
            f"Could not read {path}: it is broken, or has heights of a kind that cannot be read; save it as float32"
        ) from None
