"""What the optional chapters (17 to 34) keep of a game beside what the standard game does."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Self


@dataclass(frozen=True, slots=True)
class Extras:
    """Markers and masks of the optional chapters; all empty where no switch is on. It is replaced and never changed, so
    that copies of a state share it."""

    fair_play: frozenset[int] = frozenset()
    """Hexes with a fair play marker (23.4)."""

    ambushed: int = 0
    """Units whose force has sprung an ambush in this enemy player turn (21.3)."""

    gone: int = 0
    """Units that have left their hex since the movement segment began (17.31)."""
    bridging: int = 0
    """Engineers that began a march of this segment beside a supply unit (17.12)."""
    sapped: int = 0
    """Engineers that have made a sapper attack in this battle segment (17.22)."""
    blown: frozenset[int] = frozenset()
    """Fortresses whose defenses are blown for this battle segment (17.23)."""

    scouted: int = 0
    """Units that have made their reconnaissance of this player turn (19.23)."""
    spied: int = 0
    """Headquarters that have tried strategic intelligence in this player turn (19.3)."""

    fallen: int = 0
    """Native units that have been eliminated and lie in their pool, where an event may fetch them back (event1)."""

    masks: ClassVar[tuple[str, ...]] = ("ambushed", "gone", "bridging", "sapped", "scouted", "spied")
    """The fields that are masks of units."""

    def to_json(self) -> dict[str, Any]:
        """What is not empty, as plain data."""
        given = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            name: sorted(value) if isinstance(value, frozenset) else value for name, value in given.items() if value
        }

    @classmethod
    def load(cls, data: dict[str, Any]) -> Self:
        """From what `to_json` gave."""
        given: dict[str, Any] = {name: frozenset(v) if isinstance(v, list) else v for name, v in data.items()}
        return cls(**given)


NOTHING: Final = Extras()
