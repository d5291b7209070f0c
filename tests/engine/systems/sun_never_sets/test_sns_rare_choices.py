"""Choices of events, transfers by sea and foraging: what may be said, and what is told of what may not."""

from __future__ import annotations

import pytest
from sns_battle import NAPIER, board
from sns_field import begun, breaches, campaign, state_of, unit

from engine.errors import ActionError
from engine.play import Game
from engine.scenario import Pool
from engine.systems.sun_never_sets.base.effects import lay

CHIEF = unit("br-aide", type="headquarters", tactical=1, movement=8)


# -- choices of events -----------------------------------------------------------------------------------------------


def friendly_tribes() -> Game:
    """The British say what friendly tribes bring: a supply unit, or friendly Natives."""
    units = [NAPIER, CHIEF, unit("br-1"), unit("br-train", type="supply", movement=4), unit("na-1")]
    friends = [unit(f"br-friend{n}", nation="friendly", weapon="S") for n in (1, 2, 3)]
    special = {"campaign": "abyssinia", "events": 1}
    pools = {
        "trains": Pool("british", ("br-train",), "choice"),
        "friends": Pool("british", tuple(one.key for one in friends), "chance"),
    }
    scenario = campaign([*units, *friends], special=special, pools=pools)
    places = {"br-napier": "S0505", "br-aide": "S0707", "br-1": "S0606", "na-1": "S0909"}
    return begun(scenario, places, "events", dice=[4, 4, 1, 1])


@pytest.mark.rule("sns2:event1:british:44-46")
def test_who_comes_is_picked_before_where() -> None:
    game = friendly_tribes()
    assert set(game.legal_actions().texts()) == {"pick supply", "pick friendly"}
    first = {"event1:british:44-46": "choose one of supply and friendly first"}
    for text in ("pick S0505", "pick br-1", "pick S0909"):
        assert breaches(game, text) == first, text
    assert breaches(game, "attack S0909 from S0505")["event1:british:44-46"] == "this event asks for another choice"
    assert game.text(game.parse("pick SUPPLY")) == "pick supply"
    assert game.text(game.parse("pick br-1")) == "pick br-1"
    for text in ("pick", "pick S0505 S0606", "pick supply S0505"):
        with pytest.raises(ActionError, match="the action is written pick and a hex, a unit or a word"):
            game.parse(text)
    game.apply("pick friendly")
    assert set(game.legal_actions().texts()) == {"pick S0505", "pick S0707"}
    assert breaches(game, "pick S0606") == {"event1:british:44-46": "this hex cannot be chosen"}
    assert breaches(game, "pick br-1") == {"event1:british:44-46": "this hex cannot be chosen"}
    game.apply("pick S0505")
    there = [key for key, how in game.rules.units(game.state).items() if how["at"] == "S0505"]
    assert len([key for key in there if key.startswith("br-friend")]) == 2
    assert "br-train" not in there


@pytest.mark.rule("sns2:event1:british:44-46")
@pytest.mark.parametrize("ashore", ["S0707", None])
def test_nobody_appears_with_a_headquarters_at_sea(ashore: str | None) -> None:
    fleet, train = unit("br-fleet", type="fleet", guns=4, weapon="H"), unit("br-train", type="supply", movement=4)
    scenario = campaign(
        [NAPIER, CHIEF, unit("br-1"), fleet, train, unit("na-1")],
        board(terrain={f"S{column:02d}10": "sea" for column in range(1, 13)}),
        special={"campaign": "abyssinia", "events": 1},
        pools={"trains": Pool("british", ("br-train",), "choice")},
        options={"fleets": True},
    )
    places = {"br-napier": "S0510", "br-fleet": "S0510", "br-aide": ashore, "br-1": "S0606", "na-1": "S0909"}
    game = begun(scenario, places, "events", dice=[4, 4, 1, 1], given={"aboard": {"br-napier": ["br-fleet"]}})
    assert [event.data["at"] for event in game.events if event.kind == "appeared"] == ([ashore] if ashore else [])
    assert not game.rules.defects(game.state)
    assert game.decision is not None


# -- transfers and what dice promise ---------------------------------------------------------------------------------


@pytest.mark.rule("sns2:29.1")
@pytest.mark.rule("sns2:29.3")
def test_who_does_not_go_by_sea_is_told_why() -> None:
    sea = {f"S{column:02d}10": "sea" for column in range(1, 13)}
    units = [unit("br-1", strength=6), unit("br-2", strength=6), unit("br-3"), NAPIER, CHIEF, unit("na-1")]
    places = {
        "br-1": "S0209",
        "br-2": "S0209",
        "br-3": "S0505",
        "br-napier": "S0209",
        "br-aide": "S0505",
        "na-1": "S0909",
    }
    game = begun(campaign(units, board(terrain=sea)), places, dice=[3], options={"transfer": True})
    assert breaches(game, "transfer br-1 br-2 by br-napier") == {}
    assert breaches(game, "transfer br-1 by br-aide")["10.1"] == "br-aide can help only units in its own hex"
    assert breaches(game, "transfer br-3") == {"29.1": "br-3 is not on the coast"}
    assert breaches(game, "transfer br-1 br-3")["29.1"] == "units that go by sea together must begin in one hex"
    assert breaches(game, "transfer br-1 to S0505") == {"29.1": "S0505 is not on the coast"}
    assert breaches(game, "transfer br-1 to S0909") == dict.fromkeys(("29.1", "5.12"), "the enemy is in S0909")
    assert breaches(game, "transfer br-1 to S0209") == {"29.1": "no unit can be carried from S0209 to S0209"}
    assert breaches(game, "transfer na-1")["29.1"].startswith("na-1 cannot be carried")
    assert breaches(game, "transfer br-1 to S0409") == {}
    game.apply("transfer br-1 to S0409")
    assert breaches(game, "transfer br-1 to S0209")["29.1"].startswith("br-1 cannot be carried")
    assert breaches(game, "transfer br-2") == {}


@pytest.mark.rule("sns2:12.3")
def test_foraging_promises_nothing_where_nobody_has_to_be_fed() -> None:
    units = [unit(f"br-{n}") for n in range(5)]
    places = {one.key: "S0505" for one in units} | {"na-1": "S0909"}
    game = begun(campaign([*units, unit("na-1")]), places, "logistics")
    told = game.rules.promised(game.state, game.parse("forage S0505"))
    assert told is not None
    assert [(share.meaning, round(share.chance * 6)) for share in told.shares] == [
        ("2 of 5 are fed, 3 are not", 1),
        ("4 of 5 are fed, 1 are not", 1),
        ("all are fed", 4),
    ]
    assert game.rules.promised(game.state, game.parse("forage S0606")) is None


@pytest.mark.rule("sns2:abyssinia:6.4")
@pytest.mark.rule("sns2:13.41")
def test_an_elephant_does_not_leave_the_map_without_what_it_carries() -> None:
    """A train with 4 points has come 5 hexes on an elephant: neither stops, or leaves, without the other."""
    units = [
        unit("br-1"),
        unit("br-elephant", type="elephant", strength=0, weapon="N"),
        unit("br-train", type="supply", movement=4),
        unit("na-1"),
    ]
    places = dict.fromkeys(("br-1", "br-elephant", "br-train"), "S0205") | {"na-1": "S1209"}
    lines = {"communication": {"british": "S0605 S0705"}}
    game = begun(campaign(units, special=lines), places, dice=[3])
    lay(state_of(game), 0, "evacuate", "game")
    for text in ("march S0205 with br-1 br-elephant br-train", "go S0305 S0405 S0505 S0605"):
        game.apply(text)
    assert breaches(game, "withdraw br-elephant") == {}
    game.apply("go S0705")
    carries = {"abyssinia:6.4": "br-elephant carries a unit and stops with it: drop that unit"}
    assert breaches(game, "withdraw br-elephant") == breaches(game, "drop br-elephant") == carries
    for text in ("withdraw br-1", "withdraw", "withdraw br-elephant br-train"):
        assert breaches(game, text) == {}, text
    offered = {text for text in game.legal_actions().texts() if text.startswith(("withdraw", "drop"))}
    assert not offered & {"withdraw br-elephant", "drop br-elephant"}
    game.apply("withdraw br-elephant br-train")
    gone = [key for key, how in game.rules.units(game.state).items() if how["at"] is None]
    assert gone == ["br-elephant", "br-train"]
