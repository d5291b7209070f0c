"""Printed sheets: hexes at their true size in the PDF, every hex on a sheet, overlaps right, marks where to cut."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import dist, sqrt
from pathlib import Path

import pytest
from fields import battle_map, scenario
from pdf_reading import page_lines, page_sizes
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from editor.canvas.drawing.paper import SCALE
from editor.commandline import cli
from editor.hexes.drawing.areas import area_of, hexes_named, holds_hexes, whole
from editor.hexes.drawing.geometry import Geometry
from editor.output.sheet_writer import print_sheets
from editor.output.sheets import MOST, SheetPlan, SheetSetup, fewest, plan
from engine.errors import HexwrightError
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation

Rect = tuple[float, float, float, float]


def board(columns: int = 24, rows: int = 20, orientation: Orientation = Orientation.FLAT) -> BattleMap:
    """An empty map."""
    return BattleMap(Grid(GridSpec(columns, rows, orientation)), load_palette("standard"), "Field")


def planned(setup: SheetSetup, made: BattleMap) -> SheetPlan:
    return plan(setup, whole(Geometry(made.grid)), partial(holds_hexes, made.grid))


def in_mm(laid: SheetPlan) -> list[Rect]:
    """What each sheet shows, in millimetres of the whole map."""
    unit = laid.setup.unit
    return [
        (part.left() * unit, part.top() * unit, part.right() * unit, part.bottom() * unit)
        for part in (sheet.part for sheet in laid.sheets)
    ]


SETUPS = [
    SheetSetup(),
    SheetSetup(landscape=True),
    SheetSetup("letter", overlap=0),
    SheetSetup(hex_mm=19.05, margin=5),
    SheetSetup("letter", True, 25.4, 12.7, 30.0),
    SheetSetup(hex_mm=4),
]


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_all_of_the_map_is_on_some_sheet_and_neighbours_share_the_overlap(
    setup: SheetSetup, orientation: Orientation
) -> None:
    made = board(orientation=orientation)
    laid = planned(setup, made)
    width, height = Geometry(made.grid).size
    parts = {(sheet.row, sheet.column): box for sheet, box in zip(laid.sheets, in_mm(laid), strict=True)}
    assert len(parts) == laid.rows * laid.columns
    assert min(box[0] for box in parts.values()) <= 1e-6
    assert min(box[1] for box in parts.values()) <= 1e-6
    assert max(box[2] for box in parts.values()) >= width * setup.unit - 1e-6
    assert max(box[3] for box in parts.values()) >= height * setup.unit - 1e-6
    for (row, column), box in parts.items():
        assert (box[2] - box[0], box[3] - box[1]) == pytest.approx(setup.room)
        if (row, column + 1) in parts:
            assert box[2] - parts[row, column + 1][0] == pytest.approx(setup.overlap)
        if (row + 1, column) in parts:
            assert box[3] - parts[row + 1, column][1] == pytest.approx(setup.overlap)


def test_with_an_overlap_as_large_as_a_hex_every_hex_is_whole_on_some_sheet() -> None:
    made = board()
    setup = SheetSetup(hex_mm=16, overlap=19)
    boxes = in_mm(planned(setup, made))
    for h in made.grid:
        xs = [x * SCALE * setup.unit for x, _ in made.grid.outline(h)]
        ys = [y * SCALE * setup.unit for _, y in made.grid.outline(h)]
        assert any(
            left <= min(xs) + 1e-6 and max(xs) <= right + 1e-6 and top <= min(ys) + 1e-6 and max(ys) <= bottom + 1e-6
            for left, top, right, bottom in boxes
        )


def test_no_more_sheets_than_needed() -> None:
    """30 x 24 hexes of 16 mm are 420 x 392 mm: on A4 within 10 mm, 190 x 277 mm, that is 3 x 2."""
    made = board(30, 24)
    laid = planned(SheetSetup(overlap=5), made)
    assert (laid.columns, laid.rows) == (3, 2)
    width, height = (size * laid.setup.unit for size in Geometry(made.grid).size)
    assert (width, height) == pytest.approx((30.333 * 1.5 * 16 / sqrt(3), 24.5 * 16), abs=0.1)
    # A map that fits one sheet exactly takes one.
    exact = QRectF(0, 0, 190 / laid.setup.unit, 277 / laid.setup.unit)
    assert len(plan(SheetSetup(), exact, partial(holds_hexes, made.grid)).sheets) == 1


def test_the_paper_is_turned_where_that_saves_sheets() -> None:
    made = board(19, 6)
    assert not fewest(SheetSetup(), whole(Geometry(board(4, 4).grid)), partial(holds_hexes, made.grid)).landscape
    turned = fewest(SheetSetup(), whole(Geometry(made.grid)), partial(holds_hexes, made.grid))
    assert turned.landscape
    assert (len(planned(turned, made).sheets), len(planned(SheetSetup(), made).sheets)) == (1, 2)


def test_sheets_without_a_hex_are_left_out() -> None:
    void = frozenset((column, row) for column in range(24) for row in range(20) if column > 10 and row > 8)
    made = BattleMap(Grid(GridSpec(24, 20, void=void)), load_palette("standard"))
    laid = planned(SheetSetup(), made)
    assert len(laid.sheets) == laid.rows * laid.columns - 1
    assert [sheet.name for sheet in laid.sheets] == ["A1", "A2", "B1"]
    assert not holds_hexes(made.grid, QRectF(-500, -500, 400, 400))


@pytest.mark.parametrize(
    ("setup", "word"),
    [
        (SheetSetup(hex_mm=0), "from 2 to 100"),
        (SheetSetup(hex_mm=float("nan")), "from 2 to 100"),
        (SheetSetup(margin=-1), "margins"),
        (SheetSetup(overlap=-1), "overlap"),
        (SheetSetup(overlap=180), "leave less than"),
        (SheetSetup(paper="a0"), "no paper"),
        (SheetSetup(hex_mm=100), f"{MOST} are allowed"),
    ],
)
def test_setups_that_cannot_be_printed(setup: SheetSetup, word: str) -> None:
    with pytest.raises(HexwrightError, match=word):
        planned(setup, board(200, 200))


# -- in the file --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize(
    ("setup", "page"),
    [
        (SheetSetup(hex_mm=16, index=False), (210, 297)),
        (SheetSetup("letter", True, 12.7, 8.0, 10.0, index=False), (279.4, 215.9)),
    ],
    ids=["a4", "letter"],
)
def test_hexes_in_the_pdf_are_of_their_true_size(
    qapp: QApplication, tmp_path: Path, setup: SheetSetup, page: tuple[float, float], orientation: Orientation
) -> None:
    """Every corner of every hex is found on its page, within a tenth of a millimetre of where it must be."""
    made, out = board(orientation=orientation), tmp_path / "sheets.pdf"
    laid = planned(setup, made)
    print_sheets(made, None, out, laid)
    assert page_sizes(out) == [pytest.approx(page, abs=0.2)] * len(laid.sheets)
    grid = made.grid
    for sheet, lines in zip(laid.sheets, page_lines(out), strict=True):
        ends: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for line in lines:
            for x, y in line:
                ends.setdefault((round(x), round(y)), []).append((x, y))

        def near(spot: tuple[float, float], ends: dict[tuple[int, int], list[tuple[float, float]]] = ends) -> bool:
            x, y = map(round, spot)
            boxes = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            return any(dist(point, spot) < 0.1 for box in boxes for point in ends.get(box, ()))

        shown = 0
        for h in grid:
            corners = [
                (
                    (x * SCALE - sheet.part.left()) * setup.unit + setup.margin,
                    (y * SCALE - sheet.part.top()) * setup.unit + setup.margin,
                )
                for x, y in grid.outline(h)
            ]
            inside = all(
                setup.margin < x < page[0] - setup.margin and setup.margin < y < page[1] - setup.margin
                for x, y in corners
            )
            if inside:
                shown += 1
                assert all(near(corner) for corner in corners), grid.name(h)
                assert dist(corners[0], corners[3]) * sqrt(3) / 2 == pytest.approx(setup.hex_mm, abs=1e-6)
        assert shown > 20


def test_grid_lines_in_the_pdf_measure_what_was_asked(qapp: QApplication, tmp_path: Path) -> None:
    """Without looking at the plan: sides of the grid are 16 mm / sqrt(3) long, rows lie 16 mm apart."""
    out = tmp_path / "sheets.pdf"
    made = board()
    print_sheets(made, None, out, planned(SheetSetup(hex_mm=16, index=False), made))
    side = 16 / sqrt(3)
    level = sorted(
        (a[1] + b[1]) / 2 for a, b in page_lines(out)[0] if abs(a[1] - b[1]) < 0.01 and abs(dist(a, b) - side) < 0.1
    )
    # Lines of some width are drawn round their edges: what lies within half a millimetre is one line.
    starts = [0] + [i for i in range(1, len(level)) if level[i] - level[i - 1] > 0.5] + [len(level)]
    # Edges of the ground show where it ends, not the grid: its lines run through all columns, and have two edges.
    middles = [(level[start] + level[end - 1]) / 2 for start, end in pairwise(starts) if end - start >= 16]
    assert len(middles) > 20
    # Columns are shifted by half a hex: level sides lie 8 mm apart.
    assert [b - a for a, b in pairwise(middles)] == [pytest.approx(8, abs=0.05)] * (len(middles) - 1)


def test_crop_marks_point_at_the_corners_and_stay_in_the_margin(qapp: QApplication, tmp_path: Path) -> None:
    made, setup = board(), SheetSetup(index=False)
    marked, plain = tmp_path / "marked.pdf", tmp_path / "plain.pdf"
    laid = planned(setup, made)
    print_sheets(made, None, marked, laid)
    print_sheets(made, None, plain, planned(SheetSetup(index=False, marks=False), made))
    lines = page_lines(marked)[0]
    known = {tuple(round(value, 2) for end in line for value in end) for line in page_lines(plain)[0]}
    marks = [line for line in lines if tuple(round(value, 2) for end in line for value in end) not in known]
    width, height = setup.page
    corners = [(x, y) for x in (10, width - 10) for y in (10, height - 10)]
    for x, y in corners:
        flat = [line for line in marks if all(abs(end[1] - y) < 0.1 for end in line) and abs(line[0][0] - x) < 9]
        steep = [line for line in marks if all(abs(end[0] - x) < 0.1 for end in line) and abs(line[0][1] - y) < 9]
        assert flat
        assert steep
    for line in marks:
        for x, y in line:
            assert not (10.1 < x < width - 10.1 and 10.1 < y < height - 10.1), "no mark on the map"
    glue = width - 10 - setup.overlap
    assert any(all(abs(end[0] - glue) < 0.1 for end in line) for line in marks)


def test_index_and_units_and_no_half_file(qapp: QApplication, tmp_path: Path) -> None:
    made = scenario()
    out = tmp_path / "sheets.pdf"
    laid = plan(SheetSetup(hex_mm=30), whole(Geometry(made.map.grid)), partial(holds_hexes, made.map.grid))
    told: list[float] = []
    print_sheets(made.map, made, out, laid, tell=told.append)
    assert len(page_sizes(out)) == len(laid.sheets) + 1
    assert told == sorted(told)
    assert told[-1] == 1.0
    before = out.read_bytes()

    def stop(part: float) -> None:
        if part > 0.3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        print_sheets(made.map, made, out, laid, tell=stop)
    assert out.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["sheets.pdf"]
    with pytest.raises(HexwrightError, match=r"\.pdf"):
        print_sheets(made.map, made, tmp_path / "sheets.png", laid)


# -- areas and the command line -----------------------------------------------------------------------------------


def test_areas_by_name() -> None:
    made = battle_map()
    grid = made.grid
    assert hexes_named(made, "heights") == hexes_named(made, "The Heights") == [grid.parse("L0303")]
    assert hexes_named(made, "L0101 L0203, L0101") == sorted([grid.parse("L0101"), grid.parse("L0203")])
    block = hexes_named(made, "L0504:L0302")
    assert len(block) == 9
    assert {grid.name(h)[1:] for h in block} == {f"0{c}0{r}" for c in (3, 4, 5) for r in (2, 3, 4)}
    rect = area_of(Geometry(grid), [grid.parse("L0101")])
    assert (rect.width(), rect.height()) == pytest.approx((2 * SCALE, sqrt(3) * SCALE))
    for wrong in ("L9999", "Atlantis", "L0101:", "", " , "):
        with pytest.raises(HexwrightError):
            hexes_named(made, wrong)


def test_the_command_line_prints_sheets_and_areas(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: QApplication
) -> None:
    out = tmp_path / "sheets.pdf"
    words = ["render", "lundys_lane", "-o", str(out), "--sheets", "a4", "--hex-mm", "16", "--overlap", "5"]
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith("6 sheets of A4, 2 x 3\n")
    assert len(page_sizes(out)) == 7
    assert cli.main([*words, "--area", "L1001:L1405", "--no-index", "--portrait"]) == 0
    assert capsys.readouterr().out.startswith("1 sheet of A4")
    assert len(page_sizes(out)) == 1
    picture = tmp_path / "area.png"
    assert cli.main(["render", "lundys_lane", "-o", str(picture), "--area", "L2306", "--dpi", "100"]) == 0
    assert picture.stat().st_size > 500


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sheets", "a4", "--hex-mm", "500"], "from 2 to 100"),
        (["--sheets", "a4", "--overlap", "900"], "leave less"),
        (["--sheets", "a4", "--overlap", "nan"], "not a length"),
        (["--sheets", "a4", "--margin", "inf"], "not a length"),
        (["--sheets", "a4", "--hex-mm", "wide"], "not a length"),
        (["--sheets", "a4", "--area", "Atlantis"], "Atlantis"),
        (["--sheets", "a5"], "invalid choice"),
    ],
)
def test_the_command_line_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert cli.main(["render", "lundys_lane", "-o", str(tmp_path / "a.pdf"), *words]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_sheets_are_no_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["render", "lundys_lane", "-o", str(tmp_path / "a.png"), "--sheets", "a4"]) == 2
    assert ".pdf" in capsys.readouterr().err
