"""Odds by name, and as steps of a ladder."""

from __future__ import annotations

import pytest

from engine.mechanics.odds import ladder_name, ladder_step


@pytest.mark.parametrize(("name", "step"), [("1:1", 0), ("3:1", 2), ("1:2", -1), (" 1:4 ", -3), ("12:1", 11)])
def test_a_name_of_odds_is_a_step(name: str, step: int) -> None:
    assert ladder_step(name) == step
    assert ladder_name(step) == name.strip()


@pytest.mark.parametrize("name", ["", "1", "3:2", "2:2", "1:x", "x:1", "1:", ":1", "0:1", "1:0", "-1:1"])
def test_what_compares_nothing_with_one_is_no_name_of_odds(name: str) -> None:
    assert ladder_step(name) is None
