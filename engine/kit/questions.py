"""What may be asked of games by a rules file that keeps secrets, beside what may be asked of every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.play.common_questions import COMMON
from engine.play.display import ConcealedAnswer, ConcealedForces
from engine.play.questions import Argument, Question, Takes


def _concealed(rules: Any, state: Any, _side: str, given: Mapping[str, Any]) -> ConcealedAnswer:
    """The hexes with enemies of which a side does not know what they are (2.17)."""
    field = rules.field
    found: ConcealedAnswer = field.hiding.concealed(state, field.roster.player(given["side"]))
    return found


WITH_SECRETS: Final = (
    *COMMON,
    Question(
        key="concealed",
        about="where a side sees that enemies are, but not who",
        arguments=(Argument("side", Takes.SIDE),),
        answer=ConcealedAnswer,
        function=_concealed,
        tolerance=0,
        own="side",
        overlay=ConcealedForces(),
    ),
)
"""The questions of games with secrets."""
