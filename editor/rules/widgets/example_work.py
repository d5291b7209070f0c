"""The work of the live example, done off the main thread: rules are laid out, a question answered, pictures drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.drawing.faces import USUAL_LOOK
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import paper_size
from editor.kinds import Printing, printing_of
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.kit.example.answers import ExampleAnswer, ExampleKind, ExampleLine
from engine.kit.example.layout import ExampleBook, RulesExample
from engine.scenario import Scenario

LOOK = Look(numbers=False, labels=False, regions=False, furniture=False)


@dataclass(frozen=True, slots=True)
class ExampleRequest:
    """What is to be shown."""

    text: str
    path: Path | None
    scenario: Scenario | None
    asked: ExampleKind
    unit: str
    enemy: str
    moved: Mapping[str, str]
    size: QSize
    """Pixels of the screen that the picture has."""
    kind: str = ""
    """The kind of combat whose odds are asked; empty for the first that the unit can make."""


@dataclass(frozen=True, slots=True)
class ExampleView:
    """What the pane shows."""

    trouble: str = ""
    """Why the rules as they are now cannot be tried."""
    board: Board | None = None
    units: Mapping[str, str] = field(default_factory=dict)
    enemies: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""
    enemy: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    answer: ExampleAnswer | None = None
    ground: QImage | None = None
    counters: QImage | None = None


class ExampleWork:
    """Does what is requested, one request after another. Only one thread may use it at a time."""

    def __init__(self) -> None:
        self._book = ExampleBook()
        self._printing: tuple[Board, Printing] | None = None
        self._ground: tuple[Board, QSize, QImage] | None = None

    def show(self, request: ExampleRequest) -> ExampleView:
        """The view of a request."""
        self._book.take(request.text, request.path, request.scenario)
        example = self._book.example
        if example is None or not example.units:
            return ExampleView(self._book.trouble or "There is no unit on the map.")
        unit = request.unit if request.unit in example.units else example.first_unit(request.kind)
        enemies = example.enemies(unit)
        enemy = request.enemy if request.enemy in enemies else example.first_enemy(unit, request.kind)
        moved = dict(request.moved)
        trouble = self._book.trouble
        try:
            at = example.places(request.asked, unit, enemy, moved, request.kind)
            answer = example.ask(request.asked, unit, enemy, moved, request.kind)
        except HexwrightError as error:
            # The units cannot stand there: they are shown where they were put, and the rules say why.
            answer = ExampleAnswer(request.asked, lines=(ExampleLine(f"{str(error)[:1].upper()}{str(error)[1:]}."),))
        board = example.scenario.map
        ground = self._drawn_ground(board, request.size)
        counters = self._drawn_counters(example, at, request.size)
        return ExampleView(trouble, board, example.units, enemies, unit, enemy, at, answer, ground, counters)

    # -- drawing ----------------------------------------------------------------------------------------------

    def _printed(self, board: Board) -> Printing:
        if self._printing is None or self._printing[0] is not board:
            self._printing = (board, printing_of(board, LOOK))
        return self._printing[1]

    def _drawn_ground(self, board: Board, size: QSize) -> QImage:
        if self._ground is None or self._ground[0] is not board or self._ground[1] != size:
            image, painter, scale = _begun(board, size)
            self._printed(board).paint(painter, QRectF(0, 0, *paper_size(board)), scale, LOOK)
            painter.end()
            self._ground = (board, size, image)
        return self._ground[2]

    def _drawn_counters(self, example: RulesExample, at: Mapping[str, str], size: QSize) -> QImage:
        scenario = example.scenario.with_(setup=dict(at))
        image, painter, scale = _begun(scenario.map, size)
        whole = QRectF(0, 0, *paper_size(scenario.map))
        self._printed(scenario.map).paint_units(painter, scenario, whole, scale, USUAL_LOOK)
        painter.end()
        return image


def scale_of(board: Board, size: QSize) -> float:
    """Pixels to a unit of the scene at which a whole map fits into a size in pixels."""
    wide, high = paper_size(board)
    return min(size.width() / wide, size.height() / high)


def _begun(board: Board, size: QSize) -> tuple[QImage, QPainter, float]:
    """An empty picture of a map with its painter, in units of the scene."""
    wide, high = paper_size(board)
    scale = max(scale_of(board, size), 0.001)
    image = QImage(max(1, round(wide * scale)), max(1, round(high * scale)), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    return image, painter, scale
