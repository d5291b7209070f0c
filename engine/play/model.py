"""The words of play: actions, decisions, verdicts, events, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple


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
    """(paragraph, reason) of the other rules it breaks, each once."""

    def __post_init__(self) -> None:
        if self.also:
            first = (self.rule, self.reason)
            others = tuple(one for one in dict.fromkeys(self.also) if one != first)
            object.__setattr__(self, "also", others)

    def __bool__(self) -> Literal[False]:
        return False

    @property
    def rules(self) -> tuple[str, ...]:
        """Every paragraph broken, each once, the gravest first."""
        return tuple(dict.fromkeys((self.rule, *(rule for rule, _ in self.also))))


Verdict = Legal | Illegal
LEGAL = Legal()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of an action before anybody takes it: whether it is legal, and what it would come to.

    A measure is None where the rules do not tell it.
    """

    legal: bool
    rule: str = ""
    """The gravest paragraph that it breaks; empty if it is legal."""
    reason: str = ""
    also: tuple[tuple[str, str], ...] = ()
    """(paragraph, reason) of the other rules it breaks."""
    length: float | None = None
    """How long the move is, in the unit of the map: paces."""
    share: float | None = None
    """How much of the allowance it takes, in hundredths."""
    cost: float | None = None
    """What has to be paid for it."""
    ends: Mapping[str, str] | None = None
    """Where each unit would be afterwards, by its key."""
    contacts: tuple[str, ...] | None = None
    """What the units would touch, each in words of the rules: ``ax-1 front sp-9``."""
    reveals: tuple[str, ...] | None = None
    """The keys of the units that it would reveal."""

    @classmethod
    def of(cls, verdict: Verdict) -> Judgement:
        """The judgement of rules that only tell whether an action is legal."""
        if isinstance(verdict, Illegal):
            return cls(False, verdict.rule, verdict.reason, verdict.also)
        return cls(True)

    @property
    def verdict(self) -> Verdict:
        """Legal, or Illegal with every paragraph that it breaks."""
        return LEGAL if self.legal else Illegal(self.rule, self.reason, self.also)

    def under(self, verdict: Verdict) -> Judgement:
        """The same measures under another verdict."""
        said = Judgement.of(verdict)
        return replace(self, legal=said.legal, rule=said.rule, reason=said.reason, also=said.also)

    def to_json(self) -> dict[str, Any]:
        """Plain data, without the measures that the rules do not tell."""
        measured = {name: getattr(self, name) for name in MEASURES}
        told = {name: value for name, value in measured.items() if value is not None}
        return {
            "legal": self.legal,
            "rule": self.rule,
            "reason": self.reason,
            "also": [{"rule": rule, "reason": reason} for rule, reason in self.also],
            **{name: list(value) if isinstance(value, tuple) else value for name, value in told.items()},
        }


MEASURES: Final = ("length", "share", "cost", "ends", "contacts", "reveals")
"""What a judgement may tell of an action beside whether it is legal."""


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

    @property
    def is_veiled(self) -> bool:
        """Whether it tells a side what the other one did without the unit; there is the whole event besides."""
        return bool(self.to) and self.data.get("unit") == ""

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
