"""The picture under a map of hexes as a scan to learn from, at the size that is enough for it."""

from __future__ import annotations

from math import log2, sqrt

import numpy as np
from PIL import Image

from editor.pictures.pyramid import TILE, Pyramid
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.exchange.tracing.scans import PIXELS, Scan

MOST_PIXELS = 60_000_000


def scan_of(pyramid: Pyramid, underlay: Underlay) -> Scan:
    """A picture of the cache as a scan. Raises HexwrightError where the cache has lost a part of it."""
    finest = PIXELS * underlay.scale / sqrt(3)
    level = min(pyramid.levels - 1, max(0, int(-log2(finest))))
    while level < pyramid.levels - 1 and pyramid.size(level)[0] * pyramid.size(level)[1] > MOST_PIXELS:
        level += 1
    wide, high = pyramid.size(level)
    pixels = np.zeros((high, wide, 3), np.uint8)
    for top in range(0, high, TILE):
        for left in range(0, wide, TILE):
            path = pyramid.tile(level, left // TILE, top // TILE)
            try:
                with Image.open(path) as tile:
                    part = np.asarray(tile.convert("RGB"))
            except (OSError, ValueError, SyntaxError):
                raise HexwrightError("a part of the picture is not in the cache; choose the picture again") from None
            room = pixels[top : top + TILE, left : left + TILE]
            room[: part.shape[0], : part.shape[1]] = part[: room.shape[0], : room.shape[1]]
    size = wide / pyramid.width, high / pyramid.height
    origin, right, down = (underlay.to_pixel(*at) for at in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    (a, b), (c, d), (e, f) = (
        ((x - back[0]) * size[0], (y - back[1]) * size[1])
        for (x, y), back in ((right, origin), (down, origin), (origin, (0.0, 0.0)))
    )
    return Scan(pixels, (a, b, c, d, e, f))
