"""Chapter 7 for many lines at once: what is seen from a hex, and what its guns could fire at.

What surely blocks a line, and what surely keeps clear of everything, is told of all lines together
(`engine.hexes.board.corridors`); `fire.is_open` decides the others one by one. Importing this module imports shapely.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.hexes.board.corridors import Corridors, Obstacles
from engine.mechanics.bits import bits
from engine.play.answer_records import FieldOfFire, GunField
from engine.systems.twilights_last_gleaming import fire
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


class Views:
    """The lines of sight over a map: what of its ground lies in their way, as areas."""

    def __init__(self, field: TlgField) -> None:
        self._field = field
        self._grid = grid = field.grid
        ground = field.ground
        woods = [h for h in grid.hexes if ground.forest[h]]
        self._woods = Obstacles(grid, woods)
        self._slopes = Obstacles(grid, (), ground.high_side)
        self._all = Obstacles(grid, [*woods, *(h for h in grid.hexes if ground.building[h])], ground.high_side)
        self._low = ~np.array(ground.high, dtype=bool)

    def states(self, state: TlgState, start: int, ends: Sequence[int]) -> dict[int, str]:
        """The state of each line of sight from a hex to others, as `fire.is_open` gives it (7.3, 7.7)."""
        found = dict.fromkeys(ends, fire.BLOCKED)
        hexes = np.array(ends, dtype=int)
        lines = Corridors(self._grid, start, hexes)
        open_lines = ~lines.meeting(self._woods)
        hexes, lines = hexes[open_lines], lines.only(open_lines)
        if self._low[start]:
            open_lines = ~(self._low[hexes] & lines.meeting(self._slopes))
            hexes, lines = hexes[open_lines], lines.only(open_lines)
        clear = lines.missing(self._all) & lines.missing(Obstacles(self._grid, state.stacks))
        for end, sure in zip(hexes.tolist(), clear.tolist(), strict=True):
            found[end] = fire.VISIBLE if sure else fire.is_open(self._field, state, start, end)
        return found

    def all_from(self, state: TlgState, start: int) -> dict[int, str]:
        """The states of the lines of sight to every other hex of the map."""
        return self.states(state, start, [h for h in self._grid.hexes if h != start])

    def fields_of_fire(self, state: TlgState, starts: Sequence[int]) -> FieldOfFire:
        """What is seen from any of some hexes, and what each gun in them could bombard; see
        `Answers.fields_of_fire`."""
        name = self._grid.name
        seen: dict[int, str] = {}
        fires = []
        for start in starts:
            lines = self.all_from(state, start)
            for h, how in lines.items():
                if how != fire.BLOCKED and seen.get(h) != fire.VISIBLE:
                    seen[h] = how
            guns = state.stacks.get(start, 0) & self._field.roster.guns
            fires += [self._fire(state, gun, lines) for gun in bits(guns)]
        return FieldOfFire(
            from_=[name(start) for start in starts],
            rule="tlg2:7.3",
            visible=[name(h) for h in sorted(seen) if seen[h] == fire.VISIBLE],
            attenuated=[name(h) for h in sorted(seen) if seen[h] == fire.ATTENUATED],
            fire=fires,
        )

    def _fire(self, state: TlgState, gun: int, lines: dict[int, str]) -> GunField:
        """The hexes that a gun could bombard, in full strength or with a strength of one (7.2, 7.3)."""
        roster, name = self._field.roster, self._grid.name
        at, reach = state.where[gun], roster.range[gun]
        full: list[str] = []
        weak: list[str] = []
        for h in sorted(lines):
            distance = self._grid.distance(at, h)
            if lines[h] != fire.BLOCKED and distance <= reach and h not in self._field.ground.control[at]:
                (full if lines[h] == fire.VISIBLE and 2 * distance <= reach else weak).append(name(h))
        return GunField(roster.keys[gun], name(at), reach, full, weak)
