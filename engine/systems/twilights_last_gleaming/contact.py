"""Chapter 6.1 to 6.6: who may and who must attack whom.

Friends in an enemy zone of control and the enemies that exert it are in contact (`engine.mechanics.contacts`). Each who
was so when the combat phase began is owed a combat, and no attack may leave one without a partner. Guns may lose
theirs (7.8, option ``guns_in_contact``): the rest still falls apart into stars. An enemy with no partner left next
to it is *stranded*: a battery afar may still bombard it, one battery for each (7.5).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable

from engine.mechanics.bits import bits
from engine.mechanics.contacts import Attack, ContactNet
from engine.play.words import listed
from engine.systems.twilights_last_gleaming import fire
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


@dataclasses.dataclass(frozen=True, slots=True)
class Contacts(ContactNet):
    """The contacts of a moment: attackers that have not attacked, hexes that have not been attacked. Units are bound
    that owe a combat, but for guns, where they may stay out (7.8)."""

    owed_units: frozenset[int]
    stranded: frozenset[int]
    """Enemy hexes that are owed a combat, with nobody left to attack them but artillery from afar."""
    targets: tuple[int, ...]
    """The enemy hexes that may still be attacked, in order."""
    shots: dict[int, tuple[int, ...]] = dataclasses.field(default_factory=dict, compare=False, repr=False)
    """For each hex that was asked about the guns that could bombard it: they change when the contacts do."""
    said: list[tuple[str, str]] = dataclasses.field(default_factory=list, compare=False, repr=False)
    """What is still owed, in words, once it has been asked for."""


def target_hexes(field: TlgField, state: TlgState, side: int) -> list[int]:
    """The hexes that ``side`` may still attack this phase: enemies there, none of them attacked before (6.3, 6.12)."""
    return list(contacts(field, state, side).targets)


def contacts(field: TlgField, state: TlgState, side: int) -> Contacts:
    """The contacts of the attacking side; kept with the state until something changes."""
    if state.contacts is not None and state.contacts[0] == side:
        known: Contacts = state.contacts[1]
        return known
    found = found_anew(field, state, side)
    state.contacts = (side, found)
    return found


def attacked(state: TlgState, side: int, targets: Collection[int], attackers: Collection[int]) -> None:
    """Hexes have been attacked by units of a side, and nobody has moved yet: the contacts go on without both."""
    if state.contacts is None:
        return
    kept_for, net = state.contacts
    if kept_for != side:
        state.contacts = None
        return
    struck, fought = frozenset(targets), frozenset(attackers)
    near = {u for h in struck for u in net.units.get(h, ())}
    hexes = {
        u: foes - struck if u in near else foes
        for u, foes in net.hexes.items()
        if u not in fought and not (u in near and foes <= struck)
    }
    left = {h for u in fought for h in net.hexes.get(u, ())}
    units = {
        h: members - fought if h in left else members
        for h, members in net.units.items()
        if h not in struck and not (h in left and members <= fought)
    }
    owed = (net.owed_hexes | net.stranded) - struck
    state.contacts = (
        side,
        Contacts(
            hexes,
            units,
            net.bound.intersection(hexes),
            owed.intersection(units),
            net.owed_units.intersection(hexes),
            owed.difference(units),
            tuple([h for h in net.targets if h not in struck]),
            {h: tuple([g for g in guns if g not in fought]) for h, guns in net.shots.items() if h not in struck},
        ),
    )


def found_anew(field: TlgField, state: TlgState, side: int) -> Contacts:
    """The contacts of the attacking side, worked out from where everybody stands."""
    control, where, fought = field.ground.control, state.where, state.fought
    targets = {h for u in field.roster.side_units[1 - side] if (h := where[u]) >= 0}
    targets.difference_update([where[u] for u in bits(state.struck)])
    hexes: dict[int, frozenset[int]] = {}
    units: dict[int, set[int]] = {}
    # Most are next to nobody.
    front = set[int]().union(*[control[h] for h in targets])
    for u in [u for u in field.roster.side_units[side] if where[u] in front]:
        if fought >> u & 1:
            continue
        near = targets.intersection(control[where[u]])
        hexes[u] = frozenset(near)
        for h in near:
            units.setdefault(h, set()).add(u)
    owed = frozenset(h for h in targets if state.stacks[h] & state.owed)
    owed_units = frozenset(u for u in hexes if state.owed >> u & 1)
    free = field.roster.guns if field.options["guns_in_contact"] == "may_stay_out" else 0
    return Contacts(
        hexes,
        {h: frozenset(members) for h, members in units.items()},
        frozenset(u for u in owed_units if not free >> u & 1),
        owed.intersection(units),
        owed_units,
        owed.difference(units),
        tuple(sorted(targets)),
    )


def beyond_guns(field: TlgField, state: TlgState, side: int, hexes: Iterable[int], used: Collection[int] = ()) -> int:
    """How many of these hexes would find no battery: each takes one that is not ``used``, and each battery one hex."""
    reach = {h: [g for g in bombarders(field, state, side, h) if g not in used] for h in hexes}
    taken: dict[int, int] = {}

    def place(h: int, asked: set[int]) -> bool:
        for gun in reach[h]:
            if gun not in asked:
                asked.add(gun)
                if gun not in taken or place(taken[gun], asked):
                    taken[gun] = h
                    return True
        return False

    return sum(not place(h, set()) for h in reach)


def stranding(
    field: TlgField, state: TlgState, side: int, targets: Collection[int], hexes: Iterable[int], guns: Collection[int]
) -> bool:
    """Whether an attack that leaves ``hexes`` and uses ``guns`` leaves more enemies without a combat than there are."""
    net = contacts(field, state, side)
    after = [h for h in (*net.stranded, *hexes) if h not in targets]
    return bool(after) and (
        beyond_guns(field, state, side, after, guns) > beyond_guns(field, state, side, net.stranded)
    )


def closure(
    field: TlgField,
    state: TlgState,
    side: int,
    targets: Iterable[int],
    attackers: Iterable[int],
    guns: Collection[int] = (),
) -> Attack | None:
    """A smallest attack that holds these targets and attackers and leaves none owed without a partner; None where
    there is none. ``attackers`` are those next to the targets; ``guns`` bombard, and are lost to the enemies left over.
    """

    def may_leave(attacked: Collection[int], left: Iterable[int]) -> bool:
        return not stranding(field, state, side, attacked, left, guns)

    net = contacts(field, state, side)
    return net.closure(targets, attackers, may_leave if field.strict else None)


def feasible(
    field: TlgField,
    state: TlgState,
    side: int,
    targets: Collection[int],
    attackers: Collection[int],
    guns: Iterable[int] = (),
) -> bool:
    """Whether some legal attack holds at least these targets, adjacent attackers and bombarding guns."""
    used = tuple(guns)
    near = contacts(field, state, side).units
    if any(h not in near and not bombarders(field, state, side, h) for h in targets):
        return False
    found = closure(field, state, side, targets, attackers, used)
    if found is None:
        return False
    t, a = found
    if a:
        return _guns_reach(field, state, used, t)
    # Nobody next to the target is needed: a bombardment alone will do, or any one attacker.
    if len(t) == 1:
        firing = [used] if used else [(g,) for g in bombarders(field, state, side, next(iter(t)))]
        if any(closure(field, state, side, t, (), battery) == (t, a) for battery in firing):
            return True
    for u in contacts(field, state, side).in_common(t):
        wider = closure(field, state, side, t, (u,), used)
        if wider is not None and _guns_reach(field, state, used, wider[0]):
            return True
    return False


def _guns_reach(field: TlgField, state: TlgState, guns: Iterable[int], targets: Iterable[int]) -> bool:
    """Whether each of the guns reaches one of the targets (7.6)."""
    hexes = tuple(targets)
    return all(any(fire.may_bombard(field, state, g, h) for h in hexes) for g in guns)


def bombarders(field: TlgField, state: TlgState, side: int, h: int) -> tuple[int, ...]:
    """The artillery that could bombard a hex in this phase (7.2, 7.5)."""
    shots = contacts(field, state, side).shots
    found = shots.get(h)
    if found is None:
        where, span, columns = state.where, field.roster.range, field.grid.columns
        # No hex is nearer than its column of the map: most guns of a long line need not be looked at.
        guns = [
            u
            for u in bits(field.roster.guns & field.roster.of_side[side] & ~state.fought)
            if -span[u] <= where[u] % columns - h % columns <= span[u]
        ]
        found = shots[h] = tuple([u for u in guns if fire.may_bombard(field, state, u, h)])
    return found


def is_owed(field: TlgField, state: TlgState, side: int) -> bool:
    """Whether anybody still owes or is owed a combat: whether `owed_text` has anything to say."""
    net = contacts(field, state, side)
    if net.owed_units or net.owed_hexes:
        return True
    return any(bombarders(field, state, side, h) for h in net.stranded)


def owed_text(field: TlgField, state: TlgState, side: int) -> tuple[str, str]:
    """(paragraph, sentence) naming the units that still owe or are owed a combat; empty when there are none.

    Bombarding is voluntary (7.5) until the attacker has left an enemy to his guns (6.1): then one must fire.
    """
    net = contacts(field, state, side)
    if not net.said:
        net.said.append(_owed_text(field, state, side, net))
    return net.said[0]


def _owed_text(field: TlgField, state: TlgState, side: int, net: Contacts) -> tuple[str, str]:
    if not (net.owed_units or net.owed_hexes or net.stranded):
        return "", ""
    names, name = field.roster.names, field.ground.grid.name
    friends = listed(names[u] for u in sorted(net.owed_units)) if net.owed_units else ""
    hexes = [*net.owed_hexes, *(h for h in net.stranded if bombarders(field, state, side, h))]
    foes = ", ".join(f"{names[u]} in {name(h)}" for h in sorted(hexes) for u in bits(state.stacks[h]))
    if foes:
        also = f"; {friends} must attack" if friends else ""
        return "6.1", f"enemies you must still attack: {foes}{also}"
    return ("6.4", f"still to attack: {friends}") if friends else ("", "")
