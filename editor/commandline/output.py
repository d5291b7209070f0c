"""What the command line writes: colours for terminals, one JSON document, progress, errors."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any, Final, TextIO

from engine.errors import HexwrightError
from engine.findings import FileProblem, Finding, Severity

_COLOURS: Final = {
    "error": "31;1",
    "warning": "33",
    "info": "36",
    "good": "32",
    "quiet": "2",
    "strong": "1",
}


def colourful(stream: TextIO) -> bool:
    """Whether to write colours: to a terminal only, and never where NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, colour: str, stream: TextIO | None = None) -> str:
    """The text in a colour, where colours are wanted."""
    if not colourful(stream or sys.stdout):
        return text
    return f"\033[{_COLOURS[colour]}m{text}\033[0m"


def print_json(data: Any) -> None:
    """One JSON document, and nothing else, on standard output."""
    json.dump(data, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def finding_line(finding: Finding, stream: TextIO | None = None) -> str:
    """A finding in one line: ``file:line:column: severity CODE message [rule] (hint)``."""
    severity = paint(str(finding.severity), str(finding.severity), stream)
    text = f"{finding.place}: {severity} {finding.code} {finding.message}"
    if finding.rule:
        text += f" [{finding.rule}]"
    return text + (paint(f" ({finding.hint})", "quiet", stream) if finding.hint else "")


def complain(error: HexwrightError) -> None:
    """Say on standard error what is wrong with what the user gave us."""
    if isinstance(error, FileProblem):
        for finding in error.findings:
            print(finding_line(finding, sys.stderr), file=sys.stderr)
    else:
        print(f"hexwright: {error}", file=sys.stderr)


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each severity."""
    found = dict.fromkeys(map(str, Severity), 0)
    for finding in findings:
        found[str(finding.severity)] += 1
    return found


class Progress:
    """A line of progress on standard error, only if that is a terminal; it wipes itself away at the end."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._width = 0

    def say(self, text: str) -> None:
        """Replace the line."""
        if self._shown:
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._width = len(text)

    def done(self) -> None:
        """Clear the line of progress."""
        if self._shown and self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0
