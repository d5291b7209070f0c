"""`make run` where there is no display does the same job without one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from editor.commandline import cli, display, headless
from engine.formats import load_replay
from engine.formats.holding import MADE_BY


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_round_leaves_a_picture_a_replay_and_the_story(here: Path) -> None:
    # A process of its own, as `make run` starts it: drawing needs an application of its own.
    command = [sys.executable, "-m", "editor.commandline.headless", "lundys_lane"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    with Image.open(here / "out/lundys_lane.png") as picture:
        assert min(picture.size) > 500
        assert len(picture.convert("RGB").resize((200, 200)).getcolors(40_000) or ()) > 50
    assert load_replay(here / "out/lundys_lane.replay.yaml").actions
    story = json.loads((here / "out/lundys_lane.turns.json").read_text(encoding="utf-8"))
    assert (story["turns"], story["findings"]) == (2, [])
    for path in sorted((here / "out").iterdir()):
        assert str(path) in done.stdout
    assert "the same game" in done.stdout


def test_a_file_that_cannot_be_read_ends_the_round(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert headless.main(["nowhere"]) == 2
    assert "there is no file 'nowhere'" in capsys.readouterr().out
    assert list(Path("out").iterdir()) == []


@pytest.mark.parametrize("failing", ["check", "play", "replay", "render"])
def test_a_part_that_fails_is_not_hidden(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    whole, called = cli.main, []

    def spoiled(words: list[str]) -> int:
        called.append(words[0])
        if words[0] == "render":
            return 1 if failing == "render" else 0
        return max(whole(words), 1 if words[0] == failing else 0)

    monkeypatch.setattr(cli, "main", spoiled)
    assert headless.main(["lundys_lane"]) == 1
    assert called == ["check", "play", "replay", "render"]
    assert "no lundys_lane.png" in capsys.readouterr().out


def test_results_of_an_earlier_round_do_not_pass_for_new_ones(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = here / "out" / "lundys_lane.png"
    old.parent.mkdir()
    old.write_bytes(b"\x89PNG\r\n\x1a\nSoftware\0" + MADE_BY.encode())
    monkeypatch.setattr(cli, "main", lambda words: 1)
    assert headless.main(["lundys_lane"]) == 1
    assert not old.exists()


def test_a_folder_that_cannot_be_written_is_said_plainly(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "out").write_text("a file is in the way", encoding="utf-8")
    assert headless.main(["lundys_lane"]) == 2
    assert "out" in capsys.readouterr().err


def test_a_result_that_is_read_only_is_left_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = here / "out" / "lundys_lane.png"
    kept.parent.mkdir()
    kept.write_bytes(b"kept")
    kept.chmod(0o444)
    assert headless.main(["lundys_lane"]) == 2
    assert "lundys_lane.png could not be saved: it is read-only" in capsys.readouterr().err
    assert kept.read_bytes() == b"kept"


def test_with_a_display_the_editor_opens(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(cli, "main", lambda words: called.append(list(words)) or 0)
    monkeypatch.setattr(headless, "has_display", lambda: True)
    assert headless.main(["--window", "lundys_lane"]) == 0
    assert called == [["lundys_lane"]]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
@pytest.mark.parametrize("name", ["", ":987"])
def test_a_display_that_does_not_answer_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", name)
    assert not display.has_display()


def test_it_takes_one_scenario(here: Path) -> None:
    assert headless.main(["--help"]) == 2
    assert headless.main(["a", "b"]) == 2
