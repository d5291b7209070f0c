"""What the umpire knows, laid over the map: reach with costs, zones of control, lines of sight, problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QAction, QColor, QPainterPath, QPolygonF

from editor.canvas.drawing.paper import SCALE
from editor.canvas.overlay import Z_ABOVE, Area, Cell, MapOverlay, OverlayLine, OverlayStyle
from editor.controls.oracle import Oracle, amount
from editor.document.document import Document
from editor.kinds import kind_of
from editor.stage.memory import Memory
from editor.stage.stage import Stage
from editor.stage.submenus import OVERLAYS_MENU
from editor.work.settings import settings
from engine.boards.board import Spot
from engine.findings import Finding, Severity
from engine.play.answer_records import FieldAnswer, HexReach, SightState
from engine.plural import counted

Heard = TypeVar("Heard")

REACH: Final = QColor(46, 160, 67, 80)
STOPS: Final = QColor(219, 109, 40, 100)
SIGHT: Final = {
    "clear": QColor(255, 240, 120, 95),
    "visible": QColor(255, 240, 120, 95),
    "attenuated": QColor(240, 150, 40, 110),
    "blocked": QColor(40, 48, 60, 120),
}
FIELD: Final = {
    "attenuated": (QColor(240, 150, 40, 60), QColor("#bc6a00"), False),
    "visible": (QColor(255, 240, 120, 75), QColor("#8a7400"), False),
    "fire_attenuated": (QColor(179, 38, 30, 0), QColor("#b3261e"), True),
    "fire": (QColor(179, 38, 30, 55), QColor("#b3261e"), False),
}
"""For each area of a field of fire how it is filled, its outline, and whether that is dashed; the last lie on top."""
LOOKOUTS: Final = 20
"""From more hexes than this at once nothing is shown: it would take long, and everything be seen."""
LOSSES: Final = QColor(179, 38, 30)
"""The tint of hexes where units lost steps in trials; the more the denser."""
LINE: Final = {
    "clear": QColor("#1a7f37"),
    "visible": QColor("#1a7f37"),
    "attenuated": QColor("#bc6a00"),
    "blocked": QColor("#b3261e"),
}
MARKS: Final = {
    Severity.ERROR: QColor(198, 40, 40, 220),
    Severity.WARNING: QColor(230, 149, 0, 220),
    Severity.INFO: QColor(47, 123, 184, 200),
}
CLEAR: Final = QColor(0, 0, 0, 0)
SIDES: Final = ("first", "second")
SIGHT_WORDS: Final = {"clear": "visible"}
MARKED: Final = "overlay.problems"
"""The one overlay that is on at first. Whether one likes it is a matter of taste: a new tab has it as the last one."""


def outline(area: Mapping[str, Any]) -> QPainterPath:
    """A GeoJSON geometry of polygons on paper as a path of the scene."""
    path = QPainterPath()
    for polygon in area["coordinates"]:
        for ring in polygon:
            path.addPolygon(QPolygonF([QPointF(x * SCALE, y * SCALE) for x, y in ring]))
    return path


def strong(colour: str) -> QColor:
    """A side's colour made dark and full enough to be told apart on any ground."""
    pale = QColor(colour)
    return QColor.fromHslF(max(0.0, pale.hslHueF()), max(0.55, pale.hslSaturationF()), 0.4, 0.7)


class OwnDrawing(Protocol):
    """How a kind of map draws overlays that are not places of it."""

    def zones(self, side: str, colour: QColor) -> list[Area]:
        """The zones of control of a side."""

    def field(self, units: Sequence[str]) -> tuple[list[Area], list[OverlayLine], str]:
        """What units can fire at: areas, lines to the targets, and words for the status bar."""

    def reach(self, units: Sequence[str], show: Callable[[list[Area]], None]) -> None:
        """Have shown how far units can move, once that is known."""


class OverlaysControl(QObject):
    """Owns the overlays and their switches in the View menu; keeps them true to the position on the screen.

    Each tab has its own, and a file gets back at the next start those that it was left with.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self.oracle = Oracle(stage)
        self._findings: list[Finding] = []
        self._sight_from: Spot | None = None
        self._sights: Mapping[str, SightState] = {}
        self._hovered: Spot | None = None
        self._following = False
        self._own: dict[str, OwnDrawing] = {}
        """Who draws for kinds of map whose overlays are not places, by kind."""
        self._losses: WeakKeyDictionary[Document, Mapping[str, float]] = WeakKeyDictionary()
        """Steps lost a game by hex, in the last trial of each document."""
        self._switches: dict[str, QAction] = {}
        self._memory = Memory(stage.tabs, "overlays")
        self.reach_action = self._switch("overlay.reach", "&Reach of the selected unit", "Ctrl+R")
        self.zoc_actions = [
            self._switch(f"overlay.zoc-{which}", f"Zones of control, {which} side", key)
            for which, key in zip(SIDES, ("F7", "Shift+F7"), strict=True)
        ]
        self.sight_action = self._switch("overlay.sight", "&Line of sight from the selected hex", "F8")
        self.field_action = self._switch("overlay.field", "&Fields of fire from the selected hexes", "Shift+F8")
        self.losses_action = self._switch("overlay.losses", "Losses in the last t&rial", "")
        self.losses_action.setEnabled(False)
        self.marks_action = self._switch(MARKED, "&Problems on the map", "")
        self.oracle.outdated.connect(self.refresh)
        stage.selection.selection_changed.connect(self.refresh)
        stage.panes.spot_hovered.connect(self._hover)
        stage.document_changed.connect(lambda _document: self._other_document())
        self._follow()
        self._name_sides()

    def _switch(self, key: str, text: str, shortcut: str) -> QAction:
        action = self._switches[key] = self.stage.actions.add(
            key, text, self._switcher(key), menu=OVERLAYS_MENU, shortcut=shortcut, checkable=True
        )
        return action

    def _switcher(self, key: str) -> Callable[[bool], None]:
        def switch(on: bool) -> None:
            if not self._following:
                self._keep(key, on)
                self.refresh()

        return switch

    # -- what is switched on ------------------------------------------------------------------------------------

    @property
    def shown(self) -> dict[str, bool]:
        """What was switched on or off over the document in front, by the keys of the actions."""
        document = self.stage.document
        usual = {MARKED: bool(settings().value(f"view/{MARKED}", True, bool))}
        return self._memory.of(document) or {**usual, **self._memory.recall(document)}

    def _keep(self, key: str, on: bool) -> None:
        self._memory.keep(self.stage.document, {**self.shown, key: on})
        if key == MARKED:
            settings().setValue(f"view/{MARKED}", on)

    def _follow(self) -> None:
        """The switches stand as they were left for the document in front."""
        shown = self.shown
        self._memory.keep(self.stage.document, shown)
        self._following = True
        for key, action in self._switches.items():
            action.setChecked(bool(shown.get(key, False)))
        self._following = False

    def _item(self, key: str, style: OverlayStyle = OverlayStyle.FILL, z: float | None = None) -> MapOverlay:
        return self.stage.canvas.map_scene.overlay(key, style, *(() if z is None else (z,)))

    def _other_document(self) -> None:
        self._findings = []
        self._sight_from = self._hovered = None
        self._follow()
        self.refresh()

    def _name_sides(self) -> None:
        """The switches of the zones of control carry the names of the sides."""
        scenario = self.stage.document.scenario
        names = [side.name for side in scenario.sides.values()] if scenario is not None else []
        for i, action in enumerate(self.zoc_actions):
            named = names[i] if i < len(names) else f"{SIDES[i]} side"
            action.setText(f"Zones of control, {named}")
            action.setEnabled(i < len(names))

    # -- drawing ----------------------------------------------------------------------------------------------

    def _drawing(self) -> OwnDrawing | None:
        """Who draws the overlays of the map in front, where these are not places of it."""
        kind = kind_of(self.stage.document)
        if kind.overlays and kind.key not in self._own:
            self._own[kind.key] = kind.offers("overlays")(self.stage, self.oracle)
        return self._own.get(kind.key)

    def refresh(self) -> None:
        """Draw every overlay that is switched on again."""
        self._name_sides()
        self._draw_reach()
        self._draw_zones()
        self._draw_sight()
        self._draw_field()
        self._draw_losses()
        self._draw_marks()

    def _draw_reach(self) -> None:
        item = self._item("reach")
        unit = self.stage.selection.unit
        if not self.reach_action.isChecked() or unit is None:
            item.clear()
            return
        if (drawing := self._drawing()) is not None:
            drawing.reach(self.stage.selection.units, item.set_areas)
            return
        answer = self._heard(self.oracle.reach(unit))
        item.set_cells(self._reach_cells(answer.hexes) if answer is not None else {})

    def _reach_cells(self, hexes: Mapping[str, HexReach]) -> dict[Spot, Cell]:
        """The places of a reach with their costs; where a move must stop has a colour of its own."""
        cells: dict[Spot, Cell] = {}
        for name, how in hexes.items():
            spot = self.stage.board.find(name)
            if spot is not None:
                cells[spot] = (STOPS if how.stops else REACH, amount(how.cost))
        return cells

    def _draw_zones(self) -> None:
        scenario = self.stage.document.scenario
        keys = list(scenario.sides) if scenario is not None else []
        for i, action in enumerate(self.zoc_actions):
            item = self._item(f"zoc-{SIDES[i]}", OverlayStyle.HATCH if i == 0 else OverlayStyle.BACK_HATCH)
            if not action.isChecked() or scenario is None or i >= len(keys):
                item.clear()
                continue
            colour = strong(scenario.sides[keys[i]].colour)
            if (drawing := self._drawing()) is not None:
                item.set_areas(drawing.zones(keys[i], colour))
                continue
            answer = self._heard(self.oracle.zoc(keys[i]))
            spots = (self.stage.board.find(name) for name in (answer.hexes if answer is not None else ()))
            item.set_cells({spot: (colour, "") for spot in spots if spot is not None})

    def _heard(self, answer: Heard | None) -> Heard | None:
        """An answer; where there is none, the status bar says why."""
        if answer is None and self.oracle.trouble:
            self.stage.status(self.oracle.trouble)
        return answer

    # -- sight ------------------------------------------------------------------------------------------------

    def _draw_sight(self) -> None:
        item = self._item("sight")
        here = self._drawing() is None
        self.sight_action.setEnabled(here)
        start = self.stage.selection.spot if here and self.sight_action.isChecked() else None
        self._sight_from = start
        if start is None:
            self._sights = {}
            item.clear()
            self._item("sight-line", z=Z_ABOVE).clear()
            return
        board = self.stage.board
        self._sights = self._heard(self.oracle.sights(board.spell(start))) or {}
        cells: dict[Spot, Cell] = {}
        for name, how in self._sights.items():
            spot = board.find(name)
            if spot is not None:
                cells[spot] = (SIGHT.get(how.state, SIGHT["blocked"]), "")
        item.set_cells(cells)
        self._draw_line()

    def _hover(self, spot: Spot | None) -> None:
        self._hovered = spot
        if self._sight_from is not None:
            self._draw_line()

    def _draw_line(self) -> None:
        """The line of sight to the place under the pointer, and in words what it meets."""
        item = self._item("sight-line", z=Z_ABOVE)
        start, end = self._sight_from, self._hovered
        board = self.stage.board
        if start is None or end is None or end == start or not self._sights:
            item.clear()
            return
        how = self._heard(self.oracle.sight(board.spell(start), board.spell(end)))
        if how is None:
            item.clear()
            return
        state, reasons = how.state, how.because
        because = ", ".join(reasons)
        said = SIGHT_WORDS.get(state, state)
        item.set_lines([OverlayLine(item.centre(start), item.centre(end), LINE.get(state, LINE["blocked"]), 4)])
        item.set_cells({end: (CLEAR, said + (f": {reasons[0]}" if reasons else ""))})
        self.stage.status(
            f"{board.spell(start)} to {board.spell(end)}, range {board.distance(start, end):g}: {said}"
            + (f" by {because}" if because else "")
        )

    # -- fields of fire ---------------------------------------------------------------------------------------

    def _draw_field(self) -> None:
        item = self._item("field")
        if self.field_action.isChecked() and (drawing := self._drawing()) is not None:
            areas, lines, said = drawing.field(self.stage.selection.units)
            item.set_areas(areas)
            item.set_lines(lines)
            if said:
                self.stage.status(said)
            return
        starts = self.stage.selection.spots if self.field_action.isChecked() else []
        if len(starts) > LOOKOUTS:
            self.stage.status(f"Fields of fire are shown from at most {LOOKOUTS} hexes at once; select fewer.")
            starts = []
        if not starts:
            item.clear()
            return
        answer = self._heard(self.oracle.field([self.stage.board.spell(spot) for spot in starts]))
        covered = answer.areas if answer is not None else {}
        item.set_areas([Area(outline(covered[what]), *look) for what, look in FIELD.items() if what in covered])
        if answer is not None:
            self.stage.status(self._field_in_words(answer))

    def _field_in_words(self, answer: FieldAnswer) -> str:
        """How much is seen, and which guns there are, in words."""
        scenario = self.stage.document.scenario
        units = scenario.units if scenario is not None else {}
        guns = "".join(f"; {units[gun.unit].name}, range {gun.range}" for gun in answer.fire)
        return f"{counted(len(answer.visible) + len(answer.attenuated), 'hex', 'hexes')} in sight{guns}"

    # -- trials -----------------------------------------------------------------------------------------------

    def show_losses(self, document: Document, losses: Mapping[str, float]) -> None:
        """Tint the hexes in which units lose steps, by how many they are in a game."""
        self._losses[document] = losses
        if document is self.stage.document:
            self.losses_action.setChecked(True)
            self._draw_losses()

    def _draw_losses(self) -> None:
        item = self._item("losses")
        losses = self._losses.get(self.stage.document, {})
        self.losses_action.setEnabled(bool(losses))
        if not self.losses_action.isChecked() or not losses:
            item.clear()
            return
        most = max(losses.values()) or 1.0
        cells: dict[Spot, Cell] = {}
        for name, steps in losses.items():
            spot = self.stage.board.find(name)
            if spot is not None:
                colour = QColor(LOSSES)
                colour.setAlpha(round(30 + 160 * steps / most))
                cells[spot] = (colour, f"{steps:.2f}")
        item.set_cells(cells)

    # -- problems ---------------------------------------------------------------------------------------------

    def show_findings(self, findings: list[Finding]) -> None:
        """Mark the hexes that findings are about."""
        if findings is not self._findings:
            self._findings = findings
            self._draw_marks()

    def _draw_marks(self) -> None:
        item = self._item("problems", OverlayStyle.RING)
        if not self.marks_action.isChecked() or self.stage.preview.active:
            item.clear()
            return
        order = list(Severity)
        worst: dict[Spot, Severity] = {}
        scenario = self.stage.document.scenario
        grave = (finding for finding in self._findings if finding.severity is not Severity.INFO)
        for finding in grave:
            name = finding.place.hex
            if not name and scenario is not None:
                name = scenario.setup.get(finding.place.unit, "")
            board = self.stage.board
            spot = board.find(name)
            # A finding about a hexside is marked at its first hex.
            spot = spot if spot is not None else board.find(name.partition("/")[0])
            if spot is not None:
                worst[spot] = min(worst.get(spot, finding.severity), finding.severity, key=order.index)
        item.set_cells({spot: (MARKS[severity], "") for spot, severity in worst.items()})
