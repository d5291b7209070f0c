"""The state of a battle: where each element is and what it has done, as plain data."""

from __future__ import annotations

from typing import Any, Final, Self

from engine.play.state import State
from engine.tables.places import BasePlace


class Flag:
    """What is true of an element: bits of an int. An enumeration would take twenty times as long."""

    LOST: Final = 1
    """Destroyed, or fled off the table."""
    DISMOUNTED: Final = 2
    MOUNTS_LEFT: Final = 4
    """It has left its mounts for good (3.3)."""
    HIDDEN: Final = 8
    """In ambush, not discovered."""
    FLANKING: Final = 16
    """Off the table on a flank march."""
    MOVED: Final = 32
    """It has moved by its own will in this bound."""
    HALTED: Final = 64
    """It was halted in this bound."""
    MARCHED: Final = 128
    """It has marched in this bound."""
    FLED: Final = 256
    """It has fled in this bound."""
    ADVANCED: Final = 512
    """It has advanced spontaneously in this bound."""
    SHOT: Final = 1024
    """It has shot in this bound, or its shot was declined."""
    FOUGHT: Final = 2048
    """Its combat of this bound is over."""
    ACTED: Final = 4096
    """A sub-general that has moved in this game."""
    PURSUED: Final = 8192
    """It has pursued in this bound."""
    SET_UP: Final = 16384
    """It has been put down in the set-up."""
    STOPPED = 32768
    """It has discovered ambushers in this bound and goes no further (9.2, 9.3)."""

    APART = 65536
    """A double base that has dismounted as two single elements, one behind the other (4.1)."""
    HALVED = 131072
    """Of such a one the front element is lost."""


OF_BOUND: Final = (
    Flag.MOVED
    | Flag.HALTED
    | Flag.MARCHED
    | Flag.FLED
    | Flag.ADVANCED
    | Flag.SHOT
    | Flag.FOUGHT
    | Flag.PURSUED
    | Flag.STOPPED
)
"""What is forgotten when a bound of its own side begins."""
OF_BOTH: Final = Flag.FLED | Flag.SHOT | Flag.FOUGHT | Flag.PURSUED
"""What is forgotten of both sides when a bound begins."""

_LISTS: Final = ("flags", "marches", "pips", "dice")
_PLAIN: Final = ("bound", "waived", "demoralised", "arrived", "landed", "driven")


class DbmState(State):
    """Elements and commands by number.

    ``at`` holds the place of each element, or None for one that is not on the table. ``cache`` holds what is worked out
    of a position (contacts, groups, zones); every change of a place or a flag empties it.
    """

    __slots__ = (
        *("at", "columns", "edges", "holders", "hurt", "weather", "cache"),
        *_LISTS,
        *_PLAIN,
    )

    def __init__(self, units: int, commands: int) -> None:
        super().__init__()
        self.at: list[BasePlace | None] = [None] * units
        self.flags: list[int] = [0] * units
        """`Flag` by element."""
        self.marches: list[int] = [0] * units
        """Marches made in this bound, by element."""
        self.pips: list[int] = [0] * commands
        """Points left in this bound, by command."""
        self.dice: list[int] = [0] * commands
        """The die of each command in this bound."""
        self.bound = 1
        """The number of the bound of the side that moves, from 1."""
        self.waived = 0
        """Commands whose general's free move has been used in this bound, as a mask."""
        self.demoralised = 0
        """Demoralised commands, as a mask."""
        self.arrived = 0
        """Commands of which both sides know by which table edge they come, as a mask."""
        self.landed = 0
        """Commands of which somebody has come from off the table, as a mask (8.2)."""
        self.driven = 0
        """Elements that have fled from flank marchers in this bound, as a mask (8.3)."""
        self.holders: dict[int, BasePlace] = {}
        """Horse holders on the table, by the element whose mounts they hold (3.3)."""
        self.columns: tuple[tuple[int, ...], ...] = ()
        """Columns that have wheeled and are still columns, from head to tail (12.4)."""
        self.edges: dict[int, str] = {}
        """Commands on flank marches, with the table edge by which each comes (8)."""
        self.hurt: tuple[int, ...] = ()
        """Elements destroyed in this bound, in order."""
        self.weather: tuple[str, int] = ("none", 0)
        """The kind of weather and where it goes, in tenths of a degree (6.1)."""
        self.cache: dict[Any, Any] = {}

    def copy(self) -> Self:
        twin = super().copy()
        twin.at = self.at.copy()
        for name in _LISTS:
            setattr(twin, name, getattr(self, name).copy())
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        twin.holders, twin.edges = self.holders.copy(), self.edges.copy()
        twin.columns, twin.hurt, twin.weather = self.columns, self.hurt, self.weather
        twin.cache = self.cache
        return twin

    # -- changes ----------------------------------------------------------------------------------------------

    def put(self, unit: int, where: BasePlace | None) -> None:
        """Put an element somewhere, or off the table."""
        self.at[unit] = where
        self.cache = {}

    def mark(self, unit: int, flag: int) -> None:
        """Set a flag of an element."""
        self.flags[unit] |= flag
        self.cache = {}

    def unmark(self, unit: int, flag: int) -> None:
        """Clear a flag of an element."""
        self.flags[unit] &= ~flag
        self.cache = {}

    def has(self, unit: int, flag: int) -> bool:
        """Whether an element has any of some flags."""
        # The plain operation of numbers: that of flags makes a new one each time.
        return bool(int.__and__(self.flags[unit], flag))

    def hold(self, unit: int, where: BasePlace | None) -> None:
        """Put down the horse holders of an element, or remove them."""
        if where is None:
            self.holders.pop(unit, None)
        else:
            self.holders[unit] = where
        self.cache = {}

    # -- JSON -------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        return {
            **super().to_json(),
            "at": [None if one is None else list(one) for one in self.at],
            **{name: list(getattr(self, name)) for name in _LISTS},
            **{name: getattr(self, name) for name in _PLAIN},
            "holders": [[unit, *where] for unit, where in sorted(self.holders.items())],
            "columns": [list(column) for column in self.columns],
            "edges": [[command, edge] for command, edge in sorted(self.edges.items())],
            "hurt": list(self.hurt),
            "weather": list(self.weather),
        }

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.at = [None if one is None else BasePlace(*one) for one in data["at"]]
        for name in _LISTS:
            setattr(self, name, list(data[name]))
        for name in _PLAIN:
            setattr(self, name, data[name])
        self.holders = {unit: BasePlace(*where) for unit, *where in data["holders"]}
        self.columns = tuple(tuple(column) for column in data["columns"])
        self.edges = dict(data["edges"])
        self.hurt = tuple(data["hurt"])
        kind, towards = data["weather"]
        self.weather = (kind, towards)
        self.cache = {}
