"""A move that is being thought of: its parts, its text for the rules, and where it would lead by geometry alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

from engine.tables.places import (
    PACE,
    BasePlace,
    about,
    group_corner,
    paces,
    pivoted,
    spell,
    turned_about,
    turned_left,
    turned_right,
)
from engine.tables.sines import CIRCLE

Places = Mapping[str, BasePlace]
"""Where units stand, by their keys."""

AHEAD: Final = "ahead"
BACK: Final = "back"
LEFT: Final = "left"
RIGHT: Final = "right"
WHEEL_LEFT: Final = "wheel left"
WHEEL_RIGHT: Final = "wheel right"
PIVOT_LEFT: Final = "pivot left"
PIVOT_RIGHT: Final = "pivot right"
TURN: Final = ("turn left", "turn right", "turn about")
TO: Final = "to"
ANGLES: Final = (WHEEL_LEFT, WHEEL_RIGHT, PIVOT_LEFT, PIVOT_RIGHT)
OPPOSITE: Final = {
    AHEAD: BACK,
    BACK: AHEAD,
    LEFT: RIGHT,
    RIGHT: LEFT,
    WHEEL_LEFT: WHEEL_RIGHT,
    WHEEL_RIGHT: WHEEL_LEFT,
    PIVOT_LEFT: PIVOT_RIGHT,
    PIVOT_RIGHT: PIVOT_LEFT,
}


@dataclass(frozen=True, slots=True)
class MovePart:
    """A part of a move: what it does, how far (paces, or tenths of a degree for what turns), and where ``to`` leads."""

    word: str
    number: int = 0
    end: BasePlace | None = None

    @property
    def text(self) -> str:
        """As the rules read it."""
        if self.end is not None:
            return f"{TO} {spell(self.end)}"
        if self.word in TURN:
            return self.word
        return f"{self.word} {self.number / 10:g}" if self.word in ANGLES else f"{self.word} {self.number}"


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What some units are to do together; the parts follow one another."""

    verb: str
    """``move``, ``march`` or ``deploy``."""
    units: tuple[str, ...]
    parts: tuple[MovePart, ...] = ()
    wide: int = 1
    """How many stand side by side in the front rank, for ``deploy``."""

    @property
    def text(self) -> str:
        """The action for the rules."""
        units = " ".join(self.units)
        if self.verb == "deploy":
            end = self.parts[-1].end if self.parts else None
            return f"deploy {units} at {spell(end) if end is not None else ''} wide {self.wide}"
        return f"{self.verb} {units}: {'; '.join(part.text for part in self.parts)}"

    def then(self, part: MovePart) -> MovePlan:
        """The plan with another part: of the same sort as the last one it makes that longer, of the opposite sort
        shorter."""
        last = self.parts[-1] if self.parts else None
        if last is None or part.word in TURN or TO in (part.word, last.word):
            return replace(self, parts=(*self.parts, part))
        if last.word not in (part.word, OPPOSITE[part.word]):
            return replace(self, parts=(*self.parts, part))
        number = last.number + (part.number if last.word == part.word else -part.number)
        if not number:
            return replace(self, parts=self.parts[:-1])
        word = last.word if number > 0 else OPPOSITE[last.word]
        return replace(self, parts=(*self.parts[:-1], MovePart(word, abs(number))))

    def shorter(self) -> MovePlan:
        """The plan without its last part."""
        return replace(self, parts=self.parts[:-1])

    # -- where it leads -----------------------------------------------------------------------------------------

    def ends(self, places: Places, depths: Mapping[str, float]) -> dict[str, BasePlace]:
        """Where the units would stand after it, by geometry alone; those without a place are left out."""
        now = {key: places[key] for key in self.units if key in places}
        for part in self.parts:
            now = _after(part, now, depths)
        return now

    def span(self, places: Places, depths: Mapping[str, float]) -> int:
        """How many steps the last part has that it can be cut to: paces, or tenths of a degree."""
        if not self.parts:
            return 0
        part = self.parts[-1]
        if part.end is None:
            return part.number
        start = next(iter(self.shorter().ends(places, depths).values()), part.end)
        return max(1, paces(round(hypot(part.end.x - start.x, part.end.y - start.y))))

    def cut(self, steps: int, places: Places, depths: Mapping[str, float]) -> MovePlan:
        """The plan with its last part cut to this many steps of its `span`."""
        part = self.parts[-1]
        if part.end is None:
            return replace(self, parts=(*self.parts[:-1], replace(part, number=steps)))
        start = next(iter(self.shorter().ends(places, depths).values()), part.end)
        whole = self.span(places, depths)
        turn = (part.end.facing - start.facing + CIRCLE // 2) % CIRCLE - CIRCLE // 2
        end = BasePlace(
            PACE * paces(start.x + (part.end.x - start.x) * steps // whole),
            PACE * paces(start.y + (part.end.y - start.y) * steps // whole),
            (start.facing + round(turn * steps / whole)) % CIRCLE,
        )
        return replace(self, parts=(*self.parts[:-1], replace(part, end=end)))


def _after(part: MovePart, now: Places, depths: Mapping[str, float]) -> dict[str, BasePlace]:
    """Where units stand after a part."""
    if part.end is not None:
        first = next(iter(now.values()))
        by = part.end.x - first.x, part.end.y - first.y, part.end.facing
        return {key: BasePlace(one.x + by[0], one.y + by[1], by[2]) for key, one in now.items()}
    far = part.number * PACE
    straight = {AHEAD: (far, 0), BACK: (-far, 0), LEFT: (0, -far), RIGHT: (0, far)}.get(part.word)
    if straight is not None:
        return {key: one.moved(*straight) for key, one in now.items()}
    tenths = part.number if part.word.endswith("right") else -part.number
    if part.word in (WHEEL_LEFT, WHEEL_RIGHT):
        corner = group_corner(now.values(), right=tenths > 0)
        return {key: about(one, corner, tenths) for key, one in now.items()}
    if part.word in (PIVOT_LEFT, PIVOT_RIGHT):
        return {key: pivoted(one, tenths) for key, one in now.items()}
    if part.word == TURN[2]:
        return {key: turned_about(one, round(depths[key] * PACE)) for key, one in now.items()}
    turned = turned_left if part.word == TURN[0] else turned_right
    return {key: turned(one) for key, one in now.items()}


def in_order(units: Sequence[str], places: Places) -> tuple[str, ...]:
    """Units as actions name them: the front rank from its own left to its right, then the next rank."""
    standing = [key for key in units if key in places]
    if not standing:
        return tuple(units)
    marks = {key: _aligned(places[key], places[standing[0]]) for key in standing}
    front = sorted(standing, key=lambda key: -marks[key][0])
    ranks: list[list[str]] = []
    for key in front:
        if ranks and abs(marks[ranks[-1][0]][0] - marks[key][0]) <= 8 * PACE:
            ranks[-1].append(key)
        else:
            ranks.append([key])
    return tuple(key for rank in ranks for key in sorted(rank, key=lambda key: marks[key][1]))


def front_rank(units: Sequence[str], places: Places) -> int:
    """How many of some units stand in their front rank."""
    ahead = [_aligned(places[key], places[units[0]])[0] for key in units if key in places]
    return sum(1 for one in ahead if max(ahead) - one <= 8 * PACE) if ahead else 1


def _aligned(one: BasePlace, like: BasePlace) -> tuple[int, int]:
    """How far a place lies ahead of another and to its right, in grains, as that one faces."""
    zero = BasePlace(0, 0, like.facing)
    ahead, right = zero.at(PACE, 0), zero.at(0, PACE)
    return (
        (one.x * ahead.x + one.y * ahead.y) // PACE,
        (one.x * right.x + one.y * right.y) // PACE,
    )
