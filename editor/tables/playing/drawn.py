"""What the umpire knows, drawn over a table: zones before bases, what shots reach and at whom, how far a group goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QPainterPath

from editor.canvas.overlay import Area, OverlayLine
from editor.canvas.slices import go_on
from editor.controls.oracle import Oracle
from editor.preview.position import seen
from editor.stage.stage import Stage
from editor.tables.playing.judge import SLICE, judgement
from editor.tables.playing.plan import AHEAD, WHEEL_LEFT, WHEEL_RIGHT, MovePart, MovePlan, in_order
from editor.tables.scale import base_polygon, outline_path
from engine.errors import HexwrightError
from engine.exchange.bases import depth_of
from engine.play import Game, registry
from engine.play.questions import Question
from engine.scenario import Scenario
from engine.tables.places import PACE, BasePlace, TablePoint, group_corner, wheel_group

SHOTS: Final = QColor("#b3261e")
AIMED: Final = QColor("#b3261e")
LATER: Final = QColor("#bc6a00")
"""The line to a target that may be shot at only when the first one may not."""
REACH: Final = QColor("#1a7f37")
FARTHEST: Final = 400
"""Paces that no move goes beyond."""
WIDEST: Final = 900
"""Tenths of a degree that a wheel is tried up to."""
ARC_STEPS: Final = 6
"""Chords of the arc of a wheel."""


class TableDrawn(QObject):
    """Draws for the overlays that the View menu switches."""

    def __init__(self, stage: Stage, oracle: Oracle) -> None:
        super().__init__(stage)
        self._stage, self._oracle = stage, oracle
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    # -- asking -------------------------------------------------------------------------------------------------

    def _questions(self) -> dict[str, Question]:
        scenario = self._stage.document.scenario
        try:
            system = registry.system(scenario.system) if scenario is not None else None
        except HexwrightError:
            return {}
        return {question.key: question for question in system.questions} if system is not None else {}

    def _ask(self, key: str, *words: str) -> Any:
        question = self._questions().get(key)
        return self._oracle.ask(question, {"words": list(words)}) if question is not None else None

    def _scenario(self) -> Scenario | None:
        return self._stage.document.scenario

    def places(self) -> dict[str, BasePlace]:
        """Where the units are that the screen may show."""
        preview, scenario, board = self._stage.preview, self._scenario(), self._stage.board
        if scenario is None:
            return {}
        if preview.active:
            said = {key: str(how.get("at") or "") for key, how in preview.position.units.items()}
        else:
            said = dict(scenario.setup)
        return {key: spot for key, text in said.items() if (spot := board.find(text)) is not None}

    # -- zones --------------------------------------------------------------------------------------------------

    def zones(self, side: str, colour: QColor) -> list[Area]:
        """The zone before each base of a side."""
        scenario = self._scenario()
        found = []
        for key in self.places() if scenario is not None else ():
            if scenario is not None and key in scenario.units and scenario.units[key].side == side:
                points = self._ask("zone", key)
                if points:
                    found.append(Area(outline_path(points), _pale(colour, 34), colour, dashed=True))
        return found

    # -- shooting -----------------------------------------------------------------------------------------------

    def field(self, units: Sequence[str]) -> tuple[list[Area], list[OverlayLine], str]:
        """What the shots of bases reach, a line to each target, and both in words."""
        places, scenario = self.places(), self._scenario()
        areas: list[Area] = []
        lines: list[OverlayLine] = []
        said = []
        for key in units:
            arc = self._ask("arc", key) if key in places else None
            if scenario is None or not arc or not arc["range"]:
                continue
            areas.append(Area(outline_path(arc["outline"]), _pale(SHOTS, 30), SHOTS))
            targets = [target for target in self._ask("targets", key) or [] if target in places]
            start = base_polygon(places[key]).boundingRect().center()
            for number, target in enumerate(targets):
                end = base_polygon(places[target]).boundingRect().center()
                lines.append(OverlayLine(start, end, LATER if number else AIMED, 3))
            names = ", ".join(scenario.units[target].called for target in targets)
            said.append(f"{scenario.units[key].called}, range {arc['range']}: {names or 'no target'}")
        return areas, lines, "; ".join(said)

    # -- reach --------------------------------------------------------------------------------------------------

    def reach(self, units: Sequence[str], show: Callable[[list[Area]], None]) -> None:
        """How far a group goes straight ahead, and by a wheel to either side, worked out between events."""
        self._timer.stop()
        preview, places = self._stage.preview, self.places()
        standing = [key for key in units if key in places]
        game = preview.game
        moving = game is not None and preview.human_turn and preview.position.decision is not None
        show([])
        if not standing or not moving or game is None or preview.position.decision is None:
            return
        if preview.position.decision.kind != game.rules.moving_phase:
            return
        self._work = self._search(seen(game, preview.eyes), in_order(standing, places), places, show)
        self._timer.start()

    def _go_on(self) -> None:
        if not go_on(lambda: next(self._work or iter(()), self) is not self, SLICE):
            self._timer.stop()
            self._work = None

    def _search(
        self, game: Game, units: tuple[str, ...], places: dict[str, BasePlace], show: Callable[[list[Area]], None]
    ) -> Iterator[None]:
        scenario = game.scenario
        depths = {key: depth_of(scenario, scenario.units[key]) for key in units}
        now = {key: places[key] for key in units}
        found: list[Area] = []
        for word, most in ((AHEAD, FARTHEST), (WHEEL_LEFT, WIDEST), (WHEEL_RIGHT, WIDEST)):
            low, high = 0, most
            while high - low > (1 if word == AHEAD else 10):
                middle = (low + high) // 2
                if judgement(game, MovePlan("move", units, (MovePart(word, middle),))).legal:
                    low = middle
                else:
                    high = middle
                yield
            if low:
                found.append(Area(_swept(word, low, list(now.values()), depths), _pale(REACH, 36), REACH))
                show(found)


def _swept(word: str, far: int, places: list[BasePlace], depths: dict[str, float]) -> QPainterPath:
    """What the front of a group passes over."""
    left, right = group_corner(places, right=False), group_corner(places, right=True)
    if word == AHEAD:
        facing = places[0].facing
        ends = [BasePlace(*corner, facing).at(far * PACE, 0) for corner in (left, right)]
        return outline_path(_paces((left, *ends, right)))
    tenths = far if word == WHEEL_RIGHT else -far
    pivot, outer = (right, left) if tenths > 0 else (left, right)
    arc = [outer]
    for step in range(1, ARC_STEPS + 1):
        turned = wheel_group(places, tenths * step // ARC_STEPS)
        arc.append(group_corner(turned, right=tenths < 0))
    return outline_path(_paces((pivot, *arc)))


def _paces(points: Sequence[TablePoint]) -> list[tuple[float, float]]:
    return [(point.x / PACE, point.y / PACE) for point in points]


def _pale(colour: QColor, alpha: int) -> QColor:
    found = QColor(colour)
    found.setAlpha(alpha)
    return found
