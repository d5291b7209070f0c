"""Counters show the symbols that a rules file names for its types of unit."""

from __future__ import annotations

from editor.canvas.drawing.faces import look_in
from editor.canvas.drawing.symbols import symbol_of
from engine.formats import load_scenario


def test_a_type_has_the_symbol_that_the_rules_file_names() -> None:
    scenario = load_scenario("the_ridge")
    look = look_in(scenario)
    shown = {unit.type: symbol_of(look.symbol(unit)) for unit in scenario.units.values()}
    assert shown["missiles"] == "anti_tank"
    assert shown["carriers"] == "mechanised"
    assert "" not in shown.values()


def test_a_type_of_other_rules_is_its_own_symbol() -> None:
    scenario = load_scenario("first_steps")
    assert {look_in(scenario).symbol(unit) for unit in scenario.units.values()} == {
        unit.type for unit in scenario.units.values()
    }


def test_a_scenario_whose_rules_are_not_found_is_drawn_by_its_types() -> None:
    scenario = load_scenario("first_steps").with_(system="nowhere_to_be_found")
    unit = next(iter(scenario.units.values()))
    assert look_in(scenario).symbol(unit) == unit.type
