"""What happens by itself as phases and turns begin and end."""

from __future__ import annotations

from typing import Any

from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.subject import KitSubject
from engine.kit.play import statuses
from engine.kit.play.state import KitState
from engine.play import Step


def phase_begins(field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
    """A phase begins: what is done in it without a choice."""
    if "recover" in phase.does:
        _recover(field, state, phase, active, step)
    for block in field.by_itself:
        block.phase_begins(field, state, phase, active, step)


def phase_ends(field: Any, state: KitState, phase: BoundPhase, step: Step) -> None:
    """A phase is over."""
    if any(state.status):
        statuses.end_all(field, state, "end_of_phase", field.roster.everybody, step)
    for block in field.by_itself:
        block.phase_ends(field, state, phase, step)


def turn_ends(field: Any, state: KitState, side: int, step: Step) -> None:
    """A player turn is over."""
    if any(state.status):
        statuses.end_all(field, state, "end_of_turn", field.roster.everybody, step)
        statuses.end_all(field, state, "own_turn_end", field.roster.of_side[side], step)
    for block in field.by_itself:
        block.turn_ends(field, state, side, step)


def game_turn_begins(field: Any, state: KitState, step: Step) -> None:
    """A game turn begins."""
    for block in field.by_itself:
        block.game_turn_begins(field, state, step)


def game_turn_ends(field: Any, state: KitState, step: Step) -> None:
    """A game turn is over."""
    for block in field.by_itself:
        block.game_turn_ends(field, state, step)


class ByItself:
    """A block of a file that does something without a choice as phases and turns begin and end."""

    def phase_begins(self, field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
        """A phase begins."""

    def phase_ends(self, field: Any, state: KitState, phase: BoundPhase, step: Step) -> None:
        """A phase is over."""

    def turn_ends(self, field: Any, state: KitState, side: int, step: Step) -> None:
        """A player turn is over."""

    def game_turn_begins(self, field: Any, state: KitState, step: Step) -> None:
        """A game turn begins."""

    def game_turn_ends(self, field: Any, state: KitState, step: Step) -> None:
        """A game turn is over."""


def _recover(field: Any, state: KitState, phase: BoundPhase, active: int, step: Step) -> None:
    """Statuses that last until units recover end for those of the phase."""
    sides = phase.sides(active, 0) if phase.by != "none" else (0, 1)
    units = [u for side in sides for u in field.roster.side_units[side] if state.where[u] >= 0]
    mask = 0
    for u in units:
        if phase.who.ask(KitSubject(field, state, field.roster.side[u], u)):
            mask |= 1 << u
    statuses.end_all(field, state, "recover", mask, step)
