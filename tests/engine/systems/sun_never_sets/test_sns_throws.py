"""What a die outside of battles promises, held against what happens on each of its six faces."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from sns_field import begun, campaign, country, unit

from engine.play import Game
from engine.play.answers import ThrowAccount

UNITS = (
    unit("br-hq", type="headquarters", tactical=1, strategic=2, movement=8),
    unit("br-aide", type="headquarters", tactical=1, strategic=1, movement=8),
    unit("br-1"),
    unit("br-2", movement=4),
    unit("na-1"),
)
PLACES: dict[str, Any] = {**dict.fromkeys(("br-hq", "br-aide", "br-1", "br-2"), "S0303"), "na-1": "S0909"}


def game(phase: str, die: int, places: dict[str, Any] | None = None, **values: Any) -> Game:
    start = begun(campaign(UNITS, country()), places or PLACES, phase).start
    assert start is not None
    start.set.update(values)
    return Game(campaign(UNITS, country()), 1, dice=(die,), start=start)


def promised(made: Game, action: str) -> ThrowAccount:
    found = made.rules.promised(made.state, made.parse(action))
    assert found is not None
    return found


def shares(account: ThrowAccount) -> dict[str, int]:
    """Each result with the number of dice that give it."""
    found: Counter[str] = Counter()
    for share in account.shares:
        found[share.result] += round(share.chance * 6)
    return dict(found)


@pytest.mark.rule("sns2:6.0")
@pytest.mark.parametrize("leader", ["", "led by br-aide"])
def test_a_march_keeps_what_it_promised(leader: str) -> None:
    happened: Counter[str] = Counter()
    for die in range(1, 7):
        made = game("movement", die)
        for text in ("march S0303", "with br-1", "with br-2", *([leader] if leader else [])):
            made.apply(text)
        told = promised(made, "roll")
        events = made.apply("roll")
        happened[next(event.data["result"] for event in events if event.kind == "march")] += 1
    assert shares(told) == happened
    assert [(one.amount, one.cause) for one in told.modifiers] == ([(1, "br-aide")] if leader else [])
    assert told.units == ("br-1", "br-2")
    assert "up to its movement allowance (4 points)" in {share.meaning for share in told.shares}


def test_naming_a_leader_tells_what_he_would_add() -> None:
    made = game("movement", 1)
    for text in ("march S0303", "with br-1"):
        made.apply(text)
    assert made.rules.promised(made.state, made.parse("with br-2")) is None
    alone, led = promised(made, "roll"), promised(made, "led by br-hq")
    assert shares(alone)["hold"] == 2
    assert "hold" not in shares(led)
    assert [share.good for share in alone.shares if share.result == "hold"] == [False]


def test_a_column_throws_at_once_and_says_so_before() -> None:
    made = game("movement", 1, columns={"c1": ["br-1", "br-2"]})
    assert promised(made, "march c1").units == ("br-1", "br-2")
    assert made.rules.promised(made.state, made.parse("march S0303")) is None, "its units are still to be named"


@pytest.mark.rule("sns2:12.3")
def test_foraging_keeps_what_it_promised() -> None:
    happened: Counter[str] = Counter()
    many = [unit(f"br-{n}") for n in range(1, 12)]
    for die in range(1, 7):
        scenario = campaign([*many, unit("na-1")], country())
        made = begun(scenario, {**{one.key: "S0303" for one in many}, "na-1": "S0909"}, "logistics", dice=(die,))
        told = promised(made, "forage S0303")
        events = made.apply("forage S0303")
        happened[str(next(event.data["fed"] for event in events if event.kind == "forage"))] += 1
    assert shares(told) == happened
    assert len(told.units) == 11
    assert told.row == "open country"
    assert told.shares[-1].meaning == "all are fed"


@pytest.mark.rule("sns2:11.52")
@pytest.mark.parametrize("by", ["", " by br-hq"])
def test_a_rally_keeps_what_it_promised(by: str) -> None:
    happened: Counter[str] = Counter()
    for die in range(1, 7):
        made = game("rally", die, {**PLACES, "br-1": {"at": "S0303", "steps": 1}})
        told = promised(made, f"rally br-1{by}")
        events = made.apply(f"rally br-1{by}")
        happened[next(event.data["result"] for event in events if event.kind == "rally")] += 1
    assert shares(told) == happened
    assert [one.cause for one in told.modifiers] == (["br-hq"] if by else [])


def test_other_actions_promise_nothing() -> None:
    made = game("movement", 1)
    assert made.rules.promised(made.state, made.parse("end phase")) is None
    assert made.rules.promised(made.state, made.parse("organise S0303")) is None


@pytest.mark.rule("sns2:event1:native:23")
def test_who_has_seen_a_vision_rallies_as_fanatics_do() -> None:
    units = (unit("br-1"), unit("na-1", morale="R"), unit("na-2", morale="F"))
    places = {"br-1": "S0303", **{key: {"at": "S0806", "steps": 1} for key in ("na-1", "na-2")}}

    def results(key: str, **given: Any) -> list[str]:
        found = []
        for die in range(1, 7):
            made = begun(campaign(units), places, "rally", side="native", dice=[die], given=given)
            (rally,) = [event for event in made.apply(f"rally {key}") if event.kind == "rally"]
            found.append(rally.data["result"])
        return found

    seen = {"vision": {"turn": 99}}
    assert results("na-1", effects=seen) == results("na-2") != results("na-1")
