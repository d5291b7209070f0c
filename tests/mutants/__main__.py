"""make mutants: change the rules' code a little, one change at a time, and see whether a test notices.

    python tests/mutants [--number 40] [--seed 1] [--jobs 2] [--room engine/systems ...] [--test tests/kits ...]

First all tests of the engine are run once, to learn which test runs which lines; that is kept in out/mutants until
the code changes, and where only tests do, these are run again. Each change is then made in a copy of the project and in
a copy of a process that has collected its tests: it runs those that run the changed line, quick ones first, until one
fails. What nobody notices is listed; what docs/mutants.md gives a reason for does not count. The exit status is 1 when
fewer than 90 of 100 were noticed.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from changes import NUMBER, Change, sample
from known import TESTS, Known, know
from runs import ROOT, Copies, copied, run_tests, said

ROOMS: Final = ["engine/systems", "engine/mechanics", "engine/umpire", "engine/kit"]
QUICK: Final = 15.0
"""Seconds of tests that are tried first where each try needs a process."""
ENOUGH: Final = 60.0
"""Seconds of tests after which a change counts as not noticed."""
LONG: Final = 60.0
"""Seconds that a test may take beside ten times what it usually does."""
WANTED: Final = 0.9
ANY_NUMBER: Final = "any other number"
UNNOTICED: Final = "NOT NOTICED"


def noticing(change: Change, copies: Copies, known: Known) -> str:
    """The test that fails when the change is made in a copy of the project; "" for none."""
    path, tests = copies.project / change.file, known.tests(change)
    text = path.read_text(encoding="utf-8")
    path.write_text(change.made(text), encoding="utf-8")
    try:
        tried = known.portion(tests, ENOUGH)
        found = copies.failing(
            change.file, text, tried, LONG + 10 * max(map(known.took.__getitem__, tried), default=0.0)
        )
        if found is None or (not found and known.at_import(change)):
            return _noticing_anew(copies.project, tests, known)
        return found
    finally:
        path.write_text(text, encoding="utf-8")


def _noticing_anew(project: Path, tests: list[str], known: Known) -> str:
    """The same by processes that import the changed code."""
    first = known.portion(tests, QUICK)
    for some in (first, known.portion(tests[len(first) :], ENOUGH)):
        listed = project / "tests.txt"
        listed.write_text("\n".join(some), encoding="utf-8")
        # Tests that never end have noticed as well.
        if some and run_tests(project, ["-x", f"@{listed}"], project, limit=LONG + 10 * known.seconds(some)):
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", said(project), re.MULTILINE)
            return failed[1] if failed else "(the tests could not be run)"
    return ""


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
    parser.add_argument("--test", action="append", help="a folder or file of tests instead of all that test the engine")
    given = parser.parse_args()
    tests = given.test or TESTS
    known, expected = know(tests), reasons()
    chosen = sample(ROOT, given.room or ROOMS, given.number, given.seed)
    survived = 0
    with tempfile.TemporaryDirectory(prefix="hexwright-mutants-") as folder, ThreadPoolExecutor(given.jobs) as pool:
        places = [copied(Path(folder, str(job))) for job in range(given.jobs)]
        free: SimpleQueue[Copies] = SimpleQueue()
        for copies in pool.map(lambda place: Copies(place, tests), places):
            free.put(copies)

        def attempt(change: Change, before: str, after: str) -> str:
            """What becomes of a change."""
            reason = expected.get((change.file, before, after), "")
            if not reason and change.operator == NUMBER:
                reason = expected.get((change.file, before, ANY_NUMBER), "")
            if reason:
                return f"known: {reason}"
            copies = free.get()
            try:
                test = noticing(change, copies, known)
            finally:
                free.put(copies)
            return f"noticed by {test}" if test else UNNOTICED

        lines = [change.told((ROOT / change.file).read_text(encoding="utf-8")) for change in chosen]
        words = pool.map(attempt, chosen, *zip(*lines, strict=True))
        for number, (change, (before, after), word) in enumerate(zip(chosen, lines, words, strict=True), 1):
            print(f"{number:3} {change.file}:{change.line}  `{before}` -> `{after}`  {word}", flush=True)
            survived += word == UNNOTICED
        for _ in range(given.jobs):
            free.get().end()
    count = len(chosen) - survived
    print(f"{count} of {len(chosen)} noticed (seed {given.seed})")
    return int(count < WANTED * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
