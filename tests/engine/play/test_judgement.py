"""What rules say of an action before it is taken: its verdict, and what they measure besides."""

from __future__ import annotations

from typing import Any

import pytest
from toy_race import RaceRules, RaceState, race

from engine.errors import ActionError, IllegalAction
from engine.formats import load_scenario
from engine.play import LEGAL, Action, Game, Illegal, Judgement


class Measured(RaceRules):
    """The race, by rules that measure each run."""

    def judge(self, state: RaceState, action: Action) -> Judgement:
        plain = super().judge(state, action)
        if action.verb != "run":
            return plain
        unit, hex_ = action.args
        ends = {self.keys[unit]: self.grid.name(hex_)}
        return Judgement(plain.legal, plain.rule, plain.reason, plain.also, length=1.25, cost=1, ends=ends, contacts=())

    def parse(self, text: str, state: RaceState) -> Action:
        if text == "fly":
            raise IllegalAction("toy:9", "nobody flies", ("toy:1",))
        return super().parse(text, state)


@pytest.fixture
def game() -> Game:
    scenario = race()
    return Game(scenario, rules=Measured(scenario))


def test_rules_that_measure_nothing_judge_by_their_verdict() -> None:
    scenario = race()
    plain = Game(scenario, rules=RaceRules(scenario))
    assert plain.judge("run a1 0201") == Judgement(True)
    far = plain.judge("run a1 0103")
    assert (far.legal, far.rule, far.also) == (False, "toy:1", (("toy:2", "somebody is there"),))
    assert far.verdict == plain.verdict("run a1 0103")
    assert Judgement.of(LEGAL).verdict is LEGAL


def test_what_is_measured_comes_with_the_verdict_and_what_is_not_is_left_out(game: Game) -> None:
    told: dict[str, Any] = {"legal": True, "rule": "", "reason": "", "also": []}
    assert game.judge("run a1 0201").to_json() == {
        **told,
        "length": 1.25,
        "cost": 1,
        "ends": {"a1": "0201"},
        "contacts": [],
    }
    assert game.judge("pass").to_json() == told


def test_an_action_out_of_turn_is_illegal_and_still_measured(game: Game) -> None:
    judged = game.judge("run b1 0203", "b")
    assert (judged.legal, judged.rule) == (False, "toy:1")
    assert judged.cost == 1
    assert game.judge("run a1 0201", "a").legal


def test_what_is_refused_as_it_is_read_is_illegal(game: Game) -> None:
    judged = game.judge("fly", "a")
    assert (judged.rule, judged.reason, judged.also) == ("toy:9", "nobody flies", (("toy:1", "nobody flies"),))
    assert isinstance(judged.verdict, Illegal)
    with pytest.raises(ActionError):
        game.judge("dance")


def test_a_refusal_names_each_paragraph_and_each_reason_once() -> None:
    twice = Illegal("toy:1", "far", (("toy:1", "far"), ("toy:2", "full"), ("toy:1", "zone"), ("toy:2", "full")))
    assert twice.also == (("toy:2", "full"), ("toy:1", "zone"))
    assert twice.rules == ("toy:1", "toy:2")


def test_after_the_end_nothing_is_legal(game: Game) -> None:
    game.state.ended = True
    assert game.judge("pass", "a").reason == "the game is over"


def test_judging_a_move_on_hexes_changes_nothing_and_measures_it() -> None:
    playing = Game(load_scenario("lundys_lane"), 3)
    before, draws = playing.state.to_json(), playing.state.draws
    move = next(action for action in playing.legal_actions() if action.verb == "move")
    judged = playing.judge(move)
    assert judged.ends is not None
    ((unit, end),) = judged.ends.items()
    assert (playing.state.to_json(), playing.state.draws, len(playing)) == (before, draws, 0)
    (event,) = (event for event in playing.apply(move) if event.kind == "move")
    assert (event.data["unit"], event.data["to"]) == (unit, end)
    assert (len(event.data["path"]), event.data["cost"]) == (judged.length, judged.cost)
