"""A position as one side of a campaign sees it: forces, what places and units are worth, what a fight would bring."""

from __future__ import annotations

from functools import cached_property
from random import Random

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import POOL
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.answers.forecast import CLEAR, Forecast, forecast
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.counters import GOOD
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import HALF
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import total
from engine.systems.sun_never_sets.battle import broadsides, retreating
from engine.systems.sun_never_sets.position import points, supply
from engine.systems.sun_never_sets.position.reaching import slowest
from engine.systems.sun_never_sets.staff.country import Country

_FADE = 0.93
"""What is left of the worth of a goal four half movement points further off."""
STRENGTH_POINT = 0.12
"""What a strength point is worth beside the points for its unit."""
_WORLDS = 3
"""The number of guesses at the enemy that are weighed against each other."""
_A_MARCH = 20
"""Half movement points that the staff expects an enemy to march in a turn."""
_NEAR = 3
"""Hexes from which an enemy is feared."""
_LATE, _EARLY = 0.6, 1.2
"""Of the way to a goal, what marches have to bring for it to be reached hardly, and surely."""
_FEW = 3
"""The most points short of victory in the last turn that a side still fights for."""
_WINS = 4.0
"""The factor on the worth of enemy losses then."""
_FREED = 0.5
"""The share of the points for rescued hostages that goes with freeing them, and with them while they are on the way."""
_PLACE, _STARVES = 0.5, 0.3
"""The shares of what is at stake with a besieged fortress, and of its garrison's worth, that its relief saves."""
_HUNGRY = 0.5
"""The share of a unit's worth that goes with its hunger."""


def fading(half_points: int) -> float:
    """How much a goal still draws from a distance in half movement points."""
    return float(_FADE ** (half_points / 4))


class View:
    """What a side sees and considers at a decision."""

    def __init__(self, country: Country, state: SnsState, side: int) -> None:
        self.country, self.field, self.state, self.side = country, country.field, state, side
        self.enemy = 1 - side
        own, foe = (self.field.roster.of_side[player] for player in (side, 1 - side))
        self.mine = {h: mask & own for h, mask in sorted(state.stacks.items()) if mask & own}
        """Our hexes and who is there."""
        self._strengths: dict[int, float] = {}
        self._taken: dict[tuple[int, int], float] = {}
        self.foes = {h: mask & foe for h, mask in sorted(state.stacks.items()) if mask & foe}

    # -- worth ------------------------------------------------------------------------------------------------

    def worth(self, unit: int) -> float:
        """What a unit is worth: the points its loss in battle brings, and its strength."""
        field = self.field
        if unit == field.hostages:
            return _FREED * self.country.rescue
        losses, roster = field.losses[1 - roster_side(field, unit)], field.roster
        if 1 << unit & roster.headquarters:
            value = losses.leader * (roster.tactical[unit] + roster.strategic[unit])
            chief = losses.commander if 1 << unit & roster.commanders else 0
            return float(value or chief or losses.headquarters) + 1.0
        good = self.state.steps[unit] == GOOD
        return losses.unit + STRENGTH_POINT * roster.strength[unit] * (1.0 if good else 0.6)

    def mean_worth(self, mask: int) -> float:
        """What a unit of a force is worth, its headquarters and hostages left out."""
        units = list(bits(mask & ~self._precious))
        return sum(self.worth(u) for u in units) / len(units) if units else 0.0

    def gain(self, h: int) -> float:
        """Points for taking a hex: ours for holding it, and theirs if they hold it now."""
        own, foe = self.country.gains.get(h, (0.0, 0.0)), self.country.first.get(h, (0.0, 0.0))
        mine, theirs = own[self.side], own[self.enemy]
        if h in self.mine:
            return 0.0
        found = mine + (theirs if h in self.foes else 0.25 * theirs)
        if foe[self.side] and not self.state.awarded >> self.country.lines[h] & 1:
            found += foe[self.side]
        if h == self.prison and self.side == self.field.empire:
            found += _FREED * self.country.rescue
        return found

    def stake(self, h: int) -> float:
        """Points to lose with a hex: ours for holding it, and what it would bring the enemy."""
        own, foe = self.country.gains.get(h, (0.0, 0.0)), self.country.first.get(h, (0.0, 0.0))
        found = own[self.side] + own[self.enemy]
        if foe[self.enemy] and not self.state.awarded >> self.country.lines[h] & 1:
            found += foe[self.enemy]
        if h == self.prison and self.side == self.field.native:
            found += _FREED * self.country.rescue
        return found

    def relief(self, h: int) -> float:
        """What it brings to beat the enemies of a hex out of it, for the fortresses of ours that they besiege from
        there: the place, and its garrison, which would go hungry (18.4)."""
        found = 0.0
        for fortress in {target for origin, target in self.state.extras.sieges if origin == h and target in self.mine}:
            garrison = self.mine[fortress] & ~self.field.roster.headquarters
            worth = _PLACE * self.stake(fortress) + _STARVES * sum(self.worth(u) for u in bits(garrison))
            found += worth / len(sieges.besiegers(self.state, fortress))
        return found

    @cached_property
    def prison(self) -> int:
        """The hex in which hostages are held who have not been freed yet; NOWHERE for none (abyssinia:6.5)."""
        field, state = self.field, self.state
        held = field.hostages >= 0 and state.where[field.hostages] == POOL
        return campaigns.of(field).prison(field, state) if held else NOWHERE

    @cached_property
    def freed(self) -> int:
        """The hostages, while they are on their way to a port; 0 before and after."""
        hostages = self.field.hostages
        return 1 << hostages if hostages >= 0 and self.state.where[hostages] >= 0 else 0

    @cached_property
    def _precious(self) -> int:
        """Headquarters, and hostages on their way."""
        return self.field.roster.headquarters | self.freed

    def distance(self, goal: int, h: int) -> int:
        """Half movement points from a hex to a goal, for us."""
        return self.country.distances(goal, self.side)[h]

    @cached_property
    def turns_left(self) -> int:
        """Game turns after this one."""
        return max(self.field.scenario.turns.count - self.state.turn, 0)

    @cached_property
    def pressing(self) -> float:
        """By how much enemy losses count more than their points: in the last turn, while few points are missing for the
        least of the victory levels; else 1."""
        levels = self.field.scenario.victory.levels
        if self.turns_left or not levels:
            return 1.0
        sums = list(self.state.points)
        for side, number, _ in points.final(self.field, self.state):
            sums[side] += number
        missing = min(level.margin for level in levels) - (sums[self.side] - sums[self.enemy])
        return _WINS if 0 < missing <= _FEW else 1.0

    def speed(self, force: int, leader: int = 0) -> float:
        """The half movement points that a march of a force may be expected to bring; ``leader`` is added to the die."""
        table = self.field.tables.march
        more = leader + self.field.weather(self.state)
        times = sum(table.times[table.rows[table.die.clip(die + more)].march] for die in range(1, 7)) / 6
        return slowest(self.field, self.state, force) * HALF * times

    def in_time(self, half_points: float, speed: float, marches: int) -> float:
        """How likely a number of marches of that speed are to bring a force to a distance: 1 for surely, near 0 for
        hardly."""
        if half_points <= 0:
            return 1.0
        reach = speed * marches / half_points
        return min(max((reach - _LATE) / (_EARLY - _LATE), 0.02), 1.0)

    # -- fights -----------------------------------------------------------------------------------------------

    @cached_property
    def worlds(self) -> list[SnsState]:
        """The position as it might be: this guess, and others if there are enemies that none of our units has seen."""
        if not secrecy.hidden(self.field, self.state, self.side):
            return [self.state]
        key = self.field.sides[self.side]
        return [self.state, *(secrecy.redeal(self.field, self.state, key, Random(n)) for n in range(1, _WORLDS))]

    def attack(self, force: int, target: int) -> float:
        """What an attack of ours on a hex may bring, in points, over all that the enemy there may be."""
        if not force & self.field.roster.combat:
            return 0.0
        return sum(self._attack(world, force, target) for world in self.worlds) / len(self.worlds)

    def storm(self, force: int, target: int) -> float:
        """What an attack of ours from the march may bring, in points: the enemy fires better (20.31), and nobody takes
        his hex (20.42)."""
        found = sum(self._attack(world, force, target, stormed=True) for world in self.worlds)
        return found / len(self.worlds)

    def _attack(self, state: SnsState, force: int, target: int, *, stormed: bool = False) -> float:
        field = self.field
        foe = field.units_at(state, target, self.enemy)
        gain = 0.0 if stormed else self.gain(target)
        if not foe & ~field.roster.headquarters:
            return sum(self.worth(u) for u in bits(foe)) + gain
        found = forecast(field, state, self.side, target, force, foe, CLEAR, stormed=stormed)
        number = (foe & ~field.roster.headquarters).bit_count()
        taken = self._falls(found, force, number) if field.ground.fortress[target] else found.won
        brings = found.dead[1] * self.mean_worth(foe) + 0.3 * found.shaken[1] * self.mean_worth(foe)
        costs = found.dead[0] * self.mean_worth(force) + 0.3 * found.shaken[0] * self.mean_worth(force) + found.lost
        brings += self._leaders(foe, found.dead[1] / number)
        costs += self._leaders(force, found.dead[0] / (force & ~field.roster.headquarters).bit_count())
        return taken * gain * 0.9 + found.won * self.relief(target) + self.pressing * brings - costs

    def _leaders(self, force: int, share: float) -> float:
        """What the headquarters and hostages of a force may be lost for when such a share of its units dies; they are
        the last (10.51)."""
        worth = sum(self.worth(u) for u in bits(force & self._precious))
        return worth * min(share, 1.0) ** 2

    def bearing(self, origin: int, target: int, units: int) -> int:
        """Those of some units of ours in a hex that may attack another: boats only where water leads there (27.51)."""
        if not units & self.field.roster.afloat:
            return units
        return broadsides.striking(self.field, self.state, self.side, origin, target, units)

    def foe_strength(self, h: int) -> float:
        """The strength points that the enemy may be expected to have in a hex."""
        found = self._strengths.get(h)
        if found is None:
            field = self.field
            found = sum(field.strength(world, field.units_at(world, h, self.enemy)) for world in self.worlds)
            found = self._strengths[h] = found / len(self.worlds)
        return found

    def comes(self, h: int) -> float:
        """The strength of the strongest enemy force that one march may bring to a hex."""
        far = self.country.distances(h, self.enemy)
        return max((self.foe_strength(e) for e in self.foes if far[e] <= _A_MARCH), default=0.0)

    def takes(self, force: int, target: int) -> float:
        """How likely a force is to take a hex from the enemies there once it has come; a fortress in two goes."""
        found = self._taken.get((force, target))
        if found is None:
            found = sum(self._takes(world, force, target) for world in self.worlds) / len(self.worlds)
            found = 1 - (1 - found) ** 2 if self.field.ground.fortress[target] else found
            self._taken[force, target] = found
        return found

    def _takes(self, state: SnsState, force: int, target: int) -> float:
        foe = self.field.units_at(state, target, self.enemy)
        fighters = foe & ~self.field.roster.headquarters
        if not fighters:
            return 1.0
        found = forecast(self.field, state, self.side, target, force, foe, CLEAR)
        return self._falls(found, force, fighters.bit_count()) if self.field.ground.fortress[target] else found.won

    def _falls(self, found: Forecast, force: int, defenders: int) -> float:
        """How near an attack brings the fall of a fortress, which falls with the last of its defenders: the share that
        dies, squared, for half a garrison is less than half of the way, as far as attackers are left to go on."""
        left = 1 - found.dead[0] / max((force & ~self.field.roster.headquarters).bit_count(), 1)
        return min(found.dead[1] / defenders, 1.0) ** 2 * max(left, 0.0)

    def danger(self, force: int, h: int) -> float:
        """What the enemies near a hex may cost a force of ours that stands there."""
        near = [e for e in self.foes if self.field.distance(e, h) <= _NEAR]
        return max((self._danger(force, h, e) for e in near), default=0.0)

    def costs(self, force: int, h: int, e: int) -> float:
        """What an attack by the enemies of a hex may cost a force of ours in another, at least nothing."""
        return max(sum(self._costs(world, force, h, e) for world in self.worlds) / len(self.worlds), 0.0)

    def _danger(self, force: int, h: int, e: int) -> float:
        return self.costs(force, h, e) * (0.8 if self.field.distance(e, h) == 1 else 0.4)

    def _costs(self, state: SnsState, force: int, h: int, e: int) -> float:
        field = self.field
        foe = field.units_at(state, e, self.enemy)
        if not foe & field.roster.combat:
            return 0.0
        found = forecast(field, state, self.enemy, h, foe, force, CLEAR)
        costs = found.dead[1] * self.mean_worth(force) + 0.3 * found.shaken[1] * self.mean_worth(force)
        costs += found.won * (0.6 * self.stake(h) + 0.5)
        costs += self._leaders(force, found.dead[1] / max((force & ~field.roster.headquarters).bit_count(), 1))
        return costs - 0.8 * found.dead[0] * self.mean_worth(foe)

    # -- supply -----------------------------------------------------------------------------------------------

    def hunger(self, force: int, h: int) -> float:
        """What want of supply would cost a force in a hex, others of ours there counted, in points."""
        return self.hunger_of(force | self.mine.get(h, 0), h)

    def hunger_of(self, everybody: int, h: int) -> float:
        """What want of supply would cost in a hex if just these units of ours stood there, in points."""
        field, state = self.field, self.state
        trains = (everybody & field.roster.supply).bit_count()
        number = (everybody & ~field.roster.supply & ~field.roster.headquarters).bit_count()
        left = number - trains * field.tables.supply.units_a_supply_unit
        cost = 0.0
        if number and trains:
            left, cost = max(left, 0), 0.25
        if left <= 0:
            return cost
        if supply.automatic(field, state, h, self.side) is not None:
            return 0.0
        leaders = everybody & field.roster.headquarters
        leader = supply.best_forager(field, state, leaders)
        more = total(supply.forage_modifiers(field, state, h, self.side, leader))
        fed = [supply.fed(field, state, h, self.side, die, more) for die in range(1, 7)]
        hungry = sum(max(left - one, 0) for one in fed) / 6
        return cost + hungry * _HUNGRY * (0.4 + STRENGTH_POINT * 3)

    def ways_back(self, h: int) -> list[tuple[int, ...]]:
        """Where a force of ours could retreat from a hex."""
        return retreating.ways_back(self.field, self.state, self.side, h)


def roster_side(field: SnsField, unit: int) -> int:
    """The side of a unit."""
    return field.roster.side[unit]
