"""Test games are kept like documents: offered after a crash, had again later, ten of a scenario for thirty days."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from answering import while_open
from bench import Bench, at_bench
from fields import scenario
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.kept_games import KeptGamesDialog
from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.recovery import RecoveryDialog
from editor.document.document import Document
from editor.preview import keeping
from editor.preview.keeping import GameKeeper
from editor.preview.seats import HUMAN
from editor.window.session import Session
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering

PEOPLE = {"us": HUMAN, "ac": HUMAN}


def plain_field() -> BattleMap:
    """The hexes of the field, all clear, with a palette that files can name."""
    return BattleMap(Grid(GridSpec(8, 6, numbering=Numbering(prefix="L"))), formats.load_palette("standard"), "Field")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0203", "us-towson": "L0202", "ac-1": "L0205"}
    made = scenario(setup=setup, arrivals=(), map=plain_field())
    with at_bench(qtbot, Document(made.map, made)) as found:
        yield found
        for tab in found.desk.tabs:
            tab.preview.close()


@pytest.fixture
def folder() -> Path:
    return Path(os.environ["HEXWRIGHT_STATE"]) / "games"


def play(bench: Bench, *texts: str) -> GameKeeper:
    """Play these actions, and have them written."""
    if not bench.desk.preview.active:
        assert bench.desk.controls.game.start(PEOPLE, 5)
    for text in texts:
        assert bench.desk.controls.game.act(text), bench.said[-1]
    keeper = bench.menus.play.keeper
    keeper.flush()
    settle()
    return keeper


def kill(keeper: GameKeeper) -> None:
    """What a kill does to the lock of a game."""
    lock = keeper._lock
    assert lock is not None
    lock.unlock()
    keeper._lock = None


def test_a_game_that_is_played_is_kept_while_it_is_played(bench: Bench, folder: Path) -> None:
    assert bench.desk.controls.game.start(PEOPLE, 5)
    bench.menus.play.keeper.flush()
    assert keeping.games() == [], "nothing was played"
    play(bench, "move us-9 L0204", "end phase")
    [game] = keeping.games()
    assert (game.title, game.played) == (bench.document.title, 2)
    assert game.in_use
    assert not game.cut_off
    spec = formats.load_replay(folder / game.key / "game.yaml")
    assert [action.do for action in spec.actions] == ["move us-9 L0204", "end phase"]


def test_a_game_is_offered_after_a_crash_with_its_lines(bench: Bench) -> None:
    keeper = play(bench, "move us-9 L0204", "end phase")
    bench.desk.preview.show(1)
    assert bench.desk.controls.game.act("move us-towson L0203")
    keeper.flush()
    before = bench.desk.preview
    kill(keeper)
    offered: list[str] = []

    def look(dialog: RecoveryDialog) -> None:
        offered.extend(dialog.list.item(row).text() for row in range(dialog.list.count()))
        dialog.recover_button.click()

    session = Session(bench.menus.file)
    while_open(RecoveryDialog, look, session.offer_recovery)
    assert offered[0].startswith(f"Game of {bench.document.title}\n2 actions played")
    after = bench.desk.preview
    assert after is not before
    assert [position.action for position in after.positions] == [position.action for position in before.positions]
    assert [line.name for line in after.lines] == [line.name for line in before.lines]
    assert after.would_be_missed
    assert after.file is None
    assert not any(game.cut_off for game in keeping.games()), "it is not offered twice"
    assert any(line.position == 2 for line in bench.desk.log.lines)


def test_a_game_that_was_left_can_be_had_again(qtbot: QtBot, bench: Bench) -> None:
    play(bench, "move us-9 L0204", "end phase")
    bench.desk.preview.close()
    bench.desk.preview.left = None
    [game] = keeping.games()
    assert not game.in_use
    assert not game.cut_off

    def take(dialog: KeptGamesDialog) -> None:
        assert dialog.games.list.count() == 1
        dialog.open_button.click()

    while_open(KeptGamesDialog, take, bench.desk.actions.get("play.earlier").trigger)
    assert bench.desk.preview.played == 2
    play(bench, bench.desk.preview.choices().of()[0].text)
    assert len(keeping.games()) == 1, "it goes on in the place that it has"


def test_ten_games_of_a_scenario_are_kept_for_thirty_days(bench: Bench, folder: Path) -> None:
    for number in range(12):
        made = folder / f"old{number}"
        made.mkdir(parents=True)
        (made / "game.yaml").write_text("format: hexwright-replay 1\n")
        about = {"title": bench.document.title, "key": "field", "played": 1, "left": True}
        (made / "about.json").write_text(json.dumps(about))
        days = 40 if number == 11 else number + 1
        os.utime(made / "game.yaml", (made.stat().st_mtime - days * 86400,) * 2)
    other = folder / "other"
    other.mkdir()
    (other / "game.yaml").write_text("format: hexwright-replay 1\n")
    (other / "about.json").write_text(json.dumps({"title": "Other", "key": "x", "played": 1, "left": True}))
    play(bench, "move us-9 L0204")
    kept = [game.key for game in keeping.games() if game.key.startswith("old")]
    assert kept == [f"old{number}" for number in range(9)], "nine old ones beside the one that is played"
    assert (folder / "other").is_dir(), "games of another scenario are counted apart"


def test_a_full_disk_is_told_once_and_loses_nothing(
    bench: Bench, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = play(bench, "move us-9 L0204")
    [game] = keeping.games()
    before = (folder / game.key / "game.yaml").read_bytes()
    told: list[str] = []
    keeper.failed.connect(told.append)

    def full(*_args: object, **_more: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        play(bench, "end phase")
        keeper.write()
        keeper.flush()
        settle()
        assert len(told) == 1
        assert "No space left" in told[0]
        assert (folder / game.key / "game.yaml").read_bytes() == before
        assert bench.desk.preview.played == 2
    keeper.write()
    keeper.flush()
    settle()
    assert len(formats.load_replay(folder / game.key / "game.yaml").actions) == 2
    assert any("The game cannot be kept" in line.text for line in bench.desk.log.lines)


def test_kept_games_are_listed_and_deleted_in_the_preferences(qtbot: QtBot, bench: Bench) -> None:
    play(bench, "move us-9 L0204")
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    assert dialog.games.list.count() == 1
    assert "open now" in dialog.games.list.item(0).text()
    dialog.games.clear_button.click()
    assert dialog.games.list.count() == 1, "a game that is open stays"
    bench.desk.preview.close()
    again = PreferencesDialog()
    qtbot.addWidget(again)
    again.games.list.setCurrentRow(0)
    assert isinstance(again.games.delete_button, QPushButton)
    assert again.games.delete_button.isEnabled()
    again.games.delete_button.click()
    assert again.games.list.count() == 0
    assert keeping.games() == []
