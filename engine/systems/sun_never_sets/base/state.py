"""The state of a campaign."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from engine.mechanics.hexes.hexstate import HexState
from engine.play.fields import Declared, members, numbers, pairs, plain, row
from engine.systems.sun_never_sets.base.extras import NOTHING, Extras

SPENT: Final = -5
"""Where a supply unit is that was used up; it may come back (12.64)."""
WITHDRAWN: Final = -6
"""Where a unit is that has left the map by order, and never comes back (13.42)."""
REMOVED: Final = -7
"""Where a unit is that an event took off the map and that may be replaced: not a loss (event2:british:46-51)."""


class Effect(NamedTuple):
    """Something that lasts: an event's effect, until the end of a player turn."""

    key: str
    turn: int
    """The last game turn in which it holds."""
    side: int
    """The last player turn of that game turn in which it holds, by side."""
    data: tuple[int, ...] = ()


def _effects(raw: list[Any]) -> tuple[Effect, ...]:
    return tuple(Effect(key, turn, side, tuple(data)) for key, turn, side, data in raw)


class SnsState(HexState):
    """Units in hexes, two steps in good order and one demoralized; what lies there, what lasts, points and factors.

    ``moved`` are the units that have marched in this movement segment, ``fought`` those that attacked or advanced in
    this battle segment (7.33, 8.91).
    """

    __slots__ = (
        "atrocities",
        "awarded",
        "brought",
        "column",
        "dropped",
        "effects",
        "extras",
        "factors",
        "fieldworks",
        "happened",
        "known",
        "landed",
        "led",
        "points",
        "unaccounted",
    )

    masks: ClassVar = (*HexState.masks, "dropped", "landed", "led")
    declared: ClassVar = (
        numbers("column"),
        pairs("fieldworks"),
        members("atrocities"),
        numbers("points"),
        plain("awarded"),
        numbers("factors"),
        Declared("effects", lambda given: [[*one[:3], list(one.data)] for one in given], _effects),
        row("happened"),
        numbers("brought"),
        numbers("known"),
        plain("unaccounted").unless(0),
        Declared("extras", Extras.to_json, Extras.load, empty=NOTHING),
    )
    dropped: int
    """Units dropped by a force on the way, which march no more in this segment (5.31)."""
    landed: int
    """Units that landed on an open coast and may not march in the turn they did (asante:4.6, persia:4.6)."""
    led: int
    """Headquarters whose strategic value is spent for the marches of this segment (6.11)."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.column: list[int] = [0] * count
        """0 for a loose unit, else the number of its column (5.2)."""
        self.fieldworks: dict[int, int] = {}
        """Hex to the side whose fieldworks lie there (2.5)."""
        self.atrocities: frozenset[int] = frozenset()
        """Hexes with an atrocity marker (2.5)."""
        self.points: list[int] = []
        self.awarded = 0
        """Lines of the victory conditions that count once and have been counted, as bits."""
        self.factors: list[int] = []
        """Replacement factors left, in the order of `Replacements.pools` (13.21)."""
        self.effects: tuple[Effect, ...] = ()
        """What lasts."""
        self.happened: tuple[str, ...] = ()
        """Events and exclusive rules that come once a game and have come (4.1)."""
        self.brought: list[int] = [0, 0]
        """For each side the supply units it has taken this turn (12.64, 13.6)."""
        self.known: list[int] = [0, 0]
        """For each side the enemy units it has in sight (5.6)."""
        self.unaccounted = 0
        """Units that lie in a pool, or were drawn from one and have not been in their enemy's sight since: he cannot
        tell which of them are on the map (5.6, 13.51)."""
        self.extras = NOTHING
        """What the optional chapters keep."""
