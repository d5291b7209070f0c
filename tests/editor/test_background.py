"""Work off the main thread: delivered in order on the main thread, failures too, and no widgets freed there."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot
from settling import LONG, settle

from editor.work import background
from editor.work.background import PATIENCE, QUIET, Worker, hands_full, hands_off, hands_on
from engine.pauses import pause

ENOUGH = 1_000_000


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker("test")
    yield made
    made.close()


def test_results_come_back_in_order_on_the_main_thread(qtbot: QtBot, worker: Worker) -> None:
    seen: list[tuple[int, bool]] = []

    def note(result: tuple[int, int]) -> None:
        number, thread = result
        seen.append((number, thread != threading.get_ident()))

    with qtbot.waitSignal(worker.idle):
        for number in range(5):
            worker.start(lambda number=number: (number, threading.get_ident()), note)
        assert worker.busy
    assert seen == [(number, True) for number in range(5)]
    assert not worker.busy


def test_a_failure_is_delivered(qtbot: QtBot, worker: Worker) -> None:
    failures: list[Exception] = []

    def fail() -> None:
        raise ValueError("no")

    with qtbot.waitSignal(worker.idle):
        worker.start(fail, lambda _result: pytest.fail("it succeeded"), failures.append)
    assert [str(error) for error in failures] == ["no"]


def test_nothing_is_delivered_after_closing(qtbot: QtBot) -> None:
    worker = Worker("test")
    seen: list[object] = []
    worker.start(lambda: 1, seen.append)
    worker.close()
    settle()
    assert seen == []
    assert gc.isenabled()
    assert not worker.busy


def test_garbage_is_never_collected_on_the_worker(qtbot: QtBot, worker: Worker) -> None:
    freed_on: list[int] = []

    class Probe:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            freed_on.append(threading.get_ident())

    def allocate() -> int:
        Probe()
        kept = [[number] for number in range(20_000)]
        return len(kept)

    with qtbot.waitSignal(worker.idle):
        worker.start(allocate, lambda _count: None)
    # Delivery may come before the thread has quite left its work behind.
    worker.wait()
    assert threading.get_ident() not in freed_on
    assert freed_on == []
    assert gc.isenabled()
    gc.collect()
    assert freed_on == [threading.get_ident()]


class Clock:
    """A clock that only goes while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def slept(self, function: Callable[[], None]) -> float:
        """How long a function sleeps."""
        begun = self.now
        function()
        return self.now - begun


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(background, "perf_counter", made)
    monkeypatch.setattr(background, "sleep", made.sleep)
    return made


def test_work_waits_at_its_pauses_while_hands_are_on_and_no_longer(clock: Clock) -> None:
    hands_on()
    waits = [clock.slept(hands_off) for _ in range(10)]
    assert waits == [pytest.approx(PATIENCE)] * 3 + [0] * 7
    assert pytest.approx(QUIET) == sum(waits)


def test_work_waits_while_hands_are_full_and_still_gets_on(clock: Clock) -> None:
    with hands_full():
        clock.sleep(2 * QUIET)
        assert [clock.slept(hands_off) for _ in range(5)] == [pytest.approx(PATIENCE)] * 5
    assert clock.slept(hands_off) > 0, "what was worked on is touched last"
    clock.sleep(QUIET)
    assert clock.slept(hands_off) == 0


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that waited for the hands, each time; none really waits."""
    names: list[str] = []
    monkeypatch.setattr(background, "hands_off", lambda: names.append(threading.current_thread().name))
    return names


def test_only_patient_workers_wait(qtbot: QtBot, worker: Worker, held_up: list[str]) -> None:
    def work() -> None:
        for _ in range(3):
            pause()

    patient = Worker("patient", patient=True)
    for one in (worker, patient):
        with qtbot.waitSignal(one.idle):
            one.start(work, lambda _: None)
    patient.close()
    assert held_up == ["patient_0"] * 4, "before it begins, and at each pause"


def test_a_worker_that_is_waited_for_does_not_wait_itself(qtbot: QtBot, held_up: list[str]) -> None:
    worker = Worker("patient", patient=True)

    def work() -> None:
        """Until it is not held up any more."""
        before = -1
        while before < len(held_up) < ENOUGH:
            before = len(held_up)
            pause()

    with qtbot.waitSignal(worker.idle):
        worker.start(work, lambda _: None)
        qtbot.waitUntil(lambda: len(held_up) > 10)
        worker.wait()
    assert len(held_up) < ENOUGH
    worker.close()


def test_a_closed_worker_gives_up_at_its_next_pause(qtbot: QtBot) -> None:
    worker, seen = Worker("patient", patient=True), list[object]()
    begun = threading.Event()

    def endless() -> None:
        begun.set()
        while True:
            pause()

    worker.start(endless, seen.append, seen.append)
    begun.wait(LONG)
    worker.close()
    settle()
    assert seen == []
    assert gc.isenabled()
