"""The shipped maps and scenarios keep every hex fact that the rules text and the exclusive rules state."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import data
from engine.formats import load, load_map, load_scenario, save_map, save_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Orientation, Parity
from engine.scenario import Scenario
from engine.umpire.checks import check_loaded

BATTLES = ("lundys_lane", "chippewa", "thames")
ALL = (*BATTLES, "first_steps")


@pytest.fixture(scope="module", params=ALL)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return shipped(request.param)


_loaded: dict[str, Scenario] = {}


def shipped(key: str) -> Scenario:
    if key not in _loaded:
        _loaded[key] = load_scenario(data.scenarios() / f"{key}.yaml")
    return _loaded[key]


def board(key: str) -> BattleMap:
    return shipped(key).map


def side(battle: BattleMap, text: str) -> int:
    return battle.grid.parse_side(text)


def road_crossings(battle: BattleMap, *kinds: str) -> set[str]:
    """Names of the hexsides that a road crosses and that carry one of the kinds."""
    return {
        battle.grid.side_name(s)
        for s, carried in battle.hexsides.items()
        if battle.has_path(s, "road") and any(kind in carried for kind in kinds)
    }


# -- all of them ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ALL)
def test_files_are_what_the_editor_writes(key: str, tmp_path: Path) -> None:
    map_file, scenario_file = data.maps() / f"{key}.yaml", data.scenarios() / f"{key}.yaml"
    save_map(load_map(map_file), tmp_path / "map.yaml")
    save_scenario(load_scenario(scenario_file), tmp_path / "scenario.yaml")
    assert (tmp_path / "map.yaml").read_bytes() == map_file.read_bytes()
    assert (tmp_path / "scenario.yaml").read_bytes() == scenario_file.read_bytes()


@pytest.mark.parametrize("key", ALL)
def test_umpire_has_nothing_to_say(key: str) -> None:
    assert check_loaded(load(data.scenarios() / f"{key}.yaml")) == []


def test_grid_is_the_one_that_the_text_pins_down(scenario: Scenario) -> None:
    spec = scenario.map.grid.spec
    assert spec.orientation is Orientation.FLAT
    assert spec.shifted is Parity.ODD
    assert scenario.map.scale == "100 yards"


def test_terrain_is_of_the_kinds_of_the_rules(scenario: Scenario) -> None:
    """4.12 to 4.19: clear, forest, swamp and river hexes; buildings stand in clear hexes only."""
    battle = scenario.map
    assert set(battle.terrain) <= {"clear", "forest", "swamp", "river"}
    assert {kind for kinds in battle.hexsides.values() for kind in kinds} <= {"creek", "river", "bridge", "slope"}
    assert {kind for kinds in battle.paths.values() for kind in kinds} <= {"road"}
    for h, kinds in battle.features.items():
        assert battle.terrain[h] == "clear" or not {"building", "church"} & set(kinds), battle.grid.name(h)


def test_every_step_of_elevation_is_a_slope_and_every_slope_a_step(scenario: Scenario) -> None:
    battle, grid = scenario.map, scenario.map.grid
    for s in grid.all_sides():
        a, b = grid.side_hexes(s)
        if NOWHERE in (a, b):
            continue
        higher = NOWHERE
        if battle.elevation[a] != battle.elevation[b]:
            higher = a if battle.elevation[a] > battle.elevation[b] else b
        assert battle.high_side(s, "slope") == higher, grid.side_name(s)


def test_roads_hang_together_and_run_on_dry_land(scenario: Scenario) -> None:
    """4.18: every piece of road joins the rest, and leaves the map or ends at a building."""
    battle, grid = scenario.map, scenario.map.grid
    exits = {h: list(battle.exits(h, "road")) for h in grid.hexes if battle.on_path(h, "road")}
    assert all(battle.terrain[h] != "river" for h in exits)
    first = next(iter(exits))
    reached, waiting = {first}, [first]
    while waiting:
        h = waiting.pop()
        for n in (grid.neighbour(h, d) for d in exits[h]):
            if n != NOWHERE and n not in reached:
                reached.add(n)
                waiting.append(n)
    assert reached == set(exits)
    for h, directions in exits.items():
        assert len(directions) > 1 or battle.has_feature(h, "building"), grid.name(h)


def test_all_river_hexes_are_banked_with_river_hexsides(scenario: Scenario) -> None:
    battle, grid = scenario.map, scenario.map.grid
    for h in grid.hexes:
        for n in grid.neighbours[h]:
            if battle.terrain[h] == "river" != battle.terrain[n]:
                assert battle.has_hexside(grid.side_between(h, n), "river")


def test_set_up_is_legal_and_unstacked(scenario: Scenario) -> None:
    """4.9, 4.16: one unit per hex, none in an all-river hex; nobody starts in contact with the enemy."""
    battle, grid = scenario.map, scenario.map.grid
    places = {unit: grid.parse(name) for unit, name in scenario.setup.items()}
    assert len(set(places.values())) == len(places)
    assert all(battle.terrain[h] != "river" for h in places.values())
    for unit, h in places.items():
        for other, n in places.items():
            if scenario.units[unit].side != scenario.units[other].side:
                assert not grid.adjacent(h, n), (unit, other)


def test_every_unit_is_placed_once_and_says_where_it_comes_from(scenario: Scenario) -> None:
    arriving = [unit for arrival in scenario.arrivals for unit in arrival.units]
    assert sorted([*scenario.setup, *arriving]) == sorted(scenario.units)
    for unit in scenario.units.values():
        assert unit.provenance, unit.key
        assert unit.number("strength") > unit.number("reduced") >= 0
        assert (unit.number("range") > 0) == (unit.type == "artillery"), unit.key


def test_reinforcements_enter_by_a_road_over_the_edge(scenario: Scenario) -> None:
    """5.3: columns come on at the road rate."""
    battle, grid = scenario.map, scenario.map.grid
    for arrival in scenario.arrivals:
        for name in arrival.entry:
            h = grid.parse(name)
            over_the_edge = [d for d in battle.exits(h, "road") if grid.neighbour(h, d) == NOWHERE]
            assert over_the_edge, name


def test_maps_and_scenarios_say_where_they_come_from(scenario: Scenario) -> None:
    assert scenario.provenance
    assert scenario.map.provenance
    assert scenario.description
    assert [label.text for label in scenario.map.labels]


def test_the_united_states_move_first(scenario: Scenario) -> None:
    """3.1."""
    assert list(scenario.sides) == ["us", "ac"]


def test_one_road_crosses_a_river_and_one_a_stream_in_the_three_battles() -> None:
    """4.16: one bridge, C2925/C3026, and one crossing of a stream, T2539/T2639, without a bridge."""
    rivers = {name for key in BATTLES for name in road_crossings(board(key), "river", "bridge")}
    creeks = {name for key in BATTLES for name in road_crossings(board(key), "creek")}
    assert rivers == {"C2925/C3026"}
    assert creeks == {"T2539/T2639"}
    bridges = {
        board(key).grid.side_name(s) for key in BATTLES for s, kinds in board(key).hexsides.items() if "bridge" in kinds
    }
    assert bridges == {"C2925/C3026"}


# -- Lundy's Lane ---------------------------------------------------------------------------------------------


def test_tavern_stands_on_the_crossroads() -> None:
    """2.2; three arms: the Portage Road twice, the lane once."""
    battle = board("lundys_lane")
    h = battle.grid.parse("L2807")
    assert battle.has_feature(h, "building")
    assert battle.place_name(h) == "Johnson's Tavern"
    assert len(list(battle.exits(h, "road"))) == 3


def test_heights_are_ringed_by_slopes() -> None:
    battle = board("lundys_lane")
    grid = battle.grid
    heights = {h for h in grid.hexes if battle.elevation[h] == 1}
    assert heights == battle.regions["heights"].hexes
    assert {grid.parse(name) for name in ("L2306", "L2307", "L2208", "L2107")} <= heights
    ring = {s for s, kinds in battle.hexsides.items() if "slope" in kinds}
    assert ring == {grid.side_between(h, n) for h in heights for n in grid.neighbours[h] if n not in heights}


def test_road_climbs_the_slope_and_the_hilltop_is_level() -> None:
    """6.9: L2406 attacks L2306 upslope although a road runs there; L2307 does not."""
    battle = board("lundys_lane")
    climb = side(battle, "L2306/L2406")
    assert battle.high_side(climb, "slope") == battle.grid.parse("L2306")
    assert battle.has_path(climb, "road")
    assert not battle.has_hexside(side(battle, "L2306/L2307"), "slope")
    assert battle.elevation[battle.grid.parse("L2406")] == 0


def test_spur_stands_between_low_hexes() -> None:
    """7.7: from L2407 to L2409, L2410 and L2411, all low, slopes lie in between."""
    battle = board("lundys_lane")
    grid = battle.grid
    low = [grid.parse(name) for name in ("L2407", "L2409", "L2410", "L2411")]
    assert all(battle.elevation[h] == 0 for h in low)
    spur = grid.parse("L2408")
    for target in low[1:]:
        assert spur in grid.line(low[0], target)
    for name in ("L2407/L2408", "L2408/L2409"):
        assert battle.high_side(side(battle, name), "slope") == spur


def test_heavy_battery_and_the_named_set_up_hexes() -> None:
    scenario = shipped("lundys_lane")
    grid = scenario.map.grid
    battery = scenario.units["ac-hb"]
    assert scenario.setup["ac-hb"] == "L2208"
    assert battery.flag("heavy_battery")
    assert (battery.type, battery.number("range")) == ("artillery", 12)
    assert scenario.map.elevation[grid.parse("L2208")] == 1
    by_hex = {name: unit for unit, name in scenario.setup.items()}
    assert scenario.units[by_hex["L2107"]].side == "ac"
    assert scenario.units[by_hex["L2812"]].side == "us"
    assert grid.distance(grid.parse("L2512"), grid.parse("L2112")) == 4


def test_churchyard_is_the_hex_that_scores() -> None:
    scenario = shipped("lundys_lane")
    (line,) = [line for line in scenario.victory.scoring if line.name == "The churchyard"]
    assert scenario.map.regions["churchyard"].hexes == {scenario.map.grid.parse(name) for name in line.hexes}


def test_taverns_stand_by_the_portage_road() -> None:
    battle = board("lundys_lane")
    for name in ("L3119", "L3222"):
        h = battle.grid.parse(name)
        assert battle.has_feature(h, "building")
        assert battle.on_path(h, "road"), name


def test_reinforcements_come_when_the_counters_say() -> None:
    """2.8: L4 and L6 for the United States, L5 for the Anglo-Canadians."""
    arrivals = shipped("lundys_lane").arrivals
    assert [(arrival.turn, arrival.side) for arrival in arrivals] == [(4, "us"), (5, "ac"), (6, "us")]


def test_a_unit_of_twelve_with_a_side_of_six_exists() -> None:
    """facts.md 1.4."""
    factors = {
        (unit.number("strength"), unit.number("reduced")) for key in BATTLES for unit in shipped(key).units.values()
    }
    assert (12, 6) in factors


# -- Chippewa -------------------------------------------------------------------------------------------------


def test_bridge_carries_the_road_over_the_river() -> None:
    battle = board("chippewa")
    s = side(battle, "C2925/C3026")
    assert battle.has_hexside(s, "river")
    assert battle.has_hexside(s, "bridge")
    assert battle.has_path(s, "road")


def test_river_parts_the_armies_but_for_bridge_and_fords_upstream() -> None:
    """With the bridge gone one may pass only where the stream is a creek."""
    battle = board("chippewa")
    grid = battle.grid

    def reach(start: int, banned: frozenset[str]) -> set[int]:
        seen, waiting = {start}, [start]
        while waiting:
            h = waiting.pop()
            for n in grid.neighbours[h]:
                kinds = battle.hexsides.get(grid.side_between(h, n), {})
                if n not in seen and battle.terrain[n] != "river" and banned.isdisjoint(kinds):
                    seen.add(n)
                    waiting.append(n)
        return seen

    south, north = grid.parse("C3026"), grid.parse("C2925")
    assert north in reach(south, frozenset({"river"}))
    assert north not in reach(south, frozenset({"river", "creek"}))


def test_exclusive_rules_of_chippewa() -> None:
    """facts.md 1.1."""
    scenario = shipped("chippewa")
    ac = [unit for unit in scenario.units.values() if unit.side == "ac"]
    (entry,) = scenario.arrivals
    assert len(ac) == 10
    assert (entry.turn, entry.side, entry.entry, len(entry.units)) == (1, "ac", ("C1601",), 5)
    assert all(unit.key in scenario.setup for unit in scenario.units.values() if unit.side == "us")
    assert scenario.turns.count == 5
    assert scenario.victory.tie == "ac"
    assert [line.kind for line in scenario.victory.scoring] == ["eliminated"]
    assert dict(scenario.special) == {
        "no_us_road_turns": [1],
        "free_bridges": ["C2925/C3026"],
        "bayonet": {"side": "ac", "shift": 2},
    }
    bayonets = [unit for unit in scenario.units.values() if unit.flag("bayonet")]
    assert bayonets
    assert all(unit.side == "ac" and unit.number("reduced") for unit in bayonets)
    assert scenario.units["ac-1"].number("strength") == 8
    by_hex = {name: unit for unit, name in scenario.setup.items()}
    assert scenario.units[by_hex["C2519"]].side == "ac"
    assert scenario.units[by_hex["C1629"]].side == "us"


def test_bridge_number_of_the_exclusive_rules_is_no_hexside_of_this_grid() -> None:
    """Why the bridge 2007/2108 is taken for C2925/C3026."""
    grid = board("chippewa").grid
    assert grid.distance(grid.parse("C2007"), grid.parse("C2108")) == 2


# -- The Thames -----------------------------------------------------------------------------------------------


def test_thames_has_two_hundred_hexes_23_units_and_seven_turns() -> None:
    scenario = shipped("thames")
    assert len(scenario.map.grid) == 200
    assert len(scenario.units) == 23
    assert scenario.turns.count == 7


def test_johnson_charges_and_the_gun_stands_on_the_road_in_the_first_line() -> None:
    scenario = shipped("thames")
    assert dict(scenario.special) == {"bayonet": {"side": "us", "shift": 1}}
    assert {unit.key for unit in scenario.units.values() if unit.flag("bayonet")} == {"us-johnson-1"}
    gun = scenario.map.grid.parse(scenario.setup["ac-gun"])
    assert scenario.map.on_path(gun, "road")
    line = {scenario.map.grid.parse(scenario.setup[key]) for key in ("ac-41-1", "ac-41-2")}
    assert line <= set(scenario.map.grid.neighbours[gun])


def test_stream_is_forded_by_the_road() -> None:
    battle = board("thames")
    s = side(battle, "T2539/T2639")
    assert battle.has_hexside(s, "creek")
    assert battle.has_path(s, "road")
    assert not battle.has_hexside(s, "bridge")


def test_all_americans_enter_on_the_first_turn() -> None:
    scenario = shipped("thames")
    (army,) = scenario.arrivals
    assert (army.turn, army.side) == (1, "us")
    assert set(army.units) == {unit.key for unit in scenario.units.values() if unit.side == "us"}
    by_hex = {name: unit for unit, name in scenario.setup.items()}
    assert scenario.units[by_hex["T2139"]].side == "ac"


# -- First Steps ----------------------------------------------------------------------------------------------


def test_first_steps_shows_one_of_each() -> None:
    scenario = shipped("first_steps")
    battle = scenario.map
    assert scenario.turns.count == 3
    assert {unit.side for unit in scenario.units.values() if unit.type == "artillery"} == {"us", "ac"}
    assert {arrival.side for arrival in scenario.arrivals} == {"us", "ac"}
    assert {"forest", "swamp"} <= set(battle.terrain)
    assert {"slope", "creek"} <= {kind for kinds in battle.hexsides.values() for kind in kinds}
    assert any("building" in kinds for kinds in battle.features.values())
    for key in ("us", "ac"):
        assert len([unit for unit in scenario.units.values() if unit.side == key]) == 5
