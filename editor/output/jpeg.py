"""JPEG pictures: all rows of a picture in memory, packed at the end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtGui import QImage

from engine.errors import HexwrightError
from engine.formats.holding import MADE_BY

ENDINGS: Final = (".jpg", ".jpeg")
QUALITY: Final = 92
MOST_PIXELS: Final = 200_000_000
"""A JPEG is packed from all its pixels at once: 600 MB."""
LONGEST: Final = 65_000
"""Pixels of a side; the format has no more."""


def check_size(wide: int, high: int) -> None:
    """Raise HexwrightError for a picture that is too large for a JPEG."""
    if max(wide, high) > LONGEST or wide * high > MOST_PIXELS:
        raise HexwrightError(
            f"a JPEG of {wide} x {high} pixels is too large; choose fewer dots per inch, or write a PNG"
        )


def write_jpeg(path: Path, wide: int, high: int, dpi: float, rows: Iterable[QImage]) -> None:
    """Write a picture given from top to bottom, some rows of RGB at a time."""
    # An editor that starts need not know how pictures are packed.
    from PIL import Image

    picture = Image.new("RGB", (wide, high))
    top = 0
    for some in rows:
        data = bytes(some.constBits())
        part = Image.frombuffer("RGB", (some.width(), some.height()), data, "raw", "RGB", some.bytesPerLine(), 1)
        picture.paste(part, (0, top))
        top += some.height()
    picture.save(path, "JPEG", quality=QUALITY, subsampling=0, dpi=(dpi, dpi), comment=MADE_BY.encode())
