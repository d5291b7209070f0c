"""Moving units by hand during play on a table: pick a unit or a group, drag it or a handle, or use the keys.

What is thought of is a `MovePlan`; the rules judge it between events (`MoveJudge`), and a ghost shows where it leads
and where they stop it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QApplication

from editor.desk.desk import Desk
from editor.plain import Html
from editor.preview.position import Position, seen
from editor.tables.canvas.aim import TableAim
from editor.tables.canvas.units import TablePieces
from editor.tables.playing.aiming import dragged, turned_by, whole_group
from editor.tables.playing.answering import TableAnswers
from editor.tables.playing.ghost import ALLOWED, FORBIDDEN, OPEN, MoveGhost, beside_corner, front_of
from editor.tables.playing.judge import JudgedPlan, MoveJudge, PlanGround
from editor.tables.playing.plan import (
    AHEAD,
    BACK,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    TO,
    WHEEL_LEFT,
    WHEEL_RIGHT,
    MovePart,
    MovePlan,
    front_rank,
    in_order,
)
from editor.tables.playing.wording import note_of, status_of
from editor.tables.scale import PER_GRAIN
from editor.tables.things import TableScene
from engine.mechanics.procedure import SET_UP
from engine.play import registry
from engine.tables.places import BasePlace, TablePoint, group_corner
from engine.tables.table import Table

GRIP: Final = 11.0
"""How near a handle the pointer takes it, in pixels."""
MEASURED: Final = "contacts"
"""The question that rules of moves by parts answer."""
Key = Qt.Key


class TableHands(QObject):
    """Takes the pointer and the keys while the user moves units in a game on a table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk, self.control = desk, desk.controls.game
        self.plan = MovePlan("move", ())
        """What is thought of."""
        self.answers = TableAnswers(desk)
        self.judge = MoveJudge(self)
        self.judge.judged.connect(lambda _found: self._show())
        self._ghost: MoveGhost | None = None
        self._ground: tuple[Position, PlanGround] | None = None
        self._from: TableAim | None = None
        self._lead = ""
        """The unit that was pressed."""
        self._corner: tuple[TablePoint, bool] | None = None
        """The corner that a held handle turns about, and whether it is the right one."""
        self._before = self.plan
        """The plan before the drag in hand."""
        self._box: TableAim | None = None
        self._moving = False
        """Whether the pointer has gone far enough for a drag."""
        game = desk.game
        for signal in (game.started, game.closed):
            signal.connect(self._attach)
        game.moved.connect(lambda _number: self._reset())
        desk.document_changed.connect(lambda _document: self._attach())
        desk.selection.selection_changed.connect(self._selected)
        self._attach()

    # -- when it is at work -------------------------------------------------------------------------------------

    def _attach(self) -> None:
        """Take the pointer where a game on a table is in front, under rules that measure moves."""
        self.drop()
        scene = self.desk.canvas.map_scene
        game = self.desk.preview.game
        measured = game is not None and any(
            question.key == MEASURED for question in registry.system(game.scenario.system).questions
        )
        on = measured and isinstance(self.desk.board, Table)
        scene.hands = self if on else None
        self._ghost = None
        self.answers.show(on=on and not self.verb)

    @property
    def ghost(self) -> MoveGhost:
        """The ghost over the table in front."""
        scene = self.desk.canvas.map_scene
        if self._ghost is None or self._ghost.scene() is not scene:
            self._ghost = MoveGhost(TableScene(self.desk.board).size)
            scene.add_layer(self._ghost)
        return self._ghost

    @property
    def layer(self) -> TablePieces | None:
        """The bases on the table in front."""
        layer = self.desk.controls.units.layer
        return layer if isinstance(layer, TablePieces) else None

    @property
    def verb(self) -> str:
        """What units are moved by now: ``move`` among moves, ``deploy`` during set-up; empty where they are not."""
        preview, canvas = self.desk.preview, self.desk.canvas
        decision = preview.position.decision if preview.human_turn else None
        if decision is None or preview.game is None or canvas.picking != self.control.clicked:
            return ""
        if decision.kind == preview.game.rules.moving_phase:
            return "move"
        return "deploy" if decision.kind == SET_UP else ""

    @property
    def ground(self) -> PlanGround:
        """What plans are judged by in the position shown."""
        preview = self.desk.preview
        position, layer = preview.position, self.layer
        if self._ground is None or self._ground[0] is not position:
            assert preview.game is not None
            pieces = layer.pieces if layer is not None else []
            places = {piece.unit.key: piece.spot for piece in pieces}
            depths = {piece.unit.key: layer.depth(piece) for piece in pieces} if layer is not None else {}
            self._ground = position, PlanGround(seen(preview.game, preview.eyes), places, depths)
        return self._ground[1]

    def _side(self) -> str:
        decision = self.desk.preview.position.decision
        return decision.side if decision is not None else ""

    def _own(self, unit: str) -> bool:
        game = self.desk.preview.game
        return game is not None and unit in game.scenario.units and game.scenario.units[unit].side == self._side()

    # -- the pointer --------------------------------------------------------------------------------------------

    def hover(self, aim: TableAim) -> None:
        """Show no note while the pointer only passes."""

    def press(self, aim: TableAim) -> bool:
        """A handle, a base of one's own, or bare ground, from where a box is drawn."""
        layer, verb = self.layer, self.verb
        if layer is None or not verb:
            return layer is not None and self._answered(layer, aim)
        self._from, self._box, self._moving, self._corner = aim, None, False, None
        self._before = self.plan
        if verb == "move" and (corner := self._handle_at(aim.scene)) is not None:
            self._corner = corner
            return True
        piece = layer.piece_at(aim.scene)
        if piece is None:
            waiting = self.control.setting_up.taken or self.control.waiting()
            self._box = aim if not waiting or verb == "move" else None
            return self._box is not None
        unit = piece.unit.key
        if piece.unknown or not self._own(unit):
            return False
        if aim.modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier):
            self.toggle(unit)
            self._from = None
            return True
        if unit not in self.plan.units:
            self.take((unit,))
        self._lead, self._before = unit, self.plan
        return True

    def _answered(self, layer: TablePieces, aim: TableAim) -> bool:
        """Whether a press on a base answers what is asked, where that is no move."""
        self._from = None
        piece = layer.piece_at(aim.scene)
        playing = self.desk.canvas.picking == self.control.clicked
        return playing and piece is not None and self.answers.press(piece.unit.key, piece.spot)

    def drag(self, aim: TableAim) -> None:
        """Draw the ghost along, or the box."""
        start = self._from
        if start is None:
            return
        way = (aim.scene - start.scene) * self.desk.canvas.zoom
        if not self._moving and way.manhattanLength() < QApplication.startDragDistance():
            return
        self._moving = True
        if self._box is not None:
            self._show_box(aim)
            return
        self._use(self._dragged(start, aim))

    def _dragged(self, start: TableAim, aim: TableAim) -> MovePlan:
        """The plan that a drag up to here means."""
        before, ground = self._before, self.ground
        verb = "march" if aim.modifiers & Qt.KeyboardModifier.ControlModifier and before.verb == "move" else before.verb
        before = replace(before, verb=verb)
        grip, to = _point(start.scene), _point(aim.scene)
        if self._corner is not None:
            corner, right = self._corner
            return turned_by(before, corner, grip, to, right=right)
        now = before.ends(ground.places, ground.depths)
        way = to.x - grip.x, to.y - grip.y
        if before.verb == "deploy":
            first = now[before.units[0]]
            end = BasePlace(first.x + way[0], first.y + way[1], first.facing)
            return replace(before, parts=(MovePart(TO, end=end),))
        enemies = [(place, ground.depths[key]) for key, place in ground.places.items() if not self._own(key)]
        free = bool(aim.modifiers & Qt.KeyboardModifier.AltModifier)
        return dragged(before, now, self._lead, way, enemies, free=free)

    def release(self, aim: TableAim) -> None:
        """Let go: the move is made as far as the rules allow it; with Shift it is kept, to be gone on with."""
        start, box, self._from, self._box = self._from, self._box, None, None
        if start is None:
            return
        if box is not None:
            self.desk.canvas.map_scene.marks.clear()
            if self._moving:
                self._take_box(QRectF(box.scene, aim.scene).normalized())
            elif box.spot is not None:
                self.control.clicked(box.spot)
            return
        if not self._moving or self.plan == self._before:
            return
        if aim.modifiers & Qt.KeyboardModifier.ShiftModifier:
            found = self.judge.finish()
            self._use(found.stop if found is not None and found.stop is not None else self._before)
        else:
            self.make()

    def double_click(self, aim: TableAim) -> bool:
        """The whole group of a base."""
        layer, verb = self.layer, self.verb
        piece = layer.piece_at(aim.scene) if layer is not None and verb else None
        if piece is None or piece.unknown or not self._own(piece.unit.key):
            return False
        self.take_group(piece.unit.key)
        return True

    def cancel(self) -> bool:
        """Give up the plan; where there is none, the choice of units."""
        if self._from is not None or self.plan.parts:
            units = self.plan.units
            self._from = self._box = None
            self.desk.canvas.map_scene.marks.clear()
            self.take(units)
            return True
        if self.plan.units:
            self.control.take((), ())
            return True
        return False

    # -- who moves ----------------------------------------------------------------------------------------------

    def take(self, units: tuple[str, ...]) -> None:
        """Choose units that move together, and think of nothing yet."""
        self._hold(units)
        self.control.take(self.plan.units, [self.ground.places[key] for key in self.plan.units])
        self._show_handles()

    def _hold(self, units: tuple[str, ...]) -> None:
        ground = self.ground
        ordered = in_order([key for key in units if key in ground.places], ground.places)
        self.judge.forget()
        self.plan = MovePlan(self.verb or "move", ordered, wide=front_rank(ordered, ground.places) if ordered else 1)
        self._clear()

    def toggle(self, unit: str) -> None:
        """Have a unit join those that are chosen, or leave them."""
        units = self.plan.units
        self.take(tuple(key for key in units if key != unit) if unit in units else (*units, unit))

    def take_group(self, unit: str) -> None:
        """Choose a unit with all of its command that touch it and face as it does."""
        ground, units = self.ground, self.desk.preview.position.units
        command = units[unit].get("command")
        friends = [key for key in ground.places if self._own(key) and units[key].get("command") == command]
        self.take(tuple(whole_group(unit, ground.places, ground.depths, friends)))

    def _take_box(self, box: QRectF) -> None:
        layer = self.layer
        inside = [piece.unit.key for piece in layer.within(box)] if layer is not None else []
        self.take(tuple(key for key in inside if self._own(key)))

    def _selected(self) -> None:
        """The user has chosen a unit elsewhere: in a list, by a click that means something else."""
        if not self._at_work or self._from is not None:
            return
        self.answers.show(on=not self.verb)
        units = tuple(self.desk.selection.units)
        if set(units) != set(self.plan.units):
            self._hold(tuple(key for key in units if self._own(key)))
            self._show_handles()

    # -- the plan -----------------------------------------------------------------------------------------------

    def _use(self, plan: MovePlan) -> None:
        """Think of another plan."""
        if plan == self.plan and plan.parts:
            return
        self.plan = plan
        if plan.parts:
            self.judge.ask(self.ground, plan)
        else:
            self.judge.forget()
        self._show()

    def make(self) -> bool:
        """Make the move as far as the rules allow it; whether anything was done."""
        if not self.plan.parts:
            return False
        found = self.judge.finish()
        plan = found.stop if found is not None and found.stop is not None else self.plan
        units = self.plan.units
        self.drop()
        done = self.control.act(plan.text)
        if done and self.verb:
            self.take(units)
        return done

    def drop(self) -> None:
        """Think of nothing."""
        self.judge.forget()
        self.plan = MovePlan("move", ())
        self._from = self._box = None
        self._clear()

    def _reset(self) -> None:
        """Another position is shown: what was thought of in the one before is over."""
        if self._at_work:
            self.drop()
            self._ground = None
            self._show_handles()
            self.answers.show(on=not self.verb)

    @property
    def _at_work(self) -> bool:
        """Whether the table in front is played on with these hands."""
        return self.desk.canvas.map_scene.hands is self

    # -- keys ---------------------------------------------------------------------------------------------------

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """Arrows go ahead, back and wheel; comma and full stop pivot a single base; Enter makes the move, Backspace
        takes its last part away. G takes the whole group, M changes between a move and a march."""
        if not self.plan.units or self.verb != "move":
            return None
        paces, tenths = (1, 5) if shift else (10, 50)
        part = {
            Key.Key_Up.value: MovePart(AHEAD, paces),
            Key.Key_Down.value: MovePart(BACK, paces),
            Key.Key_Right.value: MovePart(WHEEL_RIGHT, tenths),
            Key.Key_Left.value: MovePart(WHEEL_LEFT, tenths),
            Key.Key_Period.value: MovePart(PIVOT_RIGHT, tenths),
            Key.Key_Comma.value: MovePart(PIVOT_LEFT, tenths),
        }.get(key)
        if part is not None:
            return lambda: self._use(self.plan.then(part))
        does: dict[int, Callable[[], object]] = {
            Key.Key_G.value: lambda: self.take_group(self.plan.units[0]),
            Key.Key_M.value: self._change_verb,
        }
        if self.plan.parts:
            does[Key.Key_Backspace.value] = lambda: self._use(self.plan.shorter())
            does[Key.Key_Return.value] = does[Key.Key_Enter.value] = self.make
        chosen = does.get(key)
        return None if chosen is None else lambda: _do(chosen)

    def _change_verb(self) -> None:
        self._use(replace(self.plan, verb="march" if self.plan.verb == "move" else "move"))
        self.desk.status("A march move" if self.plan.verb == "march" else "A tactical move")

    # -- showing ------------------------------------------------------------------------------------------------

    def _clear(self) -> None:
        if self._ghost is not None and self._ghost.scene() is not None:
            self._ghost.clear()
            self._ghost.show_handles(())
        self.desk.canvas.hush()

    def _show(self) -> None:
        """The ghost, the note at the pointer and the status bar."""
        layer, found = self.layer, self.judge.found
        if layer is None or not self.plan.parts:
            if self._ghost is not None:
                self._ghost.clear()
            self.desk.canvas.hush()
            return
        ground = self.ground
        wanted = self.plan.ends(ground.places, ground.depths)
        stop = found.stop if found is not None and found.wanted == self.plan else None
        ends = stop.ends(ground.places, ground.depths) if stop is not None else {}
        legal = found is not None and found.wanted == self.plan and found.said.legal
        colour = ALLOWED if ends else (OPEN if found is None else FORBIDDEN)
        beyond = () if legal or found is None else [(layer.face(key), place) for key, place in wanted.items()]
        shown = ends or (wanted if found is None else {})
        lead = self._lead if self._lead in shown else next(iter(shown), "")
        ways = [(front_of(ground.places[lead]), front_of(shown[lead]))] if shown else []
        self.ghost.show_plan([(layer.face(key), place) for key, place in shown.items()], beyond, ways, colour)
        self.ghost.show_handles(())
        if found is not None and found.wanted == self.plan:
            self._say(found)

    def _say(self, found: JudgedPlan) -> None:
        game = self.desk.preview.game
        assert game is not None
        self.desk.status(status_of(found, game.scenario))
        note: Html = note_of(found, game.scenario)
        if self._from is not None:
            self.desk.canvas.say_here(note)

    def _show_handles(self) -> None:
        """Handles at the front corners of who is chosen, where they may wheel."""
        places = [self.ground.places[key] for key in self.plan.units] if self.plan.units else []
        on = bool(places) and self.verb == "move" and len({place.facing for place in places}) == 1
        if not on:
            if self._ghost is not None:
                self._ghost.show_handles(())
            return
        self.ghost.show_handles([self._handle(places, right=right) for right in (False, True)])

    @staticmethod
    def _handle(places: list[BasePlace], *, right: bool) -> QPointF:
        return beside_corner(group_corner(places, right=right), places[0].facing)

    def _handle_at(self, point: QPointF) -> tuple[TablePoint, bool] | None:
        """The corner that the handle at a point turns about, which is the one across; None for no handle."""
        if self._ghost is None or not self._ghost.handles or self.plan.parts:
            return None
        places = [self.ground.places[key] for key in self.plan.units]
        reach = GRIP / max(self.desk.canvas.zoom, 1e-6)
        for right, handle in enumerate(self._ghost.handles):
            if (handle - point).manhattanLength() <= 1.5 * reach:
                return group_corner(places, right=not right), not right
        return None

    def _show_box(self, aim: TableAim) -> None:
        box = self._box
        if box is not None:
            frame = QPainterPath()
            frame.addRect(QRectF(box.scene, aim.scene).normalized())
            self.desk.canvas.map_scene.marks.show_marks(areas=frame)


def _point(scene: QPointF) -> TablePoint:
    return TablePoint(round(scene.x() / PER_GRAIN), round(scene.y() / PER_GRAIN))


def _do(what: Callable[[], object]) -> None:
    what()
