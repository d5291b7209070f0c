"""The state of a campaign."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple, Self

from engine.mechanics.hexes.hexstate import HexState
from engine.systems.sun_never_sets.base.extras import NOTHING, Extras

SPENT: Final = -5
"""Where a supply unit is that was used up; it may come back (12.64)."""
WITHDRAWN: Final = -6
"""Where a unit is that has left the map by order, and never comes back (13.42)."""
REMOVED: Final = -7
"""Where a unit is that an event took off the map and that may be replaced: nobody's loss (event2:british:46-51)."""


class Effect(NamedTuple):
    """Something that lasts: an event's effect, until the end of a player turn."""

    key: str
    turn: int
    """The last game turn in which it holds."""
    side: int
    """The last player turn of that game turn in which it holds, by side."""
    data: tuple[int, ...] = ()


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

    def copy(self) -> Self:
        twin = super().copy()
        twin.column = self.column.copy()
        twin.fieldworks = self.fieldworks.copy()
        twin.atrocities = self.atrocities
        twin.points = self.points.copy()
        twin.awarded = self.awarded
        twin.factors = self.factors.copy()
        twin.effects = self.effects
        twin.happened = self.happened
        twin.brought = self.brought.copy()
        twin.known = self.known.copy()
        twin.unaccounted = self.unaccounted
        twin.extras = self.extras
        return twin

    def to_json(self) -> dict[str, Any]:
        return {
            **super().to_json(),
            "column": self.column.copy(),
            "fieldworks": [[h, side] for h, side in sorted(self.fieldworks.items())],
            "atrocities": sorted(self.atrocities),
            "points": self.points.copy(),
            "awarded": self.awarded,
            "factors": self.factors.copy(),
            "effects": [[effect.key, effect.turn, effect.side, list(effect.data)] for effect in self.effects],
            "happened": list(self.happened),
            "brought": self.brought.copy(),
            "known": self.known.copy(),
            **({"unaccounted": self.unaccounted} if self.unaccounted else {}),
            **({"extras": self.extras.to_json()} if self.extras != NOTHING else {}),
        }

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.column = list(data["column"])
        self.fieldworks = dict(data["fieldworks"])
        self.atrocities = frozenset(data["atrocities"])
        self.points = list(data["points"])
        self.awarded = data["awarded"]
        self.factors = list(data["factors"])
        self.effects = tuple(Effect(key, turn, side, tuple(more)) for key, turn, side, more in data["effects"])
        self.happened = tuple(data["happened"])
        self.brought = list(data["brought"])
        self.known = list(data["known"])
        self.unaccounted = data.get("unaccounted", 0)
        self.extras = Extras.load(data.get("extras", {}))
