"""Of several reasons against a move the one is said first that matters most: out of reach comes before occupied."""

from __future__ import annotations

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.play import Game, Illegal

WAY = "move {} X0602 X0603 X0604 X0605 X0606 X0607 X0608 X0609 X0610"


def in_tlg2(there: str) -> Game:
    units = {"us-1 infantry 3": "X0601", f"{there}-2 infantry 3": "X0610", "ac-9 cavalry 1": ""}
    return tlg2_field.game(field(), units)


def in_fm(there: str) -> Game:
    units = {"cw-1 infantry 4-3-4": "X0601", f"{there}-2 infantry 4-3-4": "X0610", fm_field.NOBODY: "X1212"}
    return fm_field.game(field(), units)


@pytest.mark.parametrize(
    ("game", "unit"),
    [(in_tlg2("us"), "us-1"), (in_tlg2("ac"), "us-1"), (in_fm("ge"), "cw-1"), (in_fm("cw"), "cw-1")],
    ids=["friend of 1812", "enemy of 1812", "enemy", "friend"],
)
def test_out_of_reach_is_said_before_occupied(game: Game, unit: str) -> None:
    verdict = game.verdict(WAY.format(unit))
    assert isinstance(verdict, Illegal)
    reasons = [verdict.reason, *(reason for _, reason in verdict.also)]
    dear = next(place for place, reason in enumerate(reasons) if "movement points; " in reason)
    taken = [place for place, reason in enumerate(reasons) if "X0610" in reason and "costs" not in reason]
    assert taken, reasons
    assert dear < taken[0]
