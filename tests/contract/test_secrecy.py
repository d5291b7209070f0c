"""What a side may not know reaches neither its view nor its players, in every system and scenario that ships.

Systems that keep secrets are also played with every other choice of their options: here in their smallest scenario,
a few choices at a time, by `make soak` in all scenarios, each choice alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from contract_cases import SCENARIOS, scenario_of, system_of
from sweeps import SWEEP

from engine.errors import HexwrightError
from engine.mechanics.procedure import SET_UP
from engine.play import Game, registry
from engine.play.dice import Dice
from engine.players import PLAYERS, make
from engine.scenario import Deployment, Scenario
from engine.umpire import query

LISTED = 60
"""Actions of one decision that are compared."""
SETS = 6
"""Into so many sets `make test` deals the choices of a system's options."""


def smallest(name: str) -> bool:
    """Whether no scenario of its system, or of the one that it is an edition of, has fewer units."""
    same = [other for other in SCENARIOS if whole(other) == whole(name)]
    return name == min(same, key=lambda other: len(scenario_of(other).units))


def whole(name: str) -> str:
    """The system of a scenario; of an edition the system that it is one of."""
    return system_of(name).edition_of or system_of(name).name


def variants(name: str) -> list[dict[str, Any]]:
    """The options to be tried: none; and where there are secrets each other choice, a few at a time."""
    offered = system_of(name)
    if not offered.rules.secrets or not (SWEEP or smallest(name)):
        return [{}]
    options = offered.options.items()
    others = [(key, choice) for key, option in options for choice in option.choices if choice != option.default]
    return [{}, *([dict([one]) for one in others] if SWEEP else in_company(others))]


def in_company(choices: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Choices of options dealt into `SETS` sets, or into more where an option has so many, each once."""
    sets = [dict[str, Any]() for _ in range(min(SETS, len(choices)))]
    for number, (key, choice) in enumerate(choices):
        turn = sets[number % len(sets) :] + sets[: number % len(sets)]
        free = next((one for one in turn if key not in one), None)
        if free is None:
            sets.append(free := {})
        free[key] = choice
    return sets


def hidden_set_up(name: str) -> Scenario:
    """A battle in which both sides set up hidden: each in the hexes nearer to its units than to the enemy's."""
    given = scenario_of(name.removesuffix(HIDDEN))
    grid, sides = given.map.grid, list(given.sides)
    stood = {
        side: [grid.parse(at) for key, at in given.setup.items() if given.units[key].side == side] for side in sides
    }
    near = [[min(grid.distance(h, at) for at in stood[side]) for h in range(grid.size)] for side in sides]
    groups = []
    for number, side in enumerate(sides):
        area = [h for h in range(grid.size) if near[number][h] < min(3, near[1 - number][h])]
        units = tuple(key for key in given.setup if given.units[key].side == side)
        groups.append(Deployment(side, tuple(map(grid.name, area)), units, hidden=True))
    return given.with_(setup={}, deployments=tuple(groups))


HIDDEN = " set up hidden"
SET_UP_HIDDEN = [f"{name}{HIDDEN}" for name in ("first_steps", "fm_first_steps")]


@cache
def battle(name: str) -> Scenario:
    return hidden_set_up(name) if name.endswith(HIDDEN) else scenario_of(name)


CASES = [(name, options) for name in SCENARIOS for options in variants(name)]
SECRET = [case for case in CASES if system_of(case[0]).rules.secrets]
SECRET += [(name, {}) for name in SET_UP_HIDDEN]
CASES += [(name, {}) for name in SET_UP_HIDDEN]
SMALL = [case for case in SECRET if len(battle(case[0]).units) <= 20]
"""Battles in which a player that tries out everything does not take long."""
LARGE = 60
"""Units beyond which a set-up has so many moments that `make soak` alone looks at each."""
FIRST = 3
"""Moments of each side in each kind of procedure that are looked at."""


def named(case: tuple[str, dict[str, Any]]) -> str:
    name, options = case
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def moments(game: Game, player: str = "random", most: int = 400) -> Iterator[int]:
    """The moments of a game, numbered, as a player plays it; there is a decision at each."""
    players = {side: make(player, side, 1) for side in game.scenario.sides}
    for number in range(most):
        if game.decision is None:
            return
        yield number
        game.apply(players[game.decision.side].choose(game))


def worth_looking(game: Game, player: str = "random", most: int = 400) -> Iterator[int]:
    """The moments of a game that are looked at: every ninth, those of the set-up, of a large army's some, and of what
    goes on inside a combat the first of each side in each procedure and every fourth thereafter; `make soak` looks at
    all of these."""
    seen = Counter[tuple[str, ...]]()
    for number in moments(game, player, most):
        decision, stack = game.decision, game.state.stack
        assert decision is not None
        if decision.kind == SET_UP:
            looked_at = SWEEP or len(game.scenario.units) <= LARGE or number % 5 == 0
        else:
            kind = (decision.side, decision.kind, *(type(frame).__name__ for frame in stack))
            seen[kind] += 1
            first_or_fourth = SWEEP or seen[kind] <= FIRST or seen[kind] % 4 == 0
            looked_at = number % 9 == 0 or (len(stack) > 3 and first_or_fourth)
        if looked_at:
            yield number


def other_worlds(game: Game, side: str, most: int = 2) -> Iterator[Game]:
    """The same game with other dice to come, and with all that is hidden from a side dealt otherwise, each time again;
    ``most``: how many; `make soak` asks three."""
    for number in range(len(game), len(game) + (3 if SWEEP else most)):
        world = game.copy()
        world.dice = Dice(1000 + number)
        world.state = game.rules.redeal(game.state, side, Random(number))
        yield world


@pytest.mark.parametrize("case", CASES, ids=named)
def test_what_is_dealt_anew_cannot_be_told_from_what_is(case: tuple[str, dict[str, Any]]) -> None:
    name, options = case
    game = Game(battle(name), 6, options)
    rules, changed = game.rules, 0
    for number in worth_looking(game):
        before = game.state.to_json()
        for side in game.scenario.sides:
            dealt = rules.redeal(game.state, side, Random(number))
            assert rules.view(dealt, side) == rules.view(game.state, side)
            assert rules.decision(dealt) == game.decision
            assert rules.defects(dealt) == []
            assert rules.redeal(dealt, side, Random(number)) == dealt, "it depends on what the side may see alone"
            changed += dealt != game.state
            if game.decision is not None and game.decision.side == side:
                assert [*islice(rules.actions(dealt), LISTED)] == [*islice(game.legal_actions(), LISTED)]
        assert game.state.to_json() == before
    assert bool(changed) == rules.secrets


@pytest.mark.parametrize("name", SET_UP_HIDDEN)
def test_a_hidden_set_up_is_shown_when_all_are_set_up(name: str) -> None:
    game = Game(battle(name), 6)
    first, second = game.scenario.sides
    set_up: dict[str, str] = {}
    for _ in moments(game):
        assert game.decision is not None
        if game.decision.kind != SET_UP:
            break
        mine = [event for event in game.events if event.kind == "deploy" and event.data["side"] == first]
        set_up = {event.data["unit"]: event.data["at"] for event in mine}
        assert not any(event.known_to(second) for event in mine)
        seen, where = game.view(second)["where"], game.view(first)["where"]
        for number, key in enumerate(game.scenario.units):
            if key in set_up:
                assert (seen[number], where[number]) == (None, game.scenario.map.grid.find(set_up[key]))
    assert len(set_up) == len(game.scenario.deployments[0].units)
    shown = {event.data["side"]: event.data["places"] for event in game.events_for(second) if event.kind == "revealed"}
    assert shown[first] == set_up
    assert game.view(second)["where"] == game.state.to_json()["where"]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_guess_is_a_game_of_its_own(case: tuple[str, dict[str, Any]]) -> None:
    name, options = case
    game = Game(battle(name), 3, options)
    random = Random(3)
    for _ in worth_looking(game, most=150):
        state, happened, dice = game.state.to_json(), list(game.events), game.dice
        guess = game.guess(game.decision.side if game.decision else "", random)
        assert guess.events == game.events_for(guess.decision.side if guess.decision else "")
        assert guess.dice is not dice
        assert len(guess) == 0
        with pytest.raises(IndexError):
            guess.undo()
        for _ in range(3):
            if guess.decision is not None:
                guess.apply(guess.legal_actions().sample(random))
        assert (game.state.to_json(), game.events, game.dice) == (state, happened, dice)


@pytest.mark.parametrize(
    ("player", "case"),
    [(player, case) for player in PLAYERS for case in SMALL if SWEEP or player == "staff" or not case[1]],
    ids=lambda given: given if isinstance(given, str) else named(given),
)
def test_one_view_one_choice(player: str, case: tuple[str, dict[str, Any]]) -> None:
    """Whatever is hidden from a side and whatever the dice will be, its player chooses the same."""
    name, options = case
    game = Game(battle(name), 5, options)
    compared = 0
    for _ in worth_looking(game, "staff", 60 if options else 120):
        assert game.decision is not None
        side = game.decision.side
        chosen = game.text(make(player, side, 4).choose(game))
        for world in other_worlds(game, side, 1 if options else 2):
            assert world.text(make(player, side, 4).choose(world)) == chosen
            compared += world.state != game.state
    assert compared


def answer(game: Game, question: str, words: list[str], side: str) -> object:
    """What a side is answered; rules without hexes tell no reach and no zones."""
    try:
        return query.ask(game, question, words, side)
    except HexwrightError as error:
        return str(error)


@pytest.mark.parametrize("case", SECRET, ids=named)
def test_answers_to_a_side_tell_nothing_that_is_hidden(case: tuple[str, dict[str, Any]]) -> None:
    name, options = case
    game = Game(battle(name), 6, options)
    units = list(game.scenario.units)
    reaches = [("reach", [key]) for key in units]
    zones = [("zoc", [side]) for side in game.scenario.sides]
    own = [question.key for question in registry.system(game.scenario.system).questions if question.own]
    for moment, _ in enumerate(worth_looking(game, most=80)):
        for number, side in enumerate(game.scenario.sides):
            # One unit after another, and the zones of one side; `make soak` asks more at each moment.
            turn = 2 * moment + number
            asked = [("view", [side]), reaches[turn % len(units)], zones[moment % len(zones)]]
            asked += [(key, [side]) for key in own]
            if SWEEP:
                asked += reaches[:4] + zones
            answers = [answer(game, question, words, side) for question, words in asked]
            for world in other_worlds(game, side):
                assert [answer(world, question, words, side) for question, words in asked] == answers
