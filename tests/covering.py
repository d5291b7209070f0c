"""Sets of switches in which any few of them meet in every way: on and on, on and off, off and off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

Switches = dict[str, bool]
_TRIED = 40
"""So many sets are thrown for each that is taken into a cover of threes."""


def none_and_all(names: Sequence[str]) -> list[Switches]:
    """All off, and all on."""
    return [dict.fromkeys(names, False), dict.fromkeys(names, True)]


def by_pairs(names: Sequence[str]) -> list[Switches]:
    """Eight sets in which any two of at most 35 switches meet in all four ways.

    Each switch has another word of eight bits that begins with 0 and holds four ones; in a set it is on where its bit
    is. Any two words share a one and a zero, and differ both ways.
    """
    words = list(combinations(range(1, 8), 4))
    if len(names) > len(words):
        raise ValueError(f"eight sets cover {len(words)} switches at most")
    return [{name: number in word for name, word in zip(names, words, strict=False)} for number in range(8)]


def by_threes(names: Sequence[str]) -> list[Switches]:
    """Sets in which any three switches meet in all eight ways; each is the best of some that were thrown for."""
    random, found = Random("threes"), list[Switches]()
    open_ = {(three, ways) for three in combinations(names, 3) for ways in product((False, True), repeat=3)}
    while open_:
        first, ways = min(open_)
        thrown = [dict.fromkeys(names, False) for _ in range(_TRIED)]
        for one in thrown:
            one.update((name, random.random() < 0.5) for name in names)
            one.update(zip(first, ways, strict=True))
        best = max(thrown, key=lambda one: len(_met(one, names) & open_))
        open_ -= _met(best, names)
        found.append(best)
    return found


def _met(one: Switches, names: Sequence[str]) -> set[tuple[tuple[str, ...], tuple[bool, ...]]]:
    """The threes of a set, each with the way in which they meet."""
    return {(three, tuple(one[name] for name in three)) for three in combinations(names, 3)}
