"""What a check is, and the list of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from inspect import getdoc
from typing import Final

from engine.findings import Finding, Fix, Severity
from engine.umpire.checks.subject import Path, Subject


class Scope(StrEnum):
    """What a check looks at."""

    MAP = "map"
    """A map, alone or as part of a scenario."""
    SCENARIO = "scenario"
    """A scenario on its map."""
    PLAY = "play"
    """A game in progress: test turns report these."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found: a finding that does not yet know its code, nor where in the file it is."""

    message: str
    path: Path = ()
    token: int | None = None
    """Which word of a text block is meant, counted from 0."""
    hex: str = ""
    unit: str = ""
    rule: str = ""
    hint: str = ""
    fix: Fix | None = None


Function = Callable[[Subject], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing the umpire looks for. ``explanation`` is what docs/findings.md says about it."""

    code: str
    severity: Severity
    scope: Scope
    title: str
    explanation: str
    function: Function | None = None
    """None for what test turns report themselves."""

    @property
    def family(self) -> str:
        """The letters of the code: ``MAP``, ``UNIT`` ..."""
        return self.code.rstrip("0123456789")

    def run(self, subject: Subject) -> Iterator[Finding]:
        """Every finding of this check."""
        for found in self.function(subject) if self.function else ():
            place = subject.place(found.path, found.token, hex=found.hex, unit=found.unit)
            yield Finding(self.code, self.severity, found.message, place, found.rule, found.hint, found.fix)


CHECKS: Final[dict[str, Check]] = {}
"""Every check by its code."""


def check(code: str, severity: Severity, title: str, scope: Scope = Scope.SCENARIO) -> Callable[[Function], Function]:
    """Register a function as a check; its docstring is the explanation."""

    def register(function: Function) -> Function:
        if code in CHECKS:
            raise ValueError(f"there are two checks {code}")
        CHECKS[code] = Check(code, severity, scope, title, getdoc(function) or "", function)
        return function

    return register


def reported_in_play(code: str, title: str, explanation: str) -> None:
    """Register a finding that test turns report."""
    CHECKS[code] = Check(code, Severity.ERROR, Scope.PLAY, title, explanation)
