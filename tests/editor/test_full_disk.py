"""A full disk: what stood in a file stays there, nothing is left beside it, and the user is told.

The disk is made full by the limit of a process for the size of its files, which holds for Python, for Qt, and for the
processes that help to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document, map_file
from full_disk import full_disk
from PIL import Image
from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from editor.commandline.cli import main
from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.shortcuts import ShortcutsDialog
from editor.document.document import Document
from editor.output.checked_file import SVG_END, checked_file
from editor.output.export import MapDrawing, render
from editor.pictures import pyramid
from editor.pictures.opening import PictureError
from editor.stage import stamps
from editor.work import settings
from engine import formats
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import GridSpec
from engine.hexes.mapping.clip import copied

pytestmark = pytest.mark.usefixtures("qapp")

WAYS = [("map.svg",), ("map.pdf",), ("map.png",), ("sheets.pdf", "--sheets", "a4")]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


# -- pictures on the command line -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A map whose pictures have no room."""
    return map_file(tmp_path_factory.mktemp("board") / "board.yaml", "Board", 20, 20)


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "new"])
@pytest.mark.parametrize("how", WAYS, ids=" ".join)
def test_a_picture_that_has_no_room_is_told_and_the_old_one_kept(
    how: tuple[str, ...], there: bool, board: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    name, *more = how
    out = tmp_path / name
    if there:
        out.write_text("the old picture", encoding="utf-8")
    with full_disk():
        assert main(["render", str(board), "-o", str(out), "--force", *more]) == 2
    said = capfd.readouterr()
    assert said.out == "", "no path of a picture that is not there"
    assert f"{out} could not be saved: File too large" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ([name] if there else [])
    assert not there or out.read_text(encoding="utf-8") == "the old picture"


@pytest.mark.parametrize("ending", [".svg", ".pdf"])
def test_the_reason_comes_from_the_process_that_draws(ending: str, board: Path, tmp_path: Path) -> None:
    drawing = MapDrawing(formats.load_map(board), None, look())
    assert drawing.large, "so large that a process of its own draws it"
    out = tmp_path / f"map{ending}"
    out.write_text("the old picture", encoding="utf-8")
    with full_disk(), pytest.raises(HexwrightError, match="File too large"):
        render(drawing, out, apart=True)
    assert out.read_text(encoding="utf-8") == "the old picture"
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def look():  # type: ignore[no-untyped-def]
    """The plainest look."""
    from editor.canvas.drawing.look import Look

    return Look(style="plain")


def test_a_file_without_its_end_is_not_taken_for_whole(tmp_path: Path) -> None:
    """As when the disk has room again before the writer is done: Qt has forgotten that something failed."""
    path = tmp_path / "some"
    with checked_file(path) as file:
        file.write(b"words " + SVG_END + b"\n")
    with pytest.raises(OSError, match="not all of it"), checked_file(path) as file:
        file.write(b"words and no end")
    with pytest.raises(OSError, match="No such file"), checked_file(tmp_path / "none" / "some"):
        pass


# -- in the editor ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".svg", ".pdf", ".png"])
def test_the_editor_says_why_a_picture_was_not_written(
    qtbot: QtBot, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    told: list[str] = []

    def warning(_parent: QWidget, title: str, text: str) -> None:
        told.append(f"{title}: {text}")

    monkeypatch.setattr(QMessageBox, "warning", warning)
    out = tmp_path / f"map{ending}"
    out.write_text("the old picture", encoding="utf-8")
    board, scenario = bench.document.snapshot()
    prints = bench.menus.print
    with full_disk(1024), qtbot.waitSignal(prints.finished) as done:
        prints._run("MapDrawing", lambda tell: render(MapDrawing(board, scenario, look()), out, tell=tell), "Drawn")
    assert done.args == [False]
    assert told == [f"Not written: {out} could not be saved: File too large; the old file, if any, is untouched"]
    assert out.read_text(encoding="utf-8") == "the old picture"
    assert "Drawn" not in bench.said


def test_the_picture_under_the_map_is_not_blamed_for_a_full_cache(tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    Image.effect_noise((700, 700), 90).convert("RGB").save(scan)
    with full_disk(), pytest.raises(PictureError, match=r"the cache .* cannot be written: File too large"):
        pyramid.make(scan)
    assert not list(pyramid.cache_folder().iterdir())
    assert pyramid.make(scan).levels == 2


Make = Callable[[Bench], PreferencesDialog | ShortcutsDialog]
DIALOGS: list[Make] = [
    lambda bench: PreferencesDialog(bench.window),
    lambda bench: ShortcutsDialog(bench.desk.actions, bench.window),
]


@pytest.mark.parametrize("make", DIALOGS, ids=["preferences", "shortcuts"])
def test_preferences_that_cannot_be_kept_are_told_of(
    qtbot: QtBot, bench: Bench, monkeypatch: pytest.MonkeyPatch, make: Make
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _parent, title, text: told.append(f"{title}: {text}"))
    settings.settings().setValue("kept", "from before")
    assert settings.not_kept() == ""
    file = Path(settings.settings().fileName())
    before = file.read_bytes()
    dialog = make(bench)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ShortcutsDialog):
        dialog._keys["view.grid"] = "Ctrl+Alt+9"
    with full_disk(0):
        dialog.accept()
    assert len(told) == 1
    assert "lost when you close Hexwright" in told[0]
    assert file.name in told[0]
    assert file.read_bytes() == before
    assert settings.not_kept() == ""
    assert QSettings(str(file), QSettings.Format.IniFormat).value("kept") == "from before"


@pytest.fixture
def ground() -> BattleMap:
    """A map of many colours, whose picture takes more room than its file."""
    board = Document.new_map(GridSpec(9, 8), formats.load_palette("standard")).battle_map
    kinds = list(board.palette.terrain)
    for h in board.grid.hexes:
        board.terrain[h] = kinds[h % len(kinds)]
    return board


def test_a_stamp_without_room_for_its_picture_is_whole_and_draws_it_again(
    ground: BattleMap,
) -> None:
    clip = copied(ground, list(ground.grid.hexes))
    with full_disk(3000):
        stamp = stamps.save(clip, ground.palette, "Field")
    assert stamp.clip().cells.keys() == clip.cells.keys()
    assert not stamp.picture.exists()
    assert not stamp.icon(QSize(64, 64)).isNull()
    assert [path.name for path in stamps.folder().iterdir()] == ["Field.yaml"]


def test_a_stamp_that_has_no_room_leaves_nothing(ground: BattleMap) -> None:
    with full_disk(100), pytest.raises(HexwrightError, match="File too large"):
        stamps.save(copied(ground, list(ground.grid.hexes)), ground.palette, "Field")
    assert stamps.stamps() == []
