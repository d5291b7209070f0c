"""Make a map or scenario of another program's file. The content of the file decides the format, never its ending.

A scenario becomes OUT with its map, palette and pictures beside it. What cannot be taken along is listed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from editor.commandline.export import LOST, add_exchange, pairs, tell
from editor.commandline.opening import add_force
from engine.errors import HexwrightError


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of another program, or several of one map")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="the map or scenario to write: .yaml")
    parser.add_argument("--from", dest="format", default="", metavar="FORMAT", help="the format (default: by contents)")
    parser.add_argument("--profile", default="", metavar="PROFILE", help="options and matching table kept under a name")
    add_exchange(parser)
    add_force(parser)


def run(given: argparse.Namespace) -> int:
    """Import the file; gives the exit status."""
    from engine.exchange.exporting import refuse_targets
    from engine.exchange.importing import import_files, save_import
    from engine.exchange.profiles import read_profile
    from engine.exchange.rows import format_named, recognised

    paths, out = [Path(file) for file in given.files], Path(given.out)
    if out.suffix.lower() not in (".yaml", ".yml"):
        raise HexwrightError(f"maps and scenarios end in .yaml, not {out.suffix or 'nothing'!r}")
    refuse_targets([out], force=given.force)
    rows = [format_named(given.format) if given.format else recognised(path) for path in paths]
    kept = read_profile(given.profile, rows[0].key) if given.profile else {}
    found = import_files(paths, rows, kept | pairs(given.options), out.stem)
    print(f"{paths[0]}: {found.about}", file=sys.stderr)
    if given.strict and found.losses:
        tell([], found.losses, given.losses)
        print("hexwright: nothing was written, because something would be lost", file=sys.stderr)
        return LOST
    tell(save_import(found, out, force=given.force), found.losses, given.losses)
    return 0
