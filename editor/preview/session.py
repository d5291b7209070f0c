"""A test game: played by people and players on a copy of the scenario, off the main thread where it takes long."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from editor.preview.lines import MOST_LINES, Left, LineOfPlay, free_name, in_common
from editor.preview.onscreen import GameOnScreen
from editor.preview.position import Position, position_of
from editor.preview.running import Batch, Requests, play_on
from editor.preview.seats import HUMAN, screen_of
from editor.work.background import Worker
from editor.work.crash_report import REPORT
from engine.errors import HexwrightError
from engine.findings import Finding
from engine.play import Decision, Game, Illegal
from engine.play.dice import Dice
from engine.players import Player, make
from engine.scenario import Scenario
from engine.umpire.testturns import Taken

log = logging.getLogger(__name__)


class Preview(GameOnScreen):
    """A test game that is played: begun, saved, gone on with in several lines, by people and players."""

    copied = Signal(object)
    """While players play: a copy of the game at the last position, which `want_copy` asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[LineOfPlay] = []
        """Lines that were left, the oldest first."""
        self.line = ""
        """The name of the line that is being played."""
        self.left: Left | None = None
        """The game that was left last, when anything had been played in it."""
        self._players: dict[str, Player] = {}
        self._stood_in: tuple[Decision, int] | None = None
        """What a player is asked in the place of a person, while he decides, and how many positions there were."""
        self._worker = Worker("preview", self)
        self._requests = Requests()
        self._run = 0
        """Which run of the players it is: what an earlier one still delivers is not wanted any more."""
        self.file: Path | None = None
        """The file that the game was saved to or opened from."""
        self._unsaved = False
        """Whether that file, if any, does not have all of it."""
        self.kept_as = ""
        """The key under which the game is kept against a crash (`preview/keeping`)."""
        self.told = False
        """Whether the log had told of what was played when the game was begun or taken up."""
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    # -- beginning and ending ---------------------------------------------------------------------------------

    @property
    def would_be_missed(self) -> bool:
        """Whether anything would be lost with the game: it was played in since it was last saved."""
        return self.busy or (self.played > 0 and self._unsaved)

    def kept(self, file: Path) -> None:
        """The game as it stands is in a file now."""
        self.file, self._unsaved = file, False

    def start(self, scenario: Scenario, seats: Mapping[str, str], seed: int = 0) -> None:
        """Begin a game on a scenario that no other code will change; ``seats`` says who plays each side.

        Raises HexwrightError when the scenario cannot be played.
        """
        self.close()
        try:
            game = Game(scenario, seed)
            eyes, shared = screen_of(game, seats)
            players = {side: make(name, side, seed) for side, name in seats.items() if name != HUMAN}
        except ImportError as error:
            raise HexwrightError(f"a player is not there: {error}") from error
        self._open(Left(game, dict(seats), players, [position_of(game, eyes=eyes, shared=shared)], 0, told=False))

    def resume(self) -> None:
        """Go back to the game that was left last; one that is open is left for it."""
        left = self.left
        if left is not None:
            self.left = None
            self.close()
            self._open(left)

    def take_up(self, what: Left) -> None:
        """Go on with a game that was left elsewhere, such as one from a file; one that is open is left for it."""
        self.close()
        self._open(what)

    def _open(self, what: Left) -> None:
        self.game, self.seats, self._players = what.game, what.seats, what.players
        self.positions, self.shown = what.positions, what.shown
        self.looking = not self.at_end
        self._sitting = ""
        self._sit_first()
        if self.hot_seat:
            self._see_anew()
        self.lines, self.line, self._seen = what.lines, what.line, self.shown
        self.file, self._unsaved, self.told = what.file, what.unsaved, what.told
        self.kept_as = what.kept_as
        self.lines_changed.emit()
        self._choices = None
        self.started.emit()
        self.moved.emit(self.shown)

    def close(self) -> None:
        """Leave the game; the document was never touched. What was played can be gone back to with `resume`."""
        if self.game is None:
            return
        self._halt()
        self.closing.emit()
        if self.played:
            self.left = Left(
                self.game,
                self.seats,
                self._players,
                self.positions,
                self.shown,
                self.line,
                self.lines,
                self.file,
                self._unsaved,
                kept_as=self.kept_as,
            )
        self.game = None
        self.positions = []
        self.shown = 0
        self._choices = None
        self.closed.emit()

    # -- who plays --------------------------------------------------------------------------------------------

    def set_seat(self, side: str, name: str) -> None:
        """Let a person (`HUMAN`) or a player of the program play a side from the position shown on.

        What was played beyond that position and is not shown yet is taken back.
        """
        game = self.game
        if game is None or self.seats.get(side) == name:
            return
        self._halt()
        self._rewind()
        self.seats = {**self.seats, side: name}
        if name == HUMAN:
            self._players.pop(side, None)
        else:
            self._players[side] = make(name, side, game.seed)
        self._sit_first()
        self._see_anew()
        self.seats_changed.emit()
        self.moved.emit(self.shown)

    def _sit_first(self) -> None:
        """Somebody who plays has to sit at the screen: whose choice it is, or the first person."""
        people = [side for side, name in self.seats.items() if name == HUMAN]
        decision = self.positions[-1].decision
        if people and self._sitting not in people:
            self._sitting = decision.side if decision is not None and decision.side in people else people[0]

    def _halt(self) -> None:
        """Let the players stop now; what they have played and was not delivered yet is taken back."""
        game = self.game
        if game is None or not self._busy:
            return
        self.stop()
        self._worker.wait()
        self._run += 1
        while len(game) > self.played:
            game.undo()
        self._set_busy(False)

    # -- lines ------------------------------------------------------------------------------------------------

    def take_line(self, number: int) -> None:
        """Go on with one of the lines that were left; the one in progress is kept in its place."""
        game = self.game
        if game is None:
            return
        self._halt()
        wanted = self.lines[number]
        # What was played and never shown is no part of a line.
        while len(game) > self._seen:
            game.undo()
        kept = LineOfPlay(self.line, game, self.positions[: self._seen + 1])
        common = in_common(kept, wanted)
        self.cut.emit(common)
        self.lines[number] = kept
        self.game, self.positions, self.line = wanted.game, list(wanted.positions), wanted.name
        self.shown = self._seen = len(self.positions) - 1
        self.looking = False
        self._choices = None
        if self.hot_seat:
            self._see_anew()
        self.grown.emit(common)
        self.lines_changed.emit()
        self.moved.emit(self.shown)

    def rename_line(self, name: str) -> None:
        """Name the line in progress."""
        if self.game is not None and name.strip():
            self.line, self._unsaved = name.strip(), True
            self.lines_changed.emit()

    # -- chance -----------------------------------------------------------------------------------------------

    def force_dice(self, throws: Sequence[int]) -> None:
        """Have the next throws, in the position shown, show these; without any they are the seed's again."""
        game = self.game
        if game is None:
            return
        self._halt()
        self._rewind()
        drawn = game.state.draws
        before = (*game.dice.forced[:drawn], *(0 for _ in range(drawn - len(game.dice.forced))))
        game.dice = Dice(game.seed, (*before, *throws) if any((*before, *throws)) else (), game.dice.results)

    @property
    def dice_to_come(self) -> tuple[int, ...]:
        """The throws that are forced and still to come."""
        return self.game.dice.forced[self.game.state.draws :] if self.game is not None else ()

    # -- playing ----------------------------------------------------------------------------------------------

    def act(self, text: str) -> bool:
        """Carry out an action of the person at the screen; `refused` tells why not."""
        return self.act_together([text])

    def act_together(self, texts: Iterable[str]) -> bool:
        """Carry out actions of the person at the screen at one stroke, up to one that is not allowed (`refused` tells
        why); whether the first was. They are shown, and taken back, as one."""
        REPORT.note("an action of the game")
        game = self.game
        if game is None or self._busy:
            return False
        decision = self.position.decision
        if self.eyes and (decision is None or decision.side != self.eyes):
            self.refused.emit("", "it is not your choice now")
            return False
        self._rewind()
        new, refusal = list[Position](), None
        try:
            for text in texts:
                verdict = self.verdict(text)
                if isinstance(verdict, Illegal):
                    refusal = verdict.rule, verdict.reason
                    break
                taken = self._taken(game, text)
                new.append(replace(taken, joined=True) if new else taken)
        except (HexwrightError, ValueError) as error:
            refusal = "", str(error)
        if new:
            self._paced = False
            self._add(new)
        if refusal is not None:
            self.refused.emit(*refusal)
        return bool(new)

    def play_otherwise(self) -> None:
        """Go on from the position shown in another way; what followed it is kept as a line."""
        if self.game is not None and not self._busy and not self.at_end:
            self._rewind()
            if self.hot_seat:
                self._see_anew()
            self.moved.emit(self.shown)

    def undo(self) -> bool:
        """Take back the last action before the position shown."""
        if self.game is None or self._busy or self.shown == 0:
            return False
        self.shown -= 1
        self._rewind(keep=False)
        if self.hot_seat:
            self._see_anew()
        self.moved.emit(self.shown)
        return True

    def play(self, *, turns: int | None = None, actions: int | None = None, paced: bool = False) -> None:
        """Let the players play on from the position shown: some turns, some actions, or to the end.

        They stop where it is a person's choice. Where it is ``paced``, the position shown stays what it is.
        """
        self._play(self.seats, dict(self._players), turns, actions, paced=paced)

    def amend(self, number: int, texts: Sequence[str]) -> bool:
        """Take back what followed the first ``number`` actions, and take these instead; whether that may be.

        Where one of them is not allowed all stays as it is, and `refused` tells why.
        """
        game = self.game
        if game is None or self._busy:
            return False
        trial = game.copy()
        while len(trial) > number:
            trial.undo()
        for text in texts:
            verdict = trial.verdict(text)
            if isinstance(verdict, Illegal):
                self.refused.emit(verdict.rule, verdict.reason)
                return False
            trial.apply(text)
        self.shown = number
        self._rewind(keep=False)
        self._paced = False
        self._add([self._taken(game, text) for text in texts])
        return True

    def _taken(self, game: Game, text: str) -> Position:
        """Carry out a legal action of the person at the screen; the position after it."""
        decision, action = game.decision, game.parse(text)
        events = game.apply(action)
        side, kind = (decision.side, decision.kind) if decision else ("", "")
        taken = Taken(len(game), game.state.turn, side, kind, action, game.text(action), "", events)
        return position_of(game, taken, self.eyes, shared=self.hot_seat)

    def stand_in(self, name: str) -> None:
        """Let a player decide in the place of the person at the screen what is asked now, and whatever of that kind is
        asked of this side after it, but for the last such choice: then it is the person's again, and can be altered."""
        decision = self.position.decision if self.active else None
        if self.game is None or decision is None or not self.human_turn:
            return
        side, self._stood_in = decision.side, (decision, len(self.positions))
        players = {side: make(name, side, self.game.seed)}
        self._play({**dict.fromkeys(self.seats, HUMAN), side: name}, players, kind=decision.kind)

    def _play(
        self,
        seats: Mapping[str, str],
        players: Mapping[str, Player],
        turns: int | None = None,
        actions: int | None = None,
        *,
        paced: bool = False,
        kind: str = "",
    ) -> None:
        """Let these players play, of whom ``seats`` says who has which side; only decisions of a ``kind``, if any."""
        game = self.game
        if game is None or self._busy:
            return
        self._rewind()
        self._paced = paced
        self._requests.clear()
        self._set_busy(True)
        self._run += 1
        run, requests = self._run, self._requests
        seen_by = partial(position_of, eyes=self.eyes, shared=self.hot_seat)
        tell = self._worker.telling(partial(self._take, run))

        def work() -> tuple[str, list[Finding]]:
            return play_on(game, players, seats, seen_by, turns, actions, requests, tell, kind)

        self._worker.start(work, partial(self._done, run), partial(self._failed, run))

    def stop(self) -> None:
        """Let the players stop after the action in hand."""
        self._requests.stop.set()

    def want_copy(self) -> None:
        """Have the players hand over a copy of the game after the action in hand: `copied`."""
        self._requests.copy.set()

    def shutdown(self) -> None:
        """Stop for good, at the end of the program."""
        self.stop()
        self._worker.close()

    # -- inside -----------------------------------------------------------------------------------------------

    def _rewind(self, *, keep: bool = True) -> None:
        """Make the position shown the latest: what came after it is taken back, and kept as a line if it was seen."""
        game = self.game
        self.looking = False
        if game is None or self.at_end:
            return
        if keep and self._seen > self.shown:
            self._keep_line()
        self._seen, self._unsaved = self.shown, True
        while len(game) > self.shown:
            game.undo()
        del self.positions[self.shown + 1 :]
        self._choices = None
        self.cut.emit(len(self.positions))

    def _keep_line(self) -> None:
        assert self.game is not None
        self.lines.append(LineOfPlay(self.line, self.game.copy(), list(self.positions)))
        del self.lines[:-MOST_LINES]
        self.line = free_name(self.lines)
        self.lines_changed.emit()

    def _add(self, new: list[Position]) -> None:
        self._unsaved = True
        first = len(self.positions)
        following = self.at_end and not self._paced
        self.positions.extend(new)
        self._choices = None
        self.grown.emit(first)
        if following:
            self.shown = self._seen = len(self.positions) - 1
            if self.hot_seat:
                self._tell_anew()
            self.moved.emit(self.shown)

    def _take(self, run: int, batch: Batch) -> None:
        if run == self._run and self.game is not None:
            self._add(batch.positions)
            if batch.copy is not None:
                self.copied.emit(batch.copy)

    def _done(self, run: int, result: tuple[str, list[Finding]]) -> None:
        if run != self._run or self.game is None:
            return
        self._leave_the_last()
        self._set_busy(False)
        if self.hot_seat:
            self._tell_anew()
        self.stopped.emit(*result)
        self.moved.emit(self.shown)

    def _leave_the_last(self) -> None:
        """Take back the last choice of a player who stood in, where that ended what he was asked and was not all."""
        stood_in, self._stood_in = self._stood_in, None
        if stood_in is None or self.shown - stood_in[1] < 1:
            return
        asked, now = stood_in[0], self.position.decision
        if now is None or (now.side, now.kind) != (asked.side, asked.kind):
            self.shown -= 1
            self._rewind(keep=False)

    def _failed(self, run: int, error: Exception) -> None:
        log.error("test turns failed", exc_info=error)
        self._done(run, (f"The test stopped: {error}", []))

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.busy_changed.emit(busy)
