"""A position as one side of a campaign sees it: forces, what places and units are worth, what a fight would bring."""

from __future__ import annotations

from functools import cached_property

from engine.mechanics.bits import bits
from engine.systems.sun_never_sets import retreating, supply
from engine.systems.sun_never_sets.counters import GOOD
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.forecast import forecast
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.state import SnsState
from engine.systems.sun_never_sets.volleys import total

_FADE = 0.93
"""What is left of the worth of a goal four half movement points further off."""
_UNIT = 0.12
"""What a strength point is worth beside the points for its unit."""
_HUNGRY = 0.5
"""The share of a unit's worth that goes with its hunger."""


def fading(half_points: int) -> float:
    """How much a goal still draws from so many half movement points away."""
    return float(_FADE ** (half_points / 4))


class View:
    """What a side sees and reckons with at a decision."""

    def __init__(self, country: Country, state: SnsState, side: int) -> None:
        self.country, self.field, self.state, self.side = country, country.field, state, side
        self.enemy = 1 - side
        own, foe = (self.field.roster.of_side[player] for player in (side, 1 - side))
        self.mine = {h: mask & own for h, mask in sorted(state.stacks.items()) if mask & own}
        """Our hexes and who is there."""
        self.foes = {h: mask & foe for h, mask in sorted(state.stacks.items()) if mask & foe}

    # -- worth ------------------------------------------------------------------------------------------------

    def worth(self, unit: int) -> float:
        """What a unit is worth: the points its loss in battle brings, and its strength."""
        field = self.field
        losses, roster = field.losses[1 - roster_side(field, unit)], field.roster
        if 1 << unit & roster.headquarters:
            value = losses.leader * (roster.tactical[unit] + roster.strategic[unit])
            return float(value or losses.headquarters) + 1.0
        good = self.state.steps[unit] == GOOD
        return losses.unit + _UNIT * roster.strength[unit] * (1.0 if good else 0.6)

    def mean_worth(self, mask: int) -> float:
        """What a unit of a force is worth, its headquarters left out."""
        units = list(bits(mask & ~self.field.roster.headquarters))
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
        return found

    def stake(self, h: int) -> float:
        """Points to lose with a hex: ours for holding it, and what it would bring the enemy."""
        own, foe = self.country.gains.get(h, (0.0, 0.0)), self.country.first.get(h, (0.0, 0.0))
        found = own[self.side] + own[self.enemy]
        if foe[self.enemy] and not self.state.awarded >> self.country.lines[h] & 1:
            found += foe[self.enemy]
        return found

    def distance(self, goal: int, h: int) -> int:
        """Half movement points from a hex to a goal, for us."""
        return self.country.distances(goal, self.side)[h]

    @cached_property
    def turns_left(self) -> int:
        """Game turns after this one."""
        return max(self.field.scenario.turns.count - self.state.turn, 0)

    # -- fights -----------------------------------------------------------------------------------------------

    def attack(self, force: int, target: int) -> float:
        """What an attack of ours on a hex may bring, in points."""
        field = self.field
        foe = self.foes.get(target, 0)
        if not force & field.roster.combat:
            return 0.0
        if not foe & ~field.roster.headquarters:
            return sum(self.worth(u) for u in bits(foe)) + self.gain(target)
        found = forecast(field, self.state, self.side, target, force, foe)
        number = (foe & ~field.roster.headquarters).bit_count()
        held = field.ground.fortress[target]
        taken = min(found.dead[1] / number, 1.0) if held else found.won
        brings = found.dead[1] * self.mean_worth(foe) + 0.3 * found.shaken[1] * self.mean_worth(foe)
        costs = found.dead[0] * self.mean_worth(force) + 0.3 * found.shaken[0] * self.mean_worth(force) + found.lost
        if held and found.dead[1] >= number - 0.5:
            brings += sum(self.worth(u) for u in bits(foe & field.roster.headquarters))
        return taken * self.gain(target) * 0.9 + brings - costs

    def danger(self, force: int, h: int) -> float:
        """What the enemies near a hex may cost a force of ours that stands there."""
        worst = 0.0
        for e, foe in self.foes.items():
            far = self.field.distance(e, h)
            if far > 3 or not foe & self.field.roster.combat:
                continue
            found = forecast(self.field, self.state, self.enemy, h, foe, force)
            costs = found.dead[1] * self.mean_worth(force) + 0.3 * found.shaken[1] * self.mean_worth(force)
            costs += found.won * (0.6 * self.stake(h) + 0.5)
            costs -= 0.8 * found.dead[0] * self.mean_worth(foe)
            worst = max(worst, costs * (0.8 if far == 1 else 0.4))
        return worst

    # -- supply -----------------------------------------------------------------------------------------------

    def hunger(self, force: int, h: int) -> float:
        """What want of supply would cost a force in a hex, others of ours there counted, in points."""
        field, state = self.field, self.state
        everybody = force | self.mine.get(h, 0)
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
        return cost + hungry * _HUNGRY * (0.4 + _UNIT * 3)

    def ways_back(self, h: int) -> list[tuple[int, ...]]:
        """Where a force of ours could retreat from a hex."""
        return retreating.ways_back(self.field, self.state, self.side, h)


def roster_side(field: SnsField, unit: int) -> int:
    """The side of a unit."""
    return field.roster.side[unit]
