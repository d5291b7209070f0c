"""Moving a part of a map: to another place, turned or mirrored, with all that is in its hexes and on their hexsides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE, Grid, Orientation
from engine.hexes.mapping.clip import Axial, Clip, copied, flipped, flipped_place, pasted, rotated, rotated_place
from engine.hexes.mapping.edit import Changes, cleared


class Mirror(StrEnum):
    """Which way something is mirrored."""

    NONE = ""
    ACROSS = "left to right"
    DOWN = "top to bottom"


@dataclass(frozen=True, slots=True)
class Turn:
    """How something is turned on its way: mirrored, then turned by sixths of a full turn, clockwise."""

    sixths: int = 0
    mirror: Mirror = Mirror.NONE

    def clip(self, clip: Clip) -> Clip:
        """A clip so turned."""
        if self.mirror:
            clip = flipped(clip, top_to_bottom=self.mirror is Mirror.DOWN)
        return rotated(clip, self.sixths)

    def turned(self, sixths: int) -> Turn:
        """This, and then turned by this many sixths more."""
        return replace(self, sixths=(self.sixths + sixths) % 6)

    def flipped(self, mirror: Mirror) -> Turn:
        """This, and then mirrored."""
        # A mirror turns what was clockwise the other way; two mirrors at right angles are half a turn.
        half = 3 if self.mirror not in (Mirror.NONE, mirror) else 0
        return Turn((half - self.sixths) % 6, mirror if self.mirror is Mirror.NONE else Mirror.NONE)

    def place(self, at: Axial, orientation: Orientation) -> Axial:
        """A place so turned about the anchor."""
        if self.mirror:
            at = flipped_place(at, orientation, self.mirror is Mirror.DOWN)
        return rotated_place(at, self.sixths)


class Shift:
    """Where the hexes and hexsides that are moved come to lie; those that are not moved stay."""

    def __init__(self, grid: Grid, hexes: Iterable[int], start: int, end: int, turn: Turn | None = None) -> None:
        """``start`` goes to ``end``, and the others as far, turned about it."""
        self.grid = grid
        self.turn = turn or Turn()
        self.chosen = frozenset(h for h in hexes if h in grid)
        self._start, self._end = grid.axial(start), grid.axial(end)

    @cached_property
    def places(self) -> dict[int, int]:
        """The new hex of each one that is moved; NOWHERE beyond the map."""
        return {h: self.grid.from_axial(*self._place(self.grid.axial(h))) for h in self.chosen}

    def hex(self, h: int) -> int:
        """The new hex of any hex."""
        return self.places.get(h, h)

    def side(self, side: int) -> int:
        """The new hexside of any hexside, which goes along with either of its hexes; NOWHERE where these fall off."""
        ends = self.grid.side_hexes(side)
        for h in ends:
            there = self.places.get(h, NOWHERE)
            if there != NOWHERE:
                direction = next(d for d in range(6) if self.grid.side(h, d) == side)
                return self.grid.side(there, self._direction(direction))
        return NOWHERE if self.chosen.intersection(ends) else side

    def _place(self, at: Axial) -> Axial:
        (q, r), (sq, sr), (eq, er) = at, self._start, self._end
        dq, dr = self.turn.place((q - sq, r - sr), self.grid.spec.orientation)
        return eq + dq, er + dr

    def _direction(self, direction: int) -> int:
        steps = self.grid.axial_steps
        return steps.index(self.turn.place(steps[direction], self.grid.spec.orientation))


@dataclass(frozen=True, slots=True)
class Moved:
    """What moving hexes would do."""

    changes: Changes
    left_out: int
    """How many hexes, hexsides and kinds fall off the map."""
    shift: Shift


def moved(
    battle_map: BattleMap,
    hexes: Iterable[int],
    start: int,
    end: int,
    turn: Turn | None = None,
    *,
    regions: bool = False,
) -> Moved:
    """What to write so that hexes go, with all that is in them and on all their hexsides, as far as ``end`` lies
    from ``start``, and perhaps turn about it on the way. Where they were the map is as new. With ``regions`` the
    regions that they are in go along, see ``carried_region``."""
    shift = Shift(battle_map.grid, hexes, start, end, turn)
    clip = shift.turn.clip(copied(battle_map, shift.chosen, start))
    emptied = cleared(battle_map, shift.chosen, outer=True)
    scratch = battle_map.copy()
    emptied.write(scratch)
    put = pasted(scratch, clip, end)
    changes = emptied.then(put.changes)
    if regions:
        carried = {key: carried_region(region, shift) for key, region in battle_map.regions.items()}
        changes.regions = carried if carried != battle_map.regions else None
    return Moved(changes, put.left_out, shift)


def carried_region(region: Region, shift: Shift) -> Region:
    """The region after the move: its moved hexes are in it where they come to lie.

    A region that is moved as a whole keeps its shape. Of one that reaches farther, a hex whose contents only move
    within it stays in it too: a village that is moved aside must leave no hole in a country.
    """
    going = region.hexes & shift.chosen
    if not going:
        return region
    there = {h: shift.places[h] for h in going}
    whole = going == region.hexes
    left = {h for h, place in there.items() if whole or place not in region.hexes}
    arrived = {place for place in there.values() if place != NOWHERE}
    return replace(region, hexes=(region.hexes - left) | arrived)
