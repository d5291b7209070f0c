"""A path given in part is parted where it comes to the hexes that were given."""

from __future__ import annotations

from itertools import chain
from random import Random

from engine.mechanics.hexes.ways import parted


def test_a_path_is_parted_behind_each_hex_where_it_first_comes_to_it() -> None:
    random = Random(1)
    for _ in range(300):
        path = [random.randrange(6) for _ in range(random.randint(1, 8))]
        places = sorted(random.sample(range(len(path)), random.randint(1, min(4, len(path)))))
        given = [path[place] for place in places[:-1]] + [path[-1]]
        legs = parted(path, given)
        if legs is None:
            # Only where the last hex was come to before the end, and nothing is left for the last leg.
            assert not left_behind(path, given)
            continue
        assert [*chain.from_iterable(legs)] == path
        assert [leg[-1] for leg in legs] == given
        assert all(h not in leg[:-1] for h, leg in zip(given[:-1], legs, strict=False))


def left_behind(path: list[int], given: list[int]) -> list[int]:
    """What is left of a path when all but the last of some hexes have been come to, one after the other."""
    at = 0
    for h in given[:-1]:
        at = path.index(h, at) + 1
    return path[at:]


def test_a_path_that_misses_a_hex_or_comes_to_it_too_early_is_not_parted() -> None:
    assert parted([1, 2, 3], [4, 3]) is None
    assert parted([1, 2, 3], [2, 1, 3]) is None
    assert parted([1, 2, 3], [1, 2]) is None
    assert parted([1, 2, 3], [3, 3]) is None
    assert parted([1, 2, 3], [3]) == ((1, 2, 3),)
