"""The map of the Baltic that ships, made from Natural Earth by `tests/tools/natural_earth.py`."""

from __future__ import annotations

import json
from math import cos, radians
from pathlib import Path

import numpy as np
import pytest
import shapely
from tools import natural_earth

from engine import data, formats
from engine.exchange.geomaps import MapMaker, spoken_place
from engine.exchange.importing import import_onto
from engine.exchange.rows import recognised
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.umpire.checks import check_loaded

ROOT = Path(__file__).resolve().parents[3]
GOTLAND = ROOT / "tests" / "data" / "gotland.geojson"
"""The coast of a part of the data."""


@pytest.fixture(scope="module")
def baltic() -> BattleMap:
    return hexes_of(formats.load_map(data.maps() / "baltic.yaml"))


def test_it_has_no_faults_and_is_written_as_it_is() -> None:
    path = data.maps() / "baltic.yaml"
    loaded = formats.load(path)
    assert not loaded.errors
    assert [str(one) for one in check_loaded(loaded) if one.code != "MAP107"] == [], "islands are islands"
    assert dump_map(hexes_of(formats.load_map(path))) == path.read_text(encoding="utf-8")


def test_it_says_where_it_comes_from(baltic: BattleMap) -> None:
    for word in ("Natural Earth", "public domain", "1:10 million", "1:50 million", "natural_earth.py"):
        assert word in baltic.provenance


def test_places_are_where_the_globe_has_them(baltic: BattleMap) -> None:
    place = baltic.look.geo
    assert place is not None
    grid = baltic.grid
    towns = natural_earth.CITIES | natural_earth.TOWNS
    named = {label.text: label.at for label in baltic.labels if label.text in towns}
    assert named.keys() == towns.keys()
    for name, h in named.items():
        assert baltic.terrain[h] == "clear", name
        assert baltic.features[h] in (("city",), ("town",))
        (lon, lat), (x, y) = towns[name], grid.centre(h)
        ((east, north),) = MapMaker.on(baltic).degrees(np.array([[x, y]]))
        # Half a hex, and one more for a port whose hex is sea.
        apart = np.hypot((east - lon) * cos(radians(lat)), north - lat) * 111.2
        assert apart < 1.6 * natural_earth.HEX, name
    stockholm = grid.centre(named["Stockholm"])
    assert spoken_place(place, *stockholm).startswith("59°")


def test_the_coast_is_that_of_the_data(baltic: BattleMap) -> None:
    """The share of land of each hex, computed in another plane: equal-area sinusoidal, from the corners in degrees."""
    west, south, east, north = natural_earth.EXCERPT
    features = [json.loads(line) for line in GOTLAND.read_text(encoding="utf-8").splitlines()]

    def flat(points: np.ndarray) -> np.ndarray:
        return np.column_stack([(points[:, 0] - 18) * np.cos(np.radians(points[:, 1])), points[:, 1]])

    land = shapely.transform(shapely.union_all([shapely.geometry.shape(one["geometry"]) for one in features]), flat)
    maker = MapMaker.on(baltic)
    looked_at = 0
    for h in baltic.grid.hexes:
        corners = maker.degrees(np.array(baltic.grid.outline(h)))
        if (corners > (west, south)).all() and (corners < (east, north)).all():
            drawn = shapely.Polygon(flat(corners))
            share = drawn.intersection(land).area / drawn.area
            looked_at += 1
            if abs(share - 0.5) > 0.02:
                assert baltic.terrain[h] == ("clear" if share > 0.5 else "water"), (baltic.grid.name(h), share)
    assert looked_at > 80


def test_the_data_imported_onto_it_change_nothing(baltic: BattleMap) -> None:
    found = import_onto([GOTLAND], [recognised(GOTLAND)], {}, "gotland", baltic).board
    west, south, east, north = natural_earth.EXCERPT
    maker = MapMaker.on(baltic)
    for h in baltic.grid.hexes:
        corners = maker.degrees(np.array(baltic.grid.outline(h)))
        if (corners > (west, south)).all() and (corners < (east, north)).all():
            assert found.terrain[h] == baltic.terrain[h], baltic.grid.name(h)


def test_rivers_join_and_end_in_water_or_at_the_edge(baltic: BattleMap) -> None:
    grid = baltic.grid
    count: dict[tuple[int, int], int] = {}
    for side in baltic.hexsides:
        for at in grid.side_ends(side):
            count[at] = count.get(at, 0) + 1
    wet = {at for h in grid.hexes if baltic.terrain[h] == "water" for at in grid.corners(h)}
    rim = {at for side in grid.all_sides() if NOWHERE in grid.side_hexes(side) for at in grid.side_ends(side)}
    ends = {at for at, times in count.items() if times == 1}
    assert len(ends) > 10
    assert ends <= wet | rim
    assert all(baltic.terrain[h] == "clear" for side in baltic.hexsides for h in grid.side_hexes(side) if h != NOWHERE)


def test_countries_are_regions(baltic: BattleMap) -> None:
    regions = {region.name: region for region in baltic.regions.values()}
    assert {"Sweden", "Finland", "Estonia", "Latvia", "Lithuania", "Poland", "Denmark", "Russia"} <= regions.keys()
    named = {label.text: label.at for label in baltic.labels}
    for town, country in {"Stockholm": "Sweden", "Riga": "Latvia", "Minsk": "Belarus", "Visby": "Sweden"}.items():
        assert named[town] in regions[country].hexes
    assert len({region.colour for region in regions.values()}) > 5
