"""How deep bases are drawn: as deep as the rules have them."""

from __future__ import annotations

import pytest
from field_of import bound, unit

from engine.play.registry import system
from engine.scenario import Unit
from engine.tables.places import PACE


@pytest.mark.parametrize(
    ("written", "paces"), [("red El O irr", 80), ("red Sp O", 30), ("red Bd F", 40), ("red Kn O irr double", 120)]
)
def test_a_base_is_drawn_as_deep_as_it_is(written: str, paces: int) -> None:
    depth_of = system("dbm").base_depth
    assert depth_of is not None
    assert depth_of(unit("a-1", written)) == paces
    field, state = bound({"a-1": written}, {"a-1": [1000, 1000, 0]})
    assert field.depth(state, 0) == paces * PACE


def test_a_unit_that_does_not_fit_yet_has_a_usual_base() -> None:
    depth_of = system("dbm").base_depth
    assert depth_of is not None
    assert depth_of(Unit("a", "red", "A", "Dragon")) == depth_of(Unit("a", "red", "A", "Kn", values={"grade": 7})) == 40
