"""Pictures of a module's pieces: as PNG, and the colour that most of one has."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
from PIL import Image

LARGEST_PICTURE: Final = 120_000_000
"""Pixels of a picture that has to be written in another format."""
LARGEST_COUNTER: Final = 4_000_000
"""Pixels of a counter whose colour is looked at."""
_LOOKED_AT: Final = 32
"""Pixels of a counter's side when its colour is looked at."""
_STEP: Final = 16
"""Colours nearer than this are counted as one."""


def as_png(data: bytes) -> bytes:
    """A picture of another kind as a PNG; empty where it cannot be read, or is too large."""
    with _opened(data, LARGEST_PICTURE) as picture:
        if picture is None:
            return b""
        made = io.BytesIO()
        picture.convert("RGBA").save(made, "PNG")
        return made.getvalue()


def main_colour(data: bytes) -> str:
    """The colour that most of a counter has, as ``#rrggbb``; empty where it cannot be read, or is nearly all clear."""
    with _opened(data, LARGEST_COUNTER) as picture:
        if picture is None:
            return ""
        small = picture.convert("RGBA").resize((_LOOKED_AT, _LOOKED_AT), Image.Resampling.NEAREST)
    pixels = np.asarray(small).reshape(-1, 4)
    seen = pixels[pixels[:, 3] > 128, :3]
    if len(seen) * 8 < len(pixels):
        return ""
    _, shade, count = np.unique(seen // _STEP, axis=0, return_inverse=True, return_counts=True)
    most = seen[shade.reshape(-1) == count.argmax()].mean(axis=0)
    return "#" + "".join(f"{round(part):02x}" for part in most.tolist())


@contextmanager
def _opened(data: bytes, most: int) -> Iterator[Image.Image | None]:
    """A picture of a stranger; None where it cannot be read or has more pixels than ``most``."""
    picture = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = Image.open(io.BytesIO(data))
            if found.width * found.height <= most:
                found.load()
                picture = found
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        pass
    yield picture
    if picture is not None:
        picture.close()
