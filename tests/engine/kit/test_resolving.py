"""From strengths to a column of a table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.kit.combat import resolving
from engine.kit.combat.resolving import AFTER, BEFORE, OddsScale, compared, scale_of, shown

ODDS = ("1:2", "1:1", "3:2", "2:1", "3:1", "4:1")


@pytest.mark.parametrize(
    ("attack", "defence", "rounding", "name"),
    [
        (13, 4, "defender", "3:1"),
        (3, 2, "defender", "3:2"),
        (4, 3, "defender", "1:1"),
        (4, 3, "attacker", "3:2"),
        (8, 4, "attacker", "2:1"),
        (5, 2, "nearest", "2:1"),
        (11, 4, "nearest", "3:1"),
        (3, 5, "nearest", "1:2"),
        (Fraction(15, 2), 2, "defender", "3:1"),
        (1, 2, "defender", "1:2"),
        (5, 0, "defender", "4:1"),
    ],
)
def test_odds_reach_a_column(attack: Fraction, defence: int, rounding: str, name: str) -> None:
    assert scale_of("odds", ODDS, rounding).reached(attack, defence, BEFORE).name == name


@pytest.mark.parametrize("rounding", ["defender", "attacker", "nearest"])
@pytest.mark.parametrize("clamp", [BEFORE, AFTER])
def test_an_attack_without_strength_is_in_the_first_column(
    monkeypatch: pytest.MonkeyPatch, rounding: str, clamp: str
) -> None:
    """No odds reach down to nothing: a search for them would go on for ever, and here comes to a false end."""
    monkeypatch.setattr(resolving, "count", lambda first: range(first, first + 100))
    scale = scale_of("odds", ODDS, rounding)
    for defence in (4, 0):
        found = scale.reached(0, defence, clamp)
        assert (found.place, found.name) == ((0, "1:2") if defence else (5, "4:1"))


@pytest.mark.parametrize(
    ("attack", "defence", "place", "name"),
    [(9, 1, 10, "9:1"), (5, 1, 6, "5:1"), (1, 3, -1, "1:3"), (1, 6, -4, "1:6"), (2, 5, -1, "1:3"), (9, 2, 5, "4:1")],
)
def test_odds_go_on_beyond_the_table(attack: int, defence: int, place: int, name: str) -> None:
    scale = scale_of("odds", ODDS)
    found = scale.reached(attack, defence, AFTER)
    assert (found.place, found.name) == (place, name)
    assert scale.name(place) == name
    ends = scale.reached(attack, defence, BEFORE)
    assert ends.name == (ODDS[-1] if place >= 5 else ODDS[0])


def test_shifts_are_counted_from_inside_or_outside_the_table() -> None:
    scale = scale_of("odds", ODDS)
    assert scale.columns[scale.shifted(scale.reached(9, 1, BEFORE), -2)] == "2:1"
    assert scale.columns[scale.shifted(scale.reached(9, 1, AFTER), -2)] == "4:1"
    assert scale.columns[scale.shifted(scale.reached(1, 1, BEFORE), -9)] == "1:2"


def test_a_first_column_above_even_odds_goes_down_by_whole_odds() -> None:
    scale = OddsScale(("3:1", "4:1"))
    assert [scale.name(place) for place in (-1, -2, -3, -4)] == ["2:1", "1:1", "1:2", "1:3"]
    assert OddsScale(("1:4", "1:3")).name(2) == "1:2"
    assert OddsScale(("1:4", "1:3")).name(4) == "2:1"


DIFFERENCES = ("-2", "-1 0", "+1", "+2 +3")


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(5, 5, "-1 0"), (6, 5, "+1"), (Fraction(13, 2), 5, "+1"), (8, 5, "+2 +3"), (9, 2, "+2 +3"), (1, 9, "-2")],
)
def test_differences_reach_a_column(attack: Fraction, defence: int, name: str) -> None:
    assert scale_of("difference", DIFFERENCES).reached(attack, defence, BEFORE).name == name


def test_differences_go_on_number_by_number() -> None:
    scale = scale_of("difference", DIFFERENCES)
    assert scale.reached(9, 2, AFTER).place == 7
    assert scale.reached(9, 2, AFTER).name == "+7"
    assert scale.reached(1, 9, AFTER).place == -6
    assert (scale.name(4), scale.name(-1)) == ("+4", "-3")
    assert scale_of("difference", DIFFERENCES, "attacker").reached(Fraction(1, 2), 0, BEFORE).name == "+1"
    assert scale_of("difference", DIFFERENCES, "nearest").reached(Fraction(1, 2), 0, BEFORE).name == "-1 0"


def test_totals_reach_the_last_column_not_above_them() -> None:
    scale = scale_of("strength", ("1", "4", "8"))
    assert [scale.reached(total, 99, BEFORE).name for total in (1, 3, 4, 7, 8, 50)] == ["1", "1", "4", "4", "8", "8"]


@pytest.mark.parametrize("names", [("1:0",), ("a:b",), ("3",), ("0:1",)])
def test_names_that_are_no_odds_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not odds"):
        scale_of("odds", names)


def test_strengths_are_written_as_they_are_resolved() -> None:
    assert compared("odds", 8, 4) == "8:4"
    assert compared("difference", 8, Fraction(9, 2)) == "8-4.5"
    assert compared("strength", 8, 4) == "8"
    assert shown(Fraction(7, 3)) == "7/3"
