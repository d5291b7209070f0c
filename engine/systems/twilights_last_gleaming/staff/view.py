"""How the TLG2 staff sees a position: what an attack is likely to bring, where the enemy can strike next."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from itertools import compress
from typing import Final

from engine.mechanics.bits import bits
from engine.mechanics.hexes.outlook import Depths, Outlook
from engine.systems.twilights_last_gleaming import moving
from engine.systems.twilights_last_gleaming.aftermath import may_retreat
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.sequence import PlayerTurn
from engine.systems.twilights_last_gleaming.staff.ground import (
    GROUND,
    THIN,
    Attackers,
    Defence,
    Stakes,
    ground_of,
    share_of,
)
from engine.systems.twilights_last_gleaming.state import TlgState

_NOTHING: Final = (0.0,)
"""What attackers give up where there are no objectives."""


_FEW: Final = 8
"""The most hexes for which the enemies that threaten them are looked for one by one, before they are sorted by column
for more: a loss or a retreat asks about a few, a plan about hundreds."""


class View(Outlook[TlgState]):
    """A position as one side sees it at a decision."""

    def __init__(self, rules: TlgRules, state: TlgState, side: int) -> None:
        self.rules = rules
        self.ground = ground_of(rules)
        super().__init__(rules.field, state, side, self.ground)
        self._by_column: dict[int, tuple[list[int], list[frozenset[int]]]] = {}
        self._threats: dict[int, tuple[int, ...]] = {}
        self._defences: dict[int, int] = {}
        self._alone: dict[tuple[int, tuple[int, ...]], float] = {}
        self._size = rules.field.grid.size
        self._dangers: dict[int, float] = {}
        """By unit, hex and friends in one number: there are many, and the garbage collector need not look at those."""
        self._blows: dict[tuple[int, int], tuple[float, float]] = {}
        self._near_foes: dict[int, tuple[int, ...]] = {}
        self._met: dict[int, float] = {}
        self.fires: dict[tuple[int, int], float] = {}
        """What guns could do from hexes, as far as it has been worked out."""

    @cached_property
    def foe_zone(self) -> bytearray:
        """The enemy's zone of control by hex."""
        return self.rules.field.zones.of(self.state, self.enemy)

    def remember(self, before: View) -> None:
        """Take over what another view of this side found out about the enemy, if he stands as he did and nobody of
        ours has lost anything."""
        if self._about_enemy == before._about_enemy:
            self._by_column, self._threats = before._by_column, before._threats
            self._dangers, self._blows = before._dangers, before._blows
            self._near_foes, self._met, self.fires = before._near_foes, before._met, before.fires
            self.foe_depths = before.foe_depths

    @cached_property
    def _about_enemy(self) -> tuple[object, ...]:
        """All that the danger from the enemy depends on."""
        where, steps = self.state.where, self.state.steps
        return self.side, self.state.turn, self.reply, [where[u] for u in self.foes], self.foes, steps

    @property
    def reply(self) -> bool:
        """Whether the enemy still has a combat phase to come after the player turn in progress."""
        active = next((frame.side for frame in self.state.stack if isinstance(frame, PlayerTurn)), self.side)
        return self.turns_left > 0 or active == 0 == self.side

    # -- worth ------------------------------------------------------------------------------------------------

    def step_worth(self, unit: int) -> float:
        """Points that the next step loss of a unit is worth."""
        return self.ground.step_worth(unit, self.state.steps[unit])

    def whole_worth(self, unit: int) -> float:
        """Points that a unit is worth as it stands."""
        return self.ground.whole_worth(unit, self.state.steps[unit])

    def defenders(self, h: int) -> list[int]:
        """The units in a hex."""
        return list(bits(self.state.stacks.get(h, 0)))

    def defence(self, h: int) -> int:
        """The strength a hex is defended with."""
        found = self._defences.get(h)
        if found is None:
            of, steps, mask = self.rules.field.roster.defence, self.state.steps, self.state.stacks.get(h, 0)
            found = self._defences[h] = sum([of(u, steps[u]) for u in bits(mask)])
        return found

    def strength(self, unit: int) -> int:
        """The strength a unit attacks with from next to the enemy."""
        return self.rules.field.roster.factor(unit, self.state.steps[unit])

    def fire(self, gun: int, at: int, target: int, *units: frozenset[int] | set[int]) -> int:
        """The strength a gun would bombard a hex with from another; 0 when it cannot.

        ``units``: occupied hexes. Large ones are better given as several sets than put together each time.
        """
        roster = self.rules.field.roster
        distance = self.ground.distances[target][at]
        if not 1 < distance <= roster.range[gun] or self.foe_zone[at]:
            return 0
        line = self.ground.lines[target][at]
        if line is None:
            return 0
        if line is THIN or 2 * distance > roster.range[gun]:
            return 1
        for occupied in units:
            if not occupied.isdisjoint(line):
                return 1
        return roster.factor(gun, self.state.steps[gun])

    def column(self, attack: int, defence: int, shift: int) -> int:
        """The column of an attack."""
        return self.ground.columns[attack, defence, shift]

    def prospect(
        self, column: int, near: Collection[int], targets: Collection[int], closed: Collection[int] = ()
    ) -> float:
        """Points that an attack may be expected to bring; ``near`` may suffer, bombarding guns do not.

        ``closed``: hexes that the attackers will stand in, closed to a retreat besides those occupied now.
        """
        return self.stakes(near, targets, closed).at(column)

    def alone(self, unit: int, foes: tuple[int, ...]) -> float:
        """Points that a unit may expect to lose where nobody helps it to attack some enemies, all at once."""
        known = self._alone.get((unit, foes))
        if known is None:
            column = self.column(self.strength(unit), sum(map(self.defence, foes)), 0)
            known = self._alone[unit, foes] = min(0.0, self.prospect(column, (unit,), foes))
        return known

    def stakes(self, near: Collection[int], targets: Collection[int], closed: Collection[int] = ()) -> Stakes:
        """The same for every column."""
        return Stakes(self.ground, self._defence(near, targets, closed), self._attackers(near) if near else None)

    def luck(self, column: int, die: int, near: Collection[int], targets: Collection[int]) -> float:
        """Points that a die result brings to an attack beyond what was to be expected."""
        ground, result = self.ground, self.rules.field.crt.cell(column, die)
        found = ground.gained([share_of(result, "D")], self._defence(near, targets, ()))
        found -= ground.suffered([share_of(result, "A")], self._attackers(near)) if near else 0.0
        return found - self.prospect(column, near, targets)

    def _defence(self, near: Collection[int], targets: Collection[int], closed: Collection[int]) -> Defence:
        stacks, steps = self.state.stacks, self.state.steps
        defenders = tuple([u for h in targets for u in bits(stacks.get(h, 0))])
        prize = sum(map(self.prize, targets)) if near and self.ground.goals else 0.0
        return prize, self._doomed(defenders, closed), defenders, tuple([steps[u] for u in defenders])

    def _attackers(self, near: Collection[int]) -> Attackers:
        steps = self.state.steps
        given_up = tuple(map(self._abandons, near)) if self.ground.goals else _NOTHING
        return tuple(near), tuple([steps[u] for u in near]), given_up

    def _abandons(self, unit: int) -> float:
        """What goes with the ground when a unit is driven from where it stands."""
        at = self.state.where[unit]
        return 0.5 * self.stake(at) if at >= 0 else 0.0

    def _doomed(self, defenders: Iterable[int], closed: Collection[int]) -> int:
        """Those whom a retreat kills, as a mask: a heavy battery, and anybody who has nowhere to go and nobody to
        displace."""
        found, heavy = 0, self.rules.field.roster.heavy
        stacks, where, passable = self.state.stacks, self.state.where, self.rules.field.ground.passable
        for u in defenders:
            if heavy >> u & 1:
                found |= 1 << u
                continue
            for n in passable[where[u]]:
                if n not in stacks and n not in closed:
                    break
            else:
                if not may_retreat(self.rules.field, self.state, u, closed):
                    found |= 1 << u
        return found

    # -- who meets whom ---------------------------------------------------------------------------------------

    @cached_property
    def foe_depths(self) -> Depths | None:
        """Hexes to the nearest enemy from each hex; None where there is no enemy."""
        return self.ground.depths(self.foe_hexes) if self.foe_hexes else None

    def foes_near(self, h: int) -> tuple[int, ...]:
        """The enemy hexes that a unit in ``h`` would be in contact with."""
        found = self._near_foes.get(h)
        if found is None:
            foes = self.foe_set
            found = self._near_foes[h] = tuple([n for n in self.rules.field.ground.control[h] if n in foes])
        return found

    def met(self, target: int) -> float:
        """Points of all that an attack on an enemy hex by those next to it may meet."""
        found = self._met.get(target)
        if found is None:
            hexes = {target}.union(*[self.foes_near(h) for h in self.rules.field.ground.control[target]])
            defenders = [u for h in hexes for u in self.defenders(h)]
            found = self._met[target] = sum(map(self.prize, hexes)) + sum(map(self.whole_worth, defenders))
        return found

    # -- threat -----------------------------------------------------------------------------------------------

    @cached_property
    def _strikers(self) -> dict[int, list[int]]:
        """The enemies that could attack next turn by their column of the map."""
        found: dict[int, list[int]] = {}
        if self.reply:
            where, columns = self.state.where, self.rules.field.grid.columns
            for u in self.foes:
                found.setdefault(where[u] % columns, []).append(u)
        return found

    @cached_property
    def _budgets(self) -> dict[str, tuple[int, int]]:
        """For each kind of enemy how many columns away it could attack next turn, and its half movement points."""
        field, kinds = self.rules.field, self.rules.field.roster.kind
        found: dict[str, tuple[int, int]] = {}
        for u in self.foes:
            if kinds[u] not in found:
                budget = moving.allowance(field, self.state, u)
                # One hex is always allowed, and those next to the last one can be attacked.
                found[kinds[u]] = max(1, budget // max(1, field.steps[kinds[u], True].least)) + 1, budget
        return found

    @cached_property
    def _widest(self) -> int:
        """The most columns away that an enemy could attack next turn."""
        return max((span for span, _ in self._budgets.values()), default=0)

    def _strikers_by(self, column: int) -> tuple[list[int], list[frozenset[int]]]:
        """The enemies near enough to attack in a column of the map next turn, the strongest first: the strength of
        each, and the hexes it could attack."""
        known = self._by_column.get(column)
        if known is None:
            where, kind, strikes = self.state.where, self.rules.field.roster.kind, self.ground.strikes
            budgets = self._budgets
            about = range(column - self._widest, column + self._widest + 1)
            found = [(at, u) for at in about for u in self._strikers.get(at, ())]
            near = [(self.strength(u), u) for at, u in found if abs(at - column) <= budgets[kind[u]][0]]
            near.sort(reverse=True)
            attacked = [strikes(where[u], kind[u], budgets[kind[u]][1]) for _, u in near]
            known = self._by_column[column] = [strength for strength, _ in near], attacked
        return known

    def threat(self, h: int) -> tuple[int, ...]:
        """The strengths of the enemies that could attack a hex next turn, the strongest first."""
        found = self._threats.get(h)
        if found is None:
            # Numbers in a tuple: the garbage collector need not look at them.
            found = self._threats[h] = tuple(self._threatening(h))
        return found

    def _threatening(self, h: int) -> Iterable[int]:
        """The same, looked for one by one or in what is known about the hex's column."""
        columns = self.rules.field.grid.columns
        column = h % columns
        if len(self._threats) >= _FEW:
            strengths, attacked = self._strikers_by(column)
            return compress(strengths, [h in hexes for hexes in attacked])
        if not self.reply:
            return ()
        where, kind, strikes = self.state.where, self.rules.field.roster.kind, self.ground.strikes
        widest, budgets = self._widest, self._budgets
        near = [u for u in self.foes if abs(where[u] % columns - column) <= widest]
        return sorted(
            [self.strength(u) for u in near if h in strikes(where[u], kind[u], budgets[kind[u]][1])], reverse=True
        )

    def danger(self, unit: int, h: int, friends: int) -> float:
        """Points that a unit may be expected to lose in ``h`` to the enemy's next attack.

        ``friends`` is the number of own units next to it: they take away hexes to attack from.
        """
        key = (unit * self._size + h) << 3 | friends
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._danger(unit, h, friends)
        return known

    def _danger(self, unit: int, h: int, friends: int) -> float:
        strengths = self.threat(h)
        if not strengths:
            return self._shelled(unit, h)
        ground = self.rules.field.ground
        room = max(1, min(4, len(ground.passable[h]) - friends))
        attack = sum(strengths[:room])
        defence = self.rules.field.roster.defence(unit, self.state.steps[unit])
        shift = -ground.hex_shift[h] + (1 if room > 2 and friends == 0 else 0)
        cost, driven = self._blow(unit, self.column(attack, defence, shift))
        return cost + driven * 2.0 * self.ground.goals.get(h, 0.0)

    @cached_property
    def _batteries(self) -> list[tuple[int, int, bytes]]:
        """The enemy's guns that fire once more: strength, range, hexes to everywhere."""
        roster, state = self.rules.field.roster, self.state
        guns = [u for u in self.foes if roster.gun[u]] if self.reply else []
        return [(self.strength(u), roster.range[u], self.ground.distances[state.where[u]]) for u in guns]

    def _shelled(self, unit: int, h: int) -> float:
        """What enemy guns may do from where they are to a unit that nobody else can reach."""
        near = [(strength, reach, row[h]) for strength, reach, row in self._batteries if row[h] <= reach]
        if not near:
            return 0.0
        fire = sum(strength if 2 * far <= reach else 1 for strength, reach, far in near)
        defence = self.rules.field.roster.defence(unit, self.state.steps[unit])
        column = self.column(fire, defence, -self.rules.field.ground.hex_shift[h])
        return self._blow(unit, column)[0]

    def _blow(self, unit: int, column: int) -> tuple[float, float]:
        """What an attack at a column costs a unit, and the chance that it loses its hex."""
        known = self._blows.get((unit, column))
        if known is not None:
            return known
        whole = self.whole_worth(unit)
        # A heavy battery dies where others go back.
        back = whole if self.rules.field.roster.heavy >> unit & 1 else GROUND
        cost = driven = 0.0
        for chance, lost, retreat, dead in self.ground.defender[column]:
            if dead or lost >= self.state.steps[unit]:
                cost += chance * whole
                driven += chance
            else:
                step = self.step_worth(unit) if lost else 0.0
                cost += chance * (min(whole, step + back) if retreat else step)
                driven += chance * retreat
        self._blows[unit, column] = cost, driven
        return cost, driven
