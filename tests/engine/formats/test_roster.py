"""Units as a table: to CSV and back, with every wrong cell named by row and column."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from engine import data, formats
from engine.errors import HexwrightError
from engine.formats import roster, roster_csv
from engine.formats.roster import TableProblem
from engine.scenario import Scenario, revising


def shipped(name: str) -> Scenario:
    return formats.load_scenario(data.scenarios() / f"{name}.yaml")


@pytest.fixture(scope="module")
def lundy() -> Scenario:
    return shipped("lundys_lane")


def taken_over(scenario: Scenario, text: str) -> Scenario:
    made = roster_csv.read_csv(scenario, text)
    changed = revising.changed(scenario, made.units)
    coming = revising.entering(revising.arriving(changed, made.turns), made.entries)
    return revising.placed(coming, made.places)


@pytest.mark.parametrize("name", ["lundys_lane", "juno", "chippewa"])
def test_what_is_written_says_nothing_new_when_it_is_read(name: str) -> None:
    scenario = shipped(name)
    made = roster_csv.read_csv(scenario, roster_csv.dump_csv(scenario))
    assert (made.units, made.places, made.turns, made.entries) == ([], {}, {}, {})


@pytest.mark.parametrize("name", ["lundys_lane", "juno"])
def test_an_army_made_anew_from_its_table_is_the_same(name: str) -> None:
    scenario = shipped(name)
    empty = scenario.with_(units={}, setup={}, arrivals=())
    made = taken_over(empty, roster_csv.dump_csv(scenario))
    assert made.units == scenario.units
    assert [dict(unit.values) for unit in made.units.values()] == [dict(u.values) for u in scenario.units.values()]
    assert made.setup == scenario.setup
    turns = {key: group.turn for group in scenario.arrivals for key in group.units}
    assert {key: group.turn for group in made.arrivals for key in group.units} == turns
    entries = {key: group.entry for group in scenario.arrivals for key in group.units}
    assert {key: group.entry for group in made.arrivals for key in group.units} == entries
    assert len(made.arrivals) == len({(group.turn, group.side, group.entry) for group in scenario.arrivals})


def test_who_enters_elsewhere_leaves_the_group_that_does_not(lundy: Scenario) -> None:
    group = next(group for group in lundy.arrivals if len(group.units) > 2)
    first, second, *others = group.units
    made = taken_over(lundy, f"Key,Entry hexes\n{first},l2106 L2206\n{second},L2106 L2206\n")
    assert [(one.turn, one.entry, one.units) for one in made.arrivals if one.side == group.side][:2] == [
        (group.turn, group.entry, tuple(others)),
        (group.turn, ("L2106", "L2206"), (first, second)),
    ]
    whole = taken_over(lundy, "Key,Entry hexes\n" + "".join(f"{key},L2106\n" for key in group.units))
    assert [one.entry for one in whole.arrivals if set(group.units) & set(one.units)] == [("L2106",)]
    assert len(whole.arrivals) == len(lundy.arrivals)


def test_columns_are_the_systems_own_with_bounds_and_paragraph(lundy: Scenario) -> None:
    by_key = {column.key: column for column in roster.columns(lundy)}
    assert list(by_key) == [
        *("name", "side", "formation", "type", "size", "strength", "reduced", "range", "heavy_battery", "bayonet"),
        *("stand_in", "enter_on_turn", "enter_at", "key", "provenance"),
    ]
    assert "(1.2). 1 to 99" in by_key["strength"].help
    assert by_key["reduced"].help.endswith("may be left empty")
    assert "movement" in {column.key for column in roster.columns(shipped("juno"))}


def test_a_few_columns_change_only_what_they_name(lundy: Scenario) -> None:
    made = taken_over(lundy, "Key;Strength;Start hex\nus-9;9;l2813\nus-11;;\n".replace("us-11;;", "us-11;8;"))
    assert made.units["us-9"].values == {"strength": 9, "reduced": 2}
    assert made.units["us-9"].provenance == lundy.units["us-9"].provenance
    assert made.setup["us-9"] == "L2813"
    assert "us-11" not in made.setup


def test_new_rows_are_new_units_with_keys_of_their_own(lundy: Scenario) -> None:
    heading = "name\tside\ttype\tstrength\tenter on turn"
    text = f"{heading}\nMilitia\tunited states\tInfantry\t2\t3\nMilitia\tus\tinfantry\t2\t\n"
    made = taken_over(lundy, text)
    assert made.units["us-militia"].values == {"strength": 2}
    assert made.units["us-militia-2"].type == "infantry"
    arrival = made.arrival_of("us-militia")
    assert arrival is not None
    assert (arrival.turn, arrival.side) == (3, "us")


WRONG = [
    ("Key,Strength\nus-9,many\n", "row 2, column Strength: must be a whole number from 1 to 99, not 'many'"),
    ("Key,Strength\nus-9,100\n", "row 2, column Strength: goes from 1 to 99, not to 100"),
    ("Key,Strength\nus-9,\n", "row 2, column Strength: is needed: every unit has one"),
    ("Key,Strength\n\nus-9,0\n", "row 3, column Strength: goes from 1 to 99, not to 0"),
    ("Key,Side\nus-9,french\n", "row 2, column Side: 'french' is none of the sides United States, Anglo-Canadian"),
    ("Key,Type\nus-9,infantri\n", "row 2, column Type: 'infantri' is not a type of these rules"),
    ("Key,Start hex\nus-9,L9999\n", "row 2, column Start hex: there is no hex 'L9999' on this map"),
    ("Key,Arrival turn\nus-9,11\n", "row 2, column Arrival turn: must be a turn from 1 to 10, not '11'"),
    ("Key,Arrival turn\nus-9,²\n", "row 2, column Arrival turn: must be a turn from 1 to 10"),
    ("Key,Start hex,Arrival turn\nus-9,L2812,3\n", "row 2, column Arrival turn: it is in L2812 at the start"),
    ("Key,Entry hexes\nus-21,L9999\n", "row 2, column Entry hexes: there is no hex or region 'L9999' on this map"),
    ("Key,Entry hexes\nus-9,L2106\n", "row 2, column Entry hexes: it has no arrival turn; enter one, or leave"),
    ("Key,Bayonet\nus-9,perhaps\n", "row 2, column Bayonet: must be yes or no, not 'perhaps'"),
    ("Key,Name\nus-9,\n", "row 2, column Name: is needed"),
    ("Key,Name\nus-9,A\nus-9,B\n", "row 3, column Key: 'us-9' is already in row 2"),
    ("Key,Name,Side,Type,Strength\nus 9,A,us,infantry,1\n", "row 2, column Key: 'us 9' is not a key"),
    ("Key,Name\nnew,A\n", "row 2, column Side: is needed for a new unit"),
    ("Key,Name\nus-9,A,B\n", "row 2: has 3 cells, more than the 2 columns"),
    ("Key,Strenght\nus-9,1\n", "row 1: column 2, 'Strenght', is none of"),
    ("Key,Name,name\nus-9,A,B\n", "row 1: column 3, 'name', is there twice"),
    ("Strength\n1\n", "row 1: there must be a column Key or Name"),
    ("", "the file is empty"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[said[:50] for _, said in WRONG])
def test_what_is_wrong_is_named_by_row_and_column(lundy: Scenario, text: str, said: str) -> None:
    with pytest.raises(HexwrightError) as problem:
        roster_csv.read_csv(lundy, text)
    assert said in str(problem.value)


def test_every_wrong_cell_is_told(lundy: Scenario) -> None:
    with pytest.raises(TableProblem) as problem:
        roster_csv.read_csv(lundy, "Key,Strength,Range\nus-9,0,x\nus-11,y,1\n")
    assert len(problem.value.lines) == 3
    assert str(problem.value).count("column") == 3


def test_whole_numbers_may_be_written_with_decimals_that_are_none(lundy: Scenario) -> None:
    made = taken_over(lundy, "Key;Strength\nus-9;4.0\nus-11;5,00\n")
    assert [made.units[key].values["strength"] for key in ("us-9", "us-11")] == [4, 5]
    assert all(type(made.units[key].values["strength"]) is int for key in ("us-9", "us-11"))
    group = lundy.arrivals[0]
    later = taken_over(lundy, f"Key,Arrival turn\n{group.units[0]},9.0\n").arrival_of(group.units[0])
    assert later is not None
    assert later.turn == 9


@pytest.mark.parametrize("text", ["1.500", "1,500", "4.5", "1e1", "1_0", "nan", "inf", "²", "0x4"])
def test_no_mark_parts_thousands_and_no_other_spelling_is_a_whole_number(lundy: Scenario, text: str) -> None:
    with pytest.raises(HexwrightError, match="whole number"):
        roster_csv.read_csv(lundy, f"Key;Strength\nus-9;{text}\n")


def test_a_name_that_spreadsheets_take_for_a_formula_comes_back_as_it_was(lundy: Scenario) -> None:
    names = ["=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "'=quoted", "-3 Battery", "plain;=1+1"]
    units = [replace(unit, name=name) for unit, name in zip(lundy.units.values(), names, strict=False)]
    changed = revising.changed(lundy, units)
    text = roster_csv.dump_csv(changed)
    assert text.startswith("\ufeff")
    assert not any(cell[:1] in "=+@" for row in csv.reader(io.StringIO(text)) for cell in row if cell)
    assert [unit.name for unit in taken_over(lundy, text).units.values()][: len(names)] == names


def test_a_heading_may_call_a_column_as_other_tables_do(lundy: Scenario) -> None:
    assert roster_csv.read_csv(lundy, "Key,Hex\nus-9,L2306\n") == roster_csv.read_csv(
        lundy, "Key,Start hex\nus-9,L2306\n"
    )
    with pytest.raises(HexwrightError) as problem:
        roster_csv.read_csv(lundy, "Key,Muzzle\nus-9,1\n")
    assert str(problem.value).count("Strength") == 1, "the columns are told once"


def test_headings_of_earlier_versions_are_still_read(lundy: Scenario) -> None:
    old, new = "Key,Stand in\nus-9,L2306\n", "Key,Start hex\nus-9,L2306\n"
    assert roster_csv.read_csv(lundy, old) == roster_csv.read_csv(lundy, new)


ODS = "application/vnd.oasis.opendocument.spreadsheet"


@pytest.mark.parametrize(
    ("name", "entry", "content", "what"),
    [
        ("oob.xlsx", "xl/workbook.xml", "<workbook/>", "a spreadsheet (xlsx)"),
        ("oob.ods", "mimetype", ODS, "a spreadsheet (ods)"),
        ("oob.csv", "xl/workbook.xml", "<workbook/>", "a spreadsheet (xlsx)"),
        ("oob.vmod", "buildFile", "<x/>", "a VASSAL module"),
    ],
)
def test_a_spreadsheet_is_called_what_it_is(
    lundy: Scenario, tmp_path: Path, name: str, entry: str, content: str, what: str
) -> None:
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, content)
    with pytest.raises(HexwrightError, match="CSV") as caught:
        roster_csv.read_file(lundy, path)
    assert str(caught.value).startswith(f"this is {what}, not a CSV file; ")
    assert not isinstance(caught.value, TableProblem)


def test_a_text_of_another_program_is_called_what_it_is(lundy: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "oob.txt"
    path.write_text('{"type": "FeatureCollection", "features": []}')
    with pytest.raises(HexwrightError, match="GeoJSON"):
        roster_csv.read_file(lundy, path)


def test_a_csv_file_is_read_as_its_text_is(lundy: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "oob.csv"
    path.write_text(roster_csv.dump_csv(lundy), encoding="utf-8")
    assert roster_csv.read_file(lundy, path).units == []
    with pytest.raises(HexwrightError, match="cannot be read"):
        roster_csv.read_file(lundy, tmp_path / "gone.csv")
