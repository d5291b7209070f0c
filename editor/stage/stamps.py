"""The library of stamps: parts of maps that are kept to be used again, each a small map file with a picture.

The files lie in the folder ``stamps`` of the user's state folder. Each is a map like any other: it can be opened,
edited, and shared.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QIcon, QImage, QImageWriter, QPixmap

from editor.hexes.drawing.clips import clip_picture
from editor.work.settings import state_folder
from engine import formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.clip import Clip
from engine.hexes.mapping.stamp import as_map, from_map
from engine.writing import folder_for_writing, written_whole

PICTURE: Final = 160
"""Pixels along the longer side of a stamp's picture."""
LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Stamp:
    """A stamp of the library."""

    name: str
    path: Path

    @property
    def picture(self) -> Path:
        """The file of its picture."""
        return self.path.with_suffix(".png")

    def icon(self, size: QSize) -> QIcon:
        """Its picture; made again when it is gone."""
        pixmap = QPixmap(str(self.picture)) if self.picture.is_file() else QPixmap()
        if pixmap.isNull():
            with contextlib.suppress(HexwrightError):
                board = self.board()
                pixmap = QPixmap.fromImage(clip_picture(from_map(board), board.palette, max(size.width(), PICTURE))[0])
        return QIcon(pixmap)

    def board(self) -> BattleMap:
        """The map of its file. Raises HexwrightError when it cannot be read."""
        loaded = formats.load(self.path)
        if loaded.errors or not isinstance(loaded.model, BattleMap):
            raise FileProblem(loaded.errors) if loaded.errors else HexwrightError(f"{self.path.name} is not a map")
        return loaded.model

    def clip(self) -> Clip:
        """What it puts down. Raises HexwrightError when its file cannot be read or holds no hex."""
        return from_map(self.board())


def folder() -> Path:
    """Where the stamps are."""
    return state_folder() / "stamps"


def stamps() -> list[Stamp]:
    """All stamps, by name."""
    try:
        found = [path for path in folder().glob("*.yaml") if path.is_file()]
    except OSError:
        return []
    return sorted((Stamp(path.stem, path) for path in found), key=lambda stamp: stamp.name.casefold())


def save(clip: Clip, palette: Palette, name: str) -> Stamp:
    """Keep a clip under a name that is not taken yet: a number is added where it is.

    Raises HexwrightError when the name has no letters or the file cannot be written.
    """
    board, _ = as_map(clip, palette, name.strip())
    with folder_for_writing(folder()) as target:
        stamp = Stamp(*_free(name))
        formats.save_map(formats.rebased(board, target), stamp.path)
    # Without its picture a stamp is whole: it is drawn again when it is shown.
    with contextlib.suppress(HexwrightError), written_whole(stamp.picture) as spare:
        spare.write_bytes(_png(clip_picture(clip, palette, PICTURE)[0]))
    return stamp


def _png(picture: QImage) -> bytes:
    """A picture as the bytes of a file: writing a file itself, Qt does not say when the disk is full."""
    packed = QBuffer()
    packed.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(packed, QByteArray(b"png")).write(picture)
    return bytes(packed.data().data())


def rename(stamp: Stamp, name: str) -> Stamp:
    """Give a stamp another name. Raises HexwrightError when that cannot be done."""
    new = Stamp(*_free(name))
    try:
        stamp.path.rename(new.path)
        if stamp.picture.is_file():
            stamp.picture.rename(new.picture)
    except OSError as error:
        raise HexwrightError(f"the stamp cannot be renamed: {error.strerror or error}") from None
    return new


def remove(stamp: Stamp) -> None:
    """Take a stamp out of the library. Raises HexwrightError when its file cannot be removed."""
    try:
        stamp.path.unlink(missing_ok=True)
        stamp.picture.unlink(missing_ok=True)
    except OSError as error:
        raise HexwrightError(f"the stamp cannot be removed: {error.strerror or error}") from None


def _free(name: str) -> tuple[str, Path]:
    """A name that no stamp has yet, and its file."""
    kept = "".join(char if char.isalnum() or char in " -_()" else " " for char in name)
    base = " ".join(kept.split())[:LONGEST]
    if not base:
        raise HexwrightError("a stamp needs a name")
    number, free = 1, base
    while (folder() / f"{free}.yaml").exists():
        number += 1
        free = f"{base} {number}"
    return free, folder() / f"{free}.yaml"
