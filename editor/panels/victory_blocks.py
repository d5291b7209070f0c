"""The blocks that victory is put together from, as forms change them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields as fields_of
from dataclasses import replace
from typing import Any, Final

from editor.dialogs.texts import parse_turns
from engine.errors import HexwrightError
from engine.scenario import Scoring, Victory, VictoryCondition, Win
from engine.scenario.model import GROUPS, PLACES

Steps = tuple[int, ...]
"""The way to a part of a condition: the number of the part in each group."""


COUNTED: Final = frozenset({"exit", "eliminated", "lead", "turn"})
"""The kinds of conditions that ask for a number of factors, points or turns: at 0 they would be met at once."""
ALWAYS: Final = "0: always met"
"""What a count of nothing is called in a form."""


def new_condition(kind: str) -> VictoryCondition:
    """A condition as a form begins with it."""
    return VictoryCondition(kind, count=1 if kind in COUNTED else 0)


def part_at(condition: VictoryCondition, steps: Iterable[int]) -> VictoryCondition:
    """The part of a condition that steps lead to."""
    for step in steps:
        condition = condition.of[step]
    return condition


def with_part(condition: VictoryCondition, steps: Steps, new: VictoryCondition | None) -> VictoryCondition:
    """A condition with one of its parts replaced, or taken out when ``new`` is None."""
    if not steps:
        assert new is not None
        return new
    first, rest = steps[0], steps[1:]
    inner = list(condition.of)
    if rest or new is not None:
        inner[first] = with_part(inner[first], rest, new)
    else:
        del inner[first]
    return replace(condition, of=tuple(inner))


def names_of(part: Scoring | VictoryCondition) -> tuple[str, ...]:
    """The hexes and the region of a line or condition, as one list of names."""
    return (*((part.region,) if part.region else ()), *part.hexes)


def plain(block: Scoring | VictoryCondition | Win | Victory) -> dict[str, Any]:
    """The fields of a block by name."""
    return {field.name: getattr(block, field.name) for field in fields_of(block)}


def line_with(line: Scoring, name: str, value: Any, turns: int) -> Scoring:
    """A line with one field changed; turns as far as they can be read."""
    if name == "place":
        return line
    if name == "turns":
        with suppress(HexwrightError):
            return replace(line, turns=parse_turns(value, turns))
        return line
    if name == "kind":
        keeps = value in PLACES and line.kind in PLACES
        plain_line = Scoring(value, line.points, line.side, name=line.name)
        return replace(plain_line, hexes=line.hexes, region=line.region) if keeps else plain_line
    return replace(line, **{name: value})


def part_with(part: VictoryCondition, name: str, value: Any) -> VictoryCondition:
    """A condition with one field changed; another kind keeps what it has a use for."""
    if name == "place":
        return part
    if name == "kind":
        if value in GROUPS:
            return VictoryCondition(value, of=part.of if part.kind in GROUPS else (part,))
        keeps = value in ("hold", "exit") and part.kind in ("hold", "exit")
        fresh = new_condition(value)
        return replace(fresh, hexes=part.hexes, region=part.region) if keeps else fresh
    return replace(part, **{name: value})
