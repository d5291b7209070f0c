"""What the umpire says of wrong files: of a bad file for each of his checks, and of other files that come about when
something is changed in one of these.

``python tests/tools/findings_said.py`` writes it into tests/findings_said, a file for each of those changed: code,
place, numbers, paragraph and fix of each finding, without its wording. How the findings read stands in
tests/sentences/findings.txt, one of each pattern.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "findings_said"
SENTENCES: Final = ROOT / "tests" / "sentences" / "findings.txt"
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from breaking import broken, plain  # noqa: E402 -- found on the path that was just set
from tools.facts import facts  # noqa: E402
from tools.patterns import first_of_each, pattern  # noqa: E402

from engine.findings import Finding  # noqa: E402
from engine.formats import load_text, write_text  # noqa: E402
from engine.formats.reading import read_source  # noqa: E402
from engine.umpire.checks.run import check_loaded  # noqa: E402

_QUOTED: Final = re.compile(r"'[^']*'|“[^”]*”|\(there (?:are|is) .*\)")
VARIANTS: Final = 12
"""Files that are made of each one, itself included."""


def sources() -> list[Path]:
    """The files that others are made of."""
    small = ("scenarios/first_steps.yaml", "scenarios/fm_first_steps.yaml", "scenarios/sns_first_steps.yaml")
    checks = sorted((ROOT / "tests" / "broken" / "checks").glob("*.yaml"))
    return [*checks, *(ROOT / name for name in small), ROOT / "tests" / "data" / "corner.yaml"]


@cache
def found_in(path: Path) -> list[tuple[int, list[Finding]]]:
    """What is found in a file and in those made of it, by their numbers."""
    source, _ = read_source(path)
    assert source is not None
    data = plain(source)
    made = (broken(data, Random(f"{path.stem}:{number}")) if number else data for number in range(VARIANTS))
    return [(number, list(_findings(one, path))) for number, one in enumerate(made)]


def said_of(path: Path) -> list[str]:
    """What is said of a file and of those made of it, a heading for each and a line for each finding."""
    lines = []
    for number, found in found_in(path):
        if found:
            lines += [f"variant {number}", *sorted(map(_line, found))]
    return lines


def sentences() -> list[str]:
    """How the findings read, one of each pattern."""
    found = (finding for path in sources() for _, there in found_in(path) for finding in there)
    texts = (_sentence(finding) for finding in found)
    return first_of_each((pattern(_QUOTED.sub("*", text)), text) for text in texts)


def _findings(data: Any, path: Path) -> Iterator[Finding]:
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=10_000)
    loaded = load_text(text, path)
    if loaded.model is not None:
        yield from check_loaded(loaded)


def _line(finding: Finding) -> str:
    place = " ".join(filter(None, (finding.place.data_path, finding.place.hex, finding.place.unit)))
    words = [
        f"  {finding.severity} {finding.code} at {place or 'the file'}",
        *facts(f"{finding.message} {finding.hint}".replace(str(ROOT), "")),  # a checkout's path may have digits
    ]
    words += [f"[{finding.rule}]"] if finding.rule else []
    if finding.fix:
        words.append(f"<{finding.fix.verb} {json.dumps(finding.fix.data, sort_keys=True)}>")
    return " ".join(words).replace("\n", "\\n")


def _sentence(finding: Finding) -> str:
    words = [f"{finding.code} {finding.message}"]
    words += [f"({finding.hint})"] if finding.hint else []
    words += [f"<{finding.fix.title}>"] if finding.fix else []
    return " ".join(words).replace(str(ROOT), "").replace("\n", "\\n")


def file_of(path: Path) -> Path:
    """Where it stands what is said of a file."""
    return FOLDER / f"{path.stem}.txt"


def main() -> None:
    """Write it all. What cannot be made leaves the old files."""
    made = {file_of(path): "\n".join(said_of(path)) + "\n" for path in sources()}
    made[SENTENCES] = "\n".join(sentences()) + "\n"
    FOLDER.mkdir(exist_ok=True)
    for old in {*FOLDER.glob("*.txt")} - made.keys():
        old.unlink()
    for path, text in made.items():
        write_text(path, text)


if __name__ == "__main__":
    main()
