"""Battles and actions that make no sense: each is a finding or an ActionError with its place, never a traceback."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import game

from engine.errors import ActionError, HexwrightError, NameNotKnown
from engine.findings import Severity
from engine.formats import load_text
from engine.umpire.checks import check_loaded

HEAD = """format: hexwright-scenario 1
name: X
system: dbm
sides:
  red: {name: Red, colour: "#b33a2e", ink: "#ffffff"}
  blue: {name: Blue, colour: "#2e5fb3", ink: "#ffffff"}
"""
TABLE = "map: {palette: table, table: {size: [3600, 2400]}}\n"
UNITS = """units:
  bd-1..bd-2: {side: red, type: Bd, grade: O, regular: true}
  sp-9: {side: blue, type: Sp, grade: O, regular: true}
"""
SETUP = 'setup: {bd-1: "900,1500/0", bd-2: "980,1500/0", sp-9: "900,500/180"}\n'
SPECIAL = "special: {edges: {red: bottom, blue: top}}\n"


EMPTY = "map:\n  palette: table\n  table: {size: [3600, 2400]}\n"


def area(outline: str, **more: str) -> str:
    said = ", ".join(f"{key}: {value}" for key, value in {"kind": "wood", **more}.items())
    return f"{EMPTY}  areas:\n  - {{key: a, outline: '{outline}', {said}}}\n"


def battle(table: str = TABLE, units: str = UNITS, setup: str = SETUP, special: str = SPECIAL) -> str:
    return HEAD + table + units + setup + special


LIST = "lists: {red: {name: A, lines: {bd: {element: Bd O, least: 2, most: 4}}%s}}"
UPGRADE = (
    "lists: {red: {name: A, lines: {bd: {element: Bd O, least: 2, most: 4}, old: {of: %s, to: Bd S, upgrade: %s}}}}"
)
WALL = EMPTY + "  lines:\n  - {key: w, kind: pf, inside: '%s', outside: '%s'}\n"

FIRST = 3
"""Lines at the head of each battle in which nothing is wrong."""

BAD: dict[str, str] = {
    "both of grid and table": battle(
        "map: {palette: table, table: {size: [3600, 2400]}, grid: {columns: 5, rows: 5}}\n"
    ),
    "neither of grid and table": battle("map: {palette: table}\n"),
    "an outline of two points": battle(area("100,100 200,200")),
    "an outline that crosses itself": battle(area("100,100 300,300 300,100 100,300")),
    "an outline of 100,000 points": battle(area(" ".join(f"{n % 1000},{n // 1000}" for n in range(100_000)))),
    "a wall with one point inside": battle(WALL % ("1000,500", "1000,540 1080,540")),
    "a wall with one point outside": battle(WALL % ("1000,500 1080,500", "1000,540")),
    "an outline off the table": battle(area("100,100 300,100 9000,300")),
    "a part outside its hill": battle(
        area(
            "100,100 300,100 300,300",
            kind="hill",
            slope="gentle",
            cover="bare",
            parts="[{slope: steep, outline: '900,900 950,900 950,950'}]",
        )
    ),
    "edges of a wall that diverge": battle(WALL % ("500,540 740,540", "500,500 740,300")),
    "a facing of 360": battle(setup=SETUP.replace("900,1500/0", "900,1500/360")),
    "a facing of 12.34": battle(setup=SETUP.replace("900,1500/0", "900,1500/12.34")),
    "a place beyond the table": battle(setup=SETUP.replace("900,1500/0", "9000,1500/0")),
    "bases over bases": battle(setup=SETUP.replace("980,1500/0", "930,1500/0")),
    "ranges of keys that overlap": battle(
        units=UNITS + "  bd-2..bd-3: {side: red, type: Bd, grade: O, regular: true}\n"
    ),
    "a range of keys that runs backwards": battle(units=UNITS.replace("bd-1..bd-2", "bd-2..bd-1")),
    "a general of another side": battle(
        special="special: {edges: {red: bottom, blue: top}, commands: {a: {side: red, general: sp-9}}}\n"
    ),
    "allies of allies": battle(
        special="special: {" + LIST % ", allies: {h: {name: H, allies: {i: {name: I}}}}" + "}\n"
    ),
    "a line that is no number": battle(special="special: {" + (LIST % "").replace("least: 2", "least: few") + "}\n"),
    "a line of fewer than its least": battle(
        special="special: {" + (LIST % "").replace("least: 2", "least: 3") + "}\n",
        units=UNITS.replace("regular: true}\n  sp", "regular: true, line: bd}\n  sp"),
    ),
    "a list without least": battle(
        special="special: {" + (LIST % "").replace("least: 2, ", "") + "}\n",
    ),
    "a list without lines": battle(special="special: {lists: {red: {name: A}}}\n"),
    "a least above its most": battle(special="special: {" + (LIST % "").replace("most: 4", "most: 1") + "}\n"),
    "an upgrade by a part of nothing": battle(special="special: {" + UPGRADE % ("bd", "3/0-all") + "}\n"),
    "an upgrade of no line": battle(special="special: {" + UPGRADE % ("spears", "any") + "}\n"),
    "an upgrade of itself": battle(special="special: {" + UPGRADE % ("old", "any") + "}\n"),
    "a place without a facing": battle(setup=SETUP.replace('"900,1500/0"', "[900, 1500]")),
    "a ship aboard itself": battle(
        units=UNITS + "  bts-1: {side: red, type: Bts, grade: O, regular: false, aboard: bts-1}\n"
    ),
    "dbm on hexes": battle("map: {palette: default, grid: {columns: 5, rows: 5}}\n"),
    "tlg2 on a table": battle().replace("system: dbm", "system: tlg2"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_battle_that_makes_no_sense_is_found_at_its_place(what: str) -> None:
    text = BAD[what]
    try:
        found = check_loaded(load_text(text, "x.yaml"))
    except HexwrightError as error:
        found = list(getattr(error, "findings", ()))
    grave = [one for one in found if one.severity is not Severity.INFO]
    assert grave, what
    assert any(one.place is not None and one.place.line > FIRST for one in grave), [str(one) for one in grave]


PLACES: dict[str, Any] = {"bd-1": [1000, 1000, 0], "bd-2": [1080, 1000, 0], "sp-9": [3000, 100, 180]}
BLADES = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-9": "blue Sp O"}


@pytest.mark.parametrize(
    "action",
    [
        "move bd-1: " + "; ".join(["ahead 1"] * 500),
        "move bd-1: wheel left 0",
        "move bd-1: wheel left 4000",
        "move bd-1: wheel left 12.34",
        "move bd-1: ahead -5",
        "move bd-1: ahead 12345678901234567890",
        "move bd-1: to 1000,1000/360",
        "move bd-1: to nowhere",
        "move bd-1:",
        "move : ahead 5",
        "move bd-1 bd-1: ahead 5",
        "move bd-2..bd-1: ahead 5",
        "move bd-1..bd-99999: ahead 5",
        "move xx-1: ahead 5",
        "halt bd-1 facing 12.34",
        "halt bd-1 facing 360",
        "line up bd-1",
        "expand bd-1 left many",
        "deploy bd-1 at 5",
        "shoot bd-1",
        "fly bd-1",
        "",
        "move " + "bd-1 " * 5000,
    ],
)
def test_an_action_without_meaning_is_refused(action: str) -> None:
    played = game(BLADES, PLACES)
    with pytest.raises((ActionError, NameNotKnown)):
        played.verdict(action)


@pytest.mark.parametrize(
    "action", ["move bd-1: to 99999,99999/0", "move bd-1: ahead 9999", "arrive bd-1 at 5,5/0 wide 0"]
)
def test_an_action_out_of_all_bounds_is_illegal(action: str) -> None:
    assert not game(BLADES, PLACES).verdict(action)
