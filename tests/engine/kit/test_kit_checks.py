"""The checks of rules files: each code has a file with that fault; the sound file that they rest on has none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.findings import Finding
from engine.formats import load
from engine.formats.kit_codes import KIT_CODES

HERE = Path(__file__).parents[2] / "kits" / "checks"
ELSEWHERE = {"KIT149": "test turns"}
"""Codes that a rules file alone does not give."""


def found(name: str) -> list[Finding]:
    return load(HERE / f"{name}.yaml").findings


def test_nothing_is_said_of_the_sound_file() -> None:
    assert [str(finding) for finding in found("sound")] == []


def test_nothing_is_said_of_the_small_file_but_advice() -> None:
    findings = load(HERE.parent / "two_banks.yaml").findings
    assert [str(finding) for finding in findings] == []


@pytest.mark.parametrize("code", sorted({*KIT_CODES} - {*ELSEWHERE}))
def test_every_code_is_found_at_its_place(code: str) -> None:
    findings = [finding for finding in found(code) if finding.code == code]
    assert findings
    assert all(finding.place.line > 0 for finding in findings)
    assert all(Path(finding.place.file).name in (f"{code}.yaml", "sound.yaml") for finding in findings)


def test_every_code_has_a_bad_file() -> None:
    files = {path.stem for path in HERE.glob("KIT*.yaml")}
    assert files == {*KIT_CODES} - {*ELSEWHERE}


def test_a_name_that_nothing_defines_gives_one_finding_with_the_nearest() -> None:
    findings = found("KIT106")
    assert [(finding.code, finding.hint) for finding in findings] == [("KIT106", "did you mean 'foot'?")]


@pytest.mark.parametrize(
    ("block", "place"),
    [
        ("movement: {enemies: {overrun: {ratio: 4}}}\ncombat: []", "movement.enemies.overrun"),
        (
            "movement: {enemies: {overrun: {ratio: 4}}}\ncombat: [{name: attack, strength: {attacker: strength}}]",
            "movement.enemies.overrun",
        ),
    ],
)
def test_what_cannot_be_enforced_is_refused_at_its_place(tmp_path: Path, block: str, place: str) -> None:
    shutil.copy(HERE / "sound.yaml", tmp_path / "sound.yaml")
    file = tmp_path / "rules.yaml"
    file.write_text(f"format: hexwright-system 1\nbase: ./sound.yaml\nname: new\ntitle: New\n{block}\n", "utf-8")
    refused = [finding.place.data_path for finding in load(file).findings if finding.code == "KIT150"]
    assert set(place.split()) <= set(refused)


def test_the_file_of_the_page_on_formats_has_no_finding(tmp_path: Path) -> None:
    page = (HERE.parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    block = next(part for part in page.split("```yaml\n")[1:] if part.startswith("format: hexwright-system 1"))
    file = tmp_path / "rules.yaml"
    file.write_text(block.partition("```")[0], encoding="utf-8")
    assert [str(finding) for finding in load(file).findings] == []
