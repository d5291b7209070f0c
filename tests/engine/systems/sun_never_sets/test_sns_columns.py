"""Columns: which of them may march, and how many there are."""

from __future__ import annotations

import pytest
from sns_field import begun, breaches, campaign, country, state_of, unit

from engine.systems.sun_never_sets.position.organising import MOST


@pytest.mark.rule("sns2:5.3")
def test_a_column_of_which_a_unit_has_marched_is_not_offered_for_a_march() -> None:
    made = begun(campaign((unit("br-1"), unit("br-2"), unit("na-1"))), {"br-1": "S0303", "br-2": "S0303"})
    made.apply("organise S0303 as c1 with br-1 br-2")
    assert "march c1" in made.legal_actions().texts()
    state_of(made).moved |= 1
    assert "march c1" not in made.legal_actions().texts()


@pytest.mark.rule("sns2:5.2")
def test_there_is_no_new_column_where_all_markers_are_out() -> None:
    units = [unit(f"br-{number}") for number in range(1, MOST + 2)]
    made = begun(campaign([*units, unit("na-1")]), {one.key: f"S{n // 8 + 1:02d}01" for n, one in enumerate(units)})
    # The last stands alone in its hex; the others are in a column each.
    for number in range(MOST):
        state_of(made).column[number] = number + 1
    made.apply("organise S0401")
    assert made.legal_actions().texts() == ["done"]
    made.undo()
    state_of(made).column[0] = 0
    made.apply("organise S0401")
    assert made.legal_actions().texts() == ["done", f"join c1 br-{MOST + 1}"]


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("form c1", "5.2", "column c1 is already formed: join it"),
        ("join c1 br-1", "5.2", "br-1 is in that column"),
        ("join c1 br-far", "5.2", "br-far is not in S0505"),
        ("join c2 br-hq", "5.2", "column c2 is in S0303"),
        ("join c1 br-boat", "27.47", "br-boat is afloat, and in no column"),
        ("leave br-hq", "5.22", "br-hq is in no column"),
    ],
)
def test_who_does_not_join_or_leave_a_column_is_told_why(text: str, rule: str, words: str) -> None:
    board = country()
    board.hexsides[board.grid.parse_side("S0505/S0605")] = frozenset({"major_river"})
    units = [*(unit(f"br-{key}") for key in ("1", "2", "far", "hq")), unit("na-1")]
    boat = unit("br-boat", type="gunboat", guns=2, strength=0, weapon="F", nation="british")
    places = {**dict.fromkeys(("br-1", "br-2", "br-hq", "br-boat"), "S0505"), "br-far": "S0303", "na-1": "S0909"}
    given = {"columns": {"c1": ["br-1", "br-2"], "c2": ["br-far"]}}
    made = begun(campaign([*units, boat], board), places, options={"rivers": True}, given=given)
    made.apply("organise S0505")
    assert breaches(made, text) == {rule: words}


@pytest.mark.rule("sns2:5.3")
def test_the_refusal_of_a_column_names_who_keeps_it_from_marching() -> None:
    places = {"br-1": "S0303", "br-2": "S0303", "na-1": "S0909"}
    made = begun(campaign(map(unit, places)), places, given={"columns": {"c1": ["br-1", "br-2"]}})
    state_of(made).moved |= 0b10
    assert breaches(made, "march c1") == {"6.2": "br-2 has already marched in this segment"}
