"""Pictures of maps, and the colours under points of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.boards.affine import Affine

Floats = NDArray[np.float32]
PIXELS: Final = 56.0
"""Pixels from side to side of a hex that are enough to learn from; a finer scan may be made smaller first."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A picture of a map and where it lies."""

    pixels: NDArray[np.uint8]
    """Rows of pixels in red, green and blue."""
    matrix: Affine
    """From points of the paper, in circumradii, to pixels."""

    def colours(self, points: NDArray[np.floating[Any]]) -> Floats:
        """The colours under points: brightness, red against green, yellow against blue. A point beyond the picture has
        that of the picture's edge."""
        a, b, c, d, e, f = self.matrix
        high, wide = self.pixels.shape[:2]
        x = np.clip((a * points[..., 0] + c * points[..., 1] + e).astype(np.int32), 0, wide - 1)
        y = np.clip((b * points[..., 0] + d * points[..., 1] + f).astype(np.int32), 0, high - 1)
        red, green, blue = np.moveaxis(self.pixels[y, x].astype(np.float32), -1, 0)
        return np.stack([(red + green + blue) / 3, red - green, (red + green) / 2 - blue], axis=-1)

    def holds(self, points: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
        """Which points are on the picture."""
        a, b, c, d, e, f = self.matrix
        high, wide = self.pixels.shape[:2]
        x, y = a * points[..., 0] + c * points[..., 1] + e, b * points[..., 0] + d * points[..., 1] + f
        found: NDArray[np.bool_] = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
        return found
