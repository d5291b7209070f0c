"""The shipped battles still go as their golden playthroughs tell, line by line, and on the way the rules say all that
they said: their signatures are the same."""

from __future__ import annotations

import difflib

import pytest
from tools import signatures
from tools.goldens import FOLDER, golden_file, replayed, shipped

RECORDED = [path.stem for path in sorted(FOLDER.rglob("*.txt"))]
MAKE_ANEW = "if meant: make record ARGS=playthroughs"


@pytest.mark.parametrize("name", RECORDED)
def test_the_game_goes_and_the_rules_speak_as_it_was_written(name: str) -> None:
    told = golden_file(name).read_text(encoding="utf-8").splitlines()
    heard = signatures.Signature(len(told))
    now = replayed(name, told, heard.look)
    difference = list(difflib.unified_diff(told, now, "written", "now", lineterm="", n=2))
    assert not difference, f"{MAKE_ANEW}\n" + "\n".join(difference[:40])
    before = signatures.file_of(name).read_text(encoding="utf-8").splitlines()
    otherwise = signatures.differences(name, before, heard.lines())
    assert not otherwise, otherwise


def test_every_shipped_battle_has_one() -> None:
    """For every system that keeps playthroughs at all; this one does."""
    assert (FOLDER / "tlg2").is_dir()
    missing = [name for name in shipped() if golden_file(name).parent.is_dir() and not golden_file(name).exists()]
    assert missing == [], MAKE_ANEW


def test_none_is_left_over() -> None:
    assert [name for name in RECORDED if name not in shipped()] == []
    assert sorted(path.stem for path in signatures.FOLDER.rglob("*.txt")) == shipped()
