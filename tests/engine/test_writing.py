"""Whatever writes a file writes it whole or not at all, says why it could not, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from engine import writing
from engine.errors import HexwrightError
from engine.writing import ReadOnlyError, folder_for_writing, private_folder, sweep, write_text, written_whole

pytest.importorskip("fcntl", reason="needs locks as POSIX has them")
Disk = Callable[[int], AbstractContextManager[None]]


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_block_that_ends_well_puts_the_new_file_in_place(tmp_path: Path) -> None:
    path = tmp_path / "m.svg"
    path.write_text("old")
    path.chmod(0o640)
    with written_whole(path) as spare:
        assert (spare.parent, spare.suffix) == (tmp_path, ".svg")
        assert path.read_text() == "old", "until the block ends"
        spare.write_text("new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["m.svg"]


@pytest.mark.parametrize("error", [HexwrightError("no"), InterruptedError(), KeyboardInterrupt(), RuntimeError()])
def test_a_block_that_raises_leaves_the_old_file(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "m.svg"
    path.write_text("old")

    def write() -> None:
        with written_whole(path) as spare:
            spare.write_text("half of")
            raise error

    with pytest.raises(type(error)) as caught:
        write()
    assert caught.value is error
    assert path.read_text() == "old"
    assert names(tmp_path) == ["m.svg"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_failure_to_write_names_the_file_and_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "m.svg"
    with pytest.raises(HexwrightError) as caught, written_whole(path), open("/dev/full", "wb", 0) as full:
        full.write(b"map")
    assert str(caught.value).startswith(f"{path} could not be saved: No space left on device")
    assert names(tmp_path) == []


def test_a_failure_to_read_something_else_names_that(tmp_path: Path) -> None:
    path, other = tmp_path / "m.svg", tmp_path / "scan.png"
    with pytest.raises(HexwrightError, match=f"{path} could not be saved: {other}: No such file"), written_whole(path):
        other.read_bytes()


def test_a_disk_that_fills_up_while_a_text_is_written(tmp_path: Path, disk_of: Disk) -> None:
    path = tmp_path / "t.txt"
    path.write_text("precious")
    with disk_of(1000), pytest.raises(HexwrightError, match=r"t\.txt could not be saved: File too large"):
        write_text(path, "x" * 1001)
    assert path.read_text() == "precious"
    assert names(tmp_path) == ["t.txt"]
    with disk_of(1000):
        write_text(path, "x" * 1000)
    assert path.read_text() == "x" * 1000


def test_a_full_disk_that_shows_only_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.txt"
    path.write_text("precious")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HexwrightError, match="No space left on device"), written_whole(path) as spare:
        spare.write_text("new")
    monkeypatch.undo()
    assert path.read_text() == "precious"
    assert names(tmp_path) == ["t.txt"]


def test_text_that_is_no_unicode_is_written_with_a_mark(tmp_path: Path) -> None:
    write_text(tmp_path / "t.txt", "a\ud800b")
    assert (tmp_path / "t.txt").read_bytes() == b"a?b"


def test_a_read_only_file_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_text("precious")
    path.chmod(0o444)
    with pytest.raises(ReadOnlyError), written_whole(path):
        pytest.fail("nothing is begun")
    write_text(path, "new", force=True)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


@pytest.mark.parametrize("name", ["t.", "t.a-b", "t.waytoolongforanending", "t", ".hidden", "é.ü"])
def test_new_files_of_any_ending_are_known_again(tmp_path: Path, name: str) -> None:
    with written_whole(tmp_path / name) as spare:
        assert writing._SPARE.fullmatch(spare.name)
    assert names(tmp_path) == [name]


# -- killed writers -----------------------------------------------------------------------------------------------

KILLED = """
import sys
from engine.writing import written_whole
with written_whole(sys.argv[1]) as spare:
    spare.write_text("half of")
    print(flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process in the midst of writing t.txt."""
    command = [sys.executable, "-c", KILLED, str(tmp_path / "t.txt")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, cwd=Path(__file__).parents[2]) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def test_what_a_killed_writer_left_goes_with_the_next_save_in_its_folder(
    tmp_path: Path, writer: subprocess.Popen[str]
) -> None:
    assert len(names(tmp_path)) == 1
    write_text(tmp_path / "other.txt", "x")
    assert len(names(tmp_path)) == 2, "a file that is being written is let be"
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    assert len(names(tmp_path)) == 2
    write_text(tmp_path / "other.txt", "y")
    assert names(tmp_path) == ["other.txt"]


def test_only_files_of_this_door_are_swept(tmp_path: Path) -> None:
    mine = [".hexwright-0123456789ab.tmp.bak.gz", ".hexwright-0123.tmp", "hexwright-0123456789ab.tmp", ".other.tmp"]
    for name in mine:
        (tmp_path / name).write_text("")
    (tmp_path / ".hexwright-0123456789ab.tmp").mkdir()
    (tmp_path / ".hexwright-0123456789ac.tmp").symlink_to(tmp_path / mine[0])
    (tmp_path / ".hexwright-0123456789ad.tmp.svg").write_text("")
    before = names(tmp_path)
    sweep(tmp_path)
    assert [name for name in before if name not in names(tmp_path)] == [".hexwright-0123456789ad.tmp.svg"]
    sweep(tmp_path / "nowhere")


def test_where_there_are_no_locks_old_files_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_lock", lambda handle: False)
    old, new = tmp_path / ".hexwright-0123456789ab.tmp", tmp_path / ".hexwright-0123456789ac.tmp"
    for path in (old, new):
        path.write_text("")
    os.utime(old, (0, 0))
    write_text(tmp_path / "t.txt", "x")
    assert names(tmp_path) == [new.name, "t.txt"]


def test_a_new_file_that_is_swept_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, made = writing._lock, []

    def late(handle: int) -> bool:
        if not made:
            made.extend(tmp_path.iterdir())
            made[0].unlink()
        return lock(handle)

    monkeypatch.setattr(writing, "_lock", late)
    write_text(tmp_path / "t.txt", "x")
    assert names(tmp_path) == ["t.txt"]
    assert made


def test_two_at_once_end_with_one_of_both_whole(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    texts = [letter * 10_000 for letter in "ab"]

    def write(text: str) -> None:
        for _ in range(20):
            write_text(path, text)

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() in texts
    assert names(tmp_path) == ["t.txt"]


# -- folders ------------------------------------------------------------------------------------------------------


def test_a_folder_that_was_made_goes_when_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match="could not be saved"), folder_for_writing(tmp_path / "a" / "b") as folder:
        write_text(folder / "no" / "where.txt", "x")
    assert names(tmp_path) == []
    with folder_for_writing(tmp_path / "a" / "b") as folder:
        write_text(folder / "t.txt", "x")
    with pytest.raises(HexwrightError, match="wrong"), folder_for_writing(tmp_path / "a" / "b"):
        raise HexwrightError("wrong")
    assert names(tmp_path / "a" / "b") == ["t.txt"], "a folder that was there stays"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in ("file", "file/below"):
        with pytest.raises(HexwrightError, match="file"), folder_for_writing(tmp_path / place):
            pytest.fail("nothing is begun")


def test_nothing_is_made_because_a_link_leads_there(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    for target in (tmp_path / "profile", folder / "none.yaml"):
        link = folder / "evil.yaml"
        link.symlink_to(target)
        with pytest.raises(HexwrightError, match="a link to"):
            write_text(link, "new", force=True)
        assert not target.exists()
        assert names(folder) == ["evil.yaml"]
        link.unlink()


def test_a_link_out_of_its_folder_is_not_written_through(tmp_path: Path) -> None:
    folder, outside = tmp_path / "maps", tmp_path / "profile"
    folder.mkdir()
    outside.write_text("mine")
    (folder / "a.yaml").symlink_to(outside)
    (folder / "b.yaml").symlink_to(folder / "a.yaml")
    for name in ("a.yaml", "b.yaml"):
        with pytest.raises(HexwrightError, match="leads out of its folder"):
            write_text(folder / name, "new", force=True)
    assert outside.read_text() == "mine"


def test_a_folder_that_is_a_link_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "maps").symlink_to(tmp_path / "disk")
    write_text(tmp_path / "maps" / "a.yaml", "new")
    assert (tmp_path / "disk" / "a.yaml").read_text() == "new"


@pytest.mark.parametrize(("mode", "meanwhile"), [(0o600, 0o600), (0o640, 0o640), (0o444, 0o644)])
def test_a_new_file_has_the_rights_of_the_one_it_stands_for(tmp_path: Path, mode: int, meanwhile: int) -> None:
    file, copy = tmp_path / "a.yaml", tmp_path / "copy.yaml"
    file.write_text("old")
    file.chmod(mode)
    with written_whole(file, force=True) as spare:
        assert stat.S_IMODE(spare.stat().st_mode) == meanwhile
    assert stat.S_IMODE(file.stat().st_mode) == mode
    for _ in range(2):
        write_text(copy, "text", like=file)
        assert stat.S_IMODE(copy.stat().st_mode) == meanwhile


def test_a_private_folder_is_made_so_or_becomes_so(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "recovery"
    private_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o755)
    private_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
