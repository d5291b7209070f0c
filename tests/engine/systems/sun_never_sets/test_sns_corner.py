"""The first hex of a map is a hex like any other: what is offered to units that stand in the corner."""

from __future__ import annotations

from typing import Any

import pytest
from sns_battle import KOFI, NAPIER, board
from sns_field import begun, breaches, campaign, state_of, unit

from engine.play import Game
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.position import siting

CORNER, NEXT, INLAND, BESIDE = "S0101", "S0102", "S0505", "S0506"
ENVOY = unit("br-envoy", type="headquarters", movement=8, strategic=2, political=True)
WHERE = pytest.mark.parametrize(("here", "there"), [(CORNER, NEXT), (INLAND, BESIDE)])


def game(*units: Any, phase: str = "movement", side: str = "british", on: Any = None, **more: Any) -> Game:
    """Units, each with its hex."""
    options = dict.fromkeys(more.pop("options", ()), True)
    scenario = campaign([one for one, _ in units], on, special=more.pop("special", {}))
    return begun(scenario, {one.key: at for one, at in units}, phase, side=side, options=options, **more)


def offered(made: Game, verb: str) -> set[str]:
    """The legal actions of a verb."""
    return {text for text in made.legal_actions().texts() if text.startswith(verb)}


@WHERE
@pytest.mark.rule("sns2:17.31")
def test_fieldworks_are_built_there(here: str, there: str) -> None:
    engineer = unit("br-eng", type="engineer", strength=1)
    made = game((engineer, here), (unit("na-1"), "S1209"), options=["engineers"])
    made.apply("end phase")
    assert offered(made, "entrench") == {f"entrench {here}"}
    assert breaches(made, f"entrench {there}")["17.3"] == f"no British engineer or pioneer is in {there}"


@WHERE
@pytest.mark.rule("sns2:18.1")
@pytest.mark.rule("sns2:17.2")
def test_sieges_are_laid_and_walls_sapped_from_there(here: str, there: str) -> None:
    engineer = unit("br-eng", type="engineer", strength=1)
    force = ((unit("br-1", strength=9), here), (engineer, here), (unit("na-1"), there))
    for at, where in ((here, there), (there, here)):
        units = [(one, {here: at, there: where}[h]) for one, h in force]
        walls = board(features={where: "fortress"})
        made = game(*units, on=walls, options=["sieges", "engineers"])
        made.apply("end phase")
        assert offered(made, "besiege") == {f"besiege {where} from {at}"}
        sapping = game(*units, on=walls, options=["engineers"], phase="battle")
        assert offered(sapping, "sap") == {f"sap {where} by br-eng"}
        assert breaches(sapping, f"sap {at} by br-eng")["17.2"] == f"br-eng is not next to {at}"


@WHERE
@pytest.mark.rule("sns2:25.22")
@pytest.mark.rule("sns2:19.3")
def test_officers_talk_and_spy_from_there(here: str, there: str) -> None:
    made = game((ENVOY, here), (unit("br-1"), here), (KOFI, there), options=["political", "intelligence"])
    assert offered(made, "parley") == {f"parley {there} by br-envoy"}
    assert offered(made, "spy") == {"spy br-envoy"}
    made.apply("spy br-envoy")
    assert made.decision is not None
    assert made.decision.hexes == (there,) or not made.legal_actions().texts()


@WHERE
@pytest.mark.rule("sns2:13.53")
def test_natives_come_to_their_headquarters_there(here: str, there: str) -> None:
    made = game((unit("br-1"), "S1209"), (KOFI, here), (unit("na-1"), there))
    field, state = made.rules.field, state_of(made)
    assert campaigns.of(field).native_area(field, state) == [field.grid.parse(here)]
    told = siting.site_breaches(field, state, 1, field.grid.parse(there), [field.grid.parse(here)])
    assert [why for _, why in told] == [f"no Natives unit is placed in {there}"]
    enemy = siting.site_breaches(field, state, 0, field.grid.parse(here), [], field.roster.find("br-1"))
    assert [*enemy] == [("13.34", f"the enemy is in {here}")]


@WHERE
@pytest.mark.rule("sns2:29.1")
def test_units_are_carried_by_sea_from_there(here: str, there: str) -> None:
    sea = {"S0201": "sea", "S0606": "sea", "S0605": "sea", "S0202": "sea"}
    made = game((unit("br-1"), here), (unit("na-1"), "S1209"), on=board(terrain=sea), options=["transfer"], dice=[3])
    assert offered(made, "transfer") == {"transfer br-1"}
    assert breaches(made, f"transfer br-1 to {there}") == {}
    back = game((unit("br-1"), there), (unit("na-1"), "S1209"), on=board(terrain=sea), options=["transfer"], dice=[3])
    assert breaches(back, f"transfer br-1 to {here}") == {}
    dry = game((unit("br-1"), here), (unit("na-1"), "S1209"), options=["transfer"])
    assert breaches(dry, "transfer br-1") == {"29.1": "br-1 is not on the coast"}


@WHERE
@pytest.mark.rule("sns2:23.1")
@pytest.mark.rule("sns2:23.4")
def test_the_inhabitants_are_treated_well_or_ill_there(here: str, there: str) -> None:
    walls = board(features={here: "town"})
    units = ((NAPIER, here), (unit("br-1"), here), (unit("na-1"), "S1209"))
    made = game(*units, on=walls, options=["conduct"], phase="battle")
    while made.decision is not None and made.decision.kind == "battle":
        made.apply("end phase")
    assert made.decision is not None
    assert made.decision.kind == "conduct"
    assert offered(made, "atrocity") == {f"atrocity {here}"}
    assert offered(made, "fair play") == {f"fair play {here} by br-napier"}
    assert f"atrocity {there}" not in offered(made, "atrocity")
