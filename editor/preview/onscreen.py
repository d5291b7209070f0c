"""A test game as it is looked at: its positions, the one that is shown, who sits there, and what he may know and do.

Every position is kept as plain data, so that one can step back and forth while, or after, it is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QObject

from editor.preview.news import GameNews
from editor.preview.position import NOBODY, Position, seen, seen_again, told_again
from editor.preview.seats import HUMAN, eyes_of
from engine.errors import HexwrightError
from engine.play import Action, Game, Illegal, Verdict
from engine.play.answers import Prospects, ThrowAccount
from engine.play.choices import Choice, Choices

MANY: Final = 300
"""With more actions than this, their units and places are not collected."""
PAIR: Final = 2
"""The words of an action that names one unit: the verb and the unit."""


class GameOnScreen(GameNews):
    """A test game and the position of it that is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game: Game | None = None
        self.positions: list[Position] = []
        self.shown = 0
        self.looking = False
        """Whether the user went back to the position shown."""
        self.seats: dict[str, str] = {}
        self._seen = 0
        """The latest position that was shown."""
        self._sitting = ""
        """The side of the person at the screen, where several share it."""
        self._busy = False
        self._paced = False
        """Whether actions of players are shown on request (`show`), and not as they come."""
        self._choices: Choices | None = None

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
    def computers_turn(self) -> bool:
        """Whether the latest position waits for a player of the program."""
        decision = self.positions[-1].decision if self.positions else None
        return decision is not None and self.seats.get(decision.side) != HUMAN

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
        """Show what was played and not shown yet, a number of positions of it."""
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
        """Another side looks at the latest position, and may know more or less."""
        self._see(len(self.positions) - 1)
        self._tell_anew()
        self._choices = None

    @property
    def reader(self) -> str:
        """The side that may read what happened; empty for all sides, `NOBODY` while the screen is handed over."""
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

    def unlisted(self, place: str) -> list[Choice]:
        """What leads to a place and is legal, though it is not among the choices: of very many goals of a march or a
        voyage the rules list some."""
        if self.game is None or not self.human_turn:
            return []
        twin, found = seen(self.game, self.eyes), list[Choice]()
        for verb in dict.fromkeys(choice.verb for choice in self.choices().of() if choice.goal):
            with suppress(HexwrightError):
                action = twin.parse(f"{verb} {place}")
                if twin.verdict(action):
                    found.append(Choice(action, twin.rules.parts(action)))
        return found

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
        # A click on a place names no path, so a refusal does not mention the path that was filled in.
        meant = (Action(*action) for action in twin.rules.likely_actions(twin.state, unit, place))
        verdicts = (twin.verdict(action) for action in meant)
        return next((verdict for verdict in verdicts if isinstance(verdict, Illegal)), None)

    def refusal_here(self, place: str, units: Iterable[str]) -> Illegal | None:
        """Why what is asked now cannot be answered with a place (if it is not empty), or with one of some units there;
        None where neither answers it anyhow."""
        choices = self.choices()
        if self.game is None or len(choices) > MANY:
            return None
        verbs = [choice.verb for choice in choices.of() if choice.goal]
        texts = [f"{verb} {place}" for verb in dict.fromkeys(verbs) if place]
        named = [choice.verb for choice in choices if not choice.goal and len(choice.parts.words) == PAIR]
        texts += [f"{verb} {unit}" for unit in units for verb in dict.fromkeys(named)]
        twin = seen(self.game, self.eyes)
        for text in texts:
            with suppress(HexwrightError):
                if isinstance(verdict := twin.verdict(text), Illegal):
                    return verdict
        return None

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
