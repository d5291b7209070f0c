"""A scenario's own tables are laid over the system's; where they do not fit, it is said why, in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import HexwrightError
from engine.mechanics.tables import laid_over, shipped
from engine.systems.fire_and_movement.tables import Tables as FmTables
from engine.systems.twilights_last_gleaming.tables import Tables as TlgTables

GAP = "tables: 'combat_results' must have rows for the die results 1, 2, 3 ... without a gap"
ODDS = "tables: 'combat_results' must have odds for columns that follow each other, such as 1:2, 1:1, 2:1"
RUNG = "tables: combat_results: ladder: entry 1 of 'ladder' must be differentials, such as +2 +3"
LINES = "tables: the file must have every line of terrain among the lines of combat_results; 'moon' is not"


def refused(tables: type[FmTables | TlgTables], own: dict[str, Any]) -> str:
    """What is said of a scenario's own tables; "" where they fit."""
    try:
        tables.of(own)
    except HexwrightError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"what": {}}, "there is no table 'what'; there are combat_results, terrain_effects"),
        ({"combat_results": 3}, "table 'combat_results' must be a mapping of keys to values"),
        ({"combat_results": {"more": 1}}, "tables: combat_results: there is no key 'more' here"),
        ({"combat_results": {"rows": {7: ["-"] * 12}}}, ""),
        ({"combat_results": {"rows": {8: ["-"] * 12}}}, GAP),
        ({"combat_results": {"rows": {100: ["-"] * 12}}}, GAP),
        ({"combat_results": {"rows": {"0": ["-"] * 12}}}, "tables: combat_results: rows: '0' must be at least 1"),
        ({"combat_results": {"rows": {"101": ["-"] * 12}}}, "tables: combat_results: rows: '101' must be at most 100"),
        (
            {"combat_results": {"rows": {"x": ["-"] * 12}}},
            "tables: combat_results: rows: 'x' must be a whole number, not the text 'x'",
        ),
        (
            {"combat_results": {"rows": {"٣": ["-"] * 12}}},
            "tables: combat_results: rows: '٣' must be a whole number, not the text '٣'",
        ),
        *(
            (
                {"combat_results": {"rows": {6: ["-"] * count}}},
                f"tables: 'combat_results' has {count} results in row 6 for 12 columns",
            )
            for count in (11, 13)
        ),
        (
            {"combat_results": {"rows": {3: [*(["-"] * 11), ""]}}},
            "tables: 'combat_results' has the result '' in row 3, which these rules do not know",
        ),
        (
            {"combat_results": {"columns": []}},
            "tables: combat_results: 'columns' must have at least 1 entries, not 0",
        ),
        (
            {"combat_results": {"columns": ["x"] * 101}},
            "tables: combat_results: 'columns' must have at most 100 entries",
        ),
        ({"combat_results": {"ladder": ["-3", "-2 -1"]}}, ""),
        (
            {"combat_results": {"ladder": ["-3", "-3 -1"]}},
            "tables: 'combat_results' must have a ladder whose rungs begin ever higher",
        ),
        *(({"combat_results": {"ladder": [rung]}}, RUNG) for rung in ("x", "1000", "1  2", "+-1")),
        ({"combat_results": {"lines": {"clear": 100, "town": -100}}}, ""),
        (
            {"combat_results": {"lines": {"clear": 101}}},
            "tables: combat_results: lines: 'clear' must be at most 100",
        ),
        (
            {"combat_results": {"lines": {"clear": -101}}},
            "tables: combat_results: lines: 'clear' must be at least -100",
        ),
        ({"terrain_effects": {"hex": {"forest": {"leg": 1, "mobile": 1, "line": "moon"}}}}, LINES),
        ({"terrain_effects": {"plus": {"town": {"line": "moon"}}}}, LINES),
        ({"terrain_effects": {"hexside": {"river": {"line": "moon"}}}}, LINES),
        ({"terrain_effects": {"hexside": {"river": {"bridged": "moon"}}}}, LINES),
        ({"terrain_effects": {"road": 99, "trail": 0}}, ""),
        ({"terrain_effects": {"road": 99.5}}, "tables: terrain_effects: 'road' must be at most 99.0"),
        ({"terrain_effects": {"road": -0.5}}, "tables: terrain_effects: 'road' must be at least 0.0"),
        ({"terrain_effects": {"road": 0.25}}, "tables: terrain_effects: 'road' must be a multiple of 0.5"),
    ],
)
def test_own_tables_of_fire_and_movement(own: dict[str, Any], said: str) -> None:
    assert refused(FmTables, own) == said


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"combat_results": {"columns": ["1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]}}, ""),
        ({"combat_results": {"columns": ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "8:1"]}}, ODDS),
        ({"combat_results": {"columns": ["x", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]}}, ODDS),
        ({"movement_allowances": {"day": {"infantry": 99, "cavalry": 0}}}, ""),
        (
            {"movement_allowances": {"day": {"infantry": 100}}},
            "tables: movement_allowances: day: 'infantry' must be at most 99",
        ),
        (
            {"movement_allowances": {"night": {"cavalry": -1}}},
            "tables: movement_allowances: night: 'cavalry' must be at least 0",
        ),
        ({"combat_effects": {"hex": {"forest": 99, "swamp": -99}}}, ""),
        (
            {"combat_effects": {"hexside": {"slope": 100}}},
            "tables: combat_effects: hexside: 'slope' must be at most 99",
        ),
        (
            {"combat_effects": {"hexside": {"slope": -100}}},
            "tables: combat_effects: hexside: 'slope' must be at least -99",
        ),
    ],
)
def test_own_tables_of_twilights_last_gleaming(own: dict[str, Any], said: str) -> None:
    assert refused(TlgTables, own) == said


@pytest.mark.parametrize(
    ("tables", "known", "unknown"),
    [
        (FmTables, "A1 A4 D1 D4 Ae De (A) Ex -", "A0 A5 D Dee AE (D) Ee NE"),
        (TlgTables, "AL1DR BL NE - DE AL9 DL1DRBEAR", "AL0 AX D DL1DRBEARAL Ae L1 NEAL"),
    ],
)
def test_the_codes_of_results_that_a_system_knows(tables: type[FmTables | TlgTables], known: str, unknown: str) -> None:
    count = len(tables.of({}).combat_results.columns)
    for code in known.split():
        assert refused(tables, {"combat_results": {"rows": {6: [code] * count}}}) == ""
    for code in unknown.split():
        said = f"tables: 'combat_results' has the result {code!r} in row 6, which these rules do not know"
        assert refused(tables, {"combat_results": {"rows": {6: [code] * count}}}) == said


def test_only_what_a_scenario_changes_is_changed() -> None:
    own = {"entry_costs": {"hex": {"forest": {"infantry": 9}, "lava": {"infantry": 1}}, "creek": 2}}
    before, after = shipped("twilights_last_gleaming"), laid_over("twilights_last_gleaming", own)
    assert {name for name in before if after[name] != before[name]} == {"entry_costs"}
    mine, old = after["entry_costs"], before["entry_costs"]
    assert mine == {
        **old,
        "hex": {**old["hex"], "forest": {**old["hex"]["forest"], "infantry": 9}, "lava": {"infantry": 1}},
        "creek": 2,
        "provenance": "scenario",
    }
    # A row may be named by a number or by a text: it is the same row.
    rows = laid_over("twilights_last_gleaming", {"combat_results": {"rows": {"1": ["NE"] * 10}}})
    assert len(rows["combat_results"]["rows"]) == len(before["combat_results"]["rows"])
