"""docs/findings.md says what the checks say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.systems
from engine.formats import CODES
from engine.play import registry
from engine.umpire.checks import every_check
from engine.umpire.handbook import FILE, explanation, handbook, main

CODE = re.compile(r'"((?:MAP|SIDE|UNIT|SETUP|REINF|RULE|WIN|PLAY)\d{3})"')


def test_the_page_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry.SYSTEMS, "toy")
    assert FILE.read_text(encoding="utf-8") == handbook(), "run: python -m engine.umpire.handbook"


def test_it_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "findings.md"
    monkeypatch.setattr("engine.umpire.handbook.FILE", page)
    assert main() == 0
    assert page.read_text(encoding="utf-8") == handbook()
    assert capsys.readouterr().out == f"{page}\n"


def test_every_code_is_on_it() -> None:
    page = handbook()
    for code in [*every_check(), *CODES]:
        assert f"{code}" in page
    assert not set(every_check()) & set(CODES)


@pytest.mark.parametrize("short", [short for short in registry.SYSTEMS if short != "toy"])
def test_systems_explain_what_they_find(short: str) -> None:
    system = registry.system(short)
    folder = Path(engine.systems.__file__).parent / system.home
    used = {code for path in folder.rglob("*.py") for code in CODE.findall(path.read_text(encoding="utf-8"))}
    explained = system.findings
    assert used == {*explained, *system.paragraphs}
    assert not set(explained) & {*every_check(), *CODES}
    assert all(explanation(code)[0] != code for code in used)


def test_an_unknown_code_explains_itself() -> None:
    assert explanation("XYZ999") == ("XYZ999", "XYZ999")
