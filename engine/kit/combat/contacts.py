"""Who could attack whom at a moment, who still owes a combat, and which attacks leave nobody without a partner.

Units that may attack and hexes that may be attacked make a graph. What is owed can be met as long as no owed unit or
hex has lost its last partner: any graph without lonely members falls apart into stars, and where a kind of combat
allows several hexes a star is a legal attack. Where it does not, what cannot be met is not asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from engine.kit.combat import legality
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.odds import attack_of, strengths, totals
from engine.kit.combat.resolving import StrengthScale
from engine.kit.combat.targets import hexes_of


@dataclass(frozen=True, slots=True)
class Net:
    """The contacts of a moment."""

    hexes: dict[int, frozenset[int]]
    """For each unit that may attack the hexes it could attack, where there are any."""
    units: dict[int, frozenset[int]]
    """For each hex that may be attacked the units that could attack it; those without are left out."""
    supports: dict[int, frozenset[int]]
    """For each hex the units that could only support an attack on it."""
    owed_units: frozenset[int]
    owed_hexes: frozenset[int]


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
    targets = legality.target_hexes(field, state, kind, side) if possible else []
    alone = kind.support is not None and kind.support.alone
    spotted: dict[int, bool] = {}
    for u in legality.free(field, state, kind, phase, side, possible) if targets else ():
        fights = legality.may(field, state, kind, u)
        near = [h for h in targets if fights and legality.reaches(field, state, kind, u, h, spotted)]
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
        {h: frozenset(members) for h, members in supports.items()},
        owed_units,
        owed_hexes,
    )


def _possible(field: Any, state: Any, kind: BoundKind, side: int) -> Collection[int]:
    """The units of a side that may have something to attack: where nobody attacks from further away, those next to an
    enemy."""
    own: Collection[int] = field.roster.side_units[side]
    if kind.any_hex or not kind.reach.is_adjacent or (kind.support is not None and not kind.support.reach.is_adjacent):
        return own
    foes, near = field.roster.of_side[1 - side], field.ground.near
    front = set[int]().union(*[near[h] for h, mask in state.stacks.items() if mask & foes])
    return [u for u in own if state.where[u] in front]


def left_over(net: Net, targets: Collection[int], attackers: Collection[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The owed units and hexes whose last partners an attack would take away."""
    t, a = frozenset(targets), frozenset(attackers)
    units = {u for h in t if h in net.units for u in net.units[h] if u in net.owed_units and u not in a}
    hexes = {h for u in a if u in net.hexes for h in net.hexes[u] if h in net.owed_hexes and h not in t}
    return (
        frozenset([u for u in units if net.hexes[u] <= t]),
        frozenset([h for h in hexes if net.units[h] <= a]),
    )


def closure(
    kind: BoundKind, net: Net, targets: Iterable[int], attackers: Iterable[int], *, strict: bool
) -> tuple[frozenset[int], frozenset[int]] | None:
    """A smallest attack that holds these targets and attackers and leaves nobody owed without a partner; None when
    there is none."""
    t, a = frozenset(targets), frozenset(attackers)
    if any_not_in_reach(net, t, a):
        return None
    if not strict:
        return t, a
    while more := left_over(net, t, a)[0]:
        a |= more
    if any_not_in_reach(net, t, a):
        return None
    left = left_over(net, t, a)[1]
    if not left:
        return t, a
    if not kind.many_hexes:
        return None
    wider = (closure(kind, net, t | {h}, a, strict=strict) for h in sorted(left))
    return next((found for found in wider if found), None)


def any_not_in_reach(net: Net, targets: Iterable[int], attackers: Iterable[int]) -> bool:
    """Whether one of the attackers does not reach one of the targets."""
    nowhere: frozenset[int] = frozenset()
    return any(h not in net.hexes.get(u, nowhere) for u in attackers for h in targets)


@dataclass(slots=True)
class KitContacts:
    """The questions that declaring an attack asks of a moment. ``phase`` is -1 outside of phases."""

    field: Any
    state: Any
    kind: BoundKind
    phase: int
    side: int

    @property
    def net(self) -> Net:
        """The contacts now."""
        return net_of(self.field, self.state, self.kind, self.phase, self.side)

    @property
    def is_strict(self) -> bool:
        """Whether an attack may leave nobody owed without a partner: as long as some attack can do so."""
        net = self.net
        if not self.kind.strict or not (net.owed_units or net.owed_hexes):
            return False
        return self.kind.many_hexes or any(self._fits((h,), (), strict=True) for h in net.units)

    def is_owed(self) -> bool:
        """Whether something is owed that can be met."""
        net = self.net
        return bool(net.owed_units or net.owed_hexes) and any(self.feasible((h,)) for h in net.units)

    def feasible(self, targets: Collection[int], attackers: Collection[int] = ()) -> bool:
        """Whether some legal attack holds at least these targets and units."""
        return self._fits(hexes_of(self.state, targets), attackers, strict=self.is_strict)

    def targets(self) -> list[int]:
        """What may be attacked now."""
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
        found = closure(kind, net, targets, near, strict=strict)
        if found is None:
            return False
        t, a = found
        candidates = sorted(frozenset[int].intersection(*[net.units.get(h, frozenset()) for h in t]) if t else ())
        if a:
            strong = self._formed(t, a) and self._strong(t, self._most(a, candidates), support)
            return strong and self._allowed(t, [*a, *support], candidates)
        for u in candidates:
            wider = closure(kind, net, t, (u,), strict=strict)
            if wider is None or not self._formed(*wider):
                continue
            strong = self._strong(wider[0], self._most(wider[1], candidates), support)
            if strong and self._allowed(wider[0], [*wider[1], *support], candidates):
                return True
        return False

    def _formed(self, targets: Collection[int], near: Collection[int]) -> bool:
        """Whether so many hexes may be attacked at once, and these units may attack together."""
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
        return suffices(self.field, self.state, self.kind, self.side, targets, [*attackers, *support])


def suffices(field: Any, state: Any, kind: BoundKind, side: int, targets: Iterable[int], units: Iterable[int]) -> bool:
    """Whether an attack has any strength, and enough for the first column of totals."""
    attack = attack_of(field, state, kind, side, tuple(sorted(targets)), tuple(sorted(units)))
    ours, theirs = strengths(field, state, kind, attack)
    total, _ = totals(kind, ours, theirs)
    if isinstance(kind.scale, StrengthScale):
        return kind.scale.suffices(total)
    return total > 0 or kind.resolve not in ("odds", "strength")
