"""What a check is, and the list of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from inspect import getdoc
from typing import Final, TypeVar

from engine.findings import Finding, Fix, Severity
from engine.formats.source import MOST_FINDINGS
from engine.umpire.checks.subject import Path, Subject


class Scope(StrEnum):
    """What a check looks at."""

    MAP = "map"
    """A map, alone or as part of a scenario."""
    PALETTE = "palette"
    """A palette, alone or as that of a map."""
    MAP_ALONE = "map alone"
    """A map that is checked without a scenario: of a map that a scenario is played on, the rules system decides."""
    SCENARIO = "scenario"
    """A scenario on its map."""
    BINDING = "binding"
    """A scenario in which no check found an error: whether the rules take it."""
    OPENING = "opening"
    """A scenario that the rules take: what they say of the position at its start."""
    PLAY = "play"
    """A game in progress: test turns report these."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found: a finding that does not yet know its code, nor where in the file it is."""

    message: str
    path: Path = ()
    token: int | None = None
    """Which word of a text block is meant, counted from 0."""
    key: bool = False
    """Whether the key at the path is meant, not its value."""
    hex: str = ""
    unit: str = ""
    rule: str = ""
    hint: str = ""
    fix: Fix | None = None


F = TypeVar("F", bound=Callable[..., Iterator[Found]])
"""A check's function: it is given a subject of the class `Check.of`."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing the umpire looks for. ``explanation`` is what docs/findings.md says about it."""

    code: str
    severity: Severity
    scope: Scope
    title: str
    explanation: str
    function: Callable[..., Iterator[Found]] | None = None
    """None for what test turns report themselves."""
    needs: frozenset[str] = frozenset()
    """The parts of the file that have to be read whole for the check to make sense."""
    of: type[Subject] = Subject
    """What it looks at: any map, or only maps of one kind."""
    bars_play: bool = False
    """Whether a scenario with such a finding cannot be played, because its rules cannot use it."""

    @property
    def family(self) -> str:
        """The letters of the code: ``MAP``, ``UNIT`` ..."""
        return self.code.rstrip("0123456789")

    def run(self, subject: Subject) -> Iterator[Finding]:
        """Every finding of this check; of very many the first, and that there are more."""
        for number, found in enumerate(self.function(subject) if self.function else ()):
            if number == MOST_FINDINGS:
                message = f"there are more findings {self.code}; the first {MOST_FINDINGS} are listed"
                yield Finding(self.code, Severity.INFO, message, subject.place(found.path))
                return
            place = subject.place(found.path, found.token, key=found.key, hex=found.hex, unit=found.unit)
            rule = found.rule or subject.paragraph(self.code)
            yield Finding(self.code, self.severity, found.message, place, rule, found.hint, found.fix)


CHECKS: Final[dict[str, Check]] = {}
"""Every check by its code."""


def check(
    code: str,
    severity: Severity,
    title: str,
    scope: Scope = Scope.SCENARIO,
    *,
    needs: str = "",
    bars_play: bool = False,
    of: type[Subject] = Subject,
) -> Callable[[F], F]:
    """Register a function as a check; its docstring is the explanation. For ``needs`` (words), ``bars_play`` and ``of``
    see `Check`."""

    def register(function: F) -> F:
        if code in CHECKS:
            raise ValueError(f"there are two checks {code}")
        explanation = getdoc(function) or ""
        parts = frozenset(needs.split())
        CHECKS[code] = Check(code, severity, scope, title, explanation, function, parts, of, bars_play)
        return function

    return register


def reported_in_play(code: str, title: str, explanation: str, severity: Severity = Severity.ERROR) -> None:
    """Register a finding that test turns report."""
    CHECKS[code] = Check(code, severity, Scope.PLAY, title, explanation)
