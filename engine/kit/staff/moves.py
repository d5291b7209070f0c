"""Moves of the staff for a whole phase: attacks first, then garrisons, then each other unit to its best place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import in_reach
from engine.kit.combat.reacting import MOVES
from engine.kit.staff.assaults import STEADY, KitAssaults, KitTemper
from engine.kit.staff.outlook import Goal, KitOutlook
from engine.kit.staff.ways import Ways
from engine.mechanics.hexes.outlook import FAR, Depths
from engine.play import Action

_MARCH: Final = 0.04
"""What each hex to the enemy counts against a place, for each point of hunger, in prices of a factor."""
_HUNGRY: Final = 10.0
"""How much more that is where no place gives points."""
_LATE: Final = 3
"""With fewer turns to come than these, who leads may wait."""
_STAYING: Final = 0.05
"""What it counts for a place that a unit is there already, likewise."""
_COVER: Final = 0.15
"""What a column of cover counts."""
_BESIDE: Final = 0.07
"""What friends next to a hex count, up to two."""
_GUARD: Final = 0.75
"""How much of a place counts that the enemy could take while it has no guard."""
_TAKE: Final = 1.25
"""How much of a place counts that is free to be taken."""
_SHOT: Final = 0.15
"""What a factor counts that reaches an enemy from afar."""
_ALONE: Final = 3.0
"""What it counts against a place that a unit without strength would be alone there and in reach."""
_WAY: Final = 0.5
"""How much of the fire on the way counts."""

Order = tuple[Action, str]


class KitMarches(KitAssaults):
    """The moves of a phase, thought out at its beginning."""

    def __init__(self, outlook: KitOutlook, ways: Ways, temper: KitTemper = STEADY) -> None:
        super().__init__(outlook, ways, temper)
        self._depths = Depths(self.field.grid, outlook.foes) if outlook.foes else None
        self.hunger = temper.hunger * self._need() * self.price

    def _need(self) -> float:
        """How much this side has to go to the enemy: by the places that he holds, near the end by who leads."""
        outlook = self.outlook
        total = sum(goal.swing for goal in outlook.goals.values())
        if total and outlook.left >= _LATE:
            theirs = sum(goal.swing for goal in outlook.goals.values() if goal.holder != self.side)
            return 0.5 + 1.5 * theirs / total
        return (2.0 if outlook.lead() < 1 else 0.5) * (1.0 if total else _HUNGRY)

    def plan(self, *, rough: bool = False) -> list[Order]:
        """The moves in their order, each with its reason; units that stay are left out. A rough plan is of attacks and
        garrisons alone."""
        self.set_up_attacks()
        self._garrison()
        left = [] if rough else [u for u in self.ways if u not in self.place]
        strong = [u for u in left if self.outlook.strength(u)]
        for u in sorted(strong, key=lambda u: (bool(self._shots_of(u)), -self.outlook.strength(u), u)):
            self._stand(u)
        for u in left:
            if u not in self.place and self._choices(u):
                self._accompany(u)
        return self.orders()

    def orders(self) -> list[Order]:
        """The moves in their order: the nearest to the enemy first, since those behind may need the room."""
        depths, where = self._depths, self.state.where
        moved = [u for u, h in self.place.items() if u in self.ways and h != where[u]]
        coming = self.ways.entries
        moved.sort(
            key=lambda u: (
                u in coming,
                self.outlook.pace(u) if u in coming else 0,
                depths[self.place[u]] if depths else 0,
                not self.outlook.strength(u),
                u,
            )
        )
        return [(self.ways.action(u, self.place[u]), self.why.get(u, "to a better place")) for u in moved]

    # -- garrisons --------------------------------------------------------------------------------------------

    def _garrison(self) -> None:
        """One unit to each place that the enemy could take and that has no guard, and to each that is free to take."""
        goals = sorted(self.outlook.goals.values(), key=lambda goal: -goal.swing)
        for goal in goals:
            h, ours = goal.hex, goal.holder == self.side
            if h in self.outlook.foes or self._guarded(h) or (ours and h not in self.outlook.threats):
                continue
            able = [u for u in self._able(h) if self.outlook.strength(u)]
            if not able:
                continue
            best = max(able, key=lambda u: (self._post(u, h), -u))
            if self._post(best, h) + goal.now * (_GUARD if ours else _TAKE) > 0:
                name = self.field.grid.name(h)
                self.put(best, h, f"to hold {name}" if ours else f"to take {name}")

    def _guarded(self, h: int) -> bool:
        return any(self.outlook.strength(u) for u in self.settled(h))

    def _able(self, h: int) -> list[int]:
        """The units without a place that may stand in a hex."""
        return [
            u
            for u in self.ways
            if u not in self.place
            and (self.state.where[u] == h or (self.ways.leads(u, h) and self.field.fits(self.twin, u, h)))
        ]

    def _post(self, unit: int, h: int) -> float:
        """How well a unit does as a garrison."""
        outlook = self.outlook
        alone = outlook.danger(unit, h, self.settled(h, unit), self.beside(h))
        drawn = self.leaving(unit, h) if self.state.where[unit] != h else 0.0
        shots = _ALONE * self.price if self._shots_of(unit) else 0.0
        return 0.3 * self.price * outlook.defence(unit) - alone + 0.5 * min(drawn, 0.0) - shots

    # -- the line ---------------------------------------------------------------------------------------------

    def _stand(self, unit: int) -> None:
        """Put a unit where it serves best."""
        own = self.state.where[unit]
        hopes = [(self._hope(unit, h), h == own, -h) for h in self._choices(unit)]
        hopes.sort(reverse=True)
        shots = self._shots_of(unit)
        most = _SHOT * self.price * max((self.outlook.attack(kind, unit) for kind in shots), default=0.0)
        best: tuple[float, bool, int] | None = None
        for hope, stays, minus in hopes:
            if best is not None and hope + most < best[0]:
                break
            worth = hope - self._fears(unit, -minus) + (self._fire(unit, -minus, shots) if shots else 0.0)
            if best is None or (worth, stays, minus) > best:
                best = worth, stays, minus
        if best is not None:
            h = -best[2]
            self.put(unit, h, self._reason(unit, h))

    def _choices(self, unit: int) -> list[int]:
        own = self.state.where[unit]
        return [
            *((own,) if own >= 0 else ()),
            *(h for h in self.ways.ends(unit) if h != own and self.field.fits(self.twin, unit, h)),
        ]

    def _hope(self, unit: int, h: int) -> float:
        """What a place is worth to a unit but for its danger, and for what it could fire at from there."""
        outlook, own = self.outlook, self.state.where[unit]
        found = self.pull(unit, h)
        goal = outlook.goals.get(h)
        if goal is not None and not self._guarded(h):
            found += outlook.prize(h)
            if h in outlook.threats:
                found += _GUARD * goal.now
        if h == own:
            found += _STAYING * self.price
        found += _BESIDE * self.price * min(self.beside(h), 2)
        if self._depths is not None:
            found -= _MARCH * self.hunger * min(self._depths[h], FAR)
        return found

    def _fears(self, unit: int, h: int) -> float:
        """What speaks against a place: the enemy's attacks, his fire on the way, and attacks that have to be made."""
        found = self.temper.danger * self.danger(unit, h)
        if self.view.owes and (foes := self.outlook.foes_near(h)):
            found += self._forced(unit, h, foes)
        if self.field.reacting is not None and h != self.state.where[unit] and self.field.reacting.asks(MOVES):
            found += _WAY * self._covered(unit, h)
        return found

    def _forced(self, unit: int, h: int, foes: Iterable[int]) -> float:
        """What it costs to stand next to enemies without a planned attack: they must be attacked all the same."""
        alone = tuple(foe for foe in foes if foe not in self.attacked)
        if not alone:
            return 0.2 * self.price
        was = self.twin.where[unit]
        if was != h:
            self.field.put(self.twin, unit, h)
        kind = self.view.fights[0]
        hopes = [self.outlook.hopes.of(kind, (foe,), (unit,), self.twin) for foe in alone]
        worth = self.outlook.hopes.of(kind, alone, (unit,), self.twin) if kind.many_hexes else min(hopes)
        if was != h:
            self.field.put(self.twin, unit, was)
        return 0.2 * self.price * len(alone) - min(0.0, worth)

    def _covered(self, unit: int, h: int) -> float:
        """What enemies who may fire at those who move can do to a unit on its way."""
        return max((self.outlook.fire_on(unit, at) for at in self.ways.path(unit, h)), default=0.0)

    def _reason(self, unit: int, h: int) -> str:
        own, goal = self.state.where[unit], self.outlook.goals.get(h)
        if goal is not None:
            return f"to hold {self.field.grid.name(h)}"
        if own < 0:
            return f"enters toward {self.field.grid.name(h)}"
        if h != own and self.danger(unit, own) > self.danger(unit, h) + 0.5 * self.price:
            return f"out of danger, which was {self.danger(unit, own):.1f} points"
        goal = self._nearer(unit, own, h)
        return f"toward {self.field.grid.name(goal.hex)}" if goal is not None else "to close in on the enemy"

    def _nearer(self, unit: int, was: int, h: int) -> Goal | None:
        """The place that a unit comes nearer to, that which gives most; None for none."""
        pace, turns = self.outlook.pace(unit), self.view.turns_to
        found = [
            goal
            for goal in self.outlook.goals.values()
            if turns(unit, h, goal.hex, pace) < turns(unit, was, goal.hex, pace)
        ]
        return max(found, key=lambda goal: goal.swing / (1.0 + turns(unit, h, goal.hex, pace)), default=None)

    # -- fire -------------------------------------------------------------------------------------------------

    def _shots_of(self, unit: int) -> list[BoundKind]:
        """The kinds of combat over a distance that a unit takes part in."""
        return [kind for kind in self.view.shots if self.outlook.attack(kind, unit)]

    @cached_property
    def _targets(self) -> list[int]:
        return sorted(self.outlook.foes)

    def _fire(self, unit: int, h: int, shots: list[BoundKind]) -> float:
        """What a hex is worth for attacks over a distance: an enemy in reach, but not next to it."""
        was, found, grid = self.twin.where[unit], 0.0, self.field.grid
        self.field.put(self.twin, unit, h)
        for kind in shots:
            if any(
                grid.distance(h, spot) > 1 and in_reach(self.field, self.twin, kind, kind.reach, unit, spot)
                for spot in self._targets
            ):
                found = max(found, _SHOT * self.price * self.outlook.attack(kind, unit))
        self.field.put(self.twin, unit, was)
        return found

    # -- leaders and others who do not fight --------------------------------------------------------------------

    def _accompany(self, unit: int) -> None:
        """A unit without strength, a leader above all, goes where the strongest friends of its formation are."""
        own = self.state.where[unit]
        h = max(self._choices(unit), key=lambda h: (self._company(unit, h), h == own, -h))
        with_whom = [u for u in self.settled(h, unit) if self.outlook.strength(u)]
        if with_whom:
            chief = max(with_whom, key=lambda u: (self.outlook.strength(u), -u))
            why = f"with {self.view.roster.names[chief]}"
        else:
            why = "to be near its units"
        self.put(unit, h, why)

    def _company(self, unit: int, h: int) -> float:
        """How good a hex is to a unit without strength."""
        outlook, found, fighting = self.outlook, 0.0, False
        for u in self.settled(h, unit):
            strength = outlook.strength(u)
            fighting = fighting or bool(strength)
            found += self._kin(unit, u) * strength * (1.5 if u in self.engaged else 1.0)
        for n in self.field.ground.near[h]:
            found += 0.2 * sum(self._kin(unit, u) * outlook.strength(u) for u in self.settled(n, unit))
        found *= 0.3 * self.price
        if not fighting and h in outlook.threats:
            found -= _ALONE * self.price
        return found + 0.1 * self.pull(unit, h) - self.danger(unit, h)

    def _kin(self, unit: int, other: int) -> float:
        """How much a friend counts: one of the same formation in full, and all where it has none."""
        formations = self.view.roster.formations
        mine = formations[unit]
        return 1.0 if formations[other][: len(mine)] == mine else 0.3
