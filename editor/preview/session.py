"""A test game: played by people and players on a copy of the scenario, off the main thread where it takes long.

Every position is kept as plain data, so that one can step back and forth while, or after, it is played.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Signal

from editor.preview.position import NOBODY, Position, position_of, seen, seen_again, told_again
from editor.preview.running import play_on
from editor.preview.seats import HUMAN, eyes_of, screen_of
from editor.work.background import Worker
from engine.errors import HexwrightError
from engine.findings import Finding
from engine.play import Action, Game, Illegal, Verdict
from engine.play.answers import Prospects, ThrowAccount
from engine.play.choices import Choices
from engine.play.dice import Dice
from engine.players import Player, make
from engine.scenario import Scenario
from engine.umpire.testturns import Taken

log = logging.getLogger(__name__)


FIRST_LINE: Final = "Line 1"
"""The name of a line of play before somebody gives it another."""


@dataclass(slots=True)
class LineOfPlay:
    """How a game might have gone on: what was played before somebody went back and played otherwise."""

    name: str
    game: Game
    positions: list[Position]


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left, to be gone back to."""

    game: Game
    seats: dict[str, str]
    players: dict[str, Player]
    positions: list[Position]
    shown: int
    line: str = FIRST_LINE
    lines: list[LineOfPlay] = field(default_factory=list)
    file: Path | None = None
    """The file that has the game, or some of it."""
    unsaved: bool = False
    """Whether it was played in since it was saved."""


MOST_LINES: Final = 20
"""Of more lines the oldest is forgotten."""


class Preview(QObject):
    """A test game and the position of it that is shown."""

    started = Signal()
    """A game began; there is one position."""
    closed = Signal()
    """The game was given up; the map shows the set-up again."""
    grown = Signal(int)
    """Positions were added; the number of the first new one."""
    cut = Signal(int)
    """Positions were taken back; how many are left."""
    moved = Signal(int)
    """Another position is shown: its number."""
    busy_changed = Signal(bool)
    refused = Signal(str, str)
    """An action is not allowed: paragraph and reason."""
    stopped = Signal(str, object)
    """Players stopped playing: why, and the findings if the umpire stopped it."""
    seats_changed = Signal()
    """Somebody else plays a side now."""
    retold = Signal()
    """Somebody else looks at the positions, who may know of other events."""
    lines_changed = Signal()
    """There are more or fewer lines, or one has another name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game: Game | None = None
        self.positions: list[Position] = []
        self.shown = 0
        self.looking = False
        """Whether somebody went back to look at the position shown."""
        self.seats: dict[str, str] = {}
        self.lines: list[LineOfPlay] = []
        """Lines that were left, the oldest first."""
        self.line = ""
        """The name of the line that is being played."""
        self._seen = 0
        """The latest position that was shown."""
        self.left: Left | None = None
        """The game that was left last, when anything had been played in it."""
        self._sitting = ""
        """The side of the person at the screen, where several share it."""
        self._players: dict[str, Player] = {}
        self._worker = Worker("preview", self)
        self._cancel = threading.Event()
        self._busy = False
        self._run = 0
        """Which run of the players it is: what an earlier one still delivers is not wanted any more."""
        self.file: Path | None = None
        """The file that the game was saved to or opened from."""
        self._unsaved = False
        """Whether that file, if any, does not have all of it."""
        self._paced = False
        """Whether what players play is shown when somebody asks for it (`show`), and not as it comes."""
        self._choices: Choices | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    # -- beginning and ending ---------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether a test game is open."""
        return self.game is not None

    @property
    def busy(self) -> bool:
        """Whether players are playing just now."""
        return self._busy

    @property
    def played(self) -> int:
        """How many actions have been played."""
        return max(0, len(self.positions) - 1)

    @property
    def would_be_missed(self) -> bool:
        """Whether anything would be lost with the game: it was played in since it was last saved."""
        return self.busy or (self.played > 0 and self._unsaved)

    def kept(self, file: Path) -> None:
        """The game as it stands is in a file now."""
        self.file, self._unsaved = file, False

    def start(self, scenario: Scenario, seats: Mapping[str, str], seed: int = 0) -> None:
        """Begin a game on a scenario that nobody else will change; ``seats`` says who plays each side.

        Raises HexwrightError when the scenario cannot be played.
        """
        self.close()
        try:
            game = Game(scenario, seed)
            eyes, shared = screen_of(game, seats)
            players = {side: make(name, side, seed) for side, name in seats.items() if name != HUMAN}
        except ImportError as error:
            raise HexwrightError(f"a player is not there: {error}") from error
        self._open(Left(game, dict(seats), players, [position_of(game, eyes=eyes, shared=shared)], 0))

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
        self.file, self._unsaved = what.file, what.unsaved
        self.lines_changed.emit()
        self._choices = None
        self.started.emit()
        self.moved.emit(self.shown)

    def close(self) -> None:
        """Leave the game; the document was never touched. What was played can be gone back to with `resume`."""
        if self.game is None:
            return
        self._halt()
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
            )
        self.game = None
        self.positions = []
        self.shown = 0
        self._choices = None
        self.closed.emit()

    # -- looking ----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.positions[self.shown]

    @property
    def known(self) -> int:
        """The latest position that was shown; what players played beyond it is still to be shown."""
        return max(self._seen, self.shown) if self._paced else self.played

    @property
    def at_end(self) -> bool:
        """Whether the position shown is the latest."""
        return self.shown == len(self.positions) - 1

    def show(self, number: int) -> None:
        """Show another position, to look at it; numbers beyond the ends mean the ends."""
        number = max(0, min(number, len(self.positions) - 1))
        if self.active and number != self.shown:
            self.looking = number < len(self.positions) - 1
            self._go_to(number)

    def advance(self, by: int = 1) -> None:
        """Show what was played and not shown yet, so many positions of it."""
        if self.active and not self.at_end:
            self._go_to(min(self.shown + by, len(self.positions) - 1))

    def _go_to(self, number: int) -> None:
        self.shown = number
        if self.hot_seat:
            self._see(number)
            self._tell_anew()
        self._seen = max(self._seen, number)
        self.looking = self.looking and not self.at_end
        self._choices = None
        self.moved.emit(number)

    @property
    def hot_seat(self) -> bool:
        """Whether people of several sides share the screen under rules that keep secrets."""
        people = sum(name == HUMAN for name in self.seats.values())
        return self.game is not None and bool(self.game.rules.secrets) and people > 1

    @property
    def handing_over(self) -> bool:
        """Whether another person has to sit down at the screen before it goes on (`sit_down`)."""
        if not self.hot_seat or self._busy or not self.at_end:
            return False
        decision = self.position.decision
        return decision is not None and self.seats.get(decision.side) == HUMAN and decision.side != self._sitting

    def sit_down(self) -> None:
        """The person whose choice it is sits at the screen now, and sees what that side may know."""
        decision = self.position.decision
        if decision is not None and self.handing_over:
            self._sitting = decision.side
            self._see_anew()
            self.moved.emit(self.shown)

    def _see(self, number: int) -> None:
        """Bring a position to what the screen may show now: another person may have sat there when it was played."""
        assert self.game is not None
        self.positions[number] = seen_again(self.positions[number], self.game, number, self.eyes)

    def _see_anew(self) -> None:
        """Somebody else looks at the latest position, and may know more or less."""
        self._see(len(self.positions) - 1)
        self._tell_anew()
        self._choices = None

    @property
    def reader(self) -> str:
        """The side that may read what happened; empty for everybody, `NOBODY` while the screen is handed over."""
        return NOBODY if self.handing_over else self.eyes

    def _tell_anew(self) -> None:
        """Somebody else may be reading: of every position the events are told that he may know of."""
        self.positions[:] = [told_again(position, self.reader) for position in self.positions]
        self.retold.emit()

    @property
    def human_turn(self) -> bool:
        """Whether the position shown waits for the person at the screen."""
        if not self.active or self._busy or not self.at_end or self.handing_over:
            return False
        decision = self.position.decision
        return decision is not None and self.seats.get(decision.side) == HUMAN

    @property
    def eyes(self) -> str:
        """The side whose knowledge the screen shows; empty where it shows everything."""
        if self.hot_seat:
            return self._sitting
        return eyes_of(self.game, self.seats) if self.game is not None else ""

    def choices(self) -> Choices:
        """The legal actions of the latest position; none while players are playing, or it is not for us to see them."""
        if self.game is None or self._busy or not self.at_end or (self.eyes and not self.human_turn):
            return Choices()
        if self._choices is None:
            self._choices = seen(self.game, self.eyes).choices()
        return self._choices

    def verdict(self, action: Action | str) -> Verdict:
        """Whether an action would be legal in the latest position, as far as the screen may know.

        Raises HexwrightError for text without meaning, and when there is no game.
        """
        if self.game is None:
            raise HexwrightError("there is no test game")
        return seen(self.game, self.eyes).verdict(action)

    def refusal(self, unit: str, place: str) -> Illegal | None:
        """Why a unit may not do what somebody means who points at a place for it; None when nothing can be meant."""
        if self.game is None:
            return None
        twin = seen(self.game, self.eyes)
        verdicts = (twin.verdict(action) for action in twin.rules.meant(twin.state, unit, place))
        return next((verdict for verdict in verdicts if isinstance(verdict, Illegal)), None)

    def announced(self, action: Action) -> Prospects | None:
        """What the battle promises that an action starts, adds to or fights, as far as the screen may know.

        None for other actions, and where the rules tell nothing of it.
        """
        if self.game is None or not self.game.rules.tells("announced"):
            return None
        twin = seen(self.game, self.eyes)
        return twin.rules.announced(twin.state, action)

    def promised(self, action: Action) -> ThrowAccount | None:
        """What the die of a march, of foraging or the like promises that an action throws; None for other actions."""
        if self.game is None or not self.game.rules.tells("promised"):
            return None
        twin = seen(self.game, self.eyes)
        return twin.rules.promised(twin.state, action)

    # -- who plays --------------------------------------------------------------------------------------------

    @property
    def computers_turn(self) -> bool:
        """Whether the latest position waits for a player of the program."""
        decision = self.positions[-1].decision if self.positions else None
        return decision is not None and self.seats.get(decision.side) != HUMAN

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
        pairs = zip(kept.positions, wanted.positions, strict=False)
        parting = (place for place, (a, b) in enumerate(pairs) if a.happened is not b.happened)
        common = next(parting, len(wanted.positions))
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
        game = self.game
        if game is None or self._busy:
            return False
        decision = self.position.decision
        if self.eyes and (decision is None or decision.side != self.eyes):
            self.refused.emit("", "it is not your choice now")
            return False
        self._rewind()
        try:
            action = game.parse(text)
            verdict = self.verdict(text)
            if isinstance(verdict, Illegal):
                self.refused.emit(verdict.rule, verdict.reason)
                return False
            events = game.apply(action)
        except (HexwrightError, ValueError) as error:
            self.refused.emit("", str(error))
            return False
        side, kind = (decision.side, decision.kind) if decision else ("", "")
        taken = Taken(len(game), game.state.turn, side, kind, action, game.text(action), "", events)
        self._paced = False
        self._add([position_of(game, taken, self.eyes, shared=self.hot_seat)])
        return True

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
        game = self.game
        if game is None or self._busy:
            return
        self._rewind()
        self._paced = paced
        self._cancel.clear()
        self._set_busy(True)
        self._run += 1
        run, cancel, seats, players = self._run, self._cancel, self.seats, dict(self._players)
        seen_by = partial(position_of, eyes=self.eyes, shared=self.hot_seat)
        tell = self._worker.telling(partial(self._take, run))

        def work() -> tuple[str, list[Finding]]:
            return play_on(game, players, seats, seen_by, turns, actions, cancel, tell)

        self._worker.start(work, partial(self._done, run), partial(self._failed, run))

    def stop(self) -> None:
        """Let the players stop after the action in hand."""
        self._cancel.set()

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
        taken = {line.name for line in self.lines}
        self.line = next(name for number in range(1, len(taken) + 2) if (name := f"Line {number}") not in taken)
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

    def _take(self, run: int, new: list[Position]) -> None:
        if run == self._run and self.game is not None:
            self._add(new)

    def _done(self, run: int, result: tuple[str, list[Finding]]) -> None:
        if run != self._run or self.game is None:
            return
        self._set_busy(False)
        if self.hot_seat:
            self._tell_anew()
        self.stopped.emit(*result)
        self.moved.emit(self.shown)

    def _failed(self, run: int, error: Exception) -> None:
        log.error("test turns failed", exc_info=error)
        self._done(run, (f"The test stopped: {error}", []))

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.busy_changed.emit(busy)
