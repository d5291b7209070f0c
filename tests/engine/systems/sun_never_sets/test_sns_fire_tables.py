"""The tables of battles: what the text pins down, and that rebuilt ones never reward what is worse."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sns_tables import LINES, ROUNDS, SEVERITY, TABLES, result, rows_of, severity

from engine.mechanics.tables import ResultsModel


@pytest.mark.rule("sns2:8.52")
@pytest.mark.rule("sns2:8.53")
def test_results_of_volleys() -> None:
    results = TABLES["fire_results"]["results"]
    assert tuple(results) == SEVERITY
    assert results["2"] == {"dead": 2, "shaken": 2}
    assert results["(1)"] == {"dead": 0, "shaken": 1}
    assert results["0"] == {"dead": 0, "shaken": 0}


@pytest.mark.rule("sns2:8.42")
def test_ten_muzzle_loaders_fire_on_row_8() -> None:
    for line in ("M", "R"):
        rows = rows_of("rifle_fire", line)
        assert 8 in rows
        assert not {9, 10} & set(rows)
        assert [result("rifle_fire", line, 10, die) for die in range(10)] == [
            result("rifle_fire", line, 8, die) for die in range(10)
        ]


@pytest.mark.rule("sns2:8.6")
@pytest.mark.parametrize("line", ["M", "R"])
def test_eight_muzzle_loaders_at_6_give_1(line: str) -> None:
    assert result("rifle_fire", line, 8, 4 + TABLES["fire_modifiers"]["morale"]["V"]["rifle"]) == "1"


@pytest.mark.rule("sns2:8.46")
def test_machine_guns_and_field_guns_share_a_line() -> None:
    lines = TABLES["artillery_fire"]["lines"].values()
    assert [set(line["weapons"]) for line in lines if "M" in line["weapons"]] == [{"M", "G", "F"}]


@pytest.mark.rule("sns2:8.31")
def test_every_weapon_fires_on_one_line_of_its_round() -> None:
    guns = [weapon for line in TABLES["artillery_fire"]["lines"].values() for weapon in line["weapons"]]
    rifles = [weapon for line in TABLES["rifle_fire"]["lines"].values() for weapon in line["weapons"]]
    assert sorted(guns) == sorted("ABGFHLMR")
    assert sorted(rifles) == sorted("BLMR")
    assert set(TABLES["melee_fire"]["lines"]) == {"OT", "sword", "cavalry"}


@pytest.mark.rule("sns2:28.31")
@pytest.mark.rule("sns2:28.32")
def test_guns_can_give_2_and_3() -> None:
    found = {
        result("artillery_fire", line, factors, die)
        for line in TABLES["artillery_fire"]["lines"]
        for factors in rows_of("artillery_fire", line)
        for die in range(10)
    }
    assert found == set(SEVERITY)
    assert TABLES["boats"]["fleet_least"] == {"before_1880": "2", "from_1880": "3"}


@pytest.mark.rule("sns2:8.51")
@pytest.mark.parametrize(("table", "line"), LINES)
def test_rows_begin_at_one_factor_and_their_results_rise(table: str, line: str) -> None:
    rows = rows_of(table, line)
    assert next(iter(rows)) == 1
    for row in rows.values():
        assert len(row) == len(SEVERITY) - 1
        numbers = [least for least in row if least != "-"]
        assert row == numbers + ["-"] * (len(row) - len(numbers)), "what is never reached comes last"
        assert numbers == sorted(set(numbers))
        assert all(0 <= least <= 9 for least in numbers)


@pytest.mark.rule("sns2:8.51")
@pytest.mark.parametrize(("table", "line"), LINES)
def test_a_higher_die_or_more_factors_are_never_worse(table: str, line: str) -> None:
    most = max(rows_of(table, line))
    for factors in range(1, most + 1):
        for die in range(-3, 12):
            here = severity(table, line, factors, die)
            assert here <= severity(table, line, factors, die + 1)
            if factors < most:
                assert here <= severity(table, line, factors + 1, die)


@pytest.mark.rule("sns2:8.31")
@pytest.mark.parametrize("table", ROUNDS)
def test_a_better_line_is_never_worse_and_somewhere_better(table: str) -> None:
    for line, better in pairwise(TABLES[table]["lines"]):
        most = min(max(rows_of(table, line)), max(rows_of(table, better)))
        pairs = [
            (severity(table, line, factors, die), severity(table, better, factors, die))
            for factors in range(1, most + 1)
            for die in range(-3, 12)
        ]
        assert all(one <= two for one, two in pairs), better
        assert any(one < two for one, two in pairs), better


@pytest.mark.rule("sns2:8.6")
def test_the_die_is_modified_by_morale() -> None:
    morale = TABLES["fire_modifiers"]["morale"]
    for part in ("artillery", "rifle"):
        assert {name: morale[name][part] for name in "VLRF"} == {"V": 2, "L": 1, "R": 0, "F": 0}
    assert {name: morale[name]["melee"] for name in "VLRF"} == {"V": 2, "L": 1, "R": 0, "F": 3}
    assert TABLES["fire_modifiers"]["demoralized"] == 0
    assert TABLES["fire_modifiers"]["stormed"] == 2


@pytest.mark.rule("sns2:32.2")
def test_supply_helps_guns_and_rifles_alone() -> None:
    assert TABLES["fire_modifiers"]["supplied"] == {"artillery": 1, "rifle": 1, "melee": 0, "units": 12}


@pytest.mark.rule("sns2:8.71")
@pytest.mark.rule("sns2:8.8")
@pytest.mark.rule("sns2:8.93")
def test_defeat_retreat_and_advance() -> None:
    defeat = TABLES["defeat"]
    assert (defeat["share"], defeat["retreat"], defeat["advance"], defeat["advance_mounted"]) == (0.5, 2, 1, 2)
    assert set(defeat["mounted"]) == {"cavalry", "mounted_infantry", "camel_corps", "headquarters"}


@pytest.mark.rule("sns2:11.52")
def test_a_better_class_rallies_better_and_a_higher_die_is_never_worse() -> None:
    figures = {key: value for key, value in TABLES["rally"].items() if key != "modifiers"}
    rally = ResultsModel.model_validate(figures).chart()
    rank = "DFR".index
    assert len(rally.rows) == 6
    assert {result for row in rally.rows for result in row} == {"R", "F", "D"}
    assert rally.columns == ("V", "L", "F", "R")
    for column, worse in pairwise(range(4)):
        chances = [(rank(rally.cell(column, die)), rank(rally.cell(worse, die))) for die in range(1, 7)]
        assert all(one >= two for one, two in chances)
        assert any(one > two for one, two in chances)
    for column in range(4):
        assert all(rank(rally.cell(column, die)) <= rank(rally.cell(column, die + 1)) for die in range(1, 6))
