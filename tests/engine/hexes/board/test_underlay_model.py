"""The picture under the grid: placements there and back, and fits from clicks on synthetic scans."""

from __future__ import annotations

import random
from dataclasses import replace
from math import dist, sqrt

import pytest

from engine.boards.look import MapLook
from engine.boards.underlay import Tie, Underlay, fit
from engine.errors import HexwrightError
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.hexes.mapping.resize import resized

SCAN = Underlay("scan.png", -1.25, 0.75, 0.0173, 2.5, 1.01, -0.004)


def ties_of(true: Underlay, grid: Grid, names: list[str]) -> list[Tie]:
    """Ties as a perfect hand would click them on a scan that truly lies like this."""
    centres = [grid.centre(grid.parse(name)) for name in names]
    return [Tie(true.to_pixel(*centre), centre) for centre in centres]


@pytest.fixture
def grid() -> Grid:
    return Grid(GridSpec(30, 20, Orientation.FLAT))


@pytest.mark.parametrize("changes", [{}, {"stretch": -0.98}, {"rotation": -170.0}, {"shear": 0.4, "scale": 3.0}])
def test_pixels_and_paper_there_and_back(changes: dict[str, float]) -> None:
    placed = replace(SCAN, **changes)  # type: ignore[arg-type]
    for pixel in ((0.0, 0.0), (1000.0, 20.0), (-3.5, 4000.25)):
        assert placed.to_pixel(*placed.to_paper(*pixel)) == pytest.approx(pixel, abs=1e-6)
    again = Underlay("scan.png").placed(placed.matrix)
    for name in ("x", "y", "scale", "rotation", "stretch", "shear"):
        assert getattr(again, name) == pytest.approx(getattr(placed, name), abs=1e-6)


def test_rotation_is_clockwise_and_scale_is_circumradii_to_a_pixel() -> None:
    placed = Underlay("scan.png", 1, 2, 0.5, 90)
    assert placed.to_paper(10, 0) == pytest.approx((1, 7))
    assert placed.to_paper(0, 10) == pytest.approx((-4, 2))


def test_turning_keeps_the_pixel_it_is_turned_about() -> None:
    turned = SCAN.turned(31.0, 0.05, (400, 300))
    assert turned.to_paper(400, 300) == pytest.approx(SCAN.to_paper(400, 300), abs=2e-6)
    assert (turned.rotation, turned.scale) == (31.0, 0.05)


def test_one_click_moves(grid: Grid) -> None:
    found = fit(Underlay("scan.png", 5, 5, 0.0173), ties_of(Underlay("", -1, -2, 0.0173), grid, ["0304"]))
    assert (found.underlay.x, found.underlay.y) == pytest.approx((-1, -2), abs=2e-6)
    assert found.residual < 1e-5


@pytest.mark.parametrize("names", [["0101", "3020"], ["0101", "2902", "1518"], ["0101", "3001", "3020", "1510"]])
def test_clicks_find_a_turned_scan(grid: Grid, names: list[str]) -> None:
    true = Underlay("", -1.25, 0.75, 0.0173, 2.5)
    found = fit(Underlay("scan.png"), ties_of(true, grid, names))
    assert found.underlay.rotation == pytest.approx(2.5, abs=1e-5)
    assert found.underlay.scale == pytest.approx(0.0173, rel=1e-6)
    assert (found.underlay.x, found.underlay.y) == pytest.approx((-1.25, 0.75), abs=1e-4)
    assert found.hexes < 1e-5


def test_three_clicks_on_a_skewed_scan_leave_a_residual_that_deskewing_takes_away(grid: Grid) -> None:
    ties = ties_of(SCAN, grid, ["0101", "2902", "1518"])
    plain, straight = fit(Underlay("scan.png"), ties), fit(Underlay("scan.png"), ties, deskew=True)
    assert plain.hexes > 0.03
    assert straight.residual < 1e-4
    assert straight.underlay.stretch == pytest.approx(1.01, abs=1e-6)
    assert straight.underlay.shear == pytest.approx(-0.004, abs=1e-6)
    assert straight.underlay.rotation == pytest.approx(2.5, abs=1e-5)


@pytest.mark.parametrize("deskew", [False, True])
def test_the_residual_is_what_the_clicks_miss_by(grid: Grid, deskew: bool) -> None:
    """Measured by hand from the placement that was found, in hexes and in pixels of the scan."""
    rng = random.Random(7)
    true = Underlay("", -1.25, 0.75, 0.0173, 2.5)
    exact = ties_of(true, grid, ["0101", "3001", "3020", "0120", "1510", "0810"])
    ties = [Tie((tie.pixel[0] + rng.gauss(0, 4), tie.pixel[1] + rng.gauss(0, 4)), tie.paper) for tie in exact]
    found = fit(Underlay("scan.png"), ties, deskew=deskew)
    misses = [dist(found.underlay.to_paper(*tie.pixel), tie.paper) for tie in ties]
    assert found.misses == pytest.approx(misses)
    rms = sqrt(sum(miss**2 for miss in misses) / len(misses))
    assert found.hexes == pytest.approx(rms / sqrt(3))
    assert found.pixels == pytest.approx(rms / 0.0173, rel=0.02)
    assert 1 < found.pixels < 8
    # No other placement near it misses by less: it is the least there is.
    for change in ({"rotation": 0.01}, {"scale": 1e-6}, {"x": 0.003}, {"y": -0.003}):
        ((name, step),) = change.items()
        other = replace(found.underlay, **{name: getattr(found.underlay, name) + step})  # type: ignore[arg-type]
        assert sum(dist(other.to_paper(*tie.pixel), tie.paper) ** 2 for tie in ties) > rms**2 * len(ties) - 1e-9


def test_a_mirrored_scan_stays_mirrored(grid: Grid) -> None:
    true = Underlay("", 60, 1, 0.02, 178, -1.0)
    found = fit(Underlay("scan.png", stretch=-1.0), ties_of(true, grid, ["0101", "2902", "1518"]))
    assert found.residual < 1e-4
    assert found.underlay.stretch == pytest.approx(-1.0)


@pytest.mark.parametrize(
    ("pixels", "deskew", "word"),
    [
        ([], False, "at least one"),
        ([(5.0, 5.0), (5.0, 5.0)], False, "one spot"),
        ([(0.0, 0.0), (100.0, 100.0), (300.0, 300.0)], True, "one line"),
    ],
)
def test_clicks_that_say_too_little(pixels: list[tuple[float, float]], deskew: bool, word: str) -> None:
    ties = [Tie(pixel, (i * 3.0, i * 2.0)) for i, pixel in enumerate(pixels)]
    with pytest.raises(HexwrightError, match=word):
        fit(Underlay("scan.png"), ties, deskew=deskew)


@pytest.mark.parametrize("names", [("0303", "1303", "2303"), ("0303", "1203", "2103"), ("0505", "0508", "0518")])
def test_clicks_beside_the_middles_of_hexes_in_a_row_are_not_straightened(grid: Grid, names: tuple[str, ...]) -> None:
    true = Underlay("", -1.0, -0.7, 0.018, 2.5)
    missed = ((1.5, -2.0), (-1.0, 2.0), (0.5, 1.0))
    ties = [
        Tie((tie.pixel[0] + dx, tie.pixel[1] + dy), tie.paper)
        for tie, (dx, dy) in zip(ties_of(true, grid, list(names)), missed, strict=True)
    ]
    with pytest.raises(HexwrightError, match="one line"):
        fit(Underlay("scan.png"), ties, deskew=True)
    assert fit(Underlay("scan.png"), ties).hexes < 0.03


def test_different_pixels_on_one_hex_leave_no_size() -> None:
    with pytest.raises(HexwrightError, match="one spot"):
        fit(Underlay("scan.png"), [Tie((0, 0), (1, 1)), Tie((100, 0), (1, 1))])


def test_a_larger_map_keeps_the_picture_under_its_hexes() -> None:
    battle = BattleMap(
        Grid(GridSpec(8, 6, first_column=3, first_row=3)), load_palette("standard"), look=MapLook(underlays=(SCAN,))
    )
    h = battle.grid.parse("0505")
    pixel = SCAN.to_pixel(*battle.grid.centre(h))
    grown = resized(battle, 11, 9, left=1, top=2)
    assert grown.map.look.underlay is not None
    assert grown.map.look.underlay.to_paper(*pixel) == pytest.approx(grown.map.grid.centre(grown.moved[h]), abs=1e-5)
