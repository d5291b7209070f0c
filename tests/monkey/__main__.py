"""`make monkey`: somebody who presses everything, at random, in a window of its own, until something is wrong.

Each seed is a run in a process of its own, in a folder of its own (see ``sandbox``). It fails on any traceback, Qt
warning, line in the log, abort, or thing that stays alive when it was closed, and prints the actions before it. Even
seeds wait for work in the background before each action, so that the same seed does the same again; odd ones do not.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LAST = 30
"""Actions that are printed of a run that failed."""
LATE = 240
"""Seconds that a run may take beyond its time; then it hangs."""


def main(words: list[str]) -> int:
    """Run the seeds one after the other; 1 when one of them found something."""
    parser = argparse.ArgumentParser(prog="make monkey", description=__doc__, add_help=True)
    parser.add_argument("--seeds", default="1 2 3 4", help="numbers, or a span such as 10-19")
    parser.add_argument("--minutes", type=float, default=4.0, help="for all seeds together")
    parser.add_argument("--steps", type=int, default=0, help="so many actions a seed, however long they take")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "monkey", help="where the actions are written")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    seeds = numbers(given.seeds)
    seconds = given.minutes * 60 / len(seeds)
    if given.child is not None:
        return child(given.child, seconds, given.steps, given.out)
    given.out.mkdir(parents=True, exist_ok=True)
    failed = [seed for seed in seeds if not passes(seed, seconds, given)]
    print(f"{len(seeds) - len(failed)} of {len(seeds)} seeds without a fault", flush=True)
    return 1 if failed else 0


def numbers(text: str) -> list[int]:
    """Seeds: ``3 5 10-12``."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        first, _, last = word.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def passes(seed: int, seconds: float, given: argparse.Namespace) -> bool:
    """Run one seed in a process of its own, and tell what it found."""
    folder = Path(tempfile.mkdtemp(prefix="hexwright-monkey-"))
    log = given.out / f"seed_{seed}.log"
    log.unlink(missing_ok=True)
    words = ["--child", str(seed), "--minutes", str(seconds / 60), "--seeds", str(seed), "--steps", str(given.steps)]
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    environment["HEXWRIGHT_MONKEY"] = str(folder)
    # What is alive is counted in one place; what threads ask for would lie elsewhere.
    environment["MALLOC_ARENA_MAX"] = "1"
    try:
        done = subprocess.run(
            [sys.executable, str(HERE), *words, "--out", str(given.out)],
            cwd=ROOT,
            env=environment,
            timeout=(seconds if not given.steps else 600) + LATE,
            check=False,
        )
        status = done.returncode
    except subprocess.TimeoutExpired:
        status = -1000
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if status == 0:
        return True
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
    fault = next((i for i, line in enumerate(lines) if line.startswith(("FAULT", "Fatal Python error"))), len(lines))
    print(
        f"seed {seed} failed: {'it hangs' if status == -1000 else f'exit status {status}'}. The last actions ({log}):"
    )
    print("\n".join(lines[max(0, fault - LAST) : fault + 60]), flush=True)
    return False


def child(seed: int, seconds: float, steps: int, out: Path) -> int:
    """One run in this process."""
    sys.path.insert(0, str(ROOT))
    from run import run

    end = monotonic() + seconds
    faults = run(
        seed,
        Path(os.environ["HEXWRIGHT_MONKEY"]),
        out.resolve() / f"seed_{seed}.log",
        (lambda monkey: monkey.done >= steps) if steps else (lambda _monkey: monotonic() >= end),
        calm=seed % 2 == 0,
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
