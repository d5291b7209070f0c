"""Planning: where a unit can be in some turns, and what a side can bring against a hex."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spoiled import SPOILED, sound
from tools.shipped import hex_scenarios

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.planning import Company, Lone, _together, kinship, reach_by_turns, strength, threat
from engine.play import Game
from engine.scenario.model import ENTER

RULES = Game(sound()).rules


def game() -> Game:
    return Game(sound())


def test_a_unit_is_first_where_the_position_lets_it_go_and_then_where_it_gets_alone() -> None:
    made = game()
    first = set(made.rules.reach(made.state, "us-militia").hexes)
    found = reach_by_turns(made, "us-militia", 3)
    assert {name for name, turn in found.items() if turn == 1} == first
    assert set(found.values()) == {1, 2, 3}
    assert reach_by_turns(made, "us-militia", 2) == {name: turn for name, turn in found.items() if turn < 3}


def test_each_further_turn_begins_where_the_one_before_ended() -> None:
    """A hex of turn 2 is in reach of one of turn 1, and of none that is reached earlier."""
    made, lone = game(), Lone(game().rules)
    found = reach_by_turns(made, "us-1", 2)
    first = [name for name, turn in found.items() if turn == 1]
    for name in [name for name, turn in found.items() if turn == 2][:20]:
        assert any(name in lone.reach("us-1", start) for start in first)


def test_a_unit_on_an_island_stays_there() -> None:
    assert reach_by_turns(Game(SPOILED["UNIT122"][0]()), "us-militia", 3) == {}


def test_what_is_on_the_way_straight_ahead_is_within_reach() -> None:
    lone = Lone(game().rules)
    first = lone.reach("us-1", "F0605")
    every = lone.by_turns("us-1", first, 4)
    for goal in list(every)[::7]:
        for turn, here in enumerate(lone.ahead("us-1", first, goal, 4), 1):
            assert all(every[name] <= turn for name in here - {"F0605"})


@pytest.mark.parametrize("name", ["first_steps", "lundys_lane", "chippewa", "fm_first_steps", "arracourt"])
def test_a_company_gets_where_any_of_its_units_does(name: str) -> None:
    """Asked of every hex, in any order, it answers as all ways of all units do."""
    scenario = load_scenario(name)
    lone, grid = Lone(Game(scenario).rules), hexes_of(scenario.map).grid
    every = [grid.name(h) for h in grid.hexes]
    starts = [(key, at, 1) for key, at in scenario.setup.items()]
    starts += [(key, "", one.turn) for one in scenario.arrivals if one.how == ENTER for key in one.units]
    for side in scenario.sides:
        some = [start for start in starts if scenario.units[start[0]].side == side][:3]
        for turns in (1, 3):
            wanted = {at for _, at, _ in some if at}
            for key, at, first in some:
                wanted |= lone.by_turns(key, lone.reach(key, at, first), turns - first + 1).keys()
            company = Company(lone, some, turns)
            asked = Random(turns).sample(every, len(every))
            assert {goal for goal in asked if company.gets_to(goal)} == wanted


@pytest.mark.parametrize("name", [path.stem for path in hex_scenarios()])
def test_units_of_a_kind_go_where_each_of_them_goes(name: str) -> None:
    scenario = load_scenario(name)
    rules = Game(scenario).rules
    shared, single = Lone(rules), Lone(rules)
    single._kin.clear()
    kinds = [key for key, first in shared._kin.items() if key != first and scenario.setup.get(key)]
    for key in kinds:
        for hex in (scenario.setup[key], scenario.setup[kinds[0]]):
            assert shared.reach(key, hex) == single.reach(key, hex)


def test_a_unit_that_a_special_rule_names_is_of_no_kind() -> None:
    plain = sound()
    unit = plain.units["us-1"]
    scenario = plain.with_(units={**plain.units, "us-twin": replace(unit, key="us-twin", name="Twin")})
    key = "us-twin"
    assert kinship(scenario)[key] == kinship(scenario)["us-1"] != key
    assert kinship(scenario.with_(special={"swift": [{"units": [key.upper()]}]}))[key] == key


def test_units_that_come_later_are_reached_from_off_the_map() -> None:
    lone = Lone(game().rules)
    assert lone.reach("us-dragoons", "", 1) == frozenset()
    assert "F0106" in lone.reach("us-dragoons", "", 2)


def test_a_threat_is_what_can_stand_around_a_hex() -> None:
    made = game()
    found = threat(made, "us")
    units = made.rules.units(made.state)
    american = [how for key, how in units.items() if made.scenario.units[key].side == "us" and how["at"]]
    assert max(found.values()) <= sum(strength(how) for how in american)
    assert found["F0606"] > 0
    assert "F1404" not in found
    alone = SPOILED["UNIT122"][0]()
    lone = Game(alone.with_(setup={"us-militia": "F0309", "ac-1": "F1004"}, arrivals=()))
    grid = lone.scenario.map.grid
    assert threat(lone, "us") == {grid.name(n): 2.0 for n in sorted(grid.neighbours[grid.parse("F0309")])}


def test_a_position_may_be_given() -> None:
    made = game()
    before = threat(made, "us")
    later = made.copy()
    later.apply("move us-1 F0705")
    assert threat(made, "us", later.state) == threat(later, "us")
    assert threat(made, "us") == before


def test_what_is_unknown_is_said() -> None:
    with pytest.raises(HexwrightError):
        reach_by_turns(game(), "us-99", 2)


@given(st.lists(st.tuples(st.integers(1, 9), st.sets(st.integers(0, 3), min_size=1)), max_size=5))
def test_the_strongest_that_fit_are_taken(units: list[tuple[int, set[int]]]) -> None:
    """As good as any way to give each unit a place of its own, found by trying all."""

    def most(rest: list[tuple[int, set[int]]], taken: frozenset[int]) -> int:
        if not rest:
            return 0
        (power, places), *others = rest
        return max([most(others, taken), *(power + most(others, taken | {place}) for place in places - taken)])

    assert _together([(float(power), places) for power, places in units]) == most(units, frozenset())


class Maze(Lone):
    """Straight ahead is a dead end; the way round is longer."""

    WAYS = {"F0605": {"F0705", "F0505"}, "F0705": set(), "F0505": {"F0405"}, "F0405": {"F0905"}}

    def reach(self, unit: str, hex: str, turn: int = 1) -> frozenset[str]:
        return frozenset(self.WAYS.get(hex, set()))


def test_a_way_round_a_dead_end_is_found() -> None:
    maze = Maze(game().rules)
    assert Company(maze, [("us-1", "F0605", 1)], 3).gets_to("F0905")
    assert not Company(maze, [("us-1", "F0605", 1)], 2).gets_to("F0905")


@given(
    st.dictionaries(st.integers(0, 11), st.frozensets(st.integers(0, 11), max_size=3)),
    st.lists(st.tuples(st.integers(0, 11), st.integers(1, 3)), min_size=1, max_size=3),
    st.permutations(range(12)),
)
def test_on_any_ways_a_company_gets_where_its_units_do(
    ways: dict[int, frozenset[int]], starts: list[tuple[int, int]], order: list[int]
) -> None:
    names = [f"F{4 + number % 4:02}{5 + number // 4:02}" for number in range(12)]

    class Ways(Lone):
        def reach(self, unit: str, hex: str, turn: int = 1) -> frozenset[str]:
            return frozenset(names[end] for end in ways.get(names.index(hex), ()))

    lone = Ways(RULES)
    some = [(f"u{number}", names[at], first) for number, (at, first) in enumerate(starts)]
    wanted = {at for _, at, _ in some}
    for key, at, first in some:
        wanted |= lone.by_turns(key, lone.reach(key, at), 4 - first + 1).keys()
    company = Company(lone, some, 4)
    assert {names[number] for number in order if company.gets_to(names[number])} == wanted
