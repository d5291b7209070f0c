"""The palette for colour-blind eyes: terrains stay apart in colour as a person without red or green cones sees them.

Dichromatic sight is simulated with the matrices of Viénot, Brettel and Mollon (1999) on linear light; distances
are those of CIE L*a*b*, where 2.3 is just noticeable.
"""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from engine.boards.palette import Layer
from engine.formats import load_palette

APART = 6.0
"""The least distance between two terrains, whose patterns differ besides."""
PLAINLY = 14.0
"""The least distance where nothing but colour tells two terrains apart."""

SIGHT = {
    "everybody's": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b* as it is seen."""
    light = []
    for part in (colour[1:3], colour[3:5], colour[5:7]):
        value = int(part, 16) / 255
        light.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    r, g, b = (max(0.0, sum(k * v for k, v in zip(row, light, strict=True))) for row in SIGHT[sight])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def gap(one: str, other: str, sight: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5)


def test_black_and_white_are_a_hundred_apart() -> None:
    for sight in SIGHT:
        assert gap("#000000", "#ffffff", sight) == pytest.approx(100, abs=0.5)
    assert gap("#d55e00", "#7f8c00", "deuteranopia") < gap("#d55e00", "#7f8c00", "everybody's") / 2


@pytest.mark.parametrize("sight", SIGHT)
def test_terrains_stay_apart(sight: str) -> None:
    terrain = load_palette("colour_blind").terrain
    near = {
        (a.key, b.key): round(gap(a.colour, b.colour, sight), 1)
        for a, b in combinations(terrain.values(), 2)
        if gap(a.colour, b.colour, sight) < (PLAINLY if a.pattern == b.pattern else APART)
    }
    assert near == {}


def test_no_two_terrains_share_a_pattern() -> None:
    patterns = [kind.pattern for kind in load_palette("colour_blind").terrain.values()]
    assert len({*patterns}) == len(patterns)


@pytest.mark.parametrize("sight", SIGHT)
def test_water_roads_and_woods_are_plainly_told_apart(sight: str) -> None:
    palette = load_palette("colour_blind")
    colours = {
        "water": palette.terrain["water"].colour,
        "forest": palette.terrain["forest"].colour,
        "clear": palette.terrain["clear"].colour,
        "road": palette.paths["road"].colour,
    }
    for a, b in permutations(colours, 2):
        assert gap(colours[a], colours[b], sight) >= PLAINLY, (a, b)


def test_it_can_stand_in_for_the_standard_one() -> None:
    usual, safe = load_palette("standard"), load_palette("colour_blind")
    for layer in Layer:
        assert list(safe.kinds[layer]) == list(usual.kinds[layer])
        for key, kind in usual.kinds[layer].items():
            other = safe.kinds[layer][key]
            assert (other.key_char, other.symbol, other.directional) == (kind.key_char, kind.symbol, kind.directional)
            assert dict(other.treat_as) == dict(kind.treat_as)
