"""What every test stands on: no screen, nobody's real settings, and no warning that passes unseen."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sweeps import tries

# Rewritten tests are kept as bytecode even where a shell says that none is written: collecting them takes a third then.
sys.dont_write_bytecode = False
# Before anything imports Qt or the editor: both read these once.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The desktop that the tests are started from may be drawn larger, in another style: tests are the same everywhere.
for _name in ("SCALE_FACTOR", "SCREEN_SCALE_FACTORS", "FONT_DPI", "STYLE_OVERRIDE", "QPA_PLATFORMTHEME"):
    os.environ.pop(f"QT_{_name}", None)
_private = tempfile.TemporaryDirectory(prefix="hexwright-tests-", ignore_cleanup_errors=True)
os.environ["HEXWRIGHT_STATE"] = str(Path(_private.name, "state"))
os.environ["HEXWRIGHT_SETTINGS"] = str(Path(_private.name, "settings.ini"))

EXAMPLES = tries(50, 300)
"""Cases that a property is tried with that says no number of its own."""
settings.register_profile("dev", deadline=None, max_examples=EXAMPLES)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=EXAMPLES,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


MUCH = 400_000
"""So many new objects, and they are looked through for garbage after a test."""


def pytest_collection_finish() -> None:
    """Thousands of collected tests are here to stay: the collector need not look through them again and again.

    From here on it works between tests alone: of itself it would run on whichever thread happens to allocate, also on
    the one that listens to the tests' own dispatcher, and free widgets there.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Windows that a test has closed go at once: Qt keeps them for an event loop that tests do not have, and a dozen
    windows make every change of palette or style in the tests that follow take seconds."""
    yield
    if gc.get_count()[0] > MUCH:
        gc.collect()
    if "PySide6.QtCore" in sys.modules:
        from PySide6.QtCore import QCoreApplication, QEvent

        if QCoreApplication.instance() is not None:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture(autouse=True)
def _no_unexpected_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log fails the test, unless `@pytest.mark.logs` says that it is meant."""
    yield
    if request.node.get_closest_marker("logs"):
        return
    lines = [
        record.getMessage()
        for phase in ("setup", "call")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.WARNING
    ]
    if lines:
        pytest.fail("unexpected in the log: " + "; ".join(lines))


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Interrupts reach this process and those that it starts, even where a shell has put all tests behind it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def disk_of() -> Callable[[int], AbstractContextManager[None]]:
    """While ``with disk_of(size):`` lasts, no file of this process grows beyond so many bytes, as on a full disk."""
    resource = pytest.importorskip("resource", reason="needs limits as POSIX has them")

    @contextmanager
    def limited(size: int) -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited
