"""The state of a TLG2 game."""

from __future__ import annotations

from typing import Any, Self

from engine.mechanics.hexstate import HexState


class TlgState(HexState):
    """Units in hexes, plus what a phase must remember as masks of units."""

    __slots__ = ("advanced", "columns", "contacts", "displaced", "fought", "moved", "owed", "retreated", "struck")

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.moved = 0
        """Units that moved or entered in this movement phase (4.7)."""
        self.columns: tuple[tuple[int, int, int], ...] = ()
        """Reinforcement columns of this phase: (designated entry hex, hex in use, units entered so far) (5.3)."""
        self.owed = 0
        """Units of both sides that were in a zone of control when the combat phase began (6.1, 6.4)."""
        self.fought = 0
        """Units that attacked in this combat phase (6.3)."""
        self.struck = 0
        """Units that were attacked in this combat phase (6.3)."""
        self.displaced = 0
        """Units displaced in this combat phase; such artillery may not fire any more (6.13)."""
        self.retreated = 0
        """Units that retreated in this combat phase (6.12)."""
        self.advanced = 0
        """Units that advanced in this combat phase (6.15)."""
        self.contacts: Any = None
        """Derived: who could attack whom at this instant."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.moved = self.moved
        twin.columns = self.columns
        twin.owed = self.owed
        twin.fought = self.fought
        twin.struck = self.struck
        twin.displaced = self.displaced
        twin.retreated = self.retreated
        twin.advanced = self.advanced
        twin.contacts = self.contacts
        return twin

    def to_json(self) -> dict[str, Any]:
        return {
            **super().to_json(),
            "moved": self.moved,
            "columns": [list(column) for column in self.columns],
            "owed": self.owed,
            "fought": self.fought,
            "struck": self.struck,
            "displaced": self.displaced,
            "retreated": self.retreated,
            "advanced": self.advanced,
        }

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.moved = data["moved"]
        self.columns = tuple((a, b, c) for a, b, c in data["columns"])
        self.owed = data["owed"]
        self.fought = data["fought"]
        self.struck = data["struck"]
        self.displaced = data["displaced"]
        self.retreated = data["retreated"]
        self.advanced = data["advanced"]
        self.contacts = None
