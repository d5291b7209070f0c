"""Work shared out among processes: in order, what goes wrong is said, and an interrupt ends it at any time."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import HexwrightError, IllegalAction
from engine.interrupts import uninterrupted
from engine.trials.crew import shared_out

# What is called in the other processes has to be found there by its name.


def doubler(offset: int) -> Callable[[int], int]:
    return lambda task: 2 * task + offset


def refuser() -> Callable[[int], int]:
    def do(task: int) -> int:
        raise IllegalAction("toy:1", f"{task} is not allowed")

    return do


def dies() -> Callable[[int], int]:
    return lambda _task: os._exit(3)


def dies_once(folder: Path) -> Callable[[int], int]:
    """Whoever does task 7 first is killed."""

    def do(task: int) -> int:
        if task == 7:
            with suppress(FileExistsError):
                (folder / "killed").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
        return 2 * task

    return do


def interrupter(boss: int, folder: Path) -> Callable[[int], int]:
    """The first that starts interrupts the process that hands out the work."""
    with suppress(FileExistsError):
        (folder / "interrupted").touch(exist_ok=False)
        os.kill(boss, signal.SIGINT)
    return lambda task: task


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("tasks", "jobs"), [(0, 2), (1, 2), (2, 2), (20, 3)])
def test_results_come_in_the_order_of_the_tasks(tasks: int, jobs: int) -> None:
    assert list(shared_out(doubler, (1,), range(tasks), jobs)) == [2 * task + 1 for task in range(tasks)]


def test_whoever_goes_away_ends_the_work() -> None:
    results = shared_out(doubler, (0,), iter(int, 1), 2)
    assert next(results) == 0
    assert len(multiprocessing.active_children()) == 2
    results.close()


def test_what_is_wrong_there_is_said_here() -> None:
    with pytest.raises(HexwrightError, match=r"7 is not allowed \[toy:1\]"):
        list(shared_out(refuser, (), [7], 2))


def test_a_task_that_costs_one_process_after_another_is_told_of() -> None:
    with pytest.raises(HexwrightError, match="3 processes were ended"):
        list(shared_out(dies, (), [7], 2))


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_process_that_is_killed_costs_what_it_had_in_hand_once_more(jobs: int, tmp_path: Path) -> None:
    assert list(shared_out(dies_once, (tmp_path,), range(20), jobs)) == [2 * task for task in range(20)]
    assert (tmp_path / "killed").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("jobs", [1, 2, 6])
def test_an_interrupt_while_they_start_ends_all(jobs: int, tmp_path: Path) -> None:
    """It comes from the first process that has started, while the others are being started."""
    with pytest.raises(KeyboardInterrupt):
        list(shared_out(interrupter, (os.getpid(), tmp_path), range(20_000), jobs))


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_comes_after_what_must_not_be_left_half_done() -> None:
    done: list[str] = []
    before = signal.getsignal(signal.SIGINT)

    def work() -> None:
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")
        done.append("too much")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.usefixtures("interrupts")
def test_interrupts_that_are_ignored_stay_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with uninterrupted():
        os.kill(os.getpid(), signal.SIGINT)
