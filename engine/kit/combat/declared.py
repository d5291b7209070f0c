"""An attack by a rules file as it is declared, or asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.attack import KitAttack
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.odds import KitOdds, attack_of, odds_of
from engine.kit.combat.targets import hexes_of


@dataclass(frozen=True, slots=True)
class DeclaredAttack:
    """Who attacks what, in which way."""

    kind: BoundKind
    phase: int
    """The number of the phase in which it is made; less than 0 outside of phases."""
    side: int
    """The side that attacks."""
    targets: tuple[int, ...]
    """Hexes, or units by name (`targets.unit_target`)."""
    units: tuple[int, ...]
    """Those that attack or support."""
    lowered: int = NOWHERE
    """The column that it is lowered to; NOWHERE where none is named."""

    def hexes(self, state: Any) -> tuple[int, ...]:
        """The hexes attacked."""
        return hexes_of(state, self.targets)

    def attack(self, field: Any, state: Any) -> KitAttack:
        """The attack as conditions and changes speak about it."""
        return attack_of(field, state, self.kind, self.side, self.targets, self.units)

    def odds(self, field: Any, state: Any) -> KitOdds:
        """The odds of the attack."""
        return odds_of(field, state, self.kind, self.attack(field, state))
