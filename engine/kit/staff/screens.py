"""Smoke and the like: attacks that put nothing but a marker into a hex, weighed by the fire that the marker spoils."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.kit.combat.kinds import DONE, NONE, BoundKind
from engine.kit.play.state import KitState
from engine.kit.staff.outlook import KitOutlook

_REACTIONS: Final = 0.5
"""How much a screen counts that is gone before the enemy's turn: only his reactions are spoiled."""
_MOST: Final = 8
"""So many hexes are looked at, those of the worst fire."""

Fire = tuple[float, int, int]
"""What a shot promises the enemy, from where, and at which hex."""


class KitScreens:
    """What the enemy's fire would bring him now, and what is left of it behind a marker."""

    def __init__(self, outlook: KitOutlook, kind: BoundKind) -> None:
        self.outlook, self.field, self.kind = outlook, outlook.field, kind
        self.markers = placed(outlook, kind)

    def best(self, hexes: frozenset[int]) -> Iterator[tuple[float, int]]:
        """The hexes in which a marker spoils most fire, each with how much, the best first."""
        state = self.outlook.state
        now = self._fire(self.outlook)
        worst = dict.fromkeys(h for _, at, target in sorted(now, reverse=True) for h in (at, target))
        found = []
        for h in [h for h in worst if h in hexes][:_MOST]:
            twin = state.copy()
            self._mark(twin, h)
            spoilt = sum(promise for promise, _, _ in now)
            spoilt -= sum(promise for promise, _, _ in self._fire(KitOutlook(self.outlook.view, twin)))
            found.append((self._lasting() * spoilt, h))
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
        best: dict[int, Fire] = {}
        for target in ours:
            by_hex: dict[tuple[int, int], list[int]] = {}
            for kind, u in outlook.shooters(target):
                by_hex.setdefault((outlook.state.where[u], kind.number), []).append(u)
            for (at, number), units in by_hex.items():
                promise = outlook.hopes.of(self.field.combat.kinds[number], (target,), tuple(units))
                if promise > 0 and (at not in best or promise > best[at][0]):
                    best[at] = promise, at, target
        return [*best.values()]


def placed(outlook: KitOutlook, kind: BoundKind) -> tuple[str, ...]:
    """The markers that an attack of a kind places in the hex at which it is aimed; none where it does anything else."""
    if kind.resolve != NONE or not kind.any_hex or (number := kind.effects_of(DONE)) < 0:
        return ()
    effects = outlook.field.combat.effects.lists[number]
    if any(one.what != "place" or (one.source.at or "target") != "target" for one in effects):
        return ()
    return tuple(one.name for one in effects)
