"""Draw a map, or a scenario with its units, into a picture: what the editor shows, in a file.

With --sheets the map is printed at true size across sheets of paper, to be cut and glued.
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor.commandline.display import loading_qt, tell_lacking
from editor.commandline.opening import add_force, find, millimetres, not_empty, number_of, refuse_unwritable
from engine.errors import HexwrightError
from engine.plural import counted

if TYPE_CHECKING:
    from editor.canvas.drawing.look import Look

FORMATS: Final = (".png", ".jpg", ".jpeg", ".svg", ".pdf")
STYLES: Final = ("organic", "plain", "grey")
"""The map styles; the renderer's own list would bring Qt along."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="FILE", help="a map or scenario, or the name of a shipped one")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help=f"the picture: {', '.join(FORMATS)}")
    add_force(parser)
    parser.add_argument("--dpi", type=_dpi, metavar="D", help="dots per inch of a PNG (default: 96; 300 with --print)")
    parser.add_argument(
        "--area",
        type=not_empty,
        metavar="A",
        help="a part of the map: a region, hexes, or two corners such as L0101:L1012",
    )
    parser.add_argument("--style", choices=STYLES, default="organic", help="the map style (default: organic)")
    parser.add_argument("--shading", action="store_true", help="hill shading, with light from the north-west")
    parser.add_argument("--no-tints", action="store_true", help="higher ground is not tinted")
    parser.add_argument("--regions", action="store_true", help="the outlines and names of regions as well")
    parser.add_argument(
        "--print",
        dest="sheet",
        action="store_true",
        help="the map sheet for a printer: no units, a frame, with title, legend, scale, compass, turns and sources",
    )
    parser.add_argument("--no-units", action="store_true", help="the map of a scenario without its units")
    parser.add_argument("--no-contours", action="store_true", help="no lines between levels of elevation")
    parser.add_argument("--sheets", choices=("a4", "letter"), help="print across sheets of this paper; OUT is a .pdf")
    parser.add_argument("--landscape", action="store_true", help="turn the sheets (default: what needs fewer sheets)")
    parser.add_argument("--portrait", action="store_true", help="keep the sheets upright")
    parser.add_argument(
        "--hex-mm", type=millimetres, default=16.0, metavar="MM", help="size of a hex, from side to side (default: 16)"
    )
    parser.add_argument(
        "--overlap", type=millimetres, default=5.0, metavar="MM", help="overlap of neighbouring sheets (default: 5)"
    )
    parser.add_argument(
        "--margin", type=millimetres, default=10.0, metavar="MM", help="margin of a sheet (default: 10)"
    )
    parser.add_argument("--no-marks", action="store_true", help="no crop marks")
    parser.add_argument("--no-index", action="store_true", help="no first page that shows how the sheets lie")


def run(given: argparse.Namespace) -> int:
    """Draw the file into a picture or onto sheets; gives the exit status."""
    # The process ends with its picture: garbage need not be looked for, which takes a sixth of the start.
    collects = gc.isenabled()
    gc.disable()
    try:
        return _draw(given)
    finally:
        if collects:
            gc.enable()


def _draw(given: argparse.Namespace) -> int:
    out = Path(given.out)
    if out.suffix.lower() not in FORMATS:
        raise HexwrightError(f"a picture ends in {', '.join(FORMATS)}, not {out.suffix or 'nothing'!r}")
    kind = out.suffix.lower().lstrip(".")
    refuse_unwritable(out, {"jpeg": "jpg"}.get(kind, kind), force=given.force)
    path = find(given.file)
    with loading_qt("nothing can be drawn here"):
        from editor.output.export import render_file
    if given.sheets:
        print(_print_sheets(path, out, given))
    else:
        dpi = given.dpi or (300 if given.sheet else 96)
        tell_lacking(
            render_file(path, out, dpi, given.area or "", _look(given), sheet=given.sheet, units=not given.no_units)
        )
    print(out)
    return 0


def _look(given: argparse.Namespace) -> Look:
    """How the map is to look."""
    from editor.canvas.drawing.look import Look

    return Look(
        style=given.style,
        shading=given.shading,
        tints=not given.no_tints,
        contours=not given.no_contours,
        regions=given.regions,
    )


def _print_sheets(path: Path, out: Path, given: argparse.Namespace) -> str:
    """Print them; gives a line that says how many."""
    from editor.canvas.drawing import typefaces
    from editor.canvas.drawing.furniture import drawn_area, scene_rect
    from editor.kinds import part_named, printing_of
    from editor.output.export import read_model, written_on
    from editor.output.sheet_writer import print_sheets
    from editor.output.sheets import PAPERS, SheetSetup, fewest, plan

    setup = SheetSetup(
        given.sheets, given.landscape, given.hex_mm, given.margin, given.overlap, not given.no_marks, not given.no_index
    )
    board, scenario = read_model(path)
    area = part_named(board, given.area or "") or drawn_area(board)
    beside = [scene_rect(item) for item in board.look.furniture]
    holds = printing_of(board, _look(given)).holds
    if not given.landscape and not given.portrait:
        setup = fewest(setup, area, holds, beside)
    laid = plan(setup, area, holds, beside)
    print_sheets(board, None if given.no_units else scenario, out, laid, _look(given), folder=str(path.parent))
    tell_lacking(typefaces.lacking(written_on(board, scenario)))
    count = counted(len(laid.sheets), "sheet")
    return f"{count} of {PAPERS[setup.paper][0]}, {laid.rows} x {laid.columns}"


def _dpi(text: str) -> int:
    number = number_of(text)
    if not 10 <= number <= 1200:
        raise argparse.ArgumentTypeError("dots per inch are from 10 to 1200")
    return number
