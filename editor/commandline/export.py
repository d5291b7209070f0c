"""Write a map or scenario as another program's file: `hexwright formats` lists the formats.

What cannot go along is said first: on standard error, or with --losses json in the one document on standard output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor.commandline.display import loading_qt
from editor.commandline.opening import add_force, find
from editor.commandline.output import print_json
from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, StrictError

if TYPE_CHECKING:
    from engine.exchange.source import ExportSource

LOST: Final = 1
"""The exit status when something would be lost and the user wants nothing lost."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a map or scenario, or the name of a shipped one")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="the file to write")
    parser.add_argument("--to", default="", metavar="FORMAT", help="the format (default: by the ending of OUT)")
    add_exchange(parser)
    add_force(parser)


def add_exchange(parser: argparse.ArgumentParser) -> None:
    """The options that export and import share."""
    parser.add_argument(
        "--set", dest="options", action="append", default=[], metavar="OPTION=VALUE", help="an option of the format"
    )
    parser.add_argument(
        "--losses", choices=("text", "json"), default="text", help="how to report losses (default: text)"
    )
    parser.add_argument(
        "--strict", action="store_true", help="write nothing, with status 1, if something would be lost"
    )


def run(given: argparse.Namespace) -> int:
    """Export the files; gives the exit status."""
    from engine.exchange.exporting import export, refuse_targets, writing_options
    from engine.exchange.rows import format_named, format_of_ending

    out = Path(given.out)
    row = format_named(given.to) if given.to else format_of_ending(out)
    if not row.writer:
        raise HexwrightError(f"a {row.title} can be imported only")
    options = writing_options(row, pairs(given.options))
    source = source_of([find(file) for file in given.files])
    refuse_targets([out], row.key, force=given.force)
    with loading_qt("nothing can be drawn here"):
        from editor.output.exchange_pictures import DrawnPictures
    try:
        written, losses = export(source, row, options, DrawnPictures(), out, force=given.force, strict=given.strict)
    except StrictError as error:
        tell([], error.losses, given.losses)
        print(f"hexwright: {error}", file=sys.stderr)
        return LOST
    tell(written, losses, given.losses)
    return 0


def pairs(words: Iterable[str]) -> dict[str, str]:
    """``NAME=VALUE`` words by name. Raises HexwrightError for a word without ``=``."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise HexwrightError(f"--set is written OPTION=VALUE, not {word!r}")
        found[name] = value
    return found


def tell(written: Sequence[Path], losses: Sequence[LostPart], how: str) -> None:
    """Say what was written and what was lost."""
    if how == "json":
        print_json({"written": [str(path) for path in written], "losses": [loss.to_json() for loss in losses]})
        return
    for loss in losses:
        print(loss, file=sys.stderr)
    for path in written:
        print(path)


def source_of(paths: Sequence[Path]) -> ExportSource:
    """What the files hold, as one export. Raises FileProblem or another HexwrightError."""
    from engine import formats
    from engine.boards.board import Board
    from engine.exchange.source import ExportSource, is_same_map
    from engine.findings import FileProblem
    from engine.scenario import Scenario

    scenarios: list[Scenario] = []
    boards: list[Board] = []
    for path in paths:
        loaded = formats.load(path)
        if loaded.errors or loaded.model is None:
            raise FileProblem(loaded.errors or loaded.findings)
        if isinstance(loaded.model, Scenario):
            scenarios.append(loaded.model)
            boards.append(loaded.model.map)
        elif isinstance(loaded.model, Board):
            boards.append(loaded.model)
        else:
            raise HexwrightError(f"{path} is a {loaded.kind}; only maps and scenarios can be exported")
    if any(not is_same_map(board, boards[0]) for board in boards[1:]):
        raise HexwrightError("these files have different maps; export each map by itself")
    return ExportSource(boards[0], tuple(scenarios), str(paths[0].parent))
