"""Work off the main thread: delivered in order on the main thread, failures too, and no widgets freed there."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from settling import LONG, settle

from editor.work import background
from editor.work.background import PATIENCE, QUIET, Worker, hands_full, hands_off, hands_on, in_hand
from editor.work.collector import YOUNG, Collector
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
    assert in_hand()
    worker.close()
    settle()
    assert seen == []
    assert not worker.busy
    assert not in_hand()


class Held:
    """Says on which thread it was freed."""

    def __init__(self, freed_on: list[int]) -> None:
        self._freed_on = freed_on

    def use(self) -> int:
        """What a function on the thread does with it."""
        return 1

    def __del__(self) -> None:
        self._freed_on.append(threading.get_ident())


@pytest.mark.parametrize("fails", [False, True])
def test_what_a_function_holds_is_let_go_on_the_main_thread(qtbot: QtBot, worker: Worker, fails: bool) -> None:
    """A widget is destroyed where the last hold on it is lost."""
    freed_on: list[int] = []

    def work(held: Held) -> int:
        if fails:
            raise ValueError("no")
        return held.use()

    with qtbot.waitSignal(worker.idle):
        for _ in range(200):
            worker.start(partial(work, Held(freed_on)), lambda _one: None, lambda _error: None)
    worker.wait()
    assert freed_on == [threading.get_ident()] * 200


def test_a_worker_that_is_destroyed_meanwhile_delivers_nothing(qtbot: QtBot) -> None:
    """Its window was closed while the thread was at work, and nobody waited for it."""
    seen: list[object] = []
    for _ in range(50):
        parent, begun, go_on = QObject(), threading.Event(), threading.Event()
        worker = Worker("test", parent)

        def work(begun: threading.Event = begun, go_on: threading.Event = go_on) -> None:
            begun.set()
            go_on.wait(LONG)

        worker.start(work, seen.append, seen.append)
        worker.start(lambda: 1, seen.append, seen.append)
        begun.wait(LONG)
        go_on.set()
        shiboken6.delete(parent)
    settle()
    assert seen == []


def test_news_come_before_the_result_and_on_the_main_thread(qtbot: QtBot, worker: Worker) -> None:
    seen: list[object] = []
    tell = worker.telling(lambda news: seen.append((news, threading.get_ident())))

    def work() -> str:
        tell("first")
        tell("second")
        return "result"

    with qtbot.waitSignal(worker.idle):
        worker.start(work, seen.append)
    here = threading.get_ident()
    assert seen == [("first", here), ("second", here), "result"]
    worker.close()
    tell("too late")
    settle()
    assert len(seen) == 3


class Probe:
    """Garbage in a circle."""

    def __init__(self, freed: list[int]) -> None:
        self.me, self._freed = self, freed

    def __del__(self) -> None:
        self._freed.append(threading.get_ident())


def test_garbage_is_collected_on_the_main_thread_alone(qtbot: QtBot, worker: Worker) -> None:
    freed_on: list[int] = []

    def allocate() -> int:
        for _ in range(3):
            Probe(freed_on)
        kept = [[number] for number in range(2 * YOUNG)]
        return len(kept)

    parent = QObject()
    gc.enable()
    collector = Collector(parent)
    try:
        with qtbot.waitSignal(worker.idle):
            worker.start(allocate, lambda _count: None)
        worker.wait()
        assert freed_on == []
        kept = [[number] for number in range(2 * YOUNG)]
        with hands_full():
            collector.look()
        assert freed_on == [], "somebody waits for the screen"
        qtbot.waitUntil(lambda: len(freed_on) == 3)
        assert set(freed_on) == {threading.get_ident()}
        assert kept
        shiboken6.delete(parent)
        assert gc.isenabled()
    finally:
        gc.disable()


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
