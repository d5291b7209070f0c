"""Dice of a rules file."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.mechanics.dice import DiceThrow
from engine.play import Step
from engine.play.dice import Dice
from engine.play.state import State


@pytest.mark.parametrize("written", ["1d6", "2d6", "20d100", "1d2", "d66"])
def test_dice_are_written_as_they_are_read(written: str) -> None:
    assert str(DiceThrow.of(written)) == written


@pytest.mark.parametrize("written", ["", "d6", "0d6", "21d6", "1d1", "1d101", "2d", "1d6+1", "d66 ", "2x6"])
def test_what_cannot_be_thrown_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"dice|thrown"):
        DiceThrow.of(written)


def test_totals_have_their_chances() -> None:
    two = DiceThrow.of("2d6")
    assert two.totals == tuple(range(2, 13))
    assert two.chances[7] == Fraction(6, 36)
    assert sum(two.chances.values()) == 1
    tens = DiceThrow.of("d66")
    assert len(tens.totals) == 36
    assert (tens.totals[0], tens.totals[-1]) == (11, 66)


@pytest.mark.parametrize("written", ["1d6", "3d4", "d66", "2d10"])
def test_some_dice_come_to_each_total(written: str) -> None:
    throw = DiceThrow.of(written)
    for total in throw.totals:
        dice = throw.dice_for(total)
        assert len(dice) == throw.number
        assert all(1 <= die <= throw.faces for die in dice)
        assert throw.total(dice) == total
    assert throw.dice_for(throw.totals[-1] + 1) == ()


def test_each_die_is_a_draw() -> None:
    state = State()
    step = Step(Dice(0, (3, 5)))
    dice = DiceThrow.of("d66").throw(state, step)
    assert dice == (3, 5)
    assert state.draws == 2
    assert DiceThrow.of("d66").total(dice) == 35
