"""What makes no sense is refused for the reasons that it was refused for."""

from __future__ import annotations

import difflib

import pytest
from tools.refusals import GAMES, KEPT, file_of, refusals


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_refuse_as_they_did(name: str) -> None:
    before = file_of(name).read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(before, refusals(name), "before", "now", lineterm="", n=0))
    assert not difference, "if that is meant: python tests/tools/refusals.py\n" + "\n".join(difference[:30])


def test_nothing_is_left_over() -> None:
    assert {path.stem for path in KEPT.glob("*")} == set(GAMES)
