"""Where the counters of a stack lie on the map, and what they cover of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF

from editor.canvas.drawing.counters import COUNT_AT
from editor.canvas.drawing.paper import SCALE

COUNTER: Final = 1.16 * SCALE
"""Side of a counter on the map."""
FAN: Final = 0.15 * SCALE
"""How far each counter of a stack lies up and to the right of the one beneath."""
SHOWN: Final = 4
"""The most counters of a stack that are drawn; its count tells of the rest."""
COUNT: Final = 0.42 * SCALE
"""How large the count of a stack is, from side to side."""


def fan(x: float, y: float, count: int) -> list[QRectF]:
    """Where a number of counters of a stack lie about a point of the scene, bottom first."""
    back = FAN * (count - 1) / 2
    left, top = x - COUNTER / 2 - back, y - COUNTER / 2 + back
    return [QRectF(left + i * FAN, top - i * FAN, COUNTER, COUNTER) for i in range(count)]


def covered(x: float, y: float, count: int) -> list[QRectF]:
    """What a stack of a number of units covers about a point of the scene: its counters, bottom first, and its
    count."""
    laid = fan(x, y, min(count, SHOWN))
    if count > 1:
        middle = laid[-1].topRight() + COUNT_AT
        laid.append(QRectF(middle.x() - COUNT / 2, middle.y() - COUNT / 2, COUNT, COUNT))
    return laid
