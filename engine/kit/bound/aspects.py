"""What conditions ask of the moment and of a unit's own state: what follows from the same answers is made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame


def _deeds(state: KitState, unit: int) -> tuple[Any, ...]:
    phases = sorted(key for key, mask in state.deeds.items() if mask >> unit & 1)
    return (*(bool(mask >> unit & 1) for mask in state.did), *phases)


_ANSWERS: Final[Mapping[str, Callable[[KitState, int], Any]]] = {
    "weather": lambda state, unit: state.weather,
    "turn": lambda state, unit: state.turn,
    "phase": lambda state, unit: turn_frame(state),
    "events": lambda state, unit: state.events,
    "status": lambda state, unit: tuple(bool(mask >> unit & 1) for mask in state.status),
    "supply": lambda state, unit: bool(state.unsupplied >> unit & 1),
    "carried": lambda state, unit: (unit in state.carrier, unit in state.carrier.values()),
    "steps": lambda state, unit: state.steps[unit],
    "facing": lambda state, unit: state.facing[unit] if state.facing else 0,
    "deeds": _deeds,
}
EVERYTHING: Final = frozenset(_ANSWERS)
"""All that conditions can ask besides the ground, what is printed, and where others are."""
NOTHING_ASKED: Final = frozenset[str]()


def together(asks: Iterable[frozenset[str]]) -> frozenset[str]:
    """Returns all that several conditions ask."""
    return frozenset[str]().union(*asks)


def answers(state: KitState, unit: int, asks: Iterable[str]) -> tuple[Any, ...]:
    """Returns how things are for a unit, as far as it is asked."""
    return tuple(_ANSWERS[name](state, unit) for name in asks)
