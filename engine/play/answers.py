"""What the rules of any system can be asked of a position, for overlays, queries and the preview. Names in, plain JSON
out. What one system alone can be asked it registers (`engine.play.questions`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from engine.errors import HexwrightError
from engine.play.answer_records import (
    FieldOfFire,
    OddsAnswer,
    ReachAnswer,
    RetreatAnswer,
    SightAnswer,
    SightState,
    SupplyAnswer,
    ZoneAnswer,
)
from engine.play.display import EventCard, Mark
from engine.play.model import Action, Event

S = TypeVar("S")
"""The state of a system."""


class NotTold(HexwrightError):
    """These rules know no such notion."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What brings strength to one side of a battle: a unit, or something else in words."""

    unit: str
    """Its key; empty where it is no unit."""
    strength: float
    how: str = ""
    """What it does, or what is counted, in words: ``bombards``, ``2 markers drawn unseen``."""
    rule: str = ""
    """The paragraph, where its strength is not what is printed on it."""


@dataclass(frozen=True, slots=True)
class OddsModifier:
    """What changes the odds beside the strengths; positive is good for the attacker."""

    amount: float
    unit: str
    """What is counted: ``column``, or another noun that takes an s in the plural."""
    cause: str
    rule: str


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A result of a table with its chance."""

    result: str
    meaning: str
    chance: float
    good: bool | None = None
    """True where it hurts the defender alone, False where it hurts the attacker alone."""


@dataclass(frozen=True, slots=True)
class DieModifier:
    """What is added to a throw."""

    amount: float
    cause: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAccount:
    """One throw of a battle that has several: for superiority, for a volley."""

    stage: str
    """The step of the battle, in words: ``rifle round``."""
    side: str
    """The key of the side that throws."""
    rule: str
    who: str = ""
    """Who throws, in words: ``veteran muskets``; empty where it is the side itself."""
    units: tuple[str, ...] = ()
    """The keys of the units that take part."""
    strength: float = 0
    """What they bring together; 0 where nothing is counted."""
    row: str = ""
    """The row of the table that it is read on, in words: ``6 factors of muskets``."""
    modifiers: tuple[DieModifier, ...] = ()
    shares: tuple[Likelihood, ...] = ()
    """What may come of it; ``good`` is said from the side of the attacker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleAccount:
    """How the prospects of one battle come about, from the units to the row of results."""

    kind: str
    """``attack``, ``bombardment`` or whatever the rules call it."""
    rule: str
    targets: tuple[str, ...]
    """The places attacked."""
    attackers: tuple[Strength, ...]
    defenders: tuple[Strength, ...]
    terrain: tuple[str, ...] = ()
    """What the ground is where it counts, in words."""
    compared: str = ""
    """The strengths and what comes of them before modifiers: ``14 against 6 is 2:1``."""
    modifiers: tuple[OddsModifier, ...] = ()
    column: str = ""
    """The column of the table, in words, that is read at the end."""
    columns: tuple[str, ...] = ()
    """The columns of the table, in order; empty if no table is read."""
    shares: tuple[Likelihood, ...] = ()
    """What may come of it, in the order of the die."""
    throws: tuple[ThrowAccount, ...] = ()
    """The throws, where a battle has several, in their order as far as it is known; everybody as he stands before the
    first of them."""
    unknown: tuple[str, ...] = ()
    """The places attacked where it is not known who defends; what depends on that is left out, shares among it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleForce:
    """One side of a battle that is being fought, or was."""

    side: str
    """The key of the side."""
    at: str
    """The place it fought from."""
    attacks: bool
    units: tuple[str, ...]
    """The keys of those who began it."""
    fallen: Mapping[str, str]
    """What became of those who fell, in words, by their keys: ``eliminated``."""
    strength: float
    lost: float = 0
    """The strength that it has lost in this battle."""
    limit: float = 0
    """The loss of strength from which it is beaten; 0 where there is no such limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleThrow:
    """A throw of a battle as it fell."""

    account: ThrowAccount
    dice: tuple[int, ...]
    total: float
    """What it came to with its modifiers."""
    result: str
    """What came of it, in words."""
    chance: float = 0
    """How likely that was; 0 where it is not told."""
    fell: tuple[tuple[str, str], ...] = ()
    """The key of each unit that fell by it, and what became of it, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBoard:
    """A battle of several throws, from its declaration as far as it has come."""

    rule: str
    target: str
    """The place attacked."""
    forces: tuple[BattleForce, ...]
    """The attacker first."""
    stages: tuple[str, ...]
    """Its steps in words, in order."""
    stage: str = ""
    """The step of the last throw; empty before the first."""
    superior: str = ""
    """The side with the upper hand in every step; empty for no side, or not known yet."""
    throws: tuple[BattleThrow, ...] = ()
    notes: tuple[Event, ...] = ()
    """What else happened in it, such as an event that helps a side; then what followed its end: retreat, advance."""
    over: bool = False
    winner: str = ""
    """The side that won; empty for a draw, and while it goes on."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What an attack promises."""

    odds: str
    """The odds in words: ``2:1``."""
    share: float
    """How well it stands between the worst odds these rules know, near 0, and the best, 1; worth making from 0.5 on."""
    good: float
    """The chance of a result that hurts the defender alone."""
    bad: float
    """The chance of a result that hurts the attacker alone."""
    attacker_steps: float
    """Steps that the attacker may expect to lose outright."""
    defender_steps: float
    account: BattleAccount | None = None
    """How they come about; told by `Answers.announced` alone."""


class Answers(Generic[S]):
    """The questions. Rules that have no such notion leave the method as it is: it raises NotTold.

    Every method raises HexwrightError for names that do not fit the scenario.
    """

    system: ClassVar[str]

    def reach(self, state: S, unit: str) -> ReachAnswer:
        """Every place the unit could move to now, with its cost in movement points."""
        raise self._not_told("reach")

    def zoc(self, state: S, side: str) -> ZoneAnswer:
        """Every hex in a zone of control of the side, and whose."""
        raise self._not_told("zones of control")

    def supply(self, state: S, side: str) -> SupplyAnswer:
        """How the units of the side would be fed now, by hex: from where, and what else they could do."""
        raise self._not_told("supply")

    def sight(self, state: S, a: str, b: str) -> SightAnswer:
        """Whether one sees from hex to hex, and what is in the way."""
        raise self._not_told("lines of sight")

    def sights(self, state: S, a: str) -> dict[str, SightState]:
        """The ``state`` that `sight` tells, from a hex to every other, by hex."""
        raise self._not_told("lines of sight")

    def fields_of_fire(self, state: S, hexes: list[str]) -> FieldOfFire:
        """The hexes seen from any of some hexes, by the state of the line, and what the units there could fire at."""
        raise self._not_told("lines of sight")

    def retreats(self, state: S, unit: str) -> RetreatAnswer:
        """Where a unit could retreat to."""
        raise self._not_told("retreats")

    def odds(self, state: S, target: str, units: list[str]) -> OddsAnswer:
        """How an attack of these units on the hex would stand, shift by shift."""
        raise self._not_told("odds")

    def prospects(self, state: S, target: str, places: Mapping[str, str]) -> Prospects | None:
        """What an attack on a hex promises by those of some units that may still attack; None when none of them may.

        ``places`` says for each unit where it would attack from; its own hex is meant when that is empty.
        """
        raise self._not_told("prospects of attacks")

    def announced(self, state: S, action: Action) -> Prospects | None:
        """What the battle promises, with its account, that an action starts, adds to or goes on with before the die.

        None for actions that have no part in a battle, and for a battle that lacks attackers or defenders yet. Nothing
        in it depends on what the side whose choice it is may not know. The action need not be legal.
        """
        raise self._not_told("prospects of battles")

    def battle(self, events: Sequence[Event]) -> BattleBoard | None:
        """The battle that some events in their order tell of last; None where they tell of none."""
        raise self._not_told("battles as they go")

    def promised(self, state: S, action: Action) -> ThrowAccount | None:
        """What the die promises, outside of battles, that an action throws or names a leader for; None for others.

        ``good`` of its shares is said from the side that throws. The action need not be legal.
        """
        raise self._not_told("prospects of die rolls")

    def objectives(self, state: S) -> dict[str, str]:
        """The places that count for victory, and the side that holds each; empty for no side."""
        raise self._not_told("objectives")

    def to_set_up(self, state: S) -> list[str]:
        """The units that may be put onto the map now, like ones each by itself, the one that is asked about first."""
        raise self._not_told("set-ups")

    def marks(self, state: S) -> list[Mark]:
        """The markers on the map that all may see."""
        raise self._not_told("markers")

    def card(self, event: Event) -> EventCard | None:
        """The card of a historical event; None for other events."""
        raise self._not_told("event cards")

    def lasting(self, state: S) -> list[EventCard]:
        """The historical events that are in force, in the order in which they began; ``lasts`` says until when."""
        raise self._not_told("event cards")

    @classmethod
    def tells(cls, question: str) -> bool:
        """Whether these rules know the notion that a question is about: ``tells("odds")``."""
        return getattr(cls, question) is not getattr(Answers, question)

    def _not_told(self, what: str) -> NotTold:
        return NotTold(f"the rules of {self.system} do not tell {what}")
