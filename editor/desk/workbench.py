"""The workbench: what panels, tools and dialogs are given to work with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoGroup

from editor.desk.actions import Actions
from editor.desk.tabs import Tab, Tabs
from editor.document.document import Document
from editor.preview.session import Preview
from editor.preview.signals import GameSignals
from engine.board.grid import NOWHERE
from engine.errors import HexwrightError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from editor.canvas.panes import Panes
    from editor.canvas.view import MapView
    from editor.commands.base import Command
    from editor.controls.layers import LayersControl
    from editor.controls.underlay import UnderlayControl
    from editor.tools.manager import ToolManager


Kept = tuple[tuple[int, ...], tuple[str, ...]]
"""Hexes and units that were selected."""


class Selection(QObject):
    """What is selected: hexes and units, each in the order they were selected."""

    selection_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hexes: tuple[int, ...] = ()
        self._units: tuple[str, ...] = ()

    @property
    def hexes(self) -> list[int]:
        """The selected hexes, in the order they were selected."""
        return list(self._hexes)

    @property
    def hex(self) -> int:
        """The hex selected last, or NOWHERE."""
        return self._hexes[-1] if self._hexes else NOWHERE

    @property
    def units(self) -> list[str]:
        """The keys of the selected units."""
        return list(self._units)

    @property
    def unit(self) -> str | None:
        """The key of the unit selected last, or None."""
        return self._units[-1] if self._units else None

    def set(self, hexes: Iterable[int] = (), units: str | Iterable[str] | None = None) -> None:
        """Select these hexes and this unit, or these, and nothing else."""
        chosen = tuple(dict.fromkeys(hexes))
        keys = (units,) if isinstance(units, str) else tuple(dict.fromkeys(units or ()))
        if (chosen, keys) != (self._hexes, self._units):
            self._hexes, self._units = chosen, keys
            self.selection_changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.set()

    @property
    def kept(self) -> Kept:
        """What is selected, to be restored later."""
        return self._hexes, self._units

    def restore(self, kept: Kept) -> None:
        """Select what was selected then."""
        self.set(*kept)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. ``kind`` is ``info``, ``good``, ``warning``, ``error``, ``game`` or ``aside``."""

    text: str
    kind: str = "info"
    rule: str = ""
    hex: str = ""


class Log(QObject):
    """What happened in this session, for the log panel."""

    added = Signal(object)
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[LogLine] = []

    def add(self, text: str, kind: str = "info", rule: str = "", at: str = "") -> None:
        """Write a line."""
        line = LogLine(text, kind, rule, at)
        self.lines.append(line)
        self.added.emit(line)

    def clear(self) -> None:
        """Forget all lines."""
        self.lines.clear()
        self.cleared.emit()


class Workbench(QObject):
    """The documents in their tabs, the canvas, the tools, the selection, and ways to speak to the user.

    ``document``, ``preview`` and the signals here are those of the tab in front: whoever listens to the workbench
    need not know that there are others. ``panes``, ``tools`` and ``window`` are set by the window before any
    panel is built.
    """

    leaving = Signal()
    """The document in front goes behind or away in a moment: put down what is being held over it."""
    document_changed = Signal(object)
    """Another document is in front; ``changed`` tells of everything after."""
    changed = Signal(object)
    """A ``Change`` of the document in front."""
    state_changed = Signal()
    """Title, path or dirty mark of the document in front may be different."""
    status_changed = Signal(str)
    rule_asked = Signal(str)
    """Somebody wants to read a paragraph of the rules: ``tlg2:6.12``."""

    panes: Panes
    tools: ToolManager
    layers: LayersControl
    window: QMainWindow

    def __init__(self, document: Document, *, blank: bool = False) -> None:
        super().__init__()
        self.tabs = Tabs(Tab(document, blank=blank), self)
        self.selection = Selection(self)
        self.log = Log(self)
        self.actions = Actions(self)
        self.undo = QUndoGroup(self)
        """The undo stack of the document in front."""
        self.game = GameSignals(self)
        """What the test game in front tells."""
        self.underlay: UnderlayControl | None = None
        """The picture under the map; see ``editor.controls.underlay.underlay_of``."""
        self._follow(self.tabs.front)

    # -- the tab in front ---------------------------------------------------------------------------------------

    @property
    def document(self) -> Document:
        """The document in front."""
        return self.tabs.front.document

    @property
    def preview(self) -> Preview:
        """Its test game."""
        return self.tabs.front.preview

    @property
    def canvas(self) -> MapView:
        """The view that is worked in."""
        return self.panes.active

    # -- tabs ---------------------------------------------------------------------------------------------------

    def open(self, document: Document) -> Tab:
        """Open a document in a tab of its own, in front; the untouched empty map of the start gives way."""
        old = self.tabs.front
        if old.untouched:
            return self.set_document(document)
        tab = Tab(document)
        self.tabs.add(tab)
        self.show(tab)
        return tab

    def set_document(self, document: Document, *, blank: bool = False) -> Tab:
        """Put another document in the place of the one in front, which is let go. Nobody is asked."""
        old, tab = self.tabs.front, Tab(document, blank=blank)
        self.tabs.add(tab, self.tabs.index(old))
        self.show(tab)
        self.close(old)
        return tab

    def show(self, tab: Tab) -> None:
        """Bring a tab to the front."""
        old = self.tabs.front
        if tab is old:
            return
        self.leaving.emit()
        old.selected = self.selection.kept
        old.document.changed.disconnect(self.changed)
        old.document.state_changed.disconnect(self.state_changed)
        self.tabs.bring(tab)
        self._follow(tab)
        self.selection.clear()
        self.document_changed.emit(tab.document)
        self.selection.restore(tab.selected)
        self.tabs.fronted.emit(tab)

    def close(self, tab: Tab) -> None:
        """Close a tab that is not the only one. Asking before loss is the window's work."""
        if tab is self.tabs.front:
            # The one that moves into its place, as the eye expects.
            last = self.tabs.index(tab) == len(self.tabs) - 1
            self.show(self.tabs.beside(-1 if last else 1))
        self.tabs.remove(tab)
        self.undo.removeStack(tab.document.stack)
        tab.close()

    def _follow(self, tab: Tab) -> None:
        tab.document.changed.connect(self.changed)
        tab.document.state_changed.connect(self.state_changed)
        self.game.follow(tab.preview)
        self.undo.addStack(tab.document.stack)
        self.undo.setActiveStack(tab.document.stack)

    # -- speaking and going -------------------------------------------------------------------------------------

    def push(self, command: Command) -> bool:
        """Do a command on the document in front, or say in the status bar why it cannot be done.

        True when it was done; False when it would change nothing, or cannot be done.
        """
        try:
            return self.document.push(command)
        except HexwrightError as error:
            self.status(str(error))
            return False

    def status(self, text: str) -> None:
        """Say something in the status bar."""
        self.status_changed.emit(text)

    def go_to(self, h: int) -> None:
        """Bring a hex into view and select it."""
        if h in self.document.battle_map.grid:
            self.canvas.centre_on(h)
            self.selection.set([h])
