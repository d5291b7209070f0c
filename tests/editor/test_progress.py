"""The progress of exports: its dialog is never closed or freed inside a call of its own, and breaks off when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from settling import LONG

from editor.menus.print import PrintActions

Tell = Callable[[float], None]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def prints(bench: Bench) -> PrintActions:
    return PrintActions(bench.desk)


def dialogs(bench: Bench) -> list[QDialog]:
    """The dialogs of the window that are alive."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return bench.window.findChildren(QDialog)


class Calls(QObject):
    """Notes the events of a dialog that come while it is being given a value."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = 0
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.inside and event.type() in (QEvent.Type.Close, QEvent.Type.Hide, QEvent.Type.DeferredDelete):
            self.seen.append(f"{type(watched).__name__}: {event.type().name}")
        return False


def test_work_that_ends_while_its_progress_is_shown_does_not_end_the_dialog_inside_its_call(
    qtbot: QtBot, bench: Bench, prints: PrintActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the work waits in the same queue as the last word of its progress, with the dialog on the screen."""
    calls, go_on = Calls(), Event()

    def work(tell: Tell) -> None:
        go_on.wait(LONG)
        tell(0.5)
        tell(0.9)

    real = prints._show_progress

    def show_progress(part: float) -> None:
        calls.inside += 1
        try:
            real(part)
        finally:
            calls.inside -= 1

    prints.told.disconnect(prints._show_progress)
    prints.told.connect(show_progress, Qt.ConnectionType.QueuedConnection)
    prints._run("Drawing", work, "Drawn")
    dialog = prints.progress
    assert dialog is not None
    dialog.installEventFilter(calls)
    qtbot.waitUntil(dialog.isVisible)
    with qtbot.waitSignal(prints.finished) as done:
        go_on.set()
        # Now both wait to be delivered, whatever runs events next.
        prints._worker.wait()
    assert calls.seen == []
    assert done.args == [True]
    assert prints.progress is None
    assert dialogs(bench) == []


def test_what_is_done_at_once_shows_no_dialog(qtbot: QtBot, bench: Bench, prints: PrintActions) -> None:
    with qtbot.waitSignal(prints.finished):
        prints._run("Drawing", lambda tell: tell(1.0), "Drawn")
        dialog = prints.progress
        assert dialog is not None
    assert dialogs(bench) == []
    assert bench.said[-1] == "Drawn"


@pytest.mark.parametrize("how", ["Cancel", "Esc", "close"])
def test_breaking_off_is_asked_once_and_the_dialog_stays_until_the_work_has_stopped(
    qtbot: QtBot, bench: Bench, prints: PrintActions, how: str
) -> None:
    go_on = Event()

    def work(tell: Tell) -> None:
        tell(-1.0)
        go_on.wait(LONG)
        tell(0.5)

    prints._run("Drawing a.png", work, "Drawn")
    dialog = prints.progress
    assert dialog is not None
    asked: list[bool] = []
    dialog.broken_off.connect(lambda: asked.append(True))
    qtbot.waitUntil(dialog.isVisible)
    for _ in range(2):
        if how == "Cancel":
            dialog.button.click()
        elif how == "Esc":
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        else:
            dialog.close()
    assert dialog.isVisible()
    assert "cancelling" in dialog.words.text()
    assert asked == [True]
    with qtbot.waitSignal(prints.finished) as done:
        go_on.set()
    assert done.args == [False]
    assert "Cancelled." in bench.said[-1]
    assert dialogs(bench) == []


def test_a_failure_is_told_when_the_progress_is_gone(
    qtbot: QtBot, bench: Bench, prints: PrintActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def warning(parent: QWidget, title: str, text: str) -> None:
        assert prints.progress is None
        told.append(text)

    monkeypatch.setattr(QMessageBox, "warning", warning)

    def work(tell: Tell) -> None:
        raise OSError("the disk is full")

    with qtbot.waitSignal(prints.finished) as done:
        prints._run("Drawing", work, "Drawn")
    assert done.args == [False]
    assert "the disk is full" in told[0]


def test_the_next_picture_waits_for_the_one_that_is_drawn(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path
) -> None:
    go_on = Event()
    prints._run("Drawing", lambda tell: go_on.wait(LONG), "Drawn")
    first = prints.progress
    for key in ("file.export", "file.print-sheets"):
        bench.desk.actions.get(key).trigger()
        assert "Another export is running" in bench.said[-1]
    assert prints.progress is first
    with qtbot.waitSignal(prints.finished):
        go_on.set()
    assert dialogs(bench) == []
