"""A range of unit keys stands for its units wherever units are named, and they are saved singly."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.formats import load, load_scenario, load_text, save_scenario
from engine.formats.fitting import SpecialModel, UnitNames, fit
from engine.formats.specs import ExampleSpec
from engine.formats.unit_ranges import MOST
from engine.scenario import Scenario
from engine.scenario.ranges import LONGEST, first_key, keys_of
from engine.umpire.checks import check_loaded

SCENARIO = """\
format: hexwright-scenario 1
name: Ranges
system: tlg2
map: {grid: {columns: 9, rows: 9}}
turns: 4
sides: {us: {name: United States}, ac: {name: Anglo-Canadian}}
units:
  us-1..us-3: {side: us, type: infantry, strength: 4}   # three of a kind
  ac-09..ac-11: {side: ac, type: infantry, strength: 3}
  ac-20: {side: ac, type: infantry, strength: 3}
setup: {us-1: 0101, us-2: 0102, ac-09: 0901, ac-10: 0902}
reinforcements:
- {turn: 2, side: us, entry: 0109, units: us-3..us-3}
- {turn: 3, side: ac, entry: 0909, units: ac-11..ac-11 ac-20}
counters: {artwork: {us-1..us-2: blue.png}}
"""


def scenario(text: str = SCENARIO) -> Scenario:
    loaded = load_text(text, "ranges.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, Scenario)
    return loaded.model


# -- words ----------------------------------------------------------------------------------------------------------


def test_a_range_stands_for_its_keys() -> None:
    assert keys_of("bd-1..bd-3") == ("bd-1", "bd-2", "bd-3")
    assert keys_of("bd-9..bd-11") == ("bd-9", "bd-10", "bd-11")
    assert keys_of("bd-09..bd-11") == ("bd-09", "bd-10", "bd-11")
    assert keys_of("bd-1..bd-1") == ("bd-1",)
    assert keys_of("bd-1") == ("bd-1",)
    assert first_key("bd-2..bd-4") == "bd-2"
    assert first_key("bd-4..bd-2") == "bd-4..bd-2"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("bd-6..bd-1", "the range 'bd-6..bd-1' runs backwards; write bd-1..bd-6"),
        ("bd-1..6", "'bd-1..6' is not a range of keys; write both keys, such as bd-1..bd-6"),
        ("bd-1..ax-6", "'bd-1..ax-6' is not a range of keys; write both keys, such as bd-1..bd-6"),
        ("bd-1..", "'bd-1..' is not a range of keys; write both keys, such as bd-1..bd-6"),
        ("a..b", "'a..b' is not a range of keys; write both keys, such as bd-1..bd-6"),
        ("bd-1..bd-501", f"the range 'bd-1..bd-501' has 501 keys; {LONGEST} are allowed"),
    ],
)
def test_what_is_no_range_is_told(word: str, said: str) -> None:
    with pytest.raises(HexwrightError) as refused:
        keys_of(word)
    assert str(refused.value) == said


@given(st.text(max_size=80))
def test_any_text_is_a_word_or_is_refused_in_words(text: str) -> None:
    with suppress(HexwrightError):
        assert keys_of(text)


# -- files ----------------------------------------------------------------------------------------------------------


def test_units_are_those_of_the_range_each_with_a_key() -> None:
    made = scenario()
    assert list(made.units) == ["us-1", "us-2", "us-3", "ac-09", "ac-10", "ac-11", "ac-20"]
    assert [unit.name for unit in made.units.values()][:3] == ["us-1", "us-2", "us-3"]
    assert {unit.values["strength"] for key, unit in made.units.items() if key.startswith("us")} == {4}
    assert [group.units for group in made.arrivals] == [("us-3",), ("ac-11", "ac-20")]
    assert dict(made.counters.artwork) == {"us-1": "blue.png", "us-2": "blue.png"}


def test_they_are_saved_singly_and_the_comment_stays(tmp_path: Path) -> None:
    path = tmp_path / "ranges.yaml"
    path.write_text(SCENARIO, "utf-8")
    made = load_scenario(path)
    save_scenario(made, path)
    text = path.read_text("utf-8")
    assert "-1.." not in text
    assert "  us-1: {side: us, name: us-1, type: infantry, strength: 4}   # three of a kind\n  us-2:" in text
    assert load_scenario(path).units == made.units


def test_ranges_stand_for_units_in_pools_and_deployments_too() -> None:
    text = SCENARIO.replace(
        "reinforcements:\n- {turn: 2, side: us, entry: 0109, units: us-3..us-3}\n"
        "- {turn: 3, side: ac, entry: 0909, units: ac-11..ac-11 ac-20}\n",
        "pools: {later: {side: ac, units: ac-10..ac-11 ac-20}}\n"
        "deployment:\n- {side: us, units: us-1..us-3, area: 0101 0102 0103}\n",
    )
    made = scenario(text)
    assert made.pools["later"].units == ("ac-10", "ac-11", "ac-20")
    assert made.deployments[0].units == ("us-1", "us-2", "us-3")


def test_a_range_in_an_exclusive_rule_stands_for_its_units() -> None:
    class Ambush(SpecialModel):
        ambush: UnitNames = []

    assert fit(Ambush, {"ambush": "ax-8..ax-9 ps-1"}, "special").ambush == ["ax-8", "ax-9", "ps-1"]
    with pytest.raises(HexwrightError, match="runs backwards"):
        fit(Ambush, {"ambush": "ax-9..ax-8"}, "special")


def test_a_range_in_an_example_stands_for_its_units() -> None:
    inner = "".join(f"  {line}\n" for line in SCENARIO.splitlines()[1:])
    example = (
        f"format: hexwright-example 1\nrule: tlg2:4.1\nabout: ranges\nscenario:\n{inner}"
        "start: {turn: 1, side: us, units: {us-1..us-2: 0303}}\nfinal: {us-1..us-2: 0303, ac-09: dead}\n"
    )
    loaded = load_text(example, "example.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, ExampleSpec)
    assert loaded.model.start is not None
    assert loaded.model.start.units == {"us-1": "0303", "us-2": "0303"}
    assert list(loaded.model.final) == ["us-1", "us-2", "ac-09"]


def test_a_variant_may_change_or_remove_some_of_a_range(tmp_path: Path) -> None:
    (tmp_path / "field.yaml").write_text("format: hexwright-map 1\ngrid: {columns: 9, rows: 9}\n")
    (tmp_path / "base.yaml").write_text(SCENARIO.replace("{grid: {columns: 9, rows: 9}}", "field"))
    variant = "format: hexwright-scenario 1\nbase: base\nunits:\n  us-2: {side: us, type: cavalry, strength: 2}\n"
    (tmp_path / "one.yaml").write_text(variant + "  ac-09..ac-10: {side: ac, type: infantry, strength: 9}\n")
    made = load_scenario(tmp_path / "one.yaml")
    assert [made.units[key].values["strength"] for key in ("us-1", "us-2", "us-3")] == [4, 2, 4]
    assert [made.units[key].values["strength"] for key in ("ac-09", "ac-10", "ac-11")] == [9, 9, 3]
    (tmp_path / "two.yaml").write_text("format: hexwright-scenario 1\nbase: base\nunits:\n  ac-10..ac-11: null\n")
    assert list(load_scenario(tmp_path / "two.yaml").units) == ["us-1", "us-2", "us-3", "ac-09", "ac-20"]


# -- what is wrong --------------------------------------------------------------------------------------------------


def found(text: str) -> list[tuple[str, int, int, str]]:
    return [(one.code, one.place.line, one.place.column, one.message) for one in load_text(text, "r.yaml").findings]


def test_ranges_that_overlap_are_found_at_the_second() -> None:
    text = SCENARIO.replace("  ac-20:", "  us-3..us-5:")
    assert found(text) == [("UNIT005", 10, 3, "the unit us-3 is in 'us-3..us-5' and in 'us-1..us-3'")]
    text = SCENARIO.replace("  ac-20:", "  ac-10:")
    assert found(text) == [("UNIT005", 10, 3, "the unit ac-10 is in 'ac-10' and in 'ac-09..ac-11'")]


def test_ranges_that_run_backwards_are_found_in_keys_and_lists() -> None:
    text = SCENARIO.replace("us-1..us-3:", "us-3..us-1:").replace("ac-11..ac-11 ac-20", "ac-20 ac-11..ac-9")
    assert found(text) == [
        ("UNIT004", 8, 3, "the range 'us-3..us-1' runs backwards"),
        ("UNIT004", 14, 49, "the range 'ac-11..ac-9' runs backwards"),
    ]


def test_a_key_that_is_neither_key_nor_range_is_told_both() -> None:
    ((code, line, _, message),) = found(SCENARIO.replace("us-1..us-3:", "us-1...us-3:"))
    assert (code, line) == ("FILE020", 8)
    assert "or a range of such keys, such as bd-1..bd-6" in message


def test_what_is_wrong_with_a_unit_of_a_range_is_found_where_the_range_is() -> None:
    text = SCENARIO.replace("type: infantry, strength: 4", "type: infantri, strength: 4")
    places = [
        (one.place.line, one.place.unit) for one in check_loaded(load_text(text, "r.yaml")) if one.code == "UNIT105"
    ]
    assert places == [(8, "us-1"), (8, "us-2"), (8, "us-3")]


def test_ranges_are_not_longer_than_anybody_needs() -> None:
    ranges = "".join(f"  a{n}-1..a{n}-500: {{side: us, type: infantry}}\n" for n in range(MOST // 500 + 2))
    codes = [one[0] for one in found(SCENARIO.replace("  ac-20:", f"{ranges}  ac-20:"))]
    assert codes == ["UNIT004"]


# -- places on tables -----------------------------------------------------------------------------------------------

TABLE = """\
format: hexwright-scenario 1
name: Places
system: tlg2
map: {table: {size: [1200, 800]}}
sides: {red: {name: Red}, blue: {name: Blue}}
units:
  bd-1..bd-3: {side: red, type: infantry, strength: 1}
setup:
  bd-1: "900,200/0"
  bd-2: [980, 200, 12.5]
  bd-3: {at: [820, 200, 0]}
"""


def test_a_unit_is_set_up_by_a_text_or_by_numbers() -> None:
    made = scenario(TABLE)
    assert dict(made.setup) == {"bd-1": "900,200/0", "bd-2": "980,200/12.5", "bd-3": "820,200/0"}


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ('"1201,200/0"', "there is no place '1201,200/0' on this map; the table goes from 0,0 to 1200,800"),
        ("[900, 200, 360]", "'900,200/360' on this map; the facing 360 of '900,200/360' is not from 0 to 359.9"),
        ("[900, 200, 12.34]", "no place '900,200/12.34' on this map; write x,y/facing in paces and degrees"),
        ("L0101", "no place 'L0101' on this map; write x,y/facing in paces and degrees"),
    ],
)
def test_a_place_that_is_none_is_found(place: str, said: str) -> None:
    loaded = load_text(TABLE.replace('"900,200/0"', place), "places.yaml")
    assert loaded.findings == []
    (wrong,) = [one for one in check_loaded(loaded) if one.code == "SETUP102"]
    assert said in wrong.message
    assert (wrong.place.line, wrong.place.unit) == (9, "bd-1")


def test_places_are_saved_as_texts(tmp_path: Path) -> None:
    (tmp_path / "places.yaml").write_text(TABLE)
    save_scenario(load_scenario(tmp_path / "places.yaml"), tmp_path / "places.yaml")
    text = (tmp_path / "places.yaml").read_text()
    assert "setup:\n  bd-1: 900,200/0\n  bd-2: 980,200/12.5\n  bd-3: 820,200/0\n" in text
    assert load(tmp_path / "places.yaml").findings == []


def test_a_set_up_area_on_a_table_is_what_is_inside_the_region() -> None:
    areas = "  regions: {camp: {outline: 800,100 1000,100 1000,300 800,300}}\nsetup_areas: {red: camp}\n"
    text = TABLE.replace("map: {table: {size: [1200, 800]}}\n", f"map:\n  table: {{size: [1200, 800]}}\n{areas}")
    text = text.replace("outline: 800,100 1000,100 1000,300 800,300", 'outline: "800,100 1000,100 1000,300 800,300"')

    def outside(text: str) -> list[str]:
        return [one.place.unit for one in check_loaded(load_text(text, "p.yaml")) if one.code == "SETUP105"]

    assert outside(text) == []
    assert outside(text.replace("[980, 200, 12.5]", "[1001, 200, 12.5]")) == ["bd-2"]
