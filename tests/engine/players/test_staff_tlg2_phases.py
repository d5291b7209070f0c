"""What the staff of Twilight's Last Gleaming 2 plans once, it carries through as long as it can."""

from __future__ import annotations

from typing import Any

import pytest
import tlg2_field as tlg
from hex_field import field

from engine import formats
from engine.play import Action, Game
from engine.systems.twilights_last_gleaming import battle
from engine.systems.twilights_last_gleaming.staff.fights import Fights
from engine.systems.twilights_last_gleaming.staff.staff import TlgStaff, by_another_way
from engine.systems.twilights_last_gleaming.staff.view import View


def corridor(**more: str) -> Game:
    """An infantryman who may go from X0505 to X0705, where nobody is, and whoever is in the way."""
    units = {"us-1 infantry 4": "X0505", "ac-1 infantry 4": "X1010"}
    return tlg.game(field(), {**units, **{f"us-{key} infantry 4": at for key, at in more.items()}})


def move(game: Game, text: str) -> Action:
    """A move that may not be legal."""
    key, *way = text.split()
    grid = game.scenario.map.grid
    rules: Any = game.rules
    return Action("move", (rules.field.roster.find(key), *map(grid.parse, way)))


def other(game: Game, action: Action) -> list[str] | None:
    """The names of the hexes of another way to the same hex."""
    rules: Any = game.rules
    state: Any = game.state
    found = by_another_way(rules, state, action)
    return None if found is None else [game.scenario.map.grid.name(h) for h in found.args[1:]]


def test_whoever_is_in_the_way_is_gone_round() -> None:
    game = corridor(a="X0605")
    order = move(game, "us-1 X0605 X0705")
    assert not game.verdict(order)
    way = other(game, order)
    assert way is not None
    assert way[-1] == "X0705"
    assert "X0605" not in way
    assert game.verdict(move(game, " ".join(["us-1", *way])))


def test_where_the_goal_is_taken_or_out_of_reach_there_is_no_other_way() -> None:
    game = corridor(a="X0705")
    assert other(game, move(game, "us-1 X0605 X0705")) is None
    assert other(game, Action("enter", (0, *move(game, "us-1 X0605 X0704").args[1:]))) is None
    held = tlg.game(field(), {"us-1 infantry 4": "X0505", "ac-1 infantry 4": "X0504"})
    assert other(held, move(held, "us-1 X0605 X0705")) is None


def test_a_goal_that_may_be_shared_is_gone_to_by_another_way() -> None:
    units = {"us-1 infantry 4": "X0505", "us-a infantry 4": "X0605", "ac-1 infantry 4": "X1010"}
    playing = tlg.game(field(), {**units, "us-g artillery 6 range 8 heavy_battery": "X0705"})
    way = other(playing, move(playing, "us-1 X0605 X0705"))
    assert way is not None
    assert way[-1] == "X0705"


def test_an_order_is_carried_out_by_another_way_before_anything_is_planned_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = corridor(a="X0605")
    staff = TlgStaff("us")
    state: Any = game.state
    staff._orders, staff._phase, staff._again = (
        [(move(game, "us-1 X0605 X0705"), "to close in")],
        (state.turn, state.moved),
        2,
    )
    monkeypatch.setattr(TlgStaff, "_planned_anew", lambda *_: pytest.fail("planned anew"))
    action = staff.choose(game)
    assert action.args[0] == 0
    assert action.args[-1] == game.scenario.map.grid.parse("X0705")
    assert staff.last_reason == "to close in"
    assert staff._orders == []
    game.apply(action)
    assert staff._phase == (game.state.turn, state.moved | 1)


@pytest.fixture
def fight() -> Game:
    """A combat phase of Lundy's Lane with several attacks to make."""
    game = Game(formats.load_scenario("lundys_lane"), 5)
    players = {side: TlgStaff(side) for side in game.scenario.sides}
    while (decision := game.decision) is not None:
        rules: Any = game.rules
        if decision.kind == "combat":
            state: Any = game.state
            side = list(game.scenario.sides).index(decision.side)
            view = View(rules, state, side)
            if len([attack for attack in Fights(view).plan() if attack.near or attack.worth > 0]) > 2:
                return game
        game.apply(players[decision.side].choose(game))
    raise AssertionError("nobody fought")


def planned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each plan of a combat phase."""
    plans: list[int] = []
    plan = Fights.plan
    monkeypatch.setattr(Fights, "plan", lambda fights: plans.append(1) or plan(fights))
    return plans


def to_the_next_fight(game: Game, staff: TlgStaff) -> bool:
    """Answer what follows an attack; whether the same side then goes on with its combat phase."""
    others = {side: TlgStaff(side) for side in game.scenario.sides}
    while (decision := game.decision) is not None and decision.kind != "combat":
        if decision.kind == "movement":
            return False
        game.apply((staff if decision.side == staff.side else others[decision.side]).choose(game))
    return game.decision is not None


def test_a_combat_phase_is_planned_once_while_the_odds_stay(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fight.decision is not None
    staff = TlgStaff(fight.decision.side)
    first = staff.choose(fight)
    expected = [attack.action for attack in staff._attacks if attack.near or attack.worth > 0]
    assert first == expected[0]
    fight.apply(first)
    assert to_the_next_fight(fight, staff)
    plans = planned(monkeypatch)
    rules: Any = fight.rules
    state: Any = fight.state
    side = list(fight.scenario.sides).index(staff.side)
    columns = {attack.action: attack.column for attack in staff._attacks}
    standing = [
        action
        for action in expected[1:]
        if fight.verdict(action)
        and battle.odds(rules.field, state, action.args[0], action.args[1]).column == columns[action]
    ]
    assert standing
    assert staff.choose(fight) == standing[0]
    assert plans == []
    # Where the odds are others, or nothing is left of the plan, it is planned again.
    monkeypatch.setattr(staff, "_attacks", [attack._replace(column=99) for attack in staff._attacks])
    assert staff.choose(fight) == next(
        attack.action
        for attack in Fights(View(rules, state, side)).plan()
        if (attack.near or attack.worth > 0) and fight.verdict(attack.action)
    )
    assert plans == [1, 1]


def test_the_plan_of_another_game_is_not_carried_on(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fight.decision is not None
    staff = TlgStaff(fight.decision.side)
    staff.choose(fight)
    plans = planned(monkeypatch)
    staff.choose(fight)
    assert plans == []
    twin = Game.from_json(fight.scenario, fight.to_json())
    assert twin.rules is not fight.rules
    staff.choose(twin)
    assert plans == [1]
