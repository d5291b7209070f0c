"""Print a scenario's counters on sheets to be cut out: at true size, back behind front, with bleed and marks."""

from __future__ import annotations

import argparse
from pathlib import Path

from editor.commandline.display import loading_qt, tell_lacking
from editor.commandline.opening import add_force, find, millimetres, refuse_unwritable
from engine.errors import HexwrightError
from engine.plural import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="SCENARIO", help="a scenario, or the name of a shipped one")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="the file: .pdf")
    add_force(parser)
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (default: a4)")
    parser.add_argument(
        "--size",
        type=millimetres,
        metavar="MM",
        help="side of a counter once it is cut out (default: as the scenario says)",
    )
    parser.add_argument(
        "--bleed",
        type=millimetres,
        default=1.0,
        metavar="MM",
        help="colour beyond the cut (default: 1)",
    )
    parser.add_argument(
        "--margin", type=millimetres, default=12.0, metavar="MM", help="margin of a sheet (default: 12)"
    )
    parser.add_argument(
        "--flip",
        choices=("long", "short"),
        default="long",
        help="the edge sheets are turned over (default: long)",
    )
    parser.add_argument("--fronts-only", action="store_true", help="no backs")
    parser.add_argument("--no-marks", action="store_true", help="no cutting marks")
    parser.add_argument("--lines", action="store_true", help="thin lines between the counters where they are cut")
    parser.add_argument(
        "--gutter",
        type=millimetres,
        default=0.0,
        metavar="MM",
        help="for die cutting: touching blocks of 5 x 2 counters with gutters between (default: 0, single counters)",
    )
    parser.add_argument("--unit", action="append", default=[], metavar="KEY", help="only this unit; may be repeated")


def run(given: argparse.Namespace) -> int:
    """Print the counters of the file; gives the exit status."""
    out = Path(given.out)
    if out.suffix.lower() != ".pdf":
        raise HexwrightError(f"counters are printed to a .pdf file, not {out.suffix or 'nothing'!r}")
    refuse_unwritable(out, "pdf", force=given.force)
    path = find(given.file)
    with loading_qt("nothing can be drawn here"):
        from editor.canvas.drawing import typefaces
        from editor.output.counter_sheets import CounterSheetSetup, plan_counters, print_counters
        from editor.output.export import read_model
    _, scenario = read_model(path)
    if scenario is None:
        raise HexwrightError(f"{given.file} is a map; counters belong to a scenario")
    unknown = [key for key in given.unit if key not in scenario.units]
    if unknown:
        raise HexwrightError(f"there is no unit {unknown[0]!r} in this scenario")
    setup = CounterSheetSetup(
        scenario.counters.size if given.size is None else given.size,
        given.paper,
        given.margin,
        given.bleed,
        not given.fronts_only,
        given.flip,
        not given.no_marks,
        tuple(given.unit),
        given.lines,
        given.gutter,
    )
    laid = plan_counters(scenario, setup)
    print_counters(scenario, out, laid, str(path.parent))
    tell_lacking(typefaces.lacking(unit.name for unit in scenario.units.values()))
    count = sum(len(page.places) for page in laid.pages if not page.back)
    sheets = counted(laid.sheets, "sheet")
    print(f"{counted(count, 'counter')} of {setup.size:g} mm on {sheets}, {laid.rows} x {laid.columns}")
    print(out)
    return 0
