"""The document: a map, perhaps a scenario on it, the undo stack, and one signal that says what changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from editor.commands.base import Command
from editor.document import files, palettes
from editor.document.change import Change
from engine.board.battlemap import BattleMap
from engine.board.grid import Grid, GridSpec
from engine.board.palette import Palette
from engine.errors import HexwrightError
from engine.scenario.model import Scenario

MAP = "map"
SCENARIO = "scenario"
LAYER_NAMES: Final = {
    "units": "Units",
    "furniture": "Map furniture",
    "labels": "Place names",
    "numbers": "Hex numbers",
    "grid": "Grid",
    "features": "Features",
    "paths": "Roads",
    "hexsides": "Hexsides",
    "regions": "Regions",
    "elevation": "Elevation",
    "terrain": "Terrain",
    "underlay": "Underlay",
}
"""What lies on a map, from the top down."""


class Document(QObject):
    """A map and, when there is one, the scenario played on it.

    Read ``battle_map`` and ``scenario`` freely; only commands change them. A scenario whose map has a file
    of its own makes two files, each with its own dirty mark; an inline map belongs to the scenario's file.
    """

    changed = Signal(object)
    """A ``Change``, after every do, undo and redo."""
    state_changed = Signal()
    """Title, path or dirty mark may be different."""
    saved = Signal(object, object)
    """Files were written: the document, and their paths."""

    def __init__(
        self,
        battle_map: BattleMap,
        scenario: Scenario | None = None,
        map_path: Path | None = None,
        scenario_path: Path | None = None,
    ) -> None:
        super().__init__()
        self._map = battle_map
        self._scenario = scenario
        self.map_path = map_path
        self.scenario_path = scenario_path
        self.stack = QUndoStack(self)
        self._revision = {MAP: 0, SCENARIO: 0}
        self._saved: dict[str, int] = {MAP: 0, SCENARIO: 0}
        self._palette = battle_map.palette
        self.locked: frozenset[str] = frozenset()
        """Layers that no command may edit now; the layers panel says which."""
        self.pending: dict[Path, Scenario] = {}
        """Scenarios of other files on this map, to be written when the map is saved. Only commands put them here."""
        self.unasked: set[Path] = set()
        """Those of them that the user has not agreed to yet."""
        self.carried: set[Path] = set()
        """Other files that were written with the map since it was opened."""
        self.saved_spec: GridSpec | None = battle_map.grid.spec if map_path is not None else None
        """The grid that the map's file has; None where that is not known."""

    # -- making one ---------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path) -> Document:
        """Open a map or a scenario file.

        Raises ``FileProblem`` with every finding when it cannot be used, or another HexwrightError.
        """
        opened = files.read(path)
        return cls(opened.battle_map, opened.scenario, opened.map_path, opened.scenario_path)

    @classmethod
    def new_map(cls, spec: GridSpec, palette: Palette, name: str = "") -> Document:
        """A new map, all of the palette's first terrain, saved nowhere yet. Its rivers rise narrow and widen."""
        return cls(BattleMap(Grid(spec), palette, name or "Untitled map", widen=True))

    # -- what it is ---------------------------------------------------------------------------------------------

    @property
    def battle_map(self) -> BattleMap:
        """The map; the scenario's too."""
        return self._map

    @property
    def scenario(self) -> Scenario | None:
        """The scenario, or None for a map alone."""
        return self._scenario

    def require_scenario(self) -> Scenario:
        """The scenario; raises HexwrightError when there is none."""
        if self._scenario is None:
            raise HexwrightError("this document is a map without a scenario; make one with Scenario > New scenario")
        return self._scenario

    @property
    def path(self) -> Path | None:
        """The main file: the scenario's, or the map's when there is no scenario."""
        return self.scenario_path if self._scenario is not None else self.map_path

    @property
    def title(self) -> str:
        """The name for the window's title."""
        named = self._scenario.name if self._scenario is not None else self._map.name
        return named or (self.path.name if self.path else "Untitled")

    @property
    def map_is_inline(self) -> bool:
        """Whether the map is part of the scenario's file."""
        return self._scenario is not None and self.map_path is None

    @property
    def map_dirty(self) -> bool:
        """Whether the map differs from what was saved."""
        return self._revision[MAP] != self._saved[MAP]

    @property
    def scenario_dirty(self) -> bool:
        """Whether the scenario differs from what was saved."""
        return self._revision[SCENARIO] != self._saved[SCENARIO]

    @property
    def dirty(self) -> bool:
        """Whether anything would be lost by closing now."""
        return self.map_dirty or self.scenario_dirty

    def snapshot(self) -> tuple[BattleMap, Scenario | None]:
        """Copies that no later command touches, for checks and files written off the main thread."""
        copy = self._map.copy()
        return copy, self._scenario.with_(map=copy) if self._scenario is not None else None

    # -- changing it --------------------------------------------------------------------------------------------

    def push(self, command: Command) -> bool:
        """Do a command and keep it for undo; False when it would change nothing.

        Raises HexwrightError when the command cannot be done; nothing has changed then.
        """
        command.validate()
        if command.is_empty():
            return False
        for layer in sorted(command.layers() & self.locked):
            raise HexwrightError(f"the layer {LAYER_NAMES[layer]} is locked; unlock it in the Layers panel")
        self.stack.push(command)
        return True

    def take_back(self, stroke: int) -> None:
        """Undo the last step if it is of this stroke, and leave nothing to redo."""
        last = self.stack.command(self.stack.index() - 1) if self.stack.index() else None
        if isinstance(last, Command) and last.stroke == stroke:
            last.taken_back = True
            self.stack.undo()

    def revision(self, target: str) -> int:
        """A number that names the present state of ``map`` or ``scenario``; equal numbers, equal states."""
        return self._revision[target]

    def note(self, target: str, revision: int, change: Change) -> None:
        """For commands: the target is in this state now."""
        self._revision[target] = revision
        self.changed.emit(change)
        self.state_changed.emit()

    def replace_scenario(self, fields: Mapping[str, Any]) -> None:
        """For commands: replace fields of the scenario."""
        self._scenario = self.require_scenario().with_(**fields)

    def set_scenario(self, scenario: Scenario | None) -> None:
        """For commands: give the map another scenario, or none."""
        self._scenario = scenario.with_(map=self._map) if scenario is not None else None

    def replace_map(self, battle_map: BattleMap) -> None:
        """For commands: put another map (another grid, another palette) in the place of this one."""
        self._map = battle_map
        if self._scenario is not None:
            self._scenario = self._scenario.with_(map=battle_map)

    # -- files --------------------------------------------------------------------------------------------------

    def save(self) -> list[Path]:
        """Write what is dirty to its files and say which were written.

        Raises HexwrightError when there is no path yet or a file cannot be written; the old file is whole then.
        """
        if self.path is None:
            raise HexwrightError("it has no file yet; choose Save as")
        written = self._save_palette(self.map_path or self.path)
        if self.map_path is not None and (self.map_dirty or not self.map_path.exists()):
            files.write_map(self._map, self.map_path)
            self._mark_saved(MAP)
            written.append(self.map_path)
            written += self._save_pending()
        if self._scenario is not None and self.scenario_path is not None:
            inline = self.map_is_inline
            if self.scenario_dirty or (inline and self.map_dirty) or not self.scenario_path.exists():
                files.write_scenario(self._scenario, self.scenario_path)
                self._mark_saved(SCENARIO, *([MAP] if inline else []))
                written.append(self.scenario_path)
        self._tell_saved(written)
        return written

    def _save_palette(self, near: Path) -> list[Path]:
        """A palette of the map's own goes first: a map is of no use without it."""
        written = palettes.keep(self._map.palette, near, self._palette)
        self._palette = self._map.palette
        return written

    def _save_pending(self) -> list[Path]:
        written = list(self.pending)
        for path in written:
            files.write_scenario(self.pending[path], path)
            del self.pending[path]
            self.carried.add(path)
        self.unasked.clear()
        return written

    def leave_behind(self) -> None:
        """The scenarios of other files that nobody has agreed to are not to be written."""
        for path in self.unasked:
            self.pending.pop(path, None)
        self.unasked.clear()

    def save_as(self, path: Path) -> list[Path]:
        """Write the document under another name and go on with that file. Other scenarios on its map stay with the
        old one, unless the map stays where it is.

        A scenario takes its map along when the new place cannot name the old map's file.
        """
        if self._scenario is None:
            written = self._save_palette(path)
            files.write_map(self._map, path)
            self.map_path = path
            self._mark_saved(MAP)
            written.append(path)
        else:
            written = self._save_scenario_as(self._scenario, path)
        self.pending.clear()
        self.unasked.clear()
        self._tell_saved(written)
        return written

    def _save_scenario_as(self, scenario: Scenario, path: Path) -> list[Path]:
        written = []
        map_path, reference = self.map_path, scenario.map_ref
        if map_path is None:
            written += self._save_palette(path)
        if map_path is not None:
            new_path, reference = files.map_beside(map_path, path, scenario.map_ref)
            written += self._save_palette(new_path)
            if new_path != map_path or self.map_dirty:
                files.write_map(self._map, new_path)
                written.append(new_path)
            if new_path == map_path:
                written += self._save_pending()
            map_path = new_path
        moved = scenario.with_(map_ref=reference, key=path.stem)
        files.write_scenario(moved, path)
        self._scenario, self.scenario_path, self.map_path = moved, path, map_path
        self._mark_saved(MAP, SCENARIO)
        return [*written, path]

    def mark_unsaved(self, *targets: str) -> None:
        """Count ``map`` or ``scenario`` as unsaved, as after a recovery."""
        for target in targets:
            self._saved[target] = -1
        if MAP in targets:
            self.saved_spec = None
        self.stack.resetClean()
        self.state_changed.emit()

    def mark_saved(self) -> None:
        """Count all as saved: it is what the files hold."""
        self._mark_saved(MAP, SCENARIO)
        self._tell_saved([])

    def _tell_saved(self, written: list[Path]) -> None:
        self.stack.setClean()
        self.saved.emit(self, written)
        self.state_changed.emit()

    def _mark_saved(self, *targets: str) -> None:
        for target in targets:
            self._saved[target] = self._revision[target]
        if MAP in targets and self.map_path is not None:
            self.saved_spec = self._map.grid.spec
