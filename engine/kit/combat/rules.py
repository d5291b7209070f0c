"""What a rules file says about going back, going forward and results, bound for play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from engine.kit.bound.subject import Amount, BoundCondition, Number
from engine.mechanics.dice import DiceThrow

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
BOTH: Final = "both"
ALL: Final = "all"
HITS: Final = "hits"
ELIMINATE: Final = "eliminate"
STAY: Final = "stay"
SHORT: Final = "short"

Ending = str | int
"""What becomes of a unit: a word such as `ELIMINATE`, or the number of a list of effects on it."""


@dataclass(frozen=True, slots=True)
class ClosedHexes:
    """Hexes that a retreat keeps out of: by a word, or by a condition of the unit and the hex it enters."""

    word: str
    """``zones``, ``prohibited``, ``friends``, ``held``, ``map_edge``; empty for a condition."""
    when: BoundCondition | None = None


@dataclass(frozen=True, slots=True)
class DisplaceRule:
    """How a friend makes room for a unit that goes back."""

    rules: tuple[str, ...]
    voluntary: bool = False
    not_in_zones: bool = False
    chain: bool = True
    cannot_short: bool = False
    """Whether a unit without room for its retreat stops short, instead of being eliminated."""
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundRetreat:
    """How units go back after combat."""

    rule: str
    rules: tuple[str, ...] = ()
    """All paragraphs that a way which is not legal breaks; ``rule`` is the first."""
    by_enemy: bool = False
    away: str = "start"
    never: tuple[ClosedHexes, ...] = ()
    avoid: tuple[ClosedHexes, ...] = ()
    toward: str = ""
    """A setting of hexes or an edge; empty for none."""
    friends: str = "pass"
    none: Ending = ELIMINATE
    short: Ending = ELIMINATE
    off_map: str = "never"
    stand: int = 0
    """Steps that are lost to stand; 0 where none may."""
    stand_all: bool = False
    """Whether each unit loses them, and not one for all."""
    stand_rules: tuple[str, ...] = ()
    displace: DisplaceRule | None = None
    attacked_again: bool = True
    eliminated: BoundCondition | None = None


@dataclass(frozen=True, slots=True)
class BoundAdvance:
    """How units go forward after combat."""

    rule: str
    who: BoundCondition
    most: int = 1
    """Units; 0 for all."""
    fill: bool = False
    """Whether as many as may stack."""
    hexes: tuple[int, ...] = ()
    """For each unit how far it goes."""
    into: str = "vacated"
    after: tuple[str, ...] = ("any",)
    must: bool = False
    felt: bool = False
    again: bool = False
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundEffect:
    """One thing that a result, an event or a check brings about."""

    what: str
    """Its verb in the file."""
    role: str
    who: BoundCondition | None
    one: bool
    by_enemy: bool
    rule: str
    steps: str = ""
    """``all`` or ``hits`` where no amount is said."""
    amount: Amount | None = None
    fixed: Number | None = None
    """The amount where it is a number."""
    throw: DiceThrow | None = None
    """Dice that are thrown for the amount, or for a check."""
    each: bool = False
    strength_of: str = ""
    retreat: BoundRetreat | None = None
    number: int = -1
    """Its number among the retreats and checks of the file, for frames."""
    name: str = ""
    """What it is about: a status, a marker, a kind of weather."""
    changes: Any = None
    least: bool = False
    """Whether a check is passed by as much or more."""
    passed: int = -1
    failed: int = -1
    source: Any = field(default=None, compare=False)
    """As the file has it."""
