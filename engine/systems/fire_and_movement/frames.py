"""What every procedure of this system is, and what an action would break besides coming at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from engine.mechanics.acts import walk_of
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.procedure import NOT_ASKED, Breach, Procedure
from engine.play import Action
from engine.systems.fire_and_movement import assault
from engine.systems.fire_and_movement.acts import assault_of, bombard_of, deed_of
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.moving import MARCH
from engine.systems.fire_and_movement.state import FmState

PLACES: Final = {
    "move": "5.2",
    "enter": "3.0",
    "go": "3.0",
    "stop": "3.0",
    "bombard": "8.1",
    "attack": "8.2",
    "with": "8.2.1",
    "fight": "8.2.1",
    "support": "8.2.1",
    "pass": "8.2.1",
    "reduce": "8.2.4",
    "retreat": "8.3",
    "stay": "8.3.1",
    "displace": "8.3.1",
    "stand": "8.4",
    "fall back": "8.4",
    "advance": "8.5",
    "hold": "8.5",
}
"""The paragraph that gives each action its time; out of that time it is broken."""


class FmFrame(Procedure[FmField, FmState]):
    """A procedure of this system."""

    system: ClassVar[str] = "fm"

    def elsewhere(self, field: FmField, state: FmState, action: Action) -> Iterator[Breach]:
        """The paragraphs that an action would break in its own phase, and the one that gives it its time."""
        verb = action.verb
        side = active_side(state)
        if verb in PLACES:
            yield PLACES[verb], NOT_ASKED
        if verb == "move":
            yield from MARCH.breaches(field, state, *walk_of(action), side)
        elif verb == "enter":
            yield from MARCH.entry_breaches(field, state, *walk_of(action), side)
        elif verb == "attack":
            yield from assault.attack_breaches(field, state, side, *assault_of(action), False)
        elif verb == "bombard":
            yield from assault.target_breaches(field, state, side, bombard_of(action).hex, "8.1.2")
        elif verb == assault.SEVERAL:
            yield from assault.one_hex("8.1" if deed_of(action) == "bombard" else "8.2")
