"""Abyssinia 1868: what stands at the beginning, and the paragraphs that are its alone."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
import sns_campaign
from sns_campaign import kinds, refused, rules_of, shipped, where

from engine.formats.fitting import misfits
from engine.play import Game, Start
from engine.play.display import EventCard
from engine.systems.sun_never_sets.answers.setup import opening_findings
from engine.systems.sun_never_sets.base.event_tables import NOTHING, THROWS, Needs, event_tables
from engine.systems.sun_never_sets.campaigns import of
from engine.systems.sun_never_sets.position import elephants, points
from engine.systems.sun_never_sets.rules import SnsRules
from engine.umpire.positions import as_scenario

SCENARIO = shipped("abyssinia")
RULES = rules_of("abyssinia")
FIELD = RULES.field
THEODORE = SCENARIO.deployments[0].units
ARMY = {unit: "B1502" for group in SCENARIO.deployments[1:3] for unit in group.units}
begun = partial(sns_campaign.begun, "abyssinia")
TRANSPORT = {f"br-supply{number}": "B1604" for number in range(1, 7)}


# -- set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:abyssinia:1.0")
@pytest.mark.rule("sns2:abyssinia:2.0")
def test_nine_turns_of_three_weeks_the_british_first() -> None:
    assert SCENARIO.turns.count == 9
    assert (SCENARIO.turns.label(1), SCENARIO.turns.label(9)) == ("January 1-21 1868", "June 16-July 6")
    assert list(SCENARIO.sides) == ["british", "abyssinian"]
    game = begun({"ab-theodore": "B0417", "br-4": "B1604"}, "rally", side="abyssinian", turn=9)
    assert game.outcome() is not None


@pytest.mark.rule("sns2:abyssinia:3.0")
@pytest.mark.rule("sns2:abyssinia:3.1")
def test_the_abyssinians_set_up_first_and_together() -> None:
    game = Game(SCENARIO, 1, rules=RULES)
    assert game.decision is not None
    assert game.decision.side == "abyssinian"
    assert set(game.decision.hexes) == {"B1512", "B0417", "B0720"}
    army = {key for key, unit in SCENARIO.units.items() if unit.values.get("nation") == "abyssinian"}
    assert set(THEODORE) == {key for key in army if not key.startswith("ab-supply")}
    assert not [key for key in THEODORE if SCENARIO.units[key].values["nation"] == "hostile"]


@pytest.mark.rule("sns2:5.6")
@pytest.mark.parametrize("seed", range(4))
def test_who_stands_where_is_not_found_out_while_the_tribes_are_set_up(seed: int) -> None:
    """The tribes stand together, apart from the British: a deal that puts British beside them leaves them no room."""
    game, random = Game(SCENARIO, seed, rules=RULES), Random(seed)
    compared = 0
    while game.decision is not None and game.decision.kind == "set-up":
        if "friendly tribes" in game.decision.prompt:
            world = game.rules.redeal(game.state, "abyssinian", Random(1))
            again = [game.rules.redeal(state, "abyssinian", Random(2)) for state in (game.state, world)]
            assert again[0] == again[1], "it depends on what the side may see alone"
            assert world != game.state
            assert RULES.decision(world) == game.decision
            compared += 1
        game.apply(game.legal_actions().sample(random))
    assert compared > 1


@pytest.mark.rule("sns2:abyssinia:4.1")
def test_the_advance_guard_near_the_coast_and_the_others_in_ports() -> None:
    game = Game(
        SCENARIO, 1, start=Start(1, "british", "set-up", dict.fromkeys(THEODORE, "B0417"), only=True), rules=RULES
    )
    assert "sns2:15.1" in refused(game, "deploy br-field at B1512")
    game.apply("deploy br-field at B1508")
    assert "sns2:15.1" in refused(game, "deploy br-3bo at B1604"), "all in one place"
    for unit in ("br-merewether", "br-3bo", "br-10b", "br-1b"):
        game.apply(f"deploy {unit} at B1508")
    assert "sns2:15.1" in refused(game, "deploy br-napier at B1508")
    assert game.verdict("deploy br-napier at B1502")
    assert tuple(FIELD.special.fieldworks["british"]) == ("B1604",)
    assert game.state.fieldworks == {FIELD.grid.parse("B1604"): 0}
    transport, fleet = SCENARIO.deployments[3], SCENARIO.deployments[4]
    assert dict(transport.kinds) == {"supply": 6}
    coast = {FIELD.grid.name(h) for h in range(FIELD.ground.size) if FIELD.ground.coastal[h]}
    assert {FIELD.grid.name(h) for h in FIELD.hexes_of(fleet.area)} == coast


@pytest.mark.rule("sns2:abyssinia:4.11")
@pytest.mark.rule("sns2:abyssinia:4.21")
def test_a_die_of_friendly_natives_by_choice_where_nobody_stands() -> None:
    places = {**dict.fromkeys(THEODORE, "B0417"), **ARMY, "br-fleet": "B1604"}
    game = Game(SCENARIO, 1, dice=[2], start=Start(1, "british", "set-up", places, only=True), rules=RULES)
    for unit in TRANSPORT:
        game.apply(f"deploy {unit} at B1604")
    assert game.decision is not None
    assert "2 to go" in game.decision.prompt
    assert "sns2:abyssinia:4.11" in refused(game, "deploy fr-m1 at B1604")
    assert "sns2:15.1" in refused(game, "deploy fr-m1 at B0417"), "Abyssinians are there"
    game.apply("deploy fr-kassai at B1512")
    assert "sns2:15.1" in refused(game, "deploy fr-m1 at B1508"), "all in one place"
    game.apply("deploy fr-m1 at B1512")
    assert not kinds(game, "left_out")
    assert len([u for u in FIELD.pooled if game.state.where[u] >= 0 and FIELD.roster.friendly >> u & 1]) == 2


@pytest.mark.rule("sns2:abyssinia:4.11")
@pytest.mark.parametrize(("option", "points_gained"), [("anywhere", 15), ("towns", 0)])
def test_by_option_the_tribes_take_no_fortress_before_the_first_turn(option: str, points_gained: int) -> None:
    places = {**dict.fromkeys(THEODORE, "B0417"), **ARMY, "br-fleet": "B1604"}
    start = Start(1, "british", "set-up", places, only=True)
    game = Game(SCENARIO, 1, {"tribes": option}, dice=[1], start=start)
    for unit in TRANSPORT:
        game.apply(f"deploy {unit} at B1604")
    at = "B1423"
    if option == "towns":
        assert "sns2:abyssinia:4.11" in refused(game, "deploy fr-m1 at B1423")
        at = "B1512"
    game.apply(f"deploy fr-m1 at {at}")
    while game.state.points == [0, 0] and game.decision is not None and game.decision.kind == "set-up":
        game.apply(game.legal_actions().sample(Random(1)))
    assert game.state.points == [points_gained, 0]


# -- arrivals ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:abyssinia:3.21")
def test_hostile_natives_wait_in_the_pool_and_the_fallen_join_them() -> None:
    game = begun({"ab-theodore": "B0417", "ab-m1": {"dead": True}, "br-4": "B1604"}, "movement")
    names = {FIELD.roster.nation[u] for u in FIELD.pooled if FIELD.roster.side[u] == FIELD.native}
    assert names == {"hostile", "abyssinian"}, "the trains of the Abyssinians come by 13.51"
    assert FIELD.roster.find("ab-m1") in FIELD.recycled
    assert not game.rules.units(game.state)["ab-m1"]["dead"]


@pytest.mark.rule("sns2:abyssinia:3.22")
def test_desertions_are_a_die_of_units_of_their_owner_s_choice() -> None:
    places = {"ab-theodore": "B0417", "ab-m1": "B0417", "ab-m2": "B0417", "ab-bh": "B0417", "br-4": "B1604"}
    game = begun(places, "reinforcement", side="abyssinian", dice=[1, 2])
    assert kinds(game, "natives") == [{"result": "desertions", "units": 2}]
    game.apply("remove ab-bh")
    game.apply("remove ab-m1")
    assert where(game, "ab-bh") is None
    assert where(game, "ab-m2") == "B0417"


@pytest.mark.rule("sns2:abyssinia:3.23")
def test_headquarters_come_anywhere_and_hostile_ones_gather_their_tribes() -> None:
    places = {"ab-theodore": "B0921", "ho-wollo": "B0608", "ho-s1": "B0608", "br-4": "B1511"}
    game = begun(places, "movement")
    area = of(FIELD).native_area
    parse, find = FIELD.grid.parse, FIELD.roster.find
    placed = 1 << find("ho-s1")
    zone = parse("B1510")
    assert zone in area(FIELD, game.state, find("ho-gobazye"))
    assert zone not in area(FIELD, game.state, find("ho-s2"))
    assert parse("B0608") in area(FIELD, game.state, find("ho-s2"), placed), "their headquarters is there"
    assert parse("B0921") not in area(FIELD, game.state, find("ho-s2"), 1 << find("ab-theodore"))


@pytest.mark.rule("sns2:abyssinia:4.22")
def test_the_fallen_friends_are_drawn_again() -> None:
    game = begun({"fr-m1": {"dead": True}, "br-napier": "B1512", "ab-theodore": "B0417"}, "movement")
    assert FIELD.roster.find("fr-m1") in FIELD.recycled
    assert not game.rules.units(game.state)["fr-m1"]["dead"]


@pytest.mark.rule("sns2:abyssinia:4.23")
def test_replacements_come_at_ports() -> None:
    game = begun({"br-napier": "B1604", "br-33": {"dead": True}, "ab-theodore": "B0417"}, "reinforcement")
    assert "sns2:abyssinia:4.6" in refused(game, "replace br-33 at B1512")
    game.apply("replace br-33 at B1604")
    assert where(game, "br-33") == "B1604"


@pytest.mark.rule("sns2:abyssinia:4.5")
def test_factors_and_two_supply_units_a_turn() -> None:
    assert SCENARIO.replacements["british"] == {
        "british": {"infantry": 4, "cavalry": 3, "artillery": 2, "engineer": 1},
        "indian": {"infantry": 8, "cavalry": 6, "artillery": 1, "engineer": 2},
    }
    game = begun({"br-napier": "B1604", "ab-theodore": "B0417"}, "reinforcement")
    game.apply("place br-supply1 at B1604")
    game.apply("place br-supply2 at B1604")
    assert game.decision is not None
    assert game.decision.kind != "reinforcement"


@pytest.mark.rule("sns2:abyssinia:4.51")
def test_highland_transport_marches_further_and_rallies_better() -> None:
    roster = FIELD.roster
    highland, other = roster.find("br-supply11"), roster.find("br-supply1")
    assert (roster.movement[highland], roster.movement[other]) == (6, 4)
    assert (roster.values[highland].morale, roster.values[other].morale) == ("L", "R")


# -- points -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:abyssinia:5.1")
@pytest.mark.rule("sns2:abyssinia:5.2")
def test_what_is_won_and_lost() -> None:
    british, abyssinian = FIELD.losses
    assert (british.commander, british.headquarters, british.unit) == (15, 5, 1)
    assert (abyssinian.leader, abyssinian.unit, abyssinian.friendly) == (3, 6, 2)
    game = begun({"br-4": "B1422", "ab-theodore": "B0417"}, "movement", dice=[3])
    game.apply("march B1422 with br-4")
    game.apply("go B1423")
    assert [gain["gained"] for gain in kinds(game, "points")] == [15]
    held = {"ab-m1": "B1423", "ab-m2": "B0417", "ab-m3": "B0720", "br-4": "B1604"}
    last = begun(held, "rally", side="abyssinian", turn=9)
    assert sorted(gain["gained"] for gain in kinds(last, "points")) == [5, 5, 10]


@pytest.mark.rule("sns2:abyssinia:6.61")
@pytest.mark.parametrize(("die", "prison"), [*enumerate(("B1423", "B1423", "B1423", "B0720", "B0417", "B0417"), 1)])
def test_the_fortress_of_the_hostages_counts_as_magdala(die: int, prison: str) -> None:
    game = Game(SCENARIO, 1, {"hostages": "die"}, dice=[die])
    assert kinds(game, "prison") == [{"die": die, "at": prison}]
    rules = game.rules
    assert isinstance(rules, SnsRules)
    best = max(SCENARIO.victory.scoring, key=lambda line: line.points)
    assert [rules.field.grid.name(h) for h in points.hexes(rules.field, best, game.state)] == [prison]


@pytest.mark.rule("sns2:abyssinia:6.5")
def test_the_hostages_are_freed_once_and_only_where_they_are() -> None:
    game = begun({"br-4": "B0416", "ab-theodore": "B0720"}, "movement", dice=[3])
    game.apply("march B0416 with br-4")
    game.apply("go B0417")
    assert not kinds(game, "freed")
    home = begun({"br-hostages": "B1605", "br-4": "B1423", "ab-theodore": "B0720"}, "movement", dice=[3])
    home.apply("march B1605 with br-hostages")
    home.apply("go B1604")
    assert [gain["gained"] for gain in kinds(home, "points")] == [15, 50]
    assert where(home, "br-hostages") is None
    assert not kinds(home, "freed"), "they were free, and are gone"
    kept, lost = as_scenario(game), as_scenario(home)
    assert ("hostages" in kept.special, "hostages" in lost.special) == (True, False)
    assert not [*misfits(kept), *misfits(lost), *opening_findings(kept)]


# -- elephants --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:abyssinia:6.4")
def test_an_elephant_carries_one_unit_and_no_light_guns() -> None:
    roster = FIELD.roster

    def mask(*keys: str) -> int:
        return sum(1 << roster.find(key) for key in keys)

    def carried(*keys: str) -> list[str]:
        return FIELD.keys_of(elephants.carried(FIELD, mask(*keys)))

    assert carried("br-elephant1", "br-gra", "br-supply1") == ["br-gra"]
    assert carried("br-elephant1", "br-elephant2", "br-gra", "br-supply1") == ["br-gra", "br-supply1"]
    assert carried("br-elephant1", "br-amt", "br-2bo") == []
    assert carried("br-gra", "br-supply1") == []


@pytest.mark.rule("sns2:abyssinia:6.4")
def test_elephants_are_never_replaced() -> None:
    game = begun({"br-napier": "B1604", "br-elephant1": {"dead": True}, "ab-theodore": "B0417"}, "reinforcement")
    assert refused(game, "replace br-elephant1 at B1604")


# -- events -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:event1:british:51-53")
@pytest.mark.rule("sns2:event1:native:56")
def test_every_event_row_is_drawn_and_played_out() -> None:
    """Each throw by forced dice in the middle of a campaign: its own row or no event, and nothing that must never be
    true, until the segment is over."""
    random = Random(1)
    places: dict[str, Any] = {
        **dict.fromkeys(THEODORE, "B0720"),
        **dict.fromkeys(ARMY, "B1512"),
        "fr-m1": "B1510",
        "br-supply1": "B1604",
        "ab-m1": {"dead": True},
        "ho-s1": "B1316",
    }
    for side, role in zip(FIELD.sides, FIELD.roles, strict=True):
        for throw in THROWS:
            game = begun(places, "events", side=side, dice=[int(throw[0]), int(throw[1])], turn=2)
            row = event_tables().row(1, role, throw, "narrow")
            (told,) = kinds(game, "event")[:1]
            assert row is not None
            assert (told["row"], told["title"]) == (throw, row.title)
            if not row.happens_in("abyssinia") or row.key == NOTHING:
                assert not told["happens"]
            elif row.needs == Needs():
                assert told["happens"], row.key
            while game.decision is not None and game.decision.kind == "event":
                game.apply(game.legal_actions().sample(random))
            assert game.rules.defects(game.state) == []


@pytest.mark.rule("sns2:event1:native:51-52")
@pytest.mark.rule("sns2:event1:native:53-55")
@pytest.mark.parametrize(("throw", "values"), [((5, 1), (2, 3)), ((5, 3), (0, 0))])
def test_theodore_s_values_change_for_the_turn(throw: tuple[int, int], values: tuple[int, int]) -> None:
    game = begun({"ab-theodore": "B0417", "ab-m1": "B0417", "br-4": "B1604"}, "events", side="abyssinian", dice=throw)
    theodore = FIELD.roster.find("ab-theodore")
    assert (FIELD.tactical(game.state, theodore), FIELD.strategic(game.state, theodore)) == values
    cards = game.rules.lasting(game.state)
    assert isinstance(cards, list)
    assert [card.title for card in cards if isinstance(card, EventCard)] == [kinds(game, "event")[0]["title"]]
    game.state.effects = ()
    assert (FIELD.tactical(game.state, theodore), FIELD.strategic(game.state, theodore)) == (1, 2)


@pytest.mark.rule("sns2:event1:british:54-56")
@pytest.mark.rule("sns2:abyssinia:4.4")
def test_civil_war_brings_nobody_when_the_pool_is_empty() -> None:
    friends = dict.fromkeys(SCENARIO.pools["friendly"].units, "B1316")
    game = begun({**friends, "br-napier": "B1512", "ab-theodore": "B0417"}, "events", dice=[5, 4, 6])
    assert not kinds(game, "appeared")
    assert game.decision is None or game.decision.kind != "event"
