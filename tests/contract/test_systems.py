"""What every rules system promises to players, replays, the editor and the trials, over every scenario that ships,
and over those of the toy systems.

Random games are played; at each decision the promises are put to the test. A game that breaks one leaves its replay in
``out/contract``, so that it can be played again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from contract_cases import SCENARIOS, SEEDS, SHORTENED, SYSTEMS, cites, reference, scenario_of
from sweeps import SWEEP, tries

from engine import data
from engine.errors import IllegalAction
from engine.formats import dump_replay, load_text, save_replay
from engine.formats.specs import ReplaySpec
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.hexrules import HexRules
from engine.play import Action, Decision, Game, Illegal, Rules, Start
from engine.play.registry import short_name, system
from engine.umpire.replays import record, replay, state_digest
from engine.umpire.testturns import LIMIT
from engine.umpire.wording import Words

OUT = Path(__file__).parents[2] / "out" / "contract"
LISTED = tries(50, 150)
"""Actions of one decision that are looked at one by one; the rest is only sampled."""
FIRST = tries(6, 20)
"""Moments of each kind of procedure that are all looked at."""
ALIKE = tries(3, 6)
"""Moments of each kind of procedure whose lists are looked at: the first say as much as the hundredth."""
EVERY = 5 if SWEEP else 15
"""Of the other moments one in so many is looked at."""
AGAIN = tries(150, LIMIT)
"""Actions that a game from the same seed is held to."""


@cache
def rules_of(name: str) -> Rules:
    return Game(scenario_of(name)).rules


@pytest.fixture(autouse=True, scope="module")
def _let_go() -> Iterator[None]:
    """Whole games with all their states would make each look for garbage in the tests that follow slow."""
    yield
    played.cache_clear()


@pytest.fixture(params=[(name, seed) for name in SCENARIOS for seed in SEEDS], ids=lambda case: f"{case[0]}-{case[1]}")
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game at its beginning; if the test fails, what was played of it is kept as a replay."""
    name, seed = request.param
    game = Game(scenario_of(name), seed, rules=rules_of(name))
    failures = request.session.testsfailed
    yield game
    if request.session.testsfailed > failures:
        OUT.mkdir(parents=True, exist_ok=True)
        save_replay(record(game, scenario_ref=reference(name)), OUT / f"{request.node.originalname}-{name}-{seed}.yaml")


def chosen(game: Game) -> Iterator[Decision]:
    """Every decision of a random game; the game goes on when the caller comes back."""
    random = Random(f"contract:{game.seed}")
    while (decision := game.decision) is not None:
        assert len(game) < LIMIT, "the game does not end"
        yield decision
        game.apply(game.legal_actions().sample(random))


@cache
def played(name: str, seed: int) -> Game:
    """That game at its end, played once for all tests; it knows every state that it has been through."""
    game = Game(scenario_of(name), seed, rules=rules_of(name))
    for _ in chosen(game):
        pass
    return game


def at_its_end(game: Game) -> Game:
    """The game that this one becomes."""
    name = next(name for name in SCENARIOS if scenario_of(name) is game.scenario)
    return played(name, game.seed)


def moments(game: Game) -> Iterator[Decision]:
    """The same game again, without playing it: every decision; the game goes on when the caller comes back."""
    end = at_its_end(game)
    for number, (_, state, events, forced) in enumerate(end._history):
        game.state, game.forced, game._history = state, forced, end._history[:number]
        game.events += end.events[len(game.events) : events]
        decision = game.decision
        assert decision is not None
        yield decision
    game.state, game.forced, game._history = end.state, end.forced, end._history.copy()
    game.events = end.events.copy()
    assert game.decision is None


def looked_at(game: Game) -> Iterator[Decision]:
    """The same game again: the first moments of each kind of procedure and some of the others; `make soak` looks at
    all."""
    seen = Counter[tuple[str, ...]]()
    for number, decision in enumerate(moments(game)):
        kind = kinds_of_frame(game)
        seen[kind] += 1
        if SWEEP or seen[kind] <= FIRST or number % EVERY == 0:
            yield decision


def begun(action: Action) -> tuple[Any, ...]:
    """Who does what; longer ways, and steps taken in one, begin as what is listed does."""
    if action.verb == "go":
        return (action.verb, action.args[-1])  # the way is free, as that of a move is
    return action.verb, *action.args[:1]


def kinds_of_frame(game: Game) -> tuple[str, ...]:
    return tuple(type(frame).__name__ for frame in game.state.stack)


def in_its_place(game: Game, name: str) -> bool:
    """A hex of the map; in a game without hexes whatever the rules call the place."""
    if not isinstance(game.rules, HexRules):
        return bool(name)
    return game.scenario.map.grid.find(name) in game.scenario.map.grid


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


# -- playing -----------------------------------------------------------------------------------------------------


def test_a_game_ends_with_an_outcome_and_is_sound_throughout(game: Game) -> None:
    assert game.rules.defects(game.state) == []
    for decision in moments(game):
        assert decision.side in game.scenario.sides
        assert cites(game.rules, decision.rule)
        assert decision.prompt
        assert game.outcome() is None
        assert set(decision.units) <= set(game.scenario.units)
        assert game.rules.defects(game.state) == [], game.actions[-1:]
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner in ("", *game.scenario.sides)
    assert game.rules.defects(game.state) == []
    assert list(game.legal_actions()) == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(game.actions[-1])
    with pytest.raises(IllegalAction, match="the game is over"):
        game.legal_actions().sample(Random(1))


def test_every_listed_action_is_legal_unique_sorted_and_parses_back(game: Game) -> None:
    seen: dict[tuple[str, ...], int] = {}
    random = Random(game.seed)
    for _ in moments(game):
        kind = kinds_of_frame(game)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] > ALIKE:
            continue
        actions = list(islice(game.legal_actions(), LISTED))
        assert actions, "a decision without a legal action"
        assert actions == sorted(actions)
        texts = [game.text(action) for action in actions]
        assert len(set(texts)) == len(texts)
        for action, text in zip(actions, texts, strict=True):
            assert game.verdict(action), text
            assert game.parse(text) == action
            assert action in game.legal_actions()
            parts = game.rules.parts(action)
            assert parts.text == text
            assert game.rules.units_of(action) == parts.units
            assert set(parts.units) <= set(game.scenario.units)
            # A boat lies on a hexside, which is written as the two hexes at it.
            places = [h for place in parts.places for h in place.split("/")]
            assert all(game.scenario.map.grid.find(h) != NOWHERE for h in places)
        if len(actions) < LISTED and game.state.top.exhaustive:
            assert game.legal_actions().count() == len(actions)
            sampled = {game.legal_actions().sample(random) for _ in range(5)}
            assert {begun(action) for action in sampled} <= {begun(action) for action in actions}, "one is not listed"


def test_what_is_sampled_is_legal(game: Game) -> None:
    random = Random(game.seed)
    for _ in looked_at(game):
        for _ in range(3):
            action = game.legal_actions().sample(random)
            assert game.verdict(action), game.text(action)
            assert game.parse(game.text(action)) == action


def test_events_carry_paragraphs_and_plain_data(game: Game) -> None:
    for _ in moments(game):
        pass
    assert game.events
    for event in game.events:
        assert cites(game.rules, event.rule), event
        assert through_json(event.to_json()).keys() == event.to_json().keys()


def test_every_sentence_says_names(game: Game) -> None:
    """Names in place of keys: in what is asked, in reasons against what was legal before, and in what happened; and the
    names of places with their hexes.

    A kind of event without a sentence, or a field that is not there, fails here too.
    """
    words, earlier, seen = Words(game.scenario), list[Action](), dict[tuple[str, ...], int]()
    bare = bare_places(game)
    # Keys that no name contains, so that a key in a sentence is one that was not looked up.
    keys = {key for key in game.scenario.units if "-" in key}
    for decision in moments(game):
        kind = kinds_of_frame(game)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] > 2:
            continue
        for sentence in (decision.prompt, *refusals(game, earlier[-4:])):
            assert keys.isdisjoint(re.findall(r"[\w-]+", sentence)), sentence
            assert not bare(sentence), sentence
        earlier.append(game.legal_actions().sample(Random(game.seed)))
    for event in game.events:
        assert event.kind in words.sentences, event
        sentence = words.event(event)
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert keys.isdisjoint(re.findall(r"[\w-]+", sentence)), sentence
        assert not bare(sentence), sentence


def bare_places(game: Game) -> Callable[[str], set[str]]:
    """Finds the hexes that have a name on the map and that a sentence says by their number alone; a hexside is said by
    the numbers of both its hexes."""
    if not isinstance(game.rules, HexRules):
        return lambda sentence: set()
    board = game.scenario.map
    named = {board.grid.name(h): board.spoken(h) for h in board.grid.hexes}
    spoken = {number: said for number, said in named.items() if said != number}

    def found(sentence: str) -> set[str]:
        for said in spoken.values():
            sentence = sentence.replace(said, "")
        return spoken.keys() & set(re.findall(r"[\w/]+", sentence))

    return found


def refusals(game: Game, actions: list[Action]) -> Iterator[str]:
    """The reasons against those of some actions that are illegal now, whoever tries them."""
    for verdict in (game.verdict(action, side) for action in actions for side in game.scenario.sides):
        if isinstance(verdict, Illegal):
            yield from (verdict.reason, *(reason for _, reason in verdict.also))


# -- back, twice, and elsewhere ----------------------------------------------------------------------------------


def test_undo_leads_back_through_every_state_to_the_start(game: Game) -> None:
    states, events = [], []
    for action, *_ in at_its_end(game)._history:
        states.append(game.state.to_json())
        events.append(len(game.events))
        game.apply(action, trusted=True)
    while len(game):
        game.undo()
        assert game.state.to_json() == states.pop()
        assert len(game.events) == events.pop()
    assert states == []
    with pytest.raises(IndexError):
        game.undo()


def test_a_copy_is_equal_and_independent(game: Game) -> None:
    random = Random(game.seed)
    for _ in moments(game):
        if random.random() > 0.2:
            continue
        before = game.state.to_json()
        twin = game.copy()
        assert twin.state == game.state
        twin.apply(twin.legal_actions().sample(random))
        if len(twin) > 1:
            twin.undo()
            twin.undo()
        assert game.state.to_json() == before
        assert twin.state != game.state or len(game) == 0


def test_a_state_survives_json_in_the_middle_of_every_procedure(game: Game) -> None:
    seen: set[tuple[str, ...]] = set()
    for number, decision in enumerate(moments(game)):
        kind = (decision.kind, *kinds_of_frame(game))
        if kind in seen and number % (2 * EVERY):
            continue
        seen.add(kind)
        written = through_json(game.state.to_json())
        again = game.rules.load(written)
        assert again == game.state
        assert game.rules.decision(again) == decision
        resumed = Game.from_json(game.scenario, through_json(game.to_json()), game.rules)
        mine, theirs = Random(number), Random(number)
        here = game.copy()
        for _ in range(4):
            if here.decision is None:
                break
            action = here.legal_actions().sample(mine)
            assert resumed.legal_actions().sample(theirs) == action
            assert [event.to_json() for event in here.apply(action)] == [
                event.to_json() for event in resumed.apply(action)
            ]
            assert resumed.state == here.state
    assert seen


def test_the_same_seed_is_the_same_game(game: Game) -> None:
    other = Game(game.scenario, game.seed)
    for _ in islice(moments(game), AGAIN):
        pass
    for _ in islice(chosen(other), AGAIN):
        pass
    assert other.actions == game.actions
    assert [event.to_json() for event in other.events] == [event.to_json() for event in game.events]
    assert state_digest(other.state) == state_digest(game.state)


def test_games_may_share_their_rules(game: Game) -> None:
    shared = [Game(game.scenario, game.seed, rules=game.rules) for _ in range(2)]
    walks = [chosen(one) for one in shared]
    for _ in range(60):
        for walk in walks:
            next(walk, None)
    assert shared[0].state == shared[1].state
    assert game.state == Game(game.scenario, game.seed).state


def test_a_replay_written_and_read_is_the_same_game(game: Game) -> None:
    for _ in moments(game):
        pass
    written = dump_replay(record(game, scenario_ref=reference(game.scenario.key)))
    spec = load_text(written, data.scenarios() / "replay.yaml").model
    assert isinstance(spec, ReplaySpec)
    assert spec.actions
    result = replay(spec)
    assert result.difference is None
    assert result.game.state == game.state


# -- asking ------------------------------------------------------------------------------------------------------


def test_what_is_illegal_is_refused_under_a_paragraph_and_changes_nothing(game: Game) -> None:
    """Actions of other moments are tried at each moment: those that are illegal say why."""
    random, past = Random(game.seed), []
    refused = 0
    for _ in looked_at(game):
        before = state_digest(game.state)
        for action in random.sample(past, min(4, len(past))):
            verdict = game.verdict(action)
            if isinstance(verdict, Illegal):
                refused += 1
                assert all(cites(game.rules, rule) for rule in verdict.rules)
                assert verdict.reason
                with pytest.raises(ValueError, match=r"\["):
                    game.apply(action)
        assert state_digest(game.state) == before
        past += list(islice(game.legal_actions(), 2))
    assert refused


def test_units_and_status_are_plain_data(game: Game) -> None:
    for number, _ in enumerate(moments(game)):
        if number % 25:
            continue
        units = game.rules.units(game.state)
        assert set(units) == set(game.scenario.units)
        for unit in units.values():
            assert {"at", "steps", "dead"} <= unit.keys()
            assert unit["at"] is None or in_its_place(game, unit["at"])
        assert through_json(units) == units
        status = game.rules.status(game.state)
        assert status["turn"] == game.state.turn
        assert through_json(status) == status
        for side in game.scenario.sides:
            assert through_json(game.view(side))


# -- the systems themselves --------------------------------------------------------------------------------------


@pytest.mark.parametrize("short", SYSTEMS)
def test_a_system_offers_what_the_others_ask_for(short: str) -> None:
    offered = system(short)
    rules = offered.rules
    assert rules.system == short == short_name(short)
    assert offered.title
    assert offered.name == short
    assert rules.phases
    for name, option in offered.options.items():
        assert option.about, name
        assert cites(rules, option.rule)
        assert not option.choices or option.default in option.choices


@pytest.mark.parametrize("short", SYSTEMS)
def test_a_system_ships_a_scenario(short: str) -> None:
    assert any(short_name(scenario_of(name).system) == short for name in SCENARIOS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_may_begin_at_every_phase_of_either_side(name: str) -> None:
    scenario = scenario_of(name)
    for side in scenario.sides:
        for phase in system(scenario.system).rules.phases:
            start = Start(turn=min(2, scenario.turns.count), side=side, phase=phase)
            game = Game(scenario, 1, start=start, rules=rules_of(name))
            assert game.rules.defects(game.state) == []
            assert game.decision is not None or (game.state.ended and name in SHORTENED)
