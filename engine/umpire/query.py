"""What the umpire knows about a position, asked in words: reach, zones of control, lines of sight, odds, and whatever
else a system registers; and what the rules say of an action. Names in, plain JSON out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.errors import HexwrightError
from engine.play import Game, Judgement
from engine.play.asked import arguments, find, known
from engine.play.questions import Question, plain_answer
from engine.play.registry import system
from engine.play.words import Names
from engine.scenario import Scenario

VIEW: Final = "view"
VIEW_HELP: Final = "SIDE: what a side may see and know of the position"
"""The one question that is about a game and not about a position: its answer has the events."""


def helped(scenario: Scenario) -> dict[str, str]:
    """The questions that can be asked about a scenario, each with what it wants and what it answers."""
    asked = {question.key: question.help for question in system(scenario.system).questions}
    return {**asked, VIEW: VIEW_HELP}


def ask(game: Game, question: str, words: Sequence[str] = (), side: str = "") -> Any:
    """The answer to a question in words, as plain data: ``reach us-9``. Raises HexwrightError for one that makes no
    sense.

    With ``side`` the answer is what that side may know: what is hidden from it is dealt again before it is asked about.
    """
    if question.lower() == VIEW:
        return _view(game, words, side)
    return plain_answer(answered(game, question, words, side)[1])


def answered(game: Game, question: str, words: Sequence[str] = (), side: str = "") -> tuple[Question, Any]:
    """The question that was asked in words, and its answer; see `ask`."""
    scenario = game.scenario
    asked = find(system(scenario.system).questions, [*question.split(), *words], [VIEW])
    found = asked.question
    if found.own:
        given = arguments(asked, scenario)
        _refuse_others(scenario, side, given[found.own])
        return found, found.function(game.rules, game.state, side, given)
    if side:
        side = known(side, scenario.sides, "side")
        game = game.guess(side, Random(0))
    return found, found.function(game.rules, game.state, side, arguments(asked, scenario))


def judge(game: Game, words: Sequence[str], side: str = "") -> Judgement:
    """What the rules say of an action, asked as ``us move us-9 L2812``: whose it is, then its text.

    With ``side`` it is judged by what that side may know. Raises HexwrightError for an action without meaning.
    """
    if len(words) < 2:
        raise HexwrightError("a judgement is asked for as: judge SIDE ACTION")
    actor = known(words[0], game.scenario.sides, "side")
    if side:
        game = game.guess(known(side, game.scenario.sides, "side"), Random(0))
    return game.judge(" ".join(words[1:]), actor)


def _view(game: Game, words: Sequence[str], side: str) -> dict[str, Any]:
    """What a side may see and know: the units, what happened, and the state as plain data without what is hidden."""
    if len(words) != 1:
        raise HexwrightError(f"the question is written: {VIEW} {VIEW_HELP}")
    _refuse_others(game.scenario, side, words[0])
    whose = known(words[0], game.scenario.sides, "side")
    dealt = game.guess(whose, Random(0))
    return {
        "side": whose,
        "status": game.rules.status(dealt.state),
        "units": game.rules.units(dealt.state),
        "events": [event.to_json() for event in dealt.events],
        "state": game.view(whose),
    }


def _refuse_others(scenario: Scenario, side: str, whose: str) -> None:
    """Raise HexwrightError where a side asks for what another side knows."""
    if side and whose.lower() != side.lower():
        names = Names(scenario)
        raise HexwrightError(f"{names.the_side(side)} cannot see what {names.the_side(whose)} sees")
