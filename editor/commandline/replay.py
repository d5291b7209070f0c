"""Play a log again and compare every event with what was written down."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from editor.commandline.opening import add_trust, refuse_unplayable
from editor.commandline.output import Progress, finding_line, paint, print_json
from engine.errors import HexwrightError
from engine.formats import load
from engine.formats.specs import ReplaySpec
from engine.plural import counted
from engine.umpire.replays import replay


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="FILE", help="a replay, as `hexwright play --log` writes it")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    add_trust(parser)


def run(given: argparse.Namespace) -> int:
    """Play it again: 0 when it is the same game, 1 when it differs."""
    loaded = load(Path(given.file))
    refuse_unplayable(loaded)
    if not isinstance(loaded.model, ReplaySpec):
        raise HexwrightError(f"{given.file} is a {loaded.kind}; this needs a replay")
    progress = Progress()
    result = replay(loaded.model, lambda number: progress.say(f"action {number}"))
    progress.done()
    difference = result.difference
    if given.format == "json":
        print_json(
            {
                "file": given.file,
                "same": result.same,
                "actions": len(result.game),
                "difference": difference.to_json() if difference else None,
                "findings": [finding.to_json() for finding in loaded.findings],
            }
        )
        return 0 if result.same else 1
    for finding in loaded.findings:
        print(finding_line(finding, sys.stderr), file=sys.stderr)
    if difference is None:
        print(f"{given.file}: {paint('the same game', 'good')}, {counted(len(result.game), 'action')}")
        return 0
    place = loaded.source.place(("actions", difference.number - 1)) if difference.action else loaded.source.place(())
    print(f"{place}: {paint('differs', 'error')}: {difference.message}")
    return 1
