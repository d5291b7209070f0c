"""Facing: the directions that units face, and the arcs in which the hexes about them lie."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import HexwrightError
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.subject import KitSubject
from engine.kit.bound.words import exact
from engine.kit.play.state import KitState
from engine.scenario import Unit

FRONT: Final = "front"
ARCS: Final = ("front", "flank", "rear")
"""The arcs, the best for the unit first."""
_FLAT_CORNERS: Final = ("NE", "E", "SE", "SW", "W", "NW")
_POINTY_CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")


class FacingArcs:
    """The block ``facing``: directions are numbered clockwise, as the names of the map have them."""

    def __init__(self, field: Any) -> None:
        self.field = field
        block = field.model.facing
        grid = field.grid
        corners = block.points == "corner"
        if corners:
            self.names: tuple[str, ...] = _FLAT_CORNERS if grid.flat else _POINTY_CORNERS
        else:
            self.names = tuple(grid.direction_names)
        # Of corners the hex clockwise of the first one: on a flat grid that is the second direction.
        self._offset = 1 if corners and grid.flat else 0
        self._arc = {place: arc for arc in reversed(ARCS) for place in getattr(block.arcs, arc)}
        self.who = field.binder.bind(block.who)
        self.into_front_alone = block.moves == FRONT
        self._attacks_front = block.attack == FRONT
        self.turn = exact(block.turn)
        """What a turn by one hexside or corner costs, in movement points."""
        self.most = int(block.most)

    def cites(self, key: str = "") -> Rules:
        """The paragraphs of a key of the block."""
        return cites("facing", (self.field.model.facing, key))

    def printed(self, unit: Unit) -> int:
        """The direction that a unit prints, by its name or number; the first where it prints none. Raises
        HexwrightError for one that the map does not have."""
        said = unit.values.get("facing")
        text = "0" if said is None else str(said)
        number = int(text) if text.isdecimal() else self.number(text)
        if number < 0:
            raise HexwrightError(f"{unit.name} faces {said}; this map has the directions {' '.join(self.names)}")
        return number

    def number(self, name: str) -> int:
        """The number of a direction by its name; -1 for none."""
        found = name.upper()
        return self.names.index(found) if found in self.names else -1

    def has(self, state: KitState, unit: int) -> bool:
        """Whether a unit faces any direction at all."""
        return bool(self.who.always or self.who.ask(KitSubject(self.field, state, -1, unit)))

    def turned(self, before: int, after: int) -> int:
        """By how many hexsides or corners a unit turns from a facing to another."""
        apart = (after - before) % 6
        return min(apart, 6 - apart)

    def arc_at(self, facing: int, a: int, b: int) -> str:
        """The arc in which a hex lies, for who faces so in another; on the border of two arcs the better one."""
        grid = self.field.grid
        (q, r), (p, s) = grid.axial(a), grid.axial(b)
        found = [self._arc.get((d - facing - self._offset) % 6, ARCS[-1]) for d in _towards(grid, p - q, s - r)]
        return min(found, key=ARCS.index, default=FRONT)

    def arc_of(self, state: KitState, unit: int, h: int) -> str:
        """The arc of a unit in which a hex lies; the front for one that faces nowhere."""
        if not self.has(state, unit) or state.where[unit] < 0:
            return FRONT
        return self.arc_at(state.facing[unit], state.where[unit], h)

    def ahead(self, state: KitState, unit: int, h: int) -> frozenset[int]:
        """The hexes next to a hex that are in the front of a unit which stands there."""
        near = self.field.ground.near[h]
        if not self.has(state, unit):
            return frozenset(near)
        return frozenset(n for n in near if self.arc_at(state.facing[unit], h, n) == FRONT)

    def may_attack(self, state: KitState, unit: int, h: int) -> bool:
        """Whether a unit may attack a hex as it faces."""
        return not self._attacks_front or self.arc_of(state, unit, h) == FRONT


def _towards(grid: Any, dq: int, dr: int) -> tuple[int, ...]:
    """The directions that lead nearest to a hex so far away: two where it lies midway between them."""
    for d, (q, r) in enumerate(grid.axial_steps):
        p, s = grid.axial_steps[(d + 1) % 6]
        area = q * s - r * p
        along, aside = (dq * s - dr * p) * area, (q * dr - r * dq) * area
        if along > 0 and aside >= 0:
            if along == aside:
                return d, (d + 1) % 6
            return (d,) if along > aside else ((d + 1) % 6,)
    return ()
