"""A scenario carried over to a table that was moved, or made larger or smaller; see `engine.scenario.carrying`."""

from __future__ import annotations

import re
from typing import Final

from engine.scenario.carrying import Carried, Carrier
from engine.scenario.model import Scenario
from engine.tables.places import PACE
from engine.tables.smooth import Point
from engine.tables.table import Table, table_of

_WITH_FACING: Final = re.compile(r"\d+,\d+/\d+(\.\d)?")
"""What surely is a place: ``1,200`` alone may be a number."""


def carried(scenario: Scenario, new: Table, by: Point) -> Carried:
    """Carry a scenario from its table to a new one, on which everything is this many paces further to the right and
    down.

    What was no place of the old table stays as it is: the umpire has told of it already.
    """
    return _TableCarrier(scenario, new, by).run()


class _TableCarrier(Carrier):
    """One scenario being carried over."""

    def __init__(self, scenario: Scenario, new: Table, by: Point) -> None:
        super().__init__(scenario, new)
        self.old, self.new, self.by = table_of(scenario.map), new, by

    def moved(self, name: str) -> str | None:
        """The new text of a place, with a facing where it had one."""
        spot = self.old.find(name)
        if spot is None:
            return name
        there = spot._replace(x=spot.x + self.by[0] * PACE, y=spot.y + self.by[1] * PACE)
        if not self.new.holds(there.x / PACE, there.y / PACE):
            return None
        text = self.new.spell(there)
        return text if "/" in name or "facing" in name.lower() else text.partition("/")[0]

    def word(self, word: str, what: str) -> str:
        """A word of an exclusive rule: only what has a facing is surely a place."""
        return super().word(word, what) if _WITH_FACING.fullmatch(word) or word in self.map.regions else word

    def is_mentioned(self, name: str) -> bool:
        """Whether a word is a place with its facing."""
        return _WITH_FACING.fullmatch(name) is not None and self.old.find(name) is not None
