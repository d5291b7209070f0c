"""Places on the table: the golden figures of turns, wheels, pivots and lengths, and what always holds."""

from __future__ import annotations

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ActionError
from engine.tables.places import (
    PACE,
    BasePlace,
    TablePoint,
    about,
    corners,
    distance,
    group_corner,
    length_alone,
    paces,
    parse,
    parse_point,
    pivoted,
    place,
    rounded,
    spell,
    straight_length,
    turned_about,
    turned_left,
    turned_right,
    wheel_group,
    wheel_length,
    wheeled,
)
from engine.tables.sines import CIRCLE, ONE, SINES, cosine, sine

places = st.builds(
    BasePlace,
    st.integers(-(10**7), 10**7),
    st.integers(-(10**7), 10**7),
    st.integers(min_value=0, max_value=CIRCLE - 1),
)
depths = st.sampled_from([30 * PACE, 40 * PACE, 60 * PACE, 80 * PACE, 160 * PACE])


def shown(where: BasePlace) -> tuple[float, float, float]:
    """A place in paces and degrees, to one decimal."""
    return round(where.x / PACE, 1), round(where.y / PACE, 1), where.facing / 10


# -- sines --------------------------------------------------------------------------------------------------------


def test_the_table_of_sines_is_the_same_on_every_machine() -> None:
    digest = hashlib.sha256(",".join(map(str, SINES)).encode()).hexdigest()
    assert digest.startswith("cd79d456b9b082d0")
    assert len(SINES) == CIRCLE
    assert max(abs(one / ONE - math.sin(math.radians(n / 10))) for n, one in enumerate(SINES)) < 2 / ONE


@given(st.integers(-(10**5), 10**5))
def test_sines_are_exactly_symmetric(tenths: int) -> None:
    assert sine(tenths) == -sine(-tenths) == sine(CIRCLE // 2 - tenths)
    assert cosine(tenths) == cosine(-tenths) == -cosine(CIRCLE // 2 - tenths)
    assert (sine(900), cosine(900), sine(300)) == (ONE, 0, ONE // 2)


# -- texts --------------------------------------------------------------------------------------------------------


def test_a_place_is_written_in_paces_and_degrees() -> None:
    assert parse("900,2000/0") == BasePlace(900 * PACE, 2000 * PACE, 0)
    assert parse(" 900, 2000 facing 12.5 ") == place(900, 2000, 12.5)
    assert spell(place(900, 2000, 12.5)) == "900,2000/12.5"
    assert spell(place(900, 2000, 360)) == "900,2000/0"
    assert parse_point("900,2000") == TablePoint(900 * PACE, 2000 * PACE)
    for wrong in ("", "900/0", "900,2000", "900,2000/0.55", "a,b/c"):
        with pytest.raises(ActionError, match="is not a place; write x,y/facing"):
            parse(wrong)
    with pytest.raises(ActionError, match="is not a point; write x,y"):
        parse_point("900")


@pytest.mark.parametrize("facing", ["360", "-1", "3600", "720.5", "1234567"])
def test_a_facing_is_less_than_a_full_turn(facing: str) -> None:
    with pytest.raises(ActionError, match=f"the facing {facing} of .* is not from 0 to 359.9"):
        parse(f"900,2000/{facing}")


@pytest.mark.parametrize("text", ["9" * 400 + ",1/0", "1," + "9" * 400, "\u0661,\u0662/0", "1e5,2/0", "inf,nan/0"])
def test_texts_of_any_length_and_script_are_refused_briefly(text: str) -> None:
    for read in (parse, parse_point):
        with pytest.raises(ActionError) as refused:
            read(text)
        assert len(str(refused.value)) < 150


@given(places)
def test_what_is_written_is_read_back_to_the_pace(where: BasePlace) -> None:
    back = parse(spell(where))
    assert back.facing == where.facing
    assert max(abs(back.x - where.x), abs(back.y - where.y)) <= PACE // 2


def test_halves_are_rounded_away_from_zero() -> None:
    assert [rounded(n, 2) for n in (-3, -2, -1, 0, 1, 2, 3)] == [-2, -1, -1, 0, 1, 1, 2]


# -- turns, wheels and pivots -------------------------------------------------------------------------------------


def test_a_wheel_of_a_line() -> None:
    line = [place(x, 1200, 0) for x in (1000, 1080, 1160)]
    pivot = group_corner(line, right=True)
    assert pivot == TablePoint(1200 * PACE, 1200 * PACE)
    assert [shown(one) for one in wheel_group(line, 200)] == [
        (1012.1, 1131.6, 20),
        (1087.2, 1159.0, 20),
        (1162.4, 1186.3, 20),
    ]
    lengths = [wheel_length(one, pivot, 200) for one in line]
    assert [round(one / PACE, 1) for one in lengths] == [83.8, 55.9, 27.9]


def test_a_block_that_faces_downward() -> None:
    block = [place(x, y, 180) for x, y in ((700, 600), (620, 600), (700, 560), (620, 560))]
    moved = [one.moved(40 * PACE) for one in wheel_group(block, -150)]
    assert [shown(one) for one in moved] == [
        (711.7, 649.0, 165),
        (634.4, 669.7, 165),
        (701.4, 610.4, 165),
        (624.1, 631.1, 165),
    ]
    pivot = group_corner(block, right=False)
    longest = max(wheel_length(one, pivot, -150) for one in block) + 40 * PACE
    assert round(longest / PACE) == 83


@pytest.mark.parametrize(("tenths", "share"), [(179, 100), (180, 101)])
def test_the_longest_arc_of_four_in_line(tenths: int, share: int) -> None:
    line = [place(1000 + 80 * n, 1200, 0) for n in range(4)]
    pivot = group_corner(line, right=False)
    longest = max(wheel_length(one, pivot, -tenths) for one in line)
    assert paces(longest) == share


def test_a_pivot_and_a_wheel_of_one_element() -> None:
    horse, depth = place(2010, 900, 90), 60 * PACE
    assert shown(pivoted(horse, -250)) == (1993.1, 903.7, 65)
    assert shown(wheeled(horse, -250)) == (2026.9, 896.3, 65)
    for ends in (pivoted(horse, -250), wheeled(horse, -250)):
        assert paces(straight_length(horse, ends, depth)) == 43


def test_turns_of_a_base() -> None:
    spears, depth = place(600, 1500, 0), 30 * PACE
    assert turned_left(spears) == place(560, 1540, 270)
    assert turned_right(spears) == place(640, 1540, 90)
    assert turned_about(spears, depth) == place(600, 1530, 180)
    for turned in (turned_left(spears), turned_right(spears), turned_about(spears, depth)):
        assert length_alone(spears, turned, depth) == 0


def test_the_length_of_one_alone() -> None:
    assert paces(length_alone(place(2400, 1000, 270), place(2330, 1060, 280), 60 * PACE)) == 105
    assert paces(length_alone(place(2400, 1000, 0), place(2360, 930, 270), 40 * PACE)) == 110
    assert paces(length_alone(place(3000, 1500, 0), place(3020, 1440, 350), 30 * PACE)) == 72


# -- what always holds --------------------------------------------------------------------------------------------


@given(places, depths)
def test_a_base_keeps_its_size(where: BasePlace, depth: int) -> None:
    a, b, c, d = corners(where, depth)
    for side, wanted in ((a, b), 80 * PACE), ((b, c), depth), ((c, d), 80 * PACE), ((d, a), depth):
        assert abs(distance(*side) - wanted) <= 2


@given(places, depths)
def test_turning_four_times_or_about_twice_comes_home(where: BasePlace, depth: int) -> None:
    there = where
    for _ in range(4):
        there = turned_left(there)
    assert max(abs(there.x - where.x), abs(there.y - where.y)) <= 8
    assert max(abs(a - b) for a, b in zip(turned_right(turned_left(where)), where, strict=True)) <= 4
    twice = turned_about(turned_about(where, depth), depth)
    assert max(abs(a - b) for a, b in zip(twice, where, strict=True)) <= 2


@given(places, st.integers(-1800, 1800), st.integers(0, 300 * PACE))
def test_a_wheel_and_a_move_and_their_reverse_come_home(where: BasePlace, tenths: int, ahead: int) -> None:
    there = wheeled(where, tenths).moved(ahead).moved(-ahead)
    pivot = where.at(0, 40 * PACE if tenths > 0 else -40 * PACE)
    back = about(there, pivot, -tenths)
    assert back.facing == where.facing
    assert max(abs(back.x - where.x), abs(back.y - where.y)) <= 0.05 * PACE


@given(places, st.integers(0, 3), st.integers(-(10**4), 10**4), st.integers(-(10**4), 10**4))
def test_right_angles_are_exact(where: BasePlace, quarters: int, x: int, y: int) -> None:
    """A battle turned by a right angle about the table's corner, and moved, has its corners there, to the grain."""

    def turned(point: TablePoint) -> TablePoint:
        for _ in range(quarters):
            point = TablePoint(-point.y, point.x)
        return TablePoint(point.x + x, point.y + y)

    there = BasePlace(*turned(where.point), (where.facing + 900 * quarters) % CIRCLE)
    assert [*map(turned, corners(where, 40 * PACE))] == [*corners(there, 40 * PACE)]
