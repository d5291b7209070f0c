"""Smoke and the like: attacks that only put a marker into a hex, weighed by the fire that it spoils, ours and theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.kit.combat.kinds import DONE, NONE, BoundKind
from engine.kit.combat.legality import in_reach
from engine.kit.play.state import KitState
from engine.kit.staff.outlook import KitOutlook

_REACTIONS: Final = 0.5
"""How much a screen counts that is gone before the enemy's turn: only his reactions are spoiled."""
_MOST: Final = 8
"""So many hexes are looked at, those of the worst fire."""

Fire = tuple[float, int, int]
"""What a shot promises, from where, and at which hex."""


class KitScreens:
    """What the enemy's fire would bring him now, and what is left of it behind a marker."""

    def __init__(self, outlook: KitOutlook, kind: BoundKind) -> None:
        self.outlook, self.field, self.kind = outlook, outlook.field, kind
        self.markers = placed(outlook, kind)

    def best(self, hexes: frozenset[int]) -> Iterator[tuple[float, int]]:
        """The hexes in which a marker spoils most fire, each with how much, the best first."""
        state = self.outlook.state
        now, mine = self._fire(self.outlook), self._our_fire(self.outlook)
        worst = dict.fromkeys(h for _, at, target in sorted(now, reverse=True) for h in (at, target))
        found = []
        for h in [h for h in worst if h in hexes][:_MOST]:
            twin = state.copy()
            self._mark(twin, h)
            behind = KitOutlook(self.outlook.view, twin)
            spoilt = self._lasting() * (total(now) - total(self._fire(behind)))
            found.append((spoilt - total(mine) + total(self._our_fire(behind)), h))
        # A marker on those who fire goes on serving whoever moves after it.
        yield from sorted(found, key=lambda one: (-one[0], one[1] not in self.outlook.foes, one[1]))

    def _mark(self, state: KitState, h: int) -> None:
        kinds = self.field.marker_kinds
        state.markers = (*state.markers, *((kinds[name], h, state.turn) for name in self.markers))
        self.field.changed(state)

    def _lasting(self) -> float:
        """How much of it is still there when the enemy fires."""
        lasts = {self.field.model.markers[name].lasts for name in self.markers}
        if lasts != {"end_of_game_turn"} or self.outlook.side == 0:
            return 1.0
        return _REACTIONS if self.field.reacting is not None else 0.0

    def _fire(self, outlook: KitOutlook) -> list[Fire]:
        """The best shot of each hex of the enemy at ours, as far as it promises him anything."""
        own = self.outlook.view.roster.of_side[outlook.side]
        ours = sorted(h for h, mask in outlook.state.stacks.items() if mask & own)
        return self._best_shots(outlook, {target: outlook.shooters(target) for target in ours})

    def _our_fire(self, outlook: KitOutlook) -> list[Fire]:
        """The best shot of each of our hexes at the enemy: a marker hinders both sides."""
        state, field = outlook.state, self.field
        guns = [
            (kind, u) for kind in outlook.view.shots for u in outlook.on_map(outlook.side) if outlook.attack(kind, u)
        ]
        return self._best_shots(
            outlook,
            {
                h: [(kind, u) for kind, u in guns if in_reach(field, state, kind, kind.reach, u, h)]
                for h in outlook.foes
            },
        )

    def _best_shots(self, outlook: KitOutlook, shooters: Mapping[int, Sequence[tuple[BoundKind, int]]]) -> list[Fire]:
        best: dict[int, Fire] = {}
        for target, able in shooters.items():
            by_hex: dict[tuple[int, int], list[int]] = {}
            for kind, u in able:
                by_hex.setdefault((outlook.state.where[u], kind.number), []).append(u)
            for (at, number), units in by_hex.items():
                promise = outlook.hopes.of(self.field.combat.kinds[number], (target,), tuple(units))
                if promise > 0 and (at not in best or promise > best[at][0]):
                    best[at] = promise, at, target
        return [*best.values()]


def total(shots: Iterable[Fire]) -> float:
    """What some shots promise together."""
    return sum(promise for promise, _, _ in shots)


def placed(outlook: KitOutlook, kind: BoundKind) -> tuple[str, ...]:
    """The markers that an attack of a kind places in the hex at which it is aimed; none where it does anything else."""
    if kind.resolve != NONE or not kind.any_hex or (number := kind.effects_of(DONE)) < 0:
        return ()
    effects = outlook.field.combat.effects.lists[number]
    if any(one.what != "place" or (one.source.at or "target") != "target" for one in effects):
        return ()
    return tuple(one.name for one in effects)
