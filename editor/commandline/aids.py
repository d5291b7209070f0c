"""Make player aids of a scenario or of rules: terrain and combat charts, sequence of play, counters, turn record."""

from __future__ import annotations

import argparse

from editor.commandline.rulebook import add_output, make_document


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "file", metavar="SCENARIO|RULES", help="a scenario, a rules file, or the name of a shipped scenario or of rules"
    )
    add_output(parser)


def run(given: argparse.Namespace) -> int:
    """Make the aids; gives the exit status."""
    from engine.paper.aids import player_aids

    return make_document(given, player_aids)
