"""The toy systems are whole: they are checked, played, tried out, replayed and asked about as those that ship are.

What every system promises is put to them in tests/contract.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from random import Random

import pytest
import toys
from toy_cards import MOST, OpenRules, Wager, duel

from engine.errors import IllegalAction
from engine.formats import dump_replay, load, load_text, save_scenario
from engine.formats.specs import ExampleSpec, ReplaySpec
from engine.mechanics.hexes.marching import Marching
from engine.play import Action, Game, Illegal, Start, registry
from engine.play.system import System
from engine.players import PLAYERS, seat
from engine.trials import TrialSpec, run_games
from engine.umpire.checks import check_loaded, check_scenario
from engine.umpire.examples import run_example
from engine.umpire.replays import record, replay
from engine.umpire.testturns import play
from engine.umpire.wording import Words


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for short, path in toys.SYSTEMS.items():
        monkeypatch.setitem(registry.SYSTEMS, short, path)


@pytest.fixture(params=toys.SCENARIOS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_umpire_has_nothing_against_their_scenarios(name: str) -> None:
    assert check_scenario(toys.SCENARIOS[name]()) == []


def test_their_scenarios_are_written_and_read(name: str, tmp_path: Path) -> None:
    made = toys.SCENARIOS[name]()
    save_scenario(made, tmp_path / "toy.yaml")
    loaded = load(tmp_path / "toy.yaml")
    assert [finding.message for finding in check_loaded(loaded)] == []
    assert (loaded.model.units, loaded.model.pools) == (made.units, made.pools)


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_plays_them_and_the_replay_is_the_same_game(name: str, player: str) -> None:
    scenario = toys.SCENARIOS[name]()
    game = Game(scenario, 4)
    players = seat([player], scenario.sides, 4)
    while game.decision is not None:
        game.apply(players[game.decision.side].choose(game))
    assert game.outcome() is not None
    spec = load_text(dump_replay(record(game))).model
    assert isinstance(spec, ReplaySpec)
    again = replay(spec)
    assert again.difference is None
    assert again.game.state == game.state


def test_trials_count_their_games(name: str) -> None:
    scenario = toys.SCENARIOS[name]()
    games = list(run_games(TrialSpec(scenario, dict.fromkeys(scenario.sides, "random"), games=4)))
    assert [game.stopped for game in games] == [""] * 4
    assert all(game.winner in ("", *scenario.sides) for game in games)


# -- what is hidden in a hand ------------------------------------------------------------------------------------


def hand(game: Game, side: str) -> set[str]:
    units = game.rules.units(game.state)
    return {key for key, unit in units.items() if unit["in_hand"] and game.scenario.units[key].side == side}


def test_what_is_drawn_is_told_to_its_owner_alone() -> None:
    game = Game(duel(), 1)
    drawn = {event.data["unit"] for event in game.events_for("red") if event.kind == "drawn"}
    assert drawn == hand(game, "red")
    assert len(drawn) == 3
    assert all(event.to == (event.data["side"],) for event in game.events)
    assert Words(game.scenario).event(game.events[0]).startswith("Red draws Red ")


def test_a_side_is_told_neither_less_nor_more_after_actions_are_taken_back_and_others_follow() -> None:
    game, random, secrets = Game(duel(), 1), Random(5), 0
    copies = [game]
    for _ in range(600):
        game = random.choice(copies)
        if random.random() < 0.3 and len(game):
            game.undo()
        elif game.decision is not None:
            game.apply(random.choice([*game.legal_actions()]))
        if random.random() < 0.02:
            copies.append(random.choice((game.copy(), game.guess("red", random))))
        for side in game.scenario.sides if random.random() < 0.3 else ():
            told = game.events_for(side)
            assert told == [event for event in game.events if event.known_to(side)]
            secrets += len(game.events) - len(told)
            told.clear()
    assert secrets > 100


def test_a_guess_deals_the_other_hand_anew() -> None:
    game = Game(duel(), 1)
    guesses = [game.guess("red", Random(number)) for number in range(20)]
    assert {frozenset(hand(guess, "red")) for guess in guesses} == {frozenset(hand(game, "red"))}
    assert len({frozenset(hand(guess, "blue")) for guess in guesses}) > 5
    assert all(len(hand(guess, "blue")) == 3 for guess in guesses)


def test_the_edition_lays_hands_open_and_cites_both_systems() -> None:
    game = Game(duel(system="open"), 1)
    assert isinstance(game.rules, OpenRules)
    assert game.view("red") == game.view("blue")
    assert hand(game.guess("red", Random(1)), "blue") == hand(game, "blue")
    verdict = game.verdict("pass", "blue")
    assert isinstance(verdict, Illegal)
    assert verdict.rules == ("open:1", "cards:2")
    assert registry.cited("1", "open") == "open:1"
    assert registry.cited("cards:2", "open") == "cards:2"


# -- frames that list a sample -----------------------------------------------------------------------------------


def test_a_wager_that_is_not_listed_is_legal() -> None:
    game = Game(duel(), 1)
    card = min(hand(game, "red"))
    game.apply(f"play {card} left")
    assert isinstance(game.state.top, Wager)
    assert game.legal_actions().texts() == ["wager 0", "wager 5", "wager 10"]
    assert Action("wager", (7,)) in game.legal_actions()
    assert {game.legal_actions().sample(Random(n)).args[0] for n in range(200)} == set(range(MOST + 1))
    with pytest.raises(IllegalAction, match="cards:3"):
        game.apply("wager 11")


# -- a start that sets hands -------------------------------------------------------------------------------------

EXAMPLE = """\
format: hexwright-example 1
rule: cards:4
about: the higher cards take the box and what was wagered on it
scenario:
  system: cards
  map: {grid: {columns: 1, rows: 1}}
  turns: {count: 1}
  sides: {red: {}, blue: {}}
  units:
    red-7: {side: red, type: card, worth: 7}
    blue-2: {side: blue, type: card, worth: 2}
  victory:
    scoring:
    - {kind: box, name: left, points: 3}
start:
  set: {hands: {red: [red-7], blue: [blue-2]}}
script:
- red: play red-7 left
- blue: wager 5
- blue: play blue-2 left
- red: wager 1
expect:
- {event: end, rule: "cards:4", score: {red: 9, blue: 0}}
"""


def test_an_example_begins_with_the_hands_that_its_start_sets() -> None:
    loaded = load_text(EXAMPLE)
    assert loaded.findings == []
    assert isinstance(loaded.model, ExampleSpec)
    assert run_example(loaded.model).failures == []


def test_what_a_start_sets_is_held_against_the_systems_own_model() -> None:
    loaded = load_text(EXAMPLE.replace("{hands:", "{hand:"))
    assert [(f.code, f.place.data_path) for f in loaded.findings] == [("FILE017", "start.set.hand")]


def test_a_start_may_set_one_hand() -> None:
    game = Game(duel(), 1, start=Start(side="blue", set={"hands": {"blue": ["blue-1", "blue-7"]}}))
    assert hand(game, "blue") == {"blue-1", "blue-7"}
    assert hand(game, "red") == set()
    assert game.decision is not None
    assert game.decision.side == "blue"


def test_test_turns_go_by_turns_without_hexes(name: str) -> None:
    scenario = toys.SCENARIOS[name]()
    report = play(Game(scenario, 2), seat(["random"], scenario.sides, 2), turns=2)
    assert report.findings == []
    assert report.turns == 2
    assert report.actions >= 4


def test_the_page_names_all_that_a_record_may_hold() -> None:
    """docs/adding-a-system.md, by which the toys are built."""
    page = (Path(__file__).parents[2] / "docs" / "adding-a-system.md").read_text(encoding="utf-8")
    rows = {name for line in page.splitlines() if line.startswith("    |") for name in re.findall(r"`(\w+)`", line)}
    assert {field.name for field in dataclasses.fields(System)} <= rows
    assert Marching.__abstractmethods__ <= rows
