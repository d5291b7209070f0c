"""Trials on more than one processor: how many times as fast a second core makes them, and what a cluster adds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from harness import bench, in_turns

from engine.formats import load_scenario
from engine.trials import TrialSpec, run_games
from engine.trials.cluster import on_cluster
from maps import folder

GAMES = 500
ROUNDS = 1
"""After one for nothing: each is minutes of games."""
HOUSE = Path(__file__).resolve().parents[2]


def spec() -> TrialSpec:
    """First Steps, greedy against greedy."""
    scenario = load_scenario("first_steps")
    return TrialSpec(scenario, dict.fromkeys(scenario.sides, "greedy"), GAMES, first_seed=11)


def on_cores(jobs: int) -> None:
    """The trial in so many processes."""
    for _ in run_games(spec(), jobs):
        pass


def times_as_fast(slow: Callable[[], None], fast: Callable[[], None]) -> float:
    """By the clock: what another process does of the work is in no processor time of this one."""
    both = in_turns(slow, fast, rounds=ROUNDS)
    return both.ours.clock / both.theirs.clock


@bench("a trial of 500 games on two cores: times as fast as on one", 1.85, "times", more=True)
def two_cores() -> float:
    return times_as_fast(partial(on_cores, 1), partial(on_cores, 2))


@bench("a trial of 500 games on a cluster of two workers: times as fast as two processes", 0.9, "times", more=True)
def cluster() -> float:
    with two_workers() as address, on_cluster(address) as executor:

        def there() -> None:
            for _ in run_games(spec(), executor=executor):
                pass

        return times_as_fast(partial(on_cores, 2), there)


@contextmanager
def two_workers() -> Iterator[str]:
    """A scheduler of dask.distributed on this machine and two workers of one thread each; gives its address."""
    from distributed import Client

    processes: list[subprocess.Popen[str]] = []

    def begin(what: str, *words: str, said: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words]
        made = subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.DEVNULL, stderr=said, text=True)
        processes.append(made)
        return made

    try:
        scheduler = begin("scheduler", "--host", "127.0.0.1", "--port", "0", said=subprocess.PIPE)
        assert scheduler.stderr is not None
        address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at:" in line)
        for _ in range(2):
            begin("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder()))
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address
    finally:
        for process in reversed(processes):
            process.kill()
            process.communicate()
