"""Exports that take long: in a process of their own, broken off at any step, and nothing is left behind."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from editor.output import exporting
from editor.output.exporting import TellWords, export_file, takes_long
from engine import formats
from engine.exchange.exporting import writing_options
from engine.exchange.rows import FORMATS, Format, format_named
from engine.exchange.source import ExportSource

pytestmark = pytest.mark.usefixtures("qapp")
WRITTEN = [row.key for row in FORMATS if row.writer]
STEPS = 6
"""Steps of each export at which it is broken off."""


@pytest.fixture(autouse=True)
def spare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are written."""
    folder = tmp_path / "spare"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def source(name: str = "first_steps") -> ExportSource:
    scenario = formats.load_scenario(name)
    return ExportSource(scenario.map, (scenario,))


def written(row: Format, folder: Path, tell: TellWords, ready: Callable[[], None]) -> Path:
    path = folder / f"out{row.endings[0]}"
    words = {"pixels": 60} if row.key in ("vmod", "tts", "layers") else {}
    export_file(source(), row, writing_options(row, words), path, tell, ready)
    return path


def tell_nobody(_words: str, _part: float) -> None:
    """Nobody listens."""


def nothing() -> None:
    """Nobody has anything against it."""


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("key", WRITTEN)
def test_an_export_that_is_broken_off_at_any_step_leaves_nothing_behind(key: str, tmp_path: Path, spare: Path) -> None:
    row, told = format_named(key), 0

    def count(_words: str, _part: float) -> None:
        nonlocal told
        told += 1

    path = written(row, tmp_path, count, nothing)
    for file in files_in(tmp_path):
        file.unlink()
    assert not path.exists()
    for last in sorted({*range(0, told, max(1, told // STEPS)), told}):
        left = last

        def stop(_words: str = "", _part: float = 0.0) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise InterruptedError

        with pytest.raises(InterruptedError):
            written(row, tmp_path, stop, stop)
        assert [*files_in(tmp_path), *spare.iterdir()] == [], f"after {last} of {told} steps"


@pytest.mark.parametrize("key", ["vmod", "csv"])
def test_what_is_made_apart_is_the_same(key: str, tmp_path: Path, spare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = format_named(key)
    here = written(row, tmp_path, tell_nobody, nothing).read_bytes()
    monkeypatch.setattr(exporting, "takes_long", lambda _source: True)
    said: list[str] = []
    apart = written(row, tmp_path, lambda words, _part: said.append(words), nothing)
    assert apart.read_bytes() == here
    assert any("Drawing the board" in words for words in said) is (key == "vmod")
    assert not list(spare.iterdir())


def test_an_export_made_apart_is_broken_off_while_it_draws(
    tmp_path: Path, spare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "takes_long", lambda _source: True)

    def stop(words: str, _part: float) -> None:
        if words:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        written(format_named("vmod"), tmp_path, stop, nothing)
    assert [*files_in(tmp_path), *spare.iterdir()] == []


def test_large_maps_and_armies_are_exported_apart() -> None:
    small, large = source(), source("lundys_lane")
    assert not takes_long(small)
    assert takes_long(large), "by its hexes"
    scenario = formats.load_scenario("first_steps")
    unit = next(iter(scenario.units.values()))
    many = {f"u{number}": unit for number in range(exporting.MANY)}
    army = scenario.with_(units=many, setup={}, arrivals=(), deployments=(), special={})
    assert takes_long(ExportSource(scenario.map, (army,)))
