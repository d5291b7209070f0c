"""The normal forms of what a rules file says, as binding reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.kit.bound.subject import Number
from engine.kit.bound.words import within
from engine.kit.model.values import ByUnit


def requirements(condition: Any) -> Iterator[tuple[str, Any]]:
    """The requirements of a condition, each by its kind and its value."""
    if condition is None:
        return
    for each in condition:
        yield each.kind, each.value


def counted(value: Any) -> tuple[Any, Callable[[Number], bool], int]:
    """What ``has``, ``next_to`` and ``within`` ask: the condition of a unit, how many, and how far."""
    return value.condition, within(value.count), value.hexes or 1


def phrases(value: Any) -> tuple[str, ...]:
    """NAMES among which some may have two words: ``slope up``."""
    if not isinstance(value, str):
        return tuple(str(name) for name in value)
    found: list[str] = []
    for word in value.split():
        if word in ("up", "down") and found:
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
    return tuple(found)


def turns(value: Any) -> frozenset[int]:
    """TURNS as the set of them."""
    return frozenset(value)


def held(value: Any) -> tuple[str, str, Callable[[Number], bool]]:
    """What ``holds`` asks: the place, whose, and how many of its hexes."""
    return value.place, value.side, within(value.count)


def by_unit(value: Any) -> tuple[tuple[str, Any], ...] | None:
    """The entries of BY UNIT in their order; None for a value that is the same for all."""
    return value.entries if isinstance(value, ByUnit) else None
