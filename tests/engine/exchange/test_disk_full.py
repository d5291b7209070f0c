"""A disk that fills up, and an export that is cancelled at its end: the old files stay, and nothing new is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from exchange_drawing import FlatPictures
from full_disk import full_disk, in_folder

from engine import formats
from engine.errors import HexwrightError
from engine.exchange import packs
from engine.exchange.exporting import export, writing_options
from engine.exchange.importing import import_file, save_import
from engine.exchange.rows import FORMATS, Format, format_named
from engine.exchange.source import ExportSource
from engine.formats import locate

WRITTEN = [row for row in FORMATS if row.writer]


@pytest.fixture(scope="module")
def source() -> ExportSource:
    scenario = formats.load_scenario("first_steps")
    return ExportSource(scenario.map, (scenario,))


def write(source: ExportSource, row: Format, path: Path) -> list[Path]:
    options = writing_options(row, {})
    words = {"pixels": "60"} if "pixels" in type(options).model_fields else {}
    return export(source, row, writing_options(row, words), FlatPictures(), path)[0]


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: row.key)
def test_a_disk_that_fills_up_leaves_old_files_and_no_new_ones(
    row: Format, source: ExportSource, tmp_path: Path
) -> None:
    path = tmp_path / f"game{row.endings[0]}"
    files = write(source, row, path)
    before = in_folder(tmp_path)
    sizes = sorted(len(data) for data in before.values())
    for after in {0, sizes[0] - 1, sizes[-1] // 2, sizes[-1] - 1}:
        with full_disk(after), pytest.raises(HexwrightError, match=r"could not be saved: .*the old file"):
            write(source, row, path)
        assert in_folder(tmp_path) == before
    for file in files:
        file.unlink()
    with full_disk(sizes[-1] - 1), pytest.raises(HexwrightError, match="could not be saved"):
        write(source, row, path)
    assert in_folder(tmp_path) == {}


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: row.key)
def test_a_target_that_cannot_be_written_is_refused_before_anything_is_drawn(
    row: Format, source: ExportSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a file that is read-only, and a folder that is not there."""
    monkeypatch.setattr(FlatPictures, "board", lambda *_args, **_words: pytest.fail("it was drawn"))
    monkeypatch.setattr(FlatPictures, "layers", lambda *_args, **_words: pytest.fail("it was drawn"))
    folder = tmp_path / f"folder{row.endings[0]}"
    folder.mkdir()
    with pytest.raises(HexwrightError, match="is a folder"):
        write(source, row, folder)
    kept = tmp_path / f"kept{row.endings[0]}"
    kept.write_bytes(b"mine")
    kept.chmod(0o444)
    with pytest.raises(HexwrightError, match="read-only"):
        export(source, row, writing_options(row, {}), FlatPictures(), kept, force=True)
    assert kept.read_bytes() == b"mine"
    with pytest.raises(HexwrightError, match="there is no folder"):
        write(source, row, tmp_path / "nowhere" / f"game{row.endings[0]}")
    assert {one.name for one in tmp_path.iterdir()} == {folder.name, kept.name}


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: row.key)
def test_an_export_that_is_cancelled_when_all_is_ready_leaves_nothing(
    row: Format, source: ExportSource, tmp_path: Path
) -> None:
    def cancelled() -> None:
        assert any(tmp_path.iterdir()), "all is on the disk, under other names"
        raise InterruptedError

    path = tmp_path / f"game{row.endings[0]}"
    options = writing_options(row, {"pixels": "60"} if row.key in ("vmod", "tts") else {})
    with pytest.raises(InterruptedError):
        export(source, row, options, FlatPictures(), path, ready=cancelled)
    assert in_folder(tmp_path) == {}


def test_an_import_leaves_nothing_either(source: ExportSource, tmp_path: Path) -> None:
    row = format_named("vmod")
    (module,) = write(source, row, tmp_path / "game.vmod")
    found = import_file(module, row, {}, "game")
    out = tmp_path / "made"
    out.mkdir()

    def cancelled() -> None:
        raise InterruptedError

    with full_disk(300), pytest.raises(HexwrightError, match="could not be saved"):
        save_import(found, out / "game.yaml")
    assert list(out.iterdir()) == []
    with pytest.raises(InterruptedError):
        save_import(found, out / "game.yaml", ready=cancelled)
    assert list(out.iterdir()) == []


def test_a_pack_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "USERS_PACKS", tmp_path / "installed")
    folder = tmp_path / "mills" / "maps"
    folder.mkdir(parents=True)
    text = formats.boards.dump_map(formats.load_map("first_steps")).encode()
    (folder / "mill_ford.yaml").write_bytes(text)
    pack = tmp_path / "mills.hexpack"
    pack.write_bytes(packs.made(tmp_path / "mills", {"version": "1"})[0])
    for after in (0, 100, len(text) - 1):
        with full_disk(after), pytest.raises(HexwrightError, match=r"could not be saved|Could not install"):
            packs.install(pack)
        assert in_folder(tmp_path / "installed") == {}
    packs.install(pack)
    before = in_folder(tmp_path / "installed")
    pack.write_bytes(packs.made(tmp_path / "mills", {"version": "2"})[0])
    with full_disk(len(text) - 1), pytest.raises(HexwrightError, match=r"could not be saved|Could not install"):
        packs.install(pack)
    assert in_folder(tmp_path / "installed") == before
    assert [one.version for one in packs.installed()] == ["1"]
