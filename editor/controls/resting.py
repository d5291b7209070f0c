"""During play what changes map and scenario rests: it is grey, and says why."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence

from editor.controls.game import GameControl
from editor.plain import as_written
from editor.stage.actions import Entry
from editor.stage.stage import Stage

ALSO: Final = (
    *("edit.redo", "edit.cut", "edit.paste", "edit.delete", "edit.smaller", "edit.larger"),
    *("edit.turn-right", "edit.turn-left", "edit.flip-across", "edit.flip-down"),
    *("scenario.properties", "scenario.add-unit", "scenario.import-units"),
)
"""What rests beside the tools and the Map menu."""
AWAKE: Final = "map.go-to"
"""What the Map menu has that changes nothing."""


class Resting(QObject):
    """Greys the tools and what edits while a test game is in front, and answers their keys over the map."""

    def __init__(self, stage: Stage, game: GameControl) -> None:
        super().__init__(stage)
        self.stage, self.game = stage, game
        self._tips: dict[str, str] = {}
        """Keys of actions to the tip each had; those that rest now."""
        self._able: set[str] = set()
        """Those of them that could be used before."""
        for signal in (stage.game.started, stage.game.closed):
            signal.connect(self._follow)
        stage.document_changed.connect(lambda _document: self._follow())
        stage.panes.installEventFilter(self)

    def _entries(self) -> list[Entry]:
        return [entry for entry in self.stage.actions.entries if _rests(entry.key)]

    def _follow(self) -> None:
        if self.stage.preview.active:
            self._rest()
        else:
            self._wake()

    def _rest(self) -> None:
        back = self.game.telling.back
        for entry in self._entries():
            action = entry.action
            if entry.key not in self._tips:
                self._tips[entry.key] = action.toolTip()
                if action.isEnabled():
                    self._able.add(entry.key)
                action.setToolTip(as_written(f"{self._tips[entry.key]}: disabled while you play. {back} ends them."))
            action.setEnabled(False)

    def _wake(self) -> None:
        for entry in self._entries():
            if entry.key in self._tips:
                entry.action.setToolTip(as_written(self._tips[entry.key]))
                entry.action.setEnabled(entry.key in self._able)
        self._tips.clear()
        self._able.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The key of a tool that rests, pressed over the map, is told why."""
        if self._tips and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            keys = QKeySequence(event.keyCombination())
            if any(keys in entry.action.shortcuts() for entry in self._entries()):
                self.game.telling.say_resting()
        return False


def _rests(key: str) -> bool:
    """Whether an action changes map or scenario."""
    return key.startswith("tool.") or (key.startswith("map.") and key != AWAKE) or key in ALSO
