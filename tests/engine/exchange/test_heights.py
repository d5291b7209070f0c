"""Height grids as maps: levels, water, slopes; ESRI ASCII, SRTM and GeoTIFF; and files that are not sound."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from PIL.TiffImagePlugin import ImageFileDirectory_v2

from engine.errors import HexwrightError
from engine.exchange.geomaps import MapMaker, place_for
from engine.exchange.heights import HeightReading, _hexes_at, opened
from engine.exchange.importing import import_file
from engine.exchange.rows import format_named, recognised
from engine.exchange.source import Imported
from engine.formats.boards import dump_map

HILL = np.array([[max(-40.0, 900.0 - 60 * np.hypot(x - 16, y - 12)) for x in range(32)] for y in range(32)])


def ascii_grid(path: Path, values: np.ndarray = HILL, **changes: Any) -> Path:
    """A grid of 32 x 32 heights in the Alps: an island with a peak."""
    facts = {"ncols": 32, "nrows": 32, "xllcorner": 8.0, "yllcorner": 46.0, "cellsize": 0.01, "NODATA_value": -9999}
    facts |= changes
    head = "".join(f"{name} {value}\n" for name, value in facts.items() if value is not None)
    path.write_text(head + "\n".join(" ".join(f"{value:g}" for value in row) for row in values) + "\n")
    return path


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "alps")


def test_heights_become_levels_and_what_is_below_the_sea_is_water(tmp_path: Path) -> None:
    board = brought(ascii_grid(tmp_path / "alps.asc"), hex="2").board
    grid = board.grid
    maker = MapMaker(*place_for((8.0, 46.0, 8.32, 46.32), 2, tmp_path))
    peak = grid.hex_at(*maker.paper(np.array([[8.165, 46.195]]))[0])
    corner = grid.hex_at(*maker.paper(np.array([[8.31, 46.01]]))[0])
    assert max(board.elevation) == board.elevation[peak] == 8, "a level each 100 m"
    assert (board.terrain[peak], board.terrain[corner]) == ("clear", "water")
    assert board.elevation[corner] == 0
    heights = opened(tmp_path / "alps.asc")
    held: dict[int, list[float]] = {}
    for row in range(32):
        for column in range(32):
            place = maker.paper(np.array([[8.005 + 0.01 * column, 46.315 - 0.01 * row]]))[0]
            held.setdefault(grid.hex_at(*place), []).append(HILL[row, column])
    for h in grid.hexes:
        if h in held and len(held[h]) > 2:
            assert abs(board.elevation[h] - max(0.0, float(np.mean(held[h]))) / 100 + 0.5) <= 1, "the mean of its cells"
    assert heights.degrees


@pytest.mark.parametrize(
    ("words", "said"), [({"step": "200"}, "a level each 200 m"), ({"levels": "quantiles"}, "6 levels")]
)
def test_levels_are_chosen(words: dict[str, str], said: str, tmp_path: Path) -> None:
    found = brought(ascii_grid(tmp_path / "alps.asc"), hex="2", **words)
    assert found.about.endswith(said)
    assert found.about.startswith("heights from -40 to ")
    levels = [found.board.elevation[h] for h in found.board.grid.hexes]
    assert set(levels) == set(range(max(levels) + 1))


def test_slopes_are_drawn_where_neighbours_differ(tmp_path: Path) -> None:
    board = brought(ascii_grid(tmp_path / "alps.asc"), hex="2", slopes="2").board
    assert board.hexsides
    for side, kinds in board.hexsides.items():
        one, other = board.grid.side_hexes(side)
        high = kinds["slope"]
        assert board.elevation[high] - min(board.elevation[one], board.elevation[other]) >= 2
    assert not brought(tmp_path / "alps.asc", hex="2").board.hexsides


def test_a_grid_in_metres_and_places_without_heights(tmp_path: Path) -> None:
    values = HILL.copy()
    values[:, :10] = -9999
    path = ascii_grid(tmp_path / "utm.asc", values, xllcorner=455000, yllcorner=5095000, cellsize=1000)
    found = brought(path, hex="2")
    assert not opened(path).degrees
    (lost,) = found.losses
    assert lost.code == "LOSS214"
    assert len(lost.where) > 20
    assert found.board.scale == "2 km"
    assert found.board.grid.columns == pytest.approx(32 / 3**0.5, abs=2)


def test_the_hex_of_a_point_is_that_of_the_grid() -> None:
    maker = MapMaker(*place_for((7.0, 45.0, 8.0, 46.0), 4, Path("a")))
    random = np.random.default_rng(2)
    spots = random.uniform(-1, 40, (400, 2))
    assert list(_hexes_at(maker, spots)) == [maker.grid.hex_at(float(x), float(y)) for x, y in spots]


def test_an_srtm_tile_is_read(tmp_path: Path) -> None:
    values = np.full((1201, 1201), 500, ">i2")
    values[:600, :600] = -32768
    values[900:, 900:] = 1500
    path = tmp_path / "S02W071.hgt"
    path.write_bytes(values.tobytes())
    heights = opened(path)
    assert heights.box == pytest.approx((-71, -2, -70, -1), abs=1e-3)
    found = brought(path, hex="10")
    assert max(found.board.elevation) > min(found.board.elevation)
    assert [one.code for one in found.losses] == ["LOSS214"]


def geotiff(path: Path, compression: str = "raw") -> Path:
    """The same grid as a GeoTIFF."""
    tags = ImageFileDirectory_v2()
    tags[33550] = (0.01, 0.01, 0.0)
    tags[33922] = (0.0, 0.0, 0.0, 8.0, 46.32, 0.0)
    tags.tagtype[33550] = tags.tagtype[33922] = 12
    tags[34735] = (1, 1, 0, 2, 1024, 0, 1, 2, 1025, 0, 1, 1)
    tags.tagtype[34735] = 3
    Image.fromarray(HILL.astype(np.float32)).save(path, tiffinfo=tags, compression=compression)
    return path


@pytest.mark.parametrize("compression", ["raw", "tiff_lzw", "packbits", "tiff_adobe_deflate"])
def test_a_geotiff_is_read(compression: str, tmp_path: Path) -> None:
    path = geotiff(tmp_path / "alps.tif", compression)
    assert brought(path, hex="2").board.elevation == brought(ascii_grid(tmp_path / "alps.asc"), hex="2").board.elevation


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"ncols": None, "nrows": 4}, "not a file that can be imported"),
        ({"nrows": 31}, "its header says 992 heights; there are 1,024"),
        ({"cellsize": 0}, "no size"),
        ({"xllcorner": None}, "xllcorner is missing"),
        ({"nrows": "x"}, "line 2"),
        ({"ncols": 900_000_000}, "ncols is missing"),
        ({"yllcorner": 120.0}, "not on the globe"),
    ],
)
def test_grids_that_are_not_sound_are_refused(changes: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match=why):
        brought(ascii_grid(tmp_path / "a.asc", **changes))


@pytest.mark.parametrize(
    ("name", "data"), [("N46E008.hgt", b"123"), ("tile.hgt", bytes(1201 * 1201 * 2)), ("a.tif", b"II*\x00abc")]
)
def test_broken_tiles_are_refused(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(HexwrightError, match=name):
        brought(tmp_path / name)


def test_a_geotiff_that_is_too_large_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = geotiff(tmp_path / "alps.tif", "tiff_lzw")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1)
    with pytest.raises(HexwrightError, match="too large; 30,000,000 heights are allowed"):
        brought(path)


def test_a_picture_is_not_a_height_grid(tmp_path: Path) -> None:
    Image.new("RGB", (8, 8)).save(tmp_path / "photo.tif")
    row = format_named("heights")
    with pytest.raises(HexwrightError, match="not a file that can be imported"):
        recognised(tmp_path / "photo.tif")
    with pytest.raises(HexwrightError, match="a picture in colours"):
        import_file(tmp_path / "photo.tif", row, {}, "a")
    Image.new("L", (8, 8)).save(tmp_path / "grey.tif")
    with pytest.raises(HexwrightError, match="where it lies"):
        import_file(tmp_path / "grey.tif", row, {}, "a")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 5000), byte=st.integers(0, 255), cut=st.integers(0, 200))
def test_a_damaged_grid_is_read_or_refused(tmp_path: Path, at: int, byte: int, cut: int) -> None:
    path = ascii_grid(tmp_path / "a.asc")
    data = bytearray(path.read_bytes())
    data[at % len(data)] = byte
    path.write_bytes(bytes(data[: len(data) - cut]))
    with contextlib.suppress(HexwrightError):
        brought(path, hex="4")


def test_the_same_grid_gives_the_same_map(tmp_path: Path) -> None:
    path = ascii_grid(tmp_path / "a.asc")
    assert dump_map(brought(path).board) == dump_map(brought(path).board)
    assert HeightReading().levels == "even"
