"""Sentences as they are read, one of each pattern: names, places and numbers make no difference."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.scenario import Scenario

_FIGURE: Final = re.compile(r"[\w/.:+-]*\d[\w/.:+-]*")
_PLACE: Final = re.compile(r"(?:[A-Z][\w’'-]* )+\(\*\)")


@lru_cache(maxsize=8)
def _names(units: frozenset[str]) -> re.Pattern[str]:
    longest = sorted(units, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")


def pattern(text: str, scenario: Scenario | None = None) -> str:
    """A sentence with ``*`` for each figure, hex and place, and for the units and sides of a scenario."""
    if scenario is not None:
        units = {name for key, unit in scenario.units.items() for name in (key, unit.name) if name}
        sides = {name for key, side in scenario.sides.items() for name in (key, side.name) if name}
        text = _names(frozenset(units | sides)).sub("*", text)
    text = _PLACE.sub("*", _FIGURE.sub("*", text))
    return re.sub(r"\*(?:(?:,| and|, and) \*)+", "*", text)


def first_of_each(found: Iterable[tuple[str, str]]) -> list[str]:
    """Of (pattern, sentence) the first sentence of each pattern, sorted by pattern."""
    kept: dict[str, str] = {}
    for same, text in found:
        kept.setdefault(same, text)
    return [kept[same] for same in sorted(kept)]
