"""Characters that only look like those of a file are named, at the very character; spellings make no other names."""

from __future__ import annotations

from pathlib import Path

import pytest
from format_fields import MAP, SCENARIO

from engine.findings import Finding, Severity
from engine.formats import load, load_map, load_text
from engine.hexes.board.battlemap import BattleMap
from engine.scenario import Scenario

BLANKS = "\u00a0\u2007\u202f\u200b\u3000"
COMPOSED, DECOMPOSED = "orl\u00e9ans", "orle\u0301ans"


def told(text: str) -> list[Finding]:
    """What is said of odd characters, at the right one: each is marked by ``¦`` before it."""
    expected = [number for number, char in enumerate(text) if char == "¦"]
    plain = text.replace("¦", "")
    found = [finding for finding in load_text(plain).findings if finding.code in ("FILE028", "FILE029")]
    at = [sum(map(len, plain.splitlines(True)[: f.place.line - 1])) + f.place.column - 1 for f in found]
    assert at == [place - number for number, place in enumerate(expected)]
    return found


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize(
    "line",
    [
        "grid:\n  columns:¦ 4\n  rows: 3\n",
        "grid:\n¦  columns: 4\n  rows: 3\n",
        "grid: {columns:¦ 4, rows: 3}\n",
        "grid: {columns¦ : 4, rows: 3}\n",
        "grid: {columns: 4, rows: 3}\nnames:\n-¦ {text: A, at: '0101'}\n",
        "grid: {columns: 4, rows: 3}\nscale:¦ 100 yards\nseed: 3\n",
    ],
)
def test_a_blank_that_is_none_is_an_error(line: str, blank: str) -> None:
    marked = line.replace("¦ ", f"¦{blank}").replace(f"¦{blank} columns", f"¦{blank}{blank}columns")
    findings = told(f"format: hexwright-map 1\n{marked}")
    assert {finding.severity for finding in findings} == {Severity.ERROR}
    assert f"U+{ord(blank):04X}" in findings[0].message


@pytest.mark.parametrize("blank", BLANKS)
def test_a_blank_at_the_end_of_a_value_is_told(blank: str) -> None:
    findings = told(MAP.replace("palette: standard", f"palette: standard¦{blank}"))
    assert [finding.severity for finding in findings] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("name: ¦“The mill”\n", Severity.WARNING),
        ("name: ¦‘The mill’\n", Severity.WARNING),
        ("name: ¦„The mill“\n", Severity.WARNING),
        ("name: ¦«The mill»\n", Severity.WARNING),
        ("¦“name”: The mill\n", Severity.ERROR),
    ],
)
def test_quotation_marks_that_quote_nothing_are_told(line: str, severity: Severity) -> None:
    assert [finding.severity for finding in told(MAP.replace("name: Small\n", line))] == [severity]


def test_a_text_that_a_comma_parts_is_told_where_it_begins() -> None:
    findings = told(MAP + "names:\n- {text: ¦“Fort George, lower”, at: L0101}\n")
    assert [finding.severity for finding in findings] == [Severity.WARNING]


@pytest.mark.parametrize("name", ["“Old” Mill", "L’Acadie", "Rue du Bac\u00a0n° 5", "the mill’s", "a – b"])
def test_what_good_typography_has_within_a_text_is_no_mistake(name: str) -> None:
    assert told(MAP.replace("name: Small", f"name: {name}")) == []
    assert told(MAP.replace("name: Small", "provenance: >-\n  “Notes” by\u00a0: one\n  – two #3\nname: Small")) == []


@pytest.mark.parametrize("name", ["“The mill”", "Mill\u00a0", "−3", "Hill #3"])
def test_what_is_quoted_is_meant(name: str) -> None:
    assert told(MAP.replace("name: Small", f"name: '{name}'")) == []


@pytest.mark.parametrize(
    "line",
    ["name: Hill ¦#3\n", "name:   ¦#3 Battery\n", "name: Small\nnames: [{text: Hill ¦#3, at: L0101}]\n"],
)
def test_a_text_that_a_comment_cuts_off_is_told(line: str) -> None:
    findings = told(MAP.replace("name: Small\n", line))
    assert "quotes" in findings[0].hint


@pytest.mark.parametrize(
    "line", ["name: Small # 3\n", "name: Small ## 3\n", "name: Small#3\n", "# name: A #3\nname: Small\n"]
)
def test_a_comment_is_a_comment(line: str) -> None:
    assert told(MAP.replace("name: Small\n", line).replace("name: Small ## 3", "name: Small # # 3")) == []


def test_a_minus_from_a_word_processor_is_told() -> None:
    assert "U+2212" in told(MAP + "names: [{text: A, at: L0101, dx: ¦−0.5}]\n")[0].message


def test_a_mistake_elsewhere_is_not_blamed_on_good_typography() -> None:
    loaded = load_text("format: hexwright-map 1\nname: x\nscale: He said, “go”\ngrid: {columns: 4, rows: 3}\na: b: c\n")
    assert [finding.code for finding in loaded.findings] == ["FILE005"]


@pytest.mark.parametrize("blank", ["   ", "\t", "\u00a0"])
@pytest.mark.parametrize("row", ["..f.", ".ff.", "...."])
def test_blanks_behind_rows_are_told_and_lose_nothing(row: str, blank: str) -> None:
    loaded = load_text(
        MAP.replace(f"  {row}\n", f"  {row}{blank}\n") + f"elevation: |\n  0000\n  0100{blank}\n  0000\n  \n"
    )
    assert [finding.code for finding in loaded.findings] == ["MAP022", "MAP022"]
    assert {finding.place.column for finding in loaded.findings} == {7}
    plain = load_text(MAP + "elevation: |\n  0000\n  0100\n  0000\n").model
    assert isinstance(loaded.model, BattleMap)
    assert isinstance(plain, BattleMap)
    assert list(loaded.model.terrain) == list(plain.terrain)


# -- spelling -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ref", [COMPOSED, DECOMPOSED, f"{COMPOSED}.yaml", f"{DECOMPOSED}.yaml", f"./{COMPOSED}.yaml"])
@pytest.mark.parametrize("stored", [COMPOSED, DECOMPOSED])
def test_a_map_is_found_however_its_name_is_spelled(tmp_path: Path, ref: str, stored: str) -> None:
    (tmp_path / f"{stored}.yaml").write_text(MAP, encoding="utf-8")
    scenario = tmp_path / "battle.yaml"
    head, _, rest = SCENARIO.partition("map:\n")
    scenario.write_text(f"{head}map: {ref}\nsides:{rest.partition('sides:')[2]}", encoding="utf-8")
    model = load(scenario).model
    assert isinstance(model, Scenario)
    assert model.map.name == "Small"
    assert load_map(ref, scenario).name == "Small"


def test_names_in_a_file_are_the_same_however_spelled() -> None:
    text = MAP.replace("prefix: L", "prefix: \u00c9").replace("name: Small", f"name: {DECOMPOSED}")
    text += "features: {village: E\u03010101 \u00c90102}\nlegend: {.: clear, f: forest}\n"
    loaded = load_text(text)
    assert isinstance(loaded.model, BattleMap)
    assert loaded.model.name == COMPOSED
    assert loaded.model.grid.find("E\u03010203") == loaded.model.grid.find("\u00c90203") >= 0
    assert not loaded.errors


def test_a_character_after_a_letter_in_two_parts_is_found_at_its_place() -> None:
    text = 'format: hexwright-map 1\ngrid: {columns: 4, rows: 2}\nlegend: {".": clear, "e\u0301": forest}\nterrain: |\n'
    loaded = load_text(text + "  e\u0301e\u0301.!\n  ....\n")
    assert [(f.code, f.place.line, f.place.column) for f in loaded.findings] == [("MAP003", 5, 8)]
