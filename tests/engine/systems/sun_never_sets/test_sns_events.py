"""The event tables: every throw of two dice has its row, and every row says what the text says of scope and time."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from engine import data
from engine.errors import HexwrightError
from engine.formats.reading import read_source
from engine.systems.sun_never_sets.base.event_tables import event_tables

THROWS: Final = [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
"""Two dice as tens and ones, in order."""
SIDES: Final = [(table, side) for table in ("1", "2") for side in ("empire", "native")]
CAMPAIGNS: Final = {"1": {"abyssinia", "afghan"}, "2": {"asante", "persia"}}
FIELDS: Final = {
    "rows",
    "first",
    "rule",
    "key",
    "title",
    "about",
    "scope",
    "once",
    "lasts",
    "needs",
    "picks",
    "numbers",
}
DIE: Final = re.compile(r"[1-6](-[1-6])?|odd|even")


@pytest.mark.parametrize("text", ["campaigns: [", "campaigns: {}\n"], ids=["no YAML", "without tables"])
def test_event_tables_that_cannot_be_read_say_so(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "systems" / "sun_never_sets" / "events.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "resources", lambda: tmp_path)
    with pytest.raises(HexwrightError, match="events"):
        event_tables.__wrapped__()


def read() -> Any:
    source, findings = read_source(data.resources() / "systems" / "sun_never_sets" / "events.yaml")
    assert findings == []
    assert source.root is not None
    return source.root.data


EVENTS: Final = read()


def rows(table: str, side: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = EVENTS["tables"][table][side]
    return found


def throws(text: str) -> list[str]:
    """The throws that a text such as ``11-16 21-26`` or ``46-51`` names."""
    found: list[str] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += THROWS[THROWS.index(first) : THROWS.index(last or first) + 1]
    return found


def printed(rule: str) -> list[str]:
    """The throws that the text prints before a row."""
    numbers = rule.rpartition(":")[2]
    return throws("11-16 21-26") if numbers == "11-26" else throws(numbers)


def row(table: str, side: str, throw: str) -> dict[str, Any]:
    (found,) = [entry for entry in rows(table, side) if throw in throws(entry["rows"])]
    return found


@pytest.mark.rule("sns2:4.1")
@pytest.mark.parametrize(("table", "side"), SIDES)
@pytest.mark.parametrize("throw", THROWS)
def test_each_of_the_36_throws_has_one_row(table: str, side: str, throw: str) -> None:
    assert row(table, side, throw)["title"]


@pytest.mark.rule("sns2:4.1")
@pytest.mark.parametrize(("table", "side"), SIDES)
def test_rows_stand_where_the_text_prints_them(table: str, side: str) -> None:
    moved = {
        entry["rule"]: entry["rows"] for entry in rows(table, side) if throws(entry["rows"]) != printed(entry["rule"])
    }
    expected = {
        ("1", "empire"): {"event1:british:33-36": "33"},
        ("1", "native"): {"event1:native:23": "24"},
        ("2", "empire"): {"event2:british:61-66": "62-66"},
        ("2", "native"): {},
    }
    assert moved == expected[(table, side)]


@pytest.mark.rule("sns2:event1:british:33-36")
@pytest.mark.rule("sns2:event1:native:23")
def test_under_the_other_option_the_row_printed_first_keeps_the_throw() -> None:
    for table, side in SIDES:
        claimed = Counter(throw for entry in rows(table, side) for throw in throws(entry.get("first", entry["rows"])))
        assert set(claimed.values()) == {1}, (table, side)
        empty = [throw for throw in THROWS if throw not in claimed]
        assert empty == (["24"] if (table, side) == ("1", "native") else [])


@pytest.mark.rule("sns2:4.2")
@pytest.mark.parametrize(("table", "side"), SIDES)
def test_rows_are_well_formed(table: str, side: str) -> None:
    for entry in rows(table, side):
        assert set(entry) <= FIELDS, entry["rule"]
        assert all(entry.get(field) for field in ("rows", "rule", "key", "title", "about", "scope"))
        assert entry["scope"] == "all" or set(entry["scope"]) <= CAMPAIGNS[table]
        assert entry.get("lasts", "game") in {"game_turn", "player_turn", "next_player_turn", "game"}
        assert set(entry.get("picks", {}).values()) <= {"empire", "native", "chance"}
        for by in entry.get("numbers", {}).get("dice", {}).values():
            assert all(DIE.fullmatch(str(die)) for die in by.values()), entry["rule"]
            assert set(by) <= {"eliminated", "shaken", "removed"}


@pytest.mark.rule("sns2:4.2")
def test_which_rows_belong_to_which_campaign() -> None:
    scopes = {
        (table, side): {entry["rows"]: tuple(entry["scope"]) for entry in rows(table, side) if entry["scope"] != "all"}
        for table, side in SIDES
    }
    assert scopes == {
        ("1", "empire"): dict.fromkeys(("51-53", "54-56"), ("abyssinia",))
        | dict.fromkeys(("61-63", "64-66"), ("afghan",)),
        ("1", "native"): dict.fromkeys(("51-52", "53-55", "56"), ("abyssinia",))
        | dict.fromkeys(("61-62", "63-64", "65-66"), ("afghan",)),
        ("2", "empire"): dict.fromkeys(("31-32", "43-45", "46-51", "55-56", "61"), ("asante",)) | {"54": ("persia",)},
        ("2", "native"): dict.fromkeys(
            ("11-16", "23", "36", "41-42", "43-46", "53-54", "55", "56-61", "62-63"), ("asante",)
        ),
    }


@pytest.mark.rule("sns2:4.2")
def test_which_rows_happen_once() -> None:
    once = {(table, side): {entry["key"] for entry in rows(table, side) if entry.get("once")} for table, side in SIDES}
    assert once == {
        ("1", "empire"): {"rescue"},
        ("1", "native"): set(),
        ("2", "empire"): {"giffords_scouts", "modern_general"},
        ("2", "native"): {"golden_stool", "king_surrenders", "queen_mother", "king_deposed", "event_ambush"},
    }


@pytest.mark.rule("sns2:event1:british:11-12")
@pytest.mark.rule("sns2:event1:british:13-16")
@pytest.mark.rule("sns2:event1:british:61-63")
@pytest.mark.rule("sns2:event1:native:25")
@pytest.mark.rule("sns2:event1:native:31-33")
def test_what_outlasts_the_player_turn() -> None:
    lasting = {
        (table, entry["key"]): entry["lasts"]
        for table, side in SIDES
        for entry in rows(table, side)
        if entry.get("lasts", "player_turn") != "player_turn"
    }
    assert lasting == {
        ("1", "evacuate"): "game",
        ("1", "onward"): "game",
        ("1", "floods"): "game_turn",
        ("1", "earthquake"): "next_player_turn",
        ("1", "foul_weather"): "next_player_turn",
        ("2", "golden_stool"): "game_turn",
        ("2", "earthquake"): "next_player_turn",
        ("2", "foul_weather"): "next_player_turn",
    }


@pytest.mark.rule("sns2:event1:british:11-12")
@pytest.mark.rule("sns2:event1:british:13-16")
@pytest.mark.rule("sns2:event1:british:21-26")
@pytest.mark.rule("sns2:event1:native:63-64")
@pytest.mark.rule("sns2:event2:asante:43-46")
@pytest.mark.rule("sns2:event2:asante:55")
def test_which_rows_ask_for_a_lead() -> None:
    leads = {
        entry["key"]: entry["needs"]["lead"]
        for table, side in SIDES
        for entry in rows(table, side)
        if "lead" in entry.get("needs", {})
    }
    assert leads == {
        "evacuate": {"native": 20},
        "onward": {"empire": 20},
        "rescue": {"native": 20},
        "collapse": {"empire": 20},
        "dwaben_desert": {"empire": 10},
        "king_deposed": {"empire": 20},
    }


@pytest.mark.rule("sns2:event1:native:61-62")
def test_a_jihad_needs_a_lead_or_two_fortresses() -> None:
    needs = row("1", "native", "61")["needs"]
    assert needs == {"either": {"lead": {"empire": 20}, "holds": {"empire": 2, "of": "afghan_fortresses"}}}


@pytest.mark.rule("sns2:event1:british:34-36")
@pytest.mark.rule("sns2:event1:native:34-36")
@pytest.mark.rule("sns2:event2:british:34-35")
@pytest.mark.rule("sns2:event2:asante:34-35")
def test_attrition_throws_are_alike_on_all_four_tables() -> None:
    dice = [row(table, side, "34")["numbers"]["dice"] for table, side in SIDES]
    assert dice == [dice[0]] * 4
    assert dice[0] == {
        "headquarters": {"eliminated": "1"},
        "combat": {"shaken": "1-2"},
        "supply": {"eliminated": "1", "shaken": "2-3"},
    }


@pytest.mark.rule("sns2:event1:native:41-43")
def test_friendly_natives_are_eliminated_outright() -> None:
    dice = row("1", "native", "41")["numbers"]["dice"]
    assert [by["eliminated"] for by in (dice["headquarters"], dice["combat"], dice["supply"])] == ["1", "1-2", "1-3"]
    assert not any("shaken" in by for by in dice.values())


@pytest.mark.rule("sns2:event1:native:21-22")
@pytest.mark.rule("sns2:event2:asante:21-22")
def test_a_mob_shakes_every_unit_and_may_kill_leaders() -> None:
    for table in ("1", "2"):
        assert row(table, "native", "21")["numbers"]["dice"] == {
            "headquarters": {"eliminated": "1"},
            "combat": {"shaken": "1-2"},
            "supply": {"shaken": "1-2"},
        }


FIGURES: Final = [
    ("1", "empire", "11", {"point_a_unit": 1, "places": 0.5, "most": "local", "ends": "onward"}),
    ("1", "empire", "13", {"places": 2, "factors": 8, "ends": "evacuate"}),
    ("1", "empire", "21", {"units": "2d6"}),
    ("1", "empire", "31", {"factors": "1d6"}),
    ("1", "empire", "33", {"gain": "1-4", "lose": "5", "betrayed": "6", "points": "1d6"}),
    ("1", "empire", "42", {"fire": 1}),
    ("1", "empire", "43", {"march_or_forage": 1}),
    ("1", "empire", "44", {"supply": 1, "friendly": 2}),
    ("1", "empire", "54", {"friendly": "1d6", "within": 3}),
    ("1", "empire", "64", {"natives": "1-3", "empire": "4-6", "units": "1d6", "factors": "1d6"}),
    ("1", "native", "11", {"result": "uprising"}),
    ("1", "native", "14", {"result": "desertions"}),
    ("1", "native", "23", {"morale": "F"}),
    ("1", "native", "25", {"happens": "1-3"}),
    ("1", "native", "26", {"superiority": 2}),
    ("1", "native", "31", {"march": -1, "forage": -1}),
    ("1", "native", "44", {"units": "1"}),
    ("1", "native", "51", {"units": "1", "tactical": 2, "strategic": 3}),
    ("1", "native", "53", {"tactical": 0, "strategic": 0}),
    ("1", "native", "56", {"dice": {"artillery": {"eliminated": "1-2"}}}),
    ("1", "native", "61", {"result": "uprising"}),
    ("1", "native", "63", {"result": "desertions"}),
    ("1", "native", "65", {"units": "1d6"}),
    ("2", "empire", "33", {"gain": "1-3", "betrayed": "4-6", "factors": 1, "points": 2}),
    ("2", "empire", "41", {"fire": 1}),
    ("2", "empire", "42", {"march_or_forage": 1}),
    ("2", "empire", "43", {"tactical": 0, "strategic": 0}),
    ("2", "empire", "46", {"dice": {"levy": {"removed": "4-6"}}}),
    ("2", "empire", "52", {"movement": 0.5}),
    ("2", "empire", "54", {"movement": 0.5}),
    ("2", "empire", "55", {"superiority": 1}),
    ("2", "empire", "61", {"march": 1, "forage": 1}),
    ("2", "native", "25", {"happens": "1-3"}),
    ("2", "native", "26", {"superiority": 2}),
    ("2", "native", "31", {"march": -1, "forage": -1}),
    ("2", "native", "36", {"points": 5, "march": 1, "shaken": "odd"}),
    ("2", "native", "41", {"within": 3, "bars": "golden_stool"}),
    ("2", "native", "51", {"movement": 0.5}),
    ("2", "native", "53", {"march": 1}),
    ("2", "native", "56", {"even": 1, "odd": -1}),
]
"""Table, side, a throw of the row, and the figures that the text gives."""


@pytest.mark.rule("sns2:4.0")
@pytest.mark.parametrize(("table", "side", "throw", "figures"), FIGURES)
def test_figures_are_the_text_s(table: str, side: str, throw: str, figures: dict[str, Any]) -> None:
    assert row(table, side, throw)["numbers"] == figures


@pytest.mark.rule("sns2:4.1")
def test_each_campaign_has_its_table() -> None:
    assert {name: str(table) for name, table in EVENTS["campaigns"].items()} == {
        name: table for table, names in CAMPAIGNS.items() for name in names
    }


@pytest.mark.rule("sns2:4.1")
def test_every_row_of_the_tables_is_a_row_of_the_ledger() -> None:
    source, _ = read_source(data.resources() / "systems" / "sun_never_sets" / "ledger.yaml")
    assert source.root is not None
    known = [row["rule"] for row in source.root.data["rows"] if str(row["rule"]).startswith("event")]
    told = {entry["rule"] for table, side in SIDES for entry in rows(table, side)}
    assert told == set(known)
