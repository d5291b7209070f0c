"""Tests that are collected once and then run in copies of the process, each with a change made to the code it holds.

Started by `Copies` in a copy of the project, as `python forks.py ASKED ANSWERED TEST...` with the numbers of two open
files: on the first it is asked, a line of JSON at a time, on the second it answers, first of all that it is ready. What
is asked for is a file of the project, its text before the change, the tests to run one after another until one fails,
and how many seconds one may take; the file on disk is the changed one already, for tests that start processes of their
own. The answer is the test that failed, "" for none, or null where the change is not in the code of functions but in
what runs when a module is imported, and so cannot be made here.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import inspect
import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

NEVER: Final = "(the tests did not end)"
"""Named as the test that noticed where a change keeps the tests from ending."""
CRASHED: Final = "(the tests crashed)"
BEGUN: Final = "."
"""What a copy tells when it begins with a test."""

_AT_ONCE: Final = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")

_Key = tuple[str, int, tuple[Any, ...]]
"""A code object by its name, its line and where its instructions come from."""


class Unlike(Exception):
    """A changed module differs in more than the code of its functions."""


def _key(code: CodeType) -> _Key:
    return code.co_qualname, code.co_firstlineno, tuple(code.co_positions())


def _within(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _pairs(old: CodeType, new: CodeType, imported: bool) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of functions before and after; ``imported`` where the code itself runs as a module is imported."""
    inner_old, inner_new = _within(old), _within(new)
    if [one.co_name for one in inner_old] != [one.co_name for one in inner_new]:
        raise Unlike
    if imported:
        plain = [[one for one in code.co_consts if not isinstance(one, CodeType)] for code in (old, new)]
        if old.co_code != new.co_code or repr(plain[0]) != repr(plain[1]):
            raise Unlike
    else:
        yield old, new
    for before, after in zip(inner_old, inner_new, strict=True):
        # So do the bodies of classes, which have no locals of their own, and comprehensions.
        runs = imported and (not before.co_flags & inspect.CO_NEWLOCALS or before.co_name in _AT_ONCE)
        yield from _pairs(before, after, runs)


def patch(path: Path, text: str, changed: str) -> None:
    """Make a change in all functions that this process has from a module. Raises Unlike where it is not in one."""
    old, new = (compile(source, str(path), "exec", dont_inherit=True) for source in (text, changed))
    made = {_key(before): after for before, after in _pairs(old, new, imported=True)}
    # What tests have set aside for good would not be found.
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == str(path):
            after = made.get(_key(thing.__code__))
            if after is not None:
                if thing.__code__.co_freevars != after.co_freevars:
                    raise Unlike
                thing.__code__ = after
        elif isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


class Server:
    """A plugin of pytest that takes the place of its loop over the tests."""

    def __init__(self, asked: int, answered: int) -> None:
        self._asked, self._answered = os.fdopen(asked), os.fdopen(answered, "w")
        self._unfit: set[str] = set()
        """Tests that fail here without any change."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until nobody asks."""
        items = {item.nodeid: item for item in session.items}
        self._tell("")
        for line in self._asked:
            task = json.loads(line)
            tests = [items[test] for test in task["tests"] if test in items and test not in self._unfit]
            path = Path(task["file"]).absolute()
            self._tell(self._noticed(session, tests, path, task["before"], task["limit"]))
        return True

    def _tell(self, word: str | None) -> None:
        print(json.dumps(word), file=self._answered, flush=True)

    def _noticed(
        self, session: pytest.Session, tests: list[pytest.Item], path: Path, before: str, limit: float
    ) -> str | None:
        while True:
            failed = _apart(session, tests, (path, before, path.read_text(encoding="utf-8")), limit)
            if failed in (None, "", NEVER):
                return failed
            position = next((i for i, test in enumerate(tests) if test.nodeid == failed), len(tests))
            if position == len(tests) or not self._fails_unchanged(session, tests[position], path, before, limit):
                return failed
            # It fails without the change as well: only in a process that was not begun for it.
            print(f"left out, as it fails in a copy of the process: {failed}", file=sys.stderr, flush=True)
            self._unfit.add(failed)
            del tests[: position + 1]

    def _fails_unchanged(
        self, session: pytest.Session, test: pytest.Item, path: Path, before: str, limit: float
    ) -> bool:
        """Whether a test fails without the change as well; modules that it imports itself are read without it, too."""
        changed = path.read_text(encoding="utf-8")
        path.write_text(before, encoding="utf-8")
        try:
            return bool(_apart(session, [test], None, limit))
        finally:
            path.write_text(changed, encoding="utf-8")


def _apart(
    session: pytest.Session, tests: list[pytest.Item], change: tuple[Path, str, str] | None, limit: float
) -> str | None:
    """Run tests in a copy of this process until one fails: its name, "" for none, None where the change cannot be made
    in one."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(reading)
        _copy(session, tests, change, writing)
    os.close(writing)
    said = ""
    while select.select([reading], [], [], limit)[0]:
        some = os.read(reading, 10_000).decode()
        said += some
        if not some:
            break
    else:
        said = json.dumps(NEVER)
    os.close(reading)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    word: str | None = json.loads(said.lstrip(BEGUN) or json.dumps(CRASHED))
    return word


def _copy(
    session: pytest.Session, tests: list[pytest.Item], change: tuple[Path, str, str] | None, writing: int
) -> None:
    """What the copy does: it tells that a test has begun, of each, and at last one thing, and ends."""
    word: str | None = ""
    test = None
    try:
        if change is not None:
            patch(*change)
        session.testsfailed = 0
        for test, following in zip(tests, [*tests[1:], None], strict=False):
            os.write(writing, BEGUN.encode())
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            if session.testsfailed:
                word = test.nodeid
                break
    except Unlike:
        word = None
    except BaseException:
        # Whatever a change may raise outside a test: it has been noticed.
        word = test.nodeid if test is not None else CRASHED
    os.write(writing, json.dumps(word).encode())
    os._exit(0)


if __name__ == "__main__":
    server = Server(int(sys.argv[1]), int(sys.argv[2]))
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *sys.argv[3:]], plugins=[server]))
