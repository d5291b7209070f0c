"""Victory by building blocks: exits, points by turn, ways to win outright, and the score as it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import tlg2_field
from hex_field import broken, field

from engine.formats import dump_scenario, load_text
from engine.hexes.board.battlemap import Region
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, WAITING, HexState, exited_at
from engine.mechanics.hexes.victory import Scorekeeper, judged
from engine.play import Game
from engine.players import make
from engine.scenario import Level, Scenario, Scoring, Turns, Victory, VictoryCondition, Win
from engine.scenario.victory_words import condition_text, line_text, line_title, win_text

UNITS = ["us-1 infantry 4/2", "us-2 infantry 3", "ac-1 infantry 5", "ac-2 infantry 2"]
SETUP = {"us-1": "X0101", "us-2": "X0303", "ac-1": "X1212", "ac-2": "X1201"}


def battle(*scoring: Scoring, turns: int = 5, **victory: object) -> Scenario:
    won = replace(Victory(scoring), **victory)
    return tlg2_field.scenario(field(), UNITS, SETUP, victory=won, turns=Turns(turns))


def outright(condition: VictoryCondition, **more: object) -> Scenario:
    return battle(wins=(replace(Win("us", condition, "The hill", "decisive", at_once=True), **more),))


def turn_over(game: Game) -> None:
    """End phases until the next game turn, or the game's end."""
    turn = game.state.turn
    while game.decision is not None and game.state.turn == turn:
        game.apply("end phase")


def points(game: Game) -> tuple[float, ...]:
    tally = game.tally()
    assert tally is not None
    return tuple(tally.points.values())


def test_a_unit_leaves_the_map_by_an_exit_hex_and_scores_what_is_left_of_it() -> None:
    game = Game(battle(Scoring("exit", 2, "us", ("X0101",), name="The road home")))
    assert "exit us-1" in game.legal_actions().texts()
    events = game.apply("exit us-1")
    assert [(event.kind, event.data["at"]) for event in events][:1] == [("exit", "X0101")]
    assert points(game) == (8, 0)
    assert game.rules.units(game.state)["us-1"]["at"] is None
    assert not game.rules.units(game.state)["us-1"]["dead"]
    again = Game.from_json(game.scenario, game.to_json())
    assert points(again) == (8, 0)
    game.undo()
    assert points(game) == (0, 0)


@pytest.mark.parametrize(
    ("before", "action", "rule"),
    [([], "exit us-2", "2.8"), ([], "exit ac-1", "3.1"), (["move us-1 X0102"], "exit us-1", "2.8")],
)
def test_only_who_stands_in_an_exit_of_its_side_may_leave(before: list[str], action: str, rule: str) -> None:
    game = Game(battle(Scoring("exit", 2, "us", ("X0101",))))
    for text in before:
        game.apply(text)
    assert rule in broken(game, action)


def test_who_has_moved_leaves_in_a_later_turn() -> None:
    game = Game(battle(Scoring("exit", 2, "us", ("X0102",))))
    game.apply("move us-1 X0102")
    assert not game.verdict("exit us-1")
    turn_over(game)
    game.apply("exit us-1")
    assert points(game) == (8, 0)


def test_without_exits_nobody_leaves() -> None:
    game = Game(battle(Scoring("hold", 2, hexes=("X0101",))))
    assert not any(text.startswith("exit") for text in game.legal_actions().texts())
    assert not game.verdict("exit us-1")


def test_the_staff_takes_its_units_off_where_that_scores() -> None:
    game = Game(battle(Scoring("exit", 2, "us", ("X0101",))))
    assert game.text(make("staff", "us", 1).choose(game)) == "exit us-1"


def test_a_line_by_turns_gives_its_points_at_the_end_of_each() -> None:
    line = Scoring("hold", 3, hexes=("X0101",), turns=frozenset({1, 3}))
    game = Game(battle(line))
    seen = [points(game)]
    for _ in range(3):
        turn_over(game)
        seen.append(points(game))
    assert seen == [(0, 0), (3, 0), (3, 0), (6, 0)]
    assert points(Game.from_json(game.scenario, game.to_json())) == (6, 0)


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (VictoryCondition("hold", ("X0101", "X0303")), True),
        (VictoryCondition("hold", ("X0101", "X1212")), False),
        (VictoryCondition("hold", ("X0101", "X1212"), count=1), True),
        (VictoryCondition("lead", count=1), False),
        (VictoryCondition("lead", count=0), True),
        (VictoryCondition("turn", count=1), True),
        (VictoryCondition("turn", count=2), False),
        (VictoryCondition("eliminated", count=1), False),
        (VictoryCondition("exit", count=1), False),
        (VictoryCondition("unit", unit="ac-1"), False),
        (VictoryCondition("all", of=(VictoryCondition("turn", count=1), VictoryCondition("turn", count=2))), False),
        (VictoryCondition("any", of=(VictoryCondition("turn", count=1), VictoryCondition("turn", count=2))), True),
        (VictoryCondition("none", of=(VictoryCondition("turn", count=2), VictoryCondition("unit", unit="ac-1"))), True),
        (VictoryCondition("none", of=(VictoryCondition("turn", count=1),)), False),
        (VictoryCondition("none", of=(VictoryCondition("turn", count=1), VictoryCondition("turn", count=2))), False),
        (VictoryCondition("any", of=(VictoryCondition("turn", count=2), VictoryCondition("turn", count=3))), False),
        (VictoryCondition("all", of=(VictoryCondition("turn", count=1), VictoryCondition("turn", count=0))), True),
        (VictoryCondition("all"), False),
        (VictoryCondition("none"), False),
    ],
)
def test_conditions(condition: VictoryCondition, met: bool) -> None:
    tally = Game(outright(condition)).tally()
    assert tally is not None
    assert [win.met for win in tally.wins] == [met]


def test_sudden_death_ends_the_game_with_the_turn_and_names_its_level() -> None:
    game = Game(outright(VictoryCondition("hold", ("X0303",))))
    turn_over(game)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.level, outcome.reason) == ("us", "decisive", "United States: The hill")
    assert game.state.turn == 1


def test_a_way_to_win_is_told_with_its_name_if_it_has_one() -> None:
    condition = VictoryCondition("hold", ("X0303",))
    told = [Game(outright(condition, name=name)).tally() for name in ("The hill", "")]
    words = win_text(battle(), Win("us", condition, level="decisive", at_once=True))
    assert [tally.wins[0].about for tally in told if tally is not None] == [f"The hill: {words}", words]


def test_a_way_to_win_that_is_looked_at_at_the_end_beats_points() -> None:
    points_for_ac = Scoring("hold", 50, hexes=("X1212",))
    won = Win("us", VictoryCondition("hold", ("X0303",)), "The hill")
    game = Game(battle(points_for_ac, turns=2, wins=(won,)))
    turn_over(game)
    assert game.outcome() is None
    turn_over(game)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.score) == ("us", {"us": 0, "ac": 50})


def test_losses_count_as_a_condition_and_a_unit_too() -> None:
    scenario = outright(
        VictoryCondition("all", of=(VictoryCondition("eliminated", count=5), VictoryCondition("unit", unit="ac-1")))
    )
    game = Game(scenario)
    game.rules.field.put(game.state, 2, -1)
    game.state.steps[2] = 0
    tally = game.tally()
    assert tally is not None
    assert tally.wins[0].met


def test_the_score_as_it_stands_is_told_line_by_line() -> None:
    lines = (Scoring("hold", 3, hexes=("X0303",), name="The mill"), Scoring("eliminated", 1))
    tally = Game(battle(*lines, handicap={"ac": 1})).tally()
    assert tally is not None
    assert tally.points == {"us": 3, "ac": 1}
    assert [line.points for line in tally.lines] == [{"us": 3, "ac": 0}, {"us": 0, "ac": 0}]
    assert tally.lines[0].about == "3 points to whoever holds The mill (X0303)"
    assert (tally.leader, tally.standing) == (
        "us",
        "a lead of 2 points (United States 3, Anglo-Canadian 1)",
    )


def test_everything_is_said_in_names() -> None:
    scenario = battle()
    group = VictoryCondition(
        "all",
        of=(VictoryCondition("hold", ("X0101",)), VictoryCondition("any", of=(VictoryCondition("unit", unit="ac-1"),))),
    )
    assert condition_text(scenario, group) == "holds X0101 and (sees ac-1 eliminated)"
    assert win_text(scenario, Win("us", group)).startswith(
        "victory for United States at the end when that side holds X0101"
    )
    by_turn = Scoring("hold", 1, "ac", ("X0101",), turns=frozenset({2, 3, 5}))
    assert line_text(scenario, by_turn) == "1 point to Anglo-Canadian for holding X0101 at the end of turns 2 to 3, 5"


def test_a_file_gives_back_every_block() -> None:
    inner = VictoryCondition(
        "any", of=(VictoryCondition("exit", ("X0101",), count=3), VictoryCondition("unit", unit="ac-1"))
    )
    wins = (
        Win(
            "us",
            VictoryCondition("all", of=(VictoryCondition("hold", region="", hexes=("X0303",)), inner)),
            "Hill",
            "big",
            True,
        ),
    )
    lines = (Scoring("exit", 2, "us", ("X0101",)), Scoring("hold", 1, hexes=("X0303",), turns=frozenset({1, 2, 5})))
    made = battle(*lines, wins=wins)
    loaded = load_text(dump_scenario(made))
    assert loaded.findings == []
    assert isinstance(loaded.model, Scenario)
    assert loaded.model.victory == made.victory
    assert dump_scenario(loaded.model) == dump_scenario(made)


def test_lines_of_points_are_listed_by_what_a_side_does_for_them() -> None:
    kabul = Scoring("reached", 10, "us", ("X0303",))
    made = battle(kabul)
    made.map.regions["kabul"] = Region("kabul", "Kabul", frozenset({made.map.grid.parse("X0303")}))
    assert line_title(made, kabul) == "10: first to occupy Kabul (X0303)"
    assert line_title(made, replace(kabul, hexes=(), region="kabul")) == "10: first to occupy Kabul"
    assert line_title(made, replace(kabul, name="Kabul taken")) == "10: Kabul taken"


def kept(scenario: Scenario) -> tuple[Scorekeeper, HexState]:
    """Who counts the points of a battle, and the position that it begins with."""
    game = Game(scenario)
    rules: Any = game.rules
    state: Any = game.state
    return rules.field.scores, state


def hexes(*names: str) -> tuple[int, ...]:
    return tuple(field().grid.parse(name) for name in names)


def test_exits_are_worth_what_lines_and_ways_to_win_make_of_them() -> None:
    lines = (
        Scoring("exit", 2, "us", ("X0101", "X0102")),
        Scoring("exit", 1.5, "", ("X0102",)),
        Scoring("exit", 4, "ac", ("X1212",)),
        Scoring("hold", 9, hexes=("X0505",)),
    )
    ways = (
        Win("us", VictoryCondition("exit", ("X0102", "X0103"), count=1)),
        Win(
            "ac", VictoryCondition("all", of=(VictoryCondition("exit", ("X1201",)), VictoryCondition("turn", count=9)))
        ),
    )
    scores, _ = kept(battle(*lines, wins=ways))
    first, second, third, theirs, last = hexes("X0101", "X0102", "X0103", "X1201", "X1212")
    assert scores.exits == ({first: 2, second: 3.5, third: 3}, {second: 1.5, last: 4, theirs: 3})


def test_who_leaves_counts_for_the_lines_and_ways_of_the_hex_that_it_left_from() -> None:
    lines = (
        Scoring("exit", 2, "us", ("X0101",)),
        Scoring("exit", 5, "us", ("X0102",)),
        Scoring("exit", 7, "ac", ("X0101",)),
        Scoring("exit", 9, "us"),
    )
    ways = [
        VictoryCondition("exit", names, count=count) for names in (("X0101",), ("X0102",), ()) for count in (0, 4, 5)
    ]
    scores, state = kept(battle(*lines))
    home, aside = hexes("X0101", "X0102")
    for h, points, met in ((home, [8, 0], [1, 1, 0, 0, 0, 0, 1, 1, 0]), (aside, [20, 0], [0, 0, 0, 1, 1, 0, 1, 1, 0])):
        state.place(0, exited_at(h))
        assert scores.score(state) == points
        bound, _ = kept(battle(*lines, wins=tuple(Win("us", way) for way in ways)))
        assert [bound.holds(state, 0, way) for way in ways] == [bool(one) for one in met]
    state.steps[0] = 1
    assert scores.score(state) == [10, 0]


def test_losses_count_for_the_other_side_by_what_is_left_of_a_unit() -> None:
    lines = (Scoring("eliminated", 1), Scoring("eliminated", 10, "ac"), Scoring("unit", 100, unit="us-1"))
    scores, state = kept(battle(*lines))
    assert scores.score(state) == [0, 0]
    state.steps[0] = 1
    assert [scores.gives(state, index) for index in range(3)] == [[0, 2], [0, 20], [0, 0]]
    state.place(0, DEAD)
    state.steps[0] = 0
    assert [scores.gives(state, index) for index in range(3)] == [[0, 4], [0, 40], [0, 100]]
    state.place(2, DEAD)
    state.steps[2] = 0
    assert [scores.gives(state, index) for index in range(3)] == [[5, 4], [0, 40], [0, 100]]
    # Who has left the map is not lost.
    state.place(3, exited_at(0))
    assert scores.score(state) == [5, 144]


def test_a_hex_is_held_by_its_first_owner_until_somebody_else_enters_it() -> None:
    lines = (Scoring("hold", 3, hexes=("X0505", "X0101"), initial="ac"), Scoring("hold", 2, "ac", ("X0303",)))
    ways = (Win("us", VictoryCondition("hold", ("X0505", "X0707"))), Win("ac", VictoryCondition("hold", ("X0303",))))
    scores, state = kept(battle(*lines, wins=ways))
    middle, mine, other, far = hexes("X0505", "X0303", "X0707", "X0909")
    # us-1 stands in X0101, us-2 in X0303, where only the Anglo-Canadians would score.
    assert [scores.holder(state, h) for h in (middle, mine, other, far)] == [1, 0, -1, -1]
    assert scores.score(state) == [3, 3]
    scores.entered(state, 0, middle)
    assert scores.score(state) == [6, 0]
    assert not scores.holds(state, 0, ways[0].condition)
    scores.entered(state, 0, other)
    assert scores.holds(state, 0, ways[0].condition)
    scores.entered(state, 1, mine)
    assert scores.score(state) == [6, 2]
    assert scores.won(state, at_once=False) is ways[0]
    assert scores.won(state, at_once=True) is None


@pytest.mark.parametrize(
    ("points", "winner", "level", "reason"),
    [
        ((2, 2), "ac", "tie", "a tie at 2 points (United States 2, Anglo-Canadian 2)"),
        ((3, 2), "us", "", "a lead of 1 point (United States 3, Anglo-Canadian 2)"),
        ((2, 3.5), "ac", "", "a lead of 1.5 points (United States 2, Anglo-Canadian 3.5)"),
        ((4, 2), "us", "marginal", "a lead of 2 points (United States 4, Anglo-Canadian 2)"),
        ((0, 4), "ac", "marginal", "a lead of 4 points (United States 0, Anglo-Canadian 4)"),
        ((0, 5), "ac", "decisive", "a lead of 5 points (United States 0, Anglo-Canadian 5)"),
    ],
)
def test_who_has_won_by_points(points: tuple[float, float], winner: str, level: str, reason: str) -> None:
    scenario = battle(tie="ac", levels=(Level("decisive", 5), Level("marginal", 2)))
    found = judged(scenario, points, "tlg2:2.8")
    assert (found.winner, found.level, found.reason, found.rule) == (winner, level, reason, "tlg2:2.8")
    assert found.score == dict(zip(("us", "ac"), points, strict=True))


def test_a_game_is_over_with_its_last_turn_a_side_destroyed_or_a_lead_great_enough() -> None:
    scores, begun = kept(battle(Scoring("eliminated", 1), sudden=5))
    last, beaten, waiting, absent, ahead, short = (begun.copy() for _ in range(6))
    last.turn = scores.scenario.turns.count
    for state in (beaten, waiting, absent):
        state.place(2, DEAD)
        state.place(3, DEAD)
    waiting.place(3, WAITING)
    absent.place(3, ABSENT)
    ahead.place(2, DEAD)
    short.place(3, DEAD)
    over = [scores.over(state) for state in (begun, last, beaten, waiting, absent, ahead, short)]
    assert over == [False, True, True, True, True, True, False]
    plain, _ = kept(battle())
    # Who waits is not lost yet, who takes no part is not counted; nobody is ahead of anybody here.
    assert [plain.over(state) for state in (beaten, waiting, absent, ahead)] == [True, False, True, False]


@pytest.mark.parametrize(("points", "at_once"), [(0.5, True), (1, True), (0, False), (-1, False)])
def test_a_unit_is_taken_off_at_once_where_that_is_worth_something(points: float, at_once: bool) -> None:
    lines = (Scoring("exit", points, "us", ("X0101",)), Scoring("exit", 3, "ac", ("X0303",)))
    game = Game(battle(*lines))
    assert [game.text(action) for action in game.rules.rewarded(game.state)] == ["exit us-1"] * at_once
    game.apply("end phase")
    assert list(game.rules.rewarded(game.state)) == []


def test_conditions_are_asked_for_either_side() -> None:
    """us-1 (4, reduced 2) has lost a step and ac-2 (2) is gone; ac leads by 5 of its own and 2 points for us-1."""
    lines = (Scoring("eliminated", 1), Scoring("hold", 5, hexes=("X1212",)))
    conditions = [
        *(VictoryCondition("eliminated", count=count) for count in (1, 2, 3)),
        *(VictoryCondition("lead", count=count) for count in (-5, 0, 5, 6)),
        *(VictoryCondition("hold", (name,)) for name in ("X0101", "X1212")),
        *(VictoryCondition("unit", unit=key) for key in ("us-1", "ac-2", "AC-2", "nobody")),
        *(VictoryCondition("turn", count=count) for count in (1, 2)),
        VictoryCondition("supplied"),
    ]
    wins = tuple(Win(side, condition) for side in ("us", "ac") for condition in conditions)
    scores, state = kept(battle(*lines, wins=wins))
    state.steps[0] = 1
    state.place(3, DEAD)
    state.steps[3] = 0
    met = [[int(scores.holds(state, side, condition)) for condition in conditions] for side in (0, 1)]
    assert met == [
        [1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0],
        [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0],
    ]


def test_a_way_to_win_names_its_hexes_as_the_points_do() -> None:
    lines = (
        Scoring("hold", 2, hexes=("X0101",), side="us", name="The ford"),
        Scoring("hold", 1, hexes=("X0102", "X0103"), side="us", name="Both farms"),
    )
    scenario = replace(battle(), victory=Victory(scoring=lines))
    assert condition_text(scenario, VictoryCondition("hold", ("X0101", "X0102"))) == "holds The ford (X0101), X0102"
    assert line_text(scenario, lines[0]).endswith("for holding The ford (X0101)")
