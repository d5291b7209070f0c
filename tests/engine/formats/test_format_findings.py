"""Every code has a bad file that raises it at the right line and column; mistakes come all at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from format_fields import MAP, SCENARIO

from engine.findings import FileProblem, Finding, Severity
from engine.formats import CODES, Loaded, load, load_map, load_text
from engine.formats.kit_codes import KIT_CODES
from engine.hexes.board.battlemap import BattleMap
from engine.scenario import Scenario
from engine.umpire.checks import bars_to_play, check_loaded, check_scenario

BROKEN = Path(__file__).parents[2] / "broken"
UMPIRES = sorted(path for path in BROKEN.glob("*.yaml") if path.stem[-3:].isdecimal() and int(path.stem[-3:]) > 100)
"""Files that can be read, and that the umpire's checks find something in."""
_EXPECTED = re.compile(r"# ([A-Z]+\d{3}) at (\d+):(\d+)\n")
ELSEWHERE = {"FILE001", "FILE002", "FILE003", "FILE010"}
"""Codes that no file kept in the repository can raise; test_format_hostile raises them."""


def kept() -> list[str]:
    # Rules files have bad files of their own: tests/engine/kit/test_kit_checks.py.
    return sorted(code for code in CODES if code not in ELSEWHERE and code not in KIT_CODES)


@pytest.mark.parametrize("code", kept())
def test_the_bad_file_of_each_code_raises_it_at_its_place(code: str) -> None:
    path = BROKEN / f"{code}.yaml"
    match = _EXPECTED.match(path.read_text(encoding="utf-8"))
    assert match is not None
    assert match[1] == code
    found = [finding for finding in load(path).findings if finding.code == code]
    assert found, f"{path} does not raise {code}"
    assert (found[0].place.line, found[0].place.column) == (int(match[2]), int(match[3]))
    assert found[0].place.file == str(path)
    assert found[0].message


@pytest.mark.parametrize("code", [code for code in kept() if code != "FILE024"])
def test_a_bad_file_has_no_knock_on_findings_of_other_kinds(code: str) -> None:
    others = {finding.code for finding in load(BROKEN / f"{code}.yaml").findings} - {code}
    assert others <= {"FILE019"}
    assert not others or code == "FILE008"


@pytest.mark.parametrize("path", UMPIRES, ids=lambda path: path.stem)
def test_what_the_umpire_finds_is_told_once_and_by_nobody_else(path: Path) -> None:
    match = _EXPECTED.match(path.read_text(encoding="utf-8"))
    assert match is not None
    assert match[1] == path.stem
    loaded = load(path)
    assert loaded.findings == [], "it can be read"
    wrong = [finding for finding in check_loaded(loaded) if finding.severity is Severity.ERROR]
    assert [(f.code, f.place.line, f.place.column) for f in wrong] == [(match[1], int(match[2]), int(match[3]))]
    assert bars_to_play(loaded) == wrong
    assert loaded.model is not None
    alone = [f.code for f in check_scenario(loaded.model) if f.severity is Severity.ERROR]
    assert alone == [path.stem], "a model without its file has the same finding"


def test_a_map_with_ten_mistakes_reports_ten_findings_each_at_its_place_with_a_hint() -> None:
    path = BROKEN / "ten_mistakes.yaml"
    loaded = load(path)
    found = [(f.code, f.place.line, f.place.column, f.place.data_path) for f in loaded.findings]
    assert found == [
        ("FILE017", 3, 1, "scael"),
        ("FILE019", 9, 14, "grid.first.1"),
        ("MAP004", 11, 36, "legend.s"),
        ("MAP003", 14, 6, "terrain"),
        ("MAP002", 15, 8, "terrain"),
        ("MAP011", 19, 5, "features.building"),
        ("MAP012", 21, 22, "hexsides.river"),
        ("MAP014", 24, 5, "hexsides.slope"),
        ("MAP016", 29, 5, "paths.road"),
        ("FILE020", 31, 33, "names.0.size"),
    ]
    hints = {f.code: f.hint for f in loaded.findings}
    assert hints["FILE017"] == "did you mean 'scale'?"
    assert hints["MAP004"] == "did you mean 'swamp'?"
    assert hints["MAP012"] == "they are 2 hexes apart"
    assert hints["MAP014"] == "write L0302>L0303 if the first hex is high"
    with pytest.raises(FileProblem) as caught:
        load_map(path)
    assert caught.value.findings == loaded.findings


def test_what_is_good_in_a_bad_map_is_still_read() -> None:
    loaded = load(BROKEN / "ten_mistakes.yaml")
    model = loaded.model
    assert isinstance(model, BattleMap)
    assert loaded.errors
    assert model.grid.columns == 6
    assert [label.text for label in model.labels] == ["Mill", "Ford"]
    assert model.has_hexside(model.grid.parse_side("L0101/L0102"), "river")
    assert not model.has_hexside(model.grid.parse_side("L0101/L0102"), "slope")
    assert sum(len(kinds) for kinds in model.paths.values()) == 4


def findings(text: str) -> list[tuple[str, int, int]]:
    return [(f.code, f.place.line, f.place.column) for f in load_text(text).findings]


def wrong(loaded: Loaded) -> list[Finding]:
    """Every error, but for reinforcements of later turns: the small scenario has one."""
    return [f for f in check_loaded(loaded) if f.severity is Severity.ERROR and f.code != "REINF102"]


def test_a_scenario_with_unknown_names_is_built_and_the_umpire_reports_them() -> None:
    text = SCENARIO.replace("us-9: L0101", "us-9: L9901").replace("side: us, entry", "side: uss, entry")
    loaded = load_text(text)
    assert isinstance(loaded.model, Scenario)
    assert loaded.model.setup["us-9"] == "L9901"
    assert loaded.findings == []
    assert [(f.code, f.place.unit, f.place.data_path) for f in wrong(loaded)] == [
        ("SETUP102", "us-9", "setup.us-9"),
        ("REINF107", "", "reinforcements.0.side"),
    ]


def test_list_positions_survive_entries_that_are_left_out() -> None:
    text = SCENARIO + "- {turn: two, side: us, entry: L0103, units: us-9}\n"
    text += "- {turn: 2, side: us, entry: L01, units: us-9}\n"
    loaded = load_text(text)
    assert [(f.code, f.place.line, f.place.data_path) for f in wrong(loaded)] == [
        ("FILE019", 18, "reinforcements.1.turn"),
        ("REINF103", 19, "reinforcements.2.entry"),
        ("UNIT103", 19, "reinforcements.2.units"),
    ]


def test_a_broken_unit_is_left_out_and_the_rest_is_read() -> None:
    loaded = load_text(SCENARIO.replace("side: ac, name: Royal Scots, type", "side: ac, name: Royal Scots, typ"))
    assert isinstance(loaded.model, Scenario)
    assert [f.code for f in wrong(loaded)] == ["FILE018"], "nothing is said of what names it"
    assert "type" in loaded.findings[0].message
    assert set(loaded.model.units) == {"us-9", "us-11"}


@pytest.mark.parametrize("victory", ["{sudden: -5}", "{levels: [{name: local, margin: -1}]}"])
def test_no_lead_is_less_than_nothing(victory: str) -> None:
    (found,) = wrong(load_text(f"{SCENARIO}victory: {victory}\n"))
    assert (found.code, found.message.partition("' ")[2]) == ("FILE020", "must be at least 0")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # Inside a quoted text block, a folded one, and one over several lines.
        ("terrain", "features: {building: 'L0101 L0909'}\nterrain", ("MAP011", 5, 29)),
        ("terrain", "features:\n  building: >\n    L0101\n    L0909\nterrain", ("MAP011", 8, 5)),
        ("terrain", "features:\n  building: L0101\n    L0202   L0909\nterrain", ("MAP011", 7, 13)),
        ("terrain", "features:\n  building: [L0101, L0909]\nterrain", ("MAP011", 6, 21)),
        ("terrain", "hexsides: {slope: L0101>L0102 L0101>L0202>L0203}\nterrain", ("MAP013", 5, 31)),
        ("terrain", "hexsides: {slope: L0101>L0102 L0101>L0101}\nterrain", ("MAP012", 5, 31)),
        ("terrain", "paths: {road: L0101 L0102 /X}\nterrain", ("MAP017", 5, 27)),
        ("terrain", "paths: {road: L0101 /N L0102}\nterrain", ("MAP017", 5, 21)),
        ("terrain", "regions: {hill: {hexes: L0101 L0101}}\nterrain", ("MAP019", 5, 31)),
        ("terrain", "regions: {hill!: {hexes: L0101}}\nterrain", ("FILE020", 5, 11)),
        ("terrain", "regions: {hill: {colour: red}}\nterrain", ("FILE020", 5, 26)),
        ("terrain", "names: [{text: Mill, at: L0101, angle: 1001}]\nterrain", ("FILE020", 5, 40)),
        ("terrain", "names: [{text: Mill}]\nterrain", ("FILE018", 5, 9)),
        ("terrain", "names: {text: Mill}\nterrain", ("FILE019", 5, 1)),
        ("terrain", "features: {building: true}\nterrain", ("FILE019", 5, 22)),
        ("terrain", "paths: {road: {a: b}}\nterrain", ("FILE019", 5, 9)),
        ("palette: standard", "palette: standart", ("FILE021", 3, 10)),
        ("palette: standard", "palette: ../../p.yaml", ("FILE021", 3, 10)),
        ("name: Small", "name: false", ("FILE019", 2, 7)),
        ("name: Small", "name:", ("FILE019", 2, 1)),
        ("terrain: |", "terrain: >", ("MAP001", 5, 10)),
    ],
)
def test_a_mistake_is_found_at_its_line_and_column(old: str, new: str, expected: tuple[str, int, int]) -> None:
    assert expected in findings(MAP.replace(old, new, 1))


def test_all_lines_of_a_block_that_are_wrong_are_reported() -> None:
    found = findings(MAP.replace("  ..f.\n  .ff.\n", "  ..f?..\n  !\n"))
    assert found == [("MAP003", 6, 6), ("MAP002", 6, 7), ("MAP003", 7, 3), ("MAP002", 7, 4)]


def test_positions_hold_with_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    text = MAP.replace(".ff.", ".f?.") + "features:\n  building: L0101 L0909\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    found = [(f.code, f.place.line, f.place.column) for f in load(path).findings]
    assert found == [("MAP003", 7, 5), ("MAP011", 10, 19)]


def test_positions_count_characters_not_bytes() -> None:
    text = MAP.partition("terrain")[0].replace("name: Small", "name: Ä\nlegend: {é: clear, '→': forrest}")
    assert findings(text) == [("MAP004", 3, 25)]


def test_a_section_places_units_entries_and_hexsides_for_the_umpire() -> None:
    loaded = load_text(SCENARIO.replace("  regions:", "  hexsides: {slope: L0101>L0102 L0201>L0202}\n  regions:"))
    scenario, battle = loaded.scenario_section, loaded.map_section
    assert scenario is not None
    assert battle is not None
    unit = scenario.place(("units", "us-9"), unit="us-9")
    assert (unit.line, unit.column, unit.unit) == (13, 3, "us-9")
    strength = scenario.place(("units", "us-9", "strength"))
    assert (strength.line, strength.column) == (13, 66)
    side = battle.place(("hexsides", "slope"), 1)
    assert (side.line, side.column, side.data_path) == (6, 33, "map.hexsides.slope")
    beyond = battle.place(("hexsides", "wall"), 1)
    assert (beyond.line, beyond.column) == (6, 3)


def test_the_map_of_a_scenario_brings_its_own_findings(tmp_path: Path) -> None:
    (tmp_path / "ground.yaml").write_text(MAP.replace(".ff.", ".f?."), encoding="utf-8")
    head, tail = SCENARIO.split("  grid:")[0].removesuffix("map:\n"), SCENARIO.split("L0102}\n")[1]
    path = tmp_path / "battle.yaml"
    path.write_text(head + "map: ground\n" + tail, encoding="utf-8")
    loaded: Loaded = load(path)
    assert isinstance(loaded.model, Scenario)
    assert loaded.model.map_ref == "ground"
    assert [(f.code, Path(f.place.file).name, f.place.line) for f in loaded.findings] == [("MAP003", "ground.yaml", 7)]
    assert all(f.severity is Severity.ERROR for f in loaded.findings)
