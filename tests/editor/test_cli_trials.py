"""Trials from the command line: reports, rows, and what cannot be written."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from a_battle import battle_in, json_of, run

from editor.commandline import trial

Disk = Callable[[int], AbstractContextManager[None]]

# Reports hold pictures: what draws them would make an application that later tests of windows cannot use.
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return battle_in(tmp_path, monkeypatch)


def test_trials(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["trial", "meeting.yaml", "--games", "6", "--players", "random", "--out", "results"]
    assert run(*words, "--jobs", "1", "--format", "json") == 0
    alone = json_of(capsys)
    assert alone["games"] == 6
    assert sum(side["games"] for side in alone["wins"].values()) == 6
    summary = json.loads((folder / "results/summary.json").read_text())
    assert {key: summary[key] for key in alone} == alone
    assert set(summary) - set(alone) == {"format", "files"}
    assert len((folder / "results/games.csv").read_text().splitlines()) == 7
    assert run(*words, "--jobs", "2", "--format", "json") == 0
    assert json_of(capsys) == alone
    assert run(*words, "--jobs", "2") == 0
    assert "95 % between" in capsys.readouterr().out


def test_the_folder_of_a_trial_has_report_and_rows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip(
        "pyarrow.parquet", reason="needs the extra `parquet`: pip install 'hexwright[parquet]'"
    )
    words = ["trial", "meeting.yaml", "--games", "5", "--players", "random", "--out", "results", "--jobs", "1"]
    assert run(*words, "--parquet") == 0
    told = capsys.readouterr().out
    names = {
        "summary.json",
        "report.html",
        *(f"{t}.{k}" for t in ("games", "turns", "losses") for k in ("csv", "parquet")),
    }
    assert {path.name for path in (folder / "results").iterdir()} == names
    assert all(name in told for name in names)
    rows = parquet.read_table(folder / "results/games.parquet").to_pylist()
    assert [row["seed"] for row in rows] == [1, 2, 3, 4, 5]
    with (folder / "results/games.csv").open(newline="") as stream:
        assert [{**row} for row in csv.DictReader(stream)] == [
            {name: "" if value is None else str(value) for name, value in row.items()} for row in rows
        ]


def test_a_value_swept_and_two_versions_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["trial", "first_steps", "--games", "8", "--players", "greedy", "--jobs", "1", "--out", "results"]
    assert run(*words, "--sweep", "victory.handicap.us=0,40") == 0
    told = capsys.readouterr().out
    assert "points that United States begins with 40: 8 games" in told
    data = json.loads((folder / "results/summary.json").read_text())
    assert [version["name"] for version in data["versions"]] == ["0", "40"]
    assert data["versions"][1]["wins"]["us"]["games"] == 8
    assert run(*words, "--against", "first_steps", "--format", "json") == 0
    data = json_of(capsys)
    assert data["comparison"]["wins"]["us"]["p"] == 1
    assert [version["name"] for version in data["versions"]] == ["First Steps", "First Steps (second)"]
    assert run(*words, "--against", "first_steps") == 0
    assert "may be chance (McNemar's exact test on 8 pairs" in capsys.readouterr().out


@pytest.mark.parametrize("most", [10, 100_000])
def test_trials_that_cannot_be_written_leave_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], disk_of: Disk, most: int
) -> None:
    """None of the files fits onto the disk, or only the last does not."""
    words = ["trial", "meeting.yaml", "--games", "40", "--players", "random", "--out", "a/results", "--jobs", "1"]
    with disk_of(most):
        assert run(*words) == 2
    assert f"a/results/{'report.html' if most > 500 else 'summary.json'} could not be saved" in capsys.readouterr().err
    assert not (folder / "a").exists()


def test_trials_refuse_beforehand_what_is_no_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for out in ("meeting.yaml", "meeting.yaml/below"):
        assert run("trial", "meeting.yaml", "--players", "random", "--out", out) == 2
        assert "meeting.yaml is not a folder" in capsys.readouterr().err


def test_interrupted_trials_leave_no_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(trial, "carry_out", interrupted)
    assert run("trial", "meeting.yaml", "--players", "random", "--out", "results") == 130
    assert not (folder / "results").exists()
