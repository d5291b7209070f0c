"""Hooks of rules files on the command line and in the window: nothing is run before the user trusts it."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from bench import at_bench
from hooked import NAME, battle
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commandline.cli import main
from editor.dialogs.trust_question import TrustQuestion
from editor.document.document import Document
from engine.errors import HexwrightError
from engine.kit.hooks import trust

CODE = "open({!r}, 'w').close()\ndef points(view, side):\n    return [(1, 'a gift')]\n"


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is trusted, and who is trusted in a test is forgotten behind it."""
    folder = str(tmp_path_factory.mktemp("settings"))
    monkeypatch.setenv("XDG_CONFIG_HOME", folder)
    monkeypatch.setenv("APPDATA", folder)
    monkeypatch.setenv(trust.FOR_NOW, "")


@pytest.fixture
def spied(tmp_path: Path) -> tuple[Path, Path]:
    """A scenario whose hooks leave a mark where they are run, and that mark."""
    mark = tmp_path / "ran"
    return battle(tmp_path, CODE.format(str(mark))), mark


COMMANDS = {
    "play": ["play", "{}", "--turns", "1", "-q", "--players", "random"],
    "trial": ["trial", "{}", "--games", "2", "--jobs", "2", "--players", "random"],
    "query": ["query", "{}", "score"],
    "check": ["check", "{}", "--play"],
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_commands_run_hooks_only_when_they_are_told_to_trust_them(
    words: list[str],
    spied: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, mark = spied
    given = [word.format(file) for word in words]
    assert main(given) != 0
    said = capsys.readouterr()
    assert "KIT148" in said.out + said.err
    assert "not trusted" in said.out + said.err
    assert not mark.exists()
    assert main([*given, "--trust"]) == 0
    assert mark.exists()
    mark.unlink()
    monkeypatch.setenv(trust.FOR_NOW, "")
    assert main(given) != 0
    assert not mark.exists()


def test_a_replay_by_hooks_is_played_again_with_trust_alone(spied: tuple[Path, Path], tmp_path: Path) -> None:
    file, mark = spied
    log = tmp_path / "game.yaml"
    assert main(["play", str(file), "--trust", "-q", "--players", "random", "--log", str(log)]) == 0
    mark.unlink()
    assert main(["replay", str(log), "--trust"]) == 0
    assert mark.exists()


def test_the_rules_are_read_and_checked_without_trust(
    spied: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file, mark = spied
    assert main(["check", str(file.parent / "rules.yaml"), "--format", "sarif"]) == 1
    document = json.loads(capsys.readouterr().out)
    (result,) = document["runs"][0]["results"]
    assert result["ruleId"] == "KIT148"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] > 0
    assert not mark.exists()


@pytest.mark.parametrize("trusted", [False, True])
def test_the_window_asks_once_and_names_the_file(
    qtbot: QtBot, spied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    file, mark = spied
    asked: list[str] = []

    def answer(question: TrustQuestion) -> bool:
        asked.append(question.text())
        assert "delete your files" in question.informativeText()
        assert question.defaultButton() is question.leave
        question.deleteLater()
        return trusted

    monkeypatch.setattr(TrustQuestion, "ask", answer)
    with at_bench(qtbot, Document.open(file)) as bench:
        qtbot.waitUntil(lambda: len(asked) == 1)
        assert str(file.parent / NAME) in asked[0]
        actions = bench.menus.trust
        assert actions.action.isEnabled() is not trusted
        bench.desk.document_changed.emit(bench.document)
        settle()
        assert len(asked) == 1
        assert bench.document.require_scenario().units
        started = bench.desk.preview
        refused = nullcontext() if trusted else pytest.raises(HexwrightError, match="not trusted")
        with refused:
            started.start(bench.document.require_scenario(), {"us": "human", "ac": "human"}, 1)
        assert started.active is trusted
        assert mark.exists() is trusted
