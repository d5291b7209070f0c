"""What a scenario lays over the tables of this system, and what its units carry, never reaches the rules unfit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sns_battle import foot
from sns_field import campaign, unit

from engine.errors import HexwrightError
from engine.findings import Severity
from engine.play import Game
from engine.players.registry import make
from engine.scenario import Pool, Scenario
from engine.systems.sun_never_sets.base.counters import UnitValues
from engine.systems.sun_never_sets.base.tables import Tables
from engine.umpire.checks import check_scenario
from engine.umpire.query import ask
from engine.umpire.testturns import play


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"points": {"persia": {"native": {"now": {"unit": "red"}}}}}, "points.persia.native.now.unit"),
        ({"points": {"persia": {"empire": 3}}}, "points.persia.empire"),
        ({"points": {"fleet_shaken_again": {"from": []}}}, "points.fleet_shaken_again.from"),
        ({"campaign_turns": {"afghan": {"count": "many"}}}, "campaign_turns.afghan.count"),
        ({"campaign_turns": {"afghan": {"extended": [8]}}}, "campaign_turns.afghan.extended"),
        ({"victory_levels": {"levels": [1]}}, "victory_levels.levels"),
        ({"victory_levels": {"levels": [{"name": "local"}]}}, "victory_levels.levels"),
        ({"terrain_effects": {"heights": {"terrain": 5}}}, "terrain_effects.heights.terrain"),
        ({"carriage": {"elephant": {"takes": 1}}}, "carriage.elephant.takes"),
        ({"replacements": {"persia": {"indian": 3}}}, "replacements.persia.indian"),
        ({"supply_units": {"persia": []}}, "supply_units.persia"),
        ({"boats": {"fleet_least": {"from_1880": "4"}}}, "boats.fleet_least.from_1880"),
        ({"native_reinforcement": {"units": {"persia": {"uprising": "many"}}}}, "native_reinforcement.units.persia"),
        ({"native_reinforcement": {"die": {"most": 9}}}, "rows for 1 to 9"),
        ({"sapper": {"die": {"least": -2}}}, "rows for -2 to 6"),
        ({"negotiations": {"die": {"least": 7}}}, "least die of 7"),
        ({"rally": {"columns": ["V", "L"]}}, "no column for morale"),
        ({"rally": {"rows": {"3": ["R"]}}}, "1 result in row 3 for 4 columns"),
        ({"rally": {"rows": {"9": ["R", "R", "R", "R"]}}}, "rows for 1 to 9"),
        ({"forage": {"die": {"most": 9}}}, "1 to 6"),
        ({"forage": {"terrain": {"hill": "uphill"}}}, "uphill"),
        ({"terrain_effects": {"feature": {"town": {"forage": "-"}}}}, "the line - of the forage chart"),
        ({"terrain_effects": {"feature": {"fortress": {"besieged": "road"}}}}, "the line road"),
        ({"terrain_effects": {"atrocity": {"forage": "none"}}}, "the line none"),
        ({"forage": {"lines": {"bog": {"empire": [0] * 6, "native": [0] * 6}}}}, "not in simple_forage"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tables: dict[str, Any], said: str) -> None:
    with pytest.raises(HexwrightError) as caught:
        Tables.of(tables)
    told = str(caught.value).replace("'", "").replace(": ", ".")
    assert said.replace(": ", ".") in told, told


@pytest.mark.parametrize("number", ["many", "", "1d0", "0d6", "half", "1d6 half", "999999999d6", "-1"])
def test_a_number_of_units_is_a_number_or_dice(number: str) -> None:
    with pytest.raises(HexwrightError, match="uprising"):
        Game(campaign([unit("br-1"), unit("na-1")], special={"native_units": {"uprising": number}}))


@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery", "machine_gun", "pioneer", "gunboat", "fleet"])
@pytest.mark.parametrize("weapon", sorted(UnitValues.model_json_schema()["properties"]["weapon"]["enum"]))
def test_a_weapon_that_its_arm_does_not_have_fires_nothing(kind: str, weapon: str) -> None:
    units = [unit("br-1", type=kind, weapon=weapon, guns=2), foot("na-1")]
    scenario = campaign(units, setup={"br-1": "S0505", "na-1": "S0506"}, options={"rivers": True, "fleets": True})
    assert ask(Game(scenario), "odds", ["S0506", "br-1"])
    play(Game(scenario), {side: make("random", side) for side in scenario.sides}, turns=1)


def test_a_weapon_whose_line_a_table_has_lost_fires_nothing() -> None:
    tables = {
        "artillery_fire": {"lines": {"MGF": {"weapons": ["G"]}}},
        "rifle_fire": {"lines": {"M": {"weapons": ["S"]}}},
    }
    boat = unit("br-boat", type="gunboat", weapon="F", guns=1, machine_guns=2)
    scenario = campaign([foot("br-1", weapon="M"), foot("na-1"), boat], setup={"br-1": "S0505", "na-1": "S0506"})
    assert ask(Game(scenario), "odds", ["S0506", "br-1"]) != ask(
        Game(replace(scenario, tables=tables)), "odds", ["S0506", "br-1"]
    )


def test_hostages_of_another_campaign_bring_no_points() -> None:
    units = [unit("br-1"), unit("na-1"), unit("br-freed", type="civilians")]
    scenario = campaign(
        units,
        setup={"br-1": "S0101", "na-1": "S1010"},
        pools={"held": Pool("british", ("br-freed",), "choice")},
        special={"hostages": "br-freed", "campaign": "persia"},
    )
    play(Game(scenario), {side: make("staff", side) for side in scenario.sides}, turns=1)


def findings(scenario: Scenario) -> dict[str, str]:
    """Every error that the umpire finds, by its code."""
    return {one.code: one.message for one in check_scenario(scenario) if one.severity is Severity.ERROR}


@pytest.mark.parametrize("special", [{}, {"banks": {"br-boat": "S0505/S0506"}}, {"sieges": {"S0506": ["S0505"]}}])
def test_a_misfit_table_is_found_and_hides_nothing_where_boats_and_sieges_are(special: dict[str, Any]) -> None:
    units = [unit("br-boat", type="gunboat", weapon="A", guns=1), foot("br-1", weapon="A"), foot("na-1")]
    scenario = campaign(units, setup={"br-boat": "S0505"}, tables={"march": {"rows": "red"}}, special=special)
    assert {"RULE106", "UNIT131"} <= set(findings(scenario))


def test_hostages_of_an_unknown_side_are_told_once() -> None:
    lost = replace(unit("br-freed", type="civilians"), side="nobody")
    scenario = campaign([foot("br-1"), foot("na-1"), lost], special={"hostages": "br-freed"})
    assert "nobody" in findings(scenario)["UNIT101"]


@pytest.mark.parametrize("names", [[{}], [["S0101"]], {"S0101": 1}, 3])
def test_closed_hexes_that_are_no_names_are_found(names: Any) -> None:
    scenario = campaign([foot("br-1"), foot("na-1")], setup={"br-1": "S0101"}, special={"closed": {"british": names}})
    assert "RULE107" in findings(scenario)
