"""Units on the canvas: shows the set-up or the test game, and turns picking, moving and deleting into commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QShortcut

from editor.canvas.drawing.faces import look_of
from editor.canvas.group_markers import groups_shown
from editor.canvas.markers import markers_shown
from editor.canvas.overlay import OverlayStyle
from editor.canvas.pieces import Piece, moorings_of, pieces_of_position, pieces_of_setup
from editor.canvas.units_layer import UnitsOnMap
from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.commands.move_units import MoveUnits
from editor.commands.place_unit import PlaceUnit
from editor.commands.revise_units import ReviseUnits
from editor.controls.armies import ArmiesControl
from editor.document.clipboard import clipboard
from editor.document.document import Document
from editor.kinds import parts_of
from editor.stage.stage import Stage
from engine.boards.board import Spot
from engine.hexes.board.battlemap import hexes_of

TARGET = QColor(245, 163, 0, 230)


class UnitsControl(QObject):
    """Owns the `UnitsOnMap` of the open document."""

    fan_asked = Signal(object)
    """The count of a stack was clicked: the place of the stack."""

    def __init__(self, stage: Stage, armies: ArmiesControl) -> None:
        super().__init__(stage)
        self.stage = stage
        self.armies = armies
        self.layer = self._new_layer()
        self.visible = True
        self._held: frozenset[str] = frozenset()
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(self._other_document)
        stage.changed.connect(self._changed)
        stage.selection.selection_changed.connect(self._follow_selection)
        clipboard().changed.connect(self._show_waiting)
        stage.panes.broken_off.connect(lambda: self.layer.cancel())
        preview = stage.game
        preview.started.connect(self.refresh)
        preview.closed.connect(self.refresh)
        preview.moved.connect(lambda _number: self.refresh())
        for key in ("Del", "Backspace"):
            shortcut = QShortcut(QKeySequence(key), stage.panes)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.take_off)
        self.refresh()

    # -- showing ----------------------------------------------------------------------------------------------

    def _new_layer(self) -> UnitsOnMap:
        layer = parts_of(self.stage.document).pieces(self.stage.document)
        layer.picked.connect(self._picked)
        layer.added.connect(self._added)
        layer.opened.connect(self._opened)
        layer.dropped.connect(self._dropped)
        layer.moved.connect(self._moved)
        layer.laid.connect(self._laid)
        layer.carried.connect(self._carried)
        self.stage.canvas.add_layer(layer)
        self.stage.canvas.map_scene.takes_press = self._press_count
        return layer

    def _press_count(self, point: QPointF) -> bool:
        """Whether a press fans out a stack; not while hexes are chosen for a form."""
        choosing = self.stage.canvas.picking is not None and not self.stage.preview.active
        spot = self.layer.stack_counted_at(point) if self.visible and not choosing else None
        if spot is not None:
            self.fan_asked.emit(spot)
        return spot is not None

    def _leave(self) -> None:
        """Another tab comes to the front: end a drag, and remove the layer, which is made again later."""
        self.layer.cancel()
        self.layer.scene().removeItem(self.layer)

    def _other_document(self, _document: Document) -> None:
        self.layer = self._new_layer()
        self.layer.setVisible(self.visible)
        self.refresh()
        self._show_waiting()

    def _changed(self, change: Change) -> None:
        if change.what == "all":
            self.layer.renew(self.stage.document)
        if not change.of_map or change.what in ("all", "map"):
            self.refresh()
        self._show_waiting()

    def refresh(self) -> None:
        """Show the units of the test game's position, or of the set-up."""
        preview = self.stage.preview
        scenario = preview.game.scenario if preview.game is not None else self.stage.document.scenario
        self.layer.fixed = preview.active
        if scenario is None:
            self.layer.set_pieces(())
            self.layer.set_columns({})
            self.layer.set_marks({}, None)
            self.layer.set_entries({})
            return
        # The design of the counters is the document's also while a game is played that began with another one.
        document = self.stage.document
        look = look_of(document.scenario or scenario, document.path)
        if preview.active:
            position = preview.position
            self.layer.set_pieces(pieces_of_position(scenario, position.units, look, position.concealed))
        else:
            self.layer.set_pieces(pieces_of_setup(scenario, look))
        self.layer.set_columns(groups_shown(preview))
        self.layer.set_marks(markers_shown(preview), scenario)
        self._show_entries()

    def carry(self, units: Iterable[str]) -> None:
        """Draw these units pale while their hexes are dragged; none once the drag is over."""
        self._held = frozenset(units)
        self._show_waiting()

    def _show_waiting(self) -> None:
        """Pale the units whose hexes are dragged, or were cut, until these are set down."""
        cut, document = clipboard().cut, self.stage.document
        waiting = cut.waiting(document) if cut is not None and not self.stage.preview.active else frozenset()
        self.layer.set_waiting(waiting | self._held)

    def _show_entries(self) -> None:
        """Flag the places of entry of reinforcements that are still to come."""
        document, preview = self.stage.document, self.stage.preview
        scenario = document.scenario
        if scenario is None:
            return
        now = int(preview.position.status.get("turn", 1)) if preview.active else 0
        entries: dict[Spot, list[tuple[int, QColor]]] = {}
        for arrival in scenario.arrivals:
            side = scenario.sides.get(arrival.side)
            for name in arrival.entry if side is not None and arrival.turn >= now else ():
                for spot in document.board.area(name):
                    if side is not None:
                        entries.setdefault(spot, []).append((arrival.turn, QColor(side.colour)))
        self.layer.set_entries(entries)

    def set_visible(self, visible: bool) -> None:
        """Show the units, or only the map."""
        self.visible = visible
        self.layer.setVisible(visible)

    def _follow_selection(self) -> None:
        self.layer.select(self.stage.selection.units)

    # -- doing ------------------------------------------------------------------------------------------------

    def _picked(self, unit: str) -> None:
        piece = self.layer.find(unit)
        if piece is not None:
            self.stage.selection.set([piece.spot], unit)

    def _added(self, unit: str) -> None:
        """Shift+click or Ctrl+click: the unit joins those selected, or leaves them."""
        units = self.stage.selection.units
        units = [key for key in units if key != unit] if unit in units else [*units, unit]
        pieces = [piece for key in units if (piece := self.layer.find(key)) is not None]
        self.stage.selection.set([piece.spot for piece in pieces], units)

    def _opened(self, unit: str) -> None:
        scenario = self.stage.document.scenario
        if scenario is None or unit not in scenario.units or self.stage.preview.active:
            return
        self.armies.edit(unit, self.stage.canvas)

    def _dropped(self, units: Iterable[str], spot: Spot) -> None:
        keys = list(units)
        if self.stage.push(PlaceUnit(keys, spot)):
            self.stage.selection.set([spot], keys)

    def _moved(self, units: list[str], start: Spot, end: Spot) -> None:
        """Several units go as far as ``end`` lies from ``start``."""
        pieces = [piece for key in units if (piece := self.layer.find(key)) is not None]
        document, now = self.stage.document, {piece.unit.key: piece.spot for piece in pieces}
        places = parts_of(document).carried(document.board, now, start, end)
        if self.stage.push(MoveUnits(places)):
            self.stage.selection.set(places.values(), units)

    def _laid(self, places: Mapping[str, Spot]) -> None:
        """Each of several units goes to a place of its own; those that were not on the map are set up."""
        scenario = self.stage.document.require_scenario()
        board = self.stage.board
        names = {key: board.spell(spot) for key, spot in places.items()}
        text = f"Place {scenario.units[next(iter(names))].name}" if len(names) == 1 else f"Place {len(names)} units"
        if any(board.find(name) is None for name in names.values()):
            self.stage.status("A unit can only be placed on the map")
        elif self.stage.push(ReviseUnits(text, places=names)):
            self.stage.selection.set(places.values(), names)

    def _carried(self, spot: Spot | None) -> None:
        ring = self.stage.canvas.map_scene.overlay("drop", OverlayStyle.RING)
        ring.set_cells({spot: (TARGET, "")} if spot is not None else {})

    def may_be_moored(self, piece: Piece) -> bool:
        """Whether a unit is one of those that lie along hexsides: boats on a river."""
        scenario = self.stage.document.scenario
        moorings = moorings_of(scenario) if scenario is not None else None
        return moorings is not None and piece.unit.type in moorings.types

    def moorings(self, piece: Piece) -> tuple[int, ...]:
        """The hexsides that such a unit may lie along in its hex."""
        scenario = self.stage.document.require_scenario()
        moorings = moorings_of(scenario)
        return moorings.hexsides(scenario, piece.hex) if moorings is not None else ()

    def moor(self, piece: Piece, side: int) -> None:
        """Have a unit lie along a hexside of its hex at the beginning."""
        scenario = self.stage.document.require_scenario()
        moorings = moorings_of(scenario)
        if moorings is None:
            return
        grid, said = hexes_of(scenario.map).grid, scenario.special.get(moorings.rule)
        before = dict(said) if isinstance(said, Mapping) else {}
        special = {**scenario.special, moorings.rule: {**before, piece.unit.key: grid.side_name(side)}}
        self.stage.push(EditScenario(f"Lay {piece.unit.name} along a hexside", special=special))

    def take_off(self) -> None:
        """Remove the selected units from the map."""
        scenario = self.stage.document.scenario
        if scenario is None or self.stage.preview.active:
            return
        units = [key for key in self.stage.selection.units if key in scenario.setup]
        if units:
            self.stage.push(PlaceUnit(units, None))
