"""How a game is won, written out as a section of its rules: in sentences that follow the victory conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.plural import counted
from engine.scenario.model import Scenario
from engine.scenario.victory_words import line_text, side_said, win_text


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A part of the section: its heading, which may be empty, and its sentences."""

    heading: str
    sentences: tuple[str, ...]


def victory_rules(scenario: Scenario) -> list[RulesPart]:
    """The parts in their order; those without a sentence are left out."""
    parts = (
        RulesPart("", tuple(line for line in scenario.victory.text.splitlines() if line.strip())),
        RulesPart("Winning outright", tuple(_wins(scenario))),
        RulesPart("Points", tuple(_points(scenario))),
        RulesPart("End of the game", tuple(_end(scenario))),
        RulesPart("Levels of victory", tuple(_levels(scenario))),
    )
    return [part for part in parts if part.sentences]


def victory_text(scenario: Scenario) -> str:
    """The section as plain text, a sentence to a line."""
    parts = ["\n".join(filter(None, (part.heading, *part.sentences))) for part in victory_rules(scenario)]
    return "\n\n".join(["Victory", *parts]) + "\n"


def _wins(scenario: Scenario) -> Iterator[str]:
    for win in scenario.victory.wins:
        name = f"{win.name}: " if win.name else ""
        level = f" The victory is {win.level}." if win.level else ""
        yield _sentence(name + win_text(scenario, win)) + level
    if len(scenario.victory.wins) > 1:
        yield "If several of these are true at the same time, the first one counts."


def _points(scenario: Scenario) -> Iterator[str]:
    victory = scenario.victory
    for key, points in victory.handicap.items():
        yield f"The game begins with {counted(points, 'point')} for {side_said(scenario, key)}."
    for line in victory.scoring:
        yield _sentence(line_text(scenario, line))


def _end(scenario: Scenario) -> Iterator[str]:
    victory, turns = scenario.victory, scenario.turns
    yield f"The game ends after {turns.said(turns.count)}."
    if victory.sudden:
        lead = counted(victory.sudden, "point")
        yield f"It ends earlier, at the end of any turn, when a side leads by at least {lead}."
    if not victory.scoring and not victory.handicap:
        yield _tie(scenario, "If no side has won by then, ")
        return
    before = "If no side has won outright, the" if victory.wins else "The"
    yield f"{before} side with more points wins."
    yield _tie(scenario, "If the points are equal, ")


def _tie(scenario: Scenario, when: str) -> str:
    tie = scenario.victory.tie
    return f"{when}{f'the victory is for {side_said(scenario, tie)}' if tie else 'the game is a draw'}."


def _levels(scenario: Scenario) -> Iterator[str]:
    for level in sorted(scenario.victory.levels, key=lambda level: level.margin):
        yield f"{level.name[:1].upper()}{level.name[1:]}: a lead of at least {counted(level.margin, 'point')}."


def _sentence(text: str) -> str:
    """A text as a sentence: a capital at its beginning, a full stop at its end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
