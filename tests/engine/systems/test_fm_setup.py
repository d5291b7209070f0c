"""What the umpire says of Fire & Movement scenarios before they are played."""

from __future__ import annotations

import fm_field as fm
import pytest
from hex_field import field

from engine.board.battlemap import Region
from engine.findings import Severity
from engine.scenario import Arrival
from engine.systems.fire_and_movement import unit_findings
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


def test_counters_that_grow_when_reduced_are_found() -> None:
    scenario = fm.scenario(field(), ["cw-1 infantry 4-3-5/6-1"], {"cw-1": "X0505"})
    assert [finding.code for finding in unit_findings(scenario)] == ["UNIT113"]


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
