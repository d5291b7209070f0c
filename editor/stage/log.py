"""What happened in this session."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


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
