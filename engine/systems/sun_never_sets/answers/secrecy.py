"""Paragraph 5.6: fog of war. Of the enemy a side sees which hexes he holds and his columns, but not who is in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.deploying import SetUp
from engine.mechanics.hexes.groups import Group
from engine.mechanics.hexes.hexstate import POOL, WAITING
from engine.mechanics.procedure import Procedure
from engine.play.display import ConcealedAnswer, ConcealedHex
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.counters import GOOD
from engine.systems.sun_never_sets.base.extras import Extras
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import MovingForce
from engine.systems.sun_never_sets.base.ground import HALF
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.march.marching import OnMarch
from engine.systems.sun_never_sets.position import afloat
from engine.systems.sun_never_sets.position.reaching import factor_of

ZONE, WEAK, LEADERS = "zone", "weak", "headquarters"
"""What can be told of a hex from outside: it exerts a zone of control (9.1), it does not, or it is headquarters alone,
which may be entered (10.54)."""

_TELLS: Final = {
    ZONE: "units in good order, with a zone of control",
    WEAK: "no unit that has a zone of control",
    LEADERS: "headquarters alone",
}
_SECRET: Final = ("units", "unit", "leader", "open", "allowed", "touched")
"""Fields of a frame that tell units of its side."""
_FROZEN: Final = ("units", "unit", "leader", "touched")
"""Those whose units stay where they are when the rest is dealt again."""
_TRIES: Final = 8
_COLUMN: Final = 4
"""How many times more units are dealt to a column than to the loose units of a hex: units that march together form
one."""

_MARCHING: Final = -1
"""In place of a column: the units of a hex that are on the march."""

_SORTS: Final = {(0, 0): "combat", (1, 0): "other", (1, 1): "headquarters"}
"""What units are, by whether they have no zone of control, and are headquarters: the sorts that a side may count in a
pool."""

Sort = tuple[str, int, int]
"""A pool, whether units that lie in it have no zone of control, and whether they are headquarters."""
Slot = tuple[int, int]
"""A hex, and a column in it, 0 for loose units, or those on the march."""
Berth = tuple[int, int, int]
"""The mask of the boats or fleets that carry a unit, the hex where they are, and its steps."""


def hidden(field: SnsField, state: SnsState, player: int) -> int:
    """The enemy units on the map that a player may not know; boats and fleets lie open, for they bar the water (27.14,
    27.17), but not who is aboard."""
    enemy = field.roster.of_side[1 - player] & ~state.known[player] & ~field.roster.afloat
    return mask_of(u for u in bits(enemy) if state.where[u] >= 0)


def shelved(field: SnsField, state: SnsState, player: int) -> int:
    """The enemy units in a pool, or just drawn from it, that a player cannot tell from those that have come out of it
    unseen (13.51)."""
    mask = field.roster.of_side[1 - player] & state.unaccounted & ~field.roster.afloat
    return mask_of(u for u in bits(mask) if state.where[u] in (POOL, WAITING))


def view(field: SnsField, state: SnsState, side: str) -> dict[str, Any]:
    """The state without who and how many the enemy is in the hexes that he holds, who marches (5.6), and who of those
    that were in his pools lies there; how many do is told."""
    player = field.roster.player(side)
    data = state.to_json()
    unseen, pooled = hidden(field, state, player), shelved(field, state, player)
    for unit in bits(unseen | pooled):
        data["where"][unit] = data["steps"][unit] = data["column"][unit] = None
    for name in state.masks:
        data[name] &= field.roster.of_side[player]
    known = data.pop("extras", {})
    for name in Extras.masks:
        known[name] = known.get(name, 0) & field.roster.of_side[player]
    known["loads"] = [pair for pair in known.get("loads", ()) if not unseen >> pair[0] & 1]
    known["shipped"] = known.get("shipped", 0) if player == field.empire else 0
    known = {name: value for name, value in known.items() if value}
    if known:
        data["extras"] = known
    for (name, silent, leads), mask in sorted(_sorted(field, pooled).items()):
        data.setdefault("pooled", {}).setdefault(name, {})[_SORTS[silent, leads]] = mask.bit_count()
    held = [[field.grid.name(h), column, kind] for (h, column), kind in _slots(field, state, unseen).items()]
    data["held"] = held
    for frame, shown in zip(state.stack, data["stack"], strict=True):
        if getattr(frame, "side", player) != player:
            shown.update(dict.fromkeys([name for name in _SECRET if name in shown]))
    return data


def concealed(field: SnsField, state: SnsState, side: str) -> ConcealedAnswer:
    """Where a side sees that the enemy is, but not who or how many (5.6). Who is in his pools
    is among the units that it cannot find."""
    player = field.roster.player(side)
    unseen = hidden(field, state, player)
    columns: dict[int, list[int]] = {}
    kinds: dict[int, str] = {}
    for (h, column), kind in _slots(field, state, unseen).items():
        columns.setdefault(h, []).append(column)
        kinds.setdefault(h, kind)
    hexes = {
        field.grid.name(h): ConcealedHex(
            side=field.sides[1 - player],
            columns=[f"c{column}" for column in those if column],
            loose=not all(those),
            seen=field.keys_of(field.units_at(state, h, 1 - player) & ~unseen),
            tells=_TELLS[kinds[h]],
        )
        for h, those in columns.items()
    }
    return ConcealedAnswer(field.keys_of(unseen | shelved(field, state, player)), hexes)


def redeal(field: SnsField, state: SnsState, side: str, random: Random) -> SnsState:
    """A copy in which the enemy units that a side may not know stand in the hexes he holds in some other way: at
    least one in each column, among the loose units of each hex, and in a force on the march, whose units could have
    come as far; and zones of control as they can be told. Others of those who have been in a pool may lie in it."""
    player = field.roster.player(side)
    group = _being_set_up(field, state)
    area = frozenset(group.area) if group is not None else frozenset[int]()
    # A group that stands together stays where it is until all of it is set up: elsewhere the rest might find no room.
    held = _frozen(state, player) | (mask_of(group.units) if group is not None and group.together else 0)
    top = state.stack[-1].decision(field, state) if state.stack else None
    marching = _marching(state, player) & ~held
    # What the mover is asked tells how far his force may go.
    unclear = marching and top is not None and top.side == side
    # While a side sets up, who may be put onto the map from a pool is part of what it is asked.
    pooled = 0 if any(isinstance(frame, SetUp) for frame in state.stack) else shelved(field, state, player) & ~held
    pooled = mask_of(u for u in bits(pooled) if state.where[u] == POOL)
    for keeps in (held, held | marching) if unclear else (held | marching,):
        unseen = hidden(field, state, player) & ~keeps
        for number in range(_TRIES):
            twin = state.copy()
            spared = area if number >= _TRIES // 2 else frozenset[int]()
            taking = pooled if number < _TRIES // 2 else 0
            dealt = _dealt_anew(field, twin, player, (unseen, taking), random, spared)
            if dealt and (not twin.stack or twin.stack[-1].decision(field, twin) == top):
                return twin
    return state.copy()


def _being_set_up(field: SnsField, state: SnsState) -> Group | None:
    """The group that is being set up: who is still to be put into its area needs room there."""
    top = state.stack[-1] if state.stack else None
    groups = top.groups(field) if isinstance(top, SetUp) else ()
    return groups[top.group] if isinstance(top, SetUp) and top.group < len(groups) else None


def _dealt_anew(
    field: SnsField, state: SnsState, player: int, given: tuple[int, int], random: Random, spared: frozenset[int]
) -> bool:
    """Deal again the units ``given``, those unseen on the map and those in pools, no more than need be into the hexes
    ``spared``; False where the cards fall so that nobody could be on the march, or nobody take a berth."""
    unseen, pooled = given
    _strike_off(state, player)
    marching = _marching(state, player) & unseen
    slots = _slots(field, state, unseen & ~state.extras.aboard & ~marching)
    column = 0
    if marching:
        unit = next(bits(marching))
        h, column = state.where[unit], state.column[unit]
        slots[h, _MARCHING] = _kind(field, state, state.stacks[h])
    exchanged = _exchanged(field, state, unseen, pooled, random)
    if exchanged is None:
        return False
    unseen = exchanged
    dealt = _deal(field, state, slots, unseen & ~state.extras.aboard, random, player, spared)
    if dealt is None:
        return False
    going = mask_of(unit for unit, (_, among) in dealt if among == _MARCHING)
    for unit in bits(going):
        state.column[unit] = column
    _let_march(state, player, marching, going)
    return True


def _movers(state: SnsState, player: int) -> list[int]:
    """The frames of enemy forces on the march, by their place in the stack."""
    return [n for n, frame in enumerate(state.stack) if isinstance(frame, MovingForce) and frame.side != player]


def _marching(state: SnsState, player: int) -> int:
    """The enemy units on the march that are still there."""
    found = 0
    for n in _movers(state, player):
        frame = state.stack[n]
        assert isinstance(frame, MovingForce)
        found |= frame.force(state)
    return found


def _strike_off(state: SnsState, player: int) -> None:
    """Who has left an enemy force on the march belongs to it no longer: he might be dealt to another hex."""
    for n in _movers(state, player):
        frame = state.stack[n]
        assert isinstance(frame, MovingForce)
        state.stack[n] = replace(frame, units=frame.force(state))


def _let_march(state: SnsState, player: int, before: int, now: int) -> None:
    """The enemy force on the march has other units now."""
    for n in _movers(state, player):
        frame = state.stack[n]
        assert isinstance(frame, MovingForce)
        if frame.units & before:
            state.stack[n] = replace(frame, units=frame.units & ~before | now)
            state.moved = state.moved & ~before | now


def _could_march(field: SnsField, state: SnsState, player: int, unit: int) -> bool:
    """Whether a unit could have come as far as the enemy force on the march (6.21)."""
    for n in _movers(state, player):
        frame = state.stack[n]
        if isinstance(frame, OnMarch):
            return factor_of(field, state, unit) * frame.times * HALF >= max(frame.spent, 1)
        if isinstance(frame, MovingForce):
            return factor_of(field, state, unit, frame.means) > 0
    return factor_of(field, state, unit) > 0


def _frozen(state: SnsState, player: int) -> int:
    """The enemy units that a procedure in progress has in hand, but for those on the march."""
    found = 0
    for frame in state.stack:
        if isinstance(frame, MovingForce):
            continue
        if isinstance(frame, Procedure) and getattr(frame, "side", player) != player:
            for name in _FROZEN:
                value = getattr(frame, name, 0)
                if isinstance(value, int) and value > 0:
                    found |= 1 << value if name in ("unit", "leader") else value
    return found


def _kind(field: SnsField, state: SnsState, mask: int) -> str:
    """What can be told of the units of a hex from outside."""
    if field.good(state, mask & ~field.roster.silent & ~state.extras.aboard):
        return ZONE
    return WEAK if mask & ~field.roster.headquarters else LEADERS


def _slots(field: SnsField, state: SnsState, unseen: int) -> dict[Slot, str]:
    """The hexes and columns in which there are units unseen, with what can be told of the hex."""
    found = sorted({(state.where[u], state.column[u]) for u in bits(unseen)})
    return {slot: _kind(field, state, state.stacks[slot[0]]) for slot in found}


def _sorted(field: SnsField, mask: int) -> dict[Sort, int]:
    """Units by the pool they lie in while they are in any, and by what can be told of them on the map (`_kind`)."""
    found: dict[Sort, int] = {}
    for u in bits(mask):
        sort = field.pool_of[u], field.roster.silent >> u & 1, field.roster.headquarters >> u & 1
        found[sort] = found.get(sort, 0) | 1 << u
    return found


def _exchanged(field: SnsField, state: SnsState, unseen: int, pooled: int, random: Random) -> int | None:
    """Deal again which of the units that have been in a pool lie in it, and who of those on the map is aboard. Gives
    those on the map now; None, with nothing done, where too few of them take up as much room as who is aboard."""
    if not unseen & state.extras.aboard and not pooled:
        return unseen
    on_map = _drawn(field, state, unseen, pooled, random)
    berths = _berths(field, state, unseen, on_map, random)
    if berths is None:
        return None
    _shift(field, state, unseen | pooled, on_map & ~mask_of(berths), berths)
    return on_map


def _drawn(field: SnsField, state: SnsState, unseen: int, pooled: int, random: Random) -> int:
    """Who of some units is on the map, by chance: as many of each sort as now, and all that have been in no pool."""
    loose, found = (unseen & state.unaccounted) | pooled, 0
    for _, mask in sorted(_sorted(field, unseen | pooled).items()):
        places, those = (mask & unseen & loose).bit_count(), [*bits(mask & loose)]
        drawn = random.sample(those, places) if places < len(those) else those
        found |= mask & ~loose | mask_of(drawn)
    return found


def _berths(field: SnsField, state: SnsState, before: int, now: int, random: Random) -> dict[int, Berth] | None:
    """Who of some units is aboard, by chance, and where: as many as of those ``before`` that take up as much room
    (27.4). None where there are too few."""
    roster = field.roster

    def alike(mask: int) -> dict[tuple[int, int, int], list[int]]:
        found: dict[tuple[int, int, int], list[int]] = {}
        for u in bits(mask):
            kind = (afloat.weight(field, u), roster.silent >> u & 1, roster.headquarters >> u & 1)
            found.setdefault(kind, []).append(u)
        return found

    found: dict[int, Berth] = {}
    able = alike(now)
    for kind, aboard in sorted(alike(before & state.extras.aboard).items()):
        units = able.get(kind, [])
        if len(units) < len(aboard):
            return None
        berths = sorted((cargo.carriers(state, u), state.where[u]) for u in aboard)
        steps = sorted(state.steps[u] for u in aboard)
        taken = random.sample(units, len(aboard))
        found |= {u: (*berth, left) for u, berth, left in zip(taken, berths, steps, strict=True)}
    return found


def _shift(field: SnsField, state: SnsState, mask: int, ashore: int, berths: dict[int, Berth]) -> None:
    """Of some units these are ashore now, in the places of those who were, others aboard, and the rest in pools."""
    places: dict[int, tuple[int, int, int]] = {}
    silent, leaders = field.roster.silent, field.roster.headquarters
    for units in (mask & ~silent, mask & silent & ~leaders, mask & leaders):
        was = [u for u in bits(units & ~state.extras.aboard) if state.where[u] >= 0]
        now = bits(ashore & units)
        places |= dict(zip(now, sorted((state.where[u], state.column[u], state.steps[u]) for u in was), strict=True))
    for u in bits(mask):
        cargo.unload(state, u)
        h, state.column[u], state.steps[u] = places.get(u, (POOL, 0, GOOD))
        state.place(u, h)
    for u, (carriers, h, steps) in berths.items():
        state.place(u, h)
        state.steps[u] = steps
        cargo.load(state, u, carriers)


def _deal(
    field: SnsField,
    state: SnsState,
    slots: dict[Slot, str],
    unseen: int,
    random: Random,
    player: int,
    spared: frozenset[int],
) -> list[tuple[int, Slot]] | None:
    """Put the units unseen into their hexes again, with what could be told of each; who of them is demoralized is dealt
    as well. Tells who went where; None, with nothing done, where nobody is left who could be on the march."""
    roster = field.roster
    for group in (unseen & ~roster.silent, unseen & roster.silent & ~roster.headquarters):
        units = list(bits(group))
        steps = sorted(state.steps[u] for u in units)
        random.shuffle(units)
        for unit, value in zip(units, steps, strict=True):
            state.steps[unit] = value
    fixed = {h: state.stacks[h] & ~unseen for h, _ in slots}
    hands = {
        ZONE: [u for u in bits(unseen & ~roster.silent) if state.steps[u] == GOOD],
        WEAK: [u for u in bits(unseen & ~roster.headquarters) if 1 << u & roster.silent or state.steps[u] != GOOD],
        LEADERS: list(bits(unseen & roster.headquarters)),
    }
    for hand in hands.values():
        random.shuffle(hand)
    works, extras = state.fieldworks.copy(), state.extras
    dealt = _dealt(
        field, state, slots, fixed, hands, random, lambda unit: _could_march(field, state, player, unit), spared
    )
    for unit, (h, column) in dealt or ():
        field.put(state, unit, h)
        state.column[unit] = max(column, 0)
    state.fieldworks, state.extras = works, extras
    state.zones = [None, None]
    return dealt


def _dealt(
    field: SnsField,
    state: SnsState,
    slots: dict[Slot, str],
    fixed: dict[int, int],
    hands: dict[str, list[int]],
    random: Random,
    could_march: Callable[[int], bool],
    spared: frozenset[int],
) -> list[tuple[int, Slot]] | None:
    """Which unit goes where: first those that a hex needs to be what it is, then one for each slot left, then all,
    elsewhere than into the hexes ``spared`` where that can be. None where no unit is left for a slot."""
    found: list[tuple[int, Slot]] = []
    left = list(slots)

    def fits(unit: int, slot: Slot) -> bool:
        return slot[1] != _MARCHING or could_march(unit)

    def drawn(kind: str, slot: Slot) -> bool:
        hand = hands[kind]
        at = next((n for n in range(len(hand) - 1, -1, -1) if fits(hand[n], slot)), None)
        if at is not None:
            found.append((hand.pop(at), slot))
        return at is not None

    for h in sorted({h for h, _ in slots}, key=lambda h: ((h, _MARCHING) not in slots, h)):
        kind = slots[next(slot for slot in slots if slot[0] == h)]
        if kind != LEADERS and (not fixed[h] or _kind(field, state, fixed[h]) != kind):
            slot = random.choice([slot for slot in left if slot[0] == h])
            if not drawn(kind, slot):
                return None
            left.remove(slot)
    may = {LEADERS: (LEADERS,), WEAK: (WEAK, LEADERS), ZONE: (ZONE, WEAK, LEADERS)}
    for slot in sorted(left, key=lambda slot: (slot[1] != _MARCHING, len(may[slots[slot]]))):
        kinds = [kind for kind in may[slots[slot]] if any(fits(unit, slot) for unit in hands[kind])]
        if not kinds or not drawn(random.choice(kinds), slot):
            return None
    for kind, hand in hands.items():
        for unit in hand:
            places = [slot for slot, of in slots.items() if kind in may[of] and fits(unit, slot)]
            if not places:
                return None
            places = [slot for slot in places if slot[0] not in spared] or places
            weights = [_COLUMN if column else 1 for _, column in places]
            found += zip([unit], random.choices(places, weights), strict=True)
    return found
