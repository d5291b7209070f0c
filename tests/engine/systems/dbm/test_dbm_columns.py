"""Columns: bends, forming, expanding (12.4, 12.5, 12.6, 13.10)."""

from __future__ import annotations

import pytest
from field_of import bound, number, told

from engine.systems.de_bellis_multitudinis import columns, manoeuvres
from engine.systems.de_bellis_multitudinis.columns import advanced, expanded, formed
from engine.systems.de_bellis_multitudinis.moving import along_column
from engine.systems.de_bellis_multitudinis.notation import PartKind
from engine.tables.places import place

AHEAD, WHEEL_LEFT, ABOUT = int(PartKind.AHEAD), int(PartKind.WHEEL_LEFT), int(PartKind.TURN_ABOUT)
COLUMN = [place(500, 1000 + 40 * number, 0) for number in range(3)]


@pytest.mark.rule("dbm:12.4")
def test_a_column_bends_where_its_head_has_wheeled() -> None:
    found = [told(one.place) for one in advanced(COLUMN, [(WHEEL_LEFT, 300), (AHEAD, 30)])]
    assert found == [(479.6, 954.0, 330.0), (500.0, 1010.0, 0.0), (500.0, 1050.0, 0.0)]


def test_a_bent_column_goes_on_as_if_it_had_never_stopped() -> None:
    once = [told(one.place) for one in advanced(COLUMN, [(WHEEL_LEFT, 300), (AHEAD, 70)])]
    halfway = [one.place for one in advanced(COLUMN, [(WHEEL_LEFT, 300), (AHEAD, 30)])]
    twice = [told(one.place) for one in advanced(halfway, [(AHEAD, 40)])]
    assert all(abs(a - b) <= 0.1 for one, two in zip(once, twice, strict=True) for a, b in zip(one, two, strict=True))


def test_a_column_bends_to_the_right_as_to_the_left() -> None:
    left = [one.place for one in advanced(COLUMN, [(WHEEL_LEFT, 300), (AHEAD, 50)])]
    right = [one.place for one in advanced(COLUMN, [(int(PartKind.WHEEL_RIGHT), 300), (AHEAD, 50)])]
    mirrored = [(round(1000 - x, 1), y, (360 - f) % 360) for x, y, f in map(told, left)]
    assert [told(one) for one in right] == mirrored


@pytest.mark.rule("dbm:12.4")
def test_each_of_a_column_is_followed_round_the_bend() -> None:
    """It sweeps the ground up to the bend and beyond it, and cuts no corner."""
    wheel, ahead = along_column([(WHEEL_LEFT, 300), (AHEAD, 100)], COLUMN)
    assert [told(one)[2] for one in wheel.course(0)] == [0.0, 352.0, 344.0, 336.0, 330.0]
    (right,) = along_column([(int(PartKind.WHEEL_RIGHT), 300)], COLUMN)
    assert [told(one)[2] for one in right.course(0)] == [0.0, 8.0, 16.0, 24.0, 30.0]
    second = [told(one) for one in ahead.course(1)]
    assert second[:3] == [(500.0, 1040.0, 0.0), (500.0, 1020.0, 0.0), (500.0, 1000.0, 0.0)]
    assert [facing for _, _, facing in second[3:]] == [330.0, 330.0, 330.0]
    assert told(ahead.course(1)[-1]) == told(ahead.after[1])


LINE = {f"sp-{n}": "red Sp O" for n in (1, 2, 3, 4)}
ABREAST = {f"sp-{n}": [1000 + 80 * (n - 1), 1000, 0] for n in (1, 2, 3, 4)}


@pytest.mark.rule("dbm:12.5")
def test_who_cannot_get_into_the_column_closes_up_sideways() -> None:
    field, state = bound(LINE, ABREAST)
    units = tuple(number(field, f"sp-{n}") for n in (1, 2, 3, 4))
    found = formed(field, state, units, ((AHEAD, 30),))
    ends = {field.roster.keys[unit]: told(where) for unit, where in found.ends.items()}
    assert ends == {
        "sp-1": (1000.0, 970.0, 0.0),
        "sp-2": (1000.0, 1000.0, 0.0),
        "sp-3": (1080.0, 1000.0, 0.0),
        "sp-4": (1160.0, 1000.0, 0.0),
    }
    assert not found.breaches


@pytest.mark.rule("dbm:12.5")
def test_nobody_ends_behind_the_line_of_his_rear_edge() -> None:
    field, state = bound(LINE, ABREAST)
    units = tuple(number(field, f"sp-{n}") for n in (1, 2, 3, 4))
    found = formed(field, state, units, ((AHEAD, 10),))
    assert told(found.ends[units[1]])[1] == 1000.0


@pytest.mark.rule("dbm:12.5")
@pytest.mark.parametrize(("kind", "refused"), [("Sp", True), ("Ps", False)])
def test_an_unfinished_column_ends_in_difficult_going_only_if_all_are_psiloi(kind: str, refused: bool) -> None:
    from engine.tables.table import TableArea

    wood = TableArea("wood", "wood", ((900, 900), (1500, 900), (1500, 1200), (900, 1200)))
    units = dict.fromkeys(LINE, f"red {kind} O")
    field, state = bound(units, ABREAST, areas=(wood,))
    found = formed(field, state, tuple(number(field, key) for key in units), ((AHEAD, 30),))
    assert ("12.5" in {rule for rule, _ in found.breaches}) is refused


@pytest.mark.rule("dbm:12.6")
def test_only_skirmishers_turn_about_and_contract() -> None:
    units = {"ps-1": "red Ps O", "ps-2": "red Ps O", "sp-1": "red Sp O", "sp-2": "red Sp O"}
    at = {"ps-1": [1000, 1000, 0], "ps-2": [1080, 1000, 0], "sp-1": [2000, 1000, 0], "sp-2": [2080, 1000, 0]}
    field, state = bound(units, at)
    parts = ((ABOUT,), (AHEAD, 40))
    skirmishers = formed(field, state, (0, 1), parts)
    assert not skirmishers.breaches
    assert {told(where)[2] for where in skirmishers.ends.values()} == {180.0}
    assert "12.6" in {rule for rule, _ in formed(field, state, (2, 3), parts).breaches}


@pytest.mark.rule("dbm:13.10")
def test_expendables_neither_contract_sideways_nor_expand() -> None:
    units = {"exp-1": "red Exp O irr", "exp-2": "red Exp O irr"}
    field, state = bound(units, {"exp-1": [1000, 1000, 0], "exp-2": [1080, 1000, 0]})
    assert "13.10" in {rule for rule, _ in formed(field, state, (0, 1), ((AHEAD, 80),)).breaches}
    field, state = bound(units, {"exp-1": [1000, 1000, 0], "exp-2": [1000, 1080, 0]})
    assert "13.10" in {rule for rule, _ in expanded(field, state, (0, 1), True, 1).breaches}


@pytest.mark.rule("dbm:13.5")
def test_a_column_expands_on_its_head_each_measured_alone() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "bd-3": "red Bd O"}
    field, state = bound(units, {"bd-1": [1000, 1000, 0], "bd-2": [1000, 1030, 0], "bd-3": [1000, 1060, 0]})
    found = expanded(field, state, (0, 1, 2), True, 1)
    assert [told(found.ends[unit]) for unit in (0, 1, 2)] == [
        (1000.0, 1000.0, 0.0),
        (1080.0, 1000.0, 0.0),
        (1000.0, 1030.0, 0.0),
    ]
    assert not found.breaches
    assert "12.1" in {rule for rule, _ in expanded(field, state, (0, 1, 2), True, 2).breaches}


def test_a_column_is_one_wide_and_touching() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O"}
    field, state = bound(units, {"bd-1": [1000, 1000, 0], "bd-2": [1000, 1030, 0]})
    assert columns.is_column(field, state, (0, 1))
    assert not columns.is_column(field, state, (1, 0))


def test_a_column_that_is_formed_is_judged_and_carried_out(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.play import Action
    from engine.play.dice import Dice
    from engine.play.step import Step

    field, state = bound(LINE, ABREAST)
    action = Action("column", ((0, 1, 2, 3), ((AHEAD, 30),)))
    found = manoeuvres.judged(field, state, action)
    assert not found.breaches
    step = Step(Dice(1, ()))
    manoeuvres.carry_out(field, state, action, found, 1, step)
    assert [event.kind for event in step.events] == ["column"]
    assert told(state.at[0]) == (1000.0, 970.0, 0.0)
