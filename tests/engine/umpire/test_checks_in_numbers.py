"""What the umpire counts before it says something: units in pools, points at the start, pieces of land, groups of
units; and what is carried into a scenario that is made of a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tlg2_field
from hex_field import every_hex, field
from toy_race import race

from engine.boards.palette import Kind, Layer
from engine.formats import load
from engine.hexes.planning import Lone, strength
from engine.play import Game, Start
from engine.scenario import Arrival, Deployment, Pool, Scenario, Scoring, Turns, Victory, VictoryCondition, Win
from engine.umpire.checks import check_loaded, check_map, check_scenario
from engine.umpire.checks.subject import Subject
from engine.umpire.positions import as_scenario

UNITS = ["us-1 infantry 4/2", "us-2 infantry 3", "us-3 infantry 2", "us-4 artillery 2 range 4", "ac-1 infantry 3"]
AREA = ("X0101", "X0102", "X0103", "X0201")


def made(setup: dict[str, str], **more: Any) -> Scenario:
    return tlg2_field.scenario(field(), UNITS, setup, **more)


def said(code: str, scenario: Scenario) -> list[str]:
    return [found.message for found in check_scenario(scenario) if found.code == code]


@pytest.mark.parametrize(
    ("groups", "arrivals", "empty"),
    [
        # Four lie in the pool.
        ([], [{}], []),
        ([{"kinds": {"infantry": 3, "artillery": 1}}], [{}], [2]),
        ([{"kinds": {"infantry": 3}}], [{}], []),
        ([{"kinds": {"infantry": 3}}, {"kinds": {"artillery": 1}}], [{}], [2]),
        ([{}], [{}], [2]),
        ([{"draw": "d3"}], [{}], []),
        ([{"draw": "d3"}, {"draw": "d3"}, {"draw": "d3"}, {"draw": "d3"}], [{}], [2]),
        ([], [{}, {}], [3]),
        ([], [{"draw": "d6"}, {}], []),
        ([], [{"draw": "d6"}, {"draw": "d6"}, {"draw": "d6"}, {"draw": "d6"}, {}], [6]),
        ([{}], [{"into": True}, {}], []),
        ([{}], [{}, {"into": True}], [2]),
        ([], [{"when": VictoryCondition("turn", count=2)}, {}], []),
    ],
)
def test_a_pool_from_which_all_were_taken_has_nobody(
    groups: list[dict[str, Any]], arrivals: list[dict[str, Any]], empty: list[int]
) -> None:
    """A die may take one alone; what comes under a condition may not come at all."""
    pool = {"reserve": Pool("us", ("us-1", "us-2", "us-3", "us-4"))}
    deployments = tuple(Deployment("us", AREA, source="reserve", by="choice", **one) for one in groups)
    coming = []
    for turn, one in enumerate(arrivals, 2):
        if one.get("into"):
            coming.append(Arrival(turn, "us", ("reserve",), ("us-1",), how="pool"))
        else:
            coming.append(Arrival(turn, "us", AREA, (), how="place", source="reserve", **one))
    scenario = made({"ac-1": "X1212"}, turns=Turns(9)).with_(
        pools=pool, deployments=deployments, arrivals=tuple(coming)
    )
    assert said("REINF126", scenario) == [f"the pool reserve has no units left on turn {turn}" for turn in empty]


@pytest.mark.parametrize(("sudden", "told"), [(0, False), (2, True), (3, True), (4, False)])
def test_a_lead_at_the_start_that_ends_the_game_is_told(sudden: int, told: bool) -> None:
    victory = Victory(scoring=(Scoring("eliminated", 1),), handicap={"us": 1, "ac": 4}, sudden=sudden)
    found = said("WIN122", made({"us-1": "X0101", "ac-1": "X1212"}, victory=victory))
    words = f"Anglo-Canadian leads by 3 points at the start, and {sudden} end the game"
    assert found == ([words] if told else [])


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (VictoryCondition("turn", count=1), True),
        (VictoryCondition("turn", count=2), False),
        (VictoryCondition("hold", ("X0101",)), True),
        (VictoryCondition("hold", ("X0101", "X1212")), False),
        (VictoryCondition("hold", ("X0101", "X1212"), count=1), True),
        (VictoryCondition("all", of=(VictoryCondition("turn", count=1), VictoryCondition("turn", count=2))), False),
        (VictoryCondition("any", of=(VictoryCondition("turn", count=1), VictoryCondition("turn", count=2))), True),
        (VictoryCondition("none", of=(VictoryCondition("turn", count=2),)), False),
        (VictoryCondition("lead", count=0), False),
    ],
)
def test_a_way_to_win_that_is_open_at_the_start_is_told(condition: VictoryCondition, told: bool) -> None:
    for at_once in (True, False):
        victory = Victory(
            scoring=(Scoring("eliminated", 1),), wins=(Win("us", condition, "The hill", at_once=at_once),)
        )
        found = said("WIN122", made({"us-1": "X0101", "ac-1": "X1212"}, victory=victory))
        assert found == (["United States has won at the start: The hill is already met"] if told and at_once else [])


@pytest.mark.parametrize(
    ("land", "told"),
    [
        ("X0505 X0506", []),
        ("X0505 X0506 X0808", ["the land at X0808 (one hex) is cut off from the rest of the map"]),
        ("X0505 X0506 X0507 X0808 X0809", ["the land at X0808 (2 hexes) is cut off from the rest of the map"]),
        ("X0505 X0506 X0101", []),
        ("X0101 X0102 X0505", ["the land at X0505 (one hex) is cut off from the rest of the map"]),
    ],
)
def test_of_the_pieces_of_land_the_greatest_is_the_map_and_those_at_its_edge_go_on(land: str, told: list[str]) -> None:
    water = " ".join(name for name in every_hex().split() if name not in land.split())
    assert [found.message for found in check_map(field(terrain={"water": water})) if found.code == "MAP107"] == told


def test_a_position_carries_who_holds_what_turns_and_what_was_won_into_its_scenario() -> None:
    lines = (
        Scoring("hold", 3, hexes=("X0101", "X0505"), initial="ac"),
        Scoring("hold", 2, hexes=("X0102", "X0505")),
        Scoring("hold", 1, hexes=("X0909",), initial="ac"),
        Scoring("exit", 1, "us", ("X0101",)),
        Scoring("eliminated", 1),
    )
    turns = Turns(6, frozenset({1, 3, 5}), labels={2: "Noon", 3: "Dusk", 6: "Midnight"})
    victory = Victory(scoring=lines, handicap={"ac": 2})
    begun = made(
        {"us-1": "X0101", "us-2": "X0505", "us-3": "X0303", "ac-1": "X1212"},
        victory=victory,
        turns=turns,
        arrivals=[Arrival(5, "us", ("X0112",), ("us-4",))],
    )
    placed = {
        "us-1": {"at": "X0101", "steps": 1},
        "us-2": {"at": "X0505"},
        "ac-1": {"at": "X0102"},
    }
    game = Game(begun, start=Start(3, "us", "movement", placed))
    found = as_scenario(game)
    assert (found.turns.count, found.turns.night) == (4, frozenset({1, 3}))
    assert found.turns.labels == {1: "Dusk", 4: "Midnight"}
    assert found.name == "Field, turn 3"
    # X0101 and X0505 are ours, X0102 is theirs.
    assert [line.initial for line in found.victory.scoring[:3]] == ["us", "", "ac"]
    again = Game(found)
    assert again.rules.status(again.state)["score"] == game.rules.status(game.state)["score"]
    assert found.setup == {"us-1": "X0101", "us-2": "X0505", "us-3": "X0303", "ac-1": "X0102"}
    assert [(arrival.turn, arrival.units) for arrival in found.arrivals] == [(3, ("us-4",))]
    assert (found.units["us-1"].values, found.units["us-3"].values) == ({"strength": 2}, {"strength": 2})


def test_what_cannot_be_read_of_the_map_s_file_silences_nothing_about_the_scenario_s(tmp_path: Path) -> None:
    """A key that no map has stands where the scenario's own file has one that is checked."""
    wrong = "pools: 3\nunits: 5\nreinforcements: 1\nvictory: 2\n"
    (tmp_path / "map.yaml").write_text(f"format: hexwright-map 1\n{wrong}grid: {{columns: 4, rows: 4}}\n")
    file = tmp_path / "battle.yaml"
    file.write_text(
        "format: hexwright-scenario 1\nname: Battle\nsystem: tlg2\nmap: ./map.yaml\nturns: 4\n"
        "sides: {us: United States, ac: Anglo-Canadian}\n"
        "units:\n  us-1: {side: us, type: infantry, strength: 4}\n  us-2: {side: us, type: infantry, strength: 4}\n"
        '  ac-1: {side: ac, type: infantry, strength: 4}\nsetup: {us-1: "0101", ac-1: "0404"}\n'
        "pools: {reserve: {side: us, units: []}}\n"
        'reinforcements:\n- {turn: 2, side: us, entry: "0101", how: place, from: reserve}\n'
    )
    found = [(one.code, Path(one.place.file).name) for one in check_loaded(load(file))]
    assert found[:4] == [("FILE017", "map.yaml")] * 4
    assert set(found[4:]) == {(code, "battle.yaml") for code in ("WIN101", "UNIT102", "REINF126")}


def test_of_very_many_pieces_of_land_the_first_are_named() -> None:
    rows = range(2, 12, 2)
    islands = [f"X{column:02}{row:02}" for column in range(2, 12, 2) for row in rows]
    water = " ".join(name for name in every_hex().split() if name not in islands)
    found = [one.message for one in check_map(field(terrain={"water": water})) if one.code == "MAP107"]
    named = [message for message in found if message.endswith("is cut off from the rest of the map")]
    assert found[: len(named)] == named
    assert found[len(named) :] == [f"{len(islands) - 1 - len(named)} more pieces of land are cut off"]
    assert len(named) > 2


@pytest.mark.parametrize(
    ("lists", "place", "said"),
    [
        (
            {"deployments": (Deployment("us", AREA, ("us-2", "us-1")),)},
            "deployment.0.units",
            "us-1 is in the group 1, and is set up in X0101 as well",
        ),
        (
            {"deployments": (Deployment("us", AREA, ("us-3",), name="The first"),)},
            "deployment.0.units",
            "us-3 is in the group The first, and arrives on turn 2 as well",
        ),
        (
            {"pools": {"reserve": Pool("us", ("us-3",))}},
            "pools.reserve.units",
            "us-3 is in the pool reserve, and arrives on turn 2 as well",
        ),
        ({"pools": {"reserve": Pool("us", ("us-4",))}}, "", ""),
    ],
)
def test_a_counter_is_in_one_place(lists: dict[str, Any], place: str, said: str) -> None:
    begun = made({"us-1": "X0101", "ac-1": "X1212"}, arrivals=[Arrival(2, "us", ("X0112",), ("us-3",))]).with_(**lists)
    found = [one for one in check_scenario(begun) if one.code == "UNIT121"]
    assert [(one.place.data_path, one.message) for one in found] == ([(place, said)] if said else [])
    for one in found:
        assert one.fix is not None
        out_of = "set-up" if "set up" in said else "reinforcements"
        assert one.fix.title == f"Remove {one.place.unit} from the {out_of}"
        assert (one.fix.verb, one.fix.data) == (
            "remove_setup" if out_of == "set-up" else "remove_arrival",
            {"unit": one.place.unit},
        )


@pytest.mark.parametrize(
    ("kind", "turns", "said"),
    [
        ("hold", {1, 4}, ""),
        ("hold", {1, 5, 6}, "the game has 4 turns; turns 5 to 6 of this line never come"),
        ("hold", {1, 6}, "the game has 4 turns; turn 6 of this line never comes"),
        ("eliminated", {1}, "only `hold` lines are counted by turns"),
        ("eliminated", set(), ""),
    ],
)
def test_lines_that_are_counted_by_turns(kind: str, turns: set[int], said: str) -> None:
    line = Scoring(kind, 1, hexes=("X0101",) if kind == "hold" else (), turns=frozenset(turns))
    begun = made({"us-1": "X0101", "ac-1": "X1212"}, turns=Turns(4), victory=Victory(scoring=(line,)))
    found = [one.message for one in check_scenario(begun) if one.code == "WIN112"]
    assert found == ([said] if said else [])


@pytest.mark.parametrize(
    ("held", "how", "told"),
    [
        ({}, "enter", ""),
        ({"ac-1": "X0112"}, "enter", ""),
        ({"ac-1": "X0112", "ac-2": "X0111"}, "enter", "enemy unit ac-2 is set up in the entry hex X0111"),
        ({"ac-1": "X0112", "us-2": "X0111"}, "enter", "enemy unit ac-1 is set up in the entry hex X0112"),
        ({"us-2": "X0112", "us-3": "X0111"}, "enter", ""),
        ({"ac-1": "X0112", "ac-2": "X0111"}, "place", ""),
    ],
)
def test_entry_hexes_that_the_enemy_holds(held: dict[str, str], how: str, told: str) -> None:
    begun = tlg2_field.scenario(
        field(),
        [*UNITS, "ac-2 infantry 2"],
        {"us-1": "X0505", **held},
        [Arrival(2, "us", ("X0111", "X0112"), ("us-4",), how=how)],
    )
    found = [one.message for one in check_scenario(begun) if one.code == "REINF121"]
    assert found == ([told] if told else [])


def test_a_kind_that_nobody_knows_is_told_at_its_layer() -> None:
    board = field(terrain={"shrine": "X0101 X0102"}, features={"shrine": "X0303"})
    kinds = dict(board.palette.kinds)
    for layer in (Layer.TERRAIN, Layer.FEATURE):
        kinds[layer] = {**kinds[layer], "shrine": Kind("shrine", layer, "Shrine", "#aa0000")}
    board.palette = replace(board.palette, kinds=kinds)
    found = [(one.place.path, one.message) for one in check_map(board) if one.code == "MAP112"]
    words = "no rules system uses Shrine, which is on the map in"
    assert found == [(("legend",), f"{words} 2 places"), (("features", "shrine"), f"{words} one place")]


def test_a_map_alone_has_no_scenario() -> None:
    with pytest.raises(ValueError, match="a map alone"):
        _ = Subject(field()).scenario


def test_a_unit_gets_nowhere_from_where_the_rules_let_it_not_stand() -> None:
    lone = Lone(Game(made({"us-1": "X0101", "ac-1": "X1212"}), rules=None).rules)
    assert "X0102" in lone.reach("us-1", "X0101")
    assert lone.reach("us-1", "X9999") == frozenset()
    assert lone.reach("us-2", "") == frozenset()


def test_a_position_under_rules_that_tell_no_objectives_keeps_its_victory() -> None:
    game = Game(race())
    assert as_scenario(game).victory == game.scenario.victory


@pytest.mark.parametrize(
    ("goal", "turns"), [("X0102", 1), ("X0105", 1), ("X0106", 2), ("X0109", 2), ("X0110", 3), ("X0112", 3)]
)
def test_how_many_turns_a_unit_needs_on_open_ground(goal: str, turns: int) -> None:
    """Infantry goes four hexes a turn by day; where it is later than that it cannot be there in time."""
    lone = Lone(Game(made({"us-1": "X0101", "ac-1": "X1201"})).rules)
    first = lone.reach("us-1", "X0101")
    for most in range(1, 5):
        assert lone.by_turns("us-1", first, most).get(goal) == (turns if turns <= most else None)
    assert lone.by_turns("us-1", first, 3)[goal] == turns


def test_what_a_unit_brings_against_a_hex() -> None:
    values = ({"strength": 3}, {"attack": 2.5}, {"strength": 3, "dead": True}, {"strength": "3"}, {}, {"attack": 0})
    assert [strength(one) for one in values] == [3, 2.5, 0, 0, 0, 0]
