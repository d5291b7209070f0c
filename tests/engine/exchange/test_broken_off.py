"""Reading ends at its next pause when nobody waits for it any more, and says nothing of a fault of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from exchange_drawing import FlatPictures

from engine import formats
from engine.exchange.exporting import export, writing_options
from engine.exchange.importing import import_files
from engine.exchange.rows import FORMATS, Format, recognised
from engine.exchange.source import ExportSource
from engine.pauses import held_up_by
from engine.writing import write_together

DATA = Path(__file__).parents[2] / "data"
HEIGHTS = "ncols 3\nnrows 3\nxllcorner 8\nyllcorner 46\ncellsize 0.5\n" + "100 200 300\n" * 3


class Stop:
    """Ends work at one of its pauses; else counts them."""

    def __init__(self, at: int = 0) -> None:
        self.times, self.at = 0, at

    def __call__(self) -> None:
        self.times += 1
        if self.times == self.at:
            raise InterruptedError


def read(path: Path, stop: Stop) -> None:
    with held_up_by(stop):
        import_files([path], [recognised(path)], {}, "read")


def ends_at_each_of_some_pauses(path: Path) -> None:
    whole = Stop()
    read(path, whole)
    assert whole.times
    for at in {1, (whole.times + 1) // 2, whole.times}:
        with pytest.raises(InterruptedError):
            read(path, Stop(at))


@pytest.mark.parametrize("row", [row for row in FORMATS if row.writer and row.reader], ids=lambda row: row.key)
def test_reading_what_hexwright_wrote_can_be_broken_off(row: Format, tmp_path: Path) -> None:
    scenario = formats.load_scenario("first_steps")
    path = tmp_path / f"game{row.endings[0]}"
    export(ExportSource(scenario.map, (scenario,)), row, writing_options(row, {}), FlatPictures(), path)
    ends_at_each_of_some_pauses(path)


def test_reading_geography_can_be_broken_off(tmp_path: Path) -> None:
    ends_at_each_of_some_pauses(DATA / "gotland.geojson")
    heights = tmp_path / "alps.asc"
    heights.write_text(HEIGHTS, encoding="utf-8")
    ends_at_each_of_some_pauses(heights)


def test_writing_files_together_can_be_broken_off_between_them(tmp_path: Path) -> None:
    files = {tmp_path / f"{number}.txt": b"new" for number in range(3)}
    (tmp_path / "0.txt").write_bytes(b"old")
    for at in (1, 2, 3):
        with held_up_by(Stop(at)), pytest.raises(InterruptedError):
            write_together(files)
        assert [path.name for path in tmp_path.iterdir()] == ["0.txt"]
        assert (tmp_path / "0.txt").read_bytes() == b"old"
