"""Chapters 30 and 31: railheads that come in play, trains off the map, marks and starts, where an example cannot show
it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from sns_field import begun, breaches, campaign, country, state_of, unit

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.play import Game, Illegal
from engine.scenario import Side
from engine.systems.sun_never_sets.answers.setup import chapter_findings, opening_findings
from engine.systems.sun_never_sets.base.effects import lay
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.tables import Tables
from engine.systems.sun_never_sets.position.reaching import can_step
from engine.systems.sun_never_sets.rules import SnsRules

ON = {"railroads": True, "signals": True, "sieges": True}
LINE, PLANNED = ["S0203", "S0303", "S0403"], ["S0403", "S0503", "S0603", "S0703"]


def railway() -> BattleMap:
    """Open country with a fortress, a finished railway out of it, and a potential one beyond."""
    board = country()
    grid = board.grid
    board.features[grid.parse("S0203")] = frozenset({"fortress"})
    for kind, way in (("rail", LINE), ("rail_planned", PLANNED)):
        for a, b in pairwise(way):
            board.paths[grid.side_between(grid.parse(a), grid.parse(b))] = frozenset({kind})
    return board


def game_of(places: dict[str, Any], phase: str = "movement", given: Any = None, **special: Any) -> Game:
    """British railwaymen, a regiment and Natives around the railway, with a railhead at its end."""
    units = [
        unit("br-1"),
        unit("br-2"),
        unit("br-rail", type="railroad_engineer", strength=0),
        unit("br-hq", type="headquarters", strategic=2, movement=10),
        unit("na-1"),
        unit("na-2"),
    ]
    special = special or {"railheads": ["S0403"], "communication": {"british": ["S0203"]}}
    scenario = campaign(units, railway(), special=special)
    return begun(scenario, places, phase, dice=[4] * 9, options=ON, given=given)


@pytest.mark.rule("sns2:30.22")
def test_a_railhead_comes_to_where_the_scenario_wants_a_railroad_engineer() -> None:
    with_him = game_of({"br-rail": "S0403", "br-1": "S0203"}, railhead_with_engineer=["S0403"])
    assert [mark.at for mark in with_him.rules.marks(with_him.state)] == ["S0403"]
    without = game_of({"br-1": "S0403"}, railhead_with_engineer=["S0403"])
    assert without.rules.marks(without.state) == []


@pytest.mark.rule("sns2:30.2")
@pytest.mark.parametrize("order", [("british", "native"), ("native", "british")], ids=", then ".join)
def test_no_railhead_comes_with_a_native_railroad_engineer(order: tuple[str, str]) -> None:
    sides = {"british": Side("british", "British", role="empire"), "native": Side("native", "Natives", role="native")}
    units = [unit("br-1"), unit("na-rail", type="railroad_engineer", strength=0)]
    special = {"railhead_with_engineer": ["S0403"], "communication": {"british": ["S0203"]}}
    scenario = campaign(units, railway(), special=special, sides={side: sides[side] for side in order})
    made = begun(scenario, {"br-1": "S0203", "na-rail": "S0403"}, side="native", options=ON)
    assert made.rules.marks(made.state) == []


@pytest.mark.rule("sns2:30.2")
def test_railheads_cuts_and_what_was_laid_lie_on_the_map() -> None:
    given = {"railway": ["S0403", "S0503", "S0603"], "railheads": ["S0603"], "cuts": ["S0303"]}
    game = game_of({"br-1": "S0203"}, given=given)
    marks = [(mark.at, mark.kind) for mark in game.rules.marks(game.state)]
    assert marks == [("S0303", "cut"), ("S0603", "railhead"), ("S0403", "track"), ("S0503", "track")]
    rules: Any = game.rules
    assert rules.load(game.state.to_json()).extras == state_of(game).extras


def test_a_start_lays_railways_only_along_potential_lines() -> None:
    with pytest.raises(HexwrightError, match="no potential line"):
        game_of({"br-1": "S0203"}, given={"railway": ["S0505", "S0506"]})


def test_a_start_takes_the_railheads_of_the_scenario_away() -> None:
    game = game_of({"br-1": "S0203"}, given={"railheads": []})
    assert game.rules.marks(game.state) == []


def test_a_start_cannot_cut_railways_that_are_not_played() -> None:
    with pytest.raises(HexwrightError, match="turn the option railroads on"):
        begun(campaign([unit("br-1")]), {"br-1": "S0303"}, given={"cuts": ["S0303"]})


@pytest.mark.rule("sns2:13.41")
def test_by_rail_a_force_leaves_the_map_without_a_further_point() -> None:
    game = game_of({"br-1": "S0403", "na-1": "S0909"})
    lay(state_of(game), 0, "evacuate", "game")
    game.apply("rail S0403 with br-1")
    assert not game.verdict("withdraw")
    game.apply("go S0203")
    game.apply("withdraw")
    assert state_of(game).where[0] < 0


@pytest.mark.rule("sns2:30.11")
def test_a_column_goes_by_rail_whole() -> None:
    game = game_of({"br-1": "S0403", "br-2": "S0403", "na-1": "S0909"}, given={"columns": {"c1": ["br-1", "br-2"]}})
    game.apply("rail c1")
    game.apply("go S0203")
    assert {state_of(game).where[u] for u in (0, 1)} == {game.scenario.map.grid.parse("S0203")}


@pytest.mark.parametrize(("kind", "switch"), [("railroad_engineer", "railroads"), ("civilians", "civilians")])
def test_units_stay_out_while_their_chapter_is_not_played(kind: str, switch: str) -> None:
    units = [unit("br-1"), unit("br-x", type=kind, strength=0, weapon="N"), unit("na-1")]
    setup = {"br-1": "S0303", "br-x": "S0303", "na-1": "S0505"}
    scenario = campaign(units, setup=setup)
    for on in (False, True):
        game = Game(scenario, 1, rules=SnsRules(scenario, {switch: on}))
        assert (state_of(game).where[1] >= 0) is on
    (finding,) = [one for one in chapter_findings(scenario) if one.code == "UNIT134"]
    assert switch in finding.message
    assert not [*chapter_findings(replace(scenario, options={switch: True}))]


def test_random_play_on_and_around_a_railway_keeps_the_state_whole() -> None:
    places = {"br-1": "S0203", "br-2": "S0403", "br-rail": "S0403", "br-hq": "S0203", "na-1": "S0404", "na-2": "S0604"}
    seen: set[str] = set()
    for seed in range(8):
        game, random = game_of(places), Random(seed)
        rules: Any = game.rules
        while game.decision is not None and len(game) < 300:
            listed = [*game.legal_actions()]
            random.shuffle(listed)
            by_verb = {action.verb: action for action in listed}
            verb = random.choice(sorted(by_verb))
            seen.add(verb)
            game.apply(by_verb[verb])
            assert rules.defects(game.state) == []
    assert {"rail", "lay", "cut"} <= seen


@pytest.mark.rule("sns2:30.21")
@pytest.mark.parametrize(("workers", "most"), [("br-rail", "1 hex"), ("br-rail br-rail2", "2 hexes")])
def test_a_railway_that_is_too_long_is_refused_with_what_they_lay(workers: str, most: str) -> None:
    units = [*(unit(key, type="railroad_engineer", strength=0) for key in ("br-rail", "br-rail2")), unit("na-1")]
    scenario = campaign(units, railway(), special={"railheads": ["S0403"], "communication": {"british": ["S0203"]}})
    places = dict.fromkeys(workers.split(), "S0403")
    game = begun(scenario, {**places, "na-1": "S0909"}, "movement", options=ON)
    game.apply("end movement")
    verdict = game.verdict(f"lay {workers} S0503 S0603 S0703")
    assert isinstance(verdict, Illegal)
    assert verdict.reason == f"they lay {most} per turn"


@pytest.mark.rule("sns2:5.6")
@pytest.mark.parametrize("orders", [("rail S0403 with br-1", "go S0203"), ("end movement", "lay br-rail S0503")])
def test_who_goes_by_rail_or_lays_it_is_out_of_sight(orders: tuple[str, ...]) -> None:
    game = game_of({"br-1": "S0403", "br-rail": "S0403", "na-1": "S0909"})
    state_of(game).known[1] = everybody = 0b111
    for order in orders:
        game.apply(order)
    assert state_of(game).known[1] == everybody & ~(0b100 if "lay" in orders[1] else 0b001)


def test_a_force_with_enemies_all_around_cannot_go_on() -> None:
    board = country()
    around = [board.grid.name(h) for h in sorted(board.grid.neighbours[board.grid.parse("S0605")])]
    foes = {f"na-{n}": name for n, name in enumerate(around, 1)}
    for shut_in in (True, False):
        places = foes if shut_in else {"na-1": foes["na-1"]}
        game = begun(campaign([unit("br-1"), *map(unit, foes)], board), {"br-1": "S0605", **places})
        rules: Any = game.rules
        at = board.grid.parse("S0605")
        assert can_step(rules.field, state_of(game), 0, 1, at, 24, 0) is not shut_in


@pytest.mark.parametrize(
    ("places", "cuts", "before", "text", "rule", "words"),
    [
        ({}, ["S0403"], "", "rail S0403 with br-1", "30.12", "the railway is cut in S0403"),
        ({}, ["S0303"], "", "rail S0403 with br-1", "30.11", "no working railway leads out of S0403"),
        ({"br-1": "S0505"}, [], "", "rail S0505 with br-1", "30.1", "no finished railway is in S0505"),
        ({}, [], "rail S0403 with br-1", "storm S0404", "30.42", "a force that moves by rail cannot attack from march"),
        (
            {},
            [],
            "end movement",
            "lay br-rail br-rail2 S0503",
            "30.21",
            "br-rail2 is not in S0403: units that work together",
        ),
        ({}, [], "end movement", "lay br-1 S0503", "30.21", "br-1 is not a railroad engineer on the map"),
    ],
)
def test_who_does_not_go_by_rail_or_lay_it_is_told_why(
    places: dict[str, str], cuts: list[str], before: str, text: str, rule: str, words: str
) -> None:
    units = [unit("br-1"), *(unit(key, type="railroad_engineer", strength=0) for key in ("br-rail", "br-rail2"))]
    special = {"railheads": ["S0403"], "communication": {"british": ["S0203"]}}
    scenario = campaign([*units, unit("na-1")], railway(), special=special)
    there = {"br-1": "S0403", "br-rail": "S0403", "br-rail2": "S0303", "na-1": "S0909", **places}
    game = begun(scenario, there, options={**ON, "march_attack": True}, given={"cuts": cuts})
    if before:
        game.apply(before)
    assert words in breaches(game, text)[rule]


@pytest.mark.rule("sns2:13.41")
def test_by_rail_a_part_of_a_force_may_leave_the_map() -> None:
    game = game_of({"br-1": "S0403", "br-hq": "S0403", "na-1": "S0909"})
    lay(state_of(game), 0, "evacuate", "game")
    for order in ("rail S0403 with br-1 br-hq", "go S0203"):
        game.apply(order)
    assert {"withdraw", "withdraw br-1", "withdraw br-hq"} <= set(game.legal_actions().texts())
    assert breaches(game, "go S0303") == {"30.13": "the force has moved by rail and cannot move farther"}
    game.apply("withdraw br-hq")
    assert [state_of(game).where[u] < 0 for u in (0, 3)] == [False, True]


def test_a_cut_where_railroad_engineers_stand_is_offered_for_mending() -> None:
    game = game_of({"br-rail": "S0303", "na-1": "S0909"}, given={"cuts": ["S0303"]})
    game.apply("end movement")
    assert "mend S0303" in game.legal_actions().texts()


@pytest.mark.rule("sns2:30.2")
def test_a_line_is_finished_or_planned_or_a_road_and_one_of_them_alone() -> None:
    board = railway()
    grid, palette = board.grid, board.palette
    road = grid.side_between(grid.parse("S0505"), grid.parse("S0506"))
    board.paths[road] = frozenset({"road"})
    others = sorted({*palette.paths} - {"rail", "rail_planned", "road"})
    for column, kind in enumerate(others, 1):
        board.paths[grid.side_between(grid.parse(f"S{column:02d}08"), grid.parse(f"S{column:02d}09"))] = frozenset(
            {kind}
        )
    ground = Ground(board, Tables.of({}))
    between = [{grid.side_between(grid.parse(a), grid.parse(b)) for a, b in pairwise(way)} for way in (LINE, PLANNED)]
    assert [ground.rails, ground.rails_planned] == between
    assert road in ground.roads
    assert not ground.roads & (ground.rails | ground.rails_planned)


@pytest.mark.rule("sns2:30.2")
@pytest.mark.rule("sns2:30.32")
def test_of_lines_that_are_not_there_the_first_hex_is_shown() -> None:
    special = {"railheads": ["S0403"], "railway": ["S0505", "S0909"], "cuts": ["S0606", "S0707"]}
    made = campaign([unit("br-1"), unit("na-1")], railway(), special=special)
    told = [(one.code, one.rule, one.place.path, one.place.hex, one.message) for one in opening_findings(made)]
    assert told == [
        (
            *("RULE132", "sns2:30.2", ("special", "railway"), "S0505"),
            "no potential railway runs from S0505 S0909 to another hex in which it is marked as finished",
        ),
        (
            *("RULE132", "sns2:30.32", ("special", "cuts"), "S0606"),
            "there is no finished railway in S0606 S0707 that could be cut",
        ),
    ]


@pytest.mark.rule("sns2:6.43")
def test_a_hexside_with_nothing_in_it_is_no_water() -> None:
    board = railway()
    grid = board.grid
    river, plain = (
        grid.side_between(grid.parse(a), grid.parse(b)) for a, b in (("S0505", "S0506"), ("S0606", "S0607"))
    )
    board.hexsides[river] = frozenset({"minor_river"})
    ground = Ground(board, Tables.of({}))
    assert ground._water(plain) == 0
    assert ground._water(river) > 0
