"""Attacks built in steps: targets and attackers are added one by one, then the attack is fought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.procedure import Asking
from engine.play import Action, Decision, Step
from engine.play.words import listed

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)


class Declaring(Asking[F, H]):
    """An attack being put together."""

    side: int
    attackers: tuple[int, ...]
    decision_rule: str
    """The paragraph under which attacks are put together."""
    asks = "first complete the declared attack: add to it or fight"
    adds: Mapping[str, str] = {"with": "attackers"}
    """The verbs that add to an attack, each with the field that it adds to."""
    more = "attackers"
    """What may be added."""

    def wants(self, action: Action) -> bool:
        return action.verb == "fight" or action.verb in self.adds

    @property
    def against(self) -> tuple[int, ...]:
        """The hexes attacked, as this frame names them."""
        raise NotImplementedError

    def hexes_attacked(self, state: H) -> tuple[int, ...]:
        """The hexes attacked now."""
        return self.against

    def ruled_by(self, field: F) -> str:
        """The paragraph under which attacks are put together, with its system."""
        return self.cite(self.decision_rule)

    def is_asking(self, field: F, state: H) -> bool:
        return True

    def decision(self, field: F, state: H) -> Decision:
        against = self.hexes_attacked(state)
        hexes = tuple(field.grid.name(h) for h in against)
        units = tuple(field.roster.keys[u] for u in self.attackers)
        prompt = f"Attack {listed(field.place(h) for h in against)}: add {self.more}, then fight"
        return Decision(field.roster.sides[self.side], "attack", self.ruled_by(field), prompt, units, hexes)

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        name = self.adds.get(action.verb)
        if name is None:
            state.pop()
            self.fight(field, state, action, step)
        else:
            added: Any = {name: tuple(sorted((*getattr(self, name), action.args[0])))}
            state.replace(replace(self, **added))

    def fight(self, field: F, state: H, action: Action, step: Step) -> None:
        """Begin the attack as it has been put together."""
        raise NotImplementedError
