"""A picture from top to bottom in strips, in red, green and blue, whatever its file is like.

Small pictures are read whole. Large ones are read a strip at a time where their kind allows it, so that a scan of
20,000 x 15,000 pixels does not take its 900 MB of memory; where it does not, they are refused.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from typing import Final

from PIL import Image

from editor.pictures.opening import KINDS, PictureError, PictureSource, broken, opened, quiet

WHOLE: Final = 40_000_000
"""Pixels of a picture that is read whole."""
_Turn: Final = Image.Transpose
_AS_STORED: Final = {
    2: _Turn.FLIP_LEFT_RIGHT,
    3: _Turn.ROTATE_180,
    4: _Turn.FLIP_TOP_BOTTOM,
    5: _Turn.TRANSPOSE,
    6: _Turn.ROTATE_90,
    7: _Turn.TRANSVERSE,
    8: _Turn.ROTATE_270,
}
"""What takes back the turn that Pillow gives a TIFF of each orientation."""
_MODES: Final = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
"""Pillow's name of how pixels of so many bands are kept."""
_COMPRESSION, _STRIP_ROWS, _PLANAR, _TILE_ROWS = 259, 278, 284, 323
"""Tags of a TIFF that tell how it is laid out."""


def strips(source: PictureSource, rows: int, whole: int = WHOLE) -> Iterator[Image.Image]:
    """The picture in strips of ``rows`` rows, the last one shorter. Raises PictureError, perhaps half-way."""
    with broken(source.path):
        yield from _even(_parts(source, rows, whole), source, rows)


def _parts(source: PictureSource, rows: int, whole: int) -> Iterator[Image.Image]:
    path = source.path
    if source.width * source.height <= whole:
        return _whole(source, rows)
    if _in_pieces(source, whole):
        return _streamed(source, rows)
    kind = KINDS[source.kind]
    sort = {"PNG": "interlaced PNG", "JPEG": "progressive JPEG", "TIFF": "TIFF in one piece"}
    raise PictureError(
        f"{path.name} has {source.width:,} x {source.height:,} pixels, too many for a {sort.get(source.kind, kind)}, "
        "which can only be read whole; save it as a plain PNG, or as a TIFF in strips"
    )


def _in_pieces(source: PictureSource, whole: int) -> bool:
    """Whether a file is kept so that a part of it can be read without the whole."""
    with opened(source.path) as picture:
        if source.kind == "TIFF":
            tags = getattr(picture, "tag_v2", {})
            rows = int(tags.get(_TILE_ROWS) or tags.get(_STRIP_ROWS) or source.height)
            packed = tags.get(_COMPRESSION, 1) != 1
            return tags.get(_PLANAR, 1) == 1 and (not packed or min(rows, source.height) * source.width <= whole)
        interlaced = picture.info.get("interlace") or picture.info.get("progressive")
        return source.kind in ("PNG", "JPEG") and not interlaced


def _whole(source: PictureSource, rows: int) -> Iterator[Image.Image]:
    with opened(source.path) as picture:
        with quiet():
            picture.load()
        # TIFFs turn themselves upright while they load; what is read in parts does not.
        back = _AS_STORED.get(source.orientation) if source.kind == "TIFF" else None
        stored = picture.transpose(back) if back is not None else picture
        for top in range(0, source.height, rows):
            yield stored.crop((0, top, source.width, min(source.height, top + rows)))


def _streamed(source: PictureSource, rows: int) -> Iterator[Image.Image]:
    """Strips by libvips, which keeps only what it is asked for."""
    # Loaded when a large picture is met: most maps have none.
    import pyvips

    # What matters of its warnings comes as an error.
    logging.getLogger("pyvips").setLevel(logging.ERROR)
    try:
        picture = pyvips.Image.new_from_file(os.fspath(source.path), access="sequential", fail_on="error")
        if picture.format != "uchar":
            picture = picture.cast("ushort").cast("uchar", shift=True)
        if picture.interpretation == "lab":
            picture = picture.colourspace("srgb")
        mode = "CMYK" if picture.interpretation == "cmyk" else _MODES.get(picture.bands, "RGBA")
        if picture.bands > len(mode):
            picture = picture.extract_band(0, n=len(mode))
        region = pyvips.Region.new(picture)
        for top in range(0, source.height, rows):
            size = source.width, min(rows, source.height - top)
            data = region.fetch(0, top, *size)
            yield Image.frombuffer(mode, size, data, "raw", mode, 0, 1)
    except pyvips.Error as error:
        reason = str(error).strip().splitlines()[-1].strip()[:120]
        raise PictureError(f"{source.path.name} is damaged or incomplete: {reason}") from None


def _even(parts: Iterator[Image.Image], source: PictureSource, rows: int) -> Iterator[Image.Image]:
    """Parts of any height cut and joined to strips of ``rows``, in colour."""
    strip, filled, done = _blank(source, rows, 0), 0, 0
    for part in parts:
        at = 0
        while at < part.height and done + filled < source.height:
            take = min(strip.height - filled, part.height - at)
            strip.paste(coloured(part.crop((0, at, source.width, at + take))), (0, filled))
            at, filled = at + take, filled + take
            if filled == strip.height:
                yield strip
                done += filled
                strip, filled = _blank(source, rows, done), 0
    if done < source.height:
        raise PictureError(f"{source.path.name} breaks off after row {done + filled:,} of {source.height:,}")


def _blank(source: PictureSource, rows: int, done: int) -> Image.Image:
    return Image.new("RGB", (source.width, min(rows, max(0, source.height - done))))


def coloured(picture: Image.Image) -> Image.Image:
    """A picture in red, green and blue; what shows through is white."""
    if picture.mode == "RGB":
        return picture
    if picture.mode.startswith("I") or picture.mode == "F":
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L").convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info:
        full = picture.convert("RGBA")
        white = Image.new("RGBA", full.size, "white")
        return Image.alpha_composite(white, full).convert("RGB")
    return picture.convert("RGB")
