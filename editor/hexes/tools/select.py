"""Select hexes by rectangle, lasso, way or terrain; move what is selected; let units be dragged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor

from editor.canvas.drawing.paper import SCALE, Spot
from editor.controls.controls import Controls
from editor.controls.moving_hexes import hexes_in_words, move_hexes
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.riders import Rider, riders
from editor.hexes.canvas.way import aims_between, hexes_between
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.tools.base import HexTool
from editor.hexes.tools.ghost import Ghost
from editor.hexes.tools.label import name_among, rename_in_place
from editor.stage.stage import Stage
from editor.tools.options import CarriedRow, OneOf
from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.shapes import in_box, in_lasso
from engine.hexes.mapping.clip import Clip, copied, pasted
from engine.hexes.mapping.edit import same_terrain_area
from engine.plural import counted

MODES: Final = {
    "rectangle": "Rectangle",
    "lasso": "Lasso",
    "way": "Along the path",
    "terrain": "Area of one terrain",
}
"""What a drag selects."""


class Select(HexTool):
    """A click selects a hex, a drag what lies in its rectangle, lasso or way; Shift adds, Ctrl toggles.

    A drag that begins on one of several selected hexes moves them with all that is in them, and what stands there
    goes along; with Ctrl or Alt it sets down a copy (Alt+drag belongs to the window on some desktops). Units come
    before hexes.
    """

    key = "select"
    title = "Select and place"
    shortcut = "V"
    options = (OneOf("Drag", "select_mode", MODES), CarriedRow)
    hint = "Drag to select hexes; Shift adds, Ctrl toggles; drag the selection to move it, with Ctrl to copy it"
    draws = False
    takes_items = True

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self.ghost = Ghost(stage)
        self._before: list[int] = []
        self._points: list[tuple[float, float]] = []
        self._way: list[int] = []
        self._last: Aim | None = None
        self._how = "take"
        self._clip: Clip | None = None
        self._held = NOWHERE
        """The hex of the selection that was taken hold of, NOWHERE when hexes are being selected."""
        self._copying = False
        self._riders: list[Rider] = []
        """The units that stand on the hexes that are held."""

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.ArrowCursor)

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    # -- selecting ----------------------------------------------------------------------------------------------

    def start(self, aim: Aim) -> None:
        self._before = self.stage.selection.hexes
        self._points, self._last = [(aim.x, aim.y)], aim
        self._way = [aim.hex] if aim.on_map else []
        self._clip = None
        self._how = "toggle" if aim.control else "add" if aim.shift else "take"
        self._copying = aim.alt or aim.control
        inside = self._how != "add" and len(self._before) > 1 and aim.hex in self._before
        self._held = aim.hex if inside else NOWHERE
        if self._held == NOWHERE:
            self._choose(aim)

    def move(self, aim: Aim) -> None:
        if self._held != NOWHERE:
            self._carry(aim)
            return
        self._way += hexes_between(self.grid, self._last, aim)
        self._points += [(step.x, step.y) for step in aims_between(self.grid, self._last, aim)]
        self._last = aim
        self._choose(aim)

    def finish(self, aim: Aim) -> None:
        if self._held != NOWHERE:
            self._set_down(aim)
        else:
            count = len(self.stage.selection.hexes)
            if count > 1:
                self.say(f"{counted(count, 'hex', 'hexes')} selected")
        self.hover(aim)

    def _choose(self, aim: Aim) -> None:
        found = self._found()
        chosen: Iterable[int] = found
        if self._how == "toggle":
            new = set(found)
            old = set(self._before)
            chosen = [*(h for h in self._before if h not in new), *(h for h in found if h not in old)]
        elif self._how == "add":
            chosen = [*self._before, *found]
        self.stage.selection.set(chosen)
        self.marks.show_marks(line=self._band())

    def _found(self) -> list[int]:
        """The hexes that the drag takes in so far, the one under the pointer last."""
        mode = self.settings.get("select_mode")
        if mode == "rectangle":
            found = in_box(self.grid, self._points[0], self._points[-1])
        elif mode == "lasso":
            found = in_lasso(self.grid, self._points)
        elif mode == "terrain":
            areas = [same_terrain_area(self.map, h) for h in self._way[:1] + self._way[-1:]]
            found = sorted(set().union(*areas))
        else:
            return self._way
        last = self._way[-1:]
        return [h for h in found if h not in last] + [h for h in last if h in found]

    def _band(self) -> list[Spot]:
        """The outline of the rectangle or lasso, in scene units."""
        if len(self._points) < 2:
            return []
        points = self._points
        if self.settings.get("select_mode") == "rectangle":
            (ax, ay), (bx, by) = points[0], points[-1]
            points = [(ax, ay), (bx, ay), (bx, by), (ax, by)]
        elif self.settings.get("select_mode") != "lasso":
            return []
        return [(x * SCALE, y * SCALE) for x, y in [*points, points[0]]]

    # -- moving -------------------------------------------------------------------------------------------------

    def _carry(self, aim: Aim) -> None:
        if not aim.on_map:
            return
        if self._clip is None:
            if aim.hex == self._held:
                return
            self._clip = copied(self.map, self._before, self._held)
            self._riders = riders(self.document.scenario, self._before, self._held)
        copying = self._copying or aim.alt
        along = self._riders if self.settings.get("carry_units") and not copying else []
        self.ghost.show(self._clip, aim.hex, "copy" if copying else "", along)
        self._pale(along)

    def _pale(self, along: Iterable[Rider]) -> None:
        """Where they still stand, units that go along are pale."""
        self.controls.units.carry(rider.piece.unit.key for rider in along)

    def _let_go(self) -> None:
        self.ghost.hide()
        self._pale(())

    def _set_down(self, aim: Aim) -> None:
        clip, held = self._clip, self._held
        self._let_go()
        self._held, self._clip = NOWHERE, None
        if clip is None:
            # No drag but a click on what is selected.
            self.stage.selection.set([h for h in self._before if h != held] if self._how == "toggle" else [held])
        elif aim.on_map and aim.hex != held:
            places = self.ghost.hexes(clip, aim.hex)
            if self._copy(clip, aim.hex) if self._copying or aim.alt else self._move(held, aim.hex):
                self.stage.selection.set(places)

    def _copy(self, clip: Clip, at: int) -> bool:
        """Set down a copy; units are not copied."""
        text = f"Copy {hexes_in_words(len(clip.cells))}"
        found = pasted(self.map, clip, at, regions=bool(self.settings.get("carry_regions")))
        if not self.push(WriteChanges(text, found.changes, self.stroke)):
            return False
        if found.left_out:
            self.stage.log.add(f"{text}: {found.left_out} items off the map were removed. Undo restores them.")
        return True

    def _move(self, held: int, at: int) -> bool:
        try:
            return move_hexes(self.stage, "Move", self._before, held, at, stroke=self.stroke) is not None
        except HexwrightError as error:
            self.say(str(error))
            return False

    # -- leaving off --------------------------------------------------------------------------------------------

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        # With a unit selected the key is the unit's: it leaves the map, not the ground under it.
        if self.stage.selection.unit or shift:
            return None
        if key == Qt.Key.Key_F2.value:
            label = name_among(self, self.stage.selection.hexes)
            return (lambda: rename_in_place(self, label)) if label is not None else None
        if key in (Qt.Key.Key_Delete.value, Qt.Key.Key_Backspace.value):
            action = self.stage.actions.find("edit.delete")
            return action.trigger if action is not None and self.stage.selection.hexes else None
        return None

    def abandon(self) -> None:
        self._let_go()
        self._held, self._clip = NOWHERE, None
        self.stage.selection.set(self._before)

    def cancel(self) -> None:
        if not self.busy:
            self.stage.selection.clear()
        super().cancel()

    def deactivate(self) -> None:
        self._let_go()
        # What is selected stays selected: other tools work on it.
        if self.busy:
            self.busy = False
            self.abandon()
        self.marks.clear()
