"""Work off the main thread: delivered in order on the main thread, failures too, and no widgets freed there."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from time import perf_counter

import pytest
from pytestqt.qtbot import QtBot

from editor.background import PATIENCE, QUIET, Worker, hands_off, hands_on


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


def waited() -> float:
    begun = perf_counter()
    hands_off()
    return perf_counter() - begun


def test_work_waits_until_hands_are_off() -> None:
    hands_on()
    assert QUIET / 2 < waited() < PATIENCE
    assert waited() < QUIET / 2


def test_work_gets_on_slowly_while_hands_never_rest() -> None:
    timer = threading.Event()

    def scroll() -> None:
        while not timer.wait(QUIET / 10):
            hands_on()

    hands = threading.Thread(target=scroll)
    hands_on()
    hands.start()
    try:
        assert PATIENCE / 2 < waited() < 4 * PATIENCE
    finally:
        timer.set()
        hands.join()
