"""Chapter 7 for many lines at once: what is seen from a hex, and what its guns could fire at.

What surely blocks a line, and what surely keeps clear of everything, is told of all lines together
(`engine.board.corridors`); `fire.is_open` decides the others one by one. Importing this module imports shapely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.board.corridors import Corridors, Obstacles
from engine.mechanics.bits import bits
from engine.systems.twilights_last_gleaming import fire

if TYPE_CHECKING:
    from engine.systems.twilights_last_gleaming.rules import TlgRules
    from engine.systems.twilights_last_gleaming.state import TlgState


class Views:
    """The lines of sight over a map: what of its ground lies in their way, as areas."""

    def __init__(self, rules: TlgRules) -> None:
        self._rules = rules
        ground, grid = rules.ground, rules.ground.grid
        woods = [h for h in grid.hexes if ground.forest[h]]
        self._woods = Obstacles(grid, woods)
        self._slopes = Obstacles(grid, (), ground.high_side)
        self._all = Obstacles(grid, [*woods, *(h for h in grid.hexes if ground.building[h])], ground.high_side)
        self._low = ~np.array(ground.high, dtype=bool)

    def states(self, state: TlgState, start: int, ends: Sequence[int]) -> dict[int, str]:
        """The state of each line of sight from a hex to others, as `fire.is_open` gives it (7.3, 7.7)."""
        grid = self._rules.ground.grid
        found = dict.fromkeys(ends, fire.BLOCKED)
        hexes = np.array(ends, dtype=int)
        lines = Corridors(grid, start, hexes)
        open_lines = ~lines.meeting(self._woods)
        hexes, lines = hexes[open_lines], lines.only(open_lines)
        if self._low[start]:
            open_lines = ~(self._low[hexes] & lines.meeting(self._slopes))
            hexes, lines = hexes[open_lines], lines.only(open_lines)
        clear = lines.missing(self._all) & lines.missing(Obstacles(grid, state.stacks))
        for end, sure in zip(hexes.tolist(), clear.tolist(), strict=True):
            found[end] = fire.VISIBLE if sure else fire.is_open(self._rules, state, start, end)
        return found

    def all_from(self, state: TlgState, start: int) -> dict[int, str]:
        """The states of the lines of sight to every other hex of the map."""
        return self.states(state, start, [h for h in self._rules.ground.grid.hexes if h != start])


def fields_of_fire(rules: TlgRules, state: TlgState, starts: Sequence[int]) -> dict[str, Any]:
    """What is seen from any of some hexes, and what each gun in them could bombard; see `Answers.fields_of_fire`."""
    name = rules.ground.grid.name
    seen: dict[int, str] = {}
    fires = []
    for start in dict.fromkeys(starts):
        lines = rules.views.all_from(state, start)
        for h, how in lines.items():
            if how != fire.BLOCKED and seen.get(h) != fire.VISIBLE:
                seen[h] = how
        fires += [_fire(rules, state, unit, lines) for unit in bits(state.stacks.get(start, 0) & rules.force.guns)]
    return {
        "from": [name(start) for start in dict.fromkeys(starts)],
        "rule": "tlg2:7.3",
        "visible": [name(h) for h in sorted(seen) if seen[h] == fire.VISIBLE],
        "attenuated": [name(h) for h in sorted(seen) if seen[h] == fire.ATTENUATED],
        "fire": fires,
    }


def _fire(rules: TlgRules, state: TlgState, unit: int, lines: dict[int, str]) -> dict[str, Any]:
    """The hexes that a gun could bombard, in full strength or with a strength of one (7.2, 7.3)."""
    at, reach, name = state.where[unit], rules.force.range[unit], rules.ground.grid.name
    full: list[str] = []
    weak: list[str] = []
    for h in sorted(lines):
        distance = rules.distance(at, h)
        if lines[h] != fire.BLOCKED and distance <= reach and h not in rules.ground.control[at]:
            (full if lines[h] == fire.VISIBLE and 2 * distance <= reach else weak).append(name(h))
    return {"unit": rules.force.keys[unit], "at": name(at), "range": reach, "full": full, "attenuated": weak}
