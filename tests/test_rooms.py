"""The pictures of the rooms show who imports whom."""

from __future__ import annotations

import pytest
from tools import rooms
from tools.held import held


@pytest.mark.parametrize("package", rooms.PACKAGES)
def test_the_picture_of_the_rooms_is_up_to_date(package: str) -> None:
    held("pages", rooms.file_of(package), rooms.picture(package).splitlines())


def test_a_room_stands_above_what_it_imports_and_arrows_that_others_make_up_for_are_left_out() -> None:
    given = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset(), "d": frozenset("c")}
    assert rooms.floors(given) == [["c"], ["b", "d"], ["a"]]
    assert rooms.reduced(given) == {"a": {"b"}, "b": {"c"}, "c": set(), "d": {"c"}}
    beside = {**given, "c": frozenset("d")}
    assert rooms.floors(beside) == [["c", "d"], ["b"], ["a"]]
    assert rooms.reduced(beside) == {"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"c"}}
