"""Files of strangers are read whole, up to a size."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.errors import HexwrightError

TIFF_HEADS: Final = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
"""The first bytes of TIFF and BigTIFF files, in either order of bytes."""


def bytes_of(path: Path, most: int) -> bytes:
    """The contents of a file up to a number of bytes. Raises HexwrightError for a larger one, or one that cannot be
    read."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= most else b""
    except (OSError, ValueError) as error:
        raise HexwrightError(f"Could not read {path}: {getattr(error, 'strerror', None) or error}.") from None
    if size > most:
        raise HexwrightError(f"{path}: the file is too large; at most {most // 10**6} MB are read")
    return data
