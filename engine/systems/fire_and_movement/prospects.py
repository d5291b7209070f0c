"""What an attack or a bombardment promises before the die, and how that comes about (7.2, 8.1, 8.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from engine.mechanics.acts import added_by
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import knowledge
from engine.play import Action
from engine.play.answers import BattleAccount, Likelihood, OddsModifier, Prospects, Strength
from engine.plural import counted
from engine.systems.fire_and_movement import assault, support
from engine.systems.fire_and_movement.acts import assault_of, bombard_of, support_of
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.sequence import BombardmentPhase, Declaration, SupportFire, shelling_works
from engine.systems.fire_and_movement.state import FmState
from engine.systems.fire_and_movement.tables import Tables

Chances = Mapping[int, float]
"""What a number may be, each with its chance."""
_ORDER: Final[Mapping[bool | None, int]] = {False: 0, None: 1, True: 2}
"""From what hurts the attacker to what hurts the defender."""


@dataclass(frozen=True, slots=True)
class Fire:
    """The support fire of one side at a hex, and how it is told."""

    sums: tuple[tuple[int, float], ...] = ((0, 1.0),)
    """What it may add up to, each with its chance; halved at a fortification where it attacks (8.2.3)."""
    parts: tuple[Strength, ...] = ()


NO_FIRE: Final = Fire()


@dataclass(frozen=True, slots=True)
class Stakes:
    """What either side stands to lose in a battle, in steps."""

    mine: int
    theirs: int
    hit: int = 1
    """Steps that (A) costs the attacker: in a bombardment none, unless friends are next to the hex (8.1.3)."""
    shelled: bool = False
    """Whether it is a bombardment, which does nothing but what hits the defender, and (A) (8.1.3)."""

    def void(self, result: str) -> bool:
        """Whether nothing comes of a result here."""
        return self.shelled and not shelling_works(result, hit=bool(self.hit))

    def lost(self, result: str) -> tuple[int, int]:
        """Steps that attacker and defender lose outright by a result (8.2.4)."""
        costs = {"(A)": (self.hit, 0), "Ex": (1, 1), "Ae": (self.mine, 0), "De": (0, self.theirs)}
        return (0, 0) if self.void(result) else costs.get(result, (0, 0))

    def good(self, result: str) -> bool | None:
        """Whether a result hurts the defender alone (True) or the attacker alone (False)."""
        if self.void(result):
            return None
        return True if "D" in result else False if "A" in result else None


def prospects(field: FmField, state: FmState, target: str, places: Mapping[str, str]) -> Prospects | None:
    """What an attack on a hex promises, without support fire, by those of some units that have not attacked (8.2)."""
    twin, units = field.standing(state, places)
    attackers = tuple(u for u in units if not state.fought >> u & 1)
    h = field.grid.parse(target)
    if not attackers or not state.stacks.get(h, 0):
        return None
    found = assault.differential(field, twin, field.roster.side[attackers[0]], h, attackers)
    return _promised(field, _stakes(state, attackers, h), {found.column: 1.0}, f"{found.value:+d}")


def announced(field: FmField, state: FmState, action: Action) -> Prospects | None:
    """What the attack or bombardment promises that an action makes, adds to, or places support fire for.

    Markers that the chooser does not see count with every strength that they may have.
    """
    if action.verb == "bombard":
        return _bombardment(field, state, action)
    top = state.top
    if isinstance(top, SupportFire) and action.verb in ("support", "pass"):
        fire, cover = (_placed(field, state, top, owner, action) for owner in (top.side, 1 - top.side))
        return _attack(field, state, top.side, top.target, top.attackers, fire, cover)
    target, attackers = _attack_of(state, action)
    side = top.side if isinstance(top, Declaration) else field.roster.side[attackers[0]] if attackers else 0
    if any(state.where[u] < 0 for u in attackers):
        return None
    return _attack(field, state, side, target, attackers, NO_FIRE, NO_FIRE)


def _attack_of(state: FmState, action: Action) -> tuple[int, tuple[int, ...]]:
    """The target and the attackers of the attack that an action is about; no attackers where it is about none."""
    if action.verb == "attack":
        return assault_of(action)
    top = state.top
    if not isinstance(top, Declaration) or action.verb not in ("with", "fight"):
        return 0, ()
    added = (added_by(action),) if action.verb == "with" else ()
    return top.target, tuple(sorted({*top.attackers, *added}))


def _attack(
    field: FmField, state: FmState, side: int, h: int, attackers: tuple[int, ...], fire: Fire, cover: Fire
) -> Prospects | None:
    foe = assault.defender_of(field, state, 1 - side, h)
    if not attackers or foe < 0:
        return None
    base = assault.differential(field, state, side, h, attackers)
    modifiers = _line(field, base.line)
    if base.shift:
        modifiers += (OddsModifier(-base.shift, "column", "no armoured brigade among the attackers", "fm:8.2.4"),)
    units = tuple(Strength(field.roster.keys[u], field.roster.attack(u, state.steps[u])) for u in attackers)
    told = BattleTold("attack", "fm:8.2", h, base, modifiers, units, _stakes(state, attackers, h))
    return _prospects_of(field, state, told, fire, cover)


def _bombardment(field: FmField, state: FmState, action: Action) -> Prospects | None:
    h, count, values = bombard_of(action)
    top = state.top
    if not isinstance(top, BombardmentPhase):
        return None
    side = top.side
    pool = support.available(field, state, side, h)
    if h < 0 or assault.defender_of(field, state, 1 - side, h) < 0 or len(pool) < count:
        return None
    strengths = [field.support.pools[side][marker].strength for marker in pool]
    fire = _fire(field, h, values, () if values else strengths, 0 if values else count, attacking=True)
    base = assault.bombardment(field, state, side, h, 0)
    stakes = replace(_stakes(state, (), h), hit=int(bool(assault.threatened(field, state, side, h))), shelled=True)
    told = BattleTold("bombardment", "fm:8.1", h, base, _line(field, base.line), (), stakes)
    return _prospects_of(field, state, told, fire, NO_FIRE)


@dataclass(frozen=True, slots=True)
class BattleTold:
    """A battle before support fire is counted."""

    kind: str
    rule: str
    target: int
    base: assault.Differential
    modifiers: tuple[OddsModifier, ...]
    units: tuple[Strength, ...]
    stakes: Stakes


def _stakes(state: FmState, attackers: tuple[int, ...], h: int) -> Stakes:
    return Stakes(sum(state.steps[u] for u in attackers), sum(state.steps[u] for u in bits(state.stacks[h])))


def _prospects_of(field: FmField, state: FmState, told: BattleTold, fire: Fire, cover: Fire) -> Prospects:
    base, h, stakes = told.base, told.target, told.stakes
    differences: dict[int, float] = {}
    for added, chance in fire.sums:
        for met, other in cover.sums:
            value = base.value + added - met
            differences[value] = differences.get(value, 0.0) + chance * other
    columns: dict[int, float] = {}
    for difference, chance in differences.items():
        column = assault.column_of(field, difference, base.line, base.shift)
        columns[column] = columns.get(column, 0.0) + chance
    spread = _between([f"{value:+d}" for value in sorted(differences)])
    promised = _promised(field, stakes, columns, spread)
    meanings = Tables.of(field.scenario.tables).combat_results.results
    foes = tuple(_defender(field, state, u, h) for u in bits(state.stacks[h]))
    account = BattleAccount(
        kind=told.kind,
        rule=told.rule,
        targets=(field.grid.name(h),),
        attackers=(*told.units, *fire.parts),
        defenders=(*foes, *cover.parts),
        terrain=(knowledge.ground_of(field, h),),
        compared=f"{_added(base.attack, fire)} less {_added(base.defense, cover)} is {spread}",
        modifiers=told.modifiers,
        column=_between([field.crt.columns[column] for column in sorted(columns)]),
        columns=field.crt.columns,
        shares=tuple(
            Likelihood(
                result,
                "no effect" if stakes.void(result) else meanings.get(result, "no effect"),
                chance,
                stakes.good(result),
            )
            for result, chance in _mixed(field, stakes, columns).items()
        ),
    )
    return replace(promised, account=account)


def _defender(field: FmField, state: FmState, u: int, h: int) -> Strength:
    value = assault.defense_at(field, state, u)
    doubled = ("doubled in the fortification", "fm:8.2.3") if field.ground.fort[h] else ("", "")
    return Strength(field.roster.keys[u], value, *doubled)


def _line(field: FmField, line: str) -> tuple[OddsModifier, ...]:
    """What the line of the terrain on the table costs the attacker, in columns (8.2.2)."""
    size = field.lines[line]
    return (
        (OddsModifier(-size, "column", f"the {line.replace('_', ' ')} line of the table", "fm:8.2.2"),) if size else ()
    )


# -- support fire ---------------------------------------------------------------------------------------------


def _placed(field: FmField, state: FmState, frame: SupportFire, owner: int, action: Action) -> Fire:
    """The markers of a side at a combat, with the one that the action places, as the chooser knows them (7.2)."""
    mine = owner == frame.chooser
    lying = frame.fire if owner == frame.side else frame.cover
    adds = mine and action.verb == "support"
    attacking = owner == frame.side
    pool = field.support.pools[owner]
    if mine and field.draws_each_turn:
        known = [pool[marker].strength for marker in lying]
        chosen = support_of(action) if adds else None
        if chosen is not None:
            known.append(chosen)
        return _fire(field, frame.target, known, (), 0, attacking=attacking)
    revealed = state.used[owner] & ~mask_of(lying)
    reach = field.support.in_range(owner, frame.target) & ~revealed
    strengths = [pool[marker].strength for marker in bits(reach)]
    return _fire(field, frame.target, (), strengths, len(lying) + adds, attacking=attacking)


def _fire(field: FmField, h: int, known: Sequence[int], pool: Sequence[int], unseen: int, *, attacking: bool) -> Fire:
    """Markers whose strength is known, and ``unseen`` ones out of a pool, fired at a hex or to cover it."""
    halved = attacking and field.ground.fort[h]
    how, rule = (", halved at the fortification", "fm:8.2.3") if halved else ("", "fm:7.2")

    def firing(strength: int) -> int:
        return strength // 2 if halved else strength

    sure = sum(firing(strength) for strength in known)
    parts = [Strength("", firing(strength), f"support fire{how}", rule) for strength in known]
    hands = list(combinations([firing(strength) for strength in pool], unseen))
    if not unseen or not hands:
        return Fire(((sure, 1.0),), tuple(parts))
    sums = Counter(sure + sum(hand) for hand in hands)
    markers = counted(unseen, "marker")
    mean = sum(map(sum, hands)) / len(hands)
    spread = _between([str(sum(hand)) for hand in sorted(hands, key=sum)])
    parts.append(Strength("", mean, f"support fire, {markers} unseen: {spread}{how}, on average", rule))
    return Fire(tuple((total, count / len(hands)) for total, count in sums.items()), tuple(parts))


# -- in numbers -----------------------------------------------------------------------------------------------


def _added(strength: int, fire: Fire) -> str:
    return _between([str(strength + added) for added, _ in sorted(fire.sums)])


def _between(names: list[str]) -> str:
    """``4``, or ``1 to 4`` of several in order."""
    return names[0] if names[0] == names[-1] else f"{names[0]} to {names[-1]}"


def _mixed(field: FmField, stakes: Stakes, columns: Chances) -> dict[str, float]:
    """The results of some columns with their chances, from the worst for the attacker on."""
    found: dict[str, float] = {}
    for column, share in sorted(columns.items()):
        for result, chance in field.crt.distribution(column).items():
            found[result] = found.get(result, 0.0) + share * chance
    return dict(sorted(found.items(), key=lambda item: _ORDER[stakes.good(item[0])]))


def _promised(field: FmField, stakes: Stakes, columns: Chances, differential: str) -> Prospects:
    chances = _mixed(field, stakes, columns)
    mean = sum((column + 1) * chance for column, chance in columns.items())
    return Prospects(
        differential,
        mean / len(field.crt.columns),
        sum(chance for result, chance in chances.items() if stakes.good(result) is True),
        sum(chance for result, chance in chances.items() if stakes.good(result) is False),
        sum(chance * stakes.lost(result)[0] for result, chance in chances.items()),
        sum(chance * stakes.lost(result)[1] for result, chance in chances.items()),
    )
