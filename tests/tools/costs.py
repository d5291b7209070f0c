"""What the tests cost: processor seconds for each folder, and the files that cost most. ``make costs`` prints it.

Processes that a test has started and waited for count with it. A plugin of pytest:
``make test ARGS="-p tests.tools.costs"`` adds the table to any run, on any number of workers.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final

import pytest

KEY: Final = "processor seconds"
FILES: Final = 30
"""So many files are named."""


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note when a test begins."""
    item.stash[_BEGUN] = _spent()
    yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Give the last report of a test what the test has cost, with its fixtures."""
    done: Any = yield
    if call.when == "teardown":
        spent = _spent() - item.stash[_BEGUN]
        done.get_result().user_properties.append((KEY, spent))


_BEGUN: Final = pytest.StashKey[float]()


def _spent() -> float:
    """The processor seconds of this process so far, and of those that it has started and that are done."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the table."""
    spent = Counter[str]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            seconds = dict(getattr(report, "user_properties", ())).get(KEY, 0.0)
            if getattr(report, "when", "") == "teardown":
                spent[report.nodeid.partition("::")[0]] += seconds
    terminalreporter.section("processor seconds")
    for line in table(spent):
        terminalreporter.write_line(line)


def table(spent: Counter[str]) -> list[str]:
    """The lines for some files with their seconds: their folders first, then the files that cost most."""
    folders, tests = Counter[str](), sum(spent.values())
    for file, seconds in spent.items():
        folders[PurePosixPath(file).parent.as_posix()] += seconds
    lines = [f"{tests:8.1f}  all"]
    lines += [f"{seconds:8.1f}  {folder}/" for folder, seconds in folders.most_common()]
    return [*lines, "", *(f"{seconds:8.1f}  {file}" for file, seconds in spent.most_common(FILES))]
