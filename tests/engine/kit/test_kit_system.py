"""Rules files as systems: scenarios that name them are read, checked, played and written like any other."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from kit_files import first_steps

from engine.errors import NameNotKnown
from engine.formats import dump_scenario, load, load_scenario
from engine.kit.record import system_of
from engine.play import registry
from engine.play.game import Game
from engine.players import make
from engine.scenario.system_name import SystemName, file_of
from engine.umpire.checks import check_loaded

RULES = Path(__file__).parents[2] / "kits" / "two_banks.yaml"


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """The file of a scenario beside its rules."""
    (tmp_path / "rules.yaml").write_bytes(RULES.read_bytes())
    file = tmp_path / "battle.yaml"
    file.write_text(dump_scenario(first_steps().with_(system="./rules.yaml")), encoding="utf-8")
    return file


def test_a_scenario_finds_its_rules_beside_it(battle: Path) -> None:
    scenario = load_scenario(battle)
    assert scenario.system == "./rules.yaml"
    assert file_of(scenario.system) == str(battle.parent / "rules.yaml")
    system = registry.system(scenario.system)
    assert (system.name, system.title) == ("two_banks", "Two Banks")
    assert registry.system(registry.short_name(scenario.system)) is system
    assert registry.cited("4", scenario.system) == "two_banks:4"
    assert registry.cited("two_banks:4", scenario.system) == "two_banks:4"


WATERS = """
format: hexwright-system 1
base: ./two_banks.yaml
name: waters
title: Waters
ground: {terrain: [clear, woods, water], hexsides: [river, cliff], water: WATER, afloat: {type: guns}}
movement: {costs: {hex: {water: COST}, hexside: {river: 2}}}
"""


@pytest.mark.parametrize(
    ("water", "cost", "terms", "barriers"),
    [
        ("[water, cliff]", "1", {"water"}, {"cliff"}),
        ("[]", "prohibited", {"water"}, set()),
        ("[]", "{cost: prohibited, when: {night: true}}", set(), set()),
        ("[]", "{foot: prohibited, else: 1}", set(), set()),
    ],
)
def test_where_nobody_stands_or_crosses_is_as_the_file_says(
    tmp_path: Path, water: str, cost: str, terms: set[str], barriers: set[str]
) -> None:
    (tmp_path / "two_banks.yaml").write_bytes(RULES.read_bytes())
    file = tmp_path / "waters.yaml"
    file.write_text(WATERS.strip().replace("WATER", water).replace("COST", cost), encoding="utf-8")
    system = system_of(str(file))
    assert (system.water, system.barriers) == (terms, barriers)
    assert system.afloat == ("guns",)


FLEET = """
format: hexwright-scenario 1
name: Fleet
system: ./waters.yaml
map:
  grid: {columns: 3, rows: 3, numbering: {prefix: X}}
  legend: {".": clear, w: water}
  terrain: [..w, ..., ...]
  hexsides: {river: X0101/X0102 X0101/X0201}
turns: 4
sides: [us, ac]
units:
  us-1: {side: us, type: TYPE, strength: 4, movement: 4}
  ac-1: {side: ac, type: foot, strength: 4, movement: 4}
setup: {us-1: X0301, ac-1: X0303}
victory: {scoring: [{kind: hold, hexes: X0101, points: 1}]}
"""


@pytest.mark.parametrize(("type_", "code"), [("guns", ""), ("foot", "SETUP103")])
def test_ships_are_set_up_in_water_and_a_river_that_is_crossed_cuts_nothing_off(
    tmp_path: Path, type_: str, code: str
) -> None:
    (tmp_path / "two_banks.yaml").write_bytes(RULES.read_bytes())
    rules = WATERS.strip().replace("WATER", "[water]").replace("COST", "1")
    (tmp_path / "waters.yaml").write_text(rules, encoding="utf-8")
    file = tmp_path / "battle.yaml"
    file.write_text(FLEET.strip().replace("TYPE", type_), encoding="utf-8")
    found = {one.code for one in check_loaded(load(file))}
    assert found & {"SETUP103", "WIN103"} == ({code} if code else set())


def test_the_name_goes_to_other_processes_with_its_file() -> None:
    name = pickle.loads(pickle.dumps(SystemName("./rules.yaml", "/somewhere/rules.yaml")))
    assert (name, file_of(name)) == ("./rules.yaml", "/somewhere/rules.yaml")


def test_a_scenario_by_rules_of_a_file_is_checked_and_played(battle: Path) -> None:
    loaded = load(battle)
    errors = [str(one) for one in check_loaded(loaded) if one.severity == "error"]
    assert errors == []
    scenario = load_scenario(battle)
    game = Game(scenario, seed=3)
    for _ in range(40):
        decision = game.decision
        if decision is None:
            break
        game.apply(make("random", decision.side, 3).choose(game))
    assert game.actions


def test_a_rule_has_a_place(battle: Path) -> None:
    system = registry.system(load_scenario(battle).system)
    assert system.source_of("two_banks:4") == (str(battle.parent / "rules.yaml"), 4)
    assert system.source_of("two_banks:zones") == (str(battle.parent / "rules.yaml"), 13)


def test_changed_rules_are_read_again(battle: Path) -> None:
    name = load_scenario(battle).system
    assert registry.system(name).title == "Two Banks"
    rules = battle.parent / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("title: Two Banks", "title: Three Banks"), "utf-8")
    assert registry.system(name).title == "Three Banks"


def test_rules_that_are_not_there_are_said(battle: Path) -> None:
    text = battle.read_text(encoding="utf-8")
    battle.write_text(text.replace("./rules.yaml", "./nosuch.yaml"), encoding="utf-8")
    assert "KIT102" in [one.code for one in check_loaded(load(battle))]


def test_errors_of_the_rules_are_said_with_the_scenario(battle: Path) -> None:
    rules = battle.parent / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("enter: stop", "enter: nowhere"), encoding="utf-8")
    findings = load(battle).findings
    assert [(Path(one.place.file).name, one.place.line) for one in findings if one.severity == "error"] == [
        ("rules.yaml", 13)
    ]
    with pytest.raises(NameNotKnown):
        registry.system(SystemName("./rules.yaml", str(rules)))
