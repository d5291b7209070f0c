"""Which tests run which lines of the engine, learned once for each state of its code and kept in out/mutants."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import coverage
from changes import Change
from runs import ROOT, run_tests, said

KEPT: Final = ROOT / "out" / "mutants"
TESTS: Final = [
    *("tests/engine", "tests/kits", "tests/contract", "tests/editor/test_cli.py", "tests/editor/test_names.py"),
    "tests/editor/test_cli_trials.py",
    *("tests/test_examples.py", "tests/test_playthroughs.py", "tests/test_counts.py", "tests/test_playdoc.py"),
    *("tests/test_findings_said.py", "tests/test_refusals.py"),
    *("tests/test_ledgers.py", "tests/test_rulesdoc.py"),
]
STRONG: Final = ("tests/test_playthroughs.py", "tests/test_refusals.py")
"""Tests of whole games: they notice most of what they run, and are tried as if they took a tenth of their time."""
FIELDS: Final = ("tests/engine/systems/test_models.py", "tests/engine/umpire/test_play_checks.py")
"""What holds the fields of all that is read from files, and what is found in play: no test runs these line by line."""


@dataclass(frozen=True, slots=True)
class Known:
    """Which tests run which lines, and how many seconds they take."""

    lines: coverage.CoverageData
    took: dict[str, float]

    def tests(self, change: Change) -> list[str]:
        """The tests that run a line, then all others of the files that run its module: what a function remembers is
        worked out in one test and read in others, which do not run its lines. Quick ones come first in both."""
        by_line = self.lines.contexts_by_lineno(str(ROOT / change.file))
        near = {test for test in by_line.get(change.line, ()) if test in self.took}
        if self.at_import(change):
            near |= {test for test in self.took if test.startswith(FIELDS)}
        files = {test.partition("::")[0] for there in by_line.values() for test in there} - {""}
        far = {test for test in self.took if test.partition("::")[0] in files} - near
        return [*sorted(near, key=self._quick), *sorted(far, key=self._quick)]

    def at_import(self, change: Change) -> bool:
        """Whether its line runs when the module is imported, as the fields of what is read from files do."""
        return "" in self.lines.contexts_by_lineno(str(ROOT / change.file)).get(change.line, ())

    def seconds(self, tests: list[str]) -> float:
        """How long these tests take."""
        return sum(self.took.get(test, 0.0) for test in tests)

    def portion(self, tests: list[str], seconds: float) -> list[str]:
        """As many of the first of these tests as take so long together, and one at least."""
        count, spent = 0, 0.0
        while count < len(tests) and (spent < seconds or not count):
            spent += self.took.get(tests[count], 0.0)
            count += 1
        return tests[:count]

    def _quick(self, test: str) -> tuple[float, str]:
        took = self.took.get(test, 0.0)
        return took / 10 if test.startswith(STRONG) else took, test


def know(tests: list[str]) -> Known:
    """Run the tests in these folders and files that have changed since they were last run, all of them when the code
    has."""
    folder = KEPT / _digest(path for room in ("engine", "resources") for path in (ROOT / room).rglob("*.*"))
    if not folder.exists():
        shutil.rmtree(KEPT, ignore_errors=True)
        folder.mkdir(parents=True)
    listed = folder / "files.json"
    before = json.loads(listed.read_text(encoding="utf-8")) if listed.exists() else {}
    now = {path.relative_to(ROOT).as_posix(): _digest(_read_by(path)) for path in _files(tests)}
    new = [path for path, digest in now.items() if before.get(path) != digest]
    if new:
        _learn(new, folder)
        listed.write_text(json.dumps(before | now), encoding="utf-8")
    lines = coverage.CoverageData(str(folder / "lines"))
    lines.read()
    took: dict[str, float] = json.loads((folder / "took.json").read_text(encoding="utf-8"))
    return Known(lines, {test: seconds for test, seconds in took.items() if test.partition("::")[0] in now})


def _files(tests: list[str]) -> list[Path]:
    found = [ROOT / test for test in tests]
    return sorted(one for path in found for one in (path.rglob("test_*.py") if path.is_dir() else [path]))


def _read_by(test: Path) -> list[Path]:
    """A file of tests, and what lies in the folder that has its name, as examples do."""
    beside = test.parent / test.stem.removeprefix("test_")
    return [test, *(beside.rglob("*.*") if beside.is_dir() else ())]


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _learn(files: list[str], folder: Path) -> None:
    print(f"learning which test runs which lines ({len(files)} files of tests) ...", flush=True)
    parts = folder / "new"
    shutil.rmtree(parts, ignore_errors=True)
    parts.mkdir()
    status = run_tests(ROOT, ["-n", "2", "--dist", "loadfile", "-p", "which_tests", *files], parts, None)
    if status > 1:
        sys.exit(f"The tests could not be run; they said:\n{said(parts)[-3000:]}")
    if status:
        failed = "\n".join(line for line in said(parts).splitlines() if line.startswith(("FAILED", "ERROR")))
        print(f"These tests fail without any change, and are left out:\n{failed}", flush=True)
    whole = coverage.CoverageData(str(folder / "lines"))
    whole.read()
    for part in parts.glob("lines.gw*"):
        data = coverage.CoverageData(str(part))
        data.read()
        whole.update(data)
    whole.write()
    kept = folder / "took.json"
    took = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for path in parts.glob("took.*.json"):
        took |= json.loads(path.read_text(encoding="utf-8"))
    kept.write_text(json.dumps(took), encoding="utf-8")
    shutil.rmtree(parts)
