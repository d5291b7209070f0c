"""What a condition may ask of an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.attack import KitAttack
from engine.kit.bound import forms
from engine.kit.bound.conditions import AttackBinder, Binder
from engine.kit.bound.subject import Ask, BoundCondition, KitSubject
from engine.kit.bound.words import fits, within
from engine.kit.combat.citing import said

Test = Callable[[KitAttack, KitSubject], bool]
_QUANTITIES: Final = ("all", "any", "none")


def _of_attack(test: Test) -> Ask:
    """A requirement that does not hold where there is no attack."""
    return lambda subject: subject.attack is not None and test(subject.attack, subject)


def pairs(attack: KitAttack, subject: KitSubject) -> Iterator[tuple[int, int]]:
    """The hexes of attackers with the hexes attacked that are next to them, for each attacker."""
    where, near = subject.state.where, subject.rules.ground.near
    for unit in attack.attackers:
        at = where[unit]
        for h in attack.targets:
            if at >= 0 and h in near[at]:
                yield at, h


def _units(binder: Binder, value: Any, of: Callable[[KitAttack], tuple[int, ...]]) -> Ask:
    """``attackers`` and ``defenders``."""
    asked = {name: binder.bind(given) for name in _QUANTITIES if (given := said(value, name)) is not None}
    count, hexes = (None if said(value, name) is None else within(said(value, name)) for name in ("count", "hexes"))

    def test(attack: KitAttack, subject: KitSubject) -> bool:
        units = of(attack)
        if count is not None and not count(len(units)):
            return False
        if hexes is not None and not hexes(len({subject.state.where[u] for u in units})):
            return False
        return all(_holds_for(name, bound, units, subject) for name, bound in asked.items())

    return _of_attack(test)


def _holds_for(name: str, bound: BoundCondition, units: tuple[int, ...], subject: KitSubject) -> bool:
    found = (bound.ask(subject.about(u)) for u in units)
    if name == "all":
        return bool(units) and all(found)
    return any(found) is (name == "any")


def _attackers(binder: Binder, value: Any) -> Ask:
    return _units(binder, value, lambda attack: attack.attackers)


def _defenders(binder: Binder, value: Any) -> Ask:
    return _units(binder, value, lambda attack: attack.defenders)


def _defender_in(binder: Binder, value: Any) -> Ask:
    bound = binder.bind(value)
    return _of_attack(lambda attack, s: any(bound.ask(s.within(h)) for h in attack.targets))


def _attacker_in(binder: Binder, value: Any) -> Ask:
    bound = binder.bind(value)

    def test(attack: KitAttack, s: KitSubject) -> bool:
        return any(bound.ask(s.within(h)) for h in {s.state.where[u] for u in attack.attackers})

    return _of_attack(test)


def carried(subject: KitSubject, start: int, to: int, name: str) -> bool:
    """Whether the hexside from one hex to the next carries what a name says, or a path runs over it."""
    ground = subject.rules.ground
    return bool(ground.crossed(start, to, name) or name in ground.paths.get(ground.between(start, to), ()))


def _across(binder: Binder, value: Any) -> Ask:
    asked = [(name, forms.phrases(given)) for name in _QUANTITIES if (given := said(value, name)) is not None]

    def test(attack: KitAttack, s: KitSubject) -> bool:
        crossed = list(pairs(attack, s))
        for quantity, names in asked:
            found = [any(carried(s, a, b, name) for name in names) for a, b in crossed]
            if quantity == "all":
                if not found or not all(found):
                    return False
            elif any(found) is not (quantity == "any"):
                return False
        return True

    return _of_attack(test)


def _surround(binder: Binder, value: Any) -> Ask:
    grid = binder.field.grid
    least = 2 if value == "opposite" else 3

    def test(attack: KitAttack, s: KitSubject) -> bool:
        if len(attack.attackers) < least:
            return False
        for h in attack.targets:
            fronts = {grid.direction(h, s.state.where[u]) for u in attack.attackers} - {NOWHERE}
            if value == "opposite":
                if any((d + 3) % 6 in fronts for d in fronts):
                    return True
                continue
            for first in (0, 1):
                between = grid.ring1[h][1 - first :: 2]
                free = value == "alternate" or not any(n in s.state.stacks for n in between)
                if free and fronts.issuperset((first, first + 2, first + 4)):
                    return True
        return False

    return _of_attack(test)


def _range(binder: Binder, value: Any) -> Ask:
    inside, distance = within(value), binder.field.grid.distance

    def test(attack: KitAttack, s: KitSubject) -> bool:
        far = [distance(s.state.where[u], h) for u in attack.attackers for h in attack.targets]
        return bool(far) and inside(max(far))

    return _of_attack(test)


def _from(binder: Binder, value: Any) -> Ask:
    fit = fits(value)
    return _of_attack(lambda attack, s: fit((worst_arc(attack, s),)))


_ARCS: Final = ("front", "flank", "rear")


def worst_arc(attack: KitAttack, subject: KitSubject) -> str:
    """The worst arc of a defender that an attacker stands in; the front where there is no facing."""
    arcs = getattr(subject.rules, "arcs", None)
    if arcs is None:
        return _ARCS[0]
    where = subject.state.where
    found = [
        _ARCS.index(arcs.arc_of(subject.state, defender, where[unit]))
        for defender in attack.defenders
        for unit in attack.attackers
    ]
    return _ARCS[max(found, default=0)]


def _strength(binder: Binder, value: Any) -> Ask:
    sides = [
        (number, within(said(value, name)))
        for number, name in enumerate(("attacker", "defender"))
        if said(value, name) is not None
    ]

    def test(attack: KitAttack, s: KitSubject) -> bool:
        strength = attack.strength
        return strength is not None and all(inside(strength[number]) for number, inside in sides)

    return _of_attack(test)


def _kind(binder: Binder, value: Any) -> Ask:
    fit = fits(value)
    return _of_attack(lambda attack, s: fit((attack.kind,)))


def _result(binder: Binder, value: Any) -> Ask:
    fit = fits(value)
    return _of_attack(lambda attack, s: bool(attack.result) and fit((attack.result,)))


def _die(binder: Binder, value: Any) -> Ask:
    inside = within(value)
    return _of_attack(lambda attack, s: attack.die is not None and inside(attack.die))


ATTACK_REQUIREMENTS: Final[Mapping[str, AttackBinder]] = {
    "kind": _kind,
    "attackers": _attackers,
    "defenders": _defenders,
    "defender_in": _defender_in,
    "attacker_in": _attacker_in,
    "across": _across,
    "surround": _surround,
    "range": _range,
    "from": _from,
    "strength": _strength,
    "result": _result,
    "die": _die,
}
"""The requirements of attacks by name, for `Binder`."""
