"""What an attack promises the staff: the shares of its results, and what each of them costs both sides."""

from __future__ import annotations

from typing import Any, Final

from engine.kit.attack import KitAttack
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.knowledge import shares
from engine.kit.combat.odds import attack_of, odds_of
from engine.kit.combat.rules import ALL, ATTACKER, BOTH, DEFENDER, BoundEffect
from engine.kit.play.state import KitState
from engine.kit.staff.view import KitView

_BACK: Final = 0.2
"""What going back costs, in shares of what a unit is worth."""
_STATUS: Final = 0.3
"""What a status that forbids something costs, likewise."""


class Hopes:
    """What attacks of one side are worth to it in a position."""

    def __init__(self, view: KitView, state: KitState) -> None:
        self.view, self.state, self.field = view, state, view.field
        self._worths = [view.worth(state, u) for u in range(len(state.steps))]
        self._prizes = dict(view.goals)

    def of(self, kind: BoundKind, target: int, units: tuple[int, ...], state: KitState | None = None) -> float:
        """What an attack on a hex by some units is worth, in the position or in another one."""
        at = state or self.state
        side = self.view.side
        attack = attack_of(self.field, at, kind, side, (target,), units)
        if not attack.attackers or not attack.defenders:
            return 0.0
        odds = odds_of(self.field, at, kind, attack)
        if kind.resolve != "none" and not odds.strength[0]:
            return 0.0
        if kind.resolve == "strength" and kind.scale is not None and odds.basic is not None and odds.basic.place < 0:
            return 0.0
        found = 0.0
        for code, chance in shares(kind, odds, odds.column).items():
            number = kind.effects_of(code)
            if number >= 0 and chance:
                found += float(chance) * self._list(number, at, attack, None)
        if kind.after >= 0:
            found += self._list(kind.after, at, attack, None)
        return found

    def _list(self, number: int, state: KitState, attack: KitAttack, unit: int | None) -> float:
        """What a list of effects is worth; ``unit`` is the one that a check was about."""
        if number < 0:
            return 0.0
        effects: list[BoundEffect] = self.field.combat.effects.lists[number]
        return sum(self._effect(one, state, attack, unit) for one in effects)

    def _effect(self, one: BoundEffect, state: KitState, attack: KitAttack, unit: int | None) -> float:
        found = 0.0
        for role, sign in ((DEFENDER, 1.0), (ATTACKER, -1.0)):
            hurt = self._hurt(one, role, state, attack, unit)
            if hurt:
                found += sign * self._cost(one, hurt, state, attack, sign)
        return found

    def _hurt(
        self, one: BoundEffect, role: str, state: KitState, attack: KitAttack, unit: int | None
    ) -> tuple[int, ...]:
        """The units of a role that an effect is about."""
        members = attack.defenders if role == DEFENDER else attack.attackers
        if one.role == "unit":
            members = tuple(u for u in members if u == unit)
        elif one.role not in (role, BOTH):
            return ()
        if one.who is None or one.who.always:
            return members
        who = one.who
        return tuple(u for u in members if who.ask(KitSubject(self.field, state, attack.side, u)))

    def _cost(self, one: BoundEffect, units: tuple[int, ...], state: KitState, attack: KitAttack, sign: float) -> float:
        """What an effect costs the units that it befalls; for a check what it costs on average."""
        worths = [self._worths[u] for u in units]
        if one.what == "eliminate":
            return sum(worths)
        if one.what == "lose":
            steps = [self._worths[u] / max(state.steps[u], 1) for u in units]
            if one.steps == ALL:
                return sum(worths)
            return sum(steps) if one.each else min(steps) * self._count(one)
        if one.what == "retreat":
            prize = max((self._prizes.get(h, 0.0) for h in attack.targets), default=0.0)
            return _BACK * sum(worths) + (0.5 * prize + 0.5 if sign > 0 else 0.0)
        if one.what == "status":
            return _STATUS * sum(worths)
        if one.what == "check":
            return sum(self._check(one, u, state, attack) for u in units) * sign
        return 0.0

    def _count(self, one: BoundEffect) -> float:
        steps = getattr(one.source, "steps", None)
        return float(steps) if isinstance(steps, int) else 1.0

    def _check(self, one: BoundEffect, unit: int, state: KitState, attack: KitAttack) -> float:
        """What a check of a unit is worth to the attacker."""
        passes = self._passes(one, unit, state, attack)
        passed, failed = (self._list(number, state, attack, unit) for number in (one.passed, one.failed))
        return passes * passed + (1 - passes) * failed

    def _passes(self, one: BoundEffect, unit: int, state: KitState, attack: KitAttack) -> float:
        if one.throw is None or one.amount is None:
            return 1.0
        subject = KitSubject(self.field, state, attack.side, unit, attack=attack)
        needed: Any = one.amount(subject)
        if one.changes is not None:
            needed = one.changes(needed, subject)
        chances = one.throw.chances.items()
        return float(sum(chance for total, chance in chances if (total >= needed if one.least else total <= needed)))
