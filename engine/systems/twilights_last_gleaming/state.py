"""The state of a TLG2 game."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.mechanics.hexes.hexstate import HexState
from engine.play.fields import derived, rows


class TlgState(HexState):
    """Units in hexes, plus what a phase must remember: who moved in it (4.7), attacked or was attacked (6.3)."""

    __slots__ = ("advanced", "columns", "contacts", "displaced", "owed", "retreated")

    masks: ClassVar = (*HexState.masks, "owed", "displaced", "retreated", "advanced")
    declared: ClassVar = (rows("columns"), derived("contacts"))
    owed: int
    """Units of both sides that were in a zone of control when the combat phase began (6.1, 6.4)."""
    displaced: int
    """Units displaced in this combat phase; such artillery may not fire any more (6.13)."""
    retreated: int
    """Units that retreated in this combat phase (6.12)."""
    advanced: int
    """Units that advanced in this combat phase (6.15)."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.columns: tuple[tuple[int, int, int], ...] = ()
        """Reinforcement columns of this phase: (designated entry hex, hex in use, units entered so far) (5.3)."""
        self.contacts: Any = None
        """Derived: who could attack whom at this instant."""

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.contacts = None
