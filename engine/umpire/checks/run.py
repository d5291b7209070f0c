"""Run every check over a map, a scenario, or whatever a file holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.board.battlemap import BattleMap
from engine.findings import Finding, Severity
from engine.formats.source import Section
from engine.formats.specs import ExampleSpec, Loaded, ReplaySpec
from engine.pauses import pause
from engine.scenario import Scenario
from engine.umpire.checks.registry import CHECKS, Scope
from engine.umpire.checks.subject import Subject
from engine.umpire.checks.system_checks import own_findings

_HEXSIDES_MISREAD: Final = ("MAP009", "MAP011", "MAP012", "MAP013", "MAP014", "MAP015")
_PATHS_MISREAD: Final = ("MAP010", "MAP011", "MAP016", "MAP017", "MAP018")
_TERRAIN_MISREAD: Final = ("MAP001", "MAP002", "MAP003", "MAP004")

_READ: Final = {
    "MAP101": _HEXSIDES_MISREAD,
    "MAP102": _PATHS_MISREAD,
    "MAP103": _HEXSIDES_MISREAD,
    "MAP104": _PATHS_MISREAD,
    "MAP105": (*_HEXSIDES_MISREAD, *_PATHS_MISREAD),
    "MAP107": (*_TERRAIN_MISREAD, *_HEXSIDES_MISREAD),
    "MAP109": _TERRAIN_MISREAD,
    "UNIT101": ("UNIT001", "SIDE001"),
    "UNIT103": ("SETUP004",),
    "UNIT104": ("REINF002",),
    "SETUP101": ("SETUP001", "UNIT001"),
    "SETUP102": ("SETUP002",),
    "SETUP106": ("SETUP003", "SIDE001"),
    "REINF101": ("REINF001", "UNIT001"),
    "REINF103": ("REINF003",),
    "REINF112": ("REINF006",),
    "REINF107": ("REINF004", "SIDE001"),
    "WIN102": ("WIN001", "WIN002", "WIN003"),
    "WIN105": ("SIDE001",),
    "UNIT106": ("UNIT106",),
    "RULE105": ("",),
    "RULE106": ("RULE106",),
    "RULE107": ("RULE107",),
}
"""Check to the codes by which the file reader has reported the same thing, or what caused it, already.

The checks still matter: a scenario being edited has no file that was read.
"""


FOUND_AGAIN: Final = frozenset(code for causes in _READ.values() for code in causes if code)
"""Findings of the file reader that the checks make again of a scenario that is open."""

_ALONE: Final = frozenset({"MAP112"})
"""Checks of a map that nobody plays on yet; with a scenario its rules system has the word."""


def check_map(battle_map: BattleMap, section: Section | None = None, *, played: bool = False) -> list[Finding]:
    """Every finding about a map, in file order; ``section`` tells lines and columns, if the map has a file.

    ``played`` says that a scenario on the map is checked as well.
    """
    return _run(Subject(battle_map, section=section), Scope.MAP, _ALONE if played else frozenset())


def check_scenario(scenario: Scenario, section: Section | None = None) -> list[Finding]:
    """Every finding about a scenario, in file order; its map's own findings are `check_map`'s business."""
    return _check_scenario(scenario, section, frozenset())


def _check_scenario(scenario: Scenario, section: Section | None, known: frozenset[str]) -> list[Finding]:
    subject = Subject(scenario.map, scenario, section)
    own = list(own_findings(subject)) if subject.system is not None else []
    # Where the system itself has something to say of a thing, it knows the paragraph: ours would repeat it.
    said = {_topic(finding) for finding in own}
    common = [finding for finding in _run(subject, Scope.SCENARIO, known) if _topic(finding) not in said]
    return in_order([*common, *own])


def _topic(finding: Finding) -> tuple[str, Severity, tuple[str | int, ...]]:
    return finding.code.rstrip("0123456789"), finding.severity, finding.place.path


def check_loaded(loaded: Loaded) -> list[Finding]:
    """Every finding about a file: those of reading it, and those of the checks on what it holds."""
    findings = list(loaded.findings)
    read = {finding.code for finding in findings}
    if loaded.errors:
        read.add("")
    known = frozenset(code for code, causes in _READ.items() if not read.isdisjoint(causes))
    if isinstance(loaded.model, BattleMap):
        findings += _run(Subject(loaded.model, section=loaded.map_section), Scope.MAP, known)
    elif isinstance(loaded.model, Scenario):
        findings += _check_scenario(loaded.model, loaded.scenario_section, known)
        findings += _run(Subject(loaded.model.map, section=loaded.map_section), Scope.MAP, known | _ALONE)
    elif isinstance(loaded.model, ExampleSpec | ReplaySpec) and not loaded.model.scenario_ref:
        findings += _check_inline(loaded.model.scenario, loaded.scenario_section)
    return in_order(findings)


def _check_inline(scenario: Scenario, section: Section | None) -> list[Finding]:
    """What is wrong with the counters and rules of a scenario inside an example or replay. Nothing else is asked of
    it: it need not be whole, and its set-up may be the very thing that the example is about."""
    subject = Subject(scenario.map, scenario, section)
    found = own_findings(subject) if subject.system is not None else ()
    return [f for f in found if f.severity is Severity.ERROR and f.code.startswith(("UNIT", "RULE"))]


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted by line and column within each file, then the gravest first; files stay in the order they come."""
    found = list(findings)
    files = {finding.place.file: None for finding in found}
    file_ranks = {file: rank for rank, file in enumerate(files)}
    ranks = {severity: rank for rank, severity in enumerate(Severity)}
    return sorted(
        found,
        key=lambda finding: (
            file_ranks[finding.place.file],
            finding.place.line,
            finding.place.column,
            ranks[finding.severity],
            finding.code,
        ),
    )


def _run(subject: Subject, scope: Scope, known: frozenset[str]) -> list[Finding]:
    """Run the checks of a scope, except those whose findings are known already."""
    checks = [check for check in CHECKS.values() if check.scope is scope and check.code not in known]
    found: list[Finding] = []
    for check in checks:
        pause()
        found += check.run(subject)
    return in_order(found)
