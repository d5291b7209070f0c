"""Any two switches meet in every way in the eight sets, any three in the many."""

from __future__ import annotations

from itertools import combinations, product

import covering
import pytest

NAMES = [f"s{number}" for number in range(17)]


@pytest.mark.parametrize("number", [2, 17, 35])
def test_any_two_meet_in_all_four_ways(number: int) -> None:
    names = [f"s{n}" for n in range(number)]
    sets = covering.by_pairs(names)
    assert len(sets) == 8
    for pair in combinations(names, 2):
        assert {tuple(one[name] for name in pair) for one in sets} == set(product((False, True), repeat=2))


def test_more_than_the_words_are_refused() -> None:
    with pytest.raises(ValueError, match="35"):
        covering.by_pairs([f"s{n}" for n in range(36)])


def test_any_three_meet_in_all_eight_ways() -> None:
    sets = covering.by_threes(NAMES[:9])
    for three in combinations(NAMES[:9], 3):
        assert len({tuple(one[name] for name in three) for one in sets}) == 8
    assert len(sets) < 40
