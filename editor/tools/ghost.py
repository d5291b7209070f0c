"""A clip held by the pointer: its picture over the map, and the outline of the hexes it would cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shiboken6 import isValid

from editor.canvas.clip_item import ClipItem
from engine.board.clip import Clip, covered

if TYPE_CHECKING:
    from editor.workbench import Workbench


class Ghost:
    """Shows one clip at a time."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._item: ClipItem | None = None
        self._clip: Clip | None = None

    def hexes(self, clip: Clip, at: int) -> list[int]:
        """The hexes that the clip covers with its anchor on a hex."""
        return covered(self._workbench.document.battle_map.grid, clip, at)

    def show(self, clip: Clip, at: int, note: str = "") -> None:
        """Show a clip with its anchor on a hex."""
        scene = self._workbench.canvas.map_scene
        if self._clip is not clip or self._item is None or not isValid(self._item) or self._item.scene() is not scene:
            self.hide()
            self._item = ClipItem(clip, self._workbench.document.battle_map.palette)
            self._clip = clip
            scene.addItem(self._item)
        centre = scene.geometry.centre(at)
        self._item.setPos(*centre)
        scene.preview.show_marks(hexes=self.hexes(clip, at), note=note, note_at=centre, tinted=False)

    def hide(self) -> None:
        """Show none."""
        if self._item is not None and isValid(self._item):
            scene = self._item.scene()
            if scene is not None:
                scene.removeItem(self._item)
        self._item = self._clip = None
