"""docs/findings.md, made from the checks themselves: ``python -m engine.umpire.handbook`` writes it again."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.formats import CODES, write_text
from engine.play import registry
from engine.umpire.checks import Check, Scope, every_check
from engine.umpire.checks.retired import RETIRED

FILE: Final = Path(__file__).resolve().parents[2] / "docs" / "findings.md"

_FAMILIES: Final = {
    "FILE": "reading a file",
    "MAP": "maps",
    "SIDE": "sides",
    "UNIT": "units and their values",
    "SETUP": "where units start",
    "REINF": "reinforcements",
    "WIN": "victory conditions",
    "RULE": "the rules system, its options and terrain",
    "KIT": "rules files",
    "DBM": "battles of De Bellis Multitudinis",
    "PLAY": "games in progress",
}

_HEAD: Final = """\
# Findings

What `hexwright check` and the editor's Problems panel may say. A finding has a code, a severity, a place (file, line,
column, hex, unit), often the paragraph of the rules it rests on, a hint, and sometimes a quick fix. Codes are stable:
one is never given a new meaning. Codes below 100 are for faults in reading a file; from 100 on they come from
the umpire's checks, of files and of what is open in the editor. Only errors make `hexwright check` fail.

This page is made from the checks by `python -m engine.umpire.handbook`; do not edit it by hand.
"""


def handbook() -> str:
    """The text of docs/findings.md."""
    text = "\n".join([_HEAD, *_families(), *_retired()]).replace("``", "`")
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def explanation(code: str, system: str = "") -> tuple[str, str]:
    """Title and text of a code: of a check, of the file readers or of a rules system; the code itself if unknown.

    Systems may use the same code for the same kind of thing; ``system`` says whose words are wanted.
    """
    check = every_check().get(code)
    if check:
        return check.title, " ".join(check.explanation.split())
    asked = sorted(registry.SYSTEMS, key=lambda short: short != system)
    texts = [CODES, *(_explained(short) for short in asked)]
    text = next((known[code] for known in texts if code in known), code)
    return text, text


def _families() -> Iterator[str]:
    for family, about in _FAMILIES.items():
        yield f"## {family}: {about}\n"
        for code, text in CODES.items():
            if code.rstrip("0123456789") == family:
                yield f"- **{code}** {text}"
        yield ""
        for _, check in sorted(every_check().items()):
            if check.family == family:
                reported = "reported by test turns" if check.scope is Scope.PLAY else str(check.severity)
                about = " ".join([f"*{reported}.*", *check.explanation.split(), *_rests_on(check)])
                yield f"### {check.code} {check.title}\n\n{about}\n"
        yield from _of_systems(family)


def _rests_on(check: Check) -> Iterator[str]:
    """The paragraphs that a check rests on, where systems name one."""
    systems = [registry.system(short) for short in registry.whole()]
    found = [known.paragraphs[check.code] for known in systems if check.code in known.paragraphs]
    if found:
        yield f"({', '.join(found)})"


def _retired() -> Iterator[str]:
    yield "## Retired codes\n\nThe code on the right replaces the code on the left.\n"
    for code, now in RETIRED.items():
        yield f"- {code}: **{now}**"


def _of_systems(family: str) -> Iterator[str]:
    """What rules systems find themselves, as far as they explain it."""
    for short in registry.whole():
        known = _explained(short).items()
        own = [f"- **{code}** {text}" for code, text in known if code.rstrip("0123456789") == family]
        if own:
            yield "\n".join([f"Under the rules of `{short}`:\n", *own, ""])


def _explained(short: str) -> Mapping[str, str]:
    return registry.system(short).findings


def main() -> int:
    """Write docs/findings.md again."""
    write_text(FILE, handbook())
    print(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
