"""Moves of the staff for a whole phase: toward attacks that promise most, then to places that count, out of danger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import in_reach
from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn
from engine.kit.staff.hopes import Hopes
from engine.kit.staff.view import KitView, position
from engine.play import Action, Game

_WORTH_IT: Final = 0.5
"""What an attack has to promise before units are led to it."""
_PULL: Final = 1.0
_RISK: Final = 0.35
_FRONT: Final = 6
"""More attackers than this are not led to one hex."""
_CROWD: Final = 0.75
"""How much less a place is worth to the next unit that goes there."""
_SOLID: Final = 0.8
"""Enemies so strong against those in a hex are no danger."""

Order = tuple[Action, str]


@dataclass(slots=True)
class KitOffer:
    """An attack that could be led to a hex."""

    value: float
    target: int
    places: dict[int, int]


class KitMarches:
    """The moves of a phase, thought out at its beginning."""

    def __init__(self, view: KitView, game: Game, legal: Iterable[Action]) -> None:
        self.view, self.field = view, view.field
        self.state = position(game)
        self.twin = self.state.copy()
        self.ways: dict[int, dict[int, Action]] = {}
        """For each unit that may move its destinations."""
        for action in legal:
            if action.verb == "move":
                hexes = [h for h in action.args[1:] if not is_turn(h)]
                if hexes:
                    self.ways.setdefault(action.args[0], {}).setdefault(hexes[-1], action)
        view.look(self.state)
        self.hopes = Hopes(view, self.state)
        self.threats = view.threats(self.state)
        self.goals = dict(view.goals)
        self.fights = [kind for kind in view.kinds if kind.reach.is_adjacent]
        self.why: dict[int, str] = {}

    def orders(self) -> list[Order]:
        """The moves in their order, each with its reason."""
        self._lead_to_attacks()
        left = [u for u in self.ways if u not in self.why]
        strong = [u for u in left if self.view.strength(self.state, u)]
        for u in sorted(strong, key=lambda u: (self._nearest(u), u)):
            self._place(u)
        for u in left:
            if u not in strong:
                self._accompany(u)
        where = self.twin.where
        moved = [u for u in self.ways if where[u] != self.state.where[u]]
        return [(self.ways[u][where[u]], self.why.get(u, "to a better place")) for u in moved]

    # -- attacks ----------------------------------------------------------------------------------------------

    def _lead_to_attacks(self) -> None:
        targets = {self.state.where[u] for u in self.view.on_map(self.state, 1 - self.view.side)}
        while targets:
            offers = [offer for h in sorted(targets) for kind in self.fights for offer in self._offers(kind, h)]
            best = max(offers, key=lambda offer: offer.value, default=None)
            if best is None or best.value < _WORTH_IT:
                return
            targets.discard(best.target)
            targets -= {h for h in targets if not any(offer.target == h for offer in offers)}
            for u, h in best.places.items():
                self.why[u] = f"attacks {self.field.grid.name(best.target)}, worth {best.value:.1f}"
                self.field.put(self.twin, u, h)

    def _offers(self, kind: BoundKind, target: int) -> Iterable[KitOffer]:
        """The best attack that those still free could bring on a hex."""
        view, field, side = self.view, self.field, self.view.side
        twin = self.twin.copy()
        near = [
            u
            for h in field.ground.near[target]
            for u in view.stack(twin, h, side)
            if (u not in self.ways or u in self.why) and self._strikes(twin, kind, u, target)
        ]
        places: dict[int, int] = {}
        able = [u for u in self.ways if u not in self.why and view.attack(self.state, kind, u)]
        best: KitOffer | None = None
        for u in sorted(able, key=lambda u: (-view.attack(self.state, kind, u), u)):
            if len(places) >= _FRONT:
                break
            spot = self._spot(twin, kind, u, target)
            if spot is None:
                continue
            field.put(twin, u, spot)
            places[u] = spot
            value = self.hopes.of(kind, target, tuple(sorted([*near, *places])), twin)
            value -= 0.1 * len(places)
            if best is None or value > best.value:
                best = KitOffer(value, target, dict(places))
        if best is not None:
            yield best

    def _strikes(self, twin: KitState, kind: BoundKind, unit: int, target: int) -> bool:
        return bool(self.view.attack(twin, kind, unit)) and in_reach(self.field, twin, kind, kind.reach, unit, target)

    def _spot(self, twin: KitState, kind: BoundKind, unit: int, target: int) -> int | None:
        """The hex from which a unit would attack, where there is one with room."""
        own, ways = twin.where[unit], self.ways[unit]
        found: list[tuple[float, int]] = []
        for h in self.field.ground.near[target]:
            if h != own and (h not in ways or not self.field.fits(twin, unit, h)):
                continue
            self.field.put(twin, unit, h)
            if self._strikes(twin, kind, unit, target):
                hope = self.hopes.of(kind, target, (unit,), twin)
                found.append((hope - 0.1 * self._danger(unit, h), h))
            self.field.put(twin, unit, own)
        return max(found)[1] if found else None

    # -- places -----------------------------------------------------------------------------------------------

    def _nearest(self, unit: int) -> float:
        pace = self.view.pace(self.state, unit)
        at = self.state.where[unit]
        return min((self.view.turns_to(unit, at, goal, pace) for goal in self.goals), default=0.0)

    def _place(self, unit: int) -> None:
        """Put a unit where it serves best, and make its goal worth less to those that follow."""
        own = self.state.where[unit]
        choices = [h for h in (own, *self.ways[unit]) if h == own or self.field.fits(self.twin, unit, h)]
        h = max(choices, key=lambda h: (self._serves(unit, h), h == own, -h))
        if h != own:
            self.field.put(self.twin, unit, h)
        pulls = self._pulls(unit, h)
        if pulls:
            _, goal = max(pulls)
            self.goals[goal] *= _CROWD
            self.why.setdefault(unit, f"toward {self.field.grid.name(goal)}")

    def _pulls(self, unit: int, h: int) -> list[tuple[float, int]]:
        pace = self.view.pace(self.state, unit)
        return [(worth / (1.0 + self.view.turns_to(unit, h, goal, pace)), goal) for goal, worth in self.goals.items()]

    def _serves(self, unit: int, h: int) -> float:
        pull = max((pull for pull, _ in self._pulls(unit, h)), default=0.0)
        return _PULL * pull - _RISK * self._danger(unit, h) + self._fire(unit, h)

    def _danger(self, unit: int, h: int) -> float:
        """What a unit may lose in a hex in the enemy's turn, with those who stand there."""
        distance = self.field.distance
        strongest = sorted((s for at, s, reach in self.threats if distance(at, h) <= reach), reverse=True)
        threat = sum(strongest[:4])
        if not threat:
            return 0.0
        friends = [u for u in self.view.stack(self.twin, h, self.view.side) if u != unit]
        defence = sum(self.view.defence(self.state, u) for u in (*friends, unit))
        ratio = threat / max(defence, 0.5)
        return self.view.worth(self.state, unit) * min(1.0, max(0.0, ratio - _SOLID) / 4)

    def _fire(self, unit: int, h: int) -> float:
        """What a hex is worth for attacks over a distance: an enemy in range and in sight, but not next to it."""
        found = 0.0
        for kind in self.view.kinds:
            strength = 0.0 if kind.reach.is_adjacent else self.view.attack(self.state, kind, unit)
            if not strength:
                continue
            at = self.twin.where[unit]
            self.field.put(self.twin, unit, h)
            spots = {where for where, _, _ in self.threats}
            if any(in_reach(self.field, self.twin, kind, kind.reach, unit, spot) for spot in spots):
                found = max(found, 0.15 * strength)
            self.field.put(self.twin, unit, at)
            if any(self.field.distance(h, spot) == 1 for spot in spots):
                found -= 0.5 * self.view.worth(self.state, unit)
        return found

    def _accompany(self, unit: int) -> None:
        """A unit without strength, a leader above all, goes where the strongest friends of its formation are."""
        own, formations = self.state.where[unit], self.field.roster.formations
        mine = formations[unit]

        def serves(h: int) -> float:
            friends = [u for u in self.view.stack(self.twin, h, self.view.side) if u != unit]
            strength = sum(
                self.view.strength(self.state, u) * (1.0 if formations[u][: len(mine)] == mine else 0.3)
                for u in friends
            )
            return strength - 0.5 * self._danger(unit, h)

        choices = [h for h in (own, *self.ways[unit]) if h == own or self.field.fits(self.twin, unit, h)]
        h = max(choices, key=lambda h: (serves(h), h == own, -h))
        if h != own:
            self.field.put(self.twin, unit, h)
            self.why[unit] = "goes with the strongest"
