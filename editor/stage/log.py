"""What happened in this session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from editor.document.document import Document


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. ``kind`` is ``info``, ``good``, ``warning``, ``error``, ``game`` or ``aside``."""

    text: str
    kind: str = "info"
    rule: str = ""
    hex: str = ""
    position: int = -1
    """The position of the test game that it tells of; -1 for none."""
    source: str = ""
    """The title of the document that it is about."""
    document: int = 0
    """The document that it is about, as Python counts it; 0 for none."""


class Log(QObject):
    """What happened in this session, for the log panel."""

    added = Signal(object)
    cleared = Signal()
    rewritten = Signal()
    """Lines in the middle are gone."""

    def __init__(self, source: Callable[[], Document], parent: QObject | None = None) -> None:
        """``source`` gives the document in front."""
        super().__init__(parent)
        self._source = source
        self.lines: list[LogLine] = []

    def add(self, text: str, kind: str = "info", rule: str = "", at: str = "", position: int = -1) -> None:
        """Write a line; ``position`` is the one of the test game that it tells of."""
        front = self._source()
        line = LogLine(text, kind, rule, at, position, front.title, id(front))
        self.lines.append(line)
        self.added.emit(line)

    def cut(self, left: int) -> None:
        """The positions from this one on of the test game in front were taken back: forget what was told of them."""
        front = id(self._source())
        told = [line.document == front for line in self.lines]
        begun = max((i for i, line in enumerate(self.lines) if told[i] and line.position == 0), default=0)
        kept = [line for i, line in enumerate(self.lines) if i < begun or not told[i] or line.position < left]
        if len(kept) < len(self.lines):
            self.lines[:] = kept
            self.rewritten.emit()

    def clear(self) -> None:
        """Forget all lines."""
        self.lines.clear()
        self.cleared.emit()
