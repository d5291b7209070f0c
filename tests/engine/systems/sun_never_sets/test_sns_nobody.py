"""Where no headquarters is named none counts: neither the last of all units, nor less the first where it is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sns_campaign
from sns_field import begun, campaign, state_of, unit

from engine.play import Game, Start
from engine.scenario import Unit
from engine.systems.sun_never_sets.answers import campaigning, secrecy
from engine.systems.sun_never_sets.march.marching import OnMarch
from engine.systems.sun_never_sets.position import supply
from engine.systems.sun_never_sets.rules import SnsRules

HQ = {"type": "headquarters", "movement": 8, "tactical": 2, "strategic": 2}
FIRST, LAST = unit("br-first", **HQ), unit("br-last", **HQ)
FOOT = [unit(f"br-{n}") for n in range(5)]
UNITS = (FIRST, *FOOT, unit("na-1"), LAST)
PLACES = {**{one.key: "S0505" for one in FOOT}, "br-last": "S0101", "br-first": "S0101", "na-1": "S1209"}


def game(phase: str, places: dict[str, Any] | None = None, *dice: int, **options: bool) -> Game:
    return begun(campaign(UNITS), {**PLACES, **(places or {})}, phase, dice=dice, options=options)


@pytest.mark.rule("sns2:6.11")
def test_a_march_without_a_leader_adds_nothing_and_names_nobody() -> None:
    made = game("movement", None, 4)
    found = campaigning.march(made.rules.field, made.state, ["br-1"])
    assert (found.leader, found.leaders, found.modifiers) == ("", [], [])
    assert campaigning.march(made.rules.field, made.state, ["br-1"], "").leader == ""
    promised = made.rules.promised(made.state, made.parse("march S0505 with br-1"))
    assert promised is not None
    assert promised.modifiers == ()
    made.apply("march S0505 with br-1")
    (force,) = [event.data for event in made.events if event.kind == "force"]
    (march,) = [event.data for event in made.events if event.kind == "march"]
    assert (force["leader"], force["points"], march["modifier"]) == ("", 6, 0)


@pytest.mark.rule("sns2:6.11")
@pytest.mark.parametrize("leader", ["br-first", "br-last"])
def test_a_march_with_a_leader_adds_its_value_whichever_unit_it_is(leader: str) -> None:
    made = game("movement", {leader: "S0505"}, 4)
    made.apply(f"march S0505 with br-1 {leader} by {leader}")
    (force,) = [event.data for event in made.events if event.kind == "force"]
    (march,) = [event.data for event in made.events if event.kind == "march"]
    assert (force["leader"], march["modifier"], march["result"]) == (leader, 2, "forced")
    found = game("movement", {leader: "S0505"})
    told = campaigning.march(found.rules.field, found.state, ["br-1", leader], leader)
    assert (told.leader, [one.value for one in told.modifiers]) == (leader, [2])


@pytest.mark.rule("sns2:12.33")
@pytest.mark.rule("sns2:34.0")
@pytest.mark.parametrize("simple", [False, True])
def test_foraging_is_helped_by_who_is_named_alone(simple: bool) -> None:
    made = game("logistics", None, 1, simple_forage=simple)
    field, state = made.rules.field, state_of(made)
    h, number = field.grid.parse("S0505"), field.roster.number
    assert supply.forage_modifiers(field, state, h, 0) == []
    assert supply.forage_modifiers(field, state, h, 1) == []
    for key in ("br-first", "br-last"):
        (helps,) = supply.forage_modifiers(field, state, h, 0, number[key])
        assert (helps.value, helps.why) == (2, key)
    assert supply.best_forager(field, state, field.units_at(state, h, 0)) == -1
    assert campaigning.forage(made.rules.field, made.state, "S0505").leader == ""
    helped = game("logistics", {"br-first": "S0505"}, 1, simple_forage=simple)
    assert campaigning.forage(helped.rules.field, helped.state, "S0505").leader == "br-first"
    promised = [one.rules.promised(one.state, one.parse("forage S0505")) for one in (made, helped)]
    assert [[one.amount for one in told.modifiers] for told in promised if told is not None] == [[], [2]]


@pytest.mark.rule("sns2:8.43")
@pytest.mark.rule("sns2:8.52")
@pytest.mark.parametrize("first", [True, False])
def test_no_volley_demoralizes_a_unit_twice_the_first_and_the_last_among_them(first: bool) -> None:
    units = [unit("na-0", strength=1, weapon="S", morale="R"), unit("na-1", strength=2, weapon="S", morale="R")]
    foe = unit("br-1", strength=12, weapon="B", morale="V")
    made = begun(
        campaign([*units, foe] if first else [foe, *units]),
        {"br-1": "S0505", "na-0": "S0506", "na-1": "S0506"},
        "battle",
    )
    made.dice.results = ("2",)
    made.apply("attack S0506 from S0505 with br-1")
    told = [(event.kind, event.data["unit"]) for event in made.events if event.kind in ("demoralized", "eliminated")]
    assert len({key for _, key in told[:2]}) == len(told[:2])


@pytest.mark.rule("sns2:asante:4.23")
def test_where_a_unit_is_not_placed_the_paragraphs_of_its_campaign_are_told() -> None:
    given = sns_campaign.shipped("asante")
    scenario = given.with_(units={"br-bw": given.units["br-bw"], **given.units})
    start = Start(1, "british", "reinforcement", {"br-buller": "A1830"}, only=True)
    made = Game(scenario, 1, start=start, rules=SnsRules(scenario))
    for key in ("br-bw", "br-rb"):
        assert {"sns2:asante:4.23", "sns2:asante:4.6"} & {*sns_campaign.refused(made, f"replace {key} at A1720")}, key


@pytest.mark.rule("sns2:6.21")
@pytest.mark.parametrize(("spent", "able"), [(0, ("na-1", "na-2")), (4, ("na-1", "na-2")), (6, ("na-1",)), (13, ())])
def test_who_cannot_move_could_not_have_marched(spent: int, able: tuple[str, ...]) -> None:
    natives: list[Unit] = [unit("na-1"), replace(unit("na-2"), values={**unit("na-2").values, "movement": 2})]
    natives.append(unit("na-fort", movement=0))
    made = begun(campaign([unit("br-1"), *natives]), {one.key: "S0505" for one in natives} | {"br-1": "S1209"})
    field, state = made.rules.field, state_of(made)
    state.push(OnMarch(1, 1 << field.roster.find("na-1"), 1, spent, field.grid.parse("S0505")))
    could = [one.key for one in natives if secrecy._could_march(field, state, 0, field.roster.find(one.key))]
    assert tuple(could) == able
