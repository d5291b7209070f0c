"""Effects of a rules file, bound: what a result, an event, a check or a want of supply brings about."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.kit.bound.amounts import bind_amount, bind_changes, constant
from engine.kit.bound.words import names_in
from engine.kit.combat.citing import first, own, said
from engine.kit.combat.rules import (
    ALL,
    ATTACKER,
    BOTH,
    DEFENDER,
    HITS,
    BoundEffect,
    BoundRetreat,
    ClosedHexes,
    DisplaceRule,
    Ending,
)
from engine.kit.model.effects import RETREAT_KEYS
from engine.mechanics.dice import DiceThrow

MOST_HOOKED: Final = 1024
"""Numbers that the effects of one answer of a hook may take."""
_ROLE_IS_VALUE: Final = frozenset({"lose", "eliminate", "retreat", "check", "reveal", "to_pool"})
_CLOSED_WORDS: Final = frozenset({"zones", "prohibited", "friends", "held", "map_edge"})


class EffectBook:
    """All effects of a file: lists by number, and retreats and checks by number, as frames name them.

    ``field`` is that of the game; ``base`` what a block says of retreats, which an effect may overrule.
    """

    def __init__(self, field: Any) -> None:
        self.field = field
        self.lists: dict[int, tuple[BoundEffect, ...]] = {}
        self.retreats: dict[int, BoundRetreat] = {}
        self.checks: dict[int, BoundEffect] = {}
        self._next = 0
        """The number of the next list, retreat or check."""

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def hooked(self, key: str, effects: Callable[[], Sequence[Any]], rule: str, base: Any = None) -> int:
        """Effects that a hook gave, bound. Their number comes from ``key`` alone, so that a game which is kept and
        goes on elsewhere has the same there."""
        digest = hashlib.sha256(key.encode()).digest()
        first = (1 + int.from_bytes(digest[:5], "big")) * MOST_HOOKED
        if first not in self.lists:
            before, self._next = self._next, first
            try:
                self.bound(effects(), rule, base)
            finally:
                self._next = before
        return first

    def bound(self, effects: Sequence[Any] | None, rule: str, base: RetreatBase | None = None) -> int:
        """A list of effects, bound; its number. ``rule`` is the paragraph of those that name none."""
        number = self._number()
        self.lists[number] = ()
        found: list[BoundEffect] = []
        for effect in effects or ():
            found += self._effects(effect, rule, base)
        self.lists[number] = tuple(found)
        return number

    def retreat(self, rule: BoundRetreat) -> int:
        """The number of a way to retreat."""
        number = self._number()
        self.retreats[number] = rule
        return number

    def _effects(self, effect: Any, rule: str, base: RetreatBase | None) -> Iterator[BoundEffect]:
        what = effect.verb
        value = said(effect, what)
        named = value if what in _ROLE_IS_VALUE else said(effect, "of") if what in ("status", "clear") else None
        role = str(named or said(effect, "to") or "")
        for one in (DEFENDER, ATTACKER) if role == BOTH else (role,):
            yield self._effect(effect, what, value, one, first(effect) or rule, base)

    def _effect(
        self, effect: Any, what: str, value: Any, role: str, rule: str, base: RetreatBase | None
    ) -> BoundEffect:
        binder = self.field.binder
        who = said(effect, "who") or None
        found: dict[str, Any] = {
            "what": what,
            "role": role,
            "who": None if who is None else binder.bind(who),
            "one": said(effect, "units", ALL) == "one",
            "by_enemy": said(effect, "by", "owner") == "enemy",
            "rule": rule,
            "source": effect,
        }
        if what == "lose":
            found.update(self._loss(effect))
        elif what == "retreat":
            found.update(self._amount(said(effect, "hexes", 1), 1))
            rules = tuple(dict.fromkeys((*own(effect), *(base.rules if base is not None else ()), rule)))
            bound = self.bind_retreat(Overlaid(effect, base), rules)
            found.update(retreat=bound, number=self.retreat(bound))
        elif what == "check":
            found.update(self._check(effect, rule, base))
        elif what == "points":
            found.update(self._amount(value))
        elif isinstance(value, str) and what not in _ROLE_IS_VALUE:
            found["name"] = value
        bound_effect = BoundEffect(**found)
        if what == "check":
            self.checks[bound_effect.number] = bound_effect
        return bound_effect

    def _loss(self, effect: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"each": said(effect, "of", "total") == "each"}
        if (against := said(effect, "strength_of")) is not None:
            return {**found, "strength_of": str(against)}
        steps = said(effect, "steps", 1)
        if steps in (ALL, HITS):
            return {**found, "steps": str(steps)}
        return {**found, **self._amount(steps, 1)}

    def _amount(self, value: Any, default: int = 0) -> dict[str, Any]:
        """An amount, or the dice that are thrown for it; ``default`` for units that no entry of BY UNIT fits."""
        dice = value.get("dice") if isinstance(value, Mapping) else said(value, "dice")
        if dice is not None:
            return {"throw": DiceThrow.of(str(dice))}
        return {"amount": bind_amount(self.field.binder, value, default), "fixed": constant(value)}

    def _check(self, effect: Any, rule: str, base: RetreatBase | None) -> dict[str, Any]:
        least = said(effect, "at_least")
        return {
            "throw": DiceThrow.of(str(said(effect, "dice", "1d6"))),
            "amount": bind_amount(self.field.binder, least if least is not None else said(effect, "at_most", 0)),
            "least": least is not None,
            "changes": bind_changes(self.field.binder, said(effect, "changes", ())),
            "passed": self.bound(said(effect, "pass_"), rule, base),
            "failed": self.bound(said(effect, "fail"), rule, base),
            "number": self._number(),
        }

    # -- retreats ---------------------------------------------------------------------------------------------

    def bind_retreat(self, block: Any, rules: tuple[str, ...]) -> BoundRetreat:
        """A block of retreats, bound; ``rules`` are its paragraphs."""
        instead, eliminated, rule = said(block, "instead"), said(block, "eliminated"), rules[0]
        return BoundRetreat(
            rule=rule,
            rules=rules,
            by_enemy=said(block, "by", "owner") == "enemy",
            away=str(said(block, "away", "start")),
            never=self._closed(said(block, "not_into")),
            avoid=self._closed(said(block, "avoid")),
            toward=str(said(block, "toward", "")),
            friends=str(said(block, "friends", "pass")),
            none=self._ending(said(block, "none", "eliminate"), rule),
            short=self._ending(said(block, "short", "eliminate"), rule),
            off_map=str(said(block, "off_map", "never")),
            stand=int(said(instead, "lose", 0)) if instead is not None else 0,
            stand_all=instead is not None and said(instead, "units", "one") == ALL,
            stand_rules=own(instead) or rules,
            displace=self._displace(said(block, "displace"), rules, voluntary=bool(said(block, "voluntary", False))),
            attacked_again=bool(said(block, "attacked_again", True)),
            eliminated=None if eliminated is None else self.field.binder.bind(eliminated),
        )

    def _closed(self, value: Any) -> tuple[ClosedHexes, ...]:
        """A list of words and conditions."""
        if value is None:
            return ()
        items = names_in(value) if isinstance(value, str) else value
        found: list[ClosedHexes] = []
        for item in items if not isinstance(items, Mapping) else [items]:
            if isinstance(item, str):
                found += [ClosedHexes(word) for word in item.split()]
            else:
                found.append(ClosedHexes("", self.field.binder.bind(item)))
        return tuple(found)

    def _ending(self, value: Any, rule: str) -> Ending:
        if isinstance(value, str):
            return value
        return self.bound(value if isinstance(value, Sequence) else [value], rule)

    def _displace(self, block: Any, rules: tuple[str, ...], *, voluntary: bool) -> DisplaceRule | None:
        if block is None:
            return None
        return DisplaceRule(
            rules=own(block) or rules,
            voluntary=voluntary or bool(said(block, "voluntary", False)),
            not_in_zones="zones" in names_in(said(block, "not_in")),
            chain=bool(said(block, "chain", True)),
            cannot_short=said(block, "cannot", "eliminate") == "short",
            blocks=names_in(said(block, "blocks")),
        )


class RetreatBase:
    """What a kind of combat says of retreats, with its paragraphs; nothing where it has no such block."""

    def __init__(self, block: Any, rules: tuple[str, ...]) -> None:
        self.rules = rules
        for key in RETREAT_KEYS:
            setattr(self, key, said(block, key))


class Overlaid:
    """What an effect says about its retreat, and where it says nothing what the block of its kind says."""

    def __init__(self, effect: Any, base: RetreatBase | None) -> None:
        given = effect.given()
        for key in RETREAT_KEYS:
            setattr(self, key, given.get(key, said(base, key)))
