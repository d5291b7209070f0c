"""Gaps narrower than an element (16.1, 13.8), and flanks within reach in them (16.6)."""

from __future__ import annotations

import pytest
from moves_of import game
from test_moving import rules, told

UNITS = {"ax-1": "red Ax", "bd-2": "red Bd", "sp-8": "blue Sp", "sp-9": "blue Sp"}


@pytest.mark.rule("dbm:16.1")
def test_a_narrow_gap_is_not_entered_sideways() -> None:
    """Between bd-2 and sp-9 there are 60 paces: wide enough for the depth of ax-1, not for its front."""
    at = {"ax-1": [1000, 960, 0], "bd-2": [1110, 920, 0], "sp-9": [1110, 1040, 180], "sp-8": [2000, 100, 180]}
    played = game(UNITS, at)
    assert "16.1" in rules(told(played, "move ax-1: right 60"))
    wide = game(UNITS, {**at, "sp-9": [1110, 1060, 180]})
    assert "16.1" not in rules(told(wide, "move ax-1: right 60"))


@pytest.mark.rule("dbm:16.1")
def test_a_narrow_gap_may_be_entered_straight_ahead() -> None:
    at = {"ax-1": [1000, 980, 90], "bd-2": [1110, 920, 0], "sp-9": [1110, 1040, 180], "sp-8": [2000, 100, 180]}
    played = game(UNITS, at)
    assert "16.1" not in rules(told(played, "move ax-1: ahead 60"))


@pytest.mark.rule("dbm:16.6")
def test_the_flank_of_whom_one_stands_beside_may_be_fifty_paces_too_far() -> None:
    """wwg-1 may go 50 paces; beside sp-9, it turns to his flank although that is further."""
    units = {"bd-1": "red Bd", "sp-8": "blue Sp", "sp-9": "blue Sp"}
    beside = game(units, {"bd-1": [1080, 790, 0], "sp-9": [1000, 700, 180], "sp-8": [2000, 100, 180]})
    assert rules(told(beside, "move bd-1: to 1040,660/270")) == ["12.1"]
    corner = game(units, {"bd-1": [1080, 700, 0], "sp-9": [1000, 700, 180], "sp-8": [2000, 100, 180]})
    judged = told(corner, "move bd-1: to 1040,660/270")
    assert judged.legal


@pytest.mark.rule("dbm:16.6")
def test_between_two_columns_the_flank_of_either_is_contacted_after_a_turn() -> None:
    columns = {"sp-1": [920, 750, 180], "sp-2": [920, 720, 180], "sp-3": [1080, 750, 180], "sp-4": [1080, 720, 180]}
    played = game({"bd-1": "red Bd", **dict.fromkeys(columns, "blue Sp")}, {"bd-1": [1000, 760, 0], **columns})
    judged = told(played, "move bd-1: ahead 90; turn left")
    assert (judged.length, judged.breaches) == (90, ())
    assert [one.edge for one in judged.contacts] == ["left", "touching"]
    assert "1.1" in rules(told(played, "move bd-1: ahead 60; turn left"))
