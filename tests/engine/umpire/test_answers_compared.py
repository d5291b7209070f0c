"""Whether what happened is what an example expects: words, numbers, lists and places in the spellings of files."""

from __future__ import annotations

from typing import Any

import pytest
from toy_race import race

from engine.formats.reading import resolve
from engine.umpire.comparing import ValueComparison


class OpenGround:
    """A board of which only places count: two agree when they are at most one pace and a tenth of a degree apart."""

    def find(self, text: str) -> tuple[float, ...] | None:
        x, _, rest = text.partition(",")
        y, _, facing = rest.partition("/")
        try:
            return float(x), float(y), float(facing or 0)
        except ValueError:
            return None

    def same(self, first: str, second: str) -> bool:
        a, b = self.find(first), self.find(second)
        if a is None or b is None:
            return False
        return all(abs(p - q) <= limit for p, q, limit in zip(a, b, (1, 1, 0.1), strict=True))

    def spell(self, spot: object) -> str:
        return str(spot)


OPEN: Any = OpenGround()


@pytest.mark.parametrize(
    ("wanted", "got", "equal"),
    [
        ("0101", "0101", True),
        (["ax-1", "ax-2"], "ax-1 ax-2", True),
        (["ax-1"], "ax-1", True),
        (["ax-1"], "ax-1 ax-2", False),
        ("101", "0101", False),
        (1807, "1807", True),
        ("a1", "A1", True),
        ("a1", "A2", False),
        (1, 1.0, True),
        ("1", 1, True),
        ("2.0", 2.0, True),
        ("one", 1, False),
        (True, True, True),
        (1, True, False),
        (True, 1, False),
        ("yes", True, True),
        ("No", False, True),
        ("no", True, False),
        ("maybe", False, False),
        (None, None, True),
        (None, "", False),
        ("a1 a2", ["a1", "a2"], True),
        (["a1"], ("a1",), True),
        ("-1 forest 0101", ["-1 forest 0101"], True),
        ("", [], True),
        ("0101", ["0101"], True),
        ("a2 a1", ["a1", "a2"], False),
        (["a1", "a2"], ["a1"], False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1, "b": 2}, {"a": 1}, False),
    ],
)
def test_comparing(wanted: Any, got: Any, equal: bool) -> None:
    assert ValueComparison(race().map).same(wanted, got) is equal


@pytest.mark.parametrize(
    ("wanted", "got", "equal"),
    [
        ("a2 a1", ["a1", "a2"], True),
        ("a1..a3 b9", ["b9", "a1", "a2", "a3"], True),
        ("a1..a3", "a1 a2 a3", True),
        ("a1 a2 a3", "a1..a3", True),
        ("a3..a1", "a1 a2 a3", False),
        ("wait ... and see", "wait ... and see", True),
        (["A2", "a1"], ["a1", "a2"], True),
        ("a1 a1", ["a1", "a2"], False),
        ("6 5", {"a": 5, "b": 6}, True),
        ([6, 6], {"a": 5, "b": 6}, False),
        ("a1", {"b": "a1"}, True),
    ],
)
def test_lists_in_any_order(wanted: Any, got: Any, equal: bool) -> None:
    assert ValueComparison(race().map, ordered=False).same(wanted, got) is equal


@pytest.mark.parametrize(
    ("wanted", "got", "tolerance", "equal"),
    [
        (83, 83.8, 1, True),
        (83, 84.2, 1, False),
        (83, 84, 1, True),
        ("83", 84, 1, True),
        (3, 3, 0, True),
        (3, 4, 0, False),
        (resolve("0.17"), 0.1667, 0, True),
        (resolve("0.1667"), 0.1667, 0, True),
        (resolve("0.18"), 0.1667, 0, False),
        ("0.2", 0.1667, 0, True),
        (3, 3.4, 0, True),
        (3, 3.6, 0, False),
        (3, 3.4, None, False),
        (True, 1, 1, False),
    ],
)
def test_numbers_are_as_near_as_a_question_says(wanted: Any, got: Any, tolerance: float | None, equal: bool) -> None:
    assert ValueComparison(race().map, tolerance=tolerance).same(wanted, got) is equal


@pytest.mark.parametrize(
    ("wanted", "got", "equal"),
    [
        ([930, 620, 0], "930.4,619.6/0", True),
        ("930,620/0", [930.4, 619.6, 0], True),
        ([930, 620, 0], [930.4, 619.6, 0.1], True),
        ([930, 620, 0], [932, 620, 0], False),
        ([930, 620, 0], "930,620/0.2", False),
        ("930,620/0", "930.9,620/0.1", True),
        ({"ax-1": [930, 620, 0]}, {"ax-1": "930,620/0", "ax-2": "0,0/0"}, True),
        # Two numbers are dice, not a place.
        ([3, 4], [3, 4], True),
        ([3, 4], [4, 4], False),
        ([930, 620, 0], None, False),
    ],
)
def test_places_of_an_open_table_are_compared_by_its_board(wanted: Any, got: Any, equal: bool) -> None:
    assert ValueComparison(OPEN).same(wanted, got) is equal


def test_numbers_that_a_map_of_hexes_knows_no_place_for_are_a_list() -> None:
    assert ValueComparison(race().map).same([3, 4, 5], [3, 4, 5])
    assert not ValueComparison(race().map).same([3, 4, 5], [3, 4, 6])


@pytest.mark.parametrize(
    ("wanted", "got", "equal"),
    [
        ([{"unit": "a2"}, {"unit": "a1"}], [{"unit": "a1", "n": 1}, {"unit": "a2", "n": 2}], True),
        ([{"unit": "a2"}, {"unit": "a2"}], [{"unit": "a1", "n": 1}, {"unit": "a2", "n": 2}], False),
        # Whoever fits two has to leave one of them to whoever fits only that.
        ([{}, {"unit": "a1"}], [{"unit": "a1"}, {"unit": "a2"}], True),
        ([10, 11], [11.9, 10.9], True),
        ({"hexes": ["0102", "0101"]}, {"hexes": ["0101", "0102"]}, True),
        ({"0101": {"cost": 1}}, {"0101": {"cost": 1, "path": []}, "0102": {}}, True),
    ],
)
def test_lists_of_an_answer_are_in_any_order_however_deep(wanted: Any, got: Any, equal: bool) -> None:
    assert ValueComparison(race().map, ordered=False, tolerance=1).same(wanted, got) is equal
