"""Pyramids: a picture in tiles at full size, half, a quarter and so on, in a folder of the user's cache.

A pyramid is made once, off the main thread, a strip at a time; a picture that has changed since gets another one.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image

from editor.pictures.opening import SIDEWAYS, PictureError, PictureSource, broken, examine
from editor.pictures.strips import WHOLE, strips
from editor.work.settings import state_folder
from engine.boards.affine import Affine

TILE: Final = 512
"""Pixels along the side of a tile."""
QUALITY: Final = 88
KEPT: Final = 12
"""Pyramids in the cache; the ones not used for longest go first."""
_ABOUT: Final = "about.json"
_VERSION: Final = 2

Progress = Callable[[float], None]
"""Told the part that is done, from 0 to 1; may raise InterruptedError to break off."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A picture that is ready to be shown in parts."""

    folder: Path
    path: Path
    """The picture itself."""
    width: int
    height: int
    levels: int
    """Level 0 is full size; each further one half of the one before."""
    orientation: int = 1
    """How the picture has to be turned to stand upright, 1 to 8 as in EXIF; the tiles are as it is stored."""

    @property
    def upright(self) -> Affine:
        """From pixels as stored to those of the picture upright."""
        wide, high = float(self.width), float(self.height)
        return {
            2: (-1.0, 0.0, 0.0, 1.0, wide, 0.0),
            3: (-1.0, 0.0, 0.0, -1.0, wide, high),
            4: (1.0, 0.0, 0.0, -1.0, 0.0, high),
            5: (0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
            6: (0.0, 1.0, -1.0, 0.0, high, 0.0),
            7: (0.0, -1.0, -1.0, 0.0, high, wide),
            8: (0.0, -1.0, 1.0, 0.0, 0.0, wide),
        }.get(self.orientation, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))

    @property
    def upright_size(self) -> tuple[int, int]:
        """Width and height of the picture upright."""
        return (self.height, self.width) if self.orientation in SIDEWAYS else (self.width, self.height)

    def size(self, level: int) -> tuple[int, int]:
        """Width and height of a level in its own pixels."""
        return _halved(self.width, level), _halved(self.height, level)

    def tile(self, level: int, column: int, row: int) -> Path:
        """The file of a tile."""
        return self.folder / str(level) / f"{row}_{column}.jpg"


def cache_folder() -> Path:
    """Where pyramids are kept."""
    return state_folder() / "underlays"


def ready(path: Path) -> Pyramid | None:
    """The pyramid of a picture if it was made before and the picture is still the same."""
    try:
        folder = cache_folder() / _key(path)
        about = json.loads((folder / _ABOUT).read_text("utf-8"))
        sizes = int(about["width"]), int(about["height"]), int(about["levels"])
        found = Pyramid(folder, path, *sizes, int(about["orientation"]))
        os.utime(folder)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found


def make(path: Path, progress: Progress = lambda _part: None, whole: int = WHOLE) -> Pyramid:
    """The pyramid of a picture, made now unless it is there. Raises PictureError; nothing is left behind then.

    ``whole`` is how many pixels are read at once at most; see `strips`.
    """
    source = examine(path)
    found = ready(path)
    if found is not None:
        return found
    root = cache_folder()
    part = root / f"{_key(path)}.{secrets.token_hex(4)}.part"
    try:
        part.mkdir(parents=True)
        levels = _build(source, part, progress, whole)
        about = {
            "width": source.width,
            "height": source.height,
            "levels": levels,
            "orientation": source.orientation,
            "picture": str(path),
        }
        (part / _ABOUT).write_text(json.dumps(about), "utf-8")
        folder = root / _key(path)
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(part, folder)
    except OSError as error:
        if isinstance(error, InterruptedError):
            raise
        raise _not_kept(error) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    tidy(keep=folder)
    return Pyramid(folder, path, source.width, source.height, levels, source.orientation)


def tidy(keep: Path | None = None, most: int = KEPT) -> None:
    """Remove the pyramids that were not used for longest."""
    try:
        folders = [entry for entry in cache_folder().iterdir() if (entry / _ABOUT).is_file() and entry != keep]
        folders.sort(key=lambda entry: entry.stat().st_mtime, reverse=True)
    except OSError:
        return
    for folder in folders[max(0, most - 1) :]:
        shutil.rmtree(folder, ignore_errors=True)


def _key(path: Path) -> str:
    """A name for a picture as it is now."""
    info = path.stat()
    text = f"{_VERSION} {os.path.realpath(path)} {info.st_size} {info.st_mtime_ns}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _not_kept(error: OSError) -> PictureError:
    """The disk, not the picture, is at fault."""
    return PictureError(f"the cache {cache_folder()} cannot be written: {error.strerror or error}")


def _halved(size: int, level: int) -> int:
    for _ in range(level):
        size = (size + 1) // 2
    return size


class _Level:
    """One level as it grows from above: a band of tiles is written when it is full."""

    def __init__(self, folder: Path, number: int, width: int, height: int) -> None:
        self.folder = folder / str(number)
        self.folder.mkdir()
        self.width, self.height = width, height
        self.row = 0
        self.left = height
        self._band: Image.Image | None = None
        self._filled = 0
        self.next: _Level | None = None
        if max(width, height) > TILE:
            self.next = _Level(folder, number + 1, (width + 1) // 2, (height + 1) // 2)

    def add(self, strip: Image.Image) -> None:
        """Take the next rows: at most a tile's height, and no more than the band has room for."""
        if self._band is None:
            if strip.height == min(TILE, self.left):
                self._write(strip)
                return
            self._band, self._filled = Image.new("RGB", (self.width, min(TILE, self.left))), 0
        self._band.paste(strip, (0, self._filled))
        self._filled += strip.height
        if self._filled >= self._band.height:
            band, self._band = self._band, None
            self._write(band)

    def _write(self, band: Image.Image) -> None:
        for column in range(-(-self.width // TILE)):
            box = (column * TILE, 0, min(self.width, (column + 1) * TILE), band.height)
            tile = band.crop(box)
            try:
                tile.save(self.folder / f"{self.row}_{column}.jpg", quality=QUALITY)
            except OSError as error:
                raise _not_kept(error) from None
        self.row += 1
        self.left -= band.height
        if self.next is not None:
            self.next.add(band.reduce(2))


def _build(source: PictureSource, folder: Path, progress: Progress, whole: int) -> int:
    """Write all tiles; gives the number of levels."""
    top = level = _Level(folder, 0, source.width, source.height)
    done = 0
    progress(0.0)
    for strip in strips(source, TILE, whole):
        with broken(source.path):
            top.add(strip)
        done += strip.height
        progress(done / source.height)
    count = 1
    while level.next is not None:
        level, count = level.next, count + 1
    return count
