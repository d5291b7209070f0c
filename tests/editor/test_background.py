"""Work off the main thread: delivered in order on the main thread, failures too, and no widgets freed there."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from time import perf_counter, sleep

import pytest
from pytestqt.qtbot import QtBot

from editor.work.background import PATIENCE, QUIET, Worker, hands_full, hands_off, hands_on
from engine.pauses import pause


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
    qtbot.wait(20)
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


def test_work_waits_at_its_pauses_while_hands_are_on_and_no_longer() -> None:
    hands_on()
    waited, pauses = 0.0, 0
    while (once := how_long(hands_off)) > PATIENCE / 2:
        assert once < QUIET
        waited, pauses = waited + once, pauses + 1
    assert pauses >= 2
    assert QUIET / 2 < waited < 4 * QUIET


def test_work_waits_while_hands_are_full_and_still_gets_on() -> None:
    with hands_full():
        sleep(1.5 * QUIET)
        for _ in range(3):
            assert PATIENCE / 2 < how_long(hands_off) < 10 * PATIENCE
    sleep(1.5 * QUIET)
    assert how_long(hands_off) < PATIENCE / 2


def how_long(function: Callable[[], None]) -> float:
    begun = perf_counter()
    function()
    return perf_counter() - begun


def test_only_patient_workers_wait(qtbot: QtBot, worker: Worker) -> None:
    def work() -> tuple[float, float]:
        begun = perf_counter()
        for _ in range(3):
            pause()
        return begun, perf_counter() - begun

    patient, seen = Worker("patient", patient=True), list[tuple[float, float]]()
    for one in (worker, patient):
        hands_on()
        with qtbot.waitSignal(one.idle):
            one.start(work, seen.append)
    patient.close()
    (_, quick), (_, slow) = seen
    assert quick < PATIENCE < slow


def test_a_worker_that_is_waited_for_does_not_wait_itself(qtbot: QtBot) -> None:
    worker = Worker("patient", patient=True)

    def work() -> None:
        for _ in range(50):
            pause()

    with hands_full(), qtbot.waitSignal(worker.idle):
        worker.start(work, lambda _: None)
        assert how_long(worker.wait) < 10 * PATIENCE
    worker.close()


def test_a_closed_worker_gives_up_at_its_next_pause(qtbot: QtBot) -> None:
    worker, seen = Worker("patient", patient=True), list[object]()
    begun = threading.Event()

    def endless() -> None:
        begun.set()
        while True:
            pause()

    worker.start(endless, seen.append, seen.append)
    assert begun.wait(5)
    worker.close()
    qtbot.wait(20)
    assert seen == []
    assert gc.isenabled()
