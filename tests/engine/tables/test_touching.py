"""How bases lie to each other: the golden figures of contact, zones and gaps, and a reference by shapely."""

from __future__ import annotations

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.tables.places import PACE, BasePlace, TablePoint, corners, place
from engine.tables.sines import CIRCLE
from engine.tables.touching import (
    BaseEdge,
    bases_overlap,
    gap,
    in_zone,
    legal_place,
    near,
    overlap_places,
    zone,
)

close = st.builds(
    BasePlace,
    st.integers(-200 * PACE, 200 * PACE),
    st.integers(-200 * PACE, 200 * PACE),
    st.integers(min_value=0, max_value=CIRCLE - 1),
)
depths = st.sampled_from([30 * PACE, 40 * PACE, 60 * PACE, 80 * PACE])


def shown(where: BasePlace) -> tuple[float, float, float]:
    return round(where.x / PACE, 1), round(where.y / PACE, 1), where.facing / 10


def polygon(points: tuple[TablePoint, ...]) -> shapely.Polygon:
    return shapely.Polygon([(x / PACE, y / PACE) for x, y in points])


def test_the_places_of_legal_contact() -> None:
    found = {edge: shown(legal_place(place(1500, 800, 200), 40 * PACE, edge)) for edge in BaseEdge}
    assert found == {
        BaseEdge.FRONT: (1500, 800, 20),
        BaseEdge.LEFT: (1551.3, 776.1, 290),
        BaseEdge.RIGHT: (1476.1, 748.7, 110),
        BaseEdge.REAR: (1513.7, 762.4, 200),
    }


@given(close, depths)
def test_legal_contact_touches_and_does_not_overlap(where: BasePlace, depth: int) -> None:
    for edge in BaseEdge:
        enemy = legal_place(where, depth, edge)
        assert not bases_overlap(where, depth, enemy, 40 * PACE)
        assert gap(where, depth, enemy, 40 * PACE) == 0


@given(close)
def test_front_contact_is_mutual(where: BasePlace) -> None:
    enemy = legal_place(where, 40 * PACE, BaseEdge.FRONT)
    assert near(legal_place(enemy, 40 * PACE, BaseEdge.FRONT), where)
    assert not near(enemy, where)


def test_overlap_is_beside_the_enemy_in_front_contact() -> None:
    left, right = overlap_places(place(500, 500, 0))
    assert (shown(left), shown(right)) == ((420, 500, 180), (580, 500, 180))


def test_gaps_are_the_shortest_line() -> None:
    first, depth = place(1000, 500, 0), 30 * PACE
    assert gap(first, depth, place(1105, 520, 20), 30 * PACE) == 18
    assert gap(first, depth, place(1130, 560, 0), 40 * PACE) == 58
    assert gap(first, depth, place(1080, 530, 0), 30 * PACE) == 0


def test_the_zone_is_the_square_before_the_front() -> None:
    of, depth = place(3000, 700, 180), 30 * PACE
    assert polygon(zone(of)).bounds == (2960, 700, 3040, 780)
    assert in_zone(of, place(3079, 750, 180), depth)
    assert not in_zone(of, place(3080, 750, 180), depth)
    assert in_zone(of, place(3000, 779, 0), depth)
    assert not in_zone(of, place(3000, 780, 0), depth)


@given(close, depths, close, depths)
def test_gaps_and_overlaps_agree_with_shapely(first: BasePlace, depth: int, second: BasePlace, other: int) -> None:
    one, two = polygon(corners(first, depth)), polygon(corners(second, other))
    apart = one.distance(two)
    found = gap(first, depth, second, other)
    assert found == gap(second, other, first, depth)
    assert abs(found - apart) <= 0.51
    # Clear of the limit the two agree; overlap counts from half a pace on every axis.
    narrow = one.buffer(-0.5, join_style="mitre").intersects(two.buffer(-0.5, join_style="mitre"))
    if apart > 0.01:
        assert not bases_overlap(first, depth, second, other)
    if narrow:
        assert bases_overlap(first, depth, second, other)


@given(close, depths, close, depths, st.integers(0, 3))
def test_turned_by_right_angles_the_answers_are_the_same(
    first: BasePlace, depth: int, second: BasePlace, other: int, quarters: int
) -> None:
    def turned(where: BasePlace) -> BasePlace:
        x, y = where.x, where.y
        for _ in range(quarters):
            x, y = -y, x
        return BasePlace(x, y, (where.facing + 900 * quarters) % CIRCLE)

    assume(quarters)
    there, then = turned(first), turned(second)
    assert bases_overlap(first, depth, second, other) is bases_overlap(there, depth, then, other)
    assert in_zone(first, second, other) is in_zone(there, then, other)
    assert gap(first, depth, second, other) == gap(there, depth, then, other)
