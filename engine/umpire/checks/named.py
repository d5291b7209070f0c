"""The findings that an example of play names: those that the checks must make in its scenario, and must not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engine.boards.board import Board
from engine.findings import Finding
from engine.formats.specs import ExampleSpec, FindingStep

_SHOWN: Final = 8
"""Findings that a failure lists at most."""
_WORD: Final = re.compile(r"[^\s,;()/]+")


def not_as_named(spec: ExampleSpec, found: Iterable[Finding]) -> Iterator[tuple[FindingStep, str]]:
    """The entries of an example that do not hold for what the checks have found, each with what is wrong."""
    found = list(found)
    for step in spec.findings:
        same = [finding for finding in found if is_named(finding, step, spec.scenario.map)]
        if step.found and not same:
            listed = "".join(f"\n    {finding}" for finding in found[:_SHOWN])
            yield step, f"expected the checks to find {_said(step)}; they find {listed or 'nothing'}"
        elif same and not step.found:
            yield step, f"expected the checks not to find {_said(step)}, but they do: {same[0]}"


def is_expected(finding: Finding, spec: ExampleSpec) -> bool:
    """Whether an example says that the checks find this in its scenario, so that it does not keep it from being
    played."""
    return any(step.found and is_named(finding, step, spec.scenario.map) for step in spec.findings)


def is_named(finding: Finding, step: FindingStep, board: Board) -> bool:
    """Whether a finding is one that an example means: of its paragraph and code, and with all that it names."""
    if step.rule and finding.rule != step.rule:
        return False
    if step.code and finding.code != step.code:
        return False
    place = finding.place
    words = {*map(str, place.path), *_WORD.findall(f"{place.hex} {place.unit} {finding.message}"), place.hex}
    return all(word in words or any(board.same(word, other) for other in words) for word in step.at)


def _said(step: FindingStep) -> str:
    what = " ".join(word for word in (step.code, step.rule) if word)
    return f"{what or 'anything'} at {' '.join(step.at)}" if step.at else what or "anything"
