"""What the umpire says of a battle under De Bellis Multitudinis before it is played: a bad one for each code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from field_of import palette, scenario
from test_armies import ARMY, HILL, blades, hill

from engine.findings import Finding, Severity
from engine.formats import dump_scenario, load, load_palette
from engine.play.registry import system
from engine.scenario import Scenario
from engine.tables.smooth import Outline
from engine.tables.table import Table, TableArea, TableLine, TableWall
from engine.umpire.checks import check_loaded, check_scenario

FOLDER = Path(__file__).resolve().parents[3] / "broken" / "dbm"
CODES = tuple(system("dbm").findings)
SETUP = {"bd-1": "900,1500/0", "bd-2": "1000,1500/0", "sp-1": "900,500/180"}
UNITS = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O"}


def square(x: int, y: int, size: int) -> Outline:
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def made(units: dict[str, str], setup: dict[str, str] | None = None, *pieces: Any, **special: Any) -> Scenario:
    """UNITS and others, set up as SETUP and otherwise has them, on a table with some pieces."""
    board = Table(
        palette(),
        areas={one.key: one for one in pieces if isinstance(one, TableArea)},
        lines={one.key: one for one in pieces if not isinstance(one, TableArea)},
    )
    return scenario({**UNITS, **units}, table=board, **special).with_(setup={**SETUP, **(setup or {})})


def said(battle: Scenario) -> list[Finding]:
    return [finding for check in system("dbm").checks for finding in check(battle)]


def army(*units: dict[str, str], told: dict[str, Any] | None = None, **changes: Any) -> Scenario:
    """Red's army against a list of its own."""
    everybody = {key: value for some in units for key, value in some.items()}
    return made(everybody, None, lists={"red": {**ARMY, **changes}}, invader="blue", **(told or {}))


BAY = TableArea("bay", "waterway", square(0, 2000, 400))


def commands(**more: Any) -> dict[str, Any]:
    return {"left": {"side": "red"}, "right": {"side": "red", **more}}


def flanked(setup: dict[str, str], **more: Any) -> Scenario:
    units = {f"cv-{n}": f"red Cv O command={'right' if n == 2 else 'left'}" for n in (1, 2, 3)}
    return made(units, setup, commands=commands(**more))


WALL = TableWall("w-1", "pf", ((500, 540), (660, 540)), ((500, 500), (660, 500)), chain="c")
NEXT = TableWall("w-2", "pf", ((665, 540), (825, 540)), ((665, 500), (825, 500)), chain="c")
DEEP = TableWall("w-1", "pf", ((500, 600), (660, 600)), ((500, 500), (660, 500)))
SEA = TableArea("sea", "waterway", ((0, 1100), (3600, 1100), (3600, 1300), (0, 1300)))
RIDGE = TableArea("hill-1", "hill", square(400, 400, 300))
COAST = TableArea("sea", "waterway", square(0, 0, 400))
BAD: dict[str, tuple[Callable[[], Scenario], str]] = {
    "DBM101": (lambda: made({}, {"bd-2": "950,1500/0"}), "7.4"),
    "DBM102": (lambda: made({}, {"bd-2": "1000,2390/0"}), "7.4"),
    "DBM103": (lambda: made({}, None, TableArea("rock", "impassable", square(980, 1480, 40))), "7.4"),
    "DBM104": (lambda: made({"gal-1": "red Gal O"}, {"gal-1": "1800,1800/0"}), "7.5"),
    "DBM105": (lambda: made({}, {"bd-2": "1000,1300/0"}), "7.2"),
    "DBM106": (lambda: flanked({"cv-1": "1800,1500/0", "cv-2": "2000,1500/0", "cv-3": "2200,1500/0"}), "7.4"),
    "DBM107": (lambda: flanked({"cv-1": "1800,1500/0", "cv-2": "1500,1500/0"}, after="left"), "fair-play:6.1"),
    "DBM108": (lambda: flanked({"cv-1": "1800,1500/0", "cv-2": "2200,1500/0"}, behind="left"), "7.4"),
    "DBM109": (lambda: flanked({}, after="centre"), "fair-play:6.1"),
    "DBM110": (lambda: made({"ax-1": "red Ax O"}, None, ambush=["ax-1"]), "7.1"),
    "DBM111": (lambda: made({}, None, ambush=["bd-1"]), "7.2"),
    "DBM112": (lambda: made({"ax-1": "red Ax O aboard=bd-1"}), "7.5"),
    "DBM113": (
        lambda: made({"gal-1": "red Gal O", "ax-1": "red Ax O aboard=gal-1"}, {"ax-1": "1800,1800/0"}, BAY),
        "7.5",
    ),
    "DBM114": (lambda: made({}, None, flank={"left": "left"}), "8.1"),
    "DBM115": (lambda: made({}, None, edges={"red": "bottom", "blue": "left"}), "7.2"),
    "DBM116": (lambda: flanked({}), "3.5"),
    "DBM117": (
        lambda: made(
            {"cv-1": "red Cv O command=left general=sub", "cv-2": "red Cv O command=left general=sub"},
            None,
            commands=commands(),
        ),
        "3.5",
    ),
    "DBM118": (lambda: flanked({}), "3.5"),
    "DBM119": (lambda: made({"cv-1": "red Cv O command=nowhere"}), "7.4"),
    "DBM120": (lambda: made({"el-1": "red El O"}), "25.1"),
    "DBM121": (lambda: made({"art-1": "red Art O double"}), "4.1"),
    "DBM122": (lambda: made({"cv-1": "red Cv O rear=Sp_I"}), "4.2"),
    "DBM123": (lambda: made({"ax-1": "red Ax O dismounts=Ps_O"}), "3.1"),
    "DBM124": (lambda: made({"cv-1": "red Cv O dismounts=Bd_O dismount_for=dragons"}), "3.6"),
    "DBM125": (lambda: made({}, None, weather={"kind": "dust"}), "6.1"),
    "DBM126": (lambda: made({}, None, lists={"red": {"name": "A"}, "blue": {"name": "B"}}), "25.1"),
    "DBM127": (lambda: made({}, None, lists={"red": "nowhere"}), "25.1"),
    "DBM128": (lambda: army(blades(5)), "25.1"),
    "DBM129": (
        lambda: army(blades(2), hill("chief", 1, "Cv O"), hill("riders", 2, "LH O"), hill("spears", 1, "Ax O")),
        "25.2",
    ),
    "DBM130": (lambda: army(blades(2), hill("bows", 2, "Bw O"), allies={"hill": {"same_nation": True}}), "25.3"),
    "DBM131": (
        lambda: army(blades(2), hill("riders", 2, "LH O"), allies={"hill": {**HILL, "most_size": 2}}),
        "25.4",
    ),
    "DBM132": (lambda: army(blades(2), told={"terrain": {"told": "after"}}), "25.5"),
    "DBM133": (lambda: army(blades(2), terrain={"compulsory": ["PF"]}), "25.6"),
    "DBM134": (lambda: made({}, None, WALL, NEXT), "2.1"),
    "DBM135": (
        lambda: made(
            {},
            None,
            TableArea("town", "town", square(500, 540, 160)),
            TableWall("w-1", "pf", ((500, 540), (660, 540)), ((500, 500), (660, 500)), encloses="town"),
        ),
        "2.3",
    ),
    "DBM136": (lambda: made({}, None, DEEP), "fair-play:4.1"),
    "DBM138": (lambda: made({}, None, TableLine("road", "road", ((0, 9), (3600, 9)), placed="invader")), "5.1"),
    "DBM139": (lambda: made({}, None, terrain={"option": "road and hills"}), "5.4"),
    "DBM140": (lambda: made({}, None, RIDGE, TableArea("town", "town", square(900, 900, 99), joined="hill-1")), "5.6"),
    "DBM141": (lambda: made({}, None, COAST, TableArea("hill-1", "hill", square(399, 0, 300))), "5.8"),
    "DBM142": (lambda: made({}, None, COAST, TableArea("lake", "waterway", square(2000, 0, 300))), "5.2"),
    "DBM143": (lambda: made({}, None, TableArea("w", "wood", square(2000, 0, 300), fe=13, placed="invader")), "5.3"),
    "DBM144": (lambda: made({}, None, SEA), ""),
    "DBM145": (
        lambda: army(blades(2), lines={**ARMY["lines"], "old": {"of": "young", "to": "Bd S", "upgrade": "any"}}),
        "",
    ),
    "DBM146": (lambda: army(blades(2), lines={"blades": {"element": "Bd O", "most": 4}}), ""),
    "DBM147": (lambda: made({}, {"bd-2": "1000,1500"}), ""),
}


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_a_battle_that_raises_it(code: str) -> None:
    make, rule = BAD[code]
    found = [finding for finding in said(make()) if finding.code == code]
    assert found
    assert found[0].rule == (f"dbm:{rule}" if rule else "")
    assert found[0].message[0].islower() or found[0].message[0] in "BbCDEGHWwr"
    assert not found[0].message.endswith(".")


def test_a_sound_battle_has_no_findings() -> None:
    assert said(made({})) == []


def test_a_fix_mends_what_it_is_offered_for() -> None:
    (finding,) = [one for one in said(made({"el-1": "red El O"})) if one.code == "DBM120"]
    assert finding.fix is not None
    assert finding.fix.data == {"unit": "el-1", "values": {"regular": False}}
    assert not [one for one in said(made({"el-1": "red El O irr"})) if one.code == "DBM120"]


def test_what_an_example_may_be_about_keeps_nobody_from_playing() -> None:
    """Only what the rules could not make sense of is an error."""
    errors = {code for code, (make, _) in BAD.items() for one in said(make()) if one.severity is Severity.ERROR}
    assert errors == {"DBM101", "DBM102", "DBM103", "DBM112", "DBM114", "DBM119", "DBM127", "DBM147"}


def test_pieces_are_named_by_their_keys() -> None:
    (finding,) = [one for one in said(made({}, None, WALL, NEXT)) if one.code == "DBM134"]
    assert {"w-1", "w-2"} <= set(finding.message.split())


@pytest.mark.parametrize("code", CODES)
def test_the_bad_file_of_a_code_raises_it(code: str) -> None:
    """As the command line and the editor read it, with the place in the file."""
    found = [finding for finding in check_loaded(load(FOLDER / f"{code}.yaml")) if finding.code == code]
    assert found
    assert found[0].place.line > 1


def test_the_bad_files_are_those_battles() -> None:
    """``python -m pytest`` does not write them: they are dumped from the battles above."""
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == {code: dump_scenario(on_file(make())) for code, (make, _) in BAD.items()}


def on_file(battle: Scenario) -> Scenario:
    """A battle with the palette that ships, as a file can have it."""
    board = battle.map.copy()
    assert isinstance(board, Table)
    board.palette = load_palette("table")
    return battle.with_(map=board, map_ref="")


def test_troops_that_the_players_set_up_and_a_score_of_the_rules_own_are_no_faults() -> None:
    codes = {finding.code for finding in check_scenario(on_file(made({"ax-1": "red Ax O"})))}
    assert not codes & {"UNIT102", "WIN101"}
