"""Chapter 6.1 to 6.6: who may and who must attack whom.

Friends in an enemy zone of control and the enemies that exert it make a graph of contacts. Every one that was
in contact when the combat phase began is owed a combat. Since any graph without lonely members falls apart into
stars, and a star is a legal attack (many on one, or one on many), all that is owed can be met as long as no
owed unit has lost its last possible partner. That is what is looked at before an attack is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.mechanics.bits import bits
from engine.systems.twilights_last_gleaming import fire

if TYPE_CHECKING:
    from engine.systems.twilights_last_gleaming.rules import TlgRules
    from engine.systems.twilights_last_gleaming.state import TlgState


@dataclass(frozen=True, slots=True)
class Contacts:
    """The contacts of a moment: attackers that have not attacked, hexes that have not been attacked."""

    hexes: dict[int, frozenset[int]]
    """For each attacker in contact (unit) the enemy hexes it could attack from next to them."""
    units: dict[int, frozenset[int]]
    """For each enemy hex in contact the units that could attack it."""
    owed_units: frozenset[int]
    owed_hexes: frozenset[int]


def target_hexes(rules: TlgRules, state: TlgState, side: int) -> list[int]:
    """The hexes that ``side`` may still attack this phase: enemies there, none of them attacked before (6.3, 6.12)."""
    enemies = rules.force.of_side[1 - side]
    return sorted(h for h, mask in state.stacks.items() if mask & enemies and not mask & state.struck)


def contacts(rules: TlgRules, state: TlgState, side: int) -> Contacts:
    """The contacts of the attacking side; kept with the state until something changes."""
    if state.contacts is not None and state.contacts[0] == side:
        known: Contacts = state.contacts[1]
        return known
    targets = set(target_hexes(rules, state, side))
    hexes: dict[int, frozenset[int]] = {}
    units: dict[int, set[int]] = {}
    control, where, fought = rules.ground.control, state.where, state.fought
    for u in rules.force.side_units[side]:
        at = where[u]
        if at < 0 or fought >> u & 1:
            continue
        near = targets.intersection(control[at])
        if near:
            hexes[u] = frozenset(near)
            for h in near:
                units.setdefault(h, set()).add(u)
    owed = state.owed
    found = Contacts(
        hexes,
        {h: frozenset(members) for h, members in units.items()},
        frozenset(u for u in hexes if owed >> u & 1),
        frozenset(h for h in units if state.stacks[h] & owed),
    )
    state.contacts = (side, found)
    return found


def closure(
    rules: TlgRules, state: TlgState, side: int, targets: Iterable[int], attackers: Iterable[int]
) -> tuple[frozenset[int], frozenset[int]] | None:
    """The smallest attack that holds these targets and attackers and leaves nobody owed without a partner.

    None when there is no such attack: it would need attackers that are not adjacent to all its targets.
    ``attackers`` are those next to the targets; bombarding artillery plays no part.
    """
    net = contacts(rules, state, side)
    t, a = set(targets), set(attackers)
    while True:
        if any(h not in net.hexes.get(u, ()) for u in a for h in t):
            return None
        if not rules.strict:
            return frozenset(t), frozenset(a)
        more_units = {u for u in net.owed_units if u not in a and net.hexes[u] <= t}
        more_hexes = {h for h in net.owed_hexes if h not in t and net.units[h] <= a}
        if not more_units and not more_hexes:
            return frozenset(t), frozenset(a)
        a |= more_units
        t |= more_hexes


def feasible(
    rules: TlgRules,
    state: TlgState,
    side: int,
    targets: Iterable[int],
    attackers: Iterable[int],
    guns: Iterable[int] = (),
) -> bool:
    """Whether some legal attack holds at least these targets, adjacent attackers and bombarding guns."""
    found = closure(rules, state, side, targets, attackers)
    if found is None:
        return False
    t, a = found
    if a:
        return _guns_reach(rules, state, guns, t, alone=False)
    # Nobody next to the target is needed: a bombardment alone will do, or any one attacker.
    if len(t) == 1 and (tuple(guns) or bombarders(rules, state, side, next(iter(t)))):
        return True
    net = contacts(rules, state, side)
    candidates = set.intersection(*(set(net.units.get(h, ())) for h in t)) if t else set()
    for u in sorted(candidates):
        wider = closure(rules, state, side, t, (u,))
        if wider is not None and _guns_reach(rules, state, guns, wider[0], alone=False):
            return True
    return False


def _guns_reach(rules: TlgRules, state: TlgState, guns: Iterable[int], targets: Iterable[int], *, alone: bool) -> bool:
    reach = all if alone else any
    hexes = tuple(targets)
    return all(reach(fire.may_bombard(rules, state, g, h) for h in hexes) for g in guns)


def bombarders(rules: TlgRules, state: TlgState, side: int, h: int) -> list[int]:
    """The artillery that could bombard a hex in this phase (7.2, 7.5)."""
    return [
        u
        for u in bits(rules.force.guns & rules.force.of_side[side] & ~state.fought)
        if fire.may_bombard(rules, state, u, h)
    ]


def owed_text(rules: TlgRules, state: TlgState, side: int) -> tuple[str, str]:
    """(paragraph, sentence) naming the units that still owe or are owed a combat; empty when there are none."""
    net = contacts(rules, state, side)
    keys, name = rules.force.keys, rules.ground.grid.name
    friends = ", ".join(keys[u] for u in sorted(net.owed_units))
    foes = ", ".join(
        f"{keys[u]} in {name(h)}" for h in sorted(net.owed_hexes) for u in bits(state.stacks[h])
    )
    if foes:
        also = f"; {friends} must attack" if friends else ""
        return "6.1", f"still to be attacked: {foes}{also}"
    return ("6.4", f"still to attack: {friends}") if friends else ("", "")
