"""The maps of the campaigns: real ground, every place that a paragraph names where it should be, all of it whole."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path
from typing import Any, Final

import pytest

from engine import data
from engine.formats import load, load_map, save_map
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.vertices import vertex_hexes
from engine.mechanics.tables import shipped
from engine.umpire.checks import check_loaded

TABLES: Final[Any] = shipped("sun_never_sets")
WET: Final = frozenset({"sea", "lake"})
RIVERS: Final = frozenset({"minor_river", "major_river"})


@dataclass(frozen=True)
class Country:
    """How latitude and longitude lie on a map: ``north`` and ``west`` are its corner, ``degree`` a degree of
    longitude in miles, ``miles`` a hex."""

    columns: int
    rows: int
    prefix: str
    miles: float
    north: float
    west: float
    degree: float
    places: dict[str, str]
    """Name on the map to hex."""
    cited: dict[str, tuple[float, float]]
    """Latitude and longitude of the places that paragraphs name."""

    def centre(self, board: BattleMap, h: int) -> tuple[float, float]:
        """Miles east and south of the corner of a hex's middle."""
        column, row = board.grid.offset(h)
        low = self.miles / 2 if column % 2 == 0 else 0.0  # column numbers begin with 1
        return (column + 1 / 3) * sqrt(3) / 2 * self.miles, (row + 0.25) * self.miles + low

    def where(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Miles east and south of the corner."""
        return (longitude - self.west) * self.degree, (self.north - latitude) * 69.05


def spots(text: str) -> dict[str, str]:
    """``Name A1208, Other name A1603`` as name to hex."""
    pairs = (part.rsplit(" ", 1) for part in text.split(", "))
    return {name.strip(): at for name, at in pairs}


COUNTRIES: Final = {
    "asante": Country(
        51,
        36,
        "A",
        5,
        7.25,
        -2.35,
        68.8,
        spots(
            "Kumasa A1208, Mampong A1603, Prahsu A1619, Dwaben A1506, Bekwai A1311, Amoafo A1310, Ordahsu A1309, "
            "Fomena A1414, Fosu A1822, Mansu A1924, Dunkwa A1927, Abakrampa A1928, Coast Castle A1830, Elmina A1730, "
            "Accra A3524, Anomabo A2129, Saltpond A2228, Winneba A2827, Adda A4821, Secondi A1132, Dixcove A0734, "
            "Axim A0333"
        ),
        {
            "Kumasa": (6.69, -1.62),
            "Mampong": (7.06, -1.40),
            "Prahsu": (5.93, -1.37),
            "Coast Castle": (5.10, -1.24),
            "Accra": (5.55, -0.20),
            "Winneba": (5.35, -0.62),
            "Adda": (5.78, 0.63),
        },
    ),
    "persia": Country(
        38,
        23,
        "P",
        5,
        30.0,
        50.25,
        60.4,
        spots(
            "Bushehr P0915, Reshire P0916, Hallila P1017, Chah Kutah P1214, Borazjan P1411, Khosab P1310, "
            "Dalaki P1508, Konar Takhteh P1707, Kamarij P1806, Kasarum P2006, Dasht-i-Arjan P2505, Shiraza P3306, "
            "Bandar Rig P0608, Ahram P1516, Firuzabad P3316"
        ),
        {
            "Bushehr": (28.92, 50.83),
            "Khosab": (29.30, 51.13),
            "Dalaki": (29.43, 51.29),
            "Kasarum": (29.62, 51.65),
            "Shiraza": (29.61, 52.54),
        },
    ),
    "abyssinia": Country(
        20,
        24,
        "B",
        15,
        16.05,
        36.75,
        67.3,
        spots(
            "Massawa B1502, Zula B1604, Kumayli B1505, Senafe B1407, Adigrat B1508, Adwa B1209, Asmara B1204, "
            "Makele B1512, Antalo B1414, Sokota B1316, Lalibela B1319, Debra Tabor B0720, Gondar B0417, "
            "Magdala B1423, Dessie B1523"
        ),
        {
            "Massawa": (15.61, 39.45),
            "Zula": (15.24, 39.66),
            "Senafe": (14.70, 39.43),
            "Adigrat": (14.28, 39.46),
            "Makele": (13.50, 39.47),
            "Debra Tabor": (11.85, 38.01),
            "Gondar": (12.60, 37.47),
            "Magdala": (11.22, 39.28),
        },
    ),
    "afghan": Country(
        43,
        40,
        "K",
        15,
        35.70,
        63.90,
        59.0,
        spots(
            "Kabul K2506, Jelalabad K3106, Gazni K2110, Kalat-i-Ghilzai K1417, Kandahar K0919, Khyber Pass K3408, "
            "Gandamak K2807, Peiwar Kotal K2809, Shutargardan K2609, Thal K3111, Girishk K0419, Chaman K1223, "
            "Khojak K1323, Quetta K1526, Bolan Pass K1628, Dardur K1829, Kalat K1331, Peshawar K3508, Kohat K3510, "
            "Sukkur K2337, Multan K3526, Kalabagh K3513, Jacobabad K2134, Shikarpur K2236, Bannu K3113, "
            "D.I. Khan K3318, D.G. Khan K3126, Attock K3909, Rawalpindi K4210"
        ),
        {
            "Kabul": (34.53, 69.17),
            "Jelalabad": (34.43, 70.45),
            "Gazni": (33.55, 68.42),
            "Kalat-i-Ghilzai": (32.10, 66.90),
            "Kandahar": (31.61, 65.71),
            "Khyber Pass": (34.06, 71.15),
            "Quetta": (30.20, 67.00),
            "Dardur": (29.48, 67.65),
            "Kalat": (29.03, 66.59),
            "Peshawar": (34.01, 71.58),
            "Kohat": (33.59, 71.44),
            "Sukkur": (27.70, 68.86),
            "Multan": (30.20, 71.47),
            "Kalabagh": (32.96, 71.55),
        },
    ),
    "dahomey": Country(
        22,
        20,
        "D",
        5,
        7.60,
        1.50,
        68.7,
        spots(
            "Porto-Novo D1816, Cotonou D1517, Ouidah D1018, Allada D1113, Dogba D1712, Poguessa D1509, Akpa D1208, "
            "Cana D1007, Abomey D0906"
        ),
        {"Porto-Novo": (6.50, 2.62), "Abomey": (7.19, 1.99)},
    ),
}
ALL: Final = sorted(COUNTRIES)


@cache
def board_of(name: str) -> BattleMap:
    return load_map(data.maps() / f"{name}.yaml")


@pytest.fixture(params=ALL)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def board(name: str) -> BattleMap:
    return board_of(name)


def named(board: BattleMap) -> dict[str, int]:
    """Place name to hex."""
    return {label.text: label.at for label in board.labels if label.style == "place"}


def land(board: BattleMap) -> list[int]:
    return [h for h in board.grid.hexes if board.terrain[h] not in WET]


def is_coastal(board: BattleMap, h: int) -> bool:
    return any(board.terrain[n] == "sea" for n in board.grid.neighbours[h])


def with_feature(board: BattleMap, kind: str) -> set[str]:
    """The names of the places that have a feature."""
    at = {h: text for text, h in named(board).items()}
    return {at.get(h, board.grid.name(h)) for h, kinds in board.features.items() if kind in kinds}


def test_size_numbers_and_scale(name: str, board: BattleMap) -> None:
    country = COUNTRIES[name]
    grid = board.grid
    assert (grid.columns, grid.rows) == (country.columns, country.rows)
    assert grid.name(grid.parse(f"{country.prefix}0101")) == f"{country.prefix}0101"
    assert board.scale == f"{country.miles:g} miles"
    assert board.palette.key == "campaign"
    # Odd columns are low: the hex to the south-east of an odd one is in the next row.
    low, even = grid.parse(f"{country.prefix}0101"), grid.parse(f"{country.prefix}0202")
    assert grid.adjacent(low, even)


def test_every_place_stands_where_it_should(name: str, board: BattleMap) -> None:
    grid = board.grid
    assert {text: grid.name(h) for text, h in named(board).items()} == COUNTRIES[name].places


def test_cited_places_fall_into_their_hex_by_latitude_and_longitude(name: str, board: BattleMap) -> None:
    country = COUNTRIES[name]
    for text, spot in country.cited.items():
        x, y = country.where(*spot)

        def gap(h: int, x: float = x, y: float = y) -> float:
            at = country.centre(board, h)
            return hypot(at[0] - x, at[1] - y)

        nearest = min(board.grid.hexes, key=gap)
        assert board.grid.name(nearest) == country.places[text], text


def test_nothing_is_found_wrong(name: str) -> None:
    found = check_loaded(load(data.maps() / f"{name}.yaml"))
    assert [(finding.code, finding.message) for finding in found] == []


def test_the_file_is_as_the_editor_writes_it(name: str, board: BattleMap, tmp_path: Path) -> None:
    save_map(board, tmp_path / f"{name}.yaml")
    assert (tmp_path / f"{name}.yaml").read_bytes() == (data.maps() / f"{name}.yaml").read_bytes()


def test_where_the_ground_comes_from_is_said(board: BattleMap) -> None:
    assert "reconstructed" in board.provenance


def test_every_kind_on_the_map_is_in_the_tables(board: BattleMap) -> None:
    effects = TABLES["terrain_effects"]
    assert set(board.terrain) <= set(effects["hex"])
    assert {kind for kinds in board.features.values() for kind in kinds} <= set(effects["feature"])
    assert {kind for kinds in board.hexsides.values() for kind in kinds} <= set(effects["hexside"])
    assert {kind for kinds in board.paths.values() for kind in kinds} <= {"road", "rail", "rail_planned"}


def test_places_stand_on_land(board: BattleMap) -> None:
    assert [board.grid.name(h) for h in board.features if board.terrain[h] in WET] == []


def test_all_land_hangs_together(board: BattleMap) -> None:
    ground = set(land(board))
    reached, waiting = set(), [next(iter(named(board).values()))]
    while waiting:
        h = waiting.pop()
        if h not in reached:
            reached.add(h)
            waiting += [n for n in board.grid.neighbours[h] if n in ground]
    assert [board.grid.name(h) for h in ground - reached] == []


def test_rivers_run_between_land_hexes_and_roads_on_land(board: BattleMap) -> None:
    grid = board.grid
    for side, kinds in board.hexsides.items():
        if RIVERS & set(kinds):
            assert not {board.terrain[h] for h in grid.side_hexes(side)} & WET, grid.side_name(side)
            assert len(RIVERS & set(kinds)) == 1, grid.side_name(side)
    for side, paths in board.paths.items():
        assert not {board.terrain[h] for h in grid.side_hexes(side) if h != NOWHERE} & WET, (
            grid.side_name(side),
            paths,
        )


def test_bridges_and_drifts_lie_where_roads_and_railways_cross_rivers(board: BattleMap) -> None:
    for side, kinds in board.hexsides.items():
        crosses = bool(RIVERS & set(kinds)) and not {"road", "rail"}.isdisjoint(board.paths.get(side, ()))
        assert crosses == bool({"bridge", "drift"} & set(kinds)), board.grid.side_name(side)


def test_passes_lie_in_mountains_on_roads(board: BattleMap) -> None:
    for h, kinds in board.features.items():
        if "pass" in kinds:
            assert board.terrain[h] == "mountain", board.grid.name(h)
            assert board.on_path(h, "road"), board.grid.name(h)


def test_major_rivers_are_unbroken_to_water_or_the_edge(board: BattleMap) -> None:
    """Each piece of a major river ends at the sea, a lake, the edge of the map or in a lesser river."""
    grid = board.grid
    ends: dict[Any, list[int]] = {}
    for side, kinds in board.hexsides.items():
        if "major_river" in kinds:
            for vertex in grid.side_ends(side):
                ends.setdefault(vertex, []).append(side)
    for vertex, sides in ends.items():
        if len(sides) == 1:
            around = vertex_hexes(grid, vertex)
            beside = [grid.side_between(a, b) for a in around for b in around if a < b]
            goes_on = len(around) < 3 or any(board.terrain[h] in WET for h in around)
            lesser = any("minor_river" in board.hexsides.get(side, ()) for side in beside)
            assert goes_on or lesser, grid.side_name(sides[0])


def follows(board: BattleMap, kind: str, chain: str) -> bool:
    """Whether a path runs from each place of a chain to the next, and by no great detour."""
    hexes = [board.grid.parse(at) for at in chain.split()]
    return all(linked(board, kind, a, b) for a, b in pairwise(hexes))


def linked(board: BattleMap, kind: str, a: int, b: int) -> bool:
    """Whether a path leads from one hex to another within twice their distance."""
    reached = {a}
    for _ in range(2 * board.grid.distance(a, b)):
        reached |= {board.grid.ring1[h][d] for h in reached for d in board.exits(h, kind)} - {NOWHERE}
    return b in reached


# -- Asante ----------------------------------------------------------------------------------------------------------


def test_asante_has_its_road() -> None:
    board = board_of("asante")
    assert follows(board, "road", "A1830 A1927 A1924 A1822 A1619 A1414 A1310 A1208")


@pytest.mark.rule("sns2:asante:4.1")
@pytest.mark.rule("sns2:asante:4.6")
def test_asante_s_ports_lie_on_the_coast() -> None:
    board = board_of("asante")
    towns, castles = board.regions["coastal_towns"].hexes, board.regions["coastal_fortresses"].hexes
    assert {board.place_name(h) for h in castles} == {"Coast Castle", "Elmina", "Accra"}
    assert {"Winneba", "Adda"} <= {board.place_name(h) for h in towns}
    assert all(is_coastal(board, h) for h in towns | castles)
    assert all(board.has_feature(h, "town") for h in towns)
    assert with_feature(board, "fortress") == {"Coast Castle", "Elmina", "Accra"}


@pytest.mark.rule("sns2:asante:3.25")
@pytest.mark.rule("sns2:event2:asante:36")
def test_asante_s_own_towns_lie_inland() -> None:
    board = board_of("asante")
    inland = board.regions["inland_towns"].hexes
    assert {"Kumasa", "Mampong"} <= {board.place_name(h) for h in inland}
    assert not any(is_coastal(board, h) for h in inland)
    every = {h for h, kinds in board.features.items() if {"town", "village"} & set(kinds)}
    assert board.regions["inland_places"].hexes == {h for h in every if not is_coastal(board, h)}


@pytest.mark.rule("sns2:asante:6.5")
def test_jungle_begins_some_ten_miles_from_the_sea() -> None:
    board = board_of("asante")
    sea = {h for h in board.grid.hexes if board.terrain[h] == "sea"}
    jungle = [h for h in board.grid.hexes if board.terrain[h] == "jungle"]
    assert len(jungle) > len(land(board)) / 2
    assert min(min(board.grid.distance(h, at) for at in sea) for h in jungle) >= 2


def test_asante_s_rivers() -> None:
    board = board_of("asante")
    kinds = {kind for found in board.hexsides.values() for kind in found}
    assert kinds > RIVERS
    prahsu, north = board.grid.parse("A1619"), board.grid.parse("A1618")
    crossing = board.hexsides[board.grid.side_between(prahsu, north)]
    assert {"major_river", "bridge"} == set(crossing)
    ordah = board.hexsides[board.grid.side_between(board.grid.parse("A1309"), board.grid.parse("A1310"))]
    assert "minor_river" in ordah


# -- Persia ----------------------------------------------------------------------------------------------------------


def test_persia_has_its_road_over_four_passes() -> None:
    board = board_of("persia")
    assert follows(board, "road", "P0915 P1214 P1411 P1310 P1508 P1707 P1806 P2006 P2505 P3306")
    assert follows(board, "road", "P0915 P0916 P1017")
    passes = [h for h in board.features if board.has_feature(h, "pass")]
    assert len(passes) == 4
    columns = sorted(board.grid.offset(h)[0] + 1 for h in passes)
    assert 15 < columns[0] < columns[-1] < 25, "between Dalaki and Dasht-i-Arjan"


@pytest.mark.rule("sns2:persia:5.1")
@pytest.mark.rule("sns2:persia:3.1")
def test_persia_s_fortresses_and_towns() -> None:
    board = board_of("persia")
    assert with_feature(board, "fortress") == {"Bushehr", "Shiraza"}
    assert {"Khosab", "Dalaki", "Kasarum"} <= with_feature(board, "town")
    assert board.regions["persian_fortresses"].hexes == {named(board)["Bushehr"], named(board)["Shiraza"]}


@pytest.mark.rule("sns2:persia:4.1")
@pytest.mark.rule("sns2:persia:4.6")
def test_the_british_can_land_at_a_coastal_town_beside_bushehr() -> None:
    board = board_of("persia")
    ports = board.regions["ports"].hexes
    assert all(is_coastal(board, h) for h in ports)
    assert {board.place_name(h) for h in ports} == {"Bushehr", "Hallila", "Bandar Rig"}
    assert all(board.has_feature(h, "town") or board.has_feature(h, "fortress") for h in ports)


@pytest.mark.rule("sns2:persia:3.3")
def test_the_line_of_khosab_is_its_column() -> None:
    board = board_of("persia")
    line = board.regions["khosab_line"].hexes
    assert {board.grid.offset(h)[0] for h in line} == {board.grid.offset(named(board)["Khosab"])[0]}
    assert all(h in line for h in land(board) if board.grid.offset(h)[0] == 12)


@pytest.mark.rule("sns2:persia:3.23")
def test_the_land_edge_of_persia_is_all_land_on_the_edge() -> None:
    board = board_of("persia")
    edge = {h for h in land(board) if NOWHERE in board.grid.ring1[h]}
    assert board.regions["land_edge"].hexes == edge


# -- Abyssinia -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:abyssinia:3.1")
@pytest.mark.rule("sns2:abyssinia:5.1")
def test_abyssinia_s_fortresses_and_where_theodore_may_begin() -> None:
    board = board_of("abyssinia")
    assert with_feature(board, "fortress") == {"Magdala", "Debra Tabor", "Gondar"}
    assert {board.place_name(h) for h in board.regions["theodore"].hexes} == {"Makele", "Gondar", "Debra Tabor"}
    assert board.has_feature(named(board)["Makele"], "town")


@pytest.mark.rule("sns2:abyssinia:4.1")
@pytest.mark.rule("sns2:abyssinia:6.2")
def test_abyssinia_s_ports_and_the_towns_near_the_coast() -> None:
    board = board_of("abyssinia")
    ports = board.regions["ports"].hexes
    assert {board.place_name(h) for h in ports} == {"Massawa", "Zula"}
    assert all(is_coastal(board, h) for h in ports)
    assert {board.place_name(h) for h in board.regions["massawa"].hexes} == {"Massawa"}
    coast = [h for h in land(board) if is_coastal(board, h)]
    held = {h for h, kinds in board.features.items() if {"town", "fortress"} & set(kinds)}
    near = {h for h in held if min(board.grid.distance(h, at) for at in coast) <= 4}
    assert board.regions["near_coast"].hexes == near
    assert near - ports, "somewhere inland for the advance guard"


@pytest.mark.rule("sns2:abyssinia:4.1")
@pytest.mark.rule("sns2:30.2")
def test_abyssinia_s_railway_may_be_built_from_zula_to_antalo() -> None:
    board = board_of("abyssinia")
    assert follows(board, "rail_planned", "B1604 B1505 B1407 B1508 B1414")
    assert not any("rail" in kinds for kinds in board.paths.values())


def test_abyssinia_s_waters() -> None:
    board = board_of("abyssinia")
    major = [board.grid.side_hexes(side) for side, kinds in board.hexsides.items() if "major_river" in kinds]
    west = [pair for pair in major if min(board.grid.offset(h)[1] for h in pair) < 20]
    south = [pair for pair in major if max(board.grid.offset(h)[1] for h in pair) >= 20]
    assert west, "the Takkaze"
    assert south, "the Bashilo and the Abbai"
    lakes = [h for h in board.grid.hexes if board.terrain[h] == "lake"]
    assert {board.grid.offset(h)[0] + 1 for h in lakes} == {2, 3, 4}, "Lake Tana"


# -- Afghanistan -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:afghan:3.25")
@pytest.mark.rule("sns2:afghan:6.2")
def test_three_countries_share_the_whole_map() -> None:
    board = board_of("afghan")
    countries = [board.regions[key].hexes for key in ("afghanistan", "baluchistan", "india")]
    assert sum(map(len, countries)) == len(board.grid) == len(frozenset().union(*countries))
    where = {
        "afghanistan": ("Kabul", "Jelalabad", "Gazni", "Kalat-i-Ghilzai", "Kandahar", "Khyber Pass", "Girishk"),
        "baluchistan": ("Quetta", "Kalat", "Bolan Pass", "Dardur"),
        "india": ("Peshawar", "Kohat", "Sukkur", "Multan", "Kalabagh", "Jacobabad", "Attock", "D.I. Khan"),
    }
    for key, places in where.items():
        assert {named(board)[place] for place in places} <= board.regions[key].hexes, key


@pytest.mark.rule("sns2:afghan:5.1")
@pytest.mark.rule("sns2:afghan:5.2")
@pytest.mark.rule("sns2:afghan:3.3")
def test_afghan_and_indian_fortresses() -> None:
    board = board_of("afghan")
    names = {key: {board.place_name(h) for h in region.hexes} for key, region in board.regions.items()}
    assert names["afghan_fortresses"] == {"Kabul", "Jelalabad", "Gazni", "Kalat-i-Ghilzai", "Kandahar"}
    assert names["india_fortresses"] == {"Peshawar", "Kohat", "Sukkur", "Multan", "Kalabagh"}
    assert with_feature(board, "fortress") == names["afghan_fortresses"] | names["india_fortresses"] | {
        "Quetta",
        "Kalat",
    }


@pytest.mark.rule("sns2:afghan:3.1")
@pytest.mark.rule("sns2:afghan:4.1")
def test_where_afghans_and_british_may_set_up() -> None:
    board = board_of("afghan")
    for region, country, kinds in (
        ("afghan_strongholds", "afghanistan", {"fortress", "town", "pass"}),
        ("india_places", "india", {"fortress", "town"}),
    ):
        every = {h for h, found in board.features.items() if kinds & set(found)}
        assert board.regions[region].hexes == every & board.regions[country].hexes, region


@pytest.mark.rule("sns2:afghan:5.2")
def test_the_bolan_pass_is_two_hexes() -> None:
    board = board_of("afghan")
    pair = board.regions["bolan_pass"].hexes
    assert {board.grid.name(h) for h in pair} == {"K1628", "K1728"}
    assert board.grid.adjacent(*pair)
    assert all(board.has_feature(h, "pass") for h in pair)


@pytest.mark.rule("sns2:afghan:6.8")
@pytest.mark.rule("sns2:afghan:4.6")
def test_afghan_railways_and_lines_of_communication() -> None:
    board = board_of("afghan")
    grid = board.grid
    assert linked(board, "rail", grid.parse("K3526"), grid.parse("K2337"))
    assert follows(board, "rail_planned", "K2337 K1829")
    india = board.regions["india"].hexes
    for h in board.regions["communication"].hexes:
        assert h in india
        column, row = grid.offset(h)
        assert column == grid.columns - 1 or row == grid.rows - 1
        assert any(board.paths.get(side, frozenset()) & {"road", "rail"} for side in grid.sides[h])


def test_the_railway_runs_east_of_the_indus_until_it_comes_to_sukkur() -> None:
    board = board_of("afghan")
    rail = [side for side, kinds in board.paths.items() if "rail" in kinds]
    crossed = [side for side in rail if "major_river" in board.hexsides.get(side, ())]
    assert [named(board)["Sukkur"] in board.grid.side_hexes(side) for side in crossed] == [True]


@pytest.mark.rule("sns2:event1:british:61-63")
def test_the_indus_is_the_one_major_river_of_afghanistan() -> None:
    """From the north-east corner to the south edge: everything it parts lies east or west of it."""
    board = board_of("afghan")
    grid = board.grid
    bars = {side for side, kinds in board.hexsides.items() if "major_river" in kinds}
    reached, waiting = set(), [named(board)["Kabul"]]
    while waiting:
        h = waiting.pop()
        if h not in reached:
            reached.add(h)
            waiting += [n for n in grid.neighbours[h] if grid.side_between(h, n) not in bars]
    west = {"Peshawar", "Kohat", "Kalabagh", "Sukkur", "D.I. Khan", "D.G. Khan", "Quetta", "Kandahar"}
    east = {"Multan", "Attock", "Rawalpindi"}
    assert {name for name in west | east if named(board)[name] in reached} == west


@pytest.mark.rule("sns2:afghan:5.1")
def test_afghan_roads() -> None:
    board = board_of("afghan")
    for chain in (
        "K2337 K1829 K1728 K1628 K1526 K1323 K0919 K1417 K2110 K2506",
        "K2506 K3106 K3408 K3508 K3909",
        "K3510 K3111 K2809 K2609 K2506",
    ):
        assert follows(board, "road", chain), chain


# -- Dahomey ---------------------------------------------------------------------------------------------------------


def test_dahomey_has_its_river_for_gunboats() -> None:
    board = board_of("dahomey")
    assert with_feature(board, "fortress") == {"Porto-Novo", "Abomey"}
    beside = {
        h for side, kinds in board.hexsides.items() if "major_river" in kinds for h in board.grid.side_hexes(side)
    }
    assert {named(board)[place] for place in ("Porto-Novo", "Cotonou", "Dogba", "Poguessa")} <= beside
    lama = board.grid.parse("D1010")
    assert board.terrain[lama] == "marsh"
    assert follows(board, "road", "D1816 D1712 D1509 D1208 D1007 D0906")
