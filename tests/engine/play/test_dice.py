"""Dice that are forced, and throws between them that are left to the seed."""

from __future__ import annotations

import pytest

from engine.play.dice import Dice


def test_a_zero_leaves_a_throw_to_the_seed() -> None:
    free, forced = Dice(5), Dice(5, (0, 3, 0))
    assert [forced.roll(number) for number in range(5)] == [
        free.roll(0),
        3,
        free.roll(2),
        free.roll(3),
        free.roll(4),
    ]


def test_a_throw_that_no_die_has_is_refused() -> None:
    with pytest.raises(ValueError, match="forced result 7 is not on a die of 6 sides"):
        Dice(5, (7,)).roll(0)
