"""Processes that play games end with the one that began them, whatever ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[3]
# What the test itself began ends with the test, even where that is killed: the line it holds breaks.
# Where the tests run under nohup, signals that are ignored would be ignored by all that they begin.
TESTED = """
import os, signal, sys, threading
signal.signal(signal.SIGHUP, signal.SIG_DFL)
def watch():
    sys.stdin.read()
    os._exit(1)
threading.Thread(target=watch, daemon=True).start()
"""
CREW = """
import sys
from engine import parents
from engine.trials.crew import shared_out
from tests.engine.trials.test_ends_with_parent import at_work
if sys.argv[1] == "watch":
    parents._killed_with_parent = lambda: False
if __name__ == "__main__":
    exec(sys.argv[2])
    list(shared_out(at_work, (), range(4), 2))
"""
APART = """
import sys, threading
from engine.formats import load_scenario
from engine.trials import TrialSpec
from engine.trials.apart import TrialApart
from engine.trials.trial import Planned, TrialPlan
if __name__ == "__main__":
    exec(sys.argv[2])
    scenario = load_scenario("first_steps")
    spec = TrialSpec(scenario, dict.fromkeys(scenario.sides, "greedy"), 1_000_000)
    trial = TrialApart(TrialPlan((Planned("", spec),)), 2)
    while not any(True for _ in trial.news()):
        pass
    print("ready", flush=True)
    print("ready", flush=True)
    threading.Event().wait()
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")


def at_work() -> Callable[[int], int]:
    """A process that says it has begun, and works on and on."""
    # In one piece: two of them write on one line.
    os.write(1, b"ready\n")

    def do(task: int) -> int:
        while True:
            task += 1

    return do


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize(("program", "how"), [(CREW, "system"), (CREW, "watch"), (APART, "system")])
def test_all_end_with_the_one_that_began_them(ending: signal.Signals, program: str, how: str, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    words = [sys.executable, str(file), how, TESTED]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment, text=True) as boss:
        assert boss.stdout is not None
        begun = [boss.stdout.readline() for _ in range(2)]
        boss.send_signal(ending)
        # All of them hold the other end of this line: it is read to its end when none is left.
        left = boss.stdout.read()
    assert (begun, left) == (["ready\n", "ready\n"], "")
    assert boss.returncode == -ending


def test_what_a_test_began_ends_with_the_test(tmp_path: Path) -> None:
    """Its tests may be killed too: what they have begun reads the end of its line, and ends."""
    file = tmp_path / "program.py"
    file.write_text(CREW, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(HOUSE)}
    words = [sys.executable, str(file), "system", TESTED]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment, text=True) as boss:
        assert boss.stdout is not None
        assert boss.stdin is not None
        assert boss.stdout.readline() == "ready\n"
        boss.stdin.close()
        assert "ready" not in boss.stdout.read().replace("ready\n", "", 1)
    assert boss.returncode == 1
