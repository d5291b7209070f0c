"""The questions that these rules answer about a position, as the program registers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.play.display import ConcealedAnswer, ConcealedForces
from engine.play.questions import Answering, Argument, Question, Takes
from engine.systems.de_bellis_multitudinis import (
    questions_armies,
    questions_combat,
    questions_moving,
    questions_sheets,
    questions_shown,
    questions_terrain,
    secrecy,
)
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.questions_impetuous import QUESTIONS as IMPETUOUS
from engine.systems.de_bellis_multitudinis.state import DbmState

Asked = Callable[[DbmField, DbmState, Sequence[str]], Any]

_ABOUT: Final[Mapping[str, tuple[str, str]]] = {
    "contacts": ("UNIT", "what the front edge of an element touches"),
    "zones": ("UNIT", "the enemies in whose zones an element is"),
    "group": ("UNIT...", "whether some elements are one group"),
    "foot": ("COMMAND", "whether a command is entirely on foot"),
    "height": ("UNIT UNIT", "whether an element is level with another, higher or lower"),
    "gap": ("UNIT UNIT", "the shortest line between two bases, in paces"),
    "distance": ("UNIT UNIT", "the distance of two bases, in paces"),
    "going": ("UNIT, or X,Y", "the going under an element or at a point"),
    "sees": ("UNIT UNIT", "whether an element sees another"),
    "wind": ("UNIT", "how an element stands to the wind or the sun"),
    "targets": ("UNIT [EDGE]", "the targets of an element, and the target that it must shoot at first"),
    "lines": ("UNIT UNIT CORNER CORNER", "whether the lines from the front corners to two corners do not cross"),
    "factors": ("UNIT UNIT", "the factors of an element against another, before dice and grades"),
    "support": ("UNIT [UNIT]", "what rear support adds to an element against another, or the one at its front"),
    "mitigation": ("UNIT [UNIT]", "what the rank behind takes off the weakness of an element"),
    "compare": ("TOTAL TOTAL", "how two totals compare"),
    "aim": ("UNIT", "the enemies at whom an element may advance spontaneously"),
    "civil war": ("", "whether the battle is a civil war"),
    "list": ("SIDE", "points, equivalents and elements of an army, and what it breaks of its list"),
    "allied": ("SIDE ALLY LINE [CHOSEN]", "how many elements of a line an allied contingent may have"),
    "feature": ("AREA or LINE", "the class, needs, equivalents and going of a piece of terrain"),
    "fe": ("AREA or LINE", "the feature equivalents of a piece of terrain"),
    "zone": ("UNIT", "the corners of the zone before an element"),
    "arc": ("UNIT [EDGE]", "how far an element shoots, and the corners of what its shots reach"),
    "commands": ("", "state of each command: initiative, elements, losses, and when it is demoralised"),
    "army": ("SIDE", "the sheet of an army: lines of its list, commands, points, equivalents, and what is wrong"),
    "terrain": ("", "the terrain of the table: classes, sectors, going, feature equivalents, and what is wrong"),
    "armies": ("", "what each army has lost, and when it is beaten"),
}
"""Each question's words for help, and what it answers."""
_LENGTHS: Final = ("gap", "distance", "wind")
"""The questions whose numbers are measured, so that they may be off by one."""
_ORDERED: Final = ("targets",)

_ALL: Final[Mapping[str, Asked]] = {
    **questions_moving.QUESTIONS,
    **questions_combat.QUESTIONS,
    **IMPETUOUS,
    **questions_armies.QUESTIONS,
    **questions_terrain.QUESTIONS,
    **questions_shown.QUESTIONS,
    **questions_sheets.QUESTIONS,
}


def _answering(asked: Asked) -> Answering:
    """A question of these rules as the program asks it."""

    def answer(rules: Any, state: Any, side: str, arguments: Mapping[str, Any]) -> Any:
        return asked(rules.field, state, arguments.get("words", []))

    return answer


def _question(key: str, asked: Asked) -> Question:
    words, about = _ABOUT[key]
    argument = Argument("words", Takes.WORD, label=words, many=True, optional=True, shape=words)
    return Question(
        key=key,
        about=about,
        arguments=(argument,) if words else (),
        answer=Any,
        function=_answering(asked),
        ordered=key in _ORDERED,
        tolerance=1 if key in _LENGTHS else 0,
    )


def _concealed(rules: Any, state: Any, side: str, arguments: Mapping[str, Any]) -> ConcealedAnswer:
    """The elements of the enemy that a side does not see: nothing on the table shows where they are (9.1)."""
    field: DbmField = rules.field
    unseen = secrecy.unseen(field, state, field.roster.player(arguments["side"]))
    return ConcealedAnswer(field.keys(tuple(unseen)), {})


_CONCEALED: Final = Question(
    key="concealed",
    about="the elements of the enemy that a side does not see",
    arguments=(Argument("side", Takes.SIDE),),
    answer=ConcealedAnswer,
    function=_concealed,
    tolerance=0,
    own="side",
    overlay=ConcealedForces(),
)

QUESTIONS: Final[tuple[Question, ...]] = (*(_question(key, asked) for key, asked in _ALL.items()), _CONCEALED)
"""What these rules can be asked."""
