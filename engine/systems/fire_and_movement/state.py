"""The state of a Fire & Movement game."""

from __future__ import annotations

from typing import ClassVar

from engine.mechanics.hexes.hexstate import HexState
from engine.play.fields import numbers, rows


class FmState(HexState):
    """Units in hexes, what they did this player turn, and the support fire of this game turn.

    Who moved (5.2, 5.5) and took part in an attack (8.2) did so in this player turn; who was attacked, in this phase
    (8.0).
    """

    __slots__ = ("displaced", "hands", "left", "shelled", "spent", "used")

    masks: ClassVar = (*HexState.masks, "spent", "displaced")
    declared: ClassVar = (numbers("left"), numbers("used"), numbers("hands"), rows("shelled"))
    spent: int
    """Units that advanced after combat: no further attack or other activity (8.5)."""
    displaced: int
    """Units of the active player that were displaced: they attack no more in this player turn (8.3.1)."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.left = [0, 0]
        """Support fire markers that each side may still use this game turn (7.1)."""
        self.used = [0, 0]
        """Markers of each side's pool used this game turn, as masks; they are back next turn (7.2)."""
        self.hands = [0, 0]
        """Markers drawn at the beginning of the turn, as masks, where the option says so."""
        self.shelled: tuple[tuple[int, int], ...] = ()
        """(hex, markers) bombarded in this player turn (8.1)."""
