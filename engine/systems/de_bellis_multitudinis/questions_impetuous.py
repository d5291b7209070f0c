"""The question about spontaneous advances: ``aim UNIT``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import impetuous
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState


def ask_aim(field: DbmField, state: DbmState, words: Sequence[str]) -> list[str]:
    """The enemies at whom an element may advance spontaneously, in any order (15.2); none if it does not advance
    spontaneously (15)."""
    if len(words) != 1:
        raise ActionError("this is asked about one element")
    unit = field.roster.find(words[0])
    return field.keys(impetuous.targets(field, state, unit) if impetuous.advances(field, state, unit) else ())


QUESTIONS: Final[Mapping[str, Callable[[DbmField, DbmState, Sequence[str]], list[str]]]] = {"aim": ask_aim}
"""Question to what answers it."""
