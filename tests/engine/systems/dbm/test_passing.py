"""Moving through friends (16.2 to 16.5)."""

from __future__ import annotations

import pytest
from field_of import bound, told

from engine.systems.de_bellis_multitudinis import passing
from engine.tables.places import PACE


def passed(units: dict[str, str], at: dict[str, list[float]], ahead: int) -> passing.Passage | None:
    """The passage of the first element straight ahead."""
    field, state = bound(units, at)
    start = state.at[0]
    assert start is not None
    return passing.through(field, state, 0, start, start.moved(ahead * PACE))


@pytest.mark.rule("dbm:16.4")
def test_psiloi_pass_all_the_way() -> None:
    found = passed({"ps-1": "red Ps O", "bd-1": "red Bd O"}, {"ps-1": [2400, 600, 0], "bd-1": [2400, 560, 0]}, 110)
    assert found is not None
    assert told(found.end) == (2400.0, 490.0, 0.0)
    assert not found.displaced
    assert found.passed == (1,)


COLUMN = {"ps-1": "red Ps O", "bd-1": "red Bd O", "bd-2": "red Bd O", "bd-3": "red Bd O"}
FILE = {"ps-1": [2400.0, 630.0, 0.0], "bd-1": [2400.0, 530.0, 0.0], "bd-2": [2400.0, 560.0, 0.0]}


@pytest.mark.rule("dbm:16.4")
def test_who_does_not_get_through_is_put_into_the_middle() -> None:
    found = passed(COLUMN, {**FILE, "bd-3": [2400, 590, 0]}, 60)
    assert found is not None
    assert told(found.end) == (2400.0, 560.0, 0.0)
    assert {unit: told(where)[1] for unit, where in found.displaced.items()} == {2: 600.0, 3: 630.0}


@pytest.mark.rule("dbm:16.4")
def test_nobody_passes_where_nobody_can_make_room() -> None:
    units = {**COLUMN, "sp-1": "red Sp O"}
    beside = {"bd-1": [2430, 530, 0], "bd-2": [2430, 560, 0], "bd-3": [2430, 590, 0]}
    assert passed(units, {**FILE, **beside}, 60) is not None
    assert passed(units, {**FILE, **beside, "sp-1": [2490, 640, 0]}, 60) is None


@pytest.mark.rule("dbm:16.5")
def test_baggage_makes_no_room() -> None:
    units = {"ps-1": "red Ps O", "bge-1": "red Bge O"}
    assert passed(units, {"ps-1": [2400, 700, 0], "bge-1": [2400, 600, 0]}, 150) is None


def test_others_do_not_pass_through_each_other() -> None:
    units = {"sp-1": "red Sp O", "bd-1": "red Bd O"}
    assert passed(units, {"sp-1": [2400, 600, 0], "bd-1": [2400, 560, 0]}, 100) is None
