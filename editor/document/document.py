"""The document: a map, perhaps a scenario on it, the undo stack, and one signal that says what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from editor.commands.base import Command
from editor.commands.change import Change
from editor.commands.models import MAP, SCENARIO
from editor.commands.undo_stack import UndoStack
from editor.document import files, palettes
from editor.work.background import hands_full
from editor.work.crash_report import REPORT
from engine import formats
from engine.boards.board import Board
from engine.boards.kinds import layout
from engine.boards.look import MapLook
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario.model import Scenario


class Document(QObject):
    """A map and, when there is one, the scenario played on it.

    Read ``board`` and ``scenario`` freely; only commands change them. A scenario whose map has a file
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
        board: Board,
        scenario: Scenario | None = None,
        map_path: Path | None = None,
        scenario_path: Path | None = None,
    ) -> None:
        super().__init__()
        self._map = board
        self._scenario = scenario
        self.map_path = map_path
        self.scenario_path = scenario_path
        self.stack = UndoStack(self)
        self._revision = {MAP: 0, SCENARIO: 0}
        self._saved: dict[str, int] = {MAP: 0, SCENARIO: 0}
        self._palette = board.palette
        self.locked: dict[str, str] = {}
        """Layers that no command may edit now, each with its name; the layers panel says which."""
        self.pending: dict[Path, Scenario] = {}
        """Scenarios of other files on this map, to be written when the map is saved. Only commands put them here."""
        self.unasked: set[Path] = set()
        """Those of them that the user has not agreed to yet."""
        self.carried: set[Path] = set()
        """Other files that were written with the map since it was opened."""
        self.saved_layout: object = layout(board) if map_path is not None else None
        """How the places lie on the map that the file has, such as its grid; None where that is not known."""

    # -- making one ---------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path) -> Document:
        """Open a map or a scenario file.

        Raises ``FileProblem`` with every finding when it cannot be used, or another HexwrightError.
        """
        return cls.of(files.read(path))

    @classmethod
    def of(cls, opened: files.OpenedFile) -> Document:
        """What a file held; on the main thread."""
        return cls(opened.board, opened.scenario, opened.map_path, opened.scenario_path)

    @classmethod
    def new_map(cls, spec: GridSpec, palette: Palette, name: str = "", scale: str = "") -> Document:
        """A new map, all of the palette's first terrain, saved nowhere yet. Its rivers rise narrow and widen.

        ``scale`` is what a hex is across, in the designer's words.
        """
        return cls(BattleMap(Grid(spec), palette, name or "Untitled map", scale=scale, look=MapLook(widen=True)))

    # -- what it is ---------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map, of whatever kind; the scenario's too."""
        return self._map

    @property
    def battle_map(self) -> BattleMap:
        """The map as one of hexes; raises HexwrightError where it is none."""
        return hexes_of(self._map)

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
    def holds(self) -> str:
        """What is open: ``map`` or ``scenario``; another kind of document says its own."""
        return SCENARIO if self._scenario is not None else MAP

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

    def snapshot(self) -> tuple[Board, Scenario | None]:
        """Copies that no later command touches, for checks and files written off the main thread."""
        copy = self._map.copy()
        return copy, self._scenario.with_(map=copy) if self._scenario is not None else None

    # -- changing it --------------------------------------------------------------------------------------------

    def push(self, command: Command) -> bool:
        """Do a command and keep it for undo; False when it would change nothing.

        Raises HexwrightError when the command cannot be done; nothing has changed then.
        """
        REPORT.note(type(command).__name__)
        command.bind(self)
        command.validate()
        if command.is_empty():
            return False
        for layer in sorted(command.layers() & self.locked.keys()):
            raise HexwrightError(f"the layer {self.locked[layer]} is locked; unlock it in the Layers panel")
        self.stack.add(command)
        return True

    def push_all(self, text: str, makers: Iterable[Callable[[], Command]]) -> int:
        """Do several commands as one step of undo, each made when those before it are done; says how many changed
        something. One that cannot be done is left out."""
        done, begun = 0, False
        for make in makers:
            try:
                command = make()
                command.bind(self)
                command.validate()
                if command.is_empty():
                    continue
            except (HexwrightError, KeyError, IndexError):
                continue
            if not begun:
                self.stack.beginMacro(text)
                begun = True
            self.stack.add_to_macro(command)
            done += 1
        if begun:
            self.stack.endMacro()
        return done

    def take_back(self, stroke: int) -> None:
        """Undo the last step if it is of this stroke, and leave nothing to redo."""
        self.stack.take_back(stroke)

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

    def replace_map(self, board: Board) -> None:
        """For commands: put another map (another grid, another palette) in the place of this one."""
        self._map = board
        if self._scenario is not None:
            self._scenario = self._scenario.with_(map=board)

    # -- files --------------------------------------------------------------------------------------------------

    def to_write(self) -> list[Path]:
        """The files that saving would write now."""
        if self.path is None:
            return []
        found = palettes.unkept(self._map.palette, self.map_path or self.path, self._palette)
        if self.map_path is not None and self._map_unsaved:
            found += [self.map_path, *self.pending]
        if self.scenario_path is not None and self._scenario_unsaved:
            found.append(self.scenario_path)
        return found

    @property
    def _map_unsaved(self) -> bool:
        return self.map_path is not None and (self.map_dirty or not self.map_path.exists())

    @property
    def _scenario_unsaved(self) -> bool:
        if self._scenario is None or self.scenario_path is None:
            return False
        return self.scenario_dirty or (self.map_is_inline and self.map_dirty) or not self.scenario_path.exists()

    def save(self, *, force: bool = False, lose_comments: bool = False) -> list[Path]:
        """Write what is dirty to its files and say which were written.

        Raises HexwrightError when there is no path yet or a file cannot be written; the old file is whole then,
        and what could be written before it counts as saved. Files that are read-only are written only with
        ``force``; else that is a ReadOnlyError, and nothing is written. A comment of a file that finds no place in the
        new one is a CommentsLostError, unless ``lose_comments`` is given.
        """
        if self.path is None:
            raise HexwrightError("it has no file yet; choose Save as")
        if not force:
            formats.refuse_read_only(*self.to_write())
        return self._written(self._save_all(self.path, lose_comments))

    def _save_all(self, main: Path, lose: bool) -> Iterator[Path]:
        """Write one file after the other; gives each that is written."""
        yield from self._save_palette(self.map_path or main, lose)
        if self.map_path is not None and self._map_unsaved:
            files.write_map(self._map, self.map_path, self.map_path, lose_comments=lose)
            yield self.map_path
            yield from self._save_pending(lose)
            self._mark_saved(MAP)
        if self._scenario is not None and self.scenario_path is not None and self._scenario_unsaved:
            files.write_scenario(self._scenario, self.scenario_path, self.scenario_path, lose_comments=lose)
            self._mark_saved(SCENARIO, *([MAP] if self.map_is_inline else []))
            yield self.scenario_path

    def _save_palette(self, near: Path, lose: bool) -> list[Path]:
        """A palette of the map's own goes first: a map is of no use without it."""
        palette = palettes.named_from(self._map.palette, near)
        if palette.key != self._map.palette.key:
            self._map.palette = palette
            self._saved[MAP] = -1
        written = palettes.keep(self._map.palette, near, self._palette, lose_comments=lose)
        self._palette = self._map.palette
        return written

    def _save_pending(self, lose: bool) -> Iterator[Path]:
        for path, scenario in list(self.pending.items()):
            files.write_scenario(scenario, path, path, lose_comments=lose)
            del self.pending[path]
            self.carried.add(path)
            yield path
        self.unasked.clear()

    def leave_behind(self) -> None:
        """Do not write the scenarios of other files that the user has not agreed to."""
        for path in self.unasked:
            self.pending.pop(path, None)
        self.unasked.clear()

    def to_write_as(self, path: Path) -> list[Path]:
        """The files that saving under another name would write."""
        if self._scenario is None or self.map_path is None:
            same = self.map_path is not None and path.resolve() == self.map_path.resolve()
            return [*palettes.unkept(self._map.palette, path, self._palette), path, *(self.pending if same else ())]
        if files.same(self.map_path, path):
            return [*palettes.unkept(self._map.palette, path, self._palette), path]
        ground, _ = files.map_beside(self.map_path, path, self._scenario.map_ref)
        found = palettes.unkept(self._map.palette, ground, self._palette)
        if ground != self.map_path:
            found.append(ground)
        elif self.map_dirty:
            found += [ground, *self.pending]
        return [*found, path]

    def save_as(self, path: Path, *, force: bool = False, lose_comments: bool = False) -> list[Path]:
        """Write the document under another name and go on with that file; errors as in `save`. Other scenarios on
        its map stay with the old one, unless the map stays where it is.

        A scenario takes its map along when the new place cannot name the old map's file; saved over the file of its map
        it holds the map itself.
        """
        if not force:
            formats.refuse_read_only(*self.to_write_as(path))
        if self._scenario is None:
            return self._written(self._save_map_as(path, lose_comments))
        return self._written(self._save_scenario_as(self._scenario, path, lose_comments))

    def _save_map_as(self, path: Path, lose: bool) -> Iterator[Path]:
        yield from self._save_palette(path, lose)
        files.write_map(self._map, path, self.map_path, lose_comments=lose)
        self._move_map(path)
        yield path
        yield from self._save_pending(lose)
        self._mark_saved(MAP)

    def _save_scenario_as(self, scenario: Scenario, path: Path, lose: bool) -> Iterator[Path]:
        map_path, reference = self.map_path, scenario.map_ref
        if map_path is not None and files.same(map_path, path):
            map_path, reference = None, ""
        if map_path is None:
            yield from self._save_palette(path, lose)
        else:
            map_path, reference = files.map_beside(map_path, path, scenario.map_ref)
            yield from self._save_palette(map_path, lose)
            if map_path != self.map_path or self.map_dirty:
                files.write_map(self._map, map_path, self.map_path, lose_comments=lose)
                yield map_path
                if map_path == self.map_path:
                    yield from self._save_pending(lose)
        moved = files.on_its_base(scenario.with_(map_ref=reference, key=path.stem), path)
        files.write_scenario(moved, path, self.scenario_path, lose_comments=lose)
        # Both are there: only now is it another document.
        self._move_map(map_path)
        self._scenario, self.scenario_path = moved, path
        self._mark_saved(MAP, SCENARIO)
        yield path

    def _move_map(self, path: Path | None) -> None:
        """Go on with another file for the map. Other scenarios stay with the old one, which is as it was."""
        if path is None or self.map_path is None or path.resolve() != self.map_path.resolve():
            self.pending.clear()
            self.unasked.clear()
        self.map_path = path

    def _written(self, writing: Iterator[Path]) -> list[Path]:
        """Write, and tell which files were written, also when one could not be."""
        written: list[Path] = []
        try:
            with hands_full():
                for path in writing:
                    written.append(path)
        except HexwrightError:
            if written:
                self.saved.emit(self, written)
                self.state_changed.emit()
            raise
        self._tell_saved(written)
        return written

    def mark_unsaved(self, *targets: str) -> None:
        """Count ``map`` or ``scenario`` as unsaved, as after a recovery."""
        for target in targets:
            self._saved[target] = -1
        if MAP in targets:
            self.saved_layout = None
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
            self.saved_layout = layout(self._map)
