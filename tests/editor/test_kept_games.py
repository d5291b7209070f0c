"""Test games are kept like documents: offered after a crash, had again later, ten of a scenario for thirty days."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Semaphore
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
from editor.menus.games import take_up_kept
from editor.plain import MessageBox
from editor.preview import keeping, running, session
from editor.preview.keeping import GameKeeper
from editor.preview.seats import HUMAN
from editor.window.session import Session
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.play import Action, Game

PEOPLE = {"us": HUMAN, "ac": HUMAN}
ALWAYS_GONE = {"combat_results": {"rows": {die: ["DE"] * 10 for die in range(1, 7)}}}


def plain_field() -> BattleMap:
    """The hexes of the field, all clear, with a palette that files can name."""
    return BattleMap(Grid(GridSpec(8, 6, numbering=Numbering(prefix="L"))), formats.load_palette("standard"), "Field")


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    setup = {"us-9": "L0203", "us-towson": "L0202", "ac-1": "L0205", "ac-103": "L0602"}
    made = scenario(setup=setup, arrivals=(), map=plain_field(), tables=ALWAYS_GONE)
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


def test_the_marks_of_a_kept_game_come_back_with_it(bench: Bench) -> None:
    def marks() -> tuple[list[object], list[tuple[str, str]]]:
        layer = bench.desk.controls.traces.layer
        assert layer is not None
        name = bench.document.battle_map.grid.name
        return [way.spots for way in layer.ways], [(name(spot.spot), spot.text) for spot in layer.spots]

    play(bench, "move us-9 L0204", "end phase", "attack L0602 with us-towson")
    before = marks()
    assert before[0]
    assert ("L0602", "DE") in before[1]
    bench.desk.preview.close()
    [game] = keeping.games()
    take_up_kept(bench.desk, game.key)
    settle()
    assert marks() == before
    assert bench.desk.preview.undo()
    assert ("L0602", "DE") not in marks()[1], "they go when the battle is taken back"


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
    assert any("Could not keep the game" in line.text for line in bench.desk.log.lines)


def test_kept_games_are_listed_and_deleted_in_the_preferences(qtbot: QtBot, bench: Bench) -> None:
    play(bench, "move us-9 L0204")
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    assert dialog.games.list.count() == 1
    assert "open now" in dialog.games.list.item(0).text()
    dialog.games.clear_button.click()
    assert dialog.games.list.count() == 1, "a game that is open stays, and nothing is asked"
    bench.desk.preview.close()
    again = PreferencesDialog()
    qtbot.addWidget(again)
    again.games.list.setCurrentRow(0)
    assert isinstance(again.games.delete_button, QPushButton)
    assert again.games.delete_button.isEnabled()
    asked: list[str] = []

    def press(caption: str) -> Callable[[MessageBox], None]:
        def act(box: MessageBox) -> None:
            asked.append(box.text())
            next(button for button in box.buttons() if button.text() == caption).click()

        return act

    for button in (again.games.delete_button, again.games.clear_button):
        while_open(MessageBox, press("Cancel"), button.click)
        assert len(keeping.games()) == again.games.list.count() == 1, "who cancels keeps it"
    assert asked == [f"Delete the game of {bench.document.title} with 1 action?"] * 2
    while_open(MessageBox, press("&Delete"), again.games.delete_button.click)
    assert again.games.list.count() == 0
    assert keeping.games() == []


class Held:
    """A player who takes the first legal action, as often as it is let."""

    last_reason = ""

    def __init__(self) -> None:
        self.let, self.asked = Semaphore(0), 0

    def choose(self, game: Game) -> Action:
        self.asked += 1
        self.let.acquire()
        return next(iter(game.legal_actions()))


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    player = Held()
    monkeypatch.setattr(session, "make", lambda *_about: player)
    monkeypatch.setattr(running, "BATCH_SECONDS", -1)
    yield player
    player.let.release(1000)


def test_a_game_is_kept_while_computer_players_play(
    qtbot: QtBot, bench: Bench, folder: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview, keeper = bench.desk.preview, bench.menus.play.keeper
    assert bench.desk.controls.game.start(dict.fromkeys(PEOPLE, "greedy"), 5)
    preview.play(turns=3)
    held.let.release(2)
    qtbot.waitUntil(lambda: held.asked == 3 and preview.played == 2)
    keeper.write()
    keeper.flush()
    settle()
    assert keeping.games() == [], "the third action is in hand"
    for count in (3, 4):
        held.let.release()
        qtbot.waitUntil(lambda count=count: [game.played for game in keeping.games()] == [count])
        keeper.write()
    assert preview.busy
    [game] = keeping.games()
    assert game.in_use
    spec = formats.load_replay(folder / game.key / "game.yaml")
    assert [one.do for one in spec.actions] == [one.action for one in preview.positions[1:]]
    assert keeper._soon.interval() == keeping.WHILE_PLAYING, "the next comes of itself"
    monkeypatch.setattr(keeping, "WHILE_PLAYING", 0)
    keeper._pause = 0
    keeper._soon.start(0)
    held.let.release(2)
    qtbot.waitUntil(lambda: keeping.games()[0].played > 4)
    assert preview.busy
    preview.stop()
    held.let.release()
    qtbot.waitUntil(lambda: not preview.busy)
    keeper.flush()
    settle()
    assert keeping.games()[0].played == preview.played, "what was played last is kept when it is done"
