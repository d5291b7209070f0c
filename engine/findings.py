"""What the umpire and the file readers have to say: findings with a place, a paragraph and a way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.errors import HexwrightError


class Severity(StrEnum):
    """How bad a finding is; only ``ERROR`` makes ``hexwright check`` fail."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding is: in a file (line and column count from 1), in its data, and on the board."""

    file: str = ""
    line: int = 0
    column: int = 0
    path: tuple[str | int, ...] = ()
    """The data path, such as ``("units", "us-9", "strength")``."""
    hex: str = ""
    """A hex or hexside name such as ``L2306`` or ``L2306/L2406``."""
    unit: str = ""

    @property
    def data_path(self) -> str:
        """The data path as text: ``units.us-9.strength``."""
        return ".".join(str(part) for part in self.path)

    def __str__(self) -> str:
        where = self.file or "-"
        if self.line:
            where += f":{self.line}:{self.column}"
        return where


@dataclass(frozen=True, slots=True)
class Fix:
    """A quick fix the editor can offer: a verb it knows and plain data for it."""

    title: str
    verb: str
    data: dict[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the umpire noticed.

    ``code`` is stable and its family readable (``MAP010``, ``UNIT003``); ``rule`` is the paragraph
    it rests on (``tlg2:4.9``) or empty; ``hint`` says what to do about it.
    """

    code: str
    severity: Severity
    message: str
    place: Place = Place()
    rule: str = ""
    hint: str = ""
    fix: Fix | None = None

    def at(self, **changes: Any) -> Finding:
        """The same finding with parts of its place replaced."""
        return replace(self, place=replace(self.place, **changes))

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``--format json``."""
        place = self.place
        return {
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "path": place.data_path,
            "hex": place.hex,
            "unit": place.unit,
            "rule": self.rule,
            "hint": self.hint,
            "fix": self.fix.title if self.fix else "",
        }

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity} {self.code} {self.message}"
        if self.rule:
            text += f" [{self.rule}]"
        return text + (f" ({self.hint})" if self.hint else "")


class FileProblem(HexwrightError):
    """A file cannot be used; ``findings`` holds every reason, all at once, in file order."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


def worst(findings: Iterable[Finding]) -> Severity | None:
    """The gravest severity among the findings, or None when there are none."""
    order = list(Severity)
    ranks = [order.index(finding.severity) for finding in findings]
    return order[min(ranks)] if ranks else None
