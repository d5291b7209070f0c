"""Boxes beside the map with the units of a scenario's pools in them: which lie where, for screen and print alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor.canvas.drawing.counters import draw_counter, draw_unknown
from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.furniture import room_of
from editor.canvas.drawing.stacks import COUNTER
from engine.boards.furniture import Furniture
from engine.scenario import Scenario

GAP: Final = 0.06
"""Between counters, in parts of the room of one."""


def units_in(scenario: Scenario, box: Furniture, pools: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The units that lie in a box where ``pools`` hold these."""
    lying = dict.fromkeys(unit for key in box.pools for unit in pools.get(key, ()))
    return [unit for unit in lying if unit in scenario.units and scenario.units[unit].side in scenario.sides]


def at_the_beginning(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Who lies in which pool before the first turn."""
    return {key: pool.units for key, pool in scenario.pools.items()}


def laid_out(box: Furniture, count: int) -> list[QRectF]:
    """Where a number of counters lie in a box, row by row: as large as on the map, or as there is room for."""
    room = room_of(box)
    if not count or room.isEmpty():
        return []
    most = COUNTER * (1 + GAP)

    def step_of(row: int) -> float:
        """The distance from one counter to the next, by the number in a row."""
        return min(room.width() / row, room.height() / ceil(count / row), most)

    # As large as can be, and then as many in a row as there may be.
    across = max(range(1, count + 1), key=lambda row: (step_of(row), row))
    step = step_of(across)
    size = step / (1 + GAP)
    places = (divmod(place, across) for place in range(count))
    return [QRectF(room.left() + column * step, room.top() + row * step, size, size) for row, column in places]


def paint_box(
    painter: QPainter,
    scenario: Scenario,
    box: Furniture,
    units: list[str],
    look: CounterLook,
    scale: float,
    steps: Mapping[str, int] | None = None,
    unknown: Collection[str] = (),
) -> None:
    """Paint the counters of these units into a box; ``scale`` is pixels to a scene unit, ``steps`` what some have
    left. In place of some of them somebody lies there who is ``unknown``."""
    for key, rect in zip(units, laid_out(box, len(units)), strict=False):
        unit = scenario.units[key]
        if key in unknown:
            draw_unknown(painter, rect, scenario.sides[unit.side])
            continue
        left = steps.get(key) if steps else None
        draw_counter(painter, rect, unit, scenario.sides[unit.side], look=look, steps=left, pixels=rect.width() * scale)
