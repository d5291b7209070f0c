"""Values of a rules file tried in trials, and two rules files compared."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from kit_files import HERE, first_steps

from engine.errors import HexwrightError
from engine.formats import dump_scenario, load_scenario
from engine.kit.varied import changed, numbers_in, value_at
from engine.play import registry
from engine.scenario import Scenario
from engine.trials import TrialSpec
from engine.trials.sweeping import find, parse, rule_levers
from engine.trials.trial import Trial, carry_out, swept
from engine.trials.versions import rules_at, with_rules
from engine.trials.wording import effects

DATA: dict[str, Any] = {
    "stacking": {"limit": 2},
    "movement": {"costs": {"hex": {"woods": {"foot": 2}}}},
    "combat": [{"name": "attack", "shifts": [{"columns": -1}, {"columns": 2}]}, {"name": "fire", "range": 3}],
    "zones": {"enter": "stop"},
    "rally": {"name": "rest", "at_most": 4},
}


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """The file of a scenario beside its rules."""
    (tmp_path / "rules.yaml").write_bytes((HERE / "two_banks.yaml").read_bytes())
    file = tmp_path / "battle.yaml"
    file.write_text(dump_scenario(first_steps().with_(system="./rules.yaml")), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("stacking.limit", 2),
        ("movement.costs.hex.woods.foot", 2),
        ("combat.attack.shifts.1.columns", 2),
        ("combat.1.range", 3),
        ("combat.fire.range", 3),
        ("zones.enter", "stop"),
        ("zones.leave", None),
        ("rally.0.at_most", 4),
        ("rally.rest.at_most", 4),
    ],
)
def test_a_value_has_its_place_and_is_changed_alone(place: str, value: Any) -> None:
    words = tuple(place.split("."))
    assert value_at(DATA, words) == value
    before = json.dumps(DATA)
    other = changed(DATA, words, 9)
    assert value_at(other, words) == 9
    assert json.dumps(DATA) == before
    if value is not None:
        assert changed(other, words, value) == DATA


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("movment.costs", "no 'movment' in the rules"),
        ("movement.costs.hexes.woods", "no 'hexes' in movement.costs; there are hex"),
        ("combat.attack.shifts.7.columns", "no '7' in combat.attack.shifts"),
        ("combat.charge.range", "no 'charge' in combat; there are attack, fire"),
        ("movement.costs", "not a single value"),
        ("stacking.limit.value.more", "no 'value' in stacking.limit"),
    ],
)
def test_a_place_that_is_not_there_is_said(place: str, said: str) -> None:
    with pytest.raises(HexwrightError, match=said.replace(".", r"\.")):
        value_at(DATA, tuple(place.split(".")))


def test_numbers_and_switches_of_a_file_are_listed_with_their_places() -> None:
    found = {".".join(place): value for place, value in numbers_in({**DATA, "paragraphs": {"1": {"title": 3}}})}
    assert found == {
        "stacking.limit": 2,
        "movement.costs.hex.woods.foot": 2,
        "combat.attack.shifts.0.columns": -1,
        "combat.attack.shifts.1.columns": 2,
        "combat.fire.range": 3,
        "rally.at_most": 4,
    }


def _woods(scenario: Scenario) -> Any:
    return registry.system(scenario.system).rules.file.model.movement.costs.hex["woods"][0].cost.entries[0][1]  # type: ignore[attr-defined]


def test_a_rule_is_tried_with_several_values(battle: Path) -> None:
    scenario = load_scenario(battle)
    lever, tried = parse("rules.movement.costs.hex.woods.foot=1,2,3", scenario)
    assert (lever.title, lever.value) == ("rule movement costs hex woods foot", 2)
    assert [one.value for one in tried] == [1, 2, 3]
    assert [_woods(one.scenario) for one in tried] == [1, 2, 3]
    # So they are in the processes that play the games.
    assert [_woods(pickle.loads(pickle.dumps(one.scenario))) for one in tried] == [1, 2, 3]
    assert _woods(scenario) == 2
    places = [one.path for one in rule_levers(scenario)]
    assert "rules.combat.attack.shifts.0.columns" in places
    for path in places:
        assert find(scenario, path).value is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules.stacking.limit=2,many", "cannot be many: .*KIT106"),
        ("rules.zones.enter=stop,halt", "cannot be halt"),
        ("rules.combat.attack.table=crt,other", r"cannot be other: .*KIT106"),
        ("rules.stacking.limits=1", "cannot be 1"),
    ],
)
def test_rules_that_cannot_be_are_refused_before_the_first_game(battle: Path, text: str, said: str) -> None:
    with pytest.raises(HexwrightError, match=said):
        parse(text, load_scenario(battle))


def test_rules_written_in_python_have_no_such_places() -> None:
    scenario = load_scenario("first_steps")
    assert rule_levers(scenario) == []
    with pytest.raises(HexwrightError, match="are no file"):
        parse("rules.stacking.limit=1", scenario)


def _trial(scenario: Scenario, text: str) -> Trial:
    lever, tried = parse(text, scenario)
    return carry_out(swept(TrialSpec(scenario, dict.fromkeys(scenario.sides, "random"), 8), lever, tried))


def test_each_value_is_compared_with_the_one_that_stands(battle: Path) -> None:
    trial = _trial(load_scenario(battle), "rules.stacking.limit=1,2,3")
    assert trial.base.name == "2"
    assert [(one.first.name, one.versions[1].name) for one in trial.effects] == [("2", "1"), ("2", "3")]
    data = trial.to_json()["sweep"]
    assert data["against"] == "2"
    assert set(data["comparisons"]) == {"1", "3"}
    assert [said.partition(":")[0] for said in effects(trial)] == ["1 against 2", "3 against 2"]


def test_rules_that_do_not_fit_the_scenario_are_refused(battle: Path) -> None:
    other = battle.parent / "other.yaml"
    text = (HERE / "two_banks.yaml").read_text(encoding="utf-8")
    assert rules_at(str(battle)) is None
    assert rules_at("first_steps") is None
    other.write_text(text.replace("name: two_banks", "name: three").replace("guns", "ordnance"), "utf-8")
    file = rules_at(str(other))
    assert file is not None
    with pytest.raises(HexwrightError, match=r"cannot be played by other\.yaml: .*UNIT105"):
        with_rules(load_scenario(battle), file)
