"""Chapter 4: the sequence of play and its phases, and the steps of a combat (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import attacks, marching, turns
from engine.mechanics.hexes.results import eliminate
from engine.mechanics.procedure import END, Asking, Breach
from engine.play import Action, Decision, Step
from engine.plural import counted
from engine.systems.fire_and_movement import assault, support
from engine.systems.fire_and_movement.acts import assault_of, bombard_of, deed_of, support_of
from engine.systems.fire_and_movement.aftermath import Reduce, StiffResistance
from engine.systems.fire_and_movement.deploying import Arriving
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.frames import FmFrame
from engine.systems.fire_and_movement.moving import MARCH, MOBILE_MARCH, FmMarching
from engine.systems.fire_and_movement.state import FmState

MOVEMENT, BOMBARDMENT, COMBAT = "movement", "bombardment", "combat"
MOBILE_MOVEMENT, MOBILE_COMBAT = "mobile movement", "mobile combat"


class FmPhase(FmFrame, turns.Phase[FmField, FmState]):
    """A phase of this system; each has its time (4.1)."""

    rule = "4.1"


@dataclass(frozen=True)
class Entering(FmFrame, marching.Entering[FmField, FmState]):
    """A reinforcement has come onto the map, and may go on with what is left to it (3.0)."""

    rule = "3.0"
    march = MARCH


@dataclass(frozen=True)
class MovementPhase(FmPhase, marching.Movement[FmField, FmState]):
    """The movement phase, or the mobile movement phase (5.1, 5.5)."""

    side: int
    mobile: bool = False

    asks = "this is a movement phase: move units, or end it"
    enter_rule, leave_rule = "3.0", "5.2"
    entering = Entering

    @property
    def phase(self) -> str:
        """Which of the two movement phases it is."""
        return MOBILE_MOVEMENT if self.mobile else MOVEMENT

    @property
    def march(self) -> FmMarching:
        """How units march in it."""
        return MOBILE_MARCH if self.mobile else MARCH

    @property
    def move_rule(self) -> str:
        """The paragraph of a move."""
        return "5.5" if self.mobile else "5.1"

    def decision(self, field: FmField, state: FmState) -> Decision:
        prompt = f"Move {'mobile units that have not moved' if self.mobile else 'units'}, or end the phase"
        return Decision(field.roster.sides[self.side], self.phase, self.cite(self.move_rule), prompt)


@dataclass(frozen=True)
class BombardmentPhase(FmPhase):
    """The bombardment phase: attacks by support fire markers alone (8.1)."""

    side: int
    phase = BOMBARDMENT
    asks = "this is the bombardment phase: bombard a hex, or end it"

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        if state.left[self.side] <= 0 and not self.waits(field):
            return None
        prompt = f"Bombard with support fire markers ({state.left[self.side]} left), or end the phase"
        return Decision(field.roster.sides[self.side], BOMBARDMENT, "fm:8.1", prompt)

    def waits(self, field: FmField) -> bool:
        """Whether the phase asks even when there is nothing to fire with: in a game with support fire it does."""
        return bool(field.support.pools[self.side])

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        step.forced.append(END)
        state.pop()

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        for h in assault.targets(field, state, self.side):
            most = assault.shells_left(field, state, self.side, h)
            known = support.strengths(field, state, self.side, h)
            if known:
                yield from self._by_strength(field, state, h, most)
            else:
                for count in range(1, most + 1):
                    yield Action("bombard", (h, count))
        yield END

    def _by_strength(self, field: FmField, state: FmState, h: int, most: int) -> Iterator[Action]:
        pool = field.support.pools[self.side]
        held = sorted(pool[index].strength for index in support.available(field, state, self.side, h))
        singles = {(value,) for value in held}
        pairs = {(a, b) for i, a in enumerate(held) for b in held[i + 1 :]} if most > 1 else set()
        for values in sorted(singles | pairs, key=lambda values: (len(values), values)) if most else ():
            yield Action("bombard", (h, len(values), *values))

    def wants(self, action: Action) -> bool:
        return action.verb == "bombard" or (action.verb == assault.SEVERAL and deed_of(action) == "bombard")

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb == assault.SEVERAL:
            yield from assault.one_hex("8.1")
            return
        h, count, values = bombard_of(action)
        yield from assault.target_breaches(field, state, self.side, h, "8.1.2")
        if h == NOWHERE:
            return
        if not 1 <= count <= assault.MARKERS_A_HEX:
            yield "8.1", "one or two markers bombard a hex in a player turn"
            yield "8.1.2", "a bombardment is by one marker or two"
        elif count > assault.shells_left(field, state, self.side, h):
            yield from self._short(field, state, h, count)
        if field.draws_each_turn:
            pool = field.support.pools[self.side]
            held = [pool[index].strength for index in support.available(field, state, self.side, h)]
            if len(values) != count or any(values.count(value) > held.count(value) for value in values):
                yield "7.2", f"the markers in hand that reach {field.place(h)} are {sorted(held)}"
        elif values:
            yield "7.2", "markers are drawn at random; you cannot choose a value"

    def _short(self, field: FmField, state: FmState, h: int, count: int) -> Iterator[Breach]:
        if state.left[self.side] < count:
            left = state.left[self.side]
            yield "7.1", f"{counted(left, 'support fire marker')} {'is' if left == 1 else 'are'} left this turn"
            if state.used[self.side]:
                yield "7.2", "markers that were used are not available again this turn"
        elif len(support.available(field, state, self.side, h)) < count:
            reach = "marker of the pool reaches" if count == 1 else f"{count} markers of the pool reach"
            yield "8.1.1", f"no {reach} {field.place(h)}"
        else:
            yield "8.1", "no more than two markers bombard a hex in a player turn"

    def elsewhere(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        yield from super().elsewhere(field, state, action)
        if action.verb == "advance":
            yield "8.1", "units take no part in a bombardment, and none advances after it"
        elif action.verb == "support":
            yield "8.1.2", "the defender has no support fire against a bombardment, and the attacker bombards with it"

    def carry_out(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        h, count, values = bombard_of(action)
        markers = [support.take(field, state, self.side, h, values[i] if values else 0, step) for i in range(count)]
        resolve_bombardment(field, state, self.side, h, markers, step)


def resolve_bombardment(field: FmField, state: FmState, side: int, h: int, markers: list[int], step: Step) -> None:
    """Differential, die and result of a bombardment (8.1.2, 8.1.3)."""
    fire = assault.fire_strength(field, side, markers, h, attacking=True)
    odds = assault.bombardment(field, state, side, h, fire)
    foe = assault.defender_of(field, state, 1 - side, h)
    pool = field.support.pools[side]
    shelled = dict(state.shelled)
    shelled[h] = shelled.get(h, 0) + len(markers)
    state.shelled = tuple(sorted(shelled.items()))
    state.struck |= 1 << foe
    step.say(
        "bombardment",
        "fm:8.1",
        target=field.grid.name(h),
        defenders=[field.roster.keys[foe]],
        markers=[pool[index].strength for index in markers],
        strength=f"{odds.attack}-{odds.defense}",
        differential=odds.value,
        line=odds.line,
    )
    hit = mask_of(assault.threatened(field, state, side, h))
    result = roll(field, state, odds, step, works=partial(shelling_works, hit=bool(hit)))
    if result.startswith("D"):
        apply_result(field, state, side, h, 0, 1 << foe, result, step, shelled=True)
    elif result == "(A)" and hit:
        state.push(Reduce(side, hit, "8.1.3"))


def shelling_works(result: str, *, hit: bool) -> bool:
    """Whether anything comes of a result in a bombardment: of what hits the defender, and of (A) where friends are
    next to the hex, who are ``hit`` (8.1.3)."""
    return result.startswith("D") or (result == "(A)" and hit)


def roll(
    field: FmField,
    state: FmState,
    odds: assault.Differential,
    step: Step,
    works: Callable[[str], bool] = lambda _result: True,
) -> str:
    """Roll the die and read the table; what is told says so where nothing comes of a result (``works``)."""
    die, result = step.read(state, field.crt.column(odds.column), field.crt.columns[odds.column])
    data: dict[str, Any] = {"column": odds.column + 1, "differential": odds.value, "line": odds.line}
    if not works(result):
        data["void"] = True
    step.say("result", "fm:8.2.1", die=die, result=result, **data)
    return result


@dataclass(frozen=True)
class CombatPhase(FmPhase):
    """The combat phase, or the mobile combat phase: attacks are voluntary, one after the other (8.0, 8.2)."""

    side: int
    mobile: bool = False

    asks = "this is a combat phase: attack a hex, or end it"

    @property
    def phase(self) -> str:
        """Which of the two combat phases it is."""
        return MOBILE_COMBAT if self.mobile else COMBAT

    def decision(self, field: FmField, state: FmState) -> Decision:
        return Decision(field.roster.sides[self.side], self.phase, "fm:8.2", "Attack, or end the phase")

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        for h in assault.targets(field, state, self.side):
            if assault.able(field, state, self.side, h, self.mobile):
                yield Action("attack", (h, ()))
        yield END

    def elsewhere(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        yield from super().elsewhere(field, state, action)
        if action.verb in ("retreat", "advance"):
            yield "8.4", "after stiff resistance no unit retreats, and no unit advances"

    def wants(self, action: Action) -> bool:
        return action.verb == "attack" or (action.verb == assault.SEVERAL and deed_of(action) == "attack")

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb == assault.SEVERAL:
            yield from assault.one_hex("8.2")
        else:
            target, attackers = assault_of(action)
            yield from assault.attack_breaches(field, state, self.side, target, attackers, self.mobile)

    def carry_out(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        target, attackers = assault_of(action)
        if attackers:
            declare(field, state, self.side, target, attackers, step)
        else:
            state.push(Declaration(self.side, target, (), self.mobile))


@dataclass(frozen=True)
class Declaration(FmFrame, attacks.Declaring[FmField, FmState]):
    """An attack being put together: which units take part (8.2.1 a)."""

    side: int
    target: int
    attackers: tuple[int, ...]
    mobile: bool

    rule = decision_rule = "8.2.1"

    @property
    def against(self) -> tuple[int, ...]:
        return (self.target,)

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        if self.attackers:
            yield Action("fight")
        for u in assault.able(field, state, self.side, self.target, self.mobile):
            if u not in self.attackers:
                yield Action("with", (u,))

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb == "with":
            unit = unit_of(action)
            if unit in self.attackers:
                yield "8.2", f"{field.roster.names[unit]} already takes part"
            yield from assault.attacker_breaches(field, state, self.side, unit, self.target, self.mobile)
        elif not self.attackers:
            yield "8.2.1", "an attack needs at least one unit"

    def fight(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        declare(field, state, self.side, self.target, self.attackers, step)


def declare(field: FmField, state: FmState, side: int, target: int, attackers: tuple[int, ...], step: Step) -> None:
    """Declare an attack; it cannot be called off (8.2.1 a)."""
    foe = assault.defender_of(field, state, 1 - side, target)
    keys = field.roster.keys
    state.fought |= mask_of(attackers)
    state.struck |= 1 << foe
    units = {"attackers": [keys[u] for u in attackers], "defenders": [keys[foe]]}
    step.say("attack", "fm:8.2", target=field.grid.name(target), **units)
    state.push(SupportFire(side, target, attackers))


@dataclass(frozen=True)
class SupportFire(FmFrame, Asking[FmField, FmState]):
    """Both sides place markers in turn, unseen, then the combat is resolved (8.2.1 b to d)."""

    side: int
    target: int
    attackers: tuple[int, ...]
    stage: int = 0
    """0 and 2 the attacker's choices, 1 and 3 the defender's."""
    fire: tuple[int, ...] = ()
    cover: tuple[int, ...] = ()

    rule = "8.2.1"
    verbs = ("support", "pass")
    asks = "both sides place support fire first: place a marker, or pass"

    @property
    def chooser(self) -> int:
        """The side whose choice it is."""
        return self.side if self.stage % 2 == 0 else 1 - self.side

    def decision(self, field: FmField, state: FmState) -> Decision | None:
        if self.stage > 3 or not support.available(field, state, self.chooser, self.target):
            return None
        prompt = f"Place a support fire marker at {field.place(self.target)}, or pass"
        hexes = (field.grid.name(self.target),)
        units = tuple(field.roster.keys[u] for u in self.attackers)
        return Decision(field.roster.sides[self.chooser], "support fire", "fm:8.2.1", prompt, units, hexes)

    def proceed(self, field: FmField, state: FmState, step: Step) -> None:
        if self.stage < 4:
            state.replace(replace(self, stage=self.stage + 1))
            return
        state.pop()
        resolve_attack(field, state, self, step)

    def actions(self, field: FmField, state: FmState) -> Iterator[Action]:
        yield Action("pass")
        known = support.strengths(field, state, self.chooser, self.target)
        for value in known:
            yield Action("support", (value,))
        if not known:
            yield Action("support")

    def faults(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        if action.verb == "pass":
            return
        value = support_of(action)
        known = support.strengths(field, state, self.chooser, self.target)
        if field.draws_each_turn and value not in known:
            yield "7.2", f"the markers in hand that reach the hex are {known}"
        elif value is not None and not field.draws_each_turn:
            yield "8.2.1", "markers are drawn at random; you cannot choose a value"
            yield "7.2", "markers are drawn at random from the pool"

    def perform(self, field: FmField, state: FmState, action: Action, step: Step) -> None:
        later = replace(self, stage=self.stage + 1)
        if action.verb == "support":
            value = support_of(action) or 0
            marker = support.take(field, state, self.chooser, self.target, value, step)
            if self.chooser == self.side:
                later = replace(later, fire=(*self.fire, marker))
            else:
                later = replace(later, cover=(*self.cover, marker))
            step.say("support", "fm:8.2.1", side=field.roster.sides[self.chooser], target=field.grid.name(self.target))
        state.replace(later)


def resolve_attack(field: FmField, state: FmState, placed: SupportFire, step: Step) -> None:
    """Reveal the markers, work out the differential, roll, and set the result going (8.2.1 b5 to d)."""
    side, target = placed.side, placed.target
    fire = assault.fire_strength(field, side, placed.fire, target, attacking=True)
    cover = assault.fire_strength(field, 1 - side, placed.cover, target, attacking=False)
    odds = assault.differential(field, state, side, target, placed.attackers, fire, cover)
    if placed.fire or placed.cover:
        pools = field.support.pools
        step.say(
            "reveal",
            "fm:8.2.1",
            attacker=[pools[side][index].strength for index in placed.fire],
            defender=[pools[1 - side][index].strength for index in placed.cover],
        )
    step.say(
        "differential",
        "fm:8.2.1",
        strength=f"{odds.attack}-{odds.defense}",
        differential=odds.value,
        line=odds.line,
        shift=-odds.shift,
    )
    result = roll(field, state, odds, step)
    foe = assault.defender_of(field, state, 1 - side, target)
    apply_result(field, state, side, target, mask_of(placed.attackers), 1 << foe, result, step, shelled=False)


def apply_result(
    field: FmField,
    state: FmState,
    side: int,
    target: int,
    attackers: int,
    defenders: int,
    result: str,
    step: Step,
    *,
    shelled: bool,
) -> None:
    """Set a combat result going (8.2.4)."""
    if result == "De":
        for unit in bits(defenders):
            eliminate(field, state, unit, "8.2.4", step)
    elif result == "Ae":
        for unit in bits(attackers):
            eliminate(field, state, unit, "8.2.4", step)
    elif result == "(A)":
        state.push(Reduce(side, attackers, "8.2.4"))
    elif result == "Ex":
        state.push(Reduce(1 - side, defenders, "8.2.4"))
        state.push(Reduce(side, attackers, "8.2.4"))
    elif result[0] in "AD" and result[1:].isdigit():
        who, units = (side, attackers) if result[0] == "A" else (1 - side, defenders)
        pursuers = attackers if result[0] == "D" and not shelled else 0
        state.push(StiffResistance(who, units, int(result[1:]), target, pursuers, shelled))


def _begins(phase: Callable[[int], FmPhase]) -> turns.Begin:
    """A phase begins: each unit may be attacked once in it (8.0)."""

    def begin(field: FmField, state: FmState, side: int) -> None:
        state.struck = 0
        state.push(phase(side))

    return begin


@dataclass(frozen=True)
class PlayerTurn(FmFrame, turns.PlayerTurn[FmField, FmState]):
    """A player turn: its five phases in order (4.1)."""

    rule = "4.1"
    phases = {
        MOVEMENT: _begins(MovementPhase),
        BOMBARDMENT: _begins(BombardmentPhase),
        COMBAT: _begins(CombatPhase),
        MOBILE_MOVEMENT: _begins(partial(MovementPhase, mobile=True)),
        MOBILE_COMBAT: _begins(partial(CombatPhase, mobile=True)),
    }

    def arriving(self, side: int) -> Arriving:
        return Arriving(side=side)

    def open(self, field: FmField, state: FmState) -> None:
        """Nothing has been done in it yet."""
        state.moved = state.fought = state.struck = state.spent = state.displaced = 0
        state.shelled = ()


@dataclass(frozen=True)
class GameTurn(FmFrame, turns.GameTurn[FmField, FmState]):
    """A game turn: support fire markers, both player turns, the end of the turn (4.1)."""

    rule = end_rule = "4.1"
    player_turn = PlayerTurn

    def open(self, field: FmField, state: FmState, step: Step) -> None:
        support.begin_turn(field, state, step)


PHASES: Final = tuple(PlayerTurn.phases)
