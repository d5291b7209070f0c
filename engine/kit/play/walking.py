"""A way that is judged step by step: what each step says besides costs, zones and those who stand about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.mechanics.procedure import Breach


class Walked:
    """A way of a unit that faces nowhere: it may step into all six hexes, and does not turn."""

    def __init__(self, field: Any, unit: int, start: int) -> None:
        self.field, self.unit, self.start = field, unit, start
        self.name = str(field.roster.names[unit])

    def turn(self, code: int) -> int:
        """Turn, and give what that costs, in parts of a movement point."""
        return 0

    def turning_faults(self) -> Iterator[Breach]:
        """What a turn breaks."""
        yield from ((rule, f"{self.name} does not face any direction") for rule in self.field.cites("facing", "who"))

    def faults(self, at: int, h: int) -> Iterator[Breach]:
        """What a step into the next hex breaks."""
        return iter(())
