"""Questions about terrain: ``feature K`` and ``fe K``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import terrain
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.table import TableArea, TableLine, TableWall


def _piece(field: DbmField, words: Sequence[str]) -> TableArea | TableLine | TableWall:
    piece = terrain.piece_of(field, words[0]) if len(words) == 1 else None
    if piece is None:
        raise ActionError(f"there is no area or line {' '.join(words)!r} on this table")
    return piece


def ask_feature(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """What a piece of terrain is: its class, what a list needs for it, its feature equivalents and its going (5.4)."""
    piece = _piece(field, words)
    return {
        "class": terrain.class_of(piece),
        "needs": terrain.needs(piece),
        "fe": terrain.equivalents(field, piece),
        "going": terrain.going_of(field, piece),
    }


def ask_equivalents(field: DbmField, state: DbmState, words: Sequence[str]) -> float:
    """The feature equivalents of a piece of terrain (5.3, 5.6, 5.7)."""
    return terrain.equivalents(field, _piece(field, words))


QUESTIONS: Final[Mapping[str, Callable[[DbmField, DbmState, Sequence[str]], Any]]] = {
    "feature": ask_feature,
    "fe": ask_equivalents,
}
"""Question to what answers it."""
