"""A scenario carried over to a changed map of hexes; see `engine.scenario.carrying`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.shift import Shift
from engine.scenario.carrying import Carried, Carrier
from engine.scenario.model import Scenario

_SURE: Final = 1000
"""A whole number in exclusive rules is taken for a hex from here on: lesser ones are turns and strengths."""


def carried(scenario: Scenario, new: BattleMap, moved: Sequence[int]) -> Carried:
    """Carry a scenario from its map to a new one; ``moved`` gives for each old hex its new one, or NOWHERE.

    Names that were no hexes of the old map stay as they are: the umpire has told of them already.
    """
    return _HexCarrier(scenario, new, moved).run()


def shifted(scenario: Scenario, shift: Shift) -> Carried:
    """Let what a scenario says of hexes go along with hexes that are moved on its map: units that stand there,
    set-up areas, entry hexes, objectives, exclusive rules. Units elsewhere stay where they are."""
    grid = hexes_of(scenario.map).grid
    moved = list(range(grid.size))
    for h, there in shift.places.items():
        moved[h] = there
    return _HexCarrier(scenario, hexes_of(scenario.map), moved, shift).run()


class _HexCarrier(Carrier):
    """One scenario being carried over."""

    def __init__(self, scenario: Scenario, new: BattleMap, moved: Sequence[int], shift: Shift | None = None) -> None:
        """``shift``: where only some hexes are moved, on a map that stays."""
        super().__init__(scenario, new)
        self.old, self.new = hexes_of(scenario.map), new
        self._moved = moved
        self.shift = shift

    def moved(self, name: str) -> str | None:
        """The new name of a hex."""
        h = self.old.grid.find(name)
        if h == NOWHERE:
            return name
        there = self._moved[h]
        return None if there == NOWHERE else self.new.grid.name(there)

    def names(self, names: Iterable[str], what: str) -> tuple[str, ...]:
        """Hexes and regions; where only some hexes are moved, each is named once."""
        kept = super().names(names, what)
        return tuple(dict.fromkeys(kept)) if self.shift is not None else kept

    def staying(self, names: Sequence[str]) -> set[str]:
        """Of a list of which only a part is moved, the hexes that stay in it: those whose new place is in it already,
        as with the regions of a map."""
        if self.shift is None:
            return set()
        grid, moved = self.old.grid, self.shift.places
        listed = {grid.find(name): name for name in names if name not in self.old.regions}
        if listed.keys() <= moved.keys():
            return set()
        return {name for h, name in listed.items() if moved.get(h, NOWHERE) in listed}

    def number(self, value: int, what: str) -> int | str:
        """A number that may be that of a hex."""
        if value < _SURE:
            return value
        there = self.word(str(value), what)
        return value if there == str(value) else there

    def is_mentioned(self, name: str) -> bool:
        """Whether a word is the number of a hex as the map writes it. A bare number may be a year or a strength."""
        h = self.old.grid.find(name)
        return h != NOWHERE and not name.isdigit() and self.old.grid.name(h) == name

    def words(self, text: str) -> list[str]:
        """The words of a text; hexsides are two."""
        return text.replace("/", " ").split()

    def word(self, word: str, what: str) -> str:
        """A word of an exclusive rule: a region, a hex, a hexside, or something else; empty when it is gone."""
        if word in self.old.regions:
            return word
        first, bar, second = word.partition("/")
        names = [self.moved(first)]
        if bar:
            if self.shift is not None:
                return self._moved_side(word, what, self.shift)
            if self.old.grid.find(first) == NOWHERE:
                return word
            edge = second.upper() in self.old.grid.direction_names
            if not edge and self.old.grid.find(second) == NOWHERE:
                return word
            names.append(second if edge else self.moved(second))
        if None in names:
            self.fallen.append(f"special, {what}: {word}")
            return ""
        return "/".join(str(name) for name in names)

    def _moved_side(self, word: str, what: str, shift: Shift) -> str:
        grid = self.old.grid
        try:
            side = grid.parse_side(word)
        except HexwrightError:
            return word
        there = shift.side(side)
        if there == NOWHERE:
            self.fallen.append(f"special, {what}: {word}")
            return ""
        return word if there == side else grid.side_name(there)
