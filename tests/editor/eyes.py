"""What eyes and presses make of a picture: as lightness and colour (CIE L*a*b*), for all eyes, for those that lack red
or green cones, and in the greys of a cheap print."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Pixels = NDArray[np.float64]

EYES: Final = {
    "all": np.eye(3),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "grey print": np.tile([0.2126729, 0.7151522, 0.0721750], (3, 1)),
}
"""What each makes of linear red, green and blue: for colour-blind eyes by Machado, Oliveira and Fernandes (2009), at
full severity."""
_XYZ: Final = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
"""Linear red, green and blue of sRGB to X, Y and Z."""


def seen(image: QImage, eyes: str) -> Pixels:
    """The pixels of a picture, one a row: lightness 0 to 100, green to red, blue to yellow."""
    image = image.convertToFormat(QImage.Format.Format_RGBX8888)
    shades = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, :3] / 255
    linear = np.where(shades <= 0.04045, shades / 12.92, ((shades + 0.055) / 1.055) ** 2.4)
    share = np.clip(linear @ EYES[eyes].T, 0, 1) @ _XYZ.T / _XYZ.sum(axis=1)
    x, y, z = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)
