"""The staff of Twilight's Last Gleaming 2: legal, the same every time, and right where one thing is clearly right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import staffing
import tlg2_field as tlg
from hex_field import field

from engine import formats
from engine.play import Game
from engine.players import make
from engine.scenario import Scoring, Turns, Victory
from engine.systems.twilights_last_gleaming.staff.forecast import Forecast
from engine.systems.twilights_last_gleaming.staff.moves import Moves
from engine.systems.twilights_last_gleaming.staff.plans import BOLD, STEADY, TEMPERS, Temper
from engine.systems.twilights_last_gleaming.staff.view import View


def hold(name: str, points: float = 10, initial: str = "ac", **more: Any) -> Victory:
    """Victory by one hex, and by losses."""
    return Victory(scoring=(Scoring("hold", points, hexes=(name,), initial=initial), Scoring("eliminated", 1)), **more)


def choice(game: Game, side: str = "us") -> str:
    """What the staff does now."""
    return staffing.choice(game, side)


def phase(game: Game, side: str = "us") -> list[str]:
    """All that the staff does up to the end of the phase."""
    return staffing.phase(game, side)


def at(game: Game, key: str) -> str:
    """Where a unit is."""
    return tlg.places(game)[key] or ""


def near(game: Game, key: str, name: str) -> bool:
    """Whether a unit stands next to a hex."""
    grid = game.scenario.map.grid
    return grid.distance(grid.parse(at(game, key)), grid.parse(name)) == 1


def placed(game: Game, temper: Temper) -> dict[int, int]:
    """Where the United States' units go by a plan in a temper."""
    rules: Any = game.rules
    state: Any = game.state
    plan = Moves(View(rules, state, 0)).make(temper)
    return {u: h for u, h in plan.place.items() if u in rules.field.roster.side_units[0]}


def played(name: str, seed: int, seats: Mapping[str, str], turns: int) -> Game:
    """A game of a shipped scenario up to the end of a turn; every action is checked when it is applied."""
    game = Game(formats.load_scenario(name), seed)
    players = {side: make(player, side, seed) for side, player in seats.items()}
    while (decision := game.decision) is not None and game.state.turn <= turns:
        player = players[decision.side]
        before = game.to_json() if player.last_reason == "" else None
        game.apply(player.choose(game)) if before is None else _untouched(game, player, before)
        assert seats[decision.side] == "random" or 0 < len(player.last_reason) < 60
    return game


def _untouched(game: Game, player: Any, before: dict[str, Any]) -> None:
    """The first choice of a player leaves the game as it was until it is applied."""
    action = player.choose(game)
    assert game.to_json() == before
    game.apply(action)


@pytest.mark.parametrize(("name", "turns"), [("first_steps", 3), ("lundys_lane", 1), ("thames", 1), ("chippewa", 1)])
def test_choices_are_legal_with_a_short_reason_and_the_same_every_time(name: str, turns: int) -> None:
    seats = {"us": "staff", "ac": "staff"}
    assert played(name, 7, seats, turns).actions == played(name, 7, seats, turns).actions


def test_it_takes_an_open_objective() -> None:
    units = {"us-1 infantry 4/2": "X0506", "us-2 infantry 4/2": "X0708", "ac-1 infantry 2/1": "X1101"}
    game = tlg.game(field(), units, victory=hold("X0504"))
    phase(game)
    assert "X0504" in (at(game, "us-1"), at(game, "us-2"))


def test_it_takes_an_open_objective_though_nobody_can_come_to_one_that_is_worth_more() -> None:
    lines = (Scoring("hold", 2, hexes=("X0506",), initial="ac"), Scoring("hold", 10, hexes=("X1201",), initial="ac"))
    game = tlg.game(
        field(), {"us-1 infantry 4/2": "X0508", "ac-1 infantry 2/1": "X1209"}, victory=Victory(scoring=lines)
    )
    player = make("staff", "us", 1)
    assert game.text(player.choose(game)).endswith("X0506")
    assert player.last_reason == "to take the objective"


def test_it_holds_the_objective_that_wins() -> None:
    units = {
        "us-1 infantry 8/4": "X0504",
        "us-2 infantry 2/1": "X0505",
        "ac-1 infantry 4/2": "X0508",
        "ac-2 infantry 4/2": "X0708",
    }
    game = tlg.game(field(), units, victory=hold("X0504", initial="us"), turn=5)
    phase(game)
    assert "X0504" in (at(game, "us-1"), at(game, "us-2"))


def test_it_concentrates_for_good_odds() -> None:
    units = {
        "us-1 infantry 4/2": "X0508",
        "us-2 infantry 4/2": "X0608",
        "us-3 infantry 4/2": "X0408",
        "ac-1 infantry 4/2": "X0505",
    }
    game = tlg.game(field(), units, victory=hold("X0505"))
    phase(game)
    assert all(near(game, key, "X0505") for key in ("us-1", "us-2", "us-3"))


def test_it_does_not_run_against_a_wall() -> None:
    units = {
        "us-1 infantry 3/1": "X0508",
        "us-2 infantry 8/4": "X0112",
        "us-3 infantry 8/4": "X0212",
        "ac-1 infantry 8/4": "X0504",
        "ac-2 infantry 8/4": "X0604",
    }
    game = tlg.game(field(high="X0504 X0604"), units, victory=hold("X0504", 2))
    phase(game)
    assert not near(game, "us-1", "X0504")
    assert not near(game, "us-1", "X0604")


def test_it_does_not_soak_off_for_nothing() -> None:
    units = {"us-1 infantry 8/4": "X0506", "us-2 infantry 2": "X0406", "ac-1 infantry 4/2": "X0505"}
    game = tlg.game(field(), units, phase="combat", victory=hold("X0505"))
    assert choice(game) == "attack X0505 with us-1 us-2"


def test_a_duty_to_two_is_met_by_the_weak_so_that_the_strong_win() -> None:
    units = {
        "us-1 infantry 9/4": "X0506",
        "us-2 infantry 1": "X0606",
        "ac-1 infantry 3/1": "X0505",
        "ac-2 infantry 8/4": "X0706",
    }
    game = tlg.game(field(), units, phase="combat", victory=hold("X0505"))
    assert choice(game) == "attack X0505 with us-1"


def test_guns_join_the_assault_from_where_they_stand() -> None:
    units = {"us-1 infantry 6/3": "X0506", "us-guns artillery 3 range 8": "X0508", "ac-1 infantry 4/2": "X0505"}
    game = tlg.game(field(), units, phase="combat", victory=hold("X0505"))
    assert choice(game) == "attack X0505 with us-1 us-guns"


def test_guns_keep_their_distance_and_fire() -> None:
    units = {"us-guns artillery 4 range 8": "X0512", "us-1 infantry 4/2": "X0511", "ac-1 infantry 8/4": "X0504"}
    game = tlg.game(field(), units, victory=hold("X0112", initial="us"))
    phase(game)
    grid = game.scenario.map.grid
    assert grid.distance(grid.parse(at(game, "us-guns")), grid.parse(at(game, "ac-1"))) > 2
    assert any(text.startswith("attack") and "us-guns" in text for text in phase(game))


def test_ahead_near_the_end_it_keeps_away() -> None:
    units = {"us-1 infantry 2": "X0605", "ac-1 infantry 9/4": "X0608"}
    lead = Victory(scoring=(Scoring("eliminated", 1),), handicap={"us": 1})
    game = tlg.game(field(), units, victory=lead, turns=Turns(5), turn=5)
    phase(game)
    grid = game.scenario.map.grid
    assert grid.distance(grid.parse(at(game, "us-1")), grid.parse("X0608")) > 5


@pytest.mark.parametrize("temper", [t for t in TEMPERS if t is not BOLD], ids=lambda temper: temper.name)
def test_who_wins_a_draw_does_not_send_the_weak_within_reach_of_the_strong(temper: Temper) -> None:
    units = {"us-1 infantry 2": "X0611", "us-2 infantry 2": "X0211", "ac-1 infantry 9/4": "X0603"}
    draw = Victory(scoring=(Scoring("eliminated", 1),), tie="us")
    game = tlg.game(field(), units, victory=draw, turns=Turns(5))
    grid = game.scenario.map.grid
    for h in placed(game, temper).values():
        assert grid.distance(h, grid.parse("X0603")) > 5


def test_who_is_behind_comes_near_enough_to_attack_in_the_next_turn_and_no_nearer() -> None:
    units = {"us-1 infantry 5/2": "X0608", "ac-1 infantry 5/2": "X0603"}
    game = tlg.game(field(), units, victory=Victory(scoring=(Scoring("eliminated", 1),), tie="ac"), turns=Turns(5))
    grid = game.scenario.map.grid
    assert grid.distance(placed(game, STEADY)[0], grid.parse("X0603")) == 4


def test_it_loses_the_cheapest_step() -> None:
    units = {"us-1 infantry 9/4": "X0506", "us-2 infantry 3/2": "X0405", "ac-1 infantry 2": "X0505"}
    game = tlg.game(field(), units, phase="combat", tables=tlg.always("AL1"))
    game.apply("attack X0505 with us-1 us-2")
    assert choice(game) == "lose us-2"


def test_it_retreats_out_of_reach() -> None:
    units = {
        "us-1 infantry 9/4": "X0506",
        "us-2 infantry 9/4": "X0608",
        "ac-1 infantry 4/2": "X0505",
        "ac-2 infantry 4/2": "X0302",
    }
    game = tlg.game(field(), units, phase="combat", tables=tlg.always("DR"))
    game.apply("attack X0505 with us-1")
    assert choice(game, "ac") in ("retreat ac-1 X0504", "retreat ac-1 X0404")


def test_the_strong_advance_onto_an_objective_and_not_the_guns() -> None:
    units = {
        "us-1 infantry 6/3": "X0506",
        "us-guns artillery 3 range 6": "X0405",
        "ac-1 infantry 2": "X0505",
        "ac-2 infantry 2": "X1201",
    }
    game = tlg.game(field(), units, phase="combat", tables=tlg.always("DE"), victory=hold("X0505"))
    game.apply("attack X0505 with us-1 us-guns")
    assert choice(game) == "advance us-1 X0505"


@pytest.mark.parametrize("side", ["us", "ac"])
def test_it_beats_random_in_the_teaching_scenario(side: str) -> None:
    scenario = formats.load_scenario("first_steps")
    rules = Game(scenario).rules
    wins = 0
    for seed in range(10):
        game = Game(scenario, seed, rules=rules)
        seats = {key: make("staff" if key == side else "random", key, seed) for key in scenario.sides}
        while (decision := game.decision) is not None:
            game.apply(seats[decision.side].choose(game), trusted=True)
        outcome = game.outcome()
        wins += outcome is not None and outcome.winner == side
    assert wins >= 9


def test_a_unit_that_can_displace_a_friend_is_not_given_up_for_dead() -> None:
    """ac-1 in X0606 is shut in but for X0607, where ac-2 stands; whether that one can make room is all the matter."""
    river = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706 X0607/X0506 X0607/X0507 X0607/X0706 X0607/X0707"
    units = {
        "us-1 infantry 3": "X0605",
        "us-2 infantry 3": "X0609",
        "ac-1 infantry 6": "X0606",
        "ac-2 infantry 1": "X0607",
    }

    def prospect(**more: Any) -> float:
        game = tlg.game(field(hexsides={"river": river}), units, phase="combat", **more)
        rules: Any = game.rules
        state: Any = game.state
        view = View(rules, state, 0)
        return view.prospect(5, [0], [rules.field.grid.parse("X0606")])

    assert prospect() + 1 < prospect(options={"displaced_into_zoc": "never"})


def test_whoever_wins_a_draw_may_hope_for_more() -> None:
    units = {"us-1 infantry 4": "X0105", "ac-1 infantry 4": "X0606"}
    games = [tlg.game(field(), units, victory=hold("X0606", tie=tie)) for tie in ("us", "", "ac")]
    for side, order in ((0, 1), (1, -1)):
        plans = [Forecast(game.rules, game.state, side) for game in games][::order]
        best, middle, worst = (plan.lead(plan.state) for plan in plans)
        assert best > middle > worst
