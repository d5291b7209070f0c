"""Declared fields of a state: each says once how a copy takes it over, how it lies in JSON, and how it comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final


def _same(value: Any) -> Any:
    return value


_NEVER: Final = object()
"""What no field is equal to."""


@dataclass(frozen=True)
class Declared:
    """A field of a state."""

    name: str
    plain: Callable[[Any], Any] = _same
    """The value as JSON has it."""
    loaded: Callable[[Any], Any] = _same
    """The value from what ``plain`` gave."""
    copied: Callable[[Any], Any] | None = None
    """The value of a copy; None for a value that never changes, which copies share."""
    empty: Any = _NEVER
    """A value that is left out of JSON."""
    derived: bool = False
    """Whether it is worked out of the rest, and not in JSON."""

    def unless(self, empty: Any) -> Declared:
        """This field where it is left out of JSON while it is empty."""
        return replace(self, empty=empty)

    def put(self, value: Any, data: dict[str, Any]) -> None:
        """Add a value to plain data."""
        if not self.derived and value != self.empty:
            data[self.name] = self.plain(value)

    def take(self, data: dict[str, Any]) -> Any:
        """The value in plain data; raises KeyError for one that has to be there and is not."""
        raw = data[self.name] if self.empty is _NEVER else data.get(self.name, self.plain(self.empty))
        return self.loaded(raw)


def plain(name: str) -> Declared:
    """A number, a text or a truth value."""
    return Declared(name)


def numbers(name: str) -> Declared:
    """A list of plain values, which changes."""
    return Declared(name, list.copy, list, list.copy)


def row(name: str) -> Declared:
    """A tuple of plain values."""
    return Declared(name, list, tuple)


def rows(name: str) -> Declared:
    """A tuple of tuples of plain values."""
    return Declared(name, lambda value: [list(one) for one in value], lambda raw: tuple(map(tuple, raw)))


def members(name: str) -> Declared:
    """A frozen set of plain values."""
    return Declared(name, sorted, frozenset)


def pairs(name: str) -> Declared:
    """A dictionary by number, which changes; in JSON sorted pairs."""
    return Declared(name, lambda value: [list(pair) for pair in sorted(value.items())], dict, dict.copy)


def derived(name: str, copied: Callable[[Any], Any] | None = None) -> Declared:
    """A value that is worked out of the others."""
    return Declared(name, copied=copied, derived=True)
