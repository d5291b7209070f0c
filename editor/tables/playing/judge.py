"""What the rules say of a move that is being thought of, worked out between events: a drag never waits for it.

A move that is refused is cut back to where the rules stop it: the last part is halved down to the furthest that they
allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from editor.canvas.slices import go_on
from editor.tables.playing.plan import MovePlan, Places
from engine.errors import HexwrightError
from engine.play import Game
from engine.play.model import Judgement

SLICE = 0.008
"""Seconds of work between two events, at most, as far as one judgement allows."""


@dataclass(frozen=True, slots=True)
class JudgedPlan:
    """What the rules say of a plan."""

    wanted: MovePlan
    said: Judgement
    """Of the whole plan."""
    stop: MovePlan | None
    """The plan as far as the rules allow it; None where nothing of it is allowed."""
    at_stop: Judgement | None
    """Of that."""


@dataclass(frozen=True, slots=True)
class PlanGround:
    """What a plan is judged by: the game as whoever plays may know it, and where the units stand."""

    game: Game
    places: Places
    depths: Mapping[str, float]


class MoveJudge(QObject):
    """Asks the rules about one plan at a time; another one takes its place."""

    judged = Signal(object)
    """A `JudgedPlan`: about the whole plan is known, or where it stops."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[None] | None = None
        self.found: JudgedPlan | None = None
        """What is known of the plan asked about last; None until the rules have spoken."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    def ask(self, ground: PlanGround, plan: MovePlan) -> None:
        """Ask about a plan; `judged` tells."""
        if self.found is not None and self.found.wanted == plan:
            return
        self.found, self._work = None, self._search(ground, plan)
        self._timer.start()

    def forget(self) -> None:
        """Ask about nothing any more."""
        self._timer.stop()
        self._work = self.found = None

    def finish(self) -> JudgedPlan | None:
        """What the rules say of the plan, now."""
        if self._work is not None:
            for _ in self._work:
                pass
            self._done()
        return self.found

    @property
    def busy(self) -> bool:
        """Whether the rules have not said all yet."""
        return self._work is not None

    def _go_on(self) -> None:
        if self._work is None or not go_on(self._step, SLICE):
            self._done()

    def _step(self) -> bool:
        work = self._work
        return work is not None and next(work, self) is not self

    def _done(self) -> None:
        self._timer.stop()
        self._work = None

    def _search(self, ground: PlanGround, plan: MovePlan) -> Iterator[None]:
        """Judge a plan, and where it is refused find how far it is allowed."""
        said = judgement(ground.game, plan)
        self._tell(JudgedPlan(plan, said, plan if said.legal else None, said if said.legal else None))
        if said.legal or not plan.parts or plan.verb == "deploy":
            return
        yield
        low, high = 0, plan.span(ground.places, ground.depths)
        best: tuple[MovePlan, Judgement] | None = None
        while high - low > 1:
            middle = (low + high) // 2
            tried = plan.cut(middle, ground.places, ground.depths)
            seen = judgement(ground.game, tried)
            if seen.legal:
                low, best = middle, (tried, seen)
            else:
                high = middle
            yield
        if best is not None:
            self._tell(JudgedPlan(plan, said, *best))

    def _tell(self, found: JudgedPlan) -> None:
        self.found = found
        self.judged.emit(found)


def judgement(game: Game, plan: MovePlan) -> Judgement:
    """What the rules say of a plan; text that they cannot read is refused in their words."""
    try:
        return game.judge(plan.text)
    except HexwrightError as error:
        return Judgement(False, "", str(error))
