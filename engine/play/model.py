"""The words of play: actions, decisions, verdicts, events, outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class Action(NamedTuple):
    """One choice of a player: a verb and plain data. Its text form is the business of the rules (`Rules.text`).

    Actions of one verb sort by their arguments, which are ints and tuples of ints.
    """

    verb: str
    args: tuple[Any, ...] = ()


class Filled(Action):
    """An action to whose text something was added, such as hexes of a way that it leaves out.

    It is equal to the same action spelled out. A refusal says ``note``: what was added.
    """

    note: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whose choice it is, of what kind, under which paragraph; ``prompt`` says it to a player."""

    side: str
    kind: str
    rule: str
    prompt: str
    units: tuple[str, ...] = ()
    """The units the decision is about, if any."""
    hexes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Legal:
    """The rules allow it."""

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class Illegal:
    """The rules forbid it: the paragraph, the reason, and every further paragraph it breaks as well."""

    rule: str
    reason: str
    also: tuple[tuple[str, str], ...] = ()
    """(paragraph, reason) of the other rules it breaks."""

    def __bool__(self) -> Literal[False]:
        return False

    @property
    def rules(self) -> tuple[str, ...]:
        """Every paragraph broken, the gravest first."""
        return (self.rule, *(rule for rule, _ in self.also))


Verdict = Legal | Illegal
LEGAL = Legal()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, under a paragraph. ``data`` holds names, never ids: it is for people and files."""

    kind: str
    rule: str
    data: dict[str, Any] = field(default_factory=dict, hash=False)
    to: tuple[str, ...] = ()
    """The sides that may know of it; empty for all."""

    def known_to(self, side: str) -> bool:
        """Whether a side may know of it."""
        return not self.to or side in self.to

    def to_json(self) -> dict[str, Any]:
        """``{event, rule, ...data}``, and ``known_to`` where not all may know."""
        secret = {"known_to": list(self.to)} if self.to else {}
        return {"event": self.kind, "rule": self.rule, **self.data, **secret}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``winner`` is a side key, or empty for a draw; ``score`` is by side."""

    winner: str
    reason: str
    rule: str = ""
    level: str = ""
    score: dict[str, float] = field(default_factory=dict, hash=False)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "winner": self.winner,
            "reason": self.reason,
            "rule": self.rule,
            "level": self.level,
            "score": dict(self.score),
        }


@dataclass(frozen=True, slots=True)
class Start:
    """Where to begin when not at the beginning: an example of play, or a problem set on the board."""

    turn: int = 1
    side: str = ""
    """Empty for the first side."""
    phase: str = ""
    """A phase of the system, as its rulebook names it; empty for the first."""
    units: dict[str, Any] = field(default_factory=dict, hash=False)
    """Unit key to a hex name, or to ``{at: hex, steps: n, ...}``; laid over the scenario's set-up."""
    only: bool = False
    """Leave off the map every unit that ``units`` does not name."""
    set: dict[str, Any] = field(default_factory=dict, hash=False)
    """What else the position holds: markers, points, effects, pools; `System.start` says what a system knows."""
