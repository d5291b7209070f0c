"""The part of a state that every hex game shares: which unit is where, and how many steps it has left."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.play.fields import Declared, derived, numbers, plain, row
from engine.play.state import State

DEAD: Final = -1
"""Where an eliminated unit is."""
WAITING: Final = -2
"""Where a unit is that has not entered the map yet."""
ABSENT: Final = -3
"""Where a unit is that has no part in this position: neither eliminated nor to come (`Start`)."""
POOL: Final = -4
"""Where a unit is that lies in a pool of the scenario. Systems may add places of their own from -5 to -8."""
_EXITS: Final = -10


def exited_at(h: int) -> int:
    """Where a unit is that has left the map from a hex, alive."""
    return _EXITS - h


def exit_of(where: int) -> int:
    """The hex from which a unit has left the map; -1 for one that is anywhere else."""
    return _EXITS - where if where <= _EXITS else -1


def _rows(value: list[list[float]]) -> list[list[float]]:
    return [one.copy() for one in value]


class HexState(State):
    """Units by index: ``where`` holds a hex, DEAD, WAITING, ABSENT, POOL or where it left the map (`exited_at`);
    ``stacks`` the units (a mask) by hex."""

    __slots__ = ("fought", "holders", "kept", "moved", "stacks", "steps", "struck", "where", "zones")

    masks: ClassVar[tuple[str, ...]] = ("moved", "fought", "struck")
    """What the state remembers of units as masks; subclasses add theirs, which count as declared."""
    declared: ClassVar[tuple[Declared, ...]] = (
        numbers("where"),
        numbers("steps"),
        row("holders"),
        Declared("kept", _rows, _rows, _rows, empty=[]),
        *map(plain, masks),
        derived("zones", list.copy),
        derived("stacks", dict.copy),
    )

    def __init_subclass__(cls) -> None:
        known = {one.name for one in super(cls, cls).declared}
        own = (plain(name) for name in cls.masks if name not in known)
        cls.declared = (*own, *cls.__dict__.get("declared", ()))
        super().__init_subclass__()

    def __init__(self, count: int) -> None:
        super().__init__()
        self.moved = 0
        """Units that moved or entered."""
        self.fought = 0
        """Units that took part in an attack."""
        self.struck = 0
        """Units that were attacked."""
        for name in self.masks:
            setattr(self, name, 0)
        self.holders: tuple[int, ...] = ()
        """For each of `Scorekeeper.stakes` the side that last held it, or -1; copies of a state share them."""
        self.kept: list[list[float]] = []
        """For each victory line that is counted by turns the points of both sides so far."""
        self.zones: list[bytearray | None] = [None, None]
        """Derived: for each side its zone of control by hex, worked out when asked for."""
        self.where: list[int] = [WAITING] * count
        self.steps: list[int] = [0] * count
        self.stacks: dict[int, int] = {}

    def place(self, unit: int, h: int) -> None:
        """Put a unit into a hex (or DEAD, WAITING), from wherever it is."""
        old = self.where[unit]
        bit = 1 << unit
        if old >= 0:
            rest = self.stacks[old] & ~bit
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        self.where[unit] = h
        if h >= 0:
            self.stacks[h] = self.stacks.get(h, 0) | bit

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.zones = [None, None]
        self.stacks = {}
        for unit, h in enumerate(self.where):
            if h >= 0:
                self.stacks[h] = self.stacks.get(h, 0) | 1 << unit
