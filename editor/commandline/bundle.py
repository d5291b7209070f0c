"""Print a whole game: map at true size, counters, rulebook, player aids and set-up cards, as one PDF or as a zip."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from editor.commandline.display import loading_qt, tell_lacking
from editor.commandline.opening import add_force, find, millimetres, refuse_unplayable, refuse_unwritable
from editor.commandline.output import Progress
from engine.errors import HexwrightError
from engine.formats import load
from engine.plural import counted
from engine.scenario import Scenario

KINDS: Final = {".pdf": "pdf", ".zip": "bundle"}


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="SCENARIO", help="a scenario, or the name of a shipped one")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="the file: .pdf, or .zip with its parts")
    add_force(parser)
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (default: a4)")
    parser.add_argument(
        "--hex-mm",
        type=millimetres,
        default=0.0,
        metavar="MM",
        help="from side to side of a hex, or the width of a base (default: what the counters need)",
    )
    parser.add_argument(
        "--flip", choices=("long", "short"), default="long", help="the edge counters are turned over (default: long)"
    )


def run(given: argparse.Namespace) -> int:
    """Print the game; gives the exit status."""
    out = Path(given.out)
    if out.suffix.lower() not in KINDS:
        raise HexwrightError(f"a game is printed to a .pdf or .zip file, not {out.suffix or 'nothing'!r}")
    refuse_unwritable(out, KINDS[out.suffix.lower()], force=given.force)
    path = find(given.file)
    loaded = load(path)
    refuse_unplayable(loaded, with_hooks=False)
    if not isinstance(loaded.model, Scenario):
        raise HexwrightError(f"{given.file} is a {loaded.kind}; a game is printed from a scenario")
    with loading_qt("nothing can be drawn here"):
        from editor.canvas.drawing import typefaces
        from editor.output.export import written_on
        from editor.output.paper.bundle import BundleSetup, print_bundle
    progress = Progress()
    setup = BundleSetup(given.paper, given.hex_mm, given.flip)
    parts = print_bundle(
        loaded.model, out, setup, str(path.parent), tell=lambda part: progress.say(f"printing: {part:.0%}")
    )
    progress.done()
    tell_lacking(typefaces.lacking(written_on(loaded.model.map, loaded.model)))
    for part in parts:
        print(f"{part.name}: {counted(len(part.sheets), 'page')}")
    print(out)
    return 0
