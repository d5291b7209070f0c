"""All that a rules file says of combat, ready for play."""

from __future__ import annotations

from typing import Any

from engine.kit.combat.kinds import CombatBook
from engine.kit.combat.outcomes import carry_out


def combat_book(field: Any) -> CombatBook:
    """The kinds of combat and the effects of the file that a field is bound to."""
    return CombatBook(field, carry_out)
