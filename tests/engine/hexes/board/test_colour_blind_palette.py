"""The palette for colour-blind eyes: terrains stay apart in colour as a person without red or green cones sees them.

How colours are seen is simulated by `sight`.
"""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from sight import SIGHT, gap

from engine.formats import load_palette

APART = 6.0
"""The least distance between two terrains, whose patterns differ besides."""
PLAINLY = 14.0
"""The least distance where nothing but colour tells two terrains apart."""


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
    for layer in usual.kinds:
        assert list(safe.kinds[layer]) == list(usual.kinds[layer])
        for key, kind in usual.kinds[layer].items():
            other = safe.kinds[layer][key]
            assert (other.key_char, other.symbol, other.directional) == (kind.key_char, kind.symbol, kind.directional)
            assert dict(other.treat_as) == dict(kind.treat_as)
