"""The kinds of combat of a rules file, bound: who attacks whom, with what strength, and how it is resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.kit.attack import Number
from engine.kit.bound.amounts import UNLIMITED, NumberChanges, bind_amount, bind_changes, first_by_unit
from engine.kit.bound.citing import said as paragraphs
from engine.kit.bound.subject import Amount, BoundCondition, KitSubject
from engine.kit.bound.words import names_in
from engine.kit.combat.citing import first, of_key, said
from engine.kit.combat.effects import EffectBook, RetreatBase
from engine.kit.combat.resolving import Scale, scale_of
from engine.kit.combat.rules import DEFENDER, BoundAdvance, BoundRetreat
from engine.kit.combat.shifts import ATTACKER, AttackChanges
from engine.mechanics.charts import ResultTable
from engine.mechanics.dice import DiceThrow
from engine.mechanics.procedure import Breach

NONE: Final = "none"
DUEL: Final = "duel"
BUCKETS: Final = "buckets"
DONE: Final = "done"
"""The code of a combat without dice."""
DUEL_CODES: Final = ("loss2", "loss", "tie", "win", "win2")
"""The codes of a duel, from the worst for the attacker to the best."""
TABLED: Final = ("odds", "difference", "strength")


Handler = Callable[..., None]
"""Carries out an effect."""


@dataclass(frozen=True, slots=True)
class AttackReach:
    """How far units attack: ``least`` to ``most`` hexes; next to them where both are None."""

    least: Amount | None
    most: Amount | None
    sight: bool
    """Whether a line of sight is needed from two hexes on."""

    @property
    def is_adjacent(self) -> bool:
        """Whether it reaches the next hex alone."""
        return self.most is None

    def spans(self, subject: KitSubject, distance: int) -> bool:
        """Whether a hex so far away is in reach of the unit of a subject."""
        if self.most is None:
            return distance == 1
        return distance <= self.most(subject) and distance >= (1 if self.least is None else self.least(subject))


@dataclass(frozen=True, slots=True)
class BoundSupport:
    """Who adds to the attacks of others."""

    who: BoundCondition
    reach: AttackReach
    strength: Amount
    suffers: bool
    alone: bool
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoundBuckets:
    """Dice by the unit, each of which hits or misses."""

    dice: Amount
    hit: Amount
    returns: str
    hits: int
    """The effects of hits, by number."""
    order: str
    rounds: int


class BoundKind:
    """A kind of combat. ``number`` is its place in the file."""

    def __init__(self, field: Any, effects: EffectBook, number: int, block: Any) -> None:
        binder = field.binder
        self.field, self.block, self.number = field, block, number
        self._rules: dict[str, tuple[str, ...]] = {}
        """By key the paragraphs that were asked for."""
        self.name = str(block.name)
        self.title = self.name.replace("_", " ")
        self.reach = attack_reach(field, said(block, "range", "adjacent"), said(block, "needs"))
        spotters = said(block, "spotters")
        self.spotters: BoundCondition | None = None if spotters is None else binder.bind(spotters)
        """Who may see the target in place of an attacker; None for none."""
        self.who = binder.bind(said(block, "who"))
        targets = said(block, "targets")
        self.any_hex = targets == "hex"
        """Whether any hex may be attacked, an empty one as well."""
        self.targets = binder.bind(None if self.any_hex else targets)
        self.many_hexes = said(block, "hexes", "one") == "many"
        self.units = str(said(block, "units", "many"))
        stack = said(block, "whole_stack")
        self.whole_attacker = bool(said(stack, "attacker", False))
        self.whole_defender = bool(said(stack, "defender", True))
        once = said(block, "once")
        self.once_attacker, self.once_defender = (
            str(said(once, "attacker", "phase")),
            str(said(once, "defender", "phase")),
        )
        across = getattr(block, "not_across", None)
        self.not_across = None if across is None else binder.bind_never(across)
        must = str(said(block, "must", NONE))
        self.must_attackers, self.must_defenders = must in ("attackers", "both"), must in ("defenders", "both")
        self.strict = bool(said(block, "strict", True))
        self.retreat_base = RetreatBase(said(block, "retreat"), self.rules("retreat"))
        self._bind_strengths(binder)
        self._bind_resolving(effects)
        self.shifts = AttackChanges(
            binder, said(block, "shifts", ()), lambda change: first(change) or self.rule("shifts")
        )
        self._bind_results(effects)
        self.sure = self._is_sure()
        """Whether whoever attacks has some strength, and any is enough."""

    def _is_sure(self) -> bool:
        amount = said(said(self.block, "strength"), "attacker")
        changed = self.attack_changes or any(ATTACKER in change.acts_on for change in self.shifts.changes)
        roster, field = self.field.roster, self.field
        if self.resolve != "odds" or self.support is not None or changed or field.hooks is not None:
            return False
        if amount not in roster.figures or field.changes_value(amount):
            return False
        return all(figure > 0 for row in roster.figures[amount] for figure in row[1:])

    def rule(self, key: str) -> str:
        """The first paragraph of a key of this kind."""
        return self.rules(key)[0]

    def rules(self, key: str) -> tuple[str, ...]:
        """The paragraphs of a key of this kind."""
        found = self._rules.get(key)
        if found is None:
            found = self._rules[key] = of_key(self.block, key, f"combat.{self.name}")
        return found

    def bucket_rule(self, key: str) -> str:
        """The first paragraph of a key of its buckets."""
        return next(iter(paragraphs(self.block.buckets, key) or self.rules("buckets")))

    def breach(self, key: str, reason: str) -> Iterator[Breach]:
        """What breaks a key of this kind, under each of its paragraphs."""
        return ((rule, reason) for rule in self.rules(key))

    # -- strengths --------------------------------------------------------------------------------------------

    def _bind_strengths(self, binder: Any) -> None:
        block = said(self.block, "strength")
        dice = said(said(self.block, "buckets"), "dice", 0) if said(self.block, "resolve") == BUCKETS else None
        usual = dice if dice is not None else 0 if block is not None else 1
        self.attack = bind_amount(binder, said(block, "attacker", usual))
        self.defence = bind_amount(binder, said(block, "defender", 0 if dice is None else dice))
        self.defence_of = str(said(block, "defender_of", "sum"))
        changes = said(block, "changes")
        self.attack_changes: NumberChanges = bind_changes(binder, said(changes, "attacker", ()))
        self.defence_changes: NumberChanges = bind_changes(binder, said(changes, "defender", ()), DEFENDER)
        self.support = _support(self.field, said(self.block, "support"), self.attack, self.rules("support"))

    # -- resolving --------------------------------------------------------------------------------------------

    def _bind_resolving(self, effects: EffectBook) -> None:
        block = self.block
        self.resolve = str(said(block, "resolve", "odds"))
        self.throw = DiceThrow.of(str(said(block, "dice", "1d6")))
        self.clamp = str(said(block, "clamp", "before"))
        self.may_lower = bool(said(block, "may_lower", False))
        rounding = str(said(block, "rounding", "defender"))
        self.chart: ResultTable[str] | None = None
        self.scale: Scale | None = None
        if self.resolve in TABLED:
            table = self.field.model.tables[str(block.table)]
            rows = {str(key): [str(cell) for cell in row] for key, row in table.rows.items()}
            columns = [str(column) for column in table.columns]
            self.chart = ResultTable.of(columns, rows, str(said(table, "provenance", "")))
            self.scale = scale_of(self.resolve, self.chart.columns, rounding)
            if table.dice:
                self.throw = DiceThrow.of(table.dice)
        buckets = said(block, "buckets")
        self.buckets = None if buckets is None else self._buckets(effects, buckets)
        self.fall_back = -1
        """How units fall back between rounds, by number."""
        if buckets is not None:
            self.fall_back = effects.retreat(effects.bind_retreat(self.retreat_base, self.retreat_base.rules))

    def _buckets(self, effects: EffectBook, block: Any) -> BoundBuckets:
        binder = self.field.binder
        return BoundBuckets(
            bind_amount(binder, said(block, "dice", 1), 1),
            bind_amount(binder, said(block, "hit", 1), 1),
            str(said(block, "returns", "together")),
            effects.bound(said(block, "hits"), self.rule("buckets"), self.retreat_base),
            str(said(block, "order", "")),
            int(said(block, "rounds", 1)),
        )

    # -- results ----------------------------------------------------------------------------------------------

    def _bind_results(self, effects: EffectBook) -> None:
        block, retreat = self.block, self.retreat_base
        self.retreat: BoundRetreat | None = None
        if said(block, "retreat") is not None:
            self.retreat = effects.bind_retreat(retreat, retreat.rules)
        advance = said(block, "advance")
        self.advance = None if advance is None else self._advance(advance)
        self.codes: dict[str, int] = {}
        self.meanings: dict[str, str] = {}
        shared = said(self.field.model, "results", {})
        for code, entry in {**shared, **said(block, "results", {})}.items():
            own = code in said(block, "results", {})
            rule = first(entry) or (self.rule("results") if own else f"results.{code}")
            listed = said(entry, "do") if not isinstance(entry, Sequence) else entry
            self.codes[str(code)] = effects.bound(listed, rule, retreat)
            if not isinstance(entry, Sequence):
                self.meanings[str(code)] = str(said(entry, "text", ""))
        after = said(block, "after") or None
        self.after = -1 if after is None else effects.bound(after, self.rule("after"), retreat)

    def _advance(self, block: Any) -> BoundAdvance:
        binder, most = self.field.binder, said(block, "most", 1)
        after = said(block, "after", "any")
        hexes = first_by_unit(binder, said(block, "hexes", 1), 1)
        return BoundAdvance(
            rule=first(block) or self.rule("advance"),
            who=binder.bind(said(block, "who")),
            most=0 if most in ("all", "stack_limit") else int(most),
            fill=most == "stack_limit",
            hexes=tuple(int(number) for number in hexes),
            into=str(said(block, "into", "vacated")),
            after=tuple(names_in(after)),
            must=bool(said(block, "must", False)),
            felt=said(block, "zones", "ignored") == "felt",
            again=bool(said(block, "again", False)),
            blocks=names_in(said(block, "blocks")),
        )

    def effects_of(self, code: str) -> int:
        """The number of the effects of a code; -1 where it has none."""
        return self.codes.get(code, -1)


def attack_reach(field: Any, value: Any, needs: Any) -> AttackReach:
    """How far units attack, bound."""
    sighted = said(field.model, "sight") is not None and needs != NONE
    if value == "adjacent" or (said(value, "least") is None and said(value, "most") == 1):
        return AttackReach(None, None, False)
    binder = field.binder
    if (isinstance(value, Mapping) and {"least", "most"} & set(value)) or hasattr(value, "least"):
        least, most = said(value, "least"), said(value, "most")
        return AttackReach(
            None if least is None else bind_amount(binder, least),
            _far if most is None else bind_amount(binder, most, 1),
            sighted,
        )
    return AttackReach(None, bind_amount(binder, value, 1), sighted)


def _far(subject: KitSubject) -> Number:
    return UNLIMITED


def _support(field: Any, block: Any, usual: Amount, rules: tuple[str, ...]) -> BoundSupport | None:
    """Who supports; with the ``usual`` amount of attackers where the file says none."""
    if block is None:
        return None
    return BoundSupport(
        field.binder.bind(said(block, "who")),
        attack_reach(field, said(block, "range", "adjacent"), said(block, "needs")),
        usual if said(block, "strength") is None else bind_amount(field.binder, block.strength, usual),
        bool(said(block, "suffers", False)),
        bool(said(block, "alone", False)),
        rules,
    )


class CombatBook:
    """All that a file says of combat, bound; the field of a game keeps it as ``combat``."""

    def __init__(self, field: Any, carry_out: Handler) -> None:
        self.effects = EffectBook(field)
        self.carry_out = carry_out
        """Carries out one effect of a list: (field, state, frame, effect, step)."""
        self.kinds = tuple(
            BoundKind(field, self.effects, n, block) for n, block in enumerate(said(field.model, "combat", ()))
        )
        self.by_name = {kind.name: kind for kind in self.kinds}
        self.nearness: dict[tuple[str, int], list[int] | None] = {}
        """For settings and sides that were asked about how far each hex is from them."""
        self.blockers = tuple(self._blockers())
        """The words that advances and displacements say may not be done any more, with their paragraphs."""
        self.handlers: dict[str, Handler] = {}
        """What other blocks do for effects that are theirs (markers, weather, events, arrivals), by the verb: (field,
        state, effect, side, unit, hexes, step)."""

    def _blockers(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for kind in self.kinds:
            for word in kind.advance.blocks if kind.advance is not None else ():
                yield word, kind.rules("advance")
        for retreat in self.effects.retreats.values():
            for word in retreat.displace.blocks if retreat.displace is not None else ():
                yield word, retreat.displace.rules if retreat.displace is not None else ()

    def blocking(self, word: str) -> tuple[str, ...]:
        """The paragraphs by which units may not do something any more, in the words of ``cannot``."""
        return tuple(dict.fromkeys(rule for blocked, rules in self.blockers if blocked == word for rule in rules))
