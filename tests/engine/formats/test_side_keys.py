"""A side under another key: everything that names it follows."""

from __future__ import annotations

import dataclasses

import pytest

from engine import data, formats
from engine.formats.side_keys import side_keys_changed
from engine.scenario import Scenario
from engine.umpire.checks import check_scenario


def shipped(name: str) -> Scenario:
    return formats.load_scenario(data.scenarios() / f"{name}.yaml")


@pytest.mark.parametrize("name", sorted(path.stem for path in data.scenarios().glob("*.yaml")))
def test_no_shipped_scenario_names_a_side_by_its_old_key_and_the_way_back_is_the_same(name: str) -> None:
    scenario = shipped(name)
    new = {key: f"renamed-{n}" for n, key in enumerate(scenario.sides)}
    made = side_keys_changed(scenario, new)
    found = [finding for finding in check_scenario(made) if finding.severity.value == "error"]
    assert found == []
    back = side_keys_changed(made, {there: key for key, there in new.items()})
    for part in dataclasses.fields(Scenario):
        assert getattr(back, part.name) == getattr(scenario, part.name), part.name
    text = formats.dump_scenario(made.with_(map_ref="x", description="", provenance=""))
    for key in scenario.sides:
        assert f"side: {key}," not in text
        assert f"no_{key}_" not in text


def test_rules_of_a_side_follow_its_key() -> None:
    chippewa = shipped("chippewa")
    sides = list(chippewa.sides)
    made = side_keys_changed(chippewa, {sides[0]: "first", sides[1]: "second"})
    assert any(name in made.special for name in ("no_first_road_turns", "no_second_road_turns"))
    assert not any(f"no_{side}_road_turns" in made.special for side in sides)
