"""Which force marches where: goals by what they bring and how far they are, hexes by supply, danger and battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import end_of, path_of
from engine.mechanics.bits import bits, mask_of
from engine.play import Action
from engine.systems.sun_never_sets.march import assembling
from engine.systems.sun_never_sets.march.marching import OnMarch
from engine.systems.sun_never_sets.march.movement import MovementSegment, force_of_column
from engine.systems.sun_never_sets.position.organising import columns
from engine.systems.sun_never_sets.position.reaching import slowest
from engine.systems.sun_never_sets.staff import builders, raids, surprise
from engine.systems.sun_never_sets.staff.view import View, fading

_LOOKED_AT: Final = 10
"""The number of hexes that a force can reach that are weighed closely."""
_PAYS: Final = 0.35
"""What a march has to promise, for a die may cost the force a unit."""
USUAL: Final = 2.6
"""The half movement points that a march usually brings for each point of a force's factor."""
_A_GUARD: Final = 12
"""The points at stake for which one more unit is left behind."""
_KEEPS: Final = 2.5
"""The factor on a goal that a force has marched for before."""
_SHARED: Final = 0.5
"""The factor on a goal that other forces march for."""
_ENOUGH: Final = 8
"""Strength points that see to a goal."""
_HOLDS: Final = 0.6
"""The share of an enemy's strength that holds a place against him."""
_WALLS: Final = 1.6
"""The factor on the strength of units in a fortress."""
_HOPELESS: Final = 3.0
"""How many times stronger an enemy must be for a force not to wait for it."""
_ESCORT: Final = 2
"""The combat units that a headquarters wants with it."""
_AFRAID: Final = 1.5
"""Points that a force stands to lose from which on it looks for a safer hex."""
_SAVES: Final = 0.5
"""The share of these points that a march away may be expected to save."""
_A_KING: Final = 10
"""Points for a commander in chief from which on he is not risked for what he could lend a march."""
_FALLS: Final = 0.35
"""The share of an enemy force that may be expected to fall."""
_PREY: Final = 9.0
"""Points of enemy units beyond which a greater force is no better prey."""
_JOINS: Final = 0.6
"""The share of the points for rescued hostages that it is worth to meet them on the way."""
_RAID: Final = 6
"""Hexes from which the staff expects an enemy to come for supply units and headquarters that stand alone."""
_RAIDED: Final = 0.3
"""The share of their worth that such a visit may cost."""
_SLOW: Final = 4
_SPREADS: Final = 0.8
"""Points that want of supply has to cost a force, and a march of half of it to save."""
_FORAGES: Final = 8
"""The number of units that can live off the country fairly well."""


@dataclass(frozen=True, slots=True)
class MarchOrder:
    """A force that is to march, where to, and what that promises."""

    at: int
    units: int
    goal: int
    promises: float
    column: int = 0
    """Its column; 0 for loose units."""


class MarchPlans:
    """The marches of a movement segment."""

    def __init__(self, view: View, aims: Mapping[int, int]) -> None:
        """``aims`` are the goals that units have marched for so far."""
        self.view, self._aims = view, aims
        self.field, self.state, self.side = view.field, view.state, view.side

    # -- before the die ---------------------------------------------------------------------------------------

    def next(self, segment: MovementSegment) -> MarchOrder | None:
        """The march that promises most, or that of a stronger force out of the same hex, for the leader there helps one
        march alone; None when none pays."""
        ready = segment.ready(self.field, self.state)
        found = []
        for h, mask in self.view.mine.items():
            may = mask_of(u for u in bits(mask & ready) if not self.state.column[u])
            if may:
                found += self._out_of(h, may)
        for number, column in columns(self.field, self.state, self.side).items():
            if not column & ~ready:
                at = self.state.where[next(bits(column))]
                found += [replace(order, column=number) for order in self._out_of(at, column, whole=True)]
        best = max(found, key=lambda march: (march.promises, -march.at), default=None)
        here = [march for march in found if best and march.at == best.at]
        return max(here, key=lambda march: (self.field.strength(self.state, march.units), march.promises), default=None)

    def marching(self, segment: MovementSegment, h: int) -> int:
        """The units of a hex that would march now if none were in a column."""
        may = self.view.mine[h] & segment.ready(self.field, self.state)
        return next((order.units for order in self._out_of(h, may)), 0) if may else 0

    def _out_of(self, h: int, may: int, *, whole: bool = False) -> list[MarchOrder]:
        """The march out of a hex that pays most, if one does: of some units, or of them all and no others (5.3)."""
        found = self._paying(h, may, whole)
        return [order for order in found if not whole or order.units == may]

    def _paying(self, h: int, may: int, whole: bool) -> list[MarchOrder]:
        roster, may = self.field.roster, may & ~builders.stays(self.view)
        if may & self.view.freed:
            return self._homewards(h, may if whole else self._escorted(may))
        force = self.free(h, may)
        if not force & roster.combat:
            stays = (self.view.mine[h] & roster.combat).bit_count()
            force = may & (roster.supply if stays >= _ESCORT else roster.supply | roster.headquarters)
            return self.following(h, force) if force else []
        found = []
        for part in [force] if whole else self._parts(force):
            goal, promise = self.goal(h, part)
            if goal != NOWHERE and promise >= _PAYS:
                found.append(MarchOrder(h, part, goal, promise))
        if not found:
            danger = self.view.danger(self.view.mine[h], h)
            return [MarchOrder(h, force, h, _SAVES * danger)] if danger > _AFRAID else self._foraging(h, force)
        return [max(found, key=lambda order: order.promises)]

    def free(self, h: int, may: int) -> int:
        """Those of some units of a hex that need not hold it. Headquarters do not travel with so few that one loss
        leaves them alone."""
        force = may & ~self.garrison(h, may) & ~self._kings(h) & ~builders.stays(self.view)
        if (force & self.field.roster.combat).bit_count() < _ESCORT:
            force &= ~self.field.roster.headquarters
        return force

    def pulls(self, h: int, force: int) -> list[tuple[int, float]]:
        """Every goal but a hex itself, with what it is worth to a force that comes there."""
        found = []
        for goal, value in self._goals_of(force):
            others = self._bound_for(goal) & ~force
            value *= self._wanted(force, others, goal) if goal != h else 0.0
            if value > 0:
                weight = _KEEPS if self._aimed(force, goal) else _SHARED if self._seen_to(others, goal) else 1.0
                found.append((goal, value * weight * self._adds(force, others, goal)))
        return found

    def _escorted(self, may: int) -> int:
        """The hostages among some units, the headquarters that leads best, and the strongest of the others that are an
        escort for them."""
        roster = self.field.roster
        leaders = sorted(bits(may & roster.headquarters), key=lambda hq: (-self.field.strategic(self.state, hq), hq))
        escort = mask_of(leaders[:1])
        for u in sorted(bits(may & roster.combat & ~roster.friendly), key=lambda u: (-roster.strength[u], u)):
            if self.field.strength(self.state, escort) >= _ENOUGH:
                break
            escort |= 1 << u
        return may & self.view.freed | escort

    def _homewards(self, h: int, force: int) -> list[MarchOrder]:
        """The march of hostages to a port; alone they wait for an escort, for attrition would be theirs (6.22)."""
        if not force & (self.field.roster.combat | self.field.roster.supply):
            return []
        goal, promise = self.goal(h, force)
        return [MarchOrder(h, force, goal, promise)] if goal != NOWHERE else []

    def _foraging(self, h: int, force: int) -> list[MarchOrder]:
        """The march of half a force into the country next to a hex that does not feed it whole; none where the halves
        would go as hungry, or be in danger."""
        view = self.view
        want = view.hunger(force, h)
        units = sorted(bits(force & self.field.roster.combat), key=lambda u: (self.field.roster.strength[u], u))
        part = mask_of(units[1::2])
        if want < _SPREADS or not part:
            return []
        left = view.hunger_of(view.mine[h] & ~part, h)
        near = (n for n in self.field.ground.open[h] if n not in view.foes and n not in self.field.closed[self.side])
        costs = (view.hunger(part, n) + view.danger(part | view.mine.get(n, 0), n) for n in near)
        saves = want - left - min(costs, default=want)
        return [MarchOrder(h, part, h, saves)] if saves >= _SPREADS else []

    def _kings(self, h: int) -> int:
        """The commander in chief of a hex, who is worth too many points to the enemy to leave while nobody threatens
        him."""
        king = self.view.mine[h] & self.field.roster.commanders
        if not king or self.field.losses[self.view.enemy].commander < _A_KING:
            return 0
        return king if self.view.danger(self.view.mine[h], h) <= _AFRAID else 0

    def _parts(self, force: int) -> list[int]:
        """The whole of a force, and what is faster: without supply units, without slow guns."""
        roster, state = self.field.roster, self.state
        found = [force]
        for part in (force & ~roster.supply, force & ~roster.supply & ~self._slow(force)):
            if (
                part & roster.combat
                and part not in found
                and slowest(self.field, state, part) > slowest(self.field, state, found[-1])
            ):
                found.append(part)
        return found

    def _slow(self, force: int) -> int:
        """The units of a force that go no further than a supply unit."""
        return mask_of(u for u in bits(force) if self.field.roster.movement[u] <= _SLOW)

    def garrison(self, h: int, may: int) -> int:
        """Who stays in a hex that has to be held: some of the weakest, or as many as hold out against who may come."""
        view, roster = self.view, self.field.roster
        stake = view.stake(h)
        if stake <= 0:
            return self._besiegers(h, may)
        stays = view.mine[h] & ~may & roster.combat
        units = sorted(bits(may & roster.combat), key=lambda u: (roster.strength[u], u))
        kept = mask_of(units[: max(1 + int(stake // _A_GUARD) - stays.bit_count(), 0)])
        comes = self.view.comes(h)
        held = self.field.strength(self.state, view.mine[h]) * (_WALLS if self.field.ground.fortress[h] else 1.0)
        if comes and held * _HOPELESS > comes:
            for u in reversed(units):
                if self.field.strength(self.state, kept | stays) >= _HOLDS * comes:
                    break
                kept |= 1 << u
            kept |= may & roster.headquarters if kept == may & roster.combat else 0
        return kept

    def _besiegers(self, h: int, may: int) -> int:
        """Who stays to go on with a siege of a place that counts (18.42): the weakest who hold out against a sally of
        its garrison; nobody where not even all do."""
        lines = [target for origin, target in self.state.extras.sieges if origin == h and self.view.gain(target) > 0]
        if not lines:
            return 0
        kept, needed = self.view.mine[h] & ~may, _HOLDS * max(self.view.foe_strength(target) for target in lines)
        for u in sorted(bits(may & self.field.roster.combat), key=lambda u: (self.field.roster.strength[u], u)):
            if kept and self.field.strength(self.state, kept) >= needed:
                break
            kept |= 1 << u
        return kept & may if self.field.strength(self.state, kept) >= needed else 0

    def goal(self, h: int, force: int) -> tuple[int, float]:
        """Where a force goes, and what getting nearer promises: goals of ours and theirs, or the enemy himself."""
        view = self.view
        best, most = NOWHERE, 0.0
        usual = int(slowest(self.field, self.state, force) * USUAL)
        speed = view.speed(force, self._leader_value(h))
        fed = force & self.field.roster.supply
        units = (force & self.field.roster.combat).bit_count()
        wants = 0.0 if fed else 0.12 * max(units - _FORAGES, 0)
        for goal, value in self._goals_of(force):
            if goal == h:
                continue
            far = view.distance(goal, h)
            others = self._bound_for(goal) & ~force
            value *= self._wanted(force, others, goal)
            if value <= 0:
                continue
            value *= view.in_time(far, speed, view.turns_left + 1) * (fading(max(far - usual, 0)) - 0.5 * fading(far))
            weight = _KEEPS if self._aimed(force, goal) else _SHARED if self._seen_to(others, goal) else 1.0
            if (value - wants) * weight <= most:
                # Not even a sure capture would draw more.
                continue
            drawn = (value * self._adds(force, others, goal) - wants) * weight
            if drawn > most:
                best, most = goal, drawn
        for at, value in self._musters(h, force, usual) if not force & view.freed else ():
            drawn = value * view.in_time(view.distance(at, h), speed, 1)
            if drawn > most:
                best, most = at, drawn
        if view.stake(h):
            most -= 0.3 * view.stake(h) * (1 if view.danger(view.mine[h] & ~force, h) > 1 else 0)
        return best, most

    def _musters(self, h: int, force: int, usual: int) -> Iterator[tuple[int, float]]:
        """The hexes of ours next to an enemy that a march usually reaches, with what an attack brings more when a force
        joins those who stand there than when they and the force fight alone."""
        view = self.view
        closed = self.field.closed[self.side]
        for at, mask in view.mine.items():
            if at == h or view.distance(at, h) > usual:
                continue
            for n in self.field.ground.open[at]:
                if n in view.foes and n not in closed:
                    there = view.bearing(at, n, mask)
                    alone = max(view.attack(there, n), 0.0) + max(view.attack(force, n), 0.0)
                    yield at, view.attack(force | there, n) - alone

    def _leader_value(self, h: int) -> int:
        """The best strategic value that may be lent to a march out of a hex."""
        may = assembling.leaders(self.field, self.state, self.side, h)
        return max((self.field.strategic(self.state, hq) for hq in may), default=0)

    def _aimed(self, force: int, goal: int) -> bool:
        """Whether most of a force has marched for a goal before."""
        units = list(bits(force & self.field.roster.combat))
        return 2 * sum(self._aims.get(u) == goal for u in units) > len(units)

    def _bound_for(self, goal: int) -> int:
        """Our units that have marched for a goal, and are on the map."""
        return mask_of(u for u, aim in self._aims.items() if aim == goal and self.state.where[u] >= 0)

    def _seen_to(self, others: int, goal: int) -> bool:
        """Whether others who march for a goal that no enemy holds are enough for it."""
        return goal not in self.view.foes and self.field.strength(self.state, others) >= _ENOUGH

    def _wanted(self, force: int, others: int, goal: int) -> float:
        """The share of its strength that a place of ours lacks to hold out against who may come; 1 for other places."""
        stand = self.view.mine.get(goal, 0)
        if not stand & self.field.roster.combat:
            return 1.0
        held = self.field.strength(self.state, (stand | others) & ~force)
        needed = _HOLDS * self.view.comes(goal) / (_WALLS if self.field.ground.fortress[goal] else 1.0)
        return max(1 - held / needed, 0.0) if needed else 0.0

    def _adds(self, force: int, others: int, goal: int) -> float:
        """By how much a force makes it likelier that a goal is taken, beside others who may come too late for it."""
        alone = self._chance(force, goal)
        if goal not in self.view.foes or not others & self.field.roster.combat:
            return alone
        come = self._coming(others, goal)
        together = self._chance(force | others, goal) - self._chance(others, goal)
        return come * max(together, 0.0) + (1 - come) * alone

    def _coming(self, others: int, goal: int) -> float:
        """How likely the strongest of the forces that march for a goal are to be there in time."""
        view = self.view
        forces = [(self.field.strength(self.state, mask & others), -h) for h, mask in view.mine.items()]
        at = -max(forces)[1]
        return view.in_time(view.distance(goal, at), view.speed(view.mine[at] & others), view.turns_left + 1)

    def _goals_of(self, force: int) -> list[tuple[int, float]]:
        """The goals of a force: ports for one with hostages, everything for others, and for who may stand with them
        (abyssinia:6.1) hostages without an escort."""
        view = self.view
        if force & view.freed:
            return [(port, view.country.rescue) for port in view.country.ports if port not in view.foes]
        return self.goals() + ([] if force & self.field.roster.friendly else self._waiting())

    def _waiting(self) -> list[tuple[int, float]]:
        """The hex of hostages of ours who have no escort, and what it is worth to join them; nothing without such."""
        combat, freed = self.field.roster.combat, self.view.freed
        worth = _JOINS * self.view.country.rescue
        return [(h, worth) for h, mask in self.view.mine.items() if mask & freed and not mask & combat]

    def goals(self) -> list[tuple[int, float]]:
        """Every goal with what it is worth to go there."""
        view = self.view
        found = []
        for goal in view.country.goals:
            value = view.gain(goal) + view.relief(goal)
            if goal in view.mine and self._threatened(goal):
                value = 0.6 * view.stake(goal)
            if value > 0 and goal not in self.field.closed[self.side]:
                found.append((goal, value))
        for h, foe in view.foes.items():
            if h not in view.country.goals and h not in self.field.closed[self.side]:
                found.append((h, self._prey(foe) + view.relief(h)))
        return [*found, *self._raids.items()]

    @cached_property
    def _raids(self) -> dict[int, float]:
        """The railways that are worth a raid, each with what it is worth."""
        return {h: raids.WORTH for h in raids.hexes(self.view) if h not in self.view.country.goals}

    def _prey(self, foe: int) -> float:
        """What it is worth to march against enemies: their headquarters, and as many of the others as one battle may
        well cost them."""
        leaders = foe & self.field.roster.headquarters
        freed = foe & self.view.freed
        units = sum(self.view.worth(u) for u in bits(foe & ~leaders & ~freed))
        leaders |= freed
        return _FALLS * self.view.pressing * (sum(self.view.worth(u) for u in bits(leaders)) + min(units, _PREY))

    def _threatened(self, goal: int) -> bool:
        return any(self.field.distance(goal, e) <= 5 for e in self.view.foes)

    def _chance(self, force: int, goal: int) -> float:
        """How likely a force is to take a goal."""
        if goal not in self.view.foes:
            return 1.0
        if goal in self.view.country.goals:
            return max(self.view.takes(force, goal), 0.02)
        strength = self.field.strength(self.state, force)
        against = self.view.foe_strength(goal) * (_WALLS if self.field.ground.fortress[goal] else 1.0)
        return min(max(strength / (strength + against + 0.1) * 1.3 - 0.25, 0.02), 1.0)

    def following(self, h: int, force: int) -> list[MarchOrder]:
        """Supply units alone follow the greatest force that no fortress feeds; headquarters alone, the greatest."""
        view = self.view
        wants_train = not force & self.field.roster.headquarters
        fronts = [
            (self.field.strength(self.state, mask), at)
            for at, mask in view.mine.items()
            if at != h
            and (not wants_train or (not self.field.ground.fortress[at] and not mask & self.field.roster.supply))
        ]
        if not fronts:
            return []
        strength, at = max(fronts)
        near = self.field.distance(h, at) <= 1 and wants_train
        return [] if strength < 6 or near else [MarchOrder(h, force, at, 0.5 if wants_train else 2.0)]

    def order(self, march: MarchOrder) -> Action:
        """The order for a march, led by whoever may lead it best."""
        leaders = assembling.leaders(self.field, self.state, self.side, march.at, march.units)
        best = max(leaders, key=lambda hq: (self.field.strategic(self.state, hq), -hq), default=NOWHERE)
        if march.column:
            return Action("march", (force_of_column(march.column), (), best))
        return Action("march", (march.at, tuple(bits(march.units)), best))

    # -- on the way -------------------------------------------------------------------------------------------

    def way(self, frame: OnMarch, goal: int, actions: list[Action]) -> Action:
        """Where a force on the march goes: the hex that serves best, or nowhere."""
        force, at = frame.force(self.state), frame.at(self.state)
        ends = {end_of(action): action for action in actions if action.verb == "go"}
        halt = Action("halt")
        if not ends:
            return halt
        rough = sorted(ends, key=lambda h: (-self._rough(force, h, goal), h))[:_LOOKED_AT]
        risks = {h: surprise.risk(self.view, force, path_of(ends[h])) for h in rough if h != at}
        best = max([at, *rough], key=lambda h: (self._closely(force, h, goal) - risks.get(h, 0.0), h == at, -h))
        return halt if best == at else ends[best]

    def dropped(self, frame: OnMarch) -> Action | None:
        """Who is left behind on the way in a place that has to be held and in which nobody else is; None for none."""
        force, at = frame.force(self.state), frame.at(self.state)
        combat = self.field.roster.combat
        if self.view.stake(at) <= 0 or at == self._goal_of(force) or (force & combat).bit_count() <= _ESCORT:
            return None
        if self.view.mine[at] & ~force & combat:
            return None
        return Action("drop", (min(bits(force & combat), key=lambda u: (self.field.roster.strength[u], u)),))

    def _goal_of(self, force: int) -> int:
        """The goal that a force marches for."""
        return next((self._aims[u] for u in bits(force) if u in self._aims), NOWHERE)

    def _rough(self, force: int, h: int, goal: int) -> float:
        """What a hex is worth, as far as it is seen at a glance."""
        view = self.view
        value = view.country.rescue if force & view.freed else self._values.get(goal, 2.0)
        found = 0.0
        if goal != NOWHERE:
            far = view.distance(goal, h)
            found = value * fading(far) * view.in_time(far, view.speed(force), view.turns_left)
        if h != goal:
            found += 0.7 * (view.gain(h) + self._raids.get(h, 0.0))
        if force & self.field.roster.combat and any(n in view.foes for n in self.field.ground.open[h]):
            found += 0.5
        return found

    @cached_property
    def _values(self) -> dict[int, float]:
        return dict(self.goals() + self._waiting())

    def _closely(self, force: int, h: int, goal: int) -> float:
        """What a hex is worth with the battles, the dangers and the hunger that wait there."""
        view, roster = self.view, self.field.roster
        found = self._rough(force, h, goal) - view.hunger(force, h)
        together = force | view.mine.get(h, 0)
        if force & view.freed:
            return found - view.danger(together, h)
        if not force & roster.combat:
            alone = not view.mine.get(h, 0) & roster.combat
            return found - (self._raided(force, h) if alone else 0.0)
        return found + self.fights(force, h) - view.danger(together, h)

    def _raided(self, force: int, h: int) -> float:
        """What enemies may cost a force without combat units that stands alone in a hex."""
        combat = self.field.roster.combat
        if all(self.field.distance(h, e) > _RAID for e, foe in self.view.foes.items() if foe & combat):
            return 0.0
        return _RAIDED * sum(self.view.worth(u) for u in bits(force))

    def fights(self, force: int, h: int) -> float:
        """What a force adds to the best attack out of a hex, together with those who stand there (7.11)."""
        view, closed = self.view, self.field.closed[self.side]
        there = view.mine.get(h, 0) & ~force & ~self.field.roster.supply
        targets = [n for n in self.field.ground.open[h] if n in view.foes and n not in closed]
        if not targets:
            return 0.0
        joint = max(view.attack(force | view.bearing(h, n, there), n) for n in targets)
        alone = max(view.attack(view.bearing(h, n, there), n) for n in targets)
        return max(joint, 0.0) - max(alone, 0.0)
