"""List the other programs' formats that Hexwright writes and reads, with their options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from editor.commandline.output import print_json

if TYPE_CHECKING:
    from engine.exchange.rows import Format


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to list them (default: text)")


def run(given: argparse.Namespace) -> int:
    """List the formats; gives the exit status."""
    from engine.exchange.rows import all_formats

    if given.format == "json":
        print_json([_row(row) for row in all_formats()])
        return 0
    for row in all_formats():
        print(f"{row.key:8} {row.title} ({', '.join(row.endings)}): {' and '.join(_ways(row))}")
        print(f"         for {row.target}; {row.carries}")
        if row.writer:
            print(f"         takes {' or '.join(_boards(row))}")
        for what, how in (("options", ""), ("reading", " (import)")):
            for name, option in _options(row, what).items():
                print(f"         --set {name}={option['default']}  {option['about']}{how}")
    return 0


def _row(row: Format) -> dict[str, Any]:
    return {
        "key": row.key,
        "title": row.title,
        "target": row.target,
        "endings": list(row.endings),
        "ways": _ways(row),
        "carries": row.carries,
        "boards": list(row.boards),
        "options": _options(row, "options"),
        "reading": _options(row, "reading"),
    }


def _ways(row: Format) -> list[str]:
    return [way for way, has in (("export", row.writer), ("import", row.reader)) if has]


def _boards(row: Format) -> list[str]:
    """The kinds of map that a format takes, in words."""
    from engine.boards.kinds import KINDS

    return [f"a {kind.title}" for kind in KINDS if kind.key in row.boards]


def _options(row: Format, what: str) -> dict[str, dict[str, str]]:
    """The options of writing or reading a format, by name."""
    if not getattr(row, what):
        return {}
    fields = row.offers(what).model_fields
    return {name: {"default": _said(field.default), "about": field.description or ""} for name, field in fields.items()}


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
