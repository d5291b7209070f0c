"""Rivers at their bends: where two stretches meet at an angle, no wedge of ground is seen between them."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from PySide6.QtCore import QPointF

from editor.canvas.drawing.paint_list import PaintList
from editor.hexes.drawing.atlas import BUSY
from editor.hexes.drawing.ribbons import BANKS, Ribbon, cubic, draw_water
from engine.boards.palette import PATTERNS, Kind, Layer

WIDE = 4.0
WATER, BANK = 2, 1


@pytest.mark.parametrize("turn", [0.3, 0.8, 1.3, 2.0])
def test_a_bend_is_closed_on_its_outside(turn: float) -> None:
    kind = Kind("river", Layer.HEXSIDE, "River", "#3366aa", ink="#112244", symbol="river")
    paint, end = PaintList(), (20 * cos(pi - turn), 20 * sin(pi - turn))
    ways = [
        Ribbon(cubic((0, 0), (10, 0), (20, 0)), WIDE, WIDE),
        Ribbon(cubic((0, 0), (end[0] / 2, end[1] / 2), end), WIDE, WIDE),
    ]
    draw_water(paint, kind, BANK, WATER, ways)
    # Away from both arms, in the middle of the wedge between their ends.
    outside = (pi - turn) / 2 + pi
    water, bank = paint.fill(WATER, kind.colour), paint.fill(BANK, kind.ink)
    for reach in (0.2, 0.6, 0.95):
        spot = QPointF(cos(outside), sin(outside)) * (WIDE / 2 * reach)
        assert water.contains(spot), reach
        assert bank.contains(spot * BANKS), reach
    # What lies in a stretch and in the bend counts as water too.
    assert water.contains(QPointF(0.5, 0.0))
    assert water.contains(QPointF(end[0] / 30, end[1] / 30))


def test_numbers_have_a_halo_on_all_ground_with_marks() -> None:
    assert set(PATTERNS) - BUSY == {"waves", "dots", "hatch"}, "faint waves and dots; hatches count by their terrain"
