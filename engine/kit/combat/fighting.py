"""Attacks by a rules file: what may be attacked in a phase, putting an attack together, and the dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.combat import bucketing, legality
from engine.kit.combat.battle import KitBattle, begin_battle
from engine.kit.combat.contacts import KitContacts, contacts_of, suffices
from engine.kit.combat.declared import DeclaredAttack
from engine.kit.combat.kinds import BUCKETS, BoundKind
from engine.kit.combat.memory import LOWERED
from engine.kit.combat.targets import hex_of, hexes_of
from engine.kit.play.activity import Activity
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import DEED, KitState
from engine.mechanics.acts import attack_of, column_of, names_something
from engine.mechanics.bits import mask_of
from engine.mechanics.hexes import attacks
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.play.words import listed


def kind_of(field: Any, number: int) -> BoundKind:
    """A kind of combat by its number in the file."""
    found: BoundKind = field.combat.kinds[number]
    return found


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
        found = contacts_of(field, state, kind_of(field, self.number), phase, side)
        return not any(found.feasible((h,)) for h in found.net.units)

    def wants(self, field: Any, action: Action) -> bool:
        """Whether an action is an attack of this kind."""
        return bool(action.verb == kind_of(field, self.number).name)

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        """The hexes that may be attacked, each to be built upon."""
        kind = kind_of(field, self.number)
        found = contacts_of(field, state, kind, phase, side)
        for target in found.targets():
            if found.feasible((target,)):
                yield Action(kind.name, ((target,), (), NOWHERE))

    def sample(self, field: Any, state: KitState, side: int, phase: int, random: Random) -> Action | None:
        """A hex that may be attacked, by chance; None where there is none."""
        kind = kind_of(field, self.number)
        found = contacts_of(field, state, kind, phase, side)
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
        found = contacts_of(field, state, kind, phase, side)
        if not (kind.must_attackers or kind.must_defenders) or not found.is_owed():
            return
        net, names = found.net, field.roster.names
        if net.owed_hexes:
            foes = ", ".join(
                f"{field.called(state, side, state.stacks[h])} in {field.place(h)}" for h in sorted(net.owed_hexes)
            )
            yield from kind.breach("must", f"enemies you must still attack: {foes}")
        if net.bound:
            yield from kind.breach("must", f"still to attack: {listed(names[u] for u in sorted(net.bound))}")

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        """Every paragraph that an attack breaks."""
        attack = DeclaredAttack(kind_of(field, self.number), phase, side, *attack_of(action))
        yield from breaches(field, state, attack, whole=bool(attack.units))

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        """Make the attack, or begin to put it together."""
        attack = DeclaredAttack(kind_of(field, self.number), phase, side, *attack_of(action))
        if attack.units:
            declare(field, state, attack, step)
        else:
            state.push(KitDeclaration(self.number, phase, side, attack.targets))


def in_contact(field: Any, state: KitState) -> int:
    """The units of both sides that stand in an enemy zone; without zones those next to an enemy."""
    if field.model.zones is not None:
        return int(field.zones.entangled(state))
    found = 0
    for side in range(2):
        foes = {state.where[u] for u in field.roster.side_units[1 - side] if state.where[u] >= 0}
        near = set[int]().union(*[field.ground.near[h] for h in foes])
        found |= mask_of(u for u in field.roster.side_units[side] if state.where[u] in near)
    return found


def breaches(field: Any, state: KitState, attack: DeclaredAttack, *, whole: bool = True) -> Iterator[Breach]:
    """Every paragraph that an attack breaks; ``whole`` False for one still being put together."""
    kind, side, hexes = attack.kind, attack.side, attack.hexes(state)
    if any(h < 0 for h in hexes):
        yield from kind.breach("targets", "an attack is made on hexes of the map, and on units there")
        return
    found = [
        *(breach for one in attack.targets for breach in legality.target_breaches(field, state, kind, side, one)),
        *(
            breach
            for u in attack.units
            for breach in legality.attacker_breaches(field, state, kind, attack.phase, side, u, hexes)
        ),
        *legality.form_breaches(field, state, kind, attack.phase, side, hexes, attack.units, whole),
    ]
    yield from found
    if found:
        return
    yield from _owed_breaches(field, state, attack, whole=whole)
    if whole and kind.scale is not None:
        if not suffices(field, state, attack):
            yield from kind.breach("strength", "the attack is not strong enough")
        elif attack.lowered != NOWHERE:
            yield from _lowering(field, state, attack)


def _lowering(field: Any, state: KitState, attack: DeclaredAttack) -> Iterator[Breach]:
    kind = attack.kind
    if not kind.may_lower:
        yield from kind.breach("may_lower", "the attacker does not choose the column")
        return
    column = attack.odds(field, state).column
    if attack.lowered > column and kind.chart is not None:
        yield from kind.breach("may_lower", f"odds may be lowered, not raised: this is {kind.chart.columns[column]}")


def _owed_breaches(field: Any, state: KitState, attack: DeclaredAttack, *, whole: bool) -> Iterator[Breach]:
    kind, units = attack.kind, attack.units
    asked = contacts_of(field, state, kind, attack.phase, attack.side)
    if not whole:
        if not asked.feasible(attack.targets, units):
            yield from kind.breach(
                "must" if asked.is_strict else "range", "no legal attack holds these hexes and units"
            )
        return
    if not asked.is_strict:
        return
    hexes = attack.hexes(state)
    near, _ = legality.split(field, state, kind, hexes, units)
    left_units, left_hexes = asked.net.left_over(hexes, near)
    if left_units:
        names = listed(field.roster.names[u] for u in sorted(left_units))
        yield from kind.breach("must", f"{names} must attack in this phase, but would have no enemy left to attack")
    if left_hexes:
        places = ", ".join(field.place(h) for h in sorted(left_hexes))
        yield from kind.breach(
            "must", f"the enemy in {places} must be attacked too, but no unit would be left to attack it"
        )


@dataclass(frozen=True)
class KitDeclaration(KitFrame, attacks.Building[Any, KitState]):
    """An attack being put together: further hexes and units, then the fight."""

    kind: int
    phase: int
    side: int
    targets: tuple[int, ...]
    attackers: tuple[int, ...] = ()

    rule = "attack"
    decision_rule = "attack"

    def attack(
        self, field: Any, targets: tuple[int, ...], units: tuple[int, ...], lowered: int = NOWHERE
    ) -> DeclaredAttack:
        """An attack of this kind, in this phase."""
        return DeclaredAttack(kind_of(field, self.kind), self.phase, self.side, targets, units, lowered)

    def asked_by(self, field: Any, action: Action) -> DeclaredAttack:
        """The attack that an action would fight, or would have in hand."""
        if action.verb == "fight":
            return self.attack(field, self.targets, self.attackers, self.lowered_to(action))
        return self.attack(field, *self.added(action))

    def hexes_attacked(self, state: KitState) -> tuple[int, ...]:
        return hexes_of(state, self.targets)

    def ruled_by(self, field: Any) -> str:
        cited: str = field.cite(kind_of(field, self.kind).rule("units"))
        return cited

    def waiting(self, verb: str) -> Iterator[Breach]:
        yield "sequence", self.asks

    def _contacts(self, field: Any, state: KitState) -> KitContacts:
        return contacts_of(field, state, kind_of(field, self.kind), self.phase, self.side)

    def other_targets(self, field: Any, state: KitState) -> list[int]:
        if not kind_of(field, self.kind).many_hexes:
            return []
        taken = hexes_of(state, self.targets)
        asked = self._contacts(field, state)
        return [target for target in asked.targets() if hex_of(state, target) not in taken]

    def other_attackers(self, field: Any, state: KitState) -> list[int]:
        hexes, net = hexes_of(state, self.targets), self._contacts(field, state).net
        near = {u for h in hexes for u in net.units.get(h, ())} | {u for h in hexes for u in net.supports.get(h, ())}
        return [u for u in sorted(near) if u not in self.attackers]

    def choices(self, field: Any, state: KitState) -> list[Action]:
        return [*self.strengthening(field, state), *self.widening(field, state)]

    def fits(self, field: Any, state: KitState, targets: tuple[int, ...], attackers: tuple[int, ...]) -> bool:
        return self._contacts(field, state).feasible(targets, attackers)

    def judged(
        self,
        field: Any,
        state: KitState,
        targets: tuple[int, ...],
        attackers: tuple[int, ...],
        lowered: int = NOWHERE,
        *,
        whole: bool = True,
    ) -> Iterator[Breach]:
        return breaches(field, state, self.attack(field, targets, attackers, lowered), whole=whole)

    def may_fight(self, field: Any, state: KitState) -> bool:
        legal = self._contacts(field, state).judged(self.targets, self.attackers)
        return super().may_fight(field, state) if legal is None else legal

    def repeated(self, field: Any) -> Iterator[Breach]:
        return kind_of(field, self.kind).breach("once", attacks.TWICE)

    def lowers(self, field: Any) -> bool:
        return kind_of(field, self.kind).may_lower

    def column(self, field: Any, state: KitState) -> int:
        return self.attack(field, self.targets, self.attackers).odds(field, state).column

    def at_column(self, column: int) -> Action:
        return Action("fight", (self.kind * LOWERED + column,))

    def lowered_to(self, action: Action) -> int:
        return column_of(action, NOWHERE) % LOWERED if names_something(action) else NOWHERE

    def strike(self, field: Any, state: KitState, lowered: int, step: Step) -> None:
        declare(field, state, self.attack(field, self.targets, self.attackers, lowered), step)


def declare(field: Any, state: KitState, attack: DeclaredAttack, step: Step) -> None:
    """Make an attack; where the other side may react to attacks it does so first."""
    if field.reacting is not None and field.reacting.asks("attacks"):
        field.reacting.answer(state, attack)
    else:
        fight(field, state, attack, step)


def fight(field: Any, state: KitState, declared: DeclaredAttack, step: Step) -> KitBattle:
    """Declare an attack, throw the dice and set its result going."""
    kind, phase, attack = declared.kind, declared.phase, declared.attack(field, state)
    mask, defenders = mask_of(declared.units), mask_of(attack.defenders)
    battle = begin_battle(field, state, kind, phase, attack, declared.lowered, step)
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
