"""Large TIFF files a few strips (or rows of tiles) at a time.

Pillow reads a TIFF whole. A TIFF is kept in strips or tiles, each packed by itself: here some of them at a time are
handed to Pillow as a little TIFF of their own, so that its decoders do the work and memory holds only those.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from PIL import Image, TiffImagePlugin

from editor.pictures.opening import PictureError, opened, quiet

WIDTH, HEIGHT, BITS, COMPRESSION, OFFSETS, SAMPLES, ROWS, SIZES, PLANAR = 256, 257, 258, 259, 273, 277, 278, 279, 284
TILE_WIDTH, TILE_HEIGHT, TILE_OFFSETS, TILE_SIZES, JPEG_TABLES = 322, 323, 324, 325, 347
_KEPT: Final = (262, 266, 317, 320, 338, 339, 530, 532)
"""Tags that say what the values mean: colour, order of bits, predictor, palette and the like."""
_SHORT, _LONG, _BYTES = 3, 4, 7


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the parts of a picture are: strips that run right across, or tiles."""

    order: str
    """``<`` or ``>``, as in `struct`."""
    width: int
    height: int
    rows: int
    """Rows of a strip, or of a tile."""
    across: int
    """Parts side by side."""
    offsets: tuple[int, ...]
    sizes: tuple[int, ...]
    tile_width: int
    tags: dict[int, tuple[int, Any]]


def can_stream(path: Path, most: int) -> bool:
    """Whether a TIFF file can be read in parts, none of more than ``most`` pixels."""
    with opened(path) as picture:
        if picture.mode in ("F", "I"):
            return False  # its shades are known when all of it has been read
        layout = _layout(picture)
    return layout is not None and layout.rows * layout.width <= most


def strips(path: Path, rows: int) -> Iterator[Image.Image]:
    """The picture from top to bottom in strips of about this many rows: whole parts are read at a time."""
    with opened(path) as picture:
        layout = _layout(picture)
    if layout is None:
        raise PictureError(f"{path.name} is laid out in a way that cannot be read in parts")
    step = max(1, rows // layout.rows)
    bands = -(-layout.height // layout.rows)
    with path.open("rb") as file:
        for first in range(0, bands, step):
            yield _part(file, layout, first, min(step, bands - first))


def _layout(picture: Image.Image) -> _Layout | None:
    """Where the parts are; None for a file that keeps its colours apart or tells its layout in no sound way."""
    with quiet():
        return _told_layout(picture)


def _told_layout(picture: Image.Image) -> _Layout | None:
    tags = getattr(picture, "tag_v2", None)
    if not isinstance(tags, TiffImagePlugin.ImageFileDirectory_v2):
        return None
    if tags.get(PLANAR, 1) != 1:
        return None
    width, height = int(tags[WIDTH]), int(tags[HEIGHT])
    order = "<" if tags.prefix == b"II" else ">"
    kept = {tag: (tags.tagtype[tag], tags[tag]) for tag in _KEPT if tag in tags}
    kept[BITS] = (_SHORT, tags.get(BITS, (1,)))
    kept[SAMPLES] = (_SHORT, tags.get(SAMPLES, 1))
    kept[COMPRESSION] = (_SHORT, tags.get(COMPRESSION, 1))
    if JPEG_TABLES in tags:
        kept[JPEG_TABLES] = (_BYTES, tags[JPEG_TABLES])
    if TILE_OFFSETS in tags:
        tile_width, rows = int(tags[TILE_WIDTH]), int(tags[TILE_HEIGHT])
        if tile_width < 1 or rows < 1:
            return None
        across = -(-width // tile_width)
        offsets, sizes = tuple(tags[TILE_OFFSETS]), tuple(tags[TILE_SIZES])
    elif OFFSETS in tags and SIZES in tags:
        tile_width, across = 0, 1
        rows = min(height, int(tags.get(ROWS, height)))
        offsets, sizes = tuple(tags[OFFSETS]), tuple(tags[SIZES])
        if rows < 1:
            return None
        if kept[COMPRESSION][1] == 1:
            rows, offsets, sizes = _single_rows(kept, width, height, rows, offsets)
    else:
        return None
    if min(len(offsets), len(sizes)) < across * -(-height // rows):
        return None
    return _Layout(order, width, height, rows, across, offsets, sizes, tile_width, kept)


def _single_rows(
    tags: dict[int, tuple[int, Any]], width: int, height: int, rows: int, offsets: tuple[int, ...]
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Strips that are not packed can be cut after any row: one strip a row."""
    bits = tags[BITS][1]
    each = int(bits[0] if isinstance(bits, tuple) else bits)
    pitch = (width * each * int(tags[SAMPLES][1]) + 7) // 8
    starts = [start + row * pitch for start in offsets for row in range(rows)][:height]
    return 1, tuple(starts), (pitch,) * len(starts)


def _part(file: BinaryIO, layout: _Layout, first: int, bands: int) -> Image.Image:
    """Some strips or rows of tiles as a picture."""
    begin, end = first * layout.across, (first + bands) * layout.across
    parts = [_read(file, layout.offsets[i], layout.sizes[i]) for i in range(begin, end)]
    rows = min(layout.height - first * layout.rows, bands * layout.rows)
    little = _written(layout, parts, rows)
    with quiet(), Image.open(io.BytesIO(little), formats=("TIFF",)) as picture:
        picture.load()
        return picture


def _read(file: BinaryIO, offset: int, size: int) -> bytes:
    file.seek(0, 2)
    if offset + size > file.tell():
        raise PictureError("the file is incomplete: its last rows are missing")
    file.seek(offset)
    return file.read(size)


def _written(layout: _Layout, parts: list[bytes], rows: int) -> bytes:
    """A TIFF file of these parts."""
    starts, at = [], 8
    for part in parts:
        starts.append(at)
        at += len(part)
    tags = dict(layout.tags)
    tags[WIDTH], tags[HEIGHT] = (_LONG, layout.width), (_LONG, rows)
    places, lengths = (_LONG, tuple(starts)), (_LONG, tuple(map(len, parts)))
    if layout.tile_width:
        tags[TILE_WIDTH], tags[TILE_HEIGHT] = (_LONG, layout.tile_width), (_LONG, layout.rows)
        tags[TILE_OFFSETS], tags[TILE_SIZES] = places, lengths
    else:
        tags[ROWS], tags[OFFSETS], tags[SIZES] = (_LONG, layout.rows), places, lengths
    order, head = layout.order, b"II*\0" if layout.order == "<" else b"MM\0*"
    entries, tail = b"", b""
    after = at + 2 + 12 * len(tags) + 4
    for tag in sorted(tags):
        kind, value = tags[tag]
        kind, count, data = _packed(order, kind, value)
        if len(data) <= 4:
            field = data.ljust(4, b"\0")
        else:
            field = struct.pack(order + "I", after + len(tail))
            tail += data + b"\0" * (len(data) % 2)
        entries += struct.pack(order + "HHI", tag, kind, count) + field
    directory = struct.pack(order + "H", len(tags)) + entries + bytes(4)
    return head + struct.pack(order + "I", at) + b"".join(parts) + directory + tail


def _packed(order: str, kind: int, value: Any) -> tuple[int, int, bytes]:
    if isinstance(value, bytes):
        return kind, len(value), value
    values = value if isinstance(value, tuple) else (value,)
    if kind in (5, 10):
        parts = [part for one in values for part in (one.numerator, one.denominator)]
        return kind, len(values), struct.pack(f"{order}{len(parts)}I", *parts)
    if kind == _SHORT:
        return kind, len(values), struct.pack(f"{order}{len(values)}H", *values)
    return _LONG, len(values), struct.pack(f"{order}{len(values)}I", *values)
