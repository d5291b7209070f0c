"""Run every check over a map or a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from engine.board.battlemap import BattleMap
from engine.findings import Finding, Severity
from engine.scenario import Scenario
from engine.umpire.checks.registry import CHECKS, Scope
from engine.umpire.checks.subject import Path, Source, Subject
from engine.umpire.checks.system_checks import own_findings


def check_map(battle_map: BattleMap, source: Source | None = None, prefix: Path = ()) -> list[Finding]:
    """Every finding about a map, in file order.

    ``source`` tells lines and columns, if the map has a file; ``prefix`` is ``("map",)`` for one inside a
    scenario's file.
    """
    return _run(Subject(battle_map, source=source, prefix=prefix), Scope.MAP)


def check_scenario(scenario: Scenario, source: Source | None = None) -> list[Finding]:
    """Every finding about a scenario, in file order; its map's own findings are `check_map`'s business."""
    subject = Subject(scenario.map, scenario, source)
    own = own_findings(subject) if subject.system is not None else ()
    return in_order([*_run(subject, Scope.SCENARIO), *own])


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted by file, line and column, then the gravest first."""
    ranks = {severity: rank for rank, severity in enumerate(Severity)}
    return sorted(
        findings,
        key=lambda finding: (
            finding.place.file,
            finding.place.line,
            finding.place.column,
            ranks[finding.severity],
            finding.code,
        ),
    )


def _run(subject: Subject, scope: Scope) -> list[Finding]:
    found = [finding for check in CHECKS.values() if check.scope is scope for finding in check.run(subject)]
    return in_order(found)
