"""Attacks of the staff: of all that are legal the one that promises most, until none promises anything."""

from __future__ import annotations

from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import free, reaches
from engine.kit.play.turning import turn_frame
from engine.kit.staff.hopes import Hopes
from engine.kit.staff.view import KitView, position
from engine.play import Action, Game

_WORTH_IT: Final = 0.15
"""What an attack has to promise at least."""


class KitAssaults:
    """The attacks of a phase of combat."""

    def __init__(self, view: KitView, game: Game) -> None:
        self.view, self.game = view, game
        self.state = position(game)
        self.hopes = Hopes(view, self.state)

    def choice(self, legal: list[Action]) -> tuple[Action, str] | None:
        """The best attack, with its reason; None where none is worth it and the phase may end."""
        by_name = self.view.field.combat.by_name
        offers = [
            offer
            for action in legal
            if action.verb in by_name
            for offer in [self._best(by_name[action.verb], action.args[0][0])]
            if offer is not None
        ]
        if not offers:
            return None
        value, action = max(offers, key=lambda offer: offer[0])
        may_end = any(one.verb in ("end", "pass") for one in legal)
        if value < _WORTH_IT and may_end:
            return None
        return action, f"worth {value:.1f}"

    def _best(self, kind: BoundKind, target: int) -> tuple[float, Action] | None:
        """The best attack of a kind on a hex: with all who reach it, and with one after the other left out."""
        field, state = self.view.field, self.state
        able = [
            u
            for u in free(field, state, kind, turn_frame(state)[1], self.view.side)
            if reaches(field, state, kind, u, target)
        ]
        best: tuple[float, Action] | None = None
        units = sorted(able, key=lambda u: (-self.view.attack(state, kind, u), u))
        if kind.units == "one":
            tried: list[tuple[int, ...]] = [(u,) for u in units]
        else:
            tried = [tuple(sorted(units[:count])) for count in range(len(units), 0, -1)]
        for group in tried:
            value = self.hopes.of(kind, target, group)
            if best is not None and value <= best[0]:
                continue
            action = Action(kind.name, ((target,), group, NOWHERE))
            if self.game.verdict(action):
                best = value, action
        return best
