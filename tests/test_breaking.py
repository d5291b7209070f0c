"""A few broken files of the many that `make soak` tries: no command answers one with an exception."""

from __future__ import annotations

from pathlib import Path

import breaking
import pytest

from editor.commandline import cli

SMALL = ("scenarios/first_steps.yaml", "scenarios/fm_first_steps.yaml", "replay:first_steps", "maps/first_steps.yaml")
NAMES = [
    name for name in breaking.sources() if name in SMALL or name.startswith(("resources/", "tests/examples/tlg2/6.1"))
]


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_broken_files_get_findings_and_nothing_else(first: int) -> None:
    assert breaking.batch(range(first, first + 10), NAMES) == []


def test_a_case_is_the_same_everywhere_and_really_broken() -> None:
    cases = [breaking.case(number, NAMES) for number in range(40)]
    assert cases == [breaking.case(number, NAMES) for number in range(40)]
    assert len({text for _, text in cases}) == 40
    assert {name.partition("/")[0].partition(":")[0] for name, _ in cases} >= {"scenarios", "resources", "tests"}


def test_an_exception_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(words: list[str]) -> int:
        raise KeyError("the fog of war")

    monkeypatch.setattr(cli, "main", broken)
    failure = breaking.attempt(1, NAMES, tmp_path)
    assert failure is not None
    assert "KeyError: 'the fog of war' at tests/" in failure.what


def test_a_strange_exit_status_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "main", lambda words: 7)
    failure = breaking.attempt(1, NAMES, tmp_path)
    assert failure is not None
    assert failure.what.startswith("AssertionError")
