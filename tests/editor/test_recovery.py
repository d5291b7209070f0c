"""Unsaved work survives a kill; saved and given-up work leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
from pytestqt.qtbot import QtBot

from editor.document import files as document_files
from editor.document import recovery
from editor.document.document import Document
from editor.document.recovery import Recovery
from editor.hexes.commands.paint_terrain import PaintTerrain
from engine import formats
from engine.errors import HexwrightError
from engine.hexes.board.grid import GridSpec
from engine.scenario import Scenario, Side


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("HEXWRIGHT_STATE", str(folder))
    return folder


def fresh() -> Document:
    return Document.new_map(GridSpec(6, 5), formats.load_palette("standard"), "Fresh")


CHILD = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.document.document import Document
from editor.document.recovery import Recovery
app = QApplication(["t"])
document = Document.open(Path(sys.argv[1]))
keeper = Recovery()
keeper.watch(document)
document.push(PaintTerrain([7, 8], "forest"))


def look() -> None:
    if list(Path(sys.argv[2]).glob("recovery/*/work.yaml")):
        print("written", flush=True)
        looking.stop()


looking = QTimer()
looking.timeout.connect(look)
looking.start(50)
app.exec()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_work_is_there_after_a_kill(tmp_path: Path, state: Path, qtbot: QtBot) -> None:
    path = tmp_path / "map.yaml"
    fresh().save_as(path)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HEXWRIGHT_STATE": str(state)}
    root = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, "-c", CHILD, str(path), str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=root, text=True) as child:
        assert child.stdout is not None
        try:
            assert child.stdout.readline() == "written\n"
            assert recovery.found() == [], "the session is alive: its copy is nobody else's"
        finally:
            child.kill()
    [work] = recovery.found()
    assert (work.title, Path(work.file)) == ("Fresh", path)
    document = recovery.restore(work.key)
    assert document.battle_map.terrain[7:9] == ["forest", "forest"]
    assert document.map_path == path
    assert document.dirty
    assert formats.load_map(path).terrain[7] == "clear", "the file itself is as it was"
    document.save()
    assert formats.load_map(path).terrain[7] == "forest"
    recovery.discard([work.key])
    assert recovery.found() == []


def left_behind(keeper: Recovery) -> None:
    """What a kill does to a session's lock."""
    keeper.flush()
    lock = keeper._lock
    assert lock is not None
    lock.unlock()
    keeper._lock = None


def test_saving_removes_the_copy(tmp_path: Path, state: Path, qtbot: QtBot) -> None:
    document, keeper = fresh(), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    keeper.flush()
    assert list(state.glob("recovery/*/work.yaml"))
    document.save_as(tmp_path / "m.yaml")
    assert list(state.glob("recovery/*/work.yaml")), "not before the file has been read again"
    qtbot.waitUntil(lambda: not list(state.glob("recovery/*")))
    keeper.close()


def test_undoing_to_what_was_saved_removes_the_copy(state: Path, qtbot: QtBot) -> None:
    document, keeper = fresh(), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    keeper.flush()
    document.stack.undo()
    assert not list(state.glob("recovery/*"))
    keeper.close()


def test_a_copy_is_written_by_itself_a_second_after_the_last_change(state: Path, qtbot: QtBot) -> None:
    document, keeper = fresh(), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    qtbot.waitUntil(lambda: bool(list(state.glob("recovery/*/work.yaml"))))
    keeper.close()


def test_a_scenario_comes_back_with_its_map_and_its_files(tmp_path: Path, qtbot: QtBot) -> None:
    formats.save_map(fresh().battle_map, tmp_path / "ground.yaml")
    board = formats.load_map(tmp_path / "ground.yaml")
    sides = {"a": Side("a", "A"), "b": Side("b", "B")}
    formats.save_scenario(Scenario("battle", "Battle", "tlg2", board, "ground", sides=sides), tmp_path / "battle.yaml")
    document, keeper = Document.open(tmp_path / "battle.yaml"), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([2], "swamp"))
    left_behind(keeper)
    [work] = recovery.found()
    back = recovery.restore(work.key)
    assert back.scenario is not None
    assert back.scenario.map_ref == "ground"
    assert (back.map_path, back.scenario_path) == (tmp_path / "ground.yaml", tmp_path / "battle.yaml")
    assert (back.map_dirty, back.scenario_dirty) == (True, False)
    assert back.battle_map.terrain[2] == "swamp"
    back.save()
    assert Document.open(tmp_path / "battle.yaml").battle_map.terrain[2] == "swamp"


def test_a_half_made_copy_is_cleared_away(state: Path) -> None:
    folder = state / "recovery" / "abc"
    folder.mkdir(parents=True)
    (folder / "about.json").write_text("{")
    assert recovery.found() == []
    assert not folder.exists()


def test_a_spoilt_copy_is_an_error_not_a_crash(state: Path) -> None:
    folder = state / "recovery" / "abc"
    folder.mkdir(parents=True)
    (folder / "about.json").write_text('{"title": "T", "map": "", "scenario": "", "dirty": "map", "reference": ""}')
    (folder / "work.yaml").write_text("format: hexwright-map 1\ngrid: no\n")
    [work] = recovery.found()
    with pytest.raises(HexwrightError):
        recovery.restore(work.key)


def test_nowhere_to_write_is_no_reason_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("HEXWRIGHT_STATE", str(blocked))
    document, keeper = fresh(), Recovery()
    told: list[str] = []
    keeper.failed.connect(told.append)
    keeper.watch(document)
    for h in (1, 2):
        document.push(PaintTerrain([h], "forest"))
        keeper.flush()
    assert recovery.found() == []
    assert len(told) == 1, "once, not at every step"
    assert str(blocked) in told[0]
    keeper.close()


def test_a_full_disk_is_told_and_the_copy_before_is_whole(
    state: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    document, keeper = fresh(), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    keeper.flush()
    [copy] = state.glob("recovery/*/work.yaml")
    before = copy.read_bytes()

    def full(*_args: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    document.push(PaintTerrain([2], "forest"))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with qtbot.waitSignal(keeper.failed) as failed:
            keeper.flush()
    assert "No space left" in failed.args[0]
    assert copy.read_bytes() == before
    keeper.write()
    keeper.flush()
    assert copy.read_bytes() != before, "tried again"
    keeper.close()


def test_a_file_that_was_saved_after_the_copy_is_told_of(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "map.yaml"
    document, keeper = fresh(), Recovery()
    document.save_as(path)
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    left_behind(keeper)
    [work] = recovery.found()
    assert not work.newer
    assert recovery.newer_files(work.key) == []
    later = os.stat(path).st_mtime + 60
    os.utime(path, (later, later))
    [work] = recovery.found()
    assert work.newer
    assert recovery.newer_files(work.key) == [path]


@pytest.mark.skipif(os.name != "posix", reason="needs file modes")
def test_a_copy_is_nobody_elses_to_read(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "secret.yaml"
    fresh().save_as(file)
    file.chmod(0o600)
    state.joinpath("recovery").mkdir(parents=True, mode=0o755)
    document = Document.open(file)
    keeper = Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([7, 8], "forest"))
    keeper.flush()
    (work,) = state.glob("recovery/*/work.yaml")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (work, work.parent, work.parent.parent)}
    assert modes == {"work.yaml": 0o600, work.parent.name: 0o700, "recovery": 0o700}
    keeper.close()


def test_the_copy_stays_where_what_was_saved_cannot_be_read_again(
    tmp_path: Path, state: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoiled(*given: Any, **_more: Any) -> None:
        given[1].write_text("format: hexwright-map 1\nname: half", encoding="utf-8")

    document, keeper = fresh(), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    keeper.flush()
    monkeypatch.setattr(document_files, "write_map", spoiled)
    with qtbot.waitSignal(keeper.doubted) as doubted:
        document.save_as(tmp_path / "m.yaml")
    assert doubted.args[0]
    assert not document.dirty
    keeper.close()
    [work] = recovery.found()
    again = recovery.restore(work.key)
    assert again.battle_map.terrain[1] == "forest"


def test_a_document_that_is_closed_right_after_saving_waits_for_the_file(tmp_path: Path, state: Path) -> None:
    document, keeper = fresh(), Recovery()
    keeper.watch(document)
    document.push(PaintTerrain([1], "forest"))
    keeper.flush()
    document.save_as(tmp_path / "m.yaml")
    keeper.close()
    assert not list(state.glob("recovery/*"))
