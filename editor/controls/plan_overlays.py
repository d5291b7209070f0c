"""What a scenario plans, drawn over the map: set-up areas, objectives, and where reinforcements come on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QAction, QColor, QPainterPath

from editor.canvas.drawing.arrows import arrow
from editor.canvas.drawing.furniture import scene_rect
from editor.canvas.drawing.paper import SCALE
from editor.canvas.overlay import Area, Cell, MapOverlay, OverlayStyle
from editor.commands.change import Change
from editor.kinds import parts_of
from editor.look import style
from editor.stage.stage import Stage
from editor.stage.submenus import SHOW_MENU
from editor.work.settings import settings
from engine.boards.board import Spot
from engine.scenario import Scenario
from engine.scenario.model import PLACE, PLACES, POOL, WITHDRAW

NOBODY: Final = QColor("#6d4aa0")
"""The colour of what no side holds."""
TINT: Final = 46
"""How strongly an area is tinted, of 255."""
MARKED: Final = {"exit": "exit", "reached": "first", "supplied": "supplied"}
"""What is written behind the points of an objective that is not for who holds it."""
CLEAR: Final = QColor(0, 0, 0, 0)
GREY: Final = 0.15
"""Colours of a lesser saturation are greys, and stay so."""
LENGTHS: Final = (2.3, 2.0, 1.7, 1.4)
"""How far from the middle of its hex an arrow may begin, in circumradii: the longest that strikes no furniture."""
MANY: Final = 3
"""An entry of more hexes has one arrow, and its outline."""
SWITCHES: Final = {
    "overlay.set-up": "Set-&up areas",
    "overlay.objectives": "&Objectives",
    "overlay.arrivals": "Where reinforcements &enter",
}


def firm(colour: str) -> QColor:
    """A side's colour dark enough for a line on any ground."""
    pale = QColor(colour)
    grey = pale.hslSaturationF() < GREY
    return QColor.fromHslF(max(0.0, pale.hslHueF()), pale.hslSaturationF() if grey else 0.6, 0.28 if grey else 0.36)


class PlanOverlays(QObject):
    """Keeps the plans on the map true to the scenario; while a game is played, objectives show who holds them."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self.actions: dict[str, QAction] = {}
        for key, text in SWITCHES.items():
            on = bool(settings().value(f"view/{key}", True, bool))
            self.actions[key] = stage.actions.add(
                key, text, self._switcher(key), menu=SHOW_MENU, group=2, checkable=True, checked=on
            )
        stage.document_changed.connect(lambda _document: self.refresh())
        stage.changed.connect(self._changed)
        for signal in (stage.game.started, stage.game.closed):
            signal.connect(self.refresh)
        stage.game.moved.connect(lambda _number: self._objectives())
        self.refresh()

    def _switcher(self, key: str) -> Callable[[bool], None]:
        def switch(on: bool) -> None:
            settings().setValue(f"view/{key}", on)
            self.refresh()

        return switch

    def _changed(self, change: Change) -> None:
        if not change.of_map or change.what in ("furniture", "regions", "all", "map"):
            self.refresh()

    def refresh(self) -> None:
        """Draw all of it again."""
        self._objectives()
        self._set_up()
        self._arrivals()

    def _item(self, key: str, style: OverlayStyle = OverlayStyle.FILL) -> MapOverlay:
        return self.stage.canvas.map_scene.overlay(f"plan-{key}", style)

    def _plan(self, key: str) -> Scenario | None:
        """The scenario, where this part of its plan is to be drawn."""
        return self.stage.document.scenario if self.actions[f"overlay.{key}"].isChecked() else None

    # -- objectives ---------------------------------------------------------------------------------------------

    def _objectives(self) -> None:
        scenario = self._plan("objectives")
        item = self._item("objectives", OverlayStyle.RING)
        if scenario is None:
            item.clear()
            return
        board = self.stage.board
        held = self._held()
        texts: dict[Spot, list[str]] = {}
        holders: dict[Spot, str] = {}
        for hexes, text, side in self._wanted(scenario):
            for h in hexes:
                texts.setdefault(h, []).append(text)
                if side:
                    holders.setdefault(h, side)
        cells: dict[Spot, Cell] = {}
        for h, said in texts.items():
            holder = scenario.sides.get(held.get(board.spell(h), "") if held is not None else holders.get(h, ""))
            cells[h] = (firm(holder.colour) if holder is not None else NOBODY, " + ".join(dict.fromkeys(said)))
        item.set_cells(cells)

    def _held(self) -> dict[str, str] | None:
        """Who holds what in the game on the screen; None while there is no game."""
        preview = self.stage.preview
        if preview.game is None or not preview.active or not preview.game.rules.tells("objectives"):
            return None
        return dict(preview.game.rules.objectives(preview.position.state))

    def _wanted(self, scenario: Scenario) -> Iterator[tuple[list[Spot], str, str]]:
        """Places that victory asks for, what is written there, and who holds them at first."""
        for line in scenario.victory.scoring:
            if line.kind in PLACES:
                text = f"{line.points:g} {MARKED.get(line.kind, '')}".strip()
                yield self._hexes((*line.hexes, line.region)), text, line.initial or line.side
        for win in scenario.victory.wins:
            for part in win.condition.parts():
                if part.kind in ("hold", "exit"):
                    yield self._hexes((*part.hexes, part.region)), "win" if part.kind == "hold" else "exit", ""

    def _hexes(self, names: tuple[str, ...]) -> list[Spot]:
        board = self.stage.board
        return [h for name in names if name for h in board.area(name)]

    # -- set-up -------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        scenario = self._plan("set-up")
        item = self._item("set-up")
        if scenario is None or self.stage.preview.active:
            item.clear()
            return
        areas: list[Area] = []
        cells: dict[Spot, Cell] = {}
        for number, group in enumerate(scenario.deployments, 1):
            text = f"{number} {group.name}".strip() + (f" ({len(group.units)})" if group.units else "")
            self._area(scenario, group.side, group.area, text, areas, cells, dashed=False)
        for key, names in scenario.setup_areas.items():
            side = scenario.sides.get(key)
            self._area(scenario, key, names, side.name if side else key, areas, cells, dashed=True)
        item.set_areas(areas)
        item.set_cells(cells)

    def _area(
        self,
        scenario: Scenario,
        side: str,
        names: tuple[str, ...],
        text: str,
        areas: list[Area],
        cells: dict[Spot, Cell],
        *,
        dashed: bool,
    ) -> None:
        hexes = self._hexes(names)
        known = scenario.sides.get(side)
        if not hexes:
            return
        line = firm(known.colour) if known is not None else NOBODY
        areas.append(Area(self._outline(hexes), _pale(line), line, dashed))
        middle = self._middle(hexes)
        before = cells[middle][1] + ", " if middle in cells else ""
        cells[middle] = (CLEAR, before + text)

    def _outline(self, spots: list[Spot]) -> QPainterPath:
        """The edge of a set of places in the scene."""
        return parts_of(self.stage.document).outline(self.stage.board, spots)

    def _middle(self, hexes: list[Spot]) -> Spot:
        """The place of an area that is nearest to its middle."""
        geometry = self.stage.canvas.map_scene.geometry
        spots = {h: geometry.centre(h) for h in hexes}
        x = sum(spot[0] for spot in spots.values()) / len(spots)
        y = sum(spot[1] for spot in spots.values()) / len(spots)
        return min(spots, key=lambda h: ((spots[h][0] - x) ** 2 + (spots[h][1] - y) ** 2, h))

    # -- reinforcements -----------------------------------------------------------------------------------------

    def _arrivals(self) -> None:
        scenario = self._plan("arrivals")
        item = self._item("arrivals")
        if scenario is None:
            item.clear()
            return
        kind, board = parts_of(self.stage.document), self.stage.board
        now = int(self.stage.preview.position.status.get("turn", 1)) if self.stage.preview.active else 0
        areas: dict[tuple[str, Spot], Area] = {}
        for group in scenario.arrivals:
            side = scenario.sides.get(group.side)
            if side is None or group.how in (POOL, WITHDRAW) or group.turn < now:
                continue
            line = firm(side.colour)
            # Beside the map the ground goes with the desktop: what is dark on a dark one needs a light edge.
            edge = QColor(side.colour) if style.is_dark() else QColor(line).darker(130)
            hexes = self._hexes(group.entry)
            if group.how == PLACE or len(hexes) > MANY or any(kind.outward(board, h) is None for h in hexes):
                areas[group.side, tuple(hexes)] = Area(self._outline(hexes), CLEAR, line, dashed=True)
            if group.how == PLACE:
                continue
            for h in hexes if len(hexes) <= MANY else hexes[len(hexes) // 2 :][:1]:
                way = kind.outward(board, h)
                if way is not None:
                    areas[group.side, h] = Area(self._arrow(h, way), line, edge)
        item.set_areas(areas.values())

    def _arrow(self, spot: Spot, way: tuple[float, float]) -> QPainterPath:
        """An arrow from outside the map into a place at its edge, as long as the furniture there leaves it room."""
        x, y = self.stage.canvas.map_scene.geometry.centre(spot)
        tip = QPointF(x + way[0] * 0.75 * SCALE, y + way[1] * 0.75 * SCALE)
        boxes = [scene_rect(item) for item in self.stage.board.look.furniture]
        made = QPainterPath()
        for far in LENGTHS:
            made = arrow(QPointF(x + way[0] * far * SCALE, y + way[1] * far * SCALE), tip)
            if not any(made.intersects(box) for box in boxes):
                break
        return made


def _pale(colour: QColor) -> QColor:
    tint = QColor(colour)
    tint.setAlpha(TINT)
    return tint
