"""Retreats after combat: standing instead, going back one unit after the other, and making room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat import losses
from engine.kit.combat.memory import amend, conflict_in
from engine.kit.combat.rules import ELIMINATE, STAY, BoundRetreat, Ending
from engine.kit.combat.running import run
from engine.kit.combat.sifting import RETREAT, GoingBack, WayBack, movable, room_for
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import DEED, KitState
from engine.kit.play.turning import turn_frame
from engine.mechanics.acts import place_of, unit_of, walk_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import results
from engine.mechanics.hexes.marching import leave_map
from engine.mechanics.hexes.results import alive, relocate
from engine.mechanics.hexes.ways import Legs, parted, plain
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.play.words import listed
from engine.plural import counted

Lengths = tuple[tuple[int, int], ...]
"""Units, each with how far it goes back."""


def begin(field: Any, state: KitState, side: int, lengths: Lengths, number: int, *, one: bool) -> None:
    """Units of a side must go back, each so far; where the rules let it, the side may stand."""
    rule: BoundRetreat = field.combat.effects.retreats[number]
    units = mask_of(u for u, _ in lengths)
    frame = KitRetreats(side, units, lengths, number, one)
    if rule.stand:
        state.push(StandingFirm(side, units, lengths, number, one))
    else:
        state.push(frame)


def held_in(state: KitState) -> tuple[int, ...]:
    """The hexes that held a unit when the attack on several hexes in progress began."""
    conflict = conflict_in(state)
    return conflict.held if conflict is not None else ()


def phase_in(state: KitState) -> int:
    """The phase in which the combat in progress is fought."""
    conflict = conflict_in(state)
    return conflict.phase if conflict is not None else turn_frame(state)[1]


def is_defender(state: KitState, unit: int) -> bool:
    """Whether a unit is among the defenders of the combat in progress."""
    conflict = conflict_in(state)
    return conflict is not None and bool(conflict.defenders >> unit & 1)


@dataclass(frozen=True)
class StandingFirm(KitFrame, results.StandingInstead[Any, KitState]):
    """A side that must go back may lose steps instead, and stand."""

    side: int
    units: int
    lengths: Lengths
    number: int
    one: bool

    rule = "instead"

    def bound(self, field: Any) -> BoundRetreat:
        """What the file says of this retreat."""
        found: BoundRetreat = field.combat.effects.retreats[self.number]
        return found

    def stand_rules(self, field: Any) -> tuple[str, ...]:
        return self.bound(field).stand_rules

    def prompt(self, field: Any, mask: int) -> str:
        return f"Retreat {far(self.lengths, mask)}, or lose steps and stand"

    def retreats(self) -> KitRetreats:
        return KitRetreats(self.side, self.units, self.lengths, self.number, self.one)

    def stand(self, field: Any, state: KitState, unit: int, step: Step) -> None:
        rule = self.bound(field)
        if is_defender(state, unit):
            amend(state, stood=True)
        for one in bits(alive(state, self.units)) if rule.stand_all else (unit,):
            for _ in range(min(rule.stand, state.steps[one])):
                losses.lose_step(field, state, one, rule.stand_rules[0], step)


@dataclass(frozen=True)
class KitRetreats(KitFrame, results.Retreating[Any, KitState]):
    """Each unit of a side goes back, in the order that its owner likes."""

    side: int
    units: int
    lengths: Lengths
    """How far each of the units goes."""
    number: int
    one: bool
    """Whether one of the units goes back, and the others stay."""

    rule = "retreat"
    verbs = ("retreat", "stay")

    def bound(self, field: Any) -> BoundRetreat:
        """What the file says of this retreat."""
        found: BoundRetreat = field.combat.effects.retreats[self.number]
        return found

    def is_asking(self, field: Any, state: KitState) -> bool:
        return not self._doomed(field, state) and len(self.options(field, state)) > 1

    def decision(self, field: Any, state: KitState) -> Decision | None:
        if not self.is_asking(field, state):
            return None
        options = self.options(field, state)
        rule = self.bound(field)
        side = 1 - self.side if rule.by_enemy else self.side
        hexes = sorted({field.grid.name(h) for path in _paths(options) for h in path[-1:] if h != NOWHERE})
        mask = alive(state, self.units)
        keys = tuple(field.roster.keys[u] for u in bits(mask))
        prompt = f"Retreat {listed(field.roster.called(key) for key in keys)} {far(self.lengths, mask)}"
        cited = field.cite(rule.rule)
        return Decision(field.roster.sides[side], self.decision_kind, cited, prompt, keys, tuple(hexes))

    def ways(self, field: Any, state: KitState, unit: int) -> list[WayBack]:
        """The ways back of a unit; known as long as nothing happens in the position."""
        if state.ways_back is None or state.ways_back[0] is not self:
            state.ways_back = self, {}
        known: dict[int, list[WayBack]] = state.ways_back[1]
        if unit not in known:
            known[unit] = self.going_back(field, state, unit).ways(dict(self.lengths)[unit])
        return known[unit]

    def going_back(self, field: Any, state: KitState, unit: int) -> GoingBack:
        """How a unit goes back."""
        return GoingBack(field, state, unit, self.bound(field), held_in(state))

    def _doomed(self, field: Any, state: KitState) -> list[int]:
        """Those who die in place of going back: they may not retreat, or the file says so."""
        rule = self.bound(field)
        return [
            u
            for u in bits(alive(state, self.units))
            if field.cannot(state, u, RETREAT)
            or (rule.eliminated is not None and rule.eliminated.ask(KitSubject(field, state, self.side, u)))
        ]

    def options(self, field: Any, state: KitState) -> list[Action]:
        found = []
        for unit in bits(alive(state, self.units)):
            ways = self.ways(field, state, unit)
            found += [Action("retreat", (unit, *way.path)) for way in ways]
            if self._may_stay(field, ways):
                found.append(Action("stay", (unit,)))
        return found

    def _may_stay(self, field: Any, ways: list[WayBack]) -> bool:
        rule = self.bound(field).displace
        return rule is not None and rule.voluntary and bool(ways) and all(way.displaces for way in ways)

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        doomed = self._doomed(field, state)
        if doomed:
            state.replace(self.with_changes(units=self.units & ~sum(1 << u for u in doomed)))
            for unit in doomed:
                self._lost(field, state, unit)
                losses.leave(field, state, unit, self.bound(field).rule, step)
            return
        options = self.options(field, state)
        if options:
            action = step.choose(options[0], lambda wish: self.verdict(field, state, wish))
            self.perform(field, state, action, step)
            return
        state.pop()
        rule = self.bound(field)
        for unit in bits(alive(state, self.units)):
            self._lost(field, state, unit)
            end(field, state, unit, self._without_way(field, state, unit), rule.rule, step)

    def _without_way(self, field: Any, state: KitState, unit: int) -> Ending:
        """What becomes of a unit that has no way: where only friends who make no room are in it, as they say."""
        rule = self.bound(field)
        if rule.displace is None or not self.going_back(field, state, unit).crowded(dict(self.lengths)[unit]):
            return rule.none
        return rule.short if rule.displace.cannot_short else ELIMINATE

    def _lost(self, field: Any, state: KitState, unit: int) -> None:
        """Note that a defender could not go back: the attacker may go forward all the same."""
        if is_defender(state, unit):
            conflict = conflict_in(state)
            paths = conflict.paths if conflict is not None else ()
            amend(state, went=True, paths=(*paths, (state.where[unit],)))

    def faults(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        unit, path = walk_of(action)
        rule = self.bound(field)
        if not alive(state, self.units) >> unit & 1:
            said = f"{field.roster.names[unit]} need not retreat"
            yield from ((cited, said) for cited in rule.rules)
            return
        ways = self.ways(field, state, unit)
        if action.verb == "stay":
            if not self._may_stay(field, ways):
                said = f"{field.roster.names[unit]} stays only where it could retreat by displacing alone"
                yield from ((cited, said) for cited in (rule.displace or rule).rules)
            return
        if not any(way.path == path for way in ways):
            yield from way_breaches(field, state, unit, path, rule, ways)

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        unit, path = walk_of(action)
        rule = self.bound(field)
        left = 0 if self.one else alive(state, self.units) & ~(1 << unit)
        origin = state.where[unit]
        ways = self.ways(field, state, unit)
        if left:
            state.replace(self.with_changes(units=left))
        else:
            state.pop()
        if action.verb == "stay":
            self._lost(field, state, unit)
            end(field, state, unit, rule.short, rule.rule, step)
            return
        chosen = next(way for way in ways if way.path == path)
        if is_defender(state, unit):
            conflict = conflict_in(state)
            amend(state, went=True, paths=(*(conflict.paths if conflict is not None else ()), (origin, *path)))
        if chosen.displaces:
            closed = tuple(sorted({origin, *path}))
            state.push(KitDisplacement(self.side, unit, path, path[-1], closed, self.number, chosen.short))
        else:
            go_back(field, state, unit, path, self.number, step, short=chosen.short)


def _paths(options: list[Action]) -> Iterator[tuple[int, ...]]:
    return (walk_of(action).path for action in options if action.verb == "retreat")


def far(lengths: Lengths, mask: int) -> str:
    """How far units go back, in words."""
    most = [length for unit, length in lengths if mask >> unit & 1]
    least = min(most)
    return f"{least} to {max(most)} hexes" if least < max(most) else counted(least, "hex", "hexes")


def end(field: Any, state: KitState, unit: int, ending: Ending, rule: str, step: Step) -> None:
    """What becomes of a unit that cannot go back, or not so far."""
    if ending == ELIMINATE:
        losses.leave(field, state, unit, rule, step)
    elif ending != STAY and isinstance(ending, int):
        conflict = conflict_in(state)
        run(state, ending, field.roster.side[unit] if conflict is None else conflict.side, unit)


def go_back(
    field: Any, state: KitState, unit: int, path: tuple[int, ...], number: int, step: Step, *, short: bool
) -> None:
    """Move a unit back along its way."""
    rule: BoundRetreat = field.combat.effects.retreats[number]
    if not rule.attacked_again:
        state.back |= 1 << unit
    state.owed &= ~(1 << unit)
    state.note(phase_in(state), DEED["retreated"], 1 << unit)
    on_map = [h for h in path if h != NOWHERE]
    if on_map:
        names = [field.grid.name(h) for h in on_map]
        relocate(field, state, unit, on_map[-1], "retreat", rule.rule, step, path=names)
    if path[-1] == NOWHERE:
        _leave_map(field, state, unit, rule, step)
    elif short:
        end(field, state, unit, rule.short, rule.rule, step)


def _leave_map(field: Any, state: KitState, unit: int, rule: BoundRetreat, step: Step) -> None:
    if rule.off_map == "eliminate":
        losses.leave(field, state, unit, rule.rule, step)
        return
    leave_map(field, state, unit, field.cite(rule.rule), step)


def way_breaches(
    field: Any,
    state: KitState,
    unit: int,
    path: tuple[int, ...],
    rule: BoundRetreat,
    allowed: list[WayBack],
) -> Iterator[Breach]:
    """Why a unit may not go back on a way."""
    yield from (
        (cited, said)
        for key, said in _way_faults(field, state, unit, path, rule, allowed)
        for cited in ((rule.displace or rule).rules if key == "displace" else rule.rules)
    )


def _way_faults(
    field: Any, state: KitState, unit: int, path: tuple[int, ...], rule: BoundRetreat, allowed: list[WayBack]
) -> Iterator[Breach]:
    """Why a unit may not go back on a way, each with the key of the rules that says so."""
    name, at, cited = field.roster.names[unit], state.where[unit], "retreat"
    back = GoingBack(field, state, unit, rule, held_in(state))
    gone: tuple[int, ...] = ()
    for h in path:
        if h == NOWHERE:
            yield cited, f"{name} cannot leave the map"
            return
        where = field.place(h)
        if h not in field.ground.near[at]:
            yield cited, f"{field.place(at)} and {where} are not adjacent"
            return
        if state.stacks.get(h, 0) & field.roster.of_side[1 - back.side]:
            yield cited, f"{where} is occupied by the enemy"
            return
        if not field.passable(state, unit, at, h):
            yield cited, f"{name} cannot enter {where} from {field.place(at)}"
            return
        if back.shuts(rule.never, at, h):
            yield cited, f"{name} cannot retreat into {where}"
            return
        if h not in set(back.steps(gone)):
            yield cited, f"{where} is not far enough from where {name} stood"
            return
        gone, at = (*gone, h), h
    if not allowed:
        yield cited, f"{name} cannot retreat at all"
    elif len(path) != len(allowed[0].path):
        yield cited, f"{name} must retreat {counted(len(allowed[0].path), 'hex', 'hexes')}"
    elif not field.fits(state, unit, at):
        yield "displace", f"{field.place(at)} is full, and no unit there makes room for {name} now"
    else:
        yield cited, f"{name} has a better way to retreat"


def retreat_path(field: Any, state: KitState, unit: int, given: list[int]) -> Legs:
    """A retreat given by some of its hexes, made whole: by a legal way where there is one."""
    top = state.top if state.stack else None
    if not isinstance(top, KitRetreats | StandingFirm) or not top.units >> unit & 1:
        return plain(given)
    ways = GoingBack(field, state, unit, top.bound(field), held_in(state)).ways(dict(top.lengths)[unit])
    found = next((legs for way in ways if (legs := parted(way.path, given))), None)
    return found or plain(given)


# -- making room ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KitDisplacement(KitFrame, results.Displacing[Any, KitState]):
    """A friend makes room at the end of a retreat; chains of it are frames upon frames."""

    side: int
    mover: int
    path: tuple[int, ...]
    """The way of the unit that comes; one hex where it is displaced itself."""
    into: int
    closed: tuple[int, ...]
    """Hexes that no unit in this chain may enter."""
    number: int
    short: bool = False
    chained: bool = False

    rule = "displace"

    def bound(self, field: Any) -> BoundRetreat:
        """What the file says of the retreat."""
        found: BoundRetreat = field.combat.effects.retreats[self.number]
        return found

    def cited_rules(self, field: Any) -> tuple[str, ...]:
        """The paragraphs of making room."""
        rule = self.bound(field)
        return (rule.displace or rule).rules

    def ruled_by(self, field: Any) -> str:
        return self.cited(field, self.cited_rules(field)[0])

    def options(self, field: Any, state: KitState) -> list[Action]:
        if field.fits(state, self.mover, self.into):
            return []
        rule, held = self.bound(field), held_in(state)
        found = []
        for friend in movable(field, state, rule, self.mover, self.into):
            ways = room_for(field, state, rule, held, friend, self.closed)
            found += [Action("displace", (friend, way.path[0])) for way in ways]
        return found

    def without(self, field: Any, state: KitState, step: Step) -> None:
        if self.chained:
            self._make_room(field, state, self.mover, self.into, step)
        else:
            go_back(field, state, self.mover, self.path, self.number, step, short=self.short)

    def faults(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        unit, h = place_of(action)
        options = self.options(field, state)
        if action in options:
            return
        said = f"{field.roster.names[unit]} makes room by one hex, as if it retreated"
        if not any(unit_of(option) == unit for option in options):
            said = f"{field.roster.names[unit]} is not displaced"
        elif h in self.closed:
            said = f"{field.place(h)} is on the path of the unit that displaces it"
        yield from ((rule, said) for rule in self.cited_rules(field))
        if not any(unit_of(option) == unit for option in options):
            return
        allowed = [WayBack((place_of(option).hex,)) for option in options if unit_of(option) == unit]
        yield from way_breaches(field, state, unit, (h,), self.bound(field), allowed)

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        unit, h = place_of(action)
        if field.fits(state, unit, h):
            self._make_room(field, state, unit, h, step)
        else:
            closed = tuple(sorted({*self.closed, self.into, h}))
            state.push(KitDisplacement(self.side, unit, (h,), h, closed, self.number, chained=True))

    def _make_room(self, field: Any, state: KitState, unit: int, h: int, step: Step) -> None:
        rule = self.bound(field)
        state.note(phase_in(state), DEED["displaced"], 1 << unit)
        if rule.displace is not None:
            for word in rule.displace.blocks:
                state.blocked[word] = state.blocked.get(word, 0) | 1 << unit
            field.changed(state)
        relocate(field, state, unit, h, "displaced", self.cited_rules(field)[0], step)
