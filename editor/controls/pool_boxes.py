"""The boxes beside the map that hold the units of a scenario's pools, in the set-up and during test turns."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from editor.canvas.drawing.faces import look_of
from editor.canvas.drawing.pool_boxes import at_the_beginning, units_in
from editor.canvas.pool_box import PoolBox
from editor.commands.change import Change
from editor.commands.hold_units import hold_units
from editor.controls.layers import LayersControl
from editor.preview.position import Position
from editor.stage.stage import Stage
from engine.boards.furniture import Furniture
from engine.play import Game


class PoolBoxesControl(QObject):
    """Keeps what lies in the boxes of the document in front."""

    def __init__(self, stage: Stage, layers: LayersControl) -> None:
        super().__init__(stage)
        self.stage, self.layers = stage, layers
        self.boxes: list[PoolBox] = []
        self._shown: object = None
        """What the boxes were made of."""
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(lambda _document: self.refresh())
        stage.changed.connect(self._changed)
        stage.game.started.connect(self.refresh)
        stage.game.closed.connect(self.refresh)
        stage.game.moved.connect(lambda _number: self.refresh())
        layers.changed.connect(self._show)
        self.refresh()

    def _leave(self) -> None:
        for box in self.boxes:
            box.scene().removeItem(box)
        self.boxes = []
        self._shown = None

    def _changed(self, change: Change) -> None:
        if not change.of_map or change.what in ("furniture", "map", "all"):
            self.refresh()

    def refresh(self) -> None:
        """Show who lies in which box, in the position shown or before the first turn."""
        document, preview = self.stage.document, self.stage.preview
        scenario = preview.game.scenario if preview.game is not None else document.scenario
        if scenario is None:
            self._leave()
            return
        pools, steps, unknown = at_the_beginning(scenario), dict[str, int](), set[str]()
        if preview.game is not None:
            pools, steps = lying(preview.game, preview.position), steps_left(preview.position)
            unknown = unknown_units(preview.position)
        boxes = [item for item in document.board.look.furniture if item.pools]
        # The design of the counters is the document's also while a game is played that began with another one.
        look = look_of(document.scenario or scenario, document.path)
        held = [
            (box, units_in(scenario, box, pools)) for box in boxes if any(key in scenario.pools for key in box.pools)
        ]
        counters = [(scenario.units[key], steps.get(key)) for _, units in held for key in units]
        fixed = preview.game is not None
        shown = fixed, held, counters, list(scenario.sides.values()), look, unknown
        if shown == self._shown:
            return
        self._leave()
        self._shown = shown
        for box, units in held:
            made = PoolBox(box, scenario, units, steps, look, unknown)
            made.fixed = fixed
            made.dropped.connect(partial(self._take, box))
            made.picked.connect(lambda unit: self.stage.selection.set((), unit))
            self.boxes.append(made)
            self.stage.canvas.add_layer(made)
        self._show()

    def _take(self, box: Furniture, units: list[str]) -> None:
        """Put units into the pools of a box: each into the first one of its side."""
        scenario = self.stage.document.require_scenario()
        pools: dict[str, tuple[str, ...]] = {}
        for unit in units:
            side = scenario.units[unit].side if unit in scenario.units else ""
            of_side = [key for key in box.pools if key in scenario.pools and scenario.pools[key].side == side]
            if of_side:
                held = pools.get(of_side[0], scenario.pools[of_side[0]].units)
                pools[of_side[0]] = held if unit in held else (*held, unit)
        if not pools:
            self.stage.status(f"{box.title or 'This box'} holds no pool of their side")
        elif self.stage.push(hold_units(scenario, pools=pools)):
            self.stage.selection.set((), units[0])

    def _show(self) -> None:
        """Counters in a box are hidden with the other counters, and with the boxes."""
        states = [self.layers.state(key) for key in ("units", "furniture")]
        for box in self.boxes:
            box.setVisible(all(state.shown for state in states))
            box.setOpacity(min(state.opacity for state in states))


def lying(game: Game, position: Position) -> dict[str, tuple[str, ...]]:
    """Who lies in which pool; in place of those who are `unknown_units` others may."""
    return game.rules.pools(position.state) if position.state is not None else {}


def unknown_units(position: Position) -> set[str]:
    """The units of which whoever sees the position does not know where they are."""
    return {key for key, told in position.units.items() if told.keys() == {"at"}}


def steps_left(position: Position) -> dict[str, int]:
    """The steps that units have left."""
    return {key: told["steps"] for key, told in position.units.items() if isinstance(told.get("steps"), int)}
