"""What a command changed: told once to everybody who shows the document."""

from __future__ import annotations

from dataclasses import dataclass

NOTHING: frozenset[int] = frozenset()
NO_KEYS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a document.

    ``what`` is ``terrain``, ``elevation``, ``features``, ``hexsides``, ``paths``, ``labels``, ``regions``,
    ``underlay``, ``furniture``, ``map`` (several layers of the map, or its name), ``setup``, ``units``,
    ``arrivals``, ``scenario``, ``look`` (how all of the map is drawn) or ``all`` (another grid: nothing may be kept).
    ``hexes`` and ``sides`` are what
    must be drawn again; ``keys`` are the units, regions or fields it is about.
    """

    what: str
    hexes: frozenset[int] = NOTHING
    sides: frozenset[int] = NOTHING
    keys: frozenset[str] = NO_KEYS

    @property
    def of_map(self) -> bool:
        """Whether the map may look different now."""
        return self.what not in {"setup", "units", "arrivals", "scenario"}
