"""What the umpire says of wrong files, word for word: of a bad file for each of his checks, and of other files that
come about when something is changed in one of these.

``python tests/tools/findings_said.py`` writes it anew into tests/findings_said, a file for each of those changed; a
test holds the umpire to it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "findings_said"
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from breaking import broken, plain  # noqa: E402 -- found on the path that was just set

from engine.findings import Finding  # noqa: E402
from engine.formats import load_text, write_text  # noqa: E402
from engine.formats.reading import read_source  # noqa: E402
from engine.umpire.checks.run import check_loaded  # noqa: E402

VARIANTS: Final = 12
"""Files that are made of each one, itself included."""


def sources() -> list[Path]:
    """The files that others are made of."""
    small = ("scenarios/first_steps.yaml", "scenarios/fm_first_steps.yaml", "scenarios/sns_first_steps.yaml")
    checks = sorted((ROOT / "tests" / "broken" / "checks").glob("*.yaml"))
    return [*checks, *(ROOT / name for name in small), ROOT / "tests" / "data" / "corner.yaml"]


def said_of(path: Path) -> str:
    """What is said of a file and of those made of it, a heading for each and a line for each finding."""
    source, _ = read_source(path)
    assert source is not None
    data = plain(source)
    lines = []
    for number in range(VARIANTS):
        made = broken(data, Random(f"{path.stem}:{number}")) if number else data
        found = list(_findings(made, path))
        if found:
            lines += [f"variant {number}", *sorted(map(_line, found))]
    return "\n".join(lines) + "\n"


def _findings(data: Any, path: Path) -> Iterator[Finding]:
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=10_000)
    loaded = load_text(text, path)
    if loaded.model is not None:
        yield from check_loaded(loaded)


def _line(finding: Finding) -> str:
    place = " ".join(filter(None, (finding.place.data_path, finding.place.hex, finding.place.unit)))
    words = [f"  {finding.severity} {finding.code} at {place or 'the file'}: {finding.message}"]
    words += [f"[{finding.rule}]"] if finding.rule else []
    words += [f"({finding.hint})"] if finding.hint else []
    if finding.fix:
        words.append(f"<{finding.fix.title}: {finding.fix.verb} {json.dumps(finding.fix.data, sort_keys=True)}>")
    return " ".join(words).replace(str(ROOT), "").replace("\n", "\\n")


def main() -> None:
    """Write it all anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for path in sources():
        write_text(FOLDER / f"{path.stem}.txt", said_of(path))


if __name__ == "__main__":
    main()
