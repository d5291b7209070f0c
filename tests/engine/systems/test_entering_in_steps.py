"""A unit comes onto the map in two steps, or in one action that tells its whole way; both lead to the same hexes."""

from __future__ import annotations

from typing import Any

import pytest
from fm_field import NOBODY, game
from hex_field import broken, field, places

from engine.formats import load_scenario
from engine.play import Game, Start
from engine.scenario import Arrival

CASES = [("thames", 1, "us"), ("chippewa", 1, "ac"), ("arracourt", 2, "us"), ("fm_first_steps", 2, "blue")]
COLUMN = (Arrival(2, "cw", ("X0601", "X0801"), ("cw-new", "cw-next")),)
UNITS = {
    "cw-new armour 1-1-3 mobile": "",
    "cw-next infantry 1-1-2": "",
    "cw-1 infantry 1-1-1": "X0112",
    NOBODY: "X1212",
}


def entered(*actions: str, units: dict[str, str] = UNITS, **ground: Any) -> Game:
    playing = game(field(**ground), units, arrivals=COLUMN, turn=2)
    for action in actions:
        playing.apply(action)
    return playing


def texts(playing: Game, verb: str) -> set[str]:
    return {text for text in playing.legal_actions().texts() if text.split()[0] == verb}


@pytest.mark.parametrize(("name", "turn", "side"), CASES)
def test_both_steps_lead_where_one_action_leads(name: str, turn: int, side: str) -> None:
    playing = Game(load_scenario(name), 1, start=Start(turn=turn, side=side, phase="movement"))
    rules: Any = playing.rules
    player = rules.field.roster.player(side)
    unit = rules.march.due(rules.field, playing.state, player)[0]
    key = rules.field.roster.keys[unit]
    at_once, in_steps = set(), set()
    for h in rules.march.entry_hexes(rules.field, playing.state, unit):
        found = rules.march.reach_in(rules.field, playing.state, unit, h)
        at_once |= {(h, goal) for goal in rules.march.endings(playing.state, unit, found)}
        for goal in rules.march.endings(playing.state, unit, found):
            way = " ".join(playing.scenario.map.grid.name(n) for n in (h, *found.path(goal)))
            assert playing.verdict(playing.parse(f"enter {key} {way}"))
    for action in [action for action in playing.legal_actions() if action.verb == "enter" and action.args[0] == unit]:
        _, h, *way = action.args
        in_steps.add((h, way[-1] if way else h))
        playing.apply(action)
        if not way and playing.decision and playing.decision.kind == "entry":
            goals = [action.args[-1] for action in playing.legal_actions() if action.verb == "go"]
            assert len(set(goals)) == len(goals)
            in_steps |= {(h, goal) for goal in goals}
        playing.undo()
    assert len(at_once) > 10
    assert in_steps == at_once


def test_the_first_step_lists_a_hex_and_the_second_where_it_leads() -> None:
    playing = entered()
    assert texts(playing, "enter") == {f"enter {key} {h}" for key in ("cw-new", "cw-next") for h in ("X0601", "X0801")}
    playing.apply("enter cw-new X0601")
    assert places(playing)["cw-new"] == "X0601"
    assert playing.decision is not None
    assert (playing.decision.kind, playing.decision.side, playing.decision.units) == ("entry", "cw", ("cw-new",))
    assert {"go X0602", "go X0602 X0603"} <= texts(playing, "go")
    assert texts(playing, "stop") == {"stop"}


def test_it_goes_on_with_what_is_left_and_then_has_moved() -> None:
    playing = entered("enter cw-new X0601")
    assert broken(playing, "go X0602 X0603 X0604") >= {"5.2"}
    assert broken(playing, "go X0603 X0605") >= {"5.2"}
    events = playing.apply("go X0603")
    told = [event for event in events if event.kind == "move"]
    assert [(event.rule, event.data["from"], event.data["to"], event.data["cost"]) for event in told] == [
        ("fm:3.0", "X0601", "X0603", 2.0)
    ]
    assert playing.decision is not None
    assert playing.decision.kind == "movement"
    assert "5.2" in broken(playing, "move cw-new X0604")
    assert not texts(playing, "go")


def test_in_between_nothing_else_is_done() -> None:
    playing = entered("enter cw-new X0601")
    for action in ("end phase", "enter cw-next X0801", "move cw-1 X0111"):
        assert "3.0" in broken(playing, action)
    playing.apply("stop")
    assert "3.0" in broken(playing, "go X0602")
    assert "3.0" in broken(playing, "stop")
    playing.apply("enter cw-next X0801")


def test_who_cannot_go_on_is_not_asked() -> None:
    slow = {**UNITS, "cw-next infantry 1-1-1": ""}
    del slow["cw-next infantry 1-1-2"]
    playing = entered("enter cw-next X0601", units=slow)
    assert playing.decision is not None
    assert playing.decision.kind == "movement"


def test_through_a_friend_it_enters_in_one_action() -> None:
    playing = entered("enter cw-next X0601", "stop")
    assert "5.3" in broken(playing, "enter cw-new X0601")
    listed = {text for text in texts(playing, "enter") if " X0601" in text}
    assert "enter cw-new X0601 X0602" in listed
    playing.apply("enter cw-new X0601 X0602")
    assert places(playing)["cw-new"] == "X0602"
    assert playing.decision is not None
    assert playing.decision.kind == "movement"


def test_it_is_kept_in_files_and_undone() -> None:
    playing = entered()
    before = playing.state.to_json()
    playing.apply("enter cw-new X0601")
    kept = playing.state.to_json()
    assert kept["stack"][-1]["frame"] == "fm.Entering"
    assert playing.rules.load(kept) == playing.state
    playing.apply("go X0602")
    playing.undo()
    assert playing.state.to_json() == kept
    playing.undo()
    assert playing.state.to_json() == before
