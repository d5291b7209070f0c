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

    ravaged: frozenset[int] = frozenset()
    """Hexes in which the Natives have committed an atrocity themselves (asante:5.2)."""

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
    """Native units that came to their pool last because they were eliminated: while they lie there an event may fetch
    them back (event1). Who has come out of it keeps the mark, for the enemy may not know who has."""

    aboard: int = 0
    """Units that boats and fleets carry (27.47)."""
    loads: frozenset[tuple[int, int]] = frozenset()
    """Each of them with the mask of those that carry it together (27.46)."""
    banks: frozenset[tuple[int, int]] = frozenset()
    """Boats with the hexside that they lie on, where they have said so (27.11)."""
    shipped: int = 0
    """Factors that went by naval transfer in this movement segment (29.3)."""

    sieges: frozenset[tuple[int, int]] = frozenset()
    """Sieges: (the besiegers' hex, the fortress) (18.3)."""
    relieved: frozenset[int] = frozenset()
    """Besieged fortresses in which a unit was placed in this player turn (18.6)."""

    railheads: frozenset[int] = frozenset()
    """Hexes with a railhead, to which a railway has been laid (30.24)."""
    laid: frozenset[int] = frozenset()
    """Hexsides over which a railway has been laid in play (30.2)."""
    cuts: frozenset[int] = frozenset()
    """Hexes in which the railway is cut (30.32)."""
    tried: frozenset[int] = frozenset()
    """Hexes in which a unit has tried to cut the railway in this battle segment (30.32)."""
    worked: int = 0
    """Railroad engineers that have laid or mended a railway in this movement segment (30.23)."""

    parleyed: int = 0
    """1 when the side whose turn it is has negotiated in this movement segment (25.22)."""
    safe: int = 0
    """Units with safe conduct past enemies and their zones in this movement segment (25.24)."""
    honored: int = 0
    """Units with Honors of War in this movement segment, which no unit may ambush (21.6)."""
    raised: int = 0
    """Political officers that have raised a unit this turn, and do not move in it (25.31)."""

    masks: ClassVar[tuple[str, ...]] = (
        "ambushed",
        "gone",
        "bridging",
        "sapped",
        "scouted",
        "spied",
        "aboard",
        "worked",
        "safe",
        "honored",
        "raised",
    )
    """The fields that are masks of units."""

    def to_json(self) -> dict[str, Any]:
        """What is not empty, as plain data."""
        given = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: _plain(value) for name, value in given.items() if value}

    @classmethod
    def load(cls, data: dict[str, Any]) -> Self:
        """From what `to_json` gave."""
        given: dict[str, Any] = {name: _loaded(value) for name, value in data.items()}
        return cls(**given)


def _plain(value: Any) -> Any:
    """A value as JSON has it: a set as a sorted list, its pairs as lists."""
    if not isinstance(value, frozenset):
        return value
    return [list(one) if isinstance(one, tuple) else one for one in sorted(value)]


def _loaded(value: Any) -> Any:
    """A value from what `_plain` gave."""
    if not isinstance(value, list):
        return value
    return frozenset(tuple(one) if isinstance(one, list) else one for one in value)


NOTHING: Final = Extras()
