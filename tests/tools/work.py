"""Counts of work: how many calls a piece of work takes, held against what it took when it was recorded.

``tests/counts/work/*.yaml`` have the counts. After a change that is meant to cost more: ``RECORD_WORK=1 pytest`` with
the file of tests writes them again; read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from cProfile import Profile
from pathlib import Path
from types import CodeType
from typing import Final

import yaml

FOLDER: Final = Path(__file__).parents[1] / "counts" / "work"
MORE: Final = 1.7
"""So many times the recorded calls are allowed, and `SOME` besides: twice the work never is."""
SOME: Final = 10

Counts = dict[str, int]


def calls(work: Callable[[], object], room_of: Callable[[CodeType | str], str]) -> Counts:
    """The calls that a piece of work takes, by what ``room_of`` counts a function as; empty for what does not count."""
    with Profile() as profile:
        work()
    found: Counts = {}
    for entry in profile.getstats():
        if room := room_of(entry.code):
            found[room] = found.get(room, 0) + entry.callcount
    return found


def grown(before: Counts, now: Counts) -> dict[str, tuple[int, int]]:
    """What has grown too much, with the counts before and now."""
    most = {room: MORE * before.get(room, 0) + SOME for room in now}
    return {room: (before.get(room, 0), count) for room, count in now.items() if count > most[room]}


class Record:
    """The recorded counts of one file of tests, and what is counted now; written where that is asked for."""

    def __init__(self, name: str) -> None:
        self._path = FOLDER / f"{name}.yaml"
        self._now: dict[str, Counts] = {}
        self._recording = bool(os.environ.get("RECORD_WORK"))

    def hold(self, row: str, now: Counts) -> None:
        """A row has not grown; AssertionError says by what it has."""
        self._now[row] = now
        if not self._recording:
            before = yaml.safe_load(self._path.read_text(encoding="utf-8"))[row]
            assert not (more := grown(before, now)), f"{row}: {more} (before, now)"

    def close(self) -> None:
        """All is counted."""
        if self._recording:
            self._path.write_text(yaml.safe_dump(self._now, sort_keys=True), encoding="utf-8")
