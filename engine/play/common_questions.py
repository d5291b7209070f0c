"""The questions that the base class of all rules can answer: reach, zones of control, sight, supply, odds, score.

A system that does not say otherwise has them all; rules without such a notion say so (`answers.NotTold`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.boards.kinds import kind_of
from engine.errors import HexwrightError
from engine.play.answer_records import (
    FieldAnswer,
    FieldOfFire,
    OddsAnswer,
    ReachAnswer,
    RetreatAnswer,
    ScoreAnswer,
    ScoreRow,
    SightAnswer,
    SupplyAnswer,
    ZoneAnswer,
)
from engine.play.questions import Argument, Question, Takes


def fields_of_fire(rules: Any, state: Any, places: list[str]) -> FieldAnswer:
    """What the rules answer, and in ``areas`` what these places cover together, as GeoJSON geometries.

    They are measured in the map's own unit of length, such as the circumradius of a hex, from its upper left corner.
    """
    found: FieldOfFire = rules.fields_of_fire(state, places)
    covered = {
        "visible": found.visible,
        "attenuated": found.attenuated,
        "fire": [name for gun in found.fire for name in gun.full],
        "fire_attenuated": [name for gun in found.fire for name in gun.attenuated],
    }
    board = rules.scenario.map
    outline = kind_of(board).offers("outline")
    areas = {what: outline(board, [board.parse(name) for name in names]) for what, names in covered.items()}
    return FieldAnswer(found.from_, found.rule, found.visible, found.attenuated, found.fire, areas)


def _score(rules: Any, state: Any, _side: str, _given: Mapping[str, Any]) -> ScoreAnswer:
    sheet = rules.tally(state)
    if sheet is None:
        raise HexwrightError(f"the rules of {rules.system} have no score")
    rows = [ScoreRow(line.about, line.points) for line in sheet.lines]
    return ScoreAnswer(sheet.points, rows, sheet.wins, sheet.standing, sheet.leader)


COMMON: Final = (
    Question(
        key="los",
        about="the line of sight between two hexes",
        arguments=(Argument("a", Takes.PLACE), Argument("b", Takes.PLACE)),
        answer=SightAnswer,
        function=lambda rules, state, _side, given: rules.sight(state, given["a"], given["b"]),
        tolerance=0,
    ),
    Question(
        key="reach",
        about="where a unit can move, and at what cost",
        arguments=(Argument("unit", Takes.UNIT),),
        answer=ReachAnswer,
        function=lambda rules, state, _side, given: rules.reach(state, given["unit"]),
        tolerance=0,
    ),
    Question(
        key="zoc",
        about="the hexes in a side's zones of control",
        arguments=(Argument("side", Takes.SIDE),),
        answer=ZoneAnswer,
        function=lambda rules, state, _side, given: rules.zoc(state, given["side"]),
        tolerance=0,
    ),
    Question(
        key="supply",
        about="how a side's units would be fed now, and by which lines of supply",
        arguments=(Argument("side", Takes.SIDE),),
        answer=SupplyAnswer,
        function=lambda rules, state, _side, given: rules.supply(state, given["side"]),
        tolerance=0,
    ),
    Question(
        key="field",
        about="what is seen from hexes, and what guns there could fire at, as areas",
        arguments=(Argument("places", Takes.PLACE, "HEX", many=True),),
        answer=FieldAnswer,
        function=lambda rules, state, _side, given: fields_of_fire(rules, state, given["places"]),
        tolerance=0,
        unshown=("areas",),
    ),
    Question(
        key="odds",
        about="how an attack on a hex would stand",
        arguments=(Argument("place", Takes.PLACE, "HEX"), Argument("units", Takes.UNIT, "UNIT", many=True)),
        answer=OddsAnswer,
        function=lambda rules, state, _side, given: rules.odds(state, given["place"], given["units"]),
        tolerance=0,
    ),
    Question(
        key="retreats",
        about="where a unit could retreat to",
        arguments=(Argument("unit", Takes.UNIT),),
        answer=RetreatAnswer,
        function=lambda rules, state, _side, given: rules.retreats(state, given["unit"]),
        tolerance=0,
    ),
    Question(
        key="score",
        about="the points line by line, and who would win now",
        answer=ScoreAnswer,
        function=_score,
        tolerance=0,
    ),
)
