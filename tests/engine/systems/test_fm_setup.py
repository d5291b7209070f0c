"""What the umpire says of Fire & Movement scenarios before they are played."""

from __future__ import annotations

import fm_field as fm
import pytest
from hex_field import field

from engine.findings import Severity
from engine.hexes.board.battlemap import Region
from engine.scenario import Arrival
from engine.systems.fire_and_movement import unit_findings
from engine.systems.fire_and_movement.counters import FmRoster
from engine.umpire.checks import check_scenario

SEA = {"water": "X0101 X0201 X0301"}


@pytest.mark.rule("fm:5.2")
@pytest.mark.parametrize(
    ("entry", "flag", "codes"),
    [
        ("X0101", "", ["REINF105"]),
        ("X0101", " seaborne", []),
        ("bay", "", ["REINF105"]),
        ("bay", " seaborne", []),
        ("shore", "", []),
        ("X0505", "", []),
    ],
)
def test_only_seaborne_units_arrive_at_sea(entry: str, flag: str, codes: list[str]) -> None:
    board = field(terrain=SEA)
    parse = board.grid.parse
    board.regions["bay"] = Region("bay", "Bay", frozenset({parse("X0101"), parse("X0201")}))
    board.regions["shore"] = Region("shore", "Shore", frozenset({parse("X0301"), parse("X0302")}))
    scenario = fm.scenario(board, [f"cw-1 infantry 4-3-5{flag}"], {}, [Arrival(1, "cw", (entry,), ("cw-1",))])
    wrong = [finding for finding in check_scenario(scenario) if finding.severity is Severity.ERROR]
    assert [(finding.code, finding.rule) for finding in wrong] == [(code, "fm:5.2") for code in codes]


@pytest.mark.rule("fm:5.3")
def test_stacks_and_land_units_at_sea_are_found() -> None:
    units = ["cw-1 infantry 4-3-5", "cw-2 infantry 4-3-5", "cw-3 infantry 4-3-5"]
    found = check_scenario(fm.scenario(field(terrain=SEA), units, {"cw-1": "X0505", "cw-2": "X0505", "cw-3": "X0101"}))
    wrong = [(finding.code, finding.rule) for finding in found if finding.severity is Severity.ERROR]
    assert sorted(wrong) == [("SETUP103", "fm:5.2"), ("SETUP111", "fm:5.3")]


@pytest.mark.parametrize(
    ("factors", "found"),
    [
        ("4-3-5/4-3", []),
        ("4-3-5", []),
        ("4-3-5/6-1", [("UNIT113", "reduced_attack", "cw-1 is stronger in attack when reduced")]),
        ("4-3-5/1-4", [("UNIT113", "reduced_defense", "cw-1 is stronger in defense when reduced")]),
        (
            "4-3-5/5-4",
            [
                ("UNIT113", "reduced_attack", "cw-1 is stronger in attack when reduced"),
                ("UNIT113", "reduced_defense", "cw-1 is stronger in defense when reduced"),
            ],
        ),
        (
            "4-3-5/2",
            [("UNIT112", "reduced_attack", "cw-1 has one strength on its reduced side; it needs attack and defense")],
        ),
    ],
)
@pytest.mark.rule("fm:2.3")
def test_counters_whose_values_do_not_go_together_are_found(factors: str, found: list[tuple[str, str, str]]) -> None:
    scenario = fm.scenario(field(), [f"cw-1 infantry {factors}"], {"cw-1": "X0505"})
    said = list(unit_findings(scenario))
    assert [(one.code, one.place.data_path, one.message) for one in said] == [
        (code, f"units.cw-1.{name}", message) for code, name, message in found
    ]
    assert {one.rule for one in said} <= {"fm:2.3"}


def test_what_a_counter_is_worth_at_each_number_of_steps() -> None:
    made = fm.scenario(field(), ["cw-1 infantry 4-3-5/2-1", "cw-2 infantry 6-5-4"])
    roster = FmRoster(made)
    assert roster.steps == (2, 1)
    for unit, attacks, defenses in ((0, [0, 2, 4], [0, 1, 3]), (1, [0, 6], [0, 5])):
        assert [roster.attack(unit, steps) for steps in range(len(attacks))] == attacks
        assert [roster.defense(unit, steps) for steps in range(len(defenses))] == defenses
        assert [roster.worth(unit, steps) for steps in range(len(attacks))] == list(range(len(attacks)))


def test_exclusive_rules_that_cannot_be_read_are_found() -> None:
    special = {"support_fire": {"allotment": {"1": "many"}}, "weather": 1, "armour_shift": "uk", "no_zoc_into": "X9999"}
    found = check_scenario(fm.scenario(field(), ["cw-1 infantry 4-3-5"], {"cw-1": "X0505"}, special=special))
    wrong = {finding.place.data_path: finding.message for finding in found if finding.code == "RULE107"}
    assert list(wrong) == [
        *("special.weather", "special.support_fire.allotment.1", "special.armour_shift", "special.no_zoc_into")
    ]
    assert "a number of markers or two, such as 8/9" in wrong["special.support_fire.allotment.1"]
    assert "one of the sides cw, ge, not 'uk'" in wrong["special.armour_shift"]
    assert "'X9999' is neither" in wrong["special.no_zoc_into"]
