"""The command line as a process: streams that are full, closed or read by nobody, interrupts, terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from a_battle import battle_in

from editor.commandline import cli, output

ROOT = Path(__file__).parents[2]

# Reports hold pictures: what draws them would make an application that later tests of windows cannot use.
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return battle_in(tmp_path, monkeypatch)


@contextmanager
def started(*words: str, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """The program in a process of its own, which does not outlive its test."""
    command = [sys.executable, "-m", "editor.commandline.cli", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **{**pipes, **more}) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["--help", "check --help", "check meeting.yaml", "query meeting.yaml zoc us"])
def test_an_output_that_is_full_is_said(words: str, unbuffered: str, folder: Path) -> None:
    command = [sys.executable, "-m", "editor.commandline.cli", *words.split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (2, "hexwright: standard output: No space left on device\n")


@pytest.mark.parametrize(("words", "status"), [("--help", 0), ("check meeting.yaml", 0), ("check nosuch.yaml", 2)])
def test_closed_streams_change_no_status(words: str, status: int, folder: Path) -> None:
    code = "import sys; sys.stdout = sys.stderr = None; from editor.commandline.cli import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code, *words.split()], env=environment, check=False)
    assert done.returncode == status


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_render(ending: str, begins: bytes, folder: Path) -> None:
    with started("render", "meeting.yaml", "-o", f"map.{ending}", "--dpi", "50") as process:
        out, said = process.communicate()
    assert process.returncode == 0, said
    assert out == f"map.{ending}\n"
    assert (folder / f"map.{ending}").read_bytes().startswith(begins)


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    with started("query", "lundys_lane", "reach", "us-9") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
        assert process.wait() == cli.BROKEN_PIPE


def shown(terminal: int) -> Iterator[bytes]:
    """All that is shown on the screen so far, again and again until nobody is left to write on it."""
    said = b""
    # Where the last who wrote has gone, Linux says that the terminal has an error, others that it is at its end.
    with suppress(OSError):
        while more := os.read(terminal, 10_000):
            said += more
            yield said


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c(jobs: str, folder: Path) -> None:
    """As a terminal does it: to the program and to all that it has started, once games are being played."""
    terminal, its_end = os.openpty()
    screen = shown(terminal)
    words = ("trial", "meeting.yaml", "--games", "100000", "--players", "random", "--jobs", jobs)
    with started(*words, stderr=its_end, start_new_session=True) as process:
        os.close(its_end)
        assert any(b"of 100000 games" in said for said in screen)
        os.killpg(process.pid, signal.SIGINT)
        *_, said = screen
        assert process.wait() == cli.INTERRUPTED
    os.close(terminal)
    assert said.endswith(b"interrupted\r\n")
    assert b"Traceback" not in said


PRESSED = """
import signal, sys
from editor.commandline.cli import main

def press(event, what):
    if event == "import" and what[0] == "shibokensupport.signature.parser":
        signal.raise_signal(signal.SIGINT)

# Whoever runs the tests in the background may have all that he starts leave Ctrl-C unheard.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.addaudithook(press)
sys.exit(main())
"""
"""Ctrl-C at a moment in which Qt for Python would end the process, were it broken off."""


@pytest.mark.parametrize(
    "words",
    [
        "counters meeting.yaml -o counters.pdf",
        "render meeting.yaml -o map.png",
        "trial meeting.yaml --games 1 --jobs 1 --players random --out results",
        "meeting.yaml",
    ],
)
def test_ctrl_c_while_qt_is_loaded(words: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", PRESSED, *words.split()]
    done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (cli.INTERRUPTED, "interrupted\n")
    assert sorted(folder.iterdir()) == before


def test_a_picture_painted_by_helpers_is_searched_for_letters_that_no_font_has(tmp_path: Path) -> None:
    """Only the helpers have begun with Qt's fonts by then."""
    out = tmp_path / "juno.png"
    code = (
        "import sys; from editor.output import export; export.helpers_for = lambda pixels: 2;"
        "from editor.commandline import cli; sys.exit(cli.main(sys.argv[1:]))"
    )
    words = ["render", str(ROOT / "maps" / "juno.yaml"), "-o", str(out), "--dpi", "12"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code, *words], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert out.stat().st_size > 1000


def test_no_colours_and_no_progress_in_a_pipe(folder: Path) -> None:
    with started("play", "meeting.yaml", "--players", "random", "-q") as process:
        out, said = process.communicate()
    assert "\033" not in out
    assert said == ""


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal: Any = Terminal()
    assert output.paint("x", "error", terminal) == "\033[31;1mx\033[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert output.paint("x", "error", terminal) == "x"


def test_names_give_a_terminal_no_orders(folder: Path) -> None:
    """A name out of a file may hold control characters; they are shown, not sent (colours, titles, turned writing)."""
    name = 'name: "\\e[31mRed\\a\\u202e"'
    path = folder / "orders.yaml"
    text = (ROOT / "scenarios" / "first_steps.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("name: 1st Regiment", name).replace("name: First Steps", name), encoding="utf-8")
    for words in (["play", str(path), "--turns", "1"], ["trial", str(path), "--games", "1"]):
        with started(*words) as process:
            said, complained = process.communicate()
        assert process.returncode == 0, complained
        assert "\\u001b[31mRed\\u0007\\u202e" in said
        assert not {"\x1b", "\a", "\u202e"} & set(said + complained)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_comes_as_soon_as_it_is_asked_to(unbuffered: str) -> None:
    code = "from editor.commandline.streams import open_streams as o; import sys; o(); print(sys.stdout.write_through)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, check=True)
    assert done.stdout.decode().strip() == str(bool(unbuffered))


def test_the_streams_of_the_start_can_be_flushed_at_the_end() -> None:
    """A packed program does so, and would complain of it on standard error."""
    code = (
        "from editor.commandline.streams import open_streams as o; import sys; o();"
        " sys.__stdout__.flush(); sys.__stderr__.flush(); print(sys.__stdout__ is sys.stdout, end='')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True", "")
