"""What every procedure of this system is, and what an action would break besides coming at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from engine.mechanics.acts import attack_of, unit_of, walk_of
from engine.mechanics.procedure import NOT_ASKED, Breach, Procedure
from engine.play import Action
from engine.systems.twilights_last_gleaming import battle
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState

ASKED: Final = {
    "lose": ("6.11", "no unit must lose a step now"),
    "retreat": ("6.12", "no unit must retreat now"),
    "displace": ("6.13", "no unit is displaced now"),
    "advance": ("6.15", "no unit may advance now"),
    "also": ("6.5", "no attack is being put together: begin with one"),
    "with": ("6.5", "no attack is being put together: begin with one"),
    "fight": ("6.5", "no attack is being put together: begin with one"),
}
"""What is done only when it is asked for, with the paragraph that asks."""


def bombardment_exempt(field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
    """Why a result asks nothing of a gun that has bombarded in this phase: one that fought out of contact (7.4)."""
    if action.verb in ("lose", "retreat", "advance"):
        unit = unit_of(action)
        if field.roster.gun[unit] and (state.fought & ~state.owed) >> unit & 1:
            yield "7.4", f"{field.roster.names[unit]} bombards: it loses no step, and neither retreats nor advances"


class TlgFrame(Procedure[TlgField, TlgState]):
    """A procedure of this system."""

    system: ClassVar[str] = "tlg2"
    side: int

    def elsewhere(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        """The paragraphs that an action of a side would break in its own phase (4, 5, 6)."""
        verb = action.verb
        if verb in ASKED:
            yield ASKED[verb][0], NOT_ASKED
            yield from bombardment_exempt(field, state, action)
        if verb == "move":
            yield from MARCH.breaches(field, state, *walk_of(action), self.side)
        elif verb == "enter":
            yield "5.2", "reinforcements enter in the movement phase"
            yield from MARCH.entry_breaches(field, state, *walk_of(action), self.side)
        elif verb == "attack":
            attack = attack_of(action)
            yield from battle.breaches(field, state, self.side, *attack, whole=bool(attack.units))
