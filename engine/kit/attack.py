"""An attack, as conditions and changes speak about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Number = int | Fraction


@dataclass(slots=True)
class KitAttack:
    """Who attacks whom. Units and hexes by number."""

    kind: str
    """The name of the kind of combat."""
    side: int
    """The side that attacks."""
    targets: tuple[int, ...]
    """The hexes attacked."""
    attackers: tuple[int, ...]
    """The units that fight; those that only support are left out."""
    supporters: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    strength: tuple[Number, Number] | None = None
    """The strengths of both sides; None before they are known."""
    result: str = ""
    """The code; empty before the dice."""
    die: int | None = None
    """The sum thrown with its changes; None before the dice."""

    def with_strength(self, strength: tuple[Number, Number]) -> KitAttack:
        """This attack with the strengths of both sides."""
        return KitAttack(
            self.kind,
            self.side,
            self.targets,
            self.attackers,
            self.supporters,
            self.defenders,
            strength,
            self.result,
            self.die,
        )
