"""Run every check over a map, a scenario, or whatever a file holds."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine import plugins
from engine.boards.board import Board
from engine.boards.kinds import kind_for, kind_of
from engine.boards.palette import Palette
from engine.findings import Finding, Place, Severity, worst
from engine.formats.source import Section
from engine.formats.specs import ExampleSpec, Loaded, ReplaySpec
from engine.pauses import pause
from engine.scenario import Scenario
from engine.umpire.checks.named import is_expected
from engine.umpire.checks.registry import CHECKS, Check, Scope
from engine.umpire.checks.subject import Subject
from engine.umpire.checks.system_checks import own_findings

_OF_AN_EXAMPLE: Final = frozenset({"REINF102", "REINF105", "REINF123", "SETUP115", "UNIT131"})
"""The errors of a scenario that an example may be about, or that do not touch the few turns it has: reinforcements and
groups for which there is no turn, no way or no room, and a counter that prints what its type never uses."""


def check_map(board: Board, section: Section | None = None, *, played: bool = False) -> list[Finding]:
    """Every finding about a map, in file order; ``section`` tells lines and columns, if the map has a file.

    ``played`` says that a scenario on the map is checked as well.
    """
    return _of_map(subject_of(board, section=section), played)


def check_scenario(scenario: Scenario, section: Section | None = None, *, folder: str = "") -> list[Finding]:
    """Every finding about a scenario, in file order; its map's own findings are `check_map`'s business.

    ``folder`` is that of its file, where there is no ``section`` to tell it.
    """
    return _of_scenario(subject_of(scenario.map, scenario, section, folder=folder), [])


def check_loaded(loaded: Loaded) -> list[Finding]:
    """Every finding about a file: those of reading it, and those of the checks on what it holds."""
    model, misread = loaded.model, [finding.place for finding in loaded.errors]
    findings = list(loaded.findings)
    if isinstance(model, Palette):
        findings += _run(_of_palette(model, loaded, misread), Scope.PALETTE)
    elif isinstance(model, Board):
        findings += _of_map(subject_of(model, section=loaded.map_section, misread=misread), False)
    elif isinstance(model, Scenario):
        findings += _of_scenario(subject_of(model.map, model, loaded.scenario_section, misread), findings)
        findings += _of_map(subject_of(model.map, section=loaded.map_section, misread=misread), True)
    elif isinstance(model, ExampleSpec | ReplaySpec):
        subject = subject_of(model.scenario.map, model.scenario, loaded.scenario_section, misread)
        if isinstance(model, ExampleSpec):
            findings = [finding for finding in findings if not is_expected(finding, model)]
            findings += _of_example(model, subject)
        else:
            findings += _barring(subject)
        if not model.scenario_ref:
            findings += _of_counters(subject, {finding.code for finding in findings})
        findings += _of_start(model, "SETUP103")
    return in_order(findings)


def bars_to_play(loaded: Loaded) -> list[Finding]:
    """Why nothing can be played from a file: errors of reading it, and of the checks of what rules have to make sense
    of; of an example of play, all errors of its scenario but those that it may be about. Empty for a file that can be
    played; a map and a palette can be read, if not played."""
    model, misread = loaded.model, [finding.place for finding in loaded.errors]
    scenario = model.scenario if isinstance(model, ExampleSpec | ReplaySpec) else model
    if not isinstance(scenario, Scenario):
        return loaded.errors or (loaded.findings if model is None else [])
    subject = subject_of(scenario.map, scenario, loaded.scenario_section, misread)
    if isinstance(model, ExampleSpec):
        unread = [finding for finding in loaded.errors if not is_expected(finding, model)]
        return in_order([*unread, *_of_example(model, subject)])
    found = [*loaded.errors, *_barring(subject)]
    return in_order(found) if found else _refused(subject)


def subject_of(board: Board, *args: Any, **options: Any) -> Subject:
    """A map, with or without a scenario, as the checks of its kind look at it; see `Subject` for what follows it."""
    kind = kind_of(board)
    kind.offers("checks")
    found: Subject = kind.offers("subject")(board, *args, **options)
    return found


def _of_palette(palette: Palette, loaded: Loaded, misread: list[Place]) -> Subject:
    """A palette with an empty map around it."""
    empty = kind_for(palette).offers("empty")(palette)
    return subject_of(empty, None, Section(loaded.source), misread, palette_alone=True)


def _of_map(subject: Subject, played: bool) -> list[Finding]:
    found = _run(subject, Scope.PALETTE) + _run(subject, Scope.MAP)
    return in_order(found + ([] if played else _run(subject, Scope.MAP_ALONE)))


def _of_scenario(subject: Subject, read: list[Finding]) -> list[Finding]:
    """Every finding about a scenario beside those of reading it."""
    found = [*_run(subject, Scope.SCENARIO), *own_findings(subject)]
    if worst([*read, *found]) is not Severity.ERROR:
        found += _run(subject, Scope.BINDING)
    if worst([*read, *found]) is not Severity.ERROR:
        found += _run(subject, Scope.OPENING)
    return in_order(found)


def _barring(subject: Subject) -> list[Finding]:
    """What keeps the rules from making sense of a scenario."""
    return [finding for check in CHECKS.values() if check.bars_play for finding in _found(check, subject)]


def _refused(subject: Subject) -> list[Finding]:
    """All errors of a scenario that its rules refuse, for they say where; nothing of one that can be bound to them."""
    if subject.system is not None and not _run(subject, Scope.BINDING):
        return []
    return [finding for finding in _of_scenario(subject, []) if finding.severity is Severity.ERROR]


def _of_example(model: ExampleSpec, subject: Subject) -> list[Finding]:
    """Why an example is not played: the errors of its scenario that it does not name, and enemies that its start puts
    into one hex."""
    found = _barring(subject)
    barring = {finding.code for finding in found}
    errors = (finding for finding in _of_scenario(subject, []) if finding.severity is Severity.ERROR)
    found += [finding for finding in errors if finding.code not in barring | _OF_AN_EXAMPLE]
    return [finding for finding in [*found, *_of_start(model, "SETUP104")] if not is_expected(finding, model)]


def _of_counters(subject: Subject, said: Container[str]) -> list[Finding]:
    """What the system itself says of the counters of a scenario inside an example or replay, but what has been
    ``said``. Of a replay nothing else is asked: its scenario need not be whole."""
    found = own_findings(subject)
    return [f for f in found if f.severity is Severity.ERROR and f.code.startswith("UNIT") and f.code not in said]


def _of_start(model: ExampleSpec | ReplaySpec, code: str) -> Iterator[Finding]:
    """What a check of the set-up finds of the units that the start of an example or replay puts into hexes; not of
    those aboard."""
    start, scenario = model.start, model.scenario
    if start is None:
        return
    aboard = start.set.get("aboard")
    places = {key: how.get("at") if isinstance(how, Mapping) else how for key, how in start.units.items()}
    ashore = {key: at for key, at in places.items() if isinstance(at, str) and key not in (aboard or ())}
    before = {} if start.only else {key: at for key, at in scenario.setup.items() if key not in places}
    for finding in _found(CHECKS[code], subject_of(scenario.map, scenario.with_(setup={**before, **ashore}))):
        unit = finding.place.unit
        if unit in ashore:
            place = replace(model.source.place(("start", "units", unit)), hex=finding.place.hex, unit=unit)
            yield replace(finding, place=place, fix=None)


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


def _run(subject: Subject, scope: Scope) -> list[Finding]:
    """What the checks of a scope find."""
    found = [finding for check in CHECKS.values() if check.scope is scope for finding in _found(check, subject)]
    return found + _of_plugins(subject, scope)


def _of_plugins(subject: Subject, scope: Scope) -> list[Finding]:
    """What the checks of plug-ins find; a plug-in whose check fails is switched off."""
    found: list[Finding] = []
    for plugin, check in plugins.of_class("checks", Check):
        if check.scope is not scope:
            continue
        if check.code in CHECKS:
            plugins.blame(plugin, f"there is already a check {check.code}")
            continue
        try:
            found += _found(check, subject)
        except Exception as error:
            plugins.blame(plugin, f"its check {check.code} failed ({plugins.said(error)})")
    return found


def _found(check: Check, subject: Subject) -> Iterator[Finding]:
    """What a check finds; nothing on a map of another kind, or where a part of the file that it needs was read only
    in part."""
    pause()
    if isinstance(subject, check.of) and check.needs.isdisjoint(path[0] for path in subject.misread if path):
        yield from check.run(subject)
