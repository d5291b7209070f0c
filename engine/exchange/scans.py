"""Pictures of maps, read: a map of clear terrain with the picture under it and a grid that is fitted by hand."""

from __future__ import annotations

import io
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL import Image

from engine import formats
from engine.boards.look import MapLook
from engine.errors import HexwrightError
from engine.exchange.gridfit import USUAL_HEX
from engine.exchange.gridoptions import GridOptions
from engine.exchange.losses import loss
from engine.exchange.source import Imported
from engine.exchange.vassal.boards import LARGEST_BOARD, fitted, plain_lines
from engine.exchange.vassal.pictures import as_png
from engine.formats.artwork import KINDS, MOST_BYTES
from engine.formats.documents import LONGEST_NAME
from engine.hexes.board.battlemap import BattleMap

READ: Final = ("PNG", "JPEG", "GIF", "WEBP")
"""Kinds of picture; those of TIFF are read as height grids."""


class PictureReading(GridOptions):
    """How a picture is read."""


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a picture."""
    return _kind(head) in READ


def read(path: Path, options: PictureReading, stem: str) -> Imported:
    """A map of clear terrain with the picture under it. Raises HexwrightError."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise HexwrightError(f"Could not read {path}: {error.strerror}.") from None
    if len(data) > MOST_BYTES:
        raise HexwrightError(f"{path} is larger than {MOST_BYTES // 10**6} MB; make the picture smaller")
    wide, high = _size(path, data)
    kind = _kind(data)
    kept = data if kind in ("PNG", "JPEG") else as_png(data)
    if not kept:
        raise HexwrightError(f"{path}: the picture cannot be read")
    where = fitted(plain_lines(options), path.name, (wide, high), options.fit)
    name = f"{stem}-board.{'jpg' if kind == 'JPEG' else 'png'}"
    board = BattleMap(where.grid, formats.load_palette("standard"), path.stem[:LONGEST_NAME])
    board.provenance = f"Imported from the picture {path.name}."
    board.look = MapLook(underlays=(where.underlay(name),))
    lost = [] if options.hex else [loss("LOSS219", f"a hex grid on {path.name}", option=f"hex={USUAL_HEX:g}")]
    about = f"a picture of {wide:,} x {high:,} pixels with a grid of {len(where.grid.hexes):,} hexes"
    laid = replace(where.laid, picture=kept)
    return Imported(board, about, files={name: kept}, losses=lost, laid=laid)


def _kind(head: bytes) -> str:
    kind = next((kind for start, kind in KINDS.items() if head.startswith(start)), "")
    return "" if kind == "WEBP" and head[8:12] != b"WEBP" else kind


def _size(path: Path, data: bytes) -> tuple[int, int]:
    try:
        with warnings.catch_warnings():
            # Only the beginning of the picture is looked at; how large it is unpacked is no danger here.
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data)) as picture:
                wide, high = picture.size
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise HexwrightError(f"{path}: the picture cannot be read") from None
    if wide * high > LARGEST_BOARD:
        raise HexwrightError(f"{path}: the picture has more than {LARGEST_BOARD // 10**6} million pixels")
    return wide, high
