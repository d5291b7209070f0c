"""What only campaigns can be asked: columns, marches, foraging, concealed forces; each with how the map shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.play.common_questions import COMMON
from engine.play.display import (
    ConcealedAnswer,
    ConcealedForces,
    Grade,
    Grouping,
    GroupingCard,
    GroupMarkers,
    MapGroup,
    ReachOverlay,
)
from engine.play.questions import Argument, Question, Takes
from engine.systems.sun_never_sets.answers import campaigning, knowledge, secrecy
from engine.systems.sun_never_sets.answers.campaigning import ForageAnswer, MarchAnswer
from engine.systems.sun_never_sets.answers.knowledge import ColumnRow
from engine.systems.sun_never_sets.position import organising


@dataclass(frozen=True, slots=True)
class ColumnsAnswer:
    """The columns on the map."""

    columns: Sequence[ColumnRow]


def _columns(rules: Any, state: Any, side: str, given: Mapping[str, Any]) -> ColumnsAnswer:
    return ColumnsAnswer(knowledge.columns(rules.field, state, given.get("side", side)))


def _groups(answer: ColumnsAnswer) -> list[MapGroup]:
    return [MapGroup(row.column, row.side, row.at, tuple(row.units), row.hidden) for row in answer.columns]


def _march(rules: Any, state: Any, _side: str, given: Mapping[str, Any]) -> MarchAnswer:
    return campaigning.march(rules.field, state, given["units"], given.get("leader"))


def _forage(rules: Any, state: Any, _side: str, given: Mapping[str, Any]) -> ForageAnswer:
    return campaigning.forage(rules.field, state, given["place"], given.get("units", ()))


def _concealed(rules: Any, state: Any, _side: str, given: Mapping[str, Any]) -> ConcealedAnswer:
    return secrecy.concealed(rules.field, state, given["side"])


def _grouping(rules: Any, state: Any, _side: str, _given: Mapping[str, Any]) -> Grouping | None:
    return organising.grouping(rules.field, state)


def forage_grade(answer: ForageAnswer) -> tuple[Grade, str]:
    """How well a hex feeds the units, and the least and the most of them that the dice would feed."""
    fed = [die.fed for die in answer.dice]
    least, most = min(fed), max(fed)
    grade = Grade.GOOD if least >= answer.number else Grade.FAIR if most >= answer.number else Grade.POOR
    return grade, f"{least}" if least == most else f"{least}\u2013{most}"


def forage_sentence(answer: ForageAnswer) -> str:
    """``P1411, open country: of 9 units all are fed on 4 of 6 dice, 1.5 go hungry on average; +1 Stalker``."""
    number = answer.number
    if not number:
        return f"{answer.at}: no unit there needs food"
    enough = sum(die.fed >= number for die in answer.dice)
    units = "the unit is fed" if number == 1 else f"all {number} units are fed"
    said = f"{answer.at}, {answer.country}: {units} on {enough} of {len(answer.dice)} dice"
    if hungry := answer.expected_hungry:
        said += f", {_amount(round(hungry, 1))} not fed on average"
    adds = ", ".join(f"{m.value:+g} {m.why}" for m in answer.modifiers if m.value)
    said += f"; {adds}" if adds else ""
    return said + ("; a line of supply feeds them in any case" if answer.automatic else "") + f" [{answer.rule}]"


def _amount(number: float) -> str:
    """A number with ½ for a half."""
    whole = int(number)
    return f"{whole or ''}½" if number - whole == 0.5 else f"{number:g}"


QUESTIONS: Final = (
    *COMMON,
    Question(
        key="columns",
        about="the columns on the map, with what a side knows of their loads",
        arguments=(Argument("side", Takes.SIDE, optional=True),),
        answer=ColumnsAnswer,
        function=_columns,
        tolerance=0,
        overlay=GroupMarkers(noun="column", groups=_groups),
    ),
    Question(
        key="march",
        about="what a march of a force promises, result by result",
        arguments=(
            Argument("units", Takes.UNIT, "UNIT", many=True),
            Argument("leader", Takes.UNIT, "HQ", optional=True, after="by"),
        ),
        answer=MarchAnswer,
        function=_march,
        tolerance=0,
    ),
    Question(
        key="forage",
        about="what foraging in a hex promises for all or some of its units",
        arguments=(
            Argument("place", Takes.PLACE, "HEX"),
            Argument("units", Takes.UNIT, "UNIT", many=True, optional=True),
        ),
        answer=ForageAnswer,
        function=_forage,
        tolerance=0,
        overlay=ReachOverlay(
            title="Forage in reach of the selected unit",
            tip="How many of the units in its hex would find food in each hex that they can reach, by the dice",
            heading="Forage",
            legend={
                Grade.GOOD: "would feed all units of the hex by foraging; the numbers are units fed, by the dice",
                Grade.FAIR: "would feed all of them on some dice",
                Grade.POOR: "would not feed all of them on any die",
            },
            graded=forage_grade,
            sentence=forage_sentence,
        ),
    ),
    Question(
        key="concealed",
        about="hexes where a side sees enemies but does not know the units",
        arguments=(Argument("side", Takes.SIDE),),
        answer=ConcealedAnswer,
        function=_concealed,
        tolerance=0,
        own="side",
        overlay=ConcealedForces(),
    ),
    Question(
        key="grouping",
        about="the hex whose units are being put into columns now",
        answer=Grouping | None,
        function=_grouping,
        tolerance=0,
        overlay=GroupingCard(
            heading="Columns",
            noun="column",
            hint="Drag a unit to another column; each may move once.",
            join="join {group} {unit}",
            leave="leave {unit}",
        ),
    ),
)
"""What a campaign can be asked."""
