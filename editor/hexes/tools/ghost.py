"""A clip held by the pointer: its picture over the map with the units that go along, and the outline of the hexes it
would cover."""

from __future__ import annotations

from collections.abc import Sequence

from shiboken6 import isValid

from editor.hexes.canvas.clip_item import ClipItem
from editor.hexes.canvas.marks import marks_of
from editor.hexes.canvas.riders import Rider, RidersItem
from editor.stage.stage import Stage
from engine.hexes.mapping.clip import Clip, covered


class Ghost:
    """Shows one clip at a time."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._item: ClipItem | None = None
        self._clip: Clip | None = None
        self._riders: list[Rider] = []

    @property
    def item(self) -> ClipItem | None:
        """What is shown, if anything is; the units are among its children."""
        return self._item

    def hexes(self, clip: Clip, at: int) -> list[int]:
        """The hexes that the clip covers with its anchor on a hex."""
        return covered(self._stage.document.battle_map.grid, clip, at)

    def show(self, clip: Clip, at: int, note: str = "", riders: Sequence[Rider] = ()) -> None:
        """Show a clip with its anchor on a hex, and the units that go along."""
        scene = self._stage.canvas.map_scene
        same = self._clip is clip and self._riders == list(riders)
        item = self._item
        if item is None or not same or not isValid(item) or item.scene() is not scene:
            self.hide()
            board = self._stage.document.battle_map
            item = self._item = ClipItem(clip, board.palette)
            self._clip, self._riders = clip, list(riders)
            if riders:
                RidersItem(board.grid, riders, item)
            scene.addItem(item)
        centre = scene.geometry.centre(at)
        item.setPos(*centre)
        marks_of(scene.marks).show_marks(hexes=self.hexes(clip, at), note=note, note_at=centre, tinted=False)

    def hide(self) -> None:
        """Remove the picture."""
        if self._item is not None and isValid(self._item):
            scene = self._item.scene()
            if scene is not None:
                scene.removeItem(self._item)
        self._item = self._clip = None
        self._riders = []
