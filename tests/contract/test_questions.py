"""Whatever a system registers can be asked at any moment: the answer is plain data, and asking changes nothing."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from contract_cases import SCENARIOS, SEEDS, scenario_of

from engine.boards.board import place_text
from engine.errors import HexwrightError
from engine.play import Game, registry
from engine.play.questions import Question, Takes
from engine.umpire import query

MOMENTS = 12


def words_for(game: Game, question: Question, random: Random) -> list[str]:
    """Words that a question may be asked in: names that there are, of whatever it takes."""
    units = list(game.scenario.units)
    there = [place_text(how["at"]) for how in game.rules.units(game.state).values() if how.get("at")]
    choices = {
        Takes.UNIT: units,
        Takes.PLACE: there or ["nowhere"],
        Takes.SIDE: list(game.scenario.sides),
        Takes.NUMBER: ["1", "-2.5"],
        Takes.WORD: ["left", "all"],
    }
    words = []
    for argument in question.arguments:
        if argument.optional and random.random() < 0.5:
            continue
        words += [argument.after] if argument.after else []
        many = random.randint(1, 3) if argument.many else 1
        words += [random.choice(choices[random.choice(argument.kinds)]) for _ in range(many)]
    return words


def asked(game: Game, question: Question, random: Random) -> Any:
    """The answer to a question in some words, or why it makes no sense."""
    try:
        return query.ask(game, question.key, words_for(game, question, random))
    except HexwrightError as error:
        return str(error)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_question_is_answered_in_plain_data_and_changes_nothing(name: str, seed: int) -> None:
    game, random = Game(scenario_of(name), seed), Random(seed)
    questions = registry.system(game.scenario.system).questions
    for moment in range(MOMENTS):
        if game.decision is None:
            break
        before = game.state.to_json()
        for question in islice([*questions, *questions], moment % len(questions), moment % len(questions) + 3):
            answer = asked(game, question, random)
            assert json.loads(json.dumps(answer)) == answer, question.key
        assert game.state.to_json() == before
        game.apply(game.legal_actions().sample(random))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_judgement_is_the_verdict_and_what_it_measures(name: str) -> None:
    game, random = Game(scenario_of(name), 2), Random(2)
    for _ in range(MOMENTS):
        if game.decision is None:
            break
        before, other = game.state.to_json(), next(s for s in game.scenario.sides if s != game.decision.side)
        action = game.legal_actions().sample(random)
        judged = game.judge(action, game.decision.side)
        assert judged.legal
        assert json.loads(json.dumps(judged.to_json())) == judged.to_json()
        assert not game.judge(action, other).legal
        assert game.judge(action, other).verdict == game.verdict(action, other)
        assert game.state.to_json() == before
        game.apply(action)
        if judged.ends and not game.forced:
            placed = {
                key: place_text(how["at"]) for key, how in game.rules.units(game.state).items() if key in judged.ends
            }
            gone = {event.data.get("unit") for event in game.events if event.kind in ("eliminated", "exit")}
            assert all(placed[key] == end for key, end in judged.ends.items() if key not in gone)
