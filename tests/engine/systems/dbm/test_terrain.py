"""Terrain: hill classes, needs, equivalents, towns on hills, beaches (5.1 to 5.8)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import palette, scenario

from engine.systems.de_bellis_multitudinis import terrain
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.tables.smooth import Outline
from engine.tables.table import HillPart, Table, TableArea, TableLine, TableWall


def square(x: int, y: int, size: int) -> Outline:
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def field(*pieces: TableArea | TableLine | TableWall, size: tuple[int, int] = (3600, 2400), **special: Any) -> DbmField:
    board = Table(
        palette(),
        size=size,
        areas={one.key: one for one in pieces if isinstance(one, TableArea)},
        lines={one.key: one for one in pieces if not isinstance(one, TableArea)},
    )
    return DbmField(scenario({"bd-1": "red Bd O", "sp-1": "blue Sp O"}, table=board, **special), {})


def hill(slope: str = "gentle", cover: str = "bare", *parts: HillPart, **more: Any) -> TableArea:
    return TableArea("hill-1", "hill", square(400, 400, 300), slope=slope, cover=cover, parts=parts, **more)


def rules(*pieces: TableArea | TableLine | TableWall, **special: Any) -> list[str]:
    return [fault.rule for fault in terrain.faults(field(*pieces, **special))]


@pytest.mark.rule("dbm:5.4")
@pytest.mark.parametrize(
    ("slope", "cover", "kind", "needs", "going"),
    [
        ("gentle", "bare", "H(G)", ["H(G)"], "good"),
        ("steep", "bare", "H(S)", ["H(S)"], "difficult"),
        ("gentle", "brushy", "H(S)", ["H(S)", "RGo"], "rough"),
        ("gentle", "rocky", "H(S)", ["H(S)", "RGo"], "rough"),
        ("gentle", "boggy", "H(S)", ["H(S)", "RGo"], "rough"),
        ("steep", "boggy", "H(S)", ["H(S)", "RGo"], "difficult"),
        ("gentle", "wooded", "H(S)", ["H(S)", "Wd"], "difficult"),
        ("gentle", "orchard", "H(S)", ["H(S)", "O"], "difficult"),
        ("gentle", "vine", "H(S)", ["H(S)", "V"], "difficult"),
        ("gentle", "terraced", "H(S)", ["H(S)"], "difficult"),
    ],
)
def test_classes_of_hills(slope: str, cover: str, kind: str, needs: list[str], going: str) -> None:
    piece = hill(slope, cover)
    found = field(piece)
    assert terrain.class_of(piece) == kind
    assert terrain.needs(piece) == needs
    assert terrain.going_of(found, piece) == going


@pytest.mark.rule("dbm:5.4")
def test_a_part_of_a_hill_counts_for_all_of_it() -> None:
    piece = hill("gentle", "bare", HillPart("gentle", "wooded", square(400, 400, 100)))
    assert terrain.class_of(piece) == "H(S)"
    assert terrain.needs(piece) == ["H(S)", "Wd"]
    assert terrain.going_of(field(piece), piece) == "difficult"


ARMY = {"name": "Theirs", "terrain": {"compulsory": [], "options": [], "optional": ["H(S)", "Wd"]}}


@pytest.mark.rule("dbm:5.4")
def test_the_defender_places_what_his_list_allows() -> None:
    lists = {"blue": ARMY}
    assert rules(hill("gentle", "wooded", placed="defender"), lists=lists) == []
    assert rules(hill("gentle", "vine", placed="defender"), lists=lists) == ["5.4"]
    assert rules(hill(placed="defender"), lists=lists) == ["5.4"]
    assert rules(hill("gentle", "vine", placed="invader"), lists=lists) == []


@pytest.mark.rule("dbm:5.2")
def test_what_a_list_has_as_compulsory_is_allowed() -> None:
    sea = TableArea("sea", "waterway", square(0, 0, 400), placed="defender", compulsory=True)
    assert rules(sea, lists={"blue": {**ARMY, "terrain": {"compulsory": ["WW"]}}}) == []
    assert rules(sea, lists={"blue": ARMY}) == ["5.4"]


@pytest.mark.rule("dbm:5.4")
def test_the_invader_s_road_and_hills() -> None:
    chosen = {"terrain": {"option": "road and hills"}}

    def placed(number: int, slope: str) -> list[TableArea]:
        outlines = [square(200 + 600 * n, 400, 300) for n in range(number)]
        return [
            TableArea(f"hill-{n}", "hill", outline, slope=slope, placed="invader") for n, outline in enumerate(outlines)
        ]

    assert rules(*placed(2, "steep"), **chosen) == []
    assert rules(*placed(4, "steep"), **chosen) == ["5.4"]
    assert rules(*placed(2, "gentle"), **chosen) == ["5.4", "5.4"]
    assert rules(*placed(2, "gentle")) == []


@pytest.mark.rule("dbm:5.1")
def test_the_invader_s_road_stays_in_the_centre() -> None:
    inside = TableLine("road-1", "road", ((1800, 0), (1200, 1000), (2400, 2400)), placed="invader")
    outside = TableLine("road-1", "road", ((1800, 0), (1199, 1000), (2400, 2400)), placed="invader")
    theirs = TableLine("road-1", "road", ((0, 1200), (3600, 1200)), placed="defender")
    assert (rules(inside), rules(outside), rules(theirs)) == ([], ["5.1"], [])


@pytest.mark.rule("dbm:5.3")
def test_what_a_defender_has_to_place_counts_half_unrounded() -> None:
    grove = TableArea("grove", "orchard", square(400, 400, 200), placed="defender", compulsory=True)
    wood = TableArea("wood", "wood", square(400, 400, 200), placed="defender", compulsory=True)
    free = TableArea("wood", "wood", square(400, 400, 200), placed="defender")
    found = [terrain.equivalents(field(piece), piece) for piece in (grove, wood, free)]
    assert found == [0.25, 0.5, 1]
    own = TableArea("wood", "wood", square(400, 400, 200), fe=3)
    assert terrain.equivalents(field(own), own) == 3


def town(outline: Outline, **more: Any) -> TableArea:
    return TableArea("town", "town", outline, joined="hill-1", **more)


@pytest.mark.rule("dbm:5.6")
def test_a_town_on_a_hill_counts_as_both() -> None:
    piece = town(square(500, 500, 100), placed="defender", compulsory=True)
    assert terrain.equivalents(field(hill(), piece), piece) == 1.5
    assert rules(hill(), piece) == []


@pytest.mark.rule("dbm:5.6")
def test_what_a_town_on_a_hill_may_not_be() -> None:
    on = square(500, 500, 100)
    assert rules(hill(compulsory=True), town(on)) == ["5.6"]
    assert rules(hill(), town(square(650, 500, 100))) == ["5.6"]
    large = TableArea("hill-1", "hill", square(100, 100, 700))
    wide = town(square(120, 120, 540))
    assert rules(large, wide) == ["5.6"]
    piece = TableWall("w-1", "pf", ((120, 120), (120, 200)), ((100, 120), (100, 200)), encloses="town")
    assert rules(large, wide, piece) == []
    across = TableArea("hill-1", "hill", square(1100, 400, 300))
    assert rules(across, town(square(1210, 500, 100))) == ["5.6"]


@pytest.mark.rule("dbm:5.6")
def test_a_town_on_a_hill_at_the_water_touches_it() -> None:
    sea = TableArea("sea", "waterway", square(0, 0, 400))
    cape = TableArea("hill-1", "hill", ((300, 300), (700, 300), (700, 700), (300, 700)))
    inland, coast = town(square(550, 550, 100)), town(square(360, 360, 100))
    assert "5.6" in rules(sea, cape, inland)
    assert "5.6" not in rules(sea, cape, coast)


@pytest.mark.rule("dbm:5.7")
def test_the_town_of_a_compulsory_waterway_is_not_compulsory() -> None:
    sea = TableArea("sea", "waterway", square(0, 0, 400), placed="defender", compulsory=True)
    port = TableArea("port", "town", square(400, 0, 100), placed="defender", compulsory=True)
    assert terrain.equivalents(field(sea, port), port) == 2
    assert terrain.equivalents(field(port), port) == 1
    both = {"blue": {**ARMY, "terrain": {"options": [["WW", "BUA"]]}}}
    chosen = field(sea, port, lists=both, terrain={"chosen": 1})
    assert terrain.equivalents(chosen, port) == 1
    assert terrain.equivalents(field(sea, port, lists=both), port) == 2


@pytest.mark.rule("dbm:5.8")
def test_a_hill_leaves_the_beach_free_but_for_a_promontory() -> None:
    sea = TableArea("sea", "waterway", ((0, 0), (400, 0), (400, 2400), (0, 2400)))
    touching, apart, cape = (TableArea("hill-1", "hill", square(x, 400, 300)) for x in (395, 440, 300))
    assert (rules(sea, touching), rules(sea, apart), rules(sea, cape)) == (["5.8"], [], [])
