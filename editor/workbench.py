"""The workbench: what panels, tools and dialogs are given to work with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from editor.actions import Actions
from editor.document.document import Document
from editor.preview.session import Preview
from engine.board.grid import NOWHERE

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from editor.canvas.underlay_control import UnderlayControl
    from editor.canvas.view import MapView
    from editor.layers_control import LayersControl
    from editor.tools.manager import ToolManager


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
    """The open document, the canvas, the tools, the selection, and ways to speak to the user.

    ``canvas``, ``tools`` and ``window`` are set by the window before any panel is built.
    """

    document_changed = Signal(object)
    """Another document was opened; its ``changed`` signal tells of everything after."""
    status_changed = Signal(str)
    rule_asked = Signal(str)
    """Somebody wants to read a paragraph of the rules: ``tlg2:6.12``."""

    canvas: MapView
    tools: ToolManager
    layers: LayersControl
    window: QMainWindow

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.selection = Selection(self)
        self.log = Log(self)
        self.actions = Actions(self)
        self.preview = Preview(self)
        self.underlay: UnderlayControl | None = None
        """The picture under the map; see ``editor.canvas.underlay_control.underlay_of``."""

    @property
    def document(self) -> Document:
        """The open document."""
        return self._document

    def set_document(self, document: Document) -> None:
        """Open another document in the place of this one. Asking before loss is the window's work."""
        self.preview.close()
        old = self._document
        self._document = document
        self.selection.clear()
        self.document_changed.emit(document)
        old.stack.clear()
        old.deleteLater()

    def status(self, text: str) -> None:
        """Say something in the status bar."""
        self.status_changed.emit(text)

    def go_to(self, h: int) -> None:
        """Bring a hex into view and select it."""
        if h in self.document.battle_map.grid:
            self.canvas.centre_on(h)
            self.selection.set([h])
