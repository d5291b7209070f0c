"""The shipped maps and scenarios of Fire & Movement: the ground is where it should be, the armies are whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from math import dist, sqrt
from pathlib import Path

import pytest

from engine import data
from engine.findings import Severity
from engine.formats import load, load_map, load_scenario, save_map, save_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Lattice
from engine.hexes.board.vertices import vertex_hexes
from engine.play import Game
from engine.play.state import State
from engine.players import make
from engine.scenario import Scenario
from engine.systems.fire_and_movement import moving
from engine.systems.fire_and_movement.rules import FmRules
from engine.systems.fire_and_movement.state import FmState
from engine.umpire.checks import check_loaded, check_scenario
from engine.umpire.testturns import play

ALL = ("juno", "arracourt", "fm_first_steps")
BATTLES = ("juno", "arracourt")

_loaded: dict[str, Scenario] = {}


def shipped(key: str) -> Scenario:
    if key not in _loaded:
        _loaded[key] = load_scenario(data.scenarios() / f"{key}.yaml")
    return _loaded[key]


@pytest.fixture(params=ALL)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return shipped(request.param)


def rules_of(scenario: Scenario) -> tuple[FmRules, FmState]:
    game: Game = Game(scenario, 1)
    rules, state = game.rules, game.state
    assert isinstance(rules, FmRules)
    assert isinstance(state, FmState)
    return rules, state


def hexes(board: BattleMap, names: str) -> list[int]:
    return [board.grid.parse(name) for name in names.split()]


HEX = 4.0234
"""Kilometres from one hex to the next: 2.5 miles."""


def apart(board: BattleMap, a: str, b: str) -> float:
    """Kilometres between the hexes of two named places, centre to centre."""
    at = {label.text: label.at for label in board.labels if label.style == "place"}
    return dist(board.grid.centre(at[a]), board.grid.centre(at[b])) * HEX / sqrt(3)


def pieces(board: BattleMap, among: Iterable[int], shut: frozenset[int] = frozenset()) -> list[set[int]]:
    """The connected pieces of a set of hexes when some hexsides may not be crossed."""
    left, found = set(among), []
    while left:
        piece, waiting = set(), [left.pop()]
        while waiting:
            h = waiting.pop()
            piece.add(h)
            for n in board.grid.neighbours[h]:
                if n in left and board.grid.side_between(h, n) not in shut:
                    left.remove(n)
                    waiting.append(n)
        found.append(piece)
    return found


def stream(board: BattleMap, kind: str, through: str) -> tuple[frozenset[int], set[Lattice]]:
    """The hexsides of the stream that a hexside belongs to, and its vertices."""
    sides = {s for s, kinds in board.hexsides.items() if kind in kinds}
    waiting, found, points = [board.grid.parse_side(through)], set(), set()
    while waiting:
        s = waiting.pop()
        found.add(s)
        ends = set(board.grid.side_ends(s))
        points |= ends
        waiting += [t for t in sides - found if ends & set(board.grid.side_ends(t)) and t not in waiting]
    return frozenset(found), points


def network(board: BattleMap, *kinds: str) -> list[set[int]]:
    """The connected pieces of the hexes that paths of some kinds join."""
    on = [h for h in board.grid.hexes if any(board.on_path(h, kind) for kind in kinds)]
    no_way = frozenset(s for s in board.grid.all_sides() if not any(board.has_path(s, kind) for kind in kinds))
    return pieces(board, on, no_way)


# -- all of them ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ALL)
def test_files_are_what_the_editor_writes(key: str, tmp_path: Path) -> None:
    map_file, scenario_file = data.maps() / f"{key}.yaml", data.scenarios() / f"{key}.yaml"
    save_map(load_map(map_file), tmp_path / "map.yaml")
    save_scenario(load_scenario(scenario_file), tmp_path / "scenario.yaml")
    assert (tmp_path / "map.yaml").read_bytes() == map_file.read_bytes()
    assert (tmp_path / "scenario.yaml").read_bytes() == scenario_file.read_bytes()


@pytest.mark.parametrize("key", ALL)
def test_umpire_has_nothing_against_them(key: str) -> None:
    """The railway of Juno is there for the eye alone, and is noted as such; on the beaches and at Nancy the battle has
    begun, with units in enemy zones."""
    found = check_loaded(load(data.scenarios() / f"{key}.yaml"))
    assert {finding.code for finding in found} <= {"RULE104", "SETUP122"}
    assert all(finding.severity is Severity.INFO for finding in found)
    assert check_loaded(load(data.maps() / f"{key}.yaml")) == []


def test_every_unit_is_placed_once_and_says_where_it_comes_from(scenario: Scenario) -> None:
    arriving = [unit for arrival in scenario.arrivals for unit in arrival.units]
    assert sorted([*scenario.setup, *arriving]) == sorted(scenario.units)
    for unit in scenario.units.values():
        assert unit.provenance.startswith(("sourced", "history", "Made up for teaching")), unit.key
        assert unit.size, unit.key
        assert unit.number("defense") > 0, unit.key


def test_set_up_is_legal(scenario: Scenario) -> None:
    """5.3 one unit per hex; 8.3 only seaborne units at sea, and those beside a beach to land on."""
    board = scenario.map
    rules, _ = rules_of(scenario)
    places = {unit: board.grid.parse(name) for unit, name in scenario.setup.items()}
    assert len(set(places.values())) == len(places)
    for unit, h in places.items():
        if rules.field.ground.sea[h]:
            assert scenario.units[unit].flag("seaborne"), unit
            assert rules.field.ground.open[h], unit


def test_reinforcements_can_enter(scenario: Scenario) -> None:
    """3.0: with nobody in the way each of them comes on at each of its entry hexes."""
    rules, state = rules_of(scenario)
    empty = rules.blank()
    empty.steps = list(rules.field.roster.steps)
    empty.turn = scenario.turns.count
    assert isinstance(state, State)
    for unit in (unit for side in rules.field.arriving for unit in side):
        for h in rules.field.entries[unit]:
            if rules.field.ground.sea[h] and not rules.field.roster.seaborne >> unit & 1:
                continue
            assert moving.MARCH.reach_in(rules.field, empty, unit, h).cost, (
                rules.field.roster.keys[unit],
                rules.field.grid.name(h),
            )
        assert rules.field.entries[unit], rules.field.roster.keys[unit]


def test_columns_come_on_by_road(scenario: Scenario) -> None:
    """Entries on the edge of the map lie where a road runs over it, but those by any hex of an edge."""
    board, grid = scenario.map, scenario.map.grid
    inside = {"gold", "juno", "sword", "airborne", "gold_sea", "juno_sea", "sword_sea", "south_edge", "east_edge"}
    for arrival in scenario.arrivals:
        for h in (h for name in set(arrival.entry) - inside for h in board.regions[name].hexes):
            over_the_edge = [d for d in board.exits(h, "road") if grid.neighbour(h, d) == NOWHERE]
            assert over_the_edge, grid.name(h)


AT_BLOWN_BRIDGES = {"A0812"}
"""Banks without a place where a road ends at a bridge of the Moselle that was blown."""


def test_roads_hang_together_and_end_at_places(scenario: Scenario) -> None:
    board, grid = scenario.map, scenario.map.grid
    assert len(network(board, "road")) == 1
    assert len(network(board, "road", "trail")) == 1
    for h in grid.hexes:
        exits = list(board.exits(h, "road"))
        assert len(exits) != 1 or board.features.get(h) or grid.name(h) in AT_BLOWN_BRIDGES, grid.name(h)


def test_every_crossing_of_a_river_has_its_bridge(scenario: Scenario) -> None:
    board = scenario.map
    for s, kinds in board.hexsides.items():
        assert ("bridge" in kinds) == ("river" in kinds and bool(board.paths.get(s))), board.grid.side_name(s)


def test_support_fire_is_allotted_for_every_turn_out_of_pools_that_hold_it(scenario: Scenario) -> None:
    rules, _ = rules_of(scenario)
    assert set(rules.field.support.allotments) == set(range(1, scenario.turns.count + 1))
    for numbers in rules.field.support.allotments.values():
        assert all(number <= len(pool) for number, pool in zip(numbers, rules.field.support.pools, strict=True))


def test_places_have_names(scenario: Scenario) -> None:
    board = scenario.map
    for h, kinds in board.features.items():
        assert board.place_name(h), (board.grid.name(h), kinds)


def test_maps_and_scenarios_say_where_they_come_from(scenario: Scenario) -> None:
    assert scenario.provenance
    assert scenario.map.provenance
    assert scenario.description
    assert scenario.victory.text


@pytest.mark.parametrize("key", ALL)
def test_random_players_find_no_defect(key: str) -> None:
    scenario = shipped(key)
    for seed in (1, 2):
        players = {side: make("random", side, seed) for side in scenario.sides}
        report = play(Game(scenario, seed), players)
        assert report.outcome is not None
        assert not report.stopped_by_umpire, report.findings


# -- Juno and the Orne ----------------------------------------------------------------------------------------


def test_juno_is_as_large_as_asked() -> None:
    scenario = shipped("juno")
    assert 60 <= len(scenario.units) <= 100
    assert 10 <= scenario.turns.count <= 12
    assert scenario.map.scale == "2.5 miles"
    assert list(scenario.sides) == ["cw", "ger"]
    assert scenario.special["armour_shift"] == "cw"


@pytest.mark.parametrize(
    ("a", "b", "kilometres"),
    [
        ("Caen", "Bayeux", 27.0),
        ("Caen", "Falaise", 34.5),
        ("Caen", "Courseulles", 17.5),
        ("Caen", "Ouistreham", 12.8),
        ("Caen", "Villers-Bocage", 24.0),
        ("Caen", "Troarn", 13.2),
        ("Caen", "Lisieux", 43.1),
        ("Bayeux", "Courseulles", 18.8),
        ("Falaise", "Condé-sur-Noireau", 26.3),
        ("Vire", "Falaise", 51.0),
        ("Deauville", "Ouistreham", 26.0),
    ],
)
def test_places_of_normandy_lie_at_their_distances(a: str, b: str, kilometres: float) -> None:
    """To one hex: both ends are rounded to theirs."""
    assert apart(shipped("juno").map, a, b) == pytest.approx(kilometres, abs=HEX)


def test_coast_runs_unbroken() -> None:
    board = shipped("juno").map
    sea = {h for h in board.grid.hexes if board.terrain[h] == "water"}
    land = set(board.grid.hexes) - sea
    assert len(pieces(board, sea)) == 1
    assert len(pieces(board, land)) == 1
    coast = {h for h in land if any(n in sea for n in board.grid.neighbours[h])}
    assert len(pieces(board, coast)) == 1
    assert {board.grid.offset(h)[0] for h in coast} >= set(range(24))


def test_beaches_are_gold_juno_and_sword() -> None:
    board = shipped("juno").map
    beach = {h for h in board.grid.hexes if board.terrain[h] == "beach"}
    regions = board.regions
    assert beach == regions["beaches"].hexes
    assert beach == regions["gold"].hexes | regions["juno"].hexes | regions["sword"].hexes
    for land, off in (("gold", "gold_sea"), ("juno", "juno_sea"), ("sword", "sword_sea")):
        for h in regions[off].hexes:
            assert board.terrain[h] == "water"
            assert any(n in beach for n in board.grid.neighbours[h]), board.grid.name(h)
        for h in regions[land].hexes:
            assert any(n in regions[off].hexes for n in board.grid.neighbours[h]), board.grid.name(h)
    names = {board.place_name(h) for h in regions["juno"].hexes}
    assert names == {"Courseulles", "Bernières", "Langrune"}


def test_caen_is_two_hexes_parted_by_the_orne_and_joined_by_a_bridge() -> None:
    board = shipped("juno").map
    caen = {h for h, kinds in board.features.items() if "city" in kinds}
    assert caen == set(hexes(board, "J1307 J1407")) == board.regions["caen"].hexes
    s = board.grid.side_between(*sorted(caen))
    assert {"river", "bridge"} <= set(board.hexsides[s])


def test_orne_flows_from_the_south_edge_to_the_sea_and_parts_the_land() -> None:
    board = shipped("juno").map
    orne, points = stream(board, "river", "J1307/J1407")
    assert any(len(vertex_hexes(board.grid, point)) < 3 for point in points)
    mouth = {h for point in points for h in vertex_hexes(board.grid, point)}
    assert any(board.terrain[h] == "water" for h in mouth)
    land = [h for h in board.grid.hexes if board.terrain[h] != "water"]
    banks = pieces(board, land, orne)
    assert len(banks) == 2
    west = next(bank for bank in banks if board.grid.parse("J1307") in bank)
    at = {label.text: label.at for label in board.labels if label.style == "place"}
    for name in ("Caen", "Ouistreham", "Carpiquet", "Bayeux", "Tilly", "Villers-Bocage", "Clécy", "Vire"):
        assert at[name] in west, name
    for name in (
        "Vaucelles",
        "Ranville",
        "Merville",
        "Troarn",
        "Bourguébus",
        "Falaise",
        "Thury-Harcourt",
        "Cabourg",
        "Lisieux",
    ):
        assert at[name] not in west, name
    crossings = {board.grid.side_name(s) for s in orne if board.has_hexside(s, "bridge")}
    assert {"J1505/J1605", "J1307/J1407"} <= crossings


def test_towns_stand_on_their_bank_of_the_dives_and_the_touques() -> None:
    """Dives-sur-Mer and Trouville are the towns on the right bank, Cabourg and Deauville those on the left."""
    board = shipped("juno").map
    at = {label.text: label.at for label in board.labels if label.style == "place"}
    for left, right in (("Cabourg", "Dives-sur-Mer"), ("Deauville", "Trouville")):
        assert {"river", "bridge"} <= set(board.hexsides[board.grid.side_between(at[left], at[right])])
        assert board.grid.offset(at[left])[0] < board.grid.offset(at[right])[0]


def test_dives_and_touques_reach_the_sea() -> None:
    board = shipped("juno").map
    for through in ("J1806/J1906", "J2404/J2504"):
        _, points = stream(board, "river", through)
        around = {h for point in points for h in vertex_hexes(board.grid, point)}
        assert any(board.terrain[h] == "water" for h in around), through


def test_road_and_railway_join_bayeux_and_caen() -> None:
    """The objectives of the 3rd Canadian Division: the road by Bretteville, the airfield at Carpiquet."""
    board = shipped("juno").map
    road = hexes(board, "J0604 J0705 J0805 J0906 J1006 J1106 J1206 J1307")
    for a, b in pairwise(road):
        assert board.has_path(board.grid.side_between(a, b), "road"), board.grid.name(a)
    assert [board.place_name(h) for h in (road[0], road[4], road[6], road[7])] == [
        "Bayeux",
        "Bretteville",
        "Carpiquet",
        "Caen",
    ]
    (line,) = network(board, "rail")
    assert {road[0], road[6], road[7]} <= line
    assert board.grid.adjacent(road[6], road[7])


def test_bocage_lies_in_the_south_west_and_the_floods_along_the_dives() -> None:
    board = shipped("juno").map
    at = {label.text: label.at for label in board.labels if label.style == "place"}
    for name in ("Villers-Bocage", "Caumont", "Aunay", "Le Bény-Bocage", "Vire"):
        assert board.terrain[at[name]] == "bocage", name
    for name in ("Caen", "Bayeux", "Falaise", "Cagny", "Bretteville"):
        assert board.terrain[at[name]] == "clear", name
    assert board.terrain[at["Bourguébus"]] == "hill"
    _, dives = stream(board, "river", "J1806/J1906")
    banks = {h for point in dives for h in vertex_hexes(board.grid, point)}
    assert {h for h in board.grid.hexes if board.terrain[h] == "swamp"} <= banks


def test_nine_battalions_of_the_third_canadian_division() -> None:
    units = shipped("juno").units.values()
    by_brigade = Counter(unit.formation for unit in units if "Canadian Brigade" in unit.formation)
    assert by_brigade == {f"{n}th Canadian Brigade": 3 for n in (7, 8, 9)}
    armour = [unit for unit in units if unit.flag("armoured_brigade")]
    assert len(armour) >= 8
    assert all(unit.side == "cw" and unit.flag("mobile") for unit in armour)
    assert all(unit.side == "cw" for unit in units if unit.flag("seaborne") or unit.flag("commando"))


def test_twelfth_ss_comes_on_turn_one_from_south_or_east() -> None:
    """facts.md 4.1."""
    scenario = shipped("juno")
    (arrival,) = [a for a in scenario.arrivals if "ger-12p" in a.units]
    assert arrival.turn == 1
    assert set(arrival.entry) == {"east_edge", "south_edge"}
    types = sorted(scenario.units[key].type for key in arrival.units)
    assert types == ["anti_air", "anti_tank", "armour", "mechanised", "mechanised"]


def test_germans_come_by_any_hex_of_the_south_or_east_edge() -> None:
    """facts.md 4.1; the 30th Mobile Brigade, out of the west, is the declared departure."""
    scenario = shipped("juno")
    grid, regions = scenario.map.grid, scenario.map.regions
    edge = {h for h in grid.hexes if grid.offset(h)[1] == grid.spec.rows - 1}
    assert regions["south_edge"].hexes == edge
    assert regions["east_edge"].hexes == {h for h in grid.hexes if grid.offset(h)[0] == grid.spec.columns - 1}
    elsewhere = [
        a.units for a in scenario.arrivals if a.side == "ger" and not set(a.entry) <= {"south_edge", "east_edge"}
    ]
    assert elsewhere == [("ger-30",)]


def test_second_panzer_comes_from_13_june_and_no_two_ss_regiments_share_a_name() -> None:
    scenario = shipped("juno")
    (arrival,) = [a for a in scenario.arrivals if "ger-304" in a.units]
    assert (arrival.turn, scenario.turns.labels[arrival.turn]) == (3, "11-13 June")
    names = [scenario.units[key].name for key in ("cw-1ss", "ger-1lah", "ger-2lah", "ger-1lahp")]
    assert len(set(names)) == 4


def test_there_is_sea_room_for_every_wave() -> None:
    """5.3, 8.3: one unit per hex off each beach, counting those that may choose between two."""
    scenario = shipped("juno")
    for turn in (1, 2):
        waves = [a for a in scenario.arrivals if a.turn == turn and any(name.endswith("_sea") for name in a.entry)]
        for names in {a.entry for a in waves} | {("gold_sea", "juno_sea", "sword_sea")}:
            room = sum(len(scenario.map.regions[name].hexes) for name in names)
            assert sum(len(a.units) for a in waves if set(a.entry) <= set(names)) <= room, (turn, names)


def test_only_seaborne_units_may_wait_at_sea() -> None:
    scenario = shipped("juno")
    winnipegs = scenario.units["cw-rwr"]
    dry = replace(winnipegs, values={key: value for key, value in winnipegs.values.items() if key != "seaborne"})
    changed = scenario.with_(units={**scenario.units, "cw-rwr": dry})
    found = [finding for finding in check_scenario(changed) if finding.severity is Severity.ERROR]
    assert {finding.place.unit for finding in found} == {"cw-rwr"}


def test_an_entry_is_a_hex_or_a_region() -> None:
    scenario = shipped("juno")
    lost = replace(scenario.arrivals[0], entry=("utah_sea",))
    found = check_scenario(scenario.with_(arrivals=(lost, *scenario.arrivals[1:])))
    assert "REINF103" in {finding.code for finding in found}


# -- Nancy and Arracourt --------------------------------------------------------------------------------------


def test_arracourt_is_as_large_as_asked() -> None:
    scenario = shipped("arracourt")
    assert 40 <= len(scenario.units) <= 60
    assert scenario.turns.count == 8
    assert "beach" not in scenario.map.terrain
    assert "armour_shift" not in scenario.special


@pytest.mark.parametrize(
    ("a", "b", "kilometres"),
    [
        ("Nancy", "Lunéville", 25.6),
        ("Nancy", "Toul", 21.7),
        ("Nancy", "Pont-à-Mousson", 25.4),
        ("Nancy", "Château-Salins", 28.0),
        ("Lunéville", "Arracourt", 16.0),
        ("Lunéville", "Sarrebourg", 43.9),
        ("Arracourt", "Dieuze", 16.2),
        ("Dieulouard", "Bayon", 44.6),
        ("Château-Salins", "Morhange", 15.0),
    ],
)
def test_places_of_lorraine_lie_at_their_distances(a: str, b: str, kilometres: float) -> None:
    assert apart(shipped("arracourt").map, a, b) == pytest.approx(kilometres, abs=HEX)


def test_moselle_parts_the_armies_and_takes_in_the_meurthe() -> None:
    board = shipped("arracourt").map
    rivers, points = stream(board, "river", "A0504/A0604")
    assert sum(len(vertex_hexes(board.grid, point)) < 3 for point in points) >= 3
    banks = pieces(board, board.grid.hexes, rivers)
    at = {label.text: label.at for label in board.labels if label.style == "place"}

    def bank(name: str) -> int:
        return next(i for i, piece in enumerate(banks) if at[name] in piece)

    assert bank("Toul") == bank("Dieulouard") == bank("Pont-à-Mousson") == bank("Vézelise")
    assert bank("Nancy") == bank("Frouard") == bank("Flavigny")
    assert bank("Arracourt") == bank("Custines") == bank("Sarrebourg")
    assert len({bank("Toul"), bank("Nancy"), bank("Arracourt")}) == 3


def test_bridges_of_the_moselle_are_blown_where_they_were() -> None:
    """Neither a bridge nor a road crosses there; what the Americans have are their bridges at Dieulouard and Bayon."""
    board = shipped("arracourt").map
    for name in ("A0811/A0812", "A0502/A0602", "A0505/A0605", "A0605/A0606", "A0610/A0611"):
        side = board.grid.parse_side(name)
        assert set(board.hexsides[side]) == {"river"}, name
        assert not board.paths.get(side), name
    for name in ("A0504/A0604", "A0914/A1014"):
        assert board.has_hexside(board.grid.parse_side(name), "bridge"), name


def test_vezouze_passes_north_of_luneville() -> None:
    board = shipped("arracourt").map
    at = {label.text: label.at for label in board.labels if label.style == "place"}
    north = board.grid.neighbour(at["Lunéville"], 0)
    assert board.has_hexside(board.grid.side_between(at["Lunéville"], north), "creek")


def test_seille_flows_from_the_pond_of_lindre_past_the_salt_towns() -> None:
    board = shipped("arracourt").map
    _, points = stream(board, "river", "A1505/A1506")
    around = {h for point in points for h in vertex_hexes(board.grid, point)}
    assert any(board.terrain[h] == "water" for h in around)
    at = {label.text: label.at for label in board.labels if label.style == "place"}
    assert {at[name] for name in ("Dieuze", "Marsal", "Moyenvic", "Nomeny")} <= around


# -- First Steps ----------------------------------------------------------------------------------------------


def test_first_steps_shows_one_of_each() -> None:
    scenario = shipped("fm_first_steps")
    board = scenario.map
    assert scenario.turns.count == 4
    for side in scenario.sides:
        mine = [unit for unit in scenario.units.values() if unit.side == side]
        assert len(mine) == 6
        assert any(unit.flag("mobile") for unit in mine)
        assert any(not unit.flag("mobile") for unit in mine)
    assert {arrival.side for arrival in scenario.arrivals} == set(scenario.sides)
    assert {"forest", "swamp", "hill", "bocage", "rough"} <= set(board.terrain)
    assert {"village", "town", "fort"} <= {kind for kinds in board.features.values() for kind in kinds}
    assert {"river", "bridge", "minefield"} <= {kind for kinds in board.hexsides.values() for kind in kinds}
    assert {"road", "trail"} <= {kind for kinds in board.paths.values() for kind in kinds}
    assert any(unit.flag("commando") for unit in scenario.units.values())
    assert any(unit.flag("no_zoc") for unit in scenario.units.values())
