"""The staff does what it did, unless it was meant to learn something."""

from __future__ import annotations

import difflib

import pytest
from tools.staff_choices import FOLDER, IN_CORNERS, ON_FIELDS, TURNS, chosen, file_of


@pytest.mark.parametrize("name", [*TURNS, *IN_CORNERS, *ON_FIELDS])
def test_the_staff_chooses_as_it_did(name: str) -> None:
    before = file_of(name).read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(before, chosen(name), "before", "now", lineterm="", n=1))
    assert not difference, "if that is meant: python tests/tools/staff_choices.py\n" + "\n".join(difference[:30])


def test_nothing_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == {*TURNS, *IN_CORNERS, *ON_FIELDS}
