"""Rivers: which way they run and how they grow; streams within hexes, their lanes beside roads, bridges over them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.boards.look import MapLook
from engine.formats import dump_map, load_map, load_palette, save_map
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Lattice, Orientation
from engine.hexes.board.vertices import sides_of_path, vertex_path
from engine.hexes.mapping.crossing import missing_crossings, with_crossings, with_hex_crossings
from engine.hexes.mapping.rivers import GROWN, SOURCE, Rivers
from engine.hexes.mapping.routes import Routes, cheapest_way
from engine.hexes.mapping.streams import exits, is_crossed, lane

STREAMS = frozenset({"stream", "river"})


def board(columns: int = 14, rows: int = 12, orientation: Orientation = Orientation.FLAT) -> BattleMap:
    return BattleMap(Grid(GridSpec(columns, rows, orientation)), load_palette("standard"))


def lay(made: BattleMap, kind: str, *names: str, over: int = NOWHERE) -> list[int]:
    """A path by way of these hexes, over the map's edge at the end if a direction is given; gives its hexsides."""
    grid = made.grid
    way = [grid.parse(names[0])]
    for a, b in pairwise(names):
        way += grid.line(grid.parse(a), grid.parse(b))[1:]
    sides = [grid.side_between(a, b) for a, b in pairwise(way)]
    if over != NOWHERE:
        sides.append(grid.side(way[-1], over))
    for side in sides:
        made.paths[side] = made.paths.get(side, frozenset()) | {kind}
    return sides


def run(made: BattleMap, kind: str, start: Lattice, end: Lattice) -> list[int]:
    """A river along hexsides by the fewest; gives them in order."""
    sides = sides_of_path(made.grid, vertex_path(made.grid, start, end))
    for side in sides:
        made.hexsides[side] = {**made.hexsides.get(side, {}), kind: NOWHERE}
    return sides


def corner(made: BattleMap, name: str, number: int) -> Lattice:
    return made.grid.corners(made.grid.parse(name))[number]


def middle(growth: tuple[float, float]) -> float:
    return sum(max(0.0, end) for end in growth) / 2


# -- growth ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_river_grows_from_its_source_to_the_lake(orientation: Orientation) -> None:
    made = board(orientation=orientation)
    lake = made.grid.parse("1206")
    made.terrain[lake] = "water"
    sides = run(made, "river", corner(made, "0306", 2), made.grid.corners(lake)[4])
    rivers = Rivers(made)
    grown = [middle(rivers.along(side)) for side in sides]
    assert grown == sorted(grown)
    assert 0 <= grown[0] < 0.2 < grown[-1] < 1
    assert SOURCE in rivers.along(sides[0])
    assert SOURCE not in rivers.along(sides[-1])


def test_a_river_runs_to_the_edge_where_there_is_no_lake_and_down_where_there_are_two_edges() -> None:
    made = board()
    sides = run(made, "river", corner(made, "0606", 2), corner(made, "0612", 3))
    grown = [middle(Rivers(made).along(side)) for side in sides]
    assert grown == sorted(grown)
    made = board()
    sides = run(made, "river", corner(made, "0101", 5), corner(made, "1406", 2))
    assert {Rivers(made).along(side) for side in sides} == {(1.0, 1.0)}
    made.elevation[made.grid.parse("0101")] = 3
    made.elevation[made.grid.parse("0102")] = 3
    grown = [middle(Rivers(made).along(side)) for side in sides]
    assert grown == sorted(grown)
    assert grown[0] < 0.7
    # What comes in from beyond the map is no source.
    assert SOURCE not in Rivers(made).along(sides[0])


def test_what_flows_in_makes_a_river_wider_below_and_not_above() -> None:
    made = board(30, 12)
    made.terrain[made.grid.parse("2806")] = "water"
    sides = run(made, "river", corner(made, "0306", 2), corner(made, "2806", 4))
    before = [middle(Rivers(made).along(side)) for side in sides]
    meeting = made.grid.side_ends(sides[16])
    run(made, "creek", corner(made, "1611", 2), next(v for v in meeting if v in made.grid.side_ends(sides[17])))
    after = [middle(Rivers(made).along(side)) for side in sides]
    assert after[:16] == before[:16]
    assert all(now > then for now, then in zip(after[17:], before[17:], strict=True) if then < 1)


def test_water_between_two_mouths_as_good_as_each_other_is_wide_and_its_tributaries_grow() -> None:
    made = board()
    trunk = run(made, "river", corner(made, "0106", 5), corner(made, "1406", 2))
    at = made.grid.side_ends(trunk[8])[0]
    branch = run(made, "creek", corner(made, "0611", 2), at)
    rivers = Rivers(made)
    assert {rivers.along(side) for side in trunk} == {(1.0, 1.0)}
    grown = [middle(rivers.along(side)) for side in branch if side not in trunk]
    assert grown == sorted(grown)
    assert grown[0] < 0.3
    assert grown[-1] < 1


def test_a_river_that_reaches_nothing_is_of_one_width_and_pointed_at_its_ends() -> None:
    made = board()
    sides = run(made, "river", corner(made, "0406", 2), corner(made, "0906", 2))
    rivers = Rivers(made)
    assert {rivers.along(side) for side in sides[1:-1]} == {(1.0, 1.0)}
    assert sorted(rivers.along(sides[0])) == [SOURCE, 1.0]
    (system,) = rivers.systems()
    assert not rivers.has_mouth(system)


def test_a_river_may_be_lost_in_sand_and_is_pointed_there_too() -> None:
    made = BattleMap(Grid(GridSpec(14, 12)), load_palette("campaign"))
    sides = run(made, "minor_river", corner(made, "0406", 2), corner(made, "0906", 2))
    for h in made.grid.within(made.grid.parse("0906"), 1):
        made.terrain[h] = "desert"
    rivers = Rivers(made)
    (system,) = rivers.systems()
    assert rivers.has_mouth(system)
    grown = [middle(rivers.along(side)) for side in sides[:-1]]
    assert grown == sorted(grown)
    assert grown[0] < grown[-1] < 1, "it grows towards the desert"
    assert SOURCE in rivers.along(sides[0])
    assert SOURCE in rivers.along(sides[-1])
    made.terrain = ["clear"] * made.grid.size
    assert not Rivers(made).has_mouth(system)


def test_a_river_that_rises_in_sand_runs_on_to_the_sea() -> None:
    made = BattleMap(Grid(GridSpec(14, 12)), load_palette("campaign"))
    lake = made.grid.parse("1206")
    made.terrain[lake] = "sea"
    sides = run(made, "minor_river", corner(made, "0306", 2), made.grid.corners(lake)[4])
    plain = [Rivers(made).along(side) for side in sides]
    for h in made.grid.within(made.grid.parse("0306"), 2):
        made.terrain[h] = "desert"
    assert [Rivers(made).along(side) for side in sides] == plain


def test_a_river_round_an_island_shares_its_water_out() -> None:
    made = board(20, 12)
    made.terrain[made.grid.parse("1806")] = "water"
    island = made.grid.parse("1006")
    left, right = made.grid.corners(island)[5], made.grid.corners(island)[2]
    above = run(made, "river", corner(made, "0406", 2), left)
    ring = [made.grid.side(island, d) for d in range(6)]
    for side in ring:
        made.hexsides[side] = {"river": NOWHERE}
    below = run(made, "river", right, corner(made, "1806", 4))
    rivers = Rivers(made)
    assert middle(rivers.along(ring[0])) < middle(rivers.along(above[-1])) < middle(rivers.along(below[-1]))


def test_streams_within_hexes_grow_with_the_hexside_rivers_they_join() -> None:
    made = board(20, 12)
    made.terrain[made.grid.parse("1806")] = "water"
    river = run(made, "river", corner(made, "0406", 2), corner(made, "1806", 4))
    alone = middle(Rivers(made).along(river[-1]))
    # The stream's last step goes over the hexside that the river runs along, and no further.
    joins = next(side for side in river[8:] if made.grid.side_hexes(side)[1] != NOWHERE)
    north = min(made.grid.side_hexes(joins), key=lambda h: made.grid.centre(h)[1])
    far = made.grid.at(made.grid.offset(north)[0], 0)
    steps = lay(made, "stream", made.grid.name(far), made.grid.name(north))
    made.paths[joins] = frozenset({"stream"})
    rivers = Rivers(made)
    assert middle(rivers.along(river[-1])) > alone
    assert rivers.into(far, steps[0])[1] == SOURCE
    at_side, at_centre = rivers.into(made.grid.ring1[far][3], steps[0])
    assert 0 < at_side < at_centre < 1


def test_the_width_of_a_kind_goes_from_its_source_width_to_its_width() -> None:
    river = load_palette("standard").hexsides["river"]
    assert river.width_at(0) == river.source_width < river.width_at(0.5) < river.width_at(1) == river.width
    assert GROWN > 10


@pytest.mark.parametrize("seed", range(12))
def test_what_is_followed_is_what_is_worked_out_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(seed)
    if seed % 3 == 0:
        monkeypatch.setattr("engine.hexes.mapping.rivers.LARGE", 12)
    made = board()
    grid = made.grid
    for h in grid.within(grid.at(11, 6), 1):
        made.terrain[h] = "water"
    rivers = Rivers(made)
    sides = sorted({side for h in grid.hexes for side in grid.sides[h]})
    for _ in range(60):
        what = chance.randrange(5)
        if what < 2:
            a, b = (grid.corners(chance.choice(grid.hexes))[chance.randrange(6)] for _ in range(2))
            touched = sides_of_path(grid, vertex_path(grid, a, b))[: chance.randrange(1, 9)]
            for side in touched:
                if chance.random() < 0.3:
                    made.hexsides.pop(side, None)
                else:
                    made.hexsides[side] = {chance.choice(("river", "creek")): NOWHERE}
            rivers.touch(touched)
        elif what < 4:
            touched = chance.sample(sides, 3)
            for side in touched:
                if side in made.paths:
                    del made.paths[side]
                else:
                    made.paths[side] = frozenset({chance.choice(("stream", "road"))})
            rivers.touch(touched)
        else:
            h = chance.choice(grid.hexes)
            made.terrain[h] = chance.choice(("water", "clear"))
            made.elevation[h] = chance.randrange(3)
            rivers.touch((), [h])
        rivers.settle()
        fresh = Rivers(made)
        assert {s: rivers.along(s) for s in made.hexsides} == {s: fresh.along(s) for s in made.hexsides}
        for side, kinds in made.paths.items():
            if kinds & STREAMS:
                h = grid.side_hexes(side)[0]
                assert rivers.into(h, side) == fresh.into(h, side)


def test_following_tells_where_water_has_another_width() -> None:
    made = board(30, 12)
    made.terrain[made.grid.parse("2806")] = "water"
    sides = run(made, "river", corner(made, "0306", 2), corner(made, "2806", 4))
    rivers = Rivers(made)
    before = {side: rivers.along(side) for side in sides}
    del made.hexsides[sides[0]]
    told = rivers.touch([sides[0]])
    changed = {side for side in sides[1:] if rivers.along(side) != before[side]}
    assert changed
    assert changed <= told <= set(sides)


# -- lanes and crossings --------------------------------------------------------------------------------------------


def test_a_stream_crosses_a_road_only_where_their_exits_part_each_other() -> None:
    made = board()
    lay(made, "road", "0505", "0507")
    lay(made, "stream", "0406", "0506", "0607")
    grid = made.grid
    middle_hex = grid.parse("0506")
    assert is_crossed(grid, made.paths, STREAMS, middle_hex)
    assert exits(grid, made.paths, STREAMS, middle_hex)[0] == [0, 3]
    other = board()
    lay(other, "road", "0505", "0507")
    lay(other, "stream", "0605", "0506")
    assert not is_crossed(grid, other.paths, STREAMS, middle_hex), "it rises beside the road"
    lay(other, "stream", "0506", "0607")
    assert not is_crossed(grid, other.paths, STREAMS, middle_hex), "it keeps to one side of the road"


@pytest.mark.parametrize("orientation", list(Orientation))
def test_both_hexes_see_a_lane_in_the_same_place(orientation: Orientation) -> None:
    made = board(orientation=orientation)
    grid, chance = made.grid, Random(3)
    for h in grid.hexes:
        for side in grid.sides[h]:
            if chance.random() < 0.3:
                made.paths[side] = frozenset(chance.sample(("road", "stream", "trail"), 2))
    seen = 0
    for h in grid.hexes:
        for d, n in enumerate(grid.ring1[h]):
            if n != NOWHERE:
                own = lane(grid, made.paths, STREAMS, h, d)
                assert own == -lane(grid, made.paths, STREAMS, n, (d + 3) % 6)
                seen += abs(own)
    assert seen > 20


def test_where_road_and_stream_squeeze_through_one_hexside_they_need_not_cross() -> None:
    for turn in (1, -1):
        made = board()
        grid = made.grid
        h = grid.parse("0606")
        n = grid.neighbour(h, 0)
        made.paths[grid.side(h, 0)] = frozenset({"road", "stream"})
        made.paths[grid.side(h, 3)] = frozenset({"road"})
        made.paths[grid.side(n, 0)] = frozenset({"road"})
        made.paths[grid.side(h, (3 + turn) % 6)] = frozenset({"stream"})
        made.paths[grid.side(n, -turn % 6)] = frozenset({"stream"})
        assert not is_crossed(grid, made.paths, STREAMS, h)
        assert not is_crossed(grid, made.paths, STREAMS, n)


def test_bridges_come_and_go_with_roads_over_streams() -> None:
    made = board()
    grid = made.grid
    h = grid.parse("0506")
    lay(made, "stream", "0406", "0506", "0607")
    sides = [grid.side(h, 0), grid.side(h, 3)]
    assert with_hex_crossings(made, {side: {"road"} for side in sides}) == {h: ("bridge",)}
    assert with_hex_crossings(made, {side: {"trail"} for side in sides}) == {h: ("ford",)}
    assert with_hex_crossings(made, {sides[0]: {"road"}}) == {}
    made.look = replace(made.look, bridges=False)
    assert with_hex_crossings(made, {side: {"road"} for side in sides}) == {}
    made.look = replace(made.look, bridges=True)
    lay(made, "road", "0505", "0507")
    changes = missing_crossings(made)
    assert changes.features == {h: ("bridge",)}
    made.features[h] = ("bridge", "village")
    assert with_hex_crossings(made, {sides[0]: ()}) == {h: ("village",)}
    made.features[h] = ()
    assert with_hex_crossings(made, {grid.side(h, 1): {"trail"}}) == {}, "a bridge that was wiped stays wiped"


def test_a_road_that_only_ends_beside_a_ford_makes_it_no_bridge() -> None:
    made = board()
    lay(made, "stream", "0406", "0506", "0607")
    lay(made, "trail", "0505", "0507")
    lay(made, "road", "0505", "0506")
    assert missing_crossings(made).features == {made.grid.parse("0506"): ("ford",)}


def test_a_stream_over_a_hexside_river_needs_no_bridge() -> None:
    made = board()
    side = made.grid.parse_side("0505/0506")
    made.hexsides[side] = {"river": NOWHERE}
    assert with_crossings(made, paths={side: {"stream"}}) == {}
    made.paths[side] = frozenset({"stream"})
    assert not missing_crossings(made)
    assert with_crossings(made, paths={side: {"stream", "road"}}) == {side: {"bridge": NOWHERE, "river": NOWHERE}}


# -- ways down ------------------------------------------------------------------------------------------------------


def test_a_stream_seeks_the_way_down_and_shuns_rising_ground() -> None:
    made = board()
    grid = made.grid
    for row in range(9):
        made.elevation[grid.at(6, row)] = 2
    way = cheapest_way(made, grid.at(3, 4), grid.at(9, 4), "stream")
    assert all(made.elevation[h] == 0 for h in way)
    made.elevation[grid.at(3, 4)] = 3
    assert cheapest_way(made, grid.at(3, 4), grid.at(4, 4), "stream") == [grid.at(3, 4), grid.at(4, 4)]


def test_many_ways_from_one_start_are_those_that_are_found_one_by_one() -> None:
    made = board(24, 20)
    grid, chance = made.grid, Random(5)
    for h in grid.hexes:
        made.terrain[h] = chance.choice(("clear", "clear", "forest", "swamp", "water"))
    start = grid.at(3, 3)
    routes = Routes(made, start, "road")

    def cost(way: list[int]) -> float:
        return sum(routes.step(a, b) for a, b in pairwise(way))

    for end in chance.sample(grid.hexes, 40):
        way = routes.way(end, 30)
        assert (way[0], way[-1]) == (start, end)
        assert all(grid.adjacent(a, b) for a, b in pairwise(way))
        best = cost(cheapest_way(made, start, end, "road"))
        assert cost(way) >= best - 1e-9
        if routes.is_sure(end):
            assert cost(way) == pytest.approx(best)
        assert cost(routes.way(end)) == pytest.approx(best)
    while not routes.is_sure(grid.hexes[-1]):
        routes.way(grid.hexes[-1], 50)
    assert cost(routes.way(grid.hexes[-1], 1)) == pytest.approx(cost(cheapest_way(made, start, grid.hexes[-1], "road")))


# -- files ----------------------------------------------------------------------------------------------------------


def test_seed_and_widening_are_written_only_where_they_say_something(tmp_path: Path) -> None:
    made = board()
    assert "seed" not in dump_map(made)
    assert "widen" not in dump_map(made)
    made.look = MapLook(seed=12, widen=True)
    lay(made, "stream", "0406", "0506", "0607")
    save_map(made, tmp_path / "m.yaml")
    again = load_map(tmp_path / "m.yaml")
    assert (again.look.seed, again.look.widen, again.paths) == (12, True, made.paths)
    assert dump_map(again) == (tmp_path / "m.yaml").read_text()
