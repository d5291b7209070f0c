"""A way of one unit, checked hex by hex: what each step breaks, then what the whole way breaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.procedure import Breach

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)


class WayCheck(ABC, Generic[F, H]):
    """The check of one way: the steps in their order, then the whole. A system says what a step and a way break."""

    def __init__(self, field: F, state: H, unit: int, going: Going, path: tuple[int, ...]) -> None:
        self.field, self.state, self.unit, self.going, self.path = field, state, unit, going, path
        self.name: str = field.roster.names[unit]
        self.at = going.start
        """Where the unit is before the next step."""
        self.spent = going.spent
        """What it has paid up to there, in the parts of a movement point that its system counts."""
        self.steps = 0
        """The steps that it has taken."""
        self.over = False
        """Whether the rest of the way cannot be checked."""
        self.held: list[Breach] = []
        """Breaches about units in its hexes."""

    def breaches(self) -> Iterator[Breach]:
        """Every paragraph that the way breaks. That a hex is out of reach matters more than who stands in it, and
        comes first."""
        for h in self.path:
            yield from self.go(h)
            if self.over:
                break
        else:
            yield from self.whole()
        yield from self.held

    def go(self, h: int) -> Iterator[Breach]:
        """What one part of the way breaks; the unit is in its hex afterwards."""
        if h == NOWHERE or self.field.grid.side_between(self.at, h) == NOWHERE:
            self.over = True
            yield self.off_map() if h == NOWHERE else self.too_far(h)
            return
        yield from self.step(h)
        if not self.over:
            self.at = h
            self.steps += 1

    @abstractmethod
    def off_map(self) -> Breach:
        """What a step off the map breaks."""

    @abstractmethod
    def too_far(self, h: int) -> Breach:
        """What a step to a hex that is not adjacent breaks."""

    @abstractmethod
    def step(self, h: int) -> Iterator[Breach]:
        """What a step to an adjacent hex breaks. It adds what the step costs to ``spent``, or ends the check."""

    @abstractmethod
    def whole(self) -> Iterator[Breach]:
        """What the way breaks as a whole, once every step was checked."""
