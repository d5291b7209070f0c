"""Editions of the family: the standard one, and that of the French Foreign Legion, which is a record of differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Edition:
    """What an edition has otherwise than the standard rules; everything that it leaves out is as they have it."""

    key: str
    """Short name of the rules system."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    """Paragraph of the standard rules to the number that the edition's own text gives it."""
    horse_artillery_evades: bool = False
    """Whether horse artillery counts as cavalry when a defender evades (22.2)."""
    advance_after_ambush: bool = False
    """Whether the winner of an ambush may advance (21.5, 8.9)."""
    lines_to_atrocity: bool = False
    """Whether lines of supply still lead to a fortress with an atrocity marker, where the option leaves it open (23.3).
    """
    on: frozenset[str] = frozenset()
    """Switches that are on unless a scenario says otherwise."""

    def cite(self, rule: str) -> str:
        """A paragraph of the standard rules as this edition cites it: ``20.31`` is ``ffl:20.3``."""
        own = self.numbers.get(rule)
        return f"{self.key}:{own}" if own is not None else f"{STANDARD_KEY}:{rule}"


STANDARD_KEY: Final = "sns2"
STANDARD: Final = Edition(STANDARD_KEY)

_OWN: Final = (
    "20.0 20.1 20.2 20.3 20.4 20.41 20.42 20.43 20.5 20.6 20.7 21.0 21.1 21.2 21.3 21.4 21.5 21.6 "
    "22.0 22.1 22.2 22.3 22.34 23.0 23.1 23.2 23.21 23.22 23.3 23.4 23.41 23.42 23.43"
)
LEGION: Final = Edition(
    "ffl",
    # Two paragraphs of the standard rules are parts of larger ones here.
    {**{number: number for number in _OWN.split()}, "20.31": "20.3", "21.11": "21.1"},
    horse_artillery_evades=True,
    advance_after_ambush=True,
    lines_to_atrocity=True,
    on=frozenset({"march_attack", "ambush", "evasion", "conduct"}),
)
"""Extra rules for Campaigns of the French Foreign Legion: chapters 20 to 23 belong to the game."""

EDITIONS: Final = {edition.key: edition for edition in (STANDARD, LEGION)}
