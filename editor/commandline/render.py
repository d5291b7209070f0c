"""Draw a map, or a scenario with its units, into a picture: what the editor shows, in a file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from editor.commandline.opening import LIBRARIES, find, has_display
from engine.errors import HexwrightError

FORMATS: Final = (".png", ".svg", ".pdf")


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="FILE", help="a map or scenario, or the name of a shipped one")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help=f"the picture: {', '.join(FORMATS)}")
    parser.add_argument("--dpi", type=_dpi, default=96, metavar="D", help="dots per inch of a PNG (default: 96)")


def run(given: argparse.Namespace) -> int:
    """Draw it."""
    out = Path(given.out)
    if out.suffix.lower() not in FORMATS:
        raise HexwrightError(f"a picture ends in {', '.join(FORMATS)}, not {out.suffix or 'nothing'!r}")
    if not out.parent.is_dir():
        raise HexwrightError(f"there is no folder {out.parent} to write {out.name} into")
    path = find(given.file)
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from editor.canvas.render import render_file
    except ImportError as error:
        # PySide6 is installed, but a system library under it is not (libGL, libfontconfig ...).
        raise HexwrightError(f"nothing can be drawn here: {error}; {LIBRARIES}") from error
    render_file(path, out, given.dpi)
    print(out)
    return 0


def _dpi(text: str) -> int:
    number = int(text)
    if not 10 <= number <= 1200:
        raise argparse.ArgumentTypeError("dots per inch are from 10 to 1200")
    return number
