"""make mutants: change the rules' code a little, one change at a time, and see whether a test notices.

    python tests/mutants [--number 40] [--seed 1] [--jobs 2] [--room engine/systems ...]

First all tests of the engine are run once, to learn which test runs which lines; that is kept in out/mutants until
the code or the tests change. Each change is then made in a copy of the project, where the tests that run its line are
run, quick ones first, until one fails. What nobody notices is listed; what docs/mutants.md gives a reason for does not
count. The exit status is 1 when fewer than 90 of 100 were noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import coverage
from changes import NUMBER, Change, sample

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = ROOT / "out" / "mutants"
ROOMS: Final = ["engine/systems", "engine/mechanics", "engine/umpire"]
TESTS: Final = [
    *("tests/engine", "tests/contract", "tests/editor/test_cli.py", "tests/editor/test_names.py"),
    "tests/editor/test_cli_trials.py",
    *("tests/test_examples.py", "tests/test_playthroughs.py", "tests/test_counts.py", "tests/test_playdoc.py"),
    *("tests/test_ledgers.py", "tests/test_rulesdoc.py", "tests/test_staff_choices.py"),
]
QUICK: Final = 15.0
"""Seconds of tests that are tried first."""
ENOUGH: Final = 150.0
"""Seconds of tests after which a change counts as not noticed."""
STRONG: Final = ("tests/test_playthroughs.py", "tests/test_staff_choices.py")
"""Tests of whole games: they notice most of what they run, and are tried as if they took a tenth of their time."""
FIELDS: Final = "tests/engine/systems/test_models.py"
"""What holds the fields of all that is read from files, which no test runs line by line."""
WANTED: Final = 0.9
ANY_NUMBER: Final = "any other number"


@dataclass(frozen=True, slots=True)
class Known:
    """Which tests run which lines, and how long they take."""

    lines: coverage.CoverageData
    took: dict[str, float]

    def tests(self, change: Change) -> list[str]:
        """The tests that run a line, then all others of the files that run its module: what a function remembers is
        worked out in one test and read in others, which do not run its lines. Quick ones come first in both."""
        by_line = self.lines.contexts_by_lineno(str(ROOT / change.file))
        run_by = set(by_line.get(change.line, ()))
        near = run_by - {""}
        if "" in run_by:
            # A line that runs when the module is imported, as the fields of what is read from files do.
            near |= {test for test in self.took if test.startswith(FIELDS)}
        files = {test.partition("::")[0] for there in by_line.values() for test in there} - {""}
        far = {test for test in self.took if test.partition("::")[0] in files} - near
        return [*sorted(near, key=self._quick), *sorted(far, key=self._quick)]

    def _quick(self, test: str) -> tuple[float, str]:
        took = self.took.get(test, 0.0)
        return took / 10 if test.startswith(STRONG) else took, test


def know() -> Known:
    """Run the tests once, unless that was done for the same code and tests."""
    digest = hashlib.sha256()
    for path in sorted(path for room in ("engine", "tests", "resources") for path in (ROOT / room).rglob("*.*")):
        if path.is_file() and path.suffix != ".pyc" and "mutants" not in path.parts:
            digest.update(path.read_bytes())
    folder = KEPT / digest.hexdigest()[:16]
    if not (folder / "lines").exists():
        shutil.rmtree(KEPT, ignore_errors=True)
        folder.mkdir(parents=True)
        print("learning which test runs which lines ...", flush=True)
        if pytest(ROOT, ["-n", "2", "--dist", "loadfile", "-p", "which_tests", *TESTS], folder):
            said = (folder / "said").read_text(encoding="utf-8", errors="replace")
            shutil.rmtree(folder)
            sys.exit(f"The tests have to pass before anything is changed; they said:\n{said[-3000:]}")
        whole = coverage.CoverageData(str(folder / "lines"))
        for part in folder.glob("lines.gw*"):
            data = coverage.CoverageData(str(part))
            data.read()
            whole.update(data)
        whole.write()
    lines = coverage.CoverageData(str(folder / "lines"))
    lines.read()
    took: dict[str, float] = {}
    for path in folder.glob("took.*.json"):
        took |= json.loads(path.read_text(encoding="utf-8"))
    return Known(lines, took)


def pytest(where: Path, words: list[str], folder: Path, limit: float | None = None) -> int:
    """Run tests in a folder; the exit status, 1 where they took far too long."""
    paths = os.pathsep.join((str(Path(__file__).parent), str(where)))
    settings = {"HYPOTHESIS_PROFILE": "ci", "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, **settings, "PYTHONPATH": paths, "HEXWRIGHT_WHICH_TESTS": str(folder)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
    try:
        done = subprocess.run(command, cwd=where, env=environment, capture_output=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return 1
    (folder / "said").write_bytes(done.stdout + done.stderr)
    return done.returncode


def portions(tests: list[str], known: Known) -> Iterator[tuple[list[str], float]]:
    """First the quick tests, then others, with the seconds that they take."""
    left, spent = list(tests), 0.0
    for most in (QUICK, ENOUGH):
        portion: list[str] = []
        begun = spent
        while left and (spent < most or not portion):
            spent += known.took.get(left[0], 0.0)
            portion.append(left.pop(0))
        if portion:
            yield portion, spent - begun


def noticed(change: Change, project: Path, known: Known) -> bool:
    """Whether a test fails when the change is made in a copy of the project."""
    path = project / change.file
    text = path.read_text(encoding="utf-8")
    path.write_text(change.made(text), encoding="utf-8")
    try:
        for tests, seconds in portions(known.tests(change), known):
            listed = project / "tests.txt"
            listed.write_text("\n".join(tests), encoding="utf-8")
            # Tests that never end have noticed as well.
            if pytest(project, ["-x", f"@{listed}"], project, limit=120 + 10 * seconds):
                return True
        return False
    finally:
        path.write_text(text, encoding="utf-8")


def reasons() -> dict[tuple[str, str, str], str]:
    """What docs/mutants.md says of changes that nobody can notice: file, line before and after, to the reason. What
    stands for every change of a number in a line is `ANY_NUMBER`."""
    page = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| `(.+?)` \| `(.+?)` \| (`.+?`|{ANY_NUMBER}) \| (.+?) \|$", page, re.MULTILINE)
    return {(file, before, after.strip("`")): reason for file, before, after, reason in rows}


def main() -> int:
    """Sample, try, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=40, help="how many changes (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--room", action="append", help="a folder or module of the engine instead of all")
    given = parser.parse_args()
    known, expected = know(), reasons()
    chosen = sample(ROOT, given.room or ROOMS, given.number, given.seed)
    with tempfile.TemporaryDirectory(prefix="hexwright-mutants-") as folder:
        free: SimpleQueue[Path] = SimpleQueue()
        for job in range(given.jobs):
            unwanted = shutil.ignore_patterns(".git", ".venv", "out", "__pycache__", ".*_cache", ".hypothesis")
            free.put(Path(shutil.copytree(ROOT, Path(folder, str(job)), ignore=unwanted)))

        def attempt(change: Change) -> bool:
            project = free.get()
            try:
                return noticed(change, project, known)
            finally:
                free.put(project)

        survived = []
        with ThreadPoolExecutor(given.jobs) as pool:
            for number, (change, seen) in enumerate(zip(chosen, pool.map(attempt, chosen), strict=True), 1):
                before, after = change.told((ROOT / change.file).read_text(encoding="utf-8"))
                reason = expected.get((change.file, before, after), "")
                if not reason and change.operator == NUMBER:
                    reason = expected.get((change.file, before, ANY_NUMBER), "")
                word = "noticed" if seen else f"known: {reason}" if reason else "NOT NOTICED"
                print(f"{number:3} {change.file}:{change.line}  `{before}` -> `{after}`  {word}", flush=True)
                if not seen and not reason:
                    survived.append(change)
    count = len(chosen) - len(survived)
    print(f"{count} of {len(chosen)} noticed (seed {given.seed})")
    return int(count < WANTED * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
