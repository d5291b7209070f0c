"""What looks a document over for the list of problems: at a copy of it, off the main thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from editor.document.document import Document
from editor.document.rules_document import RulesDocument, look_over_rules
from engine.boards.board import Board
from engine.findings import Finding, Severity
from engine.scenario import Scenario
from engine.umpire.checks.run import check_map, check_scenario

State = tuple[int, int]
"""Revisions of map and scenario."""


def state_of(document: Document) -> State:
    """The state in which a document is."""
    return document.revision("map"), document.revision("scenario")


def look_over(board: Board, scenario: Scenario | None, folder: str = "") -> list[Finding]:
    """Every finding about a document, the gravest first, otherwise in the umpire's order; ``folder`` is its file's."""
    found = check_map(board, played=scenario is not None)
    if scenario is not None:
        found += check_scenario(scenario, folder=folder)
    return _gravest_first(found)


def task_of(document: Document) -> Callable[[], list[Finding]]:
    """What looks a document over as it is now, at a copy of it."""
    if isinstance(document, RulesDocument):
        look = partial(look_over_rules, document.text, document.path)
        return lambda: _gravest_first(look())
    board, scenario = document.snapshot()
    return partial(look_over, board, scenario, str(document.path.parent) if document.path is not None else "")


def _gravest_first(found: Iterable[Finding]) -> list[Finding]:
    order = list(Severity)
    return sorted(found, key=lambda finding: order.index(finding.severity))
