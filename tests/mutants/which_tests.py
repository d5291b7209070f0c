"""A plugin of pytest that notes which test runs which lines of the engine, and how long it takes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

_FOLDER = Path(os.environ["HEXWRIGHT_WHICH_TESTS"])
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
_took: dict[str, float] = {}
_failed: set[str] = set()
_watch = coverage.Coverage(
    data_file=str(_FOLDER / f"lines.{_WORKER}"),
    config_file=False,
    messages=False,
    source=[str(Path.cwd() / "engine" / room) for room in ("systems", "mechanics", "umpire", "kit")],
)


def pytest_sessionstart() -> None:
    """Before anything of the engine is imported: what runs then runs for no test."""
    _watch.start()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """One test with its fixtures."""
    _watch.switch_context(item.nodeid)
    begun = time.process_time()
    yield
    _took[item.nodeid] = time.process_time() - begun


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails as things are would notice every change."""
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Keep what was noted; the process that only hands out the tests has nothing."""
    _watch.stop()
    if not _took:
        return
    _watch.save()
    passed = {test: seconds for test, seconds in _took.items() if test not in _failed}
    (_FOLDER / f"took.{_WORKER}.json").write_text(json.dumps(passed), encoding="utf-8")
