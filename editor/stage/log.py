"""What happened in this session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from editor.document.document import Document
from engine.spelling import one_line


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
    to: tuple[str, ...] = ()
    """The sides of its test game that may read it; empty for all."""
    whole: str = ""
    """The text with all the names that it shortens; empty where it shortens none."""


class Log(QObject):
    """What happened in this session, for the log panel."""

    added = Signal(object)
    cleared = Signal()
    rewritten = Signal()
    """Lines in the middle are gone, or others may be read now."""

    def __init__(self, source: Callable[[], Document], parent: QObject | None = None) -> None:
        """``source`` gives the document in front."""
        super().__init__(parent)
        self._source = source
        self._lines: list[LogLine] = []
        self._readers: dict[int, str] = {}
        """The side that sees the messages of a document's test game. Empty: all sides see them."""

    @property
    def lines(self) -> list[LogLine]:
        """The lines that whoever is at the screen may read, the first of them first."""
        return [line for line in self._lines if self._is_known(line)]

    def _is_known(self, line: LogLine) -> bool:
        reader = self._readers.get(line.document, "")
        return not line.to or not reader or reader in line.to

    def read_by(self, side: str) -> bool:
        """This side reads from now on what is told of the test game in front, an empty one all of it; whether that is
        another reader than before."""
        front = id(self._source())
        if self._readers.get(front, "") == side:
            return False
        self._readers[front] = side
        if any(line.to for line in self._lines):
            self.rewritten.emit()
        return True

    def add(
        self,
        text: str,
        kind: str = "info",
        rule: str = "",
        at: str = "",
        position: int = -1,
        to: tuple[str, ...] = (),
        whole: str = "",
    ) -> None:
        """Write a line; ``position`` is that of the test game that it tells of, ``to`` the sides that may read it,
        ``whole`` the text with all names where ``text`` has not all."""
        front = self._source()
        # A name of several lines would look like several lines of the log.
        line = LogLine(
            one_line(text), kind, rule, at, position, front.title, id(front), to, whole if whole != text else ""
        )
        self._lines.append(line)
        if self._is_known(line):
            self.added.emit(line)

    def cut(self, left: int) -> None:
        """The positions from this one on of the test game in front were taken back: forget what was told of them."""
        front = id(self._source())
        told = [line.document == front for line in self._lines]
        begun = max((i for i, line in enumerate(self._lines) if told[i] and line.position == 0), default=0)
        kept = [line for i, line in enumerate(self._lines) if i < begun or not told[i] or line.position < left]
        if len(kept) < len(self._lines):
            self._lines[:] = kept
            self.rewritten.emit()

    def clear(self) -> None:
        """Forget all lines."""
        self._lines.clear()
        self.cleared.emit()
