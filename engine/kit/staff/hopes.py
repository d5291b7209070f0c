"""What an attack promises the staff: the shares of its results, and what each of them costs both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from engine.kit.attack import KitAttack
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.knowledge import shares
from engine.kit.combat.odds import KitOdds, attack_of, odds_of
from engine.kit.combat.resolving import StrengthScale
from engine.kit.combat.rules import ALL, ATTACKER, BOTH, DEFENDER, ELIMINATE, BoundEffect
from engine.kit.play.state import KitState

_GROUND: Final = 0.4
"""What going back costs besides the place itself, in prices of a factor."""
_STATUS: Final = 0.3
"""What a status that forbids something costs, in shares of what a unit is worth."""
_LEFT: Final = 0.6
"""How much of a place counts that attackers who have to go back leave to the enemy."""
_TAKEN: Final = 0.8
"""How much of a place that is left empty counts if a unit may advance into it."""
_EMPTIED: Final = 0.3
"""The same where none may."""
_UNIT: Final = "unit"
"""The role of whom a check was about."""


class Valuing(Protocol):
    """What one side makes of the units and places of a position."""

    field: Any
    state: KitState
    side: int
    left: int
    view: Any

    @property
    def goals(self) -> Mapping[int, Any]:
        """The places that still give points, by hex."""

    def worth(self, unit: int) -> float:
        """What a unit is worth to its side, in points."""

    def step(self, unit: int) -> float:
        """What the next step that a unit loses is worth."""

    def prize(self, h: int) -> float:
        """The points that entering a hex brings."""

    def stake(self, h: int) -> float:
        """The points that go with a hex."""

    def exact(self, strength: float) -> Fraction:
        """A strength as tables are asked about it."""


class Hopes:
    """What attacks are worth to whoever makes them, as one side sees a position."""

    def __init__(self, outlook: Valuing) -> None:
        self.outlook, self.field = outlook, outlook.field
        self._known: dict[Any, float] = {}
        self._costs: dict[Any, float] = {}
        self._passing: dict[tuple[int, int], float] = {}
        self._columns: dict[tuple[int, int, int], int] = {}
        self._hits: dict[tuple[int, int], float] = {}

    # -- attacks ----------------------------------------------------------------------------------------------

    def of(
        self, kind: BoundKind, targets: tuple[int, ...], units: tuple[int, ...], state: KitState | None = None
    ) -> float:
        """What an attack on some hexes by some units is worth to them, in the position or in another one."""
        at = state or self.outlook.state
        key = (kind.number, targets, units, tuple([at.where[u] for u in units]))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._of(kind, targets, units, at)
        return found

    def _of(self, kind: BoundKind, targets: tuple[int, ...], units: tuple[int, ...], state: KitState) -> float:
        side = int(self.field.roster.side[units[0]])
        attack = attack_of(self.field, state, kind, side, targets, units)
        if not attack.attackers or not attack.defenders:
            return 0.0
        odds = odds_of(self.field, state, kind, attack)
        if kind.buckets is not None:
            return self._by_buckets(kind, attack, state)
        if kind.resolve != "none" and not odds.strength[0]:
            return 0.0
        if isinstance(kind.scale, StrengthScale) and not kind.scale.suffices(odds.strength[0]):
            return 0.0
        return self._weighed(kind, odds, attack, state)

    def _weighed(self, kind: BoundKind, odds: KitOdds, attack: KitAttack, state: KitState) -> float:
        return sum(chance * gain for chance, gain in self._results(kind, odds, attack, state).values())

    def gains(
        self, kind: BoundKind, targets: tuple[int, ...], units: tuple[int, ...]
    ) -> dict[str, tuple[float, float]]:
        """By code of a result its chance, and what it is worth to those who attack."""
        state = self.outlook.state
        attack = attack_of(self.field, state, kind, int(self.field.roster.side[units[0]]), targets, units)
        if not attack.attackers or not attack.defenders or kind.buckets is not None:
            return {}
        return self._results(kind, odds_of(self.field, state, kind, attack), attack, state)

    def _results(
        self, kind: BoundKind, odds: KitOdds, attack: KitAttack, state: KitState
    ) -> dict[str, tuple[float, float]]:
        found: dict[str, tuple[float, float]] = {}
        closed = frozenset(state.where[u] for u in attack.attackers)
        doomed = tuple(u for u in attack.defenders if self._is_hemmed(kind, u, state, closed))
        prize, held = self._prize(kind, attack), self._held(attack, state)
        for code, chance in shares(kind, odds, odds.column).items():
            if not chance:
                continue
            gained = 0.0
            for number in (kind.effects_of(code), kind.after):
                if number >= 0:
                    gained += self.cost(number, DEFENDER, attack.defenders, doomed)
                    gained -= self.cost(number, ATTACKER, attack.attackers, ())
                    if prize:
                        gained += prize * self._clears(number, DEFENDER, attack.defenders)
                    for h, units in held.items():
                        gained -= _LEFT * self.outlook.stake(h) * self._clears(number, ATTACKER, units)
            found[code] = float(chance), gained
        return found

    def _by_buckets(self, kind: BoundKind, attack: KitAttack, state: KitState) -> float:
        """What an attack by buckets of dice brings: hits on either side, steps as they come."""
        subject = KitSubject(self.field, state, attack.side, attack=attack)
        ours = sum(self.hits(kind, subject.about(u)) for u in (*attack.attackers, *attack.supporters))
        theirs = 0.0
        if kind.buckets is not None and kind.buckets.returns != "none":
            theirs = sum(self.hits(kind, subject.about(u)) for u in attack.defenders)
            if kind.buckets.returns == "before":
                ours *= 0.85
        found = self._by_steps(attack.defenders, ours) - self._by_steps(attack.attackers, theirs)
        steps = sum(state.steps[u] for u in attack.defenders)
        return found + self._prize(kind, attack) * min(1.0, ours / max(steps, 1)) ** 2

    def hits(self, kind: BoundKind, subject: KitSubject) -> float:
        """The hits that a unit may expect of its dice in one round."""
        buckets = kind.buckets
        if buckets is None:
            return 0.0
        faces = kind.throw.faces
        share = max(min(int(buckets.hit(subject)), faces), 0) / faces
        return max(int(buckets.dice(subject)), 0) * share

    def _by_steps(self, units: Sequence[int], hits: float) -> float:
        """What hits cost some units, who lose the cheapest steps first; they lose no more than they are."""
        left, found = hits, 0.0
        for u in sorted(units, key=self.outlook.step):
            steps = self.outlook.state.steps[u]
            taken = min(left, steps)
            found += taken * self.outlook.worth(u) / max(steps, 1)
            left -= taken
        return found

    # -- ground -----------------------------------------------------------------------------------------------

    def _prize(self, kind: BoundKind, attack: KitAttack) -> float:
        """The points of the places attacked, as far as clearing them brings them."""
        outlook = self.outlook
        if attack.side == outlook.side:
            found = sum(outlook.prize(h) for h in attack.targets)
        else:
            goals = outlook.goals
            found = sum(0.5 * goals[h].now for h in attack.targets if h in goals)
        if not found:
            return 0.0
        if kind.advance is not None:
            return _TAKEN * found
        return _EMPTIED * found if outlook.left else 0.0

    def _is_hemmed(self, kind: BoundKind, unit: int, state: KitState, closed: frozenset[int]) -> bool:
        """Whether a unit has nowhere to go back to: enemies all around, or zones where none may go back into those,
        as far as ground and friends leave any hex."""
        field, at = self.field, state.where[unit]
        if at < 0:
            return False
        side = int(field.roster.side[unit])
        foes = field.roster.of_side[1 - side]
        rule = kind.retreat
        shut = rule is not None and any(closed_to.word == "zones" for closed_to in rule.never)
        zone = field.zone(state, 1 - side) if shut and field.zones.there else None
        for n in field.open_to(state, unit, at):
            there = state.stacks.get(n, 0)
            if n in closed or there & foes or (zone is not None and zone[n]):
                continue
            if not there or (rule is not None and rule.displace is not None) or field.fits(state, unit, n):
                return False
        return True

    def _held(self, attack: KitAttack, state: KitState) -> dict[int, list[int]]:
        """The places of this side from which an attack is made that nobody would hold without the attackers, each with
        those in it."""
        found: dict[int, list[int]] = {}
        for u in attack.attackers:
            if self.outlook.stake(h := state.where[u]):
                found.setdefault(h, []).append(u)
        own = self.field.roster.of_side[attack.side]
        return {h: units for h, units in found.items() if not state.stacks[h] & own & ~sum(1 << u for u in units)}

    def _clears(self, number: int, role: str, units: Sequence[int]) -> float:
        """The chance that a list of effects leaves none of some units of a role where they were."""
        stays = 1.0
        for one in self.field.combat.effects.lists[number]:
            if one.role not in (role, BOTH):
                continue
            if one.what in ("retreat", "eliminate"):
                return 1.0
            if one.what == "check":
                gone = 1.0
                for u in units:
                    gone *= (1.0 - self._passes(one, u)) * self._unit_goes(one.failed)
                stays *= 1.0 - gone
            if one.what == "lose" and len(units) == 1:
                steps = self.outlook.state.steps[units[0]]
                stays *= 0.0 if one.steps == ALL or self._count(one) >= steps else 1.0
        return 1.0 - stays

    def _unit_goes(self, number: int) -> float:
        if number < 0:
            return 0.0
        return 1.0 if any(one.what in ("retreat", "eliminate") for one in self._effects(number)) else 0.0

    # -- effects ----------------------------------------------------------------------------------------------

    def _effects(self, number: int) -> list[BoundEffect]:
        found: list[BoundEffect] = self.field.combat.effects.lists[number]
        return found

    def cost(self, number: int, role: str, units: tuple[int, ...], doomed: tuple[int, ...]) -> float:
        """What a list of effects costs the units of a role; those doomed cannot go back."""
        if number < 0:
            return 0.0
        key = (number, role, units, doomed)
        found = self._costs.get(key)
        if found is None:
            found = self._costs[key] = sum(
                self._cost(one, role, units, doomed) for one in self._effects(number) if one.role in (role, BOTH)
            )
        return found

    def _cost(self, one: BoundEffect, role: str, units: tuple[int, ...], doomed: tuple[int, ...]) -> float:
        worth = self.outlook.worth
        units = self._fitting(one, units)
        if not units:
            return 0.0
        if one.what == "eliminate":
            return sum(map(worth, units))
        if one.what == "lose":
            return self._lost(one, units)
        if one.what == "retreat":
            return self._gone_back(one, units, doomed)
        if one.what == "status":
            return sum(self._given(one.name, u) for u in units)
        if one.what == "check":
            return sum(self._checked(one, u, doomed) for u in units)
        return 0.0

    def _given(self, name: str, unit: int) -> float:
        """What it costs a unit to get a status, or to get it a second time."""
        outlook, names = self.outlook, self.field.statuses
        again, had = name, set[str]()
        while again in names and again not in had:
            if not outlook.state.status[names[again]] >> unit & 1:
                return _STATUS * outlook.worth(unit)
            had.add(again)
            again = self.field.all_statuses[names[again]].again
        return outlook.step(unit) if again == "lose" else outlook.worth(unit) if again == "eliminate" else 0.0

    def _fitting(self, one: BoundEffect, units: tuple[int, ...]) -> tuple[int, ...]:
        who = one.who
        if who is None or who.always:
            return units
        if who.units is not None:
            return tuple(u for u in units if who.units >> u & 1)
        state, side = self.outlook.state, self.outlook.side
        return tuple(u for u in units if who.ask(KitSubject(self.field, state, side, u)))

    def _lost(self, one: BoundEffect, units: Sequence[int]) -> float:
        outlook = self.outlook
        if one.steps == ALL:
            return sum(map(outlook.worth, units))
        if one.each:
            return sum(self._by_steps((u,), self._count(one)) for u in units)
        left, found = self._count(one), 0.0
        for u in sorted(units, key=outlook.step):
            steps = outlook.state.steps[u]
            found += outlook.worth(u) if left >= steps else left * outlook.step(u)
            left = max(0.0, left - steps)
        return found

    def _gone_back(self, one: BoundEffect, units: Sequence[int], doomed: tuple[int, ...]) -> float:
        """What it costs some units to go back: all that have nowhere to go."""
        outlook = self.outlook
        found: float = _GROUND * outlook.view.price[self.field.roster.side[units[0]]]
        if one.retreat is None or one.retreat.none == ELIMINATE:
            found += sum(outlook.worth(u) for u in units if u in doomed)
        return min(found, sum(map(outlook.worth, units)) + found / 2)

    def _count(self, one: BoundEffect) -> float:
        if one.throw is not None and one.what == "lose":
            return float(sum(total * chance for total, chance in one.throw.chances.items()))
        steps = getattr(one.source, "steps", None)
        return float(steps) if isinstance(steps, int) else 1.0

    def _checked(self, one: BoundEffect, unit: int, doomed: tuple[int, ...]) -> float:
        """What a check of a unit costs it."""
        passes = self._passes(one, unit)
        return passes * self._of_unit(one.passed, unit, doomed) + (1 - passes) * self._of_unit(one.failed, unit, doomed)

    def _of_unit(self, number: int, unit: int, doomed: tuple[int, ...]) -> float:
        return self.cost(number, _UNIT, (unit,), doomed) if number >= 0 else 0.0

    def _passes(self, one: BoundEffect, unit: int) -> float:
        key = (one.number, unit)
        found = self._passing.get(key) if one.number >= 0 else None
        if found is None:
            found = self._passing[key] = self._chance(one, unit)
        return found

    def _chance(self, one: BoundEffect, unit: int) -> float:
        if one.throw is None or one.amount is None:
            return 1.0
        subject = KitSubject(self.field, self.outlook.state, self.outlook.side, unit)
        needed: Any = one.amount(subject)
        if one.changes is not None:
            needed = one.changes(needed, subject)
        chances = one.throw.chances.items()
        return float(sum(chance for total, chance in chances if (total >= needed if one.least else total <= needed)))

    # -- attacks that are only feared ---------------------------------------------------------------------------

    def column(self, kind: BoundKind, attack: float, defence: float, shift: int) -> int:
        """The column at which an attack of some strength would be made; where no table is read, hits in tenths."""
        if kind.scale is None:
            return min(round(10 * attack), 10**6) if kind.buckets is not None else round(10 * (attack - defence))
        key = (kind.number, round(2 * attack), round(2 * defence))
        place = self._columns.get(key)
        if place is None:
            exact = self.outlook.exact
            place = self._columns[key] = kind.scale.reached(exact(attack), exact(defence), kind.clamp).place
        return kind.scale.end(place + shift)

    def blow(self, kind: BoundKind, column: int, unit: int, attack: float, defence: float) -> tuple[float, float]:
        """What an attack at a column costs a unit that stands alone, and the chance that it loses its hex."""
        if kind.buckets is not None:
            hits = attack
            return self._by_steps((unit,), hits), min(1.0, hits / max(self.outlook.state.steps[unit], 1)) ** 2
        if kind.chart is None:
            odds = attack / max(attack + defence, 0.5)
            return 0.5 * odds * self.outlook.worth(unit), 0.5 * odds
        cost = driven = 0.0
        for code, chance in kind.chart.shares(column, kind.throw, 0).items():
            number = kind.effects_of(code)
            if number >= 0 and chance:
                cost += float(chance) * self.cost(number, DEFENDER, (unit,), ())
                driven += float(chance) * self._clears(number, DEFENDER, (unit,))
        return cost, driven
