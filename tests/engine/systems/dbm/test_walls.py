"""Fortifications: chains, what they enclose, where they are touched and defended (2.1 to 2.4, fair-play 4.1)."""

from __future__ import annotations

import pytest
from field_of import bound, game, number, palette

from engine.systems.de_bellis_multitudinis import contact, walls
from engine.tables.smooth import Outline
from engine.tables.table import Table, TableArea, TableWall


def wall(
    key: str, inside: Outline, outside: Outline, *, side: str = "", chain: str = "", encloses: str = ""
) -> TableWall:
    return TableWall(key, "pf", inside, outside, side=side, chain=chain, encloses=encloses)


def table(*pieces: TableWall, areas: tuple[TableArea, ...] = ()) -> Table:
    return Table(palette(), areas={area.key: area for area in areas}, lines={piece.key: piece for piece in pieces})


TOWN = TableArea("town", "town", ((1000, 1000), (1240, 1000), (1240, 1240), (1000, 1240)))


def ring(**more: str) -> list[TableWall]:
    """Four pieces round the town, 20 paces deep; the first at the top, clockwise."""
    corner = ((1000, 1000), (1240, 1000), (1240, 1240), (1000, 1240))
    outer = ((980, 980), (1260, 980), (1260, 1260), (980, 1260))
    return [
        wall(f"w-{n + 1}", (corner[n], corner[(n + 1) % 4]), (outer[n], outer[(n + 1) % 4]), chain="town", **more)
        for n in range(4)
    ]


def found(*pieces: TableWall, areas: tuple[TableArea, ...] = ()) -> list[tuple[str, tuple[str, ...]]]:
    return [(fault.rule, fault.keys) for fault in walls.faults(table(*pieces, areas=areas))]


def piece(key: str, left: int, right: int, **more: str) -> TableWall:
    return wall(key, ((left, 1000), (right, 1000)), ((left, 970), (right, 970)), **more)


@pytest.mark.rule("dbm:2.1")
def test_the_insides_of_a_chain_meet() -> None:
    assert found(piece("w-1", 800, 960, chain="c"), piece("w-2", 961, 1121, chain="c")) == []
    assert found(piece("w-1", 800, 960, chain="c"), piece("w-2", 963, 1123, chain="c")) == [("2.1", ("w-1", "w-2"))]
    assert found(piece("w-1", 800, 960), piece("w-2", 963, 1123)) == []


@pytest.mark.rule("dbm:2.3")
def test_the_insides_round_a_town_enclose_it() -> None:
    assert found(*ring(encloses="town"), areas=(TOWN,)) == []
    larger = TableArea("town", "town", ((990, 1000), (1240, 1000), (1240, 1240), (990, 1240)))
    assert [rule for rule, _ in found(*ring(encloses="town"), areas=(larger,))] == ["2.3"]
    assert [rule for rule, _ in found(*ring(encloses="town")[:3], areas=(TOWN,))] == ["2.3"]


@pytest.mark.rule("dbm:2.3")
def test_a_town_need_not_be_walled_at_the_table_edge_and_at_the_water() -> None:
    sea = TableArea("sea", "waterway", ((0, 0), (300, 0), (300, 2400), (0, 2400)))
    coast = TableArea("town", "town", ((300, 0), (460, 0), (460, 160), (300, 160)))
    pieces = [
        wall("w-1", ((460, 0), (460, 160)), ((480, 0), (480, 160)), chain="town", encloses="town"),
        wall("w-2", ((460, 160), (300, 160)), ((480, 180), (300, 180)), chain="town", encloses="town"),
    ]
    assert found(*pieces, areas=(sea, coast)) == []
    assert [rule for rule, _ in found(*pieces, areas=(coast,))] == ["2.3"]


@pytest.mark.rule("dbm:fair-play:4.1")
def test_pieces_are_thin_whole_base_widths_and_meet_at_right_angles_at_least() -> None:
    deep = wall("w-1", ((800, 1000), (960, 1000)), ((800, 919), (960, 919)))
    assert found(deep) == [("fair-play:4.1", ("w-1",))]
    assert found(piece("w-1", 800, 920)) == [("fair-play:4.1", ("w-1",))]
    sharp = wall("w-2", ((960, 1000), (850, 1116)), ((940, 1000), (835, 1105)), chain="c")
    assert found(piece("w-1", 800, 960, chain="c"), sharp) == [("fair-play:4.1", ("w-1", "w-2"))]


UNITS = {"bd-1": "red Bd O", "sp-1": "blue Sp O"}


@pytest.mark.rule("dbm:2.2")
@pytest.mark.parametrize(("y", "edge"), [(970, "front"), (969, ""), (980, "")])
def test_attackers_touch_the_outside_and_defenders_stand_at_the_inside(y: int, edge: str) -> None:
    # Blue holds the inside at 1000 and faces up; red comes down to the outside at 970.
    board = table(piece("w-1", 800, 960, side="blue"))
    at = {"sp-1": [880, 1000, 0], "bd-1": [880, y, 180]}
    field, state = bound(UNITS, at, table=board, edges={"red": "top", "blue": "bottom"})
    red, blue = number(field, "bd-1"), number(field, "sp-1")
    said = [contact.spelled(field, one) for one in contact.contacts(field, state, red)]
    if edge:
        assert said == ["bd-1 front sp-1 by w-1"]
        assert [contact.spelled(field, one) for one in contact.contacts(field, state, blue)] == [
            "sp-1 front bd-1 by w-1"
        ]
    else:
        assert said == []


@pytest.mark.rule("dbm:2.2")
def test_nobody_defends_from_the_outside_or_with_the_back_to_it() -> None:
    board = table(piece("w-1", 800, 960))
    for at, keys in (([880, 1000, 0], ["w-1"]), ([880, 1000, 180], []), ([880, 970, 180], []), ([1010, 1000, 0], [])):
        field, state = bound(UNITS, {"sp-1": at}, table=board)
        assert list(walls.defended(field, state, 1)) == keys


def test_a_side_s_own_piece_is_not_defended_by_the_enemy() -> None:
    board = table(piece("w-1", 800, 960, side="red"))
    field, state = bound(UNITS, {"sp-1": [880, 1000, 0]}, table=board)
    assert walls.defended(field, state, 1) == {}


@pytest.mark.rule("dbm:2.4")
@pytest.mark.parametrize(
    ("kind", "y", "paces", "legal"),
    [
        ("Sp O", 700, 70, True),
        ("Sp O", 700, 71, False),
        ("Ps O", 700, 200, True),
        ("Ps O", 700, 230, False),
    ],
)
def test_a_march_keeps_away_from_the_outside_of_what_is_defended(kind: str, y: int, paces: int, legal: bool) -> None:
    # The outside is at 970: 200 paces from 770, and 50, which is enough before loose skirmishers, from 920.
    board = table(piece("w-1", 800, 960))
    at = {"sp-1": [880, 1000, 0], "cv-1": [1000, y, 180]}
    units = {"cv-1": "red LH O", "sp-1": f"blue {kind}"}
    played = game(units, at, table=board, edges={"red": "top", "blue": "bottom"}, set={"pips": {"red": 6}})
    verdict = played.verdict(f"march cv-1: ahead {paces}")
    assert bool(verdict) is legal
    assert legal or "dbm:2.4" in getattr(verdict, "rules", ())


@pytest.mark.rule("dbm:2.1")
def test_pieces_of_one_point_stand_nowhere() -> None:
    """They have a finding of the map; the rules go on without them, in chains and round towns as well."""
    short = wall("w-1", ((1000, 1000),), ((980, 980), (1260, 980)), chain="c", encloses="town")
    twice = wall("w-2", ((1000, 1000), (1000, 1000)), ((980, 980), (980, 980)), chain="c")
    assert found(short, twice, piece("w-3", 800, 960, chain="c"), areas=(TOWN,)) == []
    assert [*table(short, twice, piece("w-3", 800, 960)).drawn_walls] == ["w-3"]
