"""Whom overlays and panels ask: the umpire, about the position that is on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from editor.commands.change import Change
from editor.document.document import Document
from editor.stage.stage import Stage
from engine.errors import HexwrightError
from engine.play import Game, Rules
from engine.play.answer_records import FieldAnswer, ReachAnswer, SightAnswer, SightState, SupplyAnswer, ZoneAnswer
from engine.play.common_questions import fields_of_fire
from engine.play.questions import Question

DELAY = 200
Answer = TypeVar("Answer")


class Oracle(QObject):
    """Answers questions about the set-up, or about the position of the test game that is shown."""

    outdated = Signal()
    """The position is another one; ask again."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self._game: Game | None = None
        self.trouble = ""
        """Why no question can be answered; empty when they can."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._forget)
        stage.document_changed.connect(self._watch)
        stage.changed.connect(self._changed)
        for signal in (stage.game.started, stage.game.closed):
            signal.connect(self._forget)
        stage.game.moved.connect(lambda _number: self.outdated.emit())
        self._watch(stage.document)

    def _watch(self, document: Document) -> None:
        self._forget()

    def _changed(self, _change: Change) -> None:
        self._timer.start()

    def _forget(self) -> None:
        self._timer.stop()
        self._game = None
        self.outdated.emit()

    def _subject(self) -> tuple[Game, Any] | None:
        """The game and the state to ask about."""
        preview = self.stage.preview
        if preview.game is not None:
            return preview.game, preview.position.state
        if self._game is None:
            self._game = self._make()
        return (self._game, self._game.state) if self._game is not None else None

    def position(self) -> tuple[Game, Any] | None:
        """The game and the state on the screen, for questions that take long; None when there is none (`trouble`)."""
        return self._subject()

    def _make(self) -> Game | None:
        _, scenario = self.stage.document.snapshot()
        if scenario is None:
            self.trouble = "There is no scenario to ask about."
            return None
        try:
            game = Game(scenario)
        except (HexwrightError, ImportError) as error:
            self.trouble = f"The umpire cannot play this yet: {error}"
            return None
        self.trouble = ""
        return game

    def _ask(self, question: Callable[[Rules[Any], Any], Answer]) -> Answer | None:
        """What the rules answer, or None (see ``trouble``)."""
        subject = self._subject()
        if subject is None:
            return None
        game, state = subject
        try:
            answer = question(game.rules, state)
        except HexwrightError as error:
            self.trouble = str(error)
            return None
        self.trouble = ""
        return answer

    def reach(self, unit: str) -> ReachAnswer | None:
        """Where a unit can move, with costs."""
        return self._ask(lambda rules, state: rules.reach(state, unit))

    def zoc(self, side: str) -> ZoneAnswer | None:
        """The hexes a side controls."""
        return self._ask(lambda rules, state: rules.zoc(state, side))

    def supply(self, side: str) -> SupplyAnswer | None:
        """How the units of a side would be fed now, by hex."""
        return self._ask(lambda rules, state: rules.supply(state, side))

    def ask(self, question: Question, given: Mapping[str, Any]) -> Any:
        """The answer to a question that the rules register, or None."""
        return self._ask(lambda rules, state: question.function(rules, state, "", given))

    def sight(self, a: str, b: str) -> SightAnswer | None:
        """The line of sight between two hexes."""
        return self._ask(lambda rules, state: rules.sight(state, a, b))

    def sights(self, a: str) -> Mapping[str, SightState] | None:
        """The lines of sight from a hex to every other."""
        return self._ask(lambda rules, state: rules.sights(state, a))

    def field(self, hexes: list[str]) -> FieldAnswer | None:
        """What is seen from hexes, and what guns there could fire at, with areas."""
        return self._ask(lambda rules, state: fields_of_fire(rules, state, hexes))


def amount(value: Any) -> str:
    """A number without a needless ``.0``, with ½ for a half."""
    number = float(value)
    whole = int(number)
    return (f"{whole or ''}½" if number - whole == 0.5 else f"{number:g}") if number >= 0 else f"{number:g}"
