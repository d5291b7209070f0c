"""A battle as its events tell it: forces with what they lost, superiority, each volley with what could come of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from sns_field import begun, campaign, country, unit

from engine.play import Event, Game
from engine.play.answers import BattleBoard

BRITISH = (
    unit("br-hq", type="headquarters", tactical=2, strategic=2, movement=8),
    unit("br-guns", type="artillery", weapon="F", morale="V", strength=4),
    unit("br-1", weapon="M", morale="V", strength=8),
    unit("br-2", weapon="M", morale="L", strength=6),
)
NATIVES = tuple(unit(f"na-{n}", weapon="S", morale="R", strength=3) for n in range(1, 6))
PLACES = {**{one.key: "S0505" for one in BRITISH}, **{one.key: "S0506" for one in NATIVES}}


def fought(seed: int, steps: int = 200) -> tuple[Game, list[Event]]:
    """A battle of the British on the Natives, played at random up to its end, or so many actions of it."""
    game = begun(campaign([*BRITISH, *NATIVES], country()), PLACES, "battle", dice=(6, 1))
    start = len(game.events)
    game.apply("attack S0506 from S0505")
    game.apply("fight")
    random = Random(seed)
    while steps and not any(event.kind in ("battle", "end") for event in game.events[start:]):
        game.apply(game.legal_actions().sample(random))
        steps -= 1
    return game, game.events[start:]


def board_of(game: Game, events: list[Event]) -> BattleBoard:
    found = game.rules.battle(events)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def begun_battle() -> tuple[Game, list[Event]]:
    return fought(1, steps=0)


@pytest.mark.rule("sns2:8.2")
def test_a_battle_begins_with_forces_and_superiority(begun_battle: tuple[Game, list[Event]]) -> None:
    found = board_of(*begun_battle)
    first, second = found.forces
    assert (first.side, first.at, first.strength, first.limit) == ("british", "S0505", 18, 9)
    assert (second.side, second.at, second.strength, second.limit) == ("native", "S0506", 15, 8)
    assert (found.superior, found.over, found.winner) == ("british", False, "")
    ours, theirs = found.throws[:2]
    assert (ours.account.stage, ours.dice, ours.total, ours.result) == ("tactical superiority", (6,), 8, "fires first")
    assert [(one.amount, one.cause, one.rule) for one in ours.account.modifiers] == [(2, "br-hq", "sns2:8.21")]
    assert (theirs.account.side, theirs.dice, theirs.total, theirs.result) == ("native", (1,), 1, "fires second")


@pytest.mark.rule("sns2:4.1")
def test_what_events_add_for_superiority_is_told_beside_the_commander(begun_battle: tuple[Game, list[Event]]) -> None:
    game, events = begun_battle
    helped = [
        replace(event, data={**event.data, "totals": {"british": 7, "native": 2}})
        if event.kind == "superiority"
        else event
        for event in events
    ]
    told = [[(m.amount, m.cause, m.rule) for m in one.account.modifiers] for one in board_of(game, helped).throws[:2]]
    assert told == [[(2, "br-hq", "sns2:8.21"), (-1, "events", "sns2:4.1")], [(1, "events", "sns2:4.1")]]


@pytest.mark.rule("sns2:8.4")
def test_a_volley_has_its_row_modifiers_shares_and_what_fell() -> None:
    game, events = fought(3)
    found = board_of(game, events)
    told = [event for event in events if event.kind == "volley"]
    volleys = [one for one in found.throws if one.account.who]
    assert len(told) == len(volleys)
    for event, throw in zip(told, volleys, strict=True):
        assert throw.total == throw.dice[0] + sum(one.amount for one in throw.account.modifiers)
        assert sum(share.chance for share in throw.account.shares) == pytest.approx(1)
        assert throw.chance == next(s.chance for s in throw.account.shares if s.result == event.data["result"])
        enemy = "na-" if throw.account.side == "british" else "br-"
        assert all(key.startswith(enemy) for key, _ in throw.fell)
        assert bool(throw.fell) == (event.data["result"] != "0")
    assert any(throw.fell for throw in volleys)


@pytest.mark.rule("sns2:8.71")
@pytest.mark.parametrize("seed", range(6))
def test_what_was_lost_agrees_with_the_umpires_count(seed: int) -> None:
    game, events = fought(seed)
    found, end = board_of(game, events), next(event for event in events if event.kind == "battle")
    assert found.over
    assert found.winner == end.data["winner"]
    assert {force.side: force.lost for force in found.forces} == end.data["lost"]
    assert {force.side: force.strength for force in found.forces} == end.data["strength"]


def test_the_march_that_goes_on_after_it_is_no_part_of_it() -> None:
    game, events = fought(3)
    after = Event("eliminated", "sns2:8.84", {"unit": "na-1", "at": "S0506"})
    assert board_of(game, [*events, after]).notes == (*board_of(game, events).notes, after)
    onward = [Event("march", "sns2:6.0", {"side": "british"}), after]
    assert board_of(game, [*events, *onward]) == board_of(game, events)


def test_the_next_segment_is_no_part_of_it(begun_battle: tuple[Game, list[Event]]) -> None:
    game, events = begun_battle
    later = [Event("phase", "sns2:3.1", {"side": "british", "phase": "rally"}), Event("eliminated", "sns2:12.4", {})]
    assert board_of(game, [*events, *later]) == board_of(game, events)
    assert game.rules.battle([]) is None
    assert game.rules.battle(later) is None
