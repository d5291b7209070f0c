"""Whether the window answers while another program's file is written or read, and how soon Stop has its effect."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from desk import window
from harness import Took, Watch, bench, slowest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import LOSSES
from editor.dialogs.wizard.importing import ImportWizard
from maps import folder

SIZE = 200
BEAT = 5
"""Milliseconds between two looks at the window."""
WRITTEN = ("tmx", "csv")
STOPPED = ("tmx", "svg", "pdf")
MOMENTS = (0.1, 0.5, 1.0, 1.6)
"""Seconds after which Stop is pressed."""
WAIT = QEventLoop.ProcessEventsFlag.WaitForMoreEvents


def until(is_so: Callable[[], object]) -> Took:
    """Let the window work until something is so; gives its longest wait."""
    waits: list[Took] = []
    watch = Watch()

    def beat() -> None:
        nonlocal watch
        took = watch.took()
        waits.append(Took(max(0.0, took.clock - BEAT / 1000), min(took.idle, took.clock)))
        watch = Watch()

    timer = QTimer()
    timer.timeout.connect(beat)
    timer.start(BEAT)
    while not is_so():
        QApplication.processEvents(WAIT)
    timer.stop()
    beat()
    return slowest(waits)


def opened() -> ExportWizard:
    """The window of export on a map of 200 x 200."""
    exchange = window(SIZE).menus.exchange
    exchange.export_to()
    wizard = exchange.wizard
    assert isinstance(wizard, ExportWizard)
    until(lambda: not wizard._artist.busy)
    return wizard


def begun(wizard: ExportWizard, key: str) -> Path:
    """Begin to write a format; gives the file."""
    wizard.choose(key)
    path = folder() / f"watched{wizard.row.endings[0]}"
    path.unlink(missing_ok=True)
    wizard.file.line.setText(str(path))
    wizard.go(LOSSES)
    wizard.forward()
    return path


@bench(f"the window of export, {SIZE} x {SIZE}: its longest wait while {' and '.join(WRITTEN)} are written", 50)
def written() -> Took:
    """From the button to the end."""
    wizard, waits = opened(), []
    for key in WRITTEN:
        path = begun(wizard, key)
        waits.append(until(lambda: not wizard.busy))
        assert path.exists(), wizard.writing.words.text()
    wizard.reject()
    return slowest(waits)


@bench(f"Stop pressed while {', '.join(STOPPED)} are written: until nothing of it is left, the slowest", 0.3, "s")
def stopped() -> Took:
    """At four moments of each; another process does the work."""
    wizard, found = opened(), []
    for key in STOPPED:
        for moment in MOMENTS:
            path = begun(wizard, key)
            start = time.perf_counter()
            until(lambda start=start, moment=moment: not wizard.busy or time.perf_counter() - start > moment)
            if not wizard.busy:
                # A quick machine is done before.
                break
            watch = Watch()
            wizard.writing.stop.click()
            until(lambda: not wizard.busy)
            found.append(watch.took())
            assert not path.exists()
    wizard.reject()
    return slowest(found)


@bench(f"the window of import, {SIZE} x {SIZE}: its longest wait while {' and '.join(WRITTEN)} are read", 50)
def read() -> Took:
    """From the file to the preview."""
    exchange, waits = window(SIZE).menus.exchange, []
    for key in WRITTEN:
        wizard = opened()
        path = begun(wizard, key)
        until(lambda wizard=wizard: not wizard.busy)
        wizard.reject()
        exchange.take(path)
        reading = exchange.wizard
        assert isinstance(reading, ImportWizard)
        waits.append(until(lambda reading=reading: reading.found is not None and not reading._reader.busy))
        reading.reject()
    return slowest(waits)
