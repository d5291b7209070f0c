"""Attacks by a rules file: what may be attacked in a phase, putting an attack together, and the dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.combat import bucketing, legality
from engine.kit.combat.battle import KitBattle, begin_battle
from engine.kit.combat.contacts import KitContacts, left_over, suffices
from engine.kit.combat.kinds import BUCKETS, BoundKind
from engine.kit.combat.memory import LOWERED
from engine.kit.combat.odds import attack_of, odds_of
from engine.kit.combat.targets import hex_of, hexes_of
from engine.kit.play.activity import Activity
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import DEED, KitState
from engine.mechanics.bits import mask_of
from engine.mechanics.hexes import attacks
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.play.words import listed

_FIGHTS: Final = 0.6
"""Of random choices while an attack is put together so many are to fight it as it is, where that is legal."""


def kind_of(field: Any, number: int) -> BoundKind:
    """A kind of combat by its number in the file."""
    found: BoundKind = field.combat.kinds[number]
    return found


def contacts(field: Any, state: Any, kind: BoundKind, phase: int, side: int) -> KitContacts:
    """Who could attack whom in a phase."""
    return KitContacts(field, state, kind, phase, side)


class FightingActivity(Activity):
    """A kind of combat as something that is done in a phase."""

    prompt = "attack"

    def __init__(self, number: int) -> None:
        self.number = number

    def begin(self, field: Any, state: KitState, side: int, phase: int) -> None:
        """Note who is in a zone now: what has to fight in this phase."""
        state.fought = state.struck = state.back = 0
        state.contacts = None
        kind = kind_of(field, self.number)
        if kind.must_attackers or kind.must_defenders:
            state.owed |= in_contact(field, state)

    def idle(self, field: Any, state: KitState, side: int, phase: int) -> bool:
        """Whether there is nothing to attack."""
        found = contacts(field, state, kind_of(field, self.number), phase, side)
        return not any(found.feasible((h,)) for h in found.net.units)

    def wants(self, field: Any, action: Action) -> bool:
        """Whether an action is an attack of this kind."""
        return bool(action.verb == kind_of(field, self.number).name)

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        """The hexes that may be attacked, each to be built upon."""
        kind = kind_of(field, self.number)
        found = contacts(field, state, kind, phase, side)
        for target in found.targets():
            if found.feasible((target,)):
                yield Action(kind.name, ((target,), (), NOWHERE))

    def sample(self, field: Any, state: KitState, side: int, phase: int, random: Random) -> Action | None:
        """A hex that may be attacked, by chance; None where there is none."""
        kind = kind_of(field, self.number)
        found = contacts(field, state, kind, phase, side)
        choices = sorted(found.net.units)
        while choices:
            h = choices.pop(int(random.random() * len(choices)))
            if found.feasible((h,)):
                return Action(kind.name, ((random.choice(found.targets_in(h)),), (), NOWHERE))
        return None

    def place_of(self, field: Any, verb: str) -> str:
        """The paragraph of the kind."""
        kind = kind_of(field, self.number)
        return kind.rule("rule") if verb == kind.name else ""

    def unfinished(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Breach]:
        """What is still owed."""
        kind = kind_of(field, self.number)
        found = contacts(field, state, kind, phase, side)
        if not (kind.must_attackers or kind.must_defenders) or not found.is_owed():
            return
        net, names = found.net, field.roster.names
        if net.owed_hexes:
            foes = ", ".join(
                f"{field.called(state, side, state.stacks[h])} in {field.place(h)}" for h in sorted(net.owed_hexes)
            )
            yield from kind.breach("must", f"enemies you must still attack: {foes}")
        if net.owed_units:
            yield from kind.breach("must", f"still to attack: {listed(names[u] for u in sorted(net.owed_units))}")

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        """Every paragraph that an attack breaks."""
        targets, units, lowered = action.args
        kind = kind_of(field, self.number)
        yield from breaches(field, state, kind, side, phase, targets, units, lowered, whole=bool(units))

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        """Make the attack, or begin to put it together."""
        targets, units, lowered = action.args
        if units:
            declare(field, state, kind_of(field, self.number), side, phase, targets, units, lowered, step)
        else:
            state.push(KitDeclaration(self.number, phase, side, targets))


def in_contact(field: Any, state: KitState) -> int:
    """The units of both sides that stand in an enemy zone; without zones those next to an enemy."""
    found = 0
    for side in range(2):
        if field.model.zones is not None:
            zone = field.zone(state, 1 - side)
            found |= mask_of(u for u in field.roster.side_units[side] if state.where[u] >= 0 and zone[state.where[u]])
        else:
            foes = {state.where[u] for u in field.roster.side_units[1 - side] if state.where[u] >= 0}
            near = set[int]().union(*[field.ground.near[h] for h in foes])
            found |= mask_of(u for u in field.roster.side_units[side] if state.where[u] in near)
    return found


def breaches(
    field: Any,
    state: KitState,
    kind: BoundKind,
    side: int,
    phase: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    lowered: int = NOWHERE,
    *,
    whole: bool = True,
) -> Iterator[Breach]:
    """Every paragraph that an attack breaks; ``whole`` False for one still being put together."""
    hexes = hexes_of(state, targets)
    if any(h < 0 for h in hexes):
        yield from kind.breach("targets", "an attack is made on hexes of the map, and on units there")
        return
    found = [
        *(breach for one in targets for breach in legality.target_breaches(field, state, kind, side, one)),
        *(breach for u in units for breach in legality.attacker_breaches(field, state, kind, phase, side, u, hexes)),
        *legality.form_breaches(field, state, kind, phase, side, hexes, units, whole),
    ]
    yield from found
    if found:
        return
    yield from _owed_breaches(field, state, kind, phase, side, targets, units, whole=whole)
    if whole and kind.scale is not None:
        if not suffices(field, state, kind, side, targets, units):
            yield from kind.breach("strength", "the attack is not strong enough")
        elif lowered != NOWHERE:
            yield from _lowering(field, state, kind, side, targets, units, lowered)


def _lowering(
    field: Any,
    state: KitState,
    kind: BoundKind,
    side: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    lowered: int,
) -> Iterator[Breach]:
    if not kind.may_lower:
        yield from kind.breach("may_lower", "the attacker does not choose the column")
        return
    odds = odds_of(field, state, kind, attack_of(field, state, kind, side, targets, units))
    if lowered > odds.column and kind.chart is not None:
        yield from kind.breach(
            "may_lower", f"odds may be lowered, not raised: this is {kind.chart.columns[odds.column]}"
        )


def _owed_breaches(
    field: Any,
    state: KitState,
    kind: BoundKind,
    phase: int,
    side: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    *,
    whole: bool,
) -> Iterator[Breach]:
    asked = contacts(field, state, kind, phase, side)
    if not whole:
        if not asked.feasible(targets, units):
            yield from kind.breach(
                "must" if asked.is_strict else "range", "no legal attack holds these hexes and units"
            )
        return
    if not asked.is_strict:
        return
    hexes = hexes_of(state, targets)
    near, _ = legality.split(field, state, kind, hexes, units)
    left_units, left_hexes = left_over(asked.net, hexes, near)
    if left_units:
        names = listed(field.roster.names[u] for u in sorted(left_units))
        yield from kind.breach("must", f"{names} must attack in this phase, and would have nobody left to attack")
    if left_hexes:
        places = ", ".join(field.place(h) for h in sorted(left_hexes))
        yield from kind.breach(
            "must", f"the enemy in {places} must be attacked too, and would have nobody left to attack it"
        )


@dataclass(frozen=True)
class KitDeclaration(KitFrame, attacks.Declaring[Any, KitState]):
    """An attack being put together: further hexes and units, then the fight."""

    kind: int
    phase: int
    side: int
    targets: tuple[int, ...]
    attackers: tuple[int, ...] = ()

    rule = "attack"
    decision_rule = "attack"
    adds = {"also": "targets", "with": "attackers"}
    more = "attackers or targets"

    @property
    def against(self) -> tuple[int, ...]:
        return self.targets

    def hexes_attacked(self, state: KitState) -> tuple[int, ...]:
        return hexes_of(state, self.targets)

    def ruled_by(self, field: Any) -> str:
        cited: str = field.cite(kind_of(field, self.kind).rule("units"))
        return cited

    def waiting(self, verb: str) -> Iterator[Breach]:
        yield "sequence", self.asks

    def actions(self, field: Any, state: KitState) -> Iterator[Action]:
        asked = self._contacts(field, state)
        if kind_of(field, self.kind).many_hexes:
            for target in self._other_targets(state, asked):
                if asked.feasible((*self.targets, target), self.attackers):
                    yield Action("also", (target,))
        yield from self._fights(field, state)
        for u in self._other_units(state, asked):
            if asked.feasible(self.targets, (*self.attackers, u)):
                yield Action("with", (u,))

    def sample(self, field: Any, state: KitState, random: Random) -> Action:
        if random.random() < _FIGHTS and self._may_fight(field, state):
            return self._random_fight(field, state, random)
        asked = self._contacts(field, state)
        choices = [Action("with", (u,)) for u in self._other_units(state, asked)]
        if kind_of(field, self.kind).many_hexes:
            choices += [Action("also", (target,)) for target in self._other_targets(state, asked)]
        while choices:
            action = choices.pop(int(random.random() * len(choices)))
            targets, units = self.added(action)
            if asked.feasible(targets, units):
                return action
        return self._random_fight(field, state, random)

    def _random_fight(self, field: Any, state: KitState, random: Random) -> Action:
        kind = kind_of(field, self.kind)
        if not kind.may_lower or random.random() < 0.5:
            return Action("fight")
        columns = self._column(field, state)
        return self._at(random.randrange(columns)) if columns else Action("fight")

    def _at(self, column: int) -> Action:
        """To fight at a column further left."""
        return Action("fight", (self.kind * LOWERED + column,))

    def _contacts(self, field: Any, state: KitState) -> KitContacts:
        return contacts(field, state, kind_of(field, self.kind), self.phase, self.side)

    def _other_targets(self, state: KitState, asked: KitContacts) -> list[int]:
        taken = hexes_of(state, self.targets)
        return [target for target in asked.targets() if hex_of(state, target) not in taken]

    def _other_units(self, state: KitState, asked: KitContacts) -> list[int]:
        hexes = hexes_of(state, self.targets)
        near = {u for h in hexes for u in asked.net.units.get(h, ())}
        near |= {u for h in hexes for u in asked.net.supports.get(h, ())}
        return [u for u in sorted(near) if u not in self.attackers]

    def _may_fight(self, field: Any, state: KitState) -> bool:
        if not self.attackers:
            return False
        kind = kind_of(field, self.kind)
        return not any(breaches(field, state, kind, self.side, self.phase, self.targets, self.attackers))

    def _column(self, field: Any, state: KitState) -> int:
        kind = kind_of(field, self.kind)
        attack = attack_of(field, state, kind, self.side, self.targets, self.attackers)
        return odds_of(field, state, kind, attack).column

    def _fights(self, field: Any, state: KitState) -> Iterator[Action]:
        if not self._may_fight(field, state):
            return
        yield Action("fight")
        if kind_of(field, self.kind).may_lower:
            for column in range(self._column(field, state)):
                yield self._at(column)

    def added(self, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The hexes and units of the attack with what an action adds."""
        added = action.args[0]
        if action.verb == "also":
            return tuple(sorted({*self.targets, added})), self.attackers
        return self.targets, tuple(sorted({*self.attackers, added}))

    def faults(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        kind = kind_of(field, self.kind)
        if action.verb == "fight":
            lowered = action.args[0] % LOWERED if action.args else NOWHERE
            yield from breaches(field, state, kind, self.side, self.phase, self.targets, self.attackers, lowered)
            return
        targets, units = self.added(action)
        if (targets, units) == (self.targets, self.attackers):
            yield from kind.breach("once", "it takes part in this attack already")
        yield from breaches(field, state, kind, self.side, self.phase, targets, units, whole=False)

    def fight(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        lowered = action.args[0] % LOWERED if action.args else NOWHERE
        kind = kind_of(field, self.kind)
        declare(field, state, kind, self.side, self.phase, self.targets, self.attackers, lowered, step)


def declare(
    field: Any,
    state: KitState,
    kind: BoundKind,
    side: int,
    phase: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    lowered: int,
    step: Step,
) -> None:
    """Make an attack; where the other side may react to attacks it does so first."""
    if field.reacting is not None and field.reacting.asks("attacks"):
        waiting = field.reacting.answered(kind.number, side, phase, targets, units, lowered)
        field.reacting.attack(state, waiting)
    else:
        fight(field, state, kind, side, phase, targets, units, lowered, step)


def fight(
    field: Any,
    state: KitState,
    kind: BoundKind,
    side: int,
    phase: int,
    targets: tuple[int, ...],
    units: tuple[int, ...],
    lowered: int,
    step: Step,
) -> KitBattle:
    """Declare an attack, throw the dice and set its result going."""
    attack = attack_of(field, state, kind, side, targets, units)
    mask, defenders = mask_of(units), mask_of(attack.defenders)
    battle = begin_battle(field, state, kind, phase, attack, lowered, step)
    state.push(bucketing.begin(state, battle, attack) if kind.resolve == BUCKETS else battle)
    state.owed &= ~(mask | defenders)
    state.fought |= mask
    state.fought_turn |= mask
    state.struck |= defenders
    state.struck_turn |= defenders
    for deed, who in (("attacked", mask), ("defended", defenders)):
        state.note(phase, DEED[deed], who)
    if not kind.reach.is_adjacent:
        state.note(phase, DEED["fired"], mask)
    state.contacts = None
    return battle
