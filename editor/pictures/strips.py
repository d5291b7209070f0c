"""A picture from top to bottom in strips, in red, green and blue, whatever its file is like.

Small pictures are read whole. Large ones are read a strip at a time where their kind allows it, so that a scan of
20,000 x 15,000 pixels does not take its 900 MB of memory; where it does not, they are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final, cast

from PIL import Image
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QImageReader

from editor.pictures import png, tiff
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
DEEP: Final = 65_535
"""The highest shade of grey of a picture with 16 bits."""
STRIP_BYTES: Final = 96_000_000
"""What a strip of a JPEG may take; each costs reading the file again up to there."""


def strips(source: PictureSource, rows: int, whole: int = WHOLE) -> Iterator[Image.Image]:
    """The picture in strips of ``rows`` rows, the last one shorter. Raises PictureError, perhaps half-way."""
    with broken(source.path):
        yield from _even(_parts(source, rows, whole), source, rows)


def _parts(source: PictureSource, rows: int, whole: int) -> Iterator[Image.Image]:
    path = source.path
    if source.width * source.height <= whole:
        return _whole(source, rows)
    if source.kind == "PNG" and png.can_stream(path):
        return png.strips(path, rows)
    if source.kind == "TIFF" and tiff.can_stream(path, whole):
        return tiff.strips(path, rows)
    if source.kind == "JPEG" and not _progressive(source):
        return _jpeg(source, rows)
    kind = KINDS[source.kind]
    sort = {"PNG": "interlaced or 16-bit PNG", "JPEG": "progressive JPEG", "TIFF": "TIFF in one piece"}
    raise PictureError(
        f"{path.name} has {source.width:,} x {source.height:,} pixels, too many for a {sort.get(source.kind, kind)}, "
        "which can only be read whole; save it as a plain PNG, or as a TIFF in strips"
    )


def _whole(source: PictureSource, rows: int) -> Iterator[Image.Image]:
    with opened(source.path) as picture:
        with quiet():
            picture.load()
        # TIFFs turn themselves upright while they load; what is read in parts does not.
        back = _AS_STORED.get(source.orientation) if source.kind == "TIFF" else None
        stored = measured(picture.transpose(back) if back is not None else picture)
        for top in range(0, source.height, rows):
            yield stored.crop((0, top, source.width, min(source.height, top + rows)))


def _progressive(source: PictureSource) -> bool:
    with opened(source.path) as picture:
        return bool(picture.info.get("progressive"))


def _jpeg(source: PictureSource, rows: int) -> Iterator[Image.Image]:
    """Strips of a JPEG by Qt's reader, which keeps only what lies in its window; Pillow's keeps the whole."""
    with opened(source.path) as picture:
        # An eighth of the size, to be sure that the file is sound to its end before anything else is done.
        picture.draft(None, (source.width // 8, source.height // 8))
        picture.load()
    step = max(rows, STRIP_BYTES // (source.width * 4) // rows * rows)
    for top in range(0, source.height, step):
        count = min(step, source.height - top)
        reader = QImageReader(str(source.path), b"jpeg")
        reader.setAutoTransform(False)
        reader.setClipRect(QRect(0, top, source.width, count))
        image = reader.read()
        if image.height() != count or image.width() != source.width:
            raise PictureError(f"{source.path.name} cannot be read: {reader.errorString()}")
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        bits, pitch = image.constBits(), image.bytesPerLine()
        for first in range(0, count, rows):
            last = min(count, first + rows)
            data = bytes(bits[first * pitch : last * pitch])
            yield Image.frombuffer("RGB", (source.width, last - first), data, "raw", "BGRX", pitch, 1)
        del image, bits  # before the next one takes as much


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
        raise PictureError(f"{source.path.name} ends after row {done + filled:,} of {source.height:,}")


def _blank(source: PictureSource, rows: int, done: int) -> Image.Image:
    return Image.new("RGB", (source.width, min(rows, max(0, source.height - done))))


def measured(picture: Image.Image) -> Image.Image:
    """A picture of measured values, such as heights in decimals, in shades of grey from its lowest to its highest;
    values from 0 to 1 are shades as they are. Any other picture stays as it is."""
    if picture.mode not in ("F", "I"):
        return picture
    least, most = map(float, cast("tuple[float, float]", picture.getextrema()))
    if picture.mode == "I" and least >= 0 and most <= DEEP:
        return picture
    if least >= 0 and most <= 1:
        least, most = 0.0, 1.0
    scale = 255 / (most - least) if isfinite(most - least) and most > least else 0.0
    return picture.convert("F").point(lambda value: value * scale - least * scale).convert("L")


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
