"""How the TLG2 staff sees a position: what factors and places are worth, what an attack is likely to bring,
where the enemy can strike next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.mechanics.bits import bits
from engine.mechanics.movement import reach
from engine.mechanics.odds import clamp, ratio
from engine.players.staff.common import Outlook, Prizes
from engine.systems.twilights_last_gleaming import moving
from engine.systems.twilights_last_gleaming.aftermath import Agenda, agenda
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.state import TlgState


class Ground(Prizes):
    """Prizes, and what each column of the combat results table asks for."""

    def __init__(self, rules: TlgRules) -> None:
        kind = "infantry" if ("infantry", True) in rules.steps else next(iter(rules.steps))[0]
        super().__init__(rules, rules.steps[kind, True])
        self.agendas: list[list[Agenda]] = [
            [agenda(row[column]) for row in rules.crt.rows] for column in range(len(rules.crt.columns))
        ]


@lru_cache(maxsize=8)
def ground_of(rules: TlgRules) -> Ground:
    """The ground of a battle, worked out once."""
    return Ground(rules)


class View(Outlook[TlgState]):
    """A position as one side sees it at a decision."""

    def __init__(self, rules: TlgRules, state: TlgState, side: int) -> None:
        self.rules = rules
        self.ground = ground_of(rules)
        super().__init__(rules, state, side, self.ground)
        self.foe_zone = moving.zone(rules, state, self.enemy)
        self._threat: dict[int, list[int]] | None = None

    # -- worth ------------------------------------------------------------------------------------------------

    def step_worth(self, unit: int) -> float:
        """Points that the next step loss of a unit is worth."""
        force, steps = self.rules.force, self.state.steps[unit]
        lost = force.factor(unit, steps) - force.factor(unit, steps - 1)
        # A unit that dies takes its zone of control and its ground with it.
        return self.ground.factor * lost + (0.6 if steps == 1 else 0.0)

    def whole_worth(self, unit: int) -> float:
        """Points that a unit is worth as it stands."""
        return self.ground.factor * self.rules.force.factor(unit, self.state.steps[unit]) + 0.6

    def losses(self, units: Sequence[int], count: int) -> float:
        """What ``count`` steps cost the owner who chooses the cheapest ones."""
        worths = sorted(self.step_worth(u) for u in units)
        deeper = [self.whole_worth(u) for u in units] if count > len(worths) else []
        return sum((worths + deeper)[:count])

    def defenders(self, h: int) -> list[int]:
        """The units in a hex."""
        return list(bits(self.state.stacks.get(h, 0)))

    def defence(self, h: int) -> int:
        """The strength a hex is defended with."""
        return sum(self.rules.force.defence(u, self.state.steps[u]) for u in self.defenders(h))

    def strength(self, unit: int) -> int:
        """The strength a unit attacks with from next to the enemy."""
        return self.rules.force.factor(unit, self.state.steps[unit])

    def column(self, attack: int, defence: int, shift: int) -> int:
        """The column of an attack."""
        return clamp(ratio(max(attack, 1), max(defence, 1)) + shift, self.rules.crt.columns)

    def prospect(self, column: int, near: Sequence[int], targets: Iterable[int]) -> float:
        """Points that an attack may be expected to bring; ``near`` may suffer, bombarding guns do not."""
        hexes = tuple(targets)
        defenders = [u for h in hexes for u in self.defenders(h)]
        prize = sum(self.prize(h) for h in hexes)
        total = 0.0
        rows = self.ground.agendas[column]
        for todo in rows:
            for who, what, count in todo:
                if who == "A":
                    total -= self._suffer(near, what, count)
                elif what == "retreat":
                    total += self._drive_back(defenders) + (prize if near else 0.0)
                elif what == "eliminate":
                    total += sum(self.whole_worth(u) for u in defenders) + (prize if near else 0.0)
                else:
                    total += self.losses(defenders, count)
                    if near and count >= sum(self.state.steps[u] for u in defenders):
                        total += prize
        return total / len(rows)

    def _suffer(self, near: Sequence[int], what: str, count: int) -> float:
        if not near:
            return 0.0
        if what == "retreat":
            heavy = self.rules.force.heavy
            return 0.5 + sum(self.whole_worth(u) for u in near if heavy >> u & 1)
        return sum(self.whole_worth(u) for u in near) if what == "eliminate" else self.losses(near, count)

    def _drive_back(self, defenders: Sequence[int]) -> float:
        """A retreat kills a heavy battery, and anybody who has nowhere to go."""
        gained = 0.4
        for u in defenders:
            at = self.state.where[u]
            room = any(n not in self.state.stacks for n in self.rules.ground.passable[at])
            if self.rules.force.heavy >> u & 1 or not room:
                gained += self.whole_worth(u)
        return gained

    # -- threat -----------------------------------------------------------------------------------------------

    def threat(self) -> dict[int, list[int]]:
        """For each hex the strengths of the enemies that could attack it next turn, the strongest first."""
        if self._threat is None:
            found: dict[int, list[int]] = {}
            for u in self.foes:
                for h in self._strikes(u):
                    found.setdefault(h, []).append(self.strength(u))
            for strengths in found.values():
                strengths.sort(reverse=True)
            self._threat = found
        return self._threat

    def _strikes(self, unit: int) -> set[int]:
        """Hexes that an enemy could be next to; my own units may have moved by then and do not stand in its way."""
        rules = self.rules
        budget = moving.allowance(rules, self.state, unit)
        steps = rules.steps[rules.force.kind[unit], True]
        reached = reach(self.state.where[unit], steps, budget).cost
        control = rules.ground.control
        return {n for h in reached for n in control[h]}

    def danger(self, unit: int, h: int, friends: int) -> float:
        """Points that a unit may be expected to lose in ``h`` to the enemy's next attack.

        ``friends`` is the number of own units next to it: they take away hexes to attack from.
        """
        strengths = self.threat().get(h)
        if not strengths:
            return 0.0
        room = max(1, min(4, 6 - friends - self._closed(h)))
        attack = sum(strengths[:room])
        defence = self.rules.force.defence(unit, self.state.steps[unit])
        shift = -self.rules.ground.hex_shift[h] + (1 if room > 2 and friends == 0 else 0)
        column = self.column(attack, defence, shift)
        worth = 0.0
        rows = self.ground.agendas[column]
        for todo in rows:
            for who, what, count in todo:
                if who != "D":
                    continue
                if what == "retreat":
                    worth += 0.4 + self.stake(h) + (
                        self.whole_worth(unit) if self.rules.force.heavy >> unit & 1 else 0.0
                    )
                else:
                    worth += self.whole_worth(unit) if what == "eliminate" else self.losses((unit,), count)
        return worth / len(rows)

    def _closed(self, h: int) -> int:
        return 6 - len(self.rules.ground.passable[h])
