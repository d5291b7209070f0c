"""Moving hexes: where hexes and hexsides come to lie, and what becomes of the regions that they are in."""

from __future__ import annotations

import pytest

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.mapping.clip import copied
from engine.hexes.mapping.shift import Mirror, Shift, Turn, carried_region, moved


def grid(orientation: Orientation = Orientation.FLAT) -> Grid:
    return Grid(GridSpec(12, 12, orientation=orientation))


TURNS = [Turn(), Turn(1), Turn(4), Turn(0, Mirror.ACROSS), Turn(0, Mirror.DOWN), Turn(2, Mirror.DOWN)]


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("turn", TURNS)
def test_hexes_and_hexsides_go_where_their_contents_go(orientation: Orientation, turn: Turn) -> None:
    made = BattleMap(grid(orientation), load_palette("standard"))
    here = made.grid
    middle, end = here.at(4, 5), here.at(6, 5)
    chosen = here.within(middle, 2)
    kinds = ["forest", "swamp", "clear"]
    for i, h in enumerate(chosen):
        made.terrain[h] = kinds[i % 3]
        made.elevation[h] = i
    sides = {here.side(h, d) for h in chosen for d in range(6)}
    levels = {h: made.elevation[h] for h in chosen}
    made.hexsides = {side: {"creek": NOWHERE} for i, side in enumerate(sorted(sides)) if i % 4 == 0}
    marked = set(made.hexsides)
    found = moved(made, chosen, middle, end, turn)
    assert found.left_out == 0
    found.changes.write(made)
    assert {found.shift.hex(h) for h in chosen} == set(here.within(end, 2))
    assert all(made.elevation[found.shift.hex(h)] == level for h, level in levels.items())
    assert {found.shift.side(side) for side in marked} == set(made.hexsides)


def test_what_is_not_moved_stays_and_what_falls_off_is_nowhere() -> None:
    here = grid()
    shift = Shift(here, [here.at(1, 1), here.at(1, 2)], here.at(1, 1), here.at(0, 0))
    assert shift.hex(here.at(5, 5)) == here.at(5, 5)
    assert shift.side(here.side(here.at(5, 5), 2)) == here.side(here.at(5, 5), 2)
    off = Shift(here, [here.at(0, 3)], here.at(1, 3), here.at(0, 3))
    assert off.hex(here.at(0, 3)) == NOWHERE
    assert off.side(here.side(here.at(0, 3), 0)) == NOWHERE


def region(here: Grid, *places: tuple[int, int]) -> Region:
    return Region("r", "R", frozenset(here.at(*place) for place in places))


def test_a_region_that_is_moved_as_a_whole_keeps_its_shape() -> None:
    here = grid()
    old = region(here, (3, 3), (3, 4), (3, 5))
    shift = Shift(here, [*old.hexes, here.at(4, 4)], here.at(3, 3), here.at(3, 4))
    assert carried_region(old, shift).hexes == region(here, (3, 4), (3, 5), (3, 6)).hexes


def test_a_large_region_gets_no_holes_where_contents_move_within_it() -> None:
    here = grid()
    old = region(here, *((c, r) for c in range(2, 9) for r in range(2, 9)))
    within = Shift(here, [here.at(4, 4)], here.at(4, 4), here.at(6, 4))
    assert carried_region(old, within) == old
    out = Shift(here, [here.at(4, 4)], here.at(4, 4), here.at(10, 4))
    assert carried_region(old, out).hexes == (old.hexes - {here.at(4, 4)}) | {here.at(10, 4)}
    elsewhere = Shift(here, [here.at(0, 0)], here.at(0, 0), here.at(0, 5))
    assert carried_region(old, elsewhere) is old


def test_regions_go_along_when_told() -> None:
    made = BattleMap(grid(), load_palette("standard"))
    a, b = made.grid.at(3, 3), made.grid.at(8, 8)
    made.regions = {"hill": Region("hill", "Hill", frozenset({a})), "far": Region("far", "Far", frozenset({0}))}
    assert moved(made, [a], a, b).changes.regions is None
    found = moved(made, [a], a, b, regions=True).changes.regions
    assert found is not None
    assert found["hill"].hexes == {b}
    assert found["far"] is made.regions["far"]


def test_places_turn_as_clips_do() -> None:
    made = BattleMap(grid(), load_palette("standard"))
    clip = copied(made, made.grid.within(made.grid.at(5, 5), 2))
    for turn in TURNS:
        assert set(turn.clip(clip).cells) == {turn.place(at, clip.orientation) for at in clip.cells}
