"""Who could attack whom at a moment by a rules file, and who still owes a combat (`engine.mechanics.contacts`).

Where a kind of combat allows several hexes all that is owed can be met. Where it does not, what cannot be met is not
asked for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from engine.kit.combat import legality
from engine.kit.combat.declared import DeclaredAttack
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.odds import strengths, totals
from engine.kit.combat.resolving import StrengthScale
from engine.kit.combat.targets import hexes_of
from engine.mechanics.contacts import ContactNet, nobody_is_left


@dataclass(frozen=True, slots=True)
class Net(ContactNet):
    """The contacts of a moment. Hexes without anyone who could attack them are left out, and units likewise."""

    supports: dict[int, frozenset[int]]
    """For each hex the units that could only support an attack on it."""
    found: dict[Any, bool] = field(default_factory=dict)
    """What was asked about attacks, with the answers."""

    @property
    def is_owed(self) -> bool:
        """Whether anybody owes or is owed a combat."""
        return bool(self.bound or self.owed_hexes)


def net_of(field: Any, state: Any, kind: BoundKind, phase: int, side: int) -> Net:
    """The contacts of a side for a kind of combat; kept with the state until something changes."""
    key = kind.number, side, phase
    known = state.contacts
    if known is None:
        known = state.contacts = {}
    found: Net | None = known.get(key)
    if found is None:
        # Copies of a state share what is known; a dictionary of its own keeps the twin's apart.
        found = _found(field, state, kind, phase, side)
        state.contacts = {**known, key: found}
    return found


def _found(field: Any, state: Any, kind: BoundKind, phase: int, side: int) -> Net:
    hexes: dict[int, frozenset[int]] = {}
    units: dict[int, set[int]] = {}
    supports: dict[int, set[int]] = {}
    possible = _possible(field, state, kind, side)
    targets: list[int] = []
    if possible:
        beside = None if possible is field.roster.side_units[side] else _next_to(field, state, possible)
        targets = legality.target_hexes(field, state, kind, side, beside)
    alone = kind.support is not None and kind.support.alone
    spotted: dict[int, bool] = {}
    for u in legality.free(field, state, kind, phase, side, possible) if targets else ():
        fights = legality.may(field, state, kind, u)
        within = targets if not kind.reach.is_adjacent else _beside(field, state, u, targets)
        near = [h for h in within if fights and legality.reaches(field, state, kind, u, h, spotted)]
        if alone:
            near += [h for h in targets if h not in near and legality.supports(field, state, kind, u, (h,))]
        if near:
            hexes[u] = frozenset(near)
        for h in near:
            units.setdefault(h, set()).add(u)
        if kind.support is not None:
            for h in targets:
                if h not in near and legality.supports(field, state, kind, u, (h,)):
                    supports.setdefault(h, set()).add(u)
    owed_units = frozenset(u for u in hexes if kind.must_attackers and state.owed >> u & 1)
    owed_hexes = frozenset(h for h in units if kind.must_defenders and state.stacks.get(h, 0) & state.owed)
    return Net(
        hexes,
        {h: frozenset(members) for h, members in units.items()},
        owed_units,
        owed_hexes,
        {h: frozenset(members) for h, members in supports.items()},
    )


def _beside(field: Any, state: Any, unit: int, targets: Collection[int]) -> list[int]:
    """Those of some hexes that are next to a unit."""
    return [h for h in field.ground.near[state.where[unit]] if h in targets]


def _possible(field: Any, state: Any, kind: BoundKind, side: int) -> Collection[int]:
    """The units of a side that may have something to attack: where nobody attacks from further away, those next to an
    enemy."""
    own: Collection[int] = field.roster.side_units[side]
    if kind.any_hex or not kind.reach.is_adjacent or (kind.support is not None and not kind.support.reach.is_adjacent):
        return own
    foes, near, where = field.roster.of_side[1 - side], field.ground.near, state.where
    front = set[int]().union(*[near[h] for h, mask in state.stacks.items() if mask & foes])
    return [u for u in own if where[u] in front]


def _next_to(field: Any, state: Any, units: Collection[int]) -> set[int]:
    """The hexes next to some units."""
    near, where = field.ground.near, state.where
    return set[int]().union(*[near[where[u]] for u in units])


def contacts_of(field: Any, state: Any, kind: BoundKind, phase: int, side: int) -> KitContacts:
    """Who could attack whom now."""
    return KitContacts(field, state, kind, phase, side, net_of(field, state, kind, phase, side))


@dataclass(slots=True)
class KitContacts:
    """The questions that declaring an attack asks of a moment. ``phase`` is -1 outside of phases."""

    field: Any
    state: Any
    kind: BoundKind
    phase: int
    side: int
    net: Net
    """The contacts now."""

    @property
    def is_strict(self) -> bool:
        """Whether an attack may leave nobody owed without a partner: as long as some attack can do so."""
        net = self.net
        if not self.kind.strict or not net.is_owed:
            return False
        return self.kind.many_hexes or any(self._fits((h,), (), strict=True) for h in net.units)

    def is_owed(self) -> bool:
        """Whether something is owed that can be met."""
        net = self.net
        return net.is_owed and any(self.feasible((h,)) for h in net.units)

    def feasible(self, targets: Collection[int], attackers: Collection[int] = ()) -> bool:
        """Whether some legal attack holds at least these targets and units."""
        hexes = hexes_of(self.state, targets)
        if self.field.hooks is not None:
            return self._fits(hexes, attackers, strict=self.is_strict)
        key, found = (hexes, *attackers), self.net.found
        known = found.get(key)
        if known is None:
            known = found[key] = self._fits(hexes, attackers, strict=self.is_strict)
        return known

    def judged(self, targets: Collection[int], attackers: Collection[int]) -> bool | None:
        """Whether an attack is legal as it is; None where that does not follow from the contacts."""
        kind, net, hexes = self.kind, self.net, hexes_of(self.state, targets)
        told = kind.support is None and kind.whole_defender and not (kind.any_hex or kind.whole_attacker)
        if not told or self.field.hooks is not None or not attackers:
            return None
        if any(h not in net.units for h in hexes) or net.out_of_reach(hexes, attackers):
            return None
        if not self._formed(hexes, attackers) or (self.is_strict and any(net.left_over(hexes, attackers))):
            return False
        return kind.scale is None or kind.sure or suffices(self.field, self.state, self._of(hexes, attackers))

    def targets(self) -> list[int]:
        """What may be attacked now."""
        if self.kind.whole_defender:
            return sorted(self.net.units)
        return [target for h in sorted(self.net.units) for target in self.targets_in(h)]

    def targets_in(self, h: int) -> tuple[int, ...]:
        """What may be attacked now in a hex."""
        return legality.open_targets(self.field, self.state, self.kind, self.side, h)

    def _fits(self, targets: Collection[int], units: Collection[int], *, strict: bool) -> bool:
        net, kind = self.net, self.kind
        support = [u for u in units if u not in net.hexes or any(h not in net.hexes[u] for h in targets)]
        if any(not any(u in net.supports.get(h, ()) for h in targets) for u in support):
            return False
        near = [u for u in units if u not in support]
        if any(h not in net.units for h in targets) or not self._formed(targets, near):
            return False
        may_leave, several = nobody_is_left if strict else None, kind.many_hexes
        found = net.closure(targets, near, may_leave, several=several)
        if found is None:
            return False
        t, a = found
        candidates = net.in_common(t)
        if a:
            strong = self._formed(t, a) and self._strong(t, self._most(a, candidates), support)
            return strong and self._allowed(t, [*a, *support], candidates)
        for u in candidates:
            wider = net.closure(t, (u,), may_leave, several=several)
            if wider is None or not self._formed(*wider):
                continue
            strong = self._strong(wider[0], self._most(wider[1], candidates), support)
            if strong and self._allowed(wider[0], [*wider[1], *support], candidates):
                return True
        return False

    def _formed(self, targets: Collection[int], near: Collection[int]) -> bool:
        """Whether this many hexes may be attacked at once, and these units may attack together."""
        if len(targets) > 1 and not self.kind.many_hexes:
            return False
        if self.kind.units == "one":
            return len(near) <= 1
        return self.kind.units != "stack" or len({self.state.where[u] for u in near}) <= 1

    def _most(self, attackers: Collection[int], candidates: list[int]) -> list[int]:
        """The attackers with all who could join them."""
        if self.kind.units == "one":
            return sorted(attackers)
        joined = {*attackers, *candidates}
        if self.kind.units == "stack":
            where = {self.state.where[u] for u in attackers}
            joined = {u for u in joined if self.state.where[u] in where}
        return sorted(joined)

    def _allowed(self, targets: Collection[int], units: list[int], candidates: list[int]) -> bool:
        """Whether a hook lets some such attack be made."""
        hooks = self.field.hooks
        if hooks is None or not hooks.has("may_attack"):
            return True
        return bool(hooks.some_attack(self.state, self.kind.name, units, sorted(targets), candidates))

    def _strong(self, targets: Collection[int], attackers: Collection[int], support: Collection[int]) -> bool:
        """Whether such an attack has the strength that it needs."""
        scale = self.kind.scale
        if scale is None or self.kind.resolve == "difference":
            return True
        if self.kind.sure:
            return bool(attackers or support)
        return suffices(self.field, self.state, self._of(targets, (*attackers, *support)))

    def _of(self, targets: Collection[int], units: Collection[int]) -> DeclaredAttack:
        return DeclaredAttack(self.kind, self.phase, self.side, tuple(sorted(targets)), tuple(sorted(units)))


def suffices(field: Any, state: Any, declared: DeclaredAttack) -> bool:
    """Whether an attack has any strength, and enough for the first column of totals."""
    kind = declared.kind
    ours, theirs = strengths(field, state, kind, declared.attack(field, state))
    total, _ = totals(kind, ours, theirs)
    if isinstance(kind.scale, StrengthScale):
        return kind.scale.suffices(total)
    return total > 0 or kind.resolve not in ("odds", "strength")
