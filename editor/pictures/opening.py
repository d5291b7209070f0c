"""Opening a picture that may be broken, huge or no picture at all.

Nothing is decoded here: kind and size are read from the head of the file, and what is too large for any table is
refused before a pixel of it takes memory.
"""

from __future__ import annotations

import os
import stat
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, TiffImagePlugin, UnidentifiedImageError

from engine.errors import HexwrightError
from engine.spelling import on_disk

KINDS: Final = {"PNG": "PNG", "JPEG": "JPEG", "TIFF": "TIFF", "WEBP": "WebP", "GIF": "GIF", "BMP": "BMP"}
"""Pillow's names of the kinds of file that are opened, and how people call them."""
ENDINGS: Final = ("*.png", "*.jpg", "*.jpeg", "*.tif", "*.tiff", "*.webp", "*.gif", "*.bmp")
LARGEST: Final = 600_000_000
"""Pixels a picture may have: a little more than 24,000 x 24,000."""
SIDEWAYS: Final = (5, 6, 7, 8)
"""The orientations that make columns of rows."""
_ORIENTATION: Final = 0x112
LONGEST: Final = 100_000
"""Pixels along its longer side."""
BIGGEST: Final = 4_000_000_000
"""Bytes of its file."""

_BROKEN: Final = (
    OSError,
    ValueError,
    SyntaxError,
    TypeError,
    KeyError,
    IndexError,
    OverflowError,
    EOFError,
    AttributeError,
    ZeroDivisionError,
    struct.error,
    zlib.error,
)
"""What Pillow raises for files that are not as they should be."""

# Our own limit, checked below with a message of our own, stands in the place of Pillow's.
Image.MAX_IMAGE_PIXELS = LARGEST


class PictureError(HexwrightError):
    """A picture that cannot be used; the message says why, in words for the user."""


@dataclass(frozen=True, slots=True)
class PictureSource:
    """A picture file whose head is sound."""

    path: Path
    kind: str
    """``PNG``, ``JPEG``, ``TIFF``, ``WEBP``, ``GIF`` or ``BMP``."""
    width: int
    height: int
    mode: str
    """Pillow's name of how its pixels are kept."""
    orientation: int = 1
    """How the camera or scanner was held, 1 to 8 as in EXIF; width, height and pixels are as they are stored."""


def examine(path: Path) -> PictureSource:
    """Look at the head of a picture file; raises PictureError when it will not do."""
    path = on_disk(path)
    _check_file(path)
    with opened(path) as picture:
        # A JPEG with more pictures behind the first one is a JPEG for all that.
        kind = "JPEG" if picture.format == "MPO" else str(picture.format)
        (width, height), mode, orientation = picture.size, picture.mode, _orientation(picture)
        if kind == "TIFF" and orientation in SIDEWAYS:
            width, height = height, width  # Pillow tells the size it will have when it is turned upright
    if width < 1 or height < 1:
        raise PictureError(f"{path.name} has no pixels")
    if width * height > LARGEST or max(width, height) > LONGEST:
        raise _too_large(path, f"{width:,} x {height:,} pixels")
    return PictureSource(path, kind, width, height, mode, orientation)


def _orientation(picture: Image.Image) -> int:
    """What the head of the file says of how it was held; 1, upright, where it says nothing that makes sense."""
    found: object = 1
    if isinstance(picture, TiffImagePlugin.TiffImageFile):
        found = picture.tag_v2.get(_ORIENTATION, 1)
    elif isinstance(picture.info.get("exif"), bytes):
        notes = Image.Exif()
        with suppress(*_BROKEN), quiet():
            notes.load(picture.info["exif"])
            found = notes.get(_ORIENTATION, 1)
    return found if isinstance(found, int) and 1 <= found <= 8 else 1


def _check_file(path: Path) -> None:
    # A path such as //server/share must not make the program call other machines.
    if os.fspath(path).startswith(("//", "\\\\")) or "\0" in os.fspath(path):
        raise PictureError(f"{path} is not a file of this machine")
    try:
        info = path.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be read"
        raise PictureError(f"the picture {path} cannot be opened: {reason}") from None
    if not stat.S_ISREG(info.st_mode):
        raise PictureError(f"{path} is a folder or a device, not a picture")
    if info.st_size > BIGGEST:
        raise PictureError(f"{path.name} is too large a file: {info.st_size / 1e9:.1f} GB")


@contextmanager
def opened(path: Path) -> Iterator[Image.Image]:
    """A picture whose pixels are not read yet. Whatever is wrong with it, inside as well, becomes a PictureError."""
    with broken(path):
        try:
            with quiet():
                picture = Image.open(path, formats=tuple(KINDS))
        except Image.DecompressionBombError:
            raise _too_large(path, "more pixels than it could hold") from None
        except UnidentifiedImageError:
            raise PictureError(f"{path.name} is not a picture in PNG, JPEG, TIFF, WebP, GIF or BMP format") from None
        with picture:
            yield picture


@contextmanager
def quiet() -> Iterator[None]:
    """Pillow's warnings of oddities within are not shown: what matters comes as an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def broken(path: Path) -> Iterator[None]:
    """What a decoder raises within becomes a PictureError with a message for the user."""
    try:
        yield
    except PictureError as error:
        if path.name in str(error):
            raise
        raise PictureError(f"{path.name}: {error}") from None
    except InterruptedError:
        raise
    except MemoryError:
        raise PictureError(f"{path.name} needs more memory than there is") from None
    except _BROKEN as error:
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise PictureError(f"{path.name} is damaged or incomplete: {reason}") from None


def _too_large(path: Path, what: str) -> PictureError:
    return PictureError(
        f"{path.name} says it has {what}; pictures may have {LARGEST // 1_000_000} million pixels, "
        f"{LONGEST:,} along a side"
    )
