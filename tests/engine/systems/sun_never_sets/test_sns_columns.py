"""Columns: which of them may march, and how many there are."""

from __future__ import annotations

import pytest
from sns_field import begun, campaign, state_of, unit

from engine.systems.sun_never_sets.organising import MOST


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
