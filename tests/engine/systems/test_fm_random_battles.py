"""Whole games on random crowded boards, with seas, forts, mines, commandos and every option: nothing breaks."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

import pytest
from fm_country import random_ground
from fm_field import scenario, support
from sweeps import seeds

from engine.errors import ActionError
from engine.play import Action, Game, Illegal
from engine.scenario import Arrival, Turns
from engine.systems.fire_and_movement import OPTIONS, assault
from engine.systems.fire_and_movement.sequence import SupportFire

EVERY = product(*(option.choices for option in OPTIONS.values()))
CHOICES = [dict(zip(OPTIONS, chosen, strict=True)) for chosen in EVERY]
BATTLES = sorted({*seeds(16, 64), 22, 284})
"""Two are named for what comes up seldom: in 22 somebody advances, in 284 somebody is displaced."""
FLAGS = ("mobile", "commando", "no_zoc", "armoured_brigade")


def battle(seed: int) -> Game:
    """Some fourteen units on a small board, some at sea, three that come on later, and support fire for both."""
    board, land, sea = random_ground(seed)
    random = Random(seed)
    random.shuffle(land)
    units, setup = [], {}
    for number in range(15):
        key = f"{('cw', 'ge')[number % 2]}-{number}"
        factors = f"{random.randint(1, 9)}-{random.randint(1, 6)}-{random.randint(1, 9)}"
        back = random.choice(["", "/1-1"])
        flags = [flag for flag in FLAGS if random.random() < 0.25]
        afloat = number % 5 == 0 and bool(sea)
        units.append(f"{key} infantry {factors}{back} {' '.join([*flags, *(['seaborne'] if afloat else [])])}")
        if number < 12:
            setup[key] = sea.pop() if afloat else land.pop()
    late = [text.split()[0] for text in units[12:]]
    arrivals = [Arrival(random.randint(1, 2), key[:2], (land.pop(), land.pop()), (key,)) for key in late]
    naval = {"strength": 5, "count": 2, "from": "sea", "range": 2}
    special = support({1: "3/2", 2: "4"}, (naval, 1, 3), (2, 2, 4)) | {"armour_shift": "cw"}
    if seed % 3:
        special["friendly_edge"] = {"cw": "N", "ge": "S"}
    made = scenario(board, units, setup, arrivals, turns=Turns(3), special=special)
    return Game(made, seed, CHOICES[seed % len(CHOICES)])


def eager(listed: list[Action], random: Random) -> Action:
    """A random action, rather one that fights: these come up too seldom where every move is as likely."""
    fights = [action for action in listed if action.verb in ("attack", "bombard", "support", "fight")]
    return random.choice(fights if fights and random.random() < 0.6 else listed)


def no_secret_is_told(game: Game) -> None:
    """While markers lie hidden no view holds what its side may not know."""
    placing = [frame for frame in game.state.stack if isinstance(frame, SupportFire)]
    blind = game.rules.field.options["support_draw"] == "when_allocated"
    for player, side in enumerate(("cw", "ge")):
        view = game.view(side)
        assert view["hands"][1 - player] is None
        for frame in placing:
            shown = view["stack"][-1]
            for name, owner in (("fire", frame.side), ("cover", 1 - frame.side)):
                if blind or owner != player:
                    assert set(shown[name]) <= {None}
            assert view["used"][1 - player] is None
            assert not blind or view["used"][player] is None


def check_able(game: Game) -> int:
    """Whether those who could attack are all against whom no paragraph speaks; how many there are."""
    rules: Any = game.rules
    state: Any = game.state
    field, found = rules.field, 0
    for side, mobile in product(range(2), (False, True)):
        for h in assault.targets(field, state, side):
            able = assault.able(field, state, side, h, mobile)
            units = range(len(field.roster.units))
            assert able == [u for u in units if not any(assault.attacker_breaches(field, state, side, u, h, mobile))]
            found += len(able)
    return found


@pytest.mark.rule("fm:5.3")
@pytest.mark.parametrize("seed", BATTLES)
def test_games_hold_together(seed: int) -> None:
    game = battle(seed)
    random = Random(seed)
    begin = game.state.to_json()
    able = 0
    while game.decision is not None:
        assert len(game) < 3000
        able += check_able(game) if len(game) % 5 == 0 else 0
        listed = list(game.legal_actions())
        assert listed
        assert listed == sorted(listed)
        assert len(set(listed)) == len(listed)
        for action in listed if len(listed) < 40 else random.sample(listed, 40):
            assert game.verdict(action), game.text(action)
            assert game.parse(game.text(action)) == action
        assert game.verdict(game.legal_actions().sample(random))
        no_secret_is_told(game)
        game.apply(eager(listed, random))
        assert game.rules.defects(game.state) == []
        plain: dict[str, Any] = json.loads(json.dumps(game.state.to_json()))
        assert game.rules.load(plain).to_json() == plain
    assert game.outcome() is not None
    assert able
    while len(game):
        game.undo()
    assert game.state.to_json() == begin


VERBS = "move enter attack bombard with fight support pass reduce stand retreat stay displace advance hold fall end x"
NOUNS = "to off phase back with +2 2 -1 x cw-1 ge-2 cw-3 ge-4 cw-13 X0101 X0303 X0304 X0404 X0606 X9999"


@pytest.mark.rule("fm:4.1")
@pytest.mark.parametrize("seed", seeds(6, 16))
def test_whatever_is_said_has_an_answer(seed: int) -> None:
    """Random words are refused as no action, refused under a paragraph, or legal, and then they can be carried out."""
    game = battle(seed)
    random = Random(seed)
    while game.decision is not None:
        for _ in range(6):
            text = " ".join([random.choice(VERBS.split()), *random.choices(NOUNS.split(), k=random.randint(0, 4))])
            try:
                verdict = game.verdict(text)
            except ActionError:
                continue
            if verdict:
                game.apply(text)
                game.undo()
            else:
                assert isinstance(verdict, Illegal)
                assert all(rule.startswith("fm:") for rule in verdict.rules)
        game.apply(eager(list(game.legal_actions()), random), trusted=True)


@pytest.mark.rule("fm:8.2.1")
@pytest.mark.parametrize("seed", seeds(6, 16))
def test_odds_tell_what_an_attack_without_support_then_has(seed: int) -> None:
    game = battle(seed)
    random = Random(seed)
    while game.decision is not None:
        action = eager(list(game.legal_actions()), random)
        if action.verb == "attack":
            target = game.scenario.map.grid.name(action.args[0])
            game.apply(action)
            units = [text.split()[1] for text in game.legal_actions().texts()]
            odds = game.rules.odds(game.state, target, units)
            for unit in units:
                game.apply(f"with {unit}")
            game.apply("fight")
            while game.decision is not None and game.decision.kind == "support fire":
                game.apply("pass")
            found = [event.data for event in game.events if event.kind in ("differential", "result")][-2:]
            assert found[0]["strength"] == f"{odds.attack}-{odds.defence}"
            read = [found[1][name] for name in ("differential", "line", "column")]
            assert read == [odds.differential, odds.line, odds.column]
            assert odds.results[found[1]["result"]] > 0
        else:
            game.apply(action)


def test_the_random_games_see_everything() -> None:
    """What the games above go through: every kind of event there is."""
    seen: set[str] = set()
    for seed in BATTLES:
        game, random = battle(seed), Random(seed)
        while game.decision is not None:
            listed = list(game.legal_actions())
            game.apply(eager(listed, random), trusted=True)
        seen |= {event.kind for event in game.events}
    moves = {"move", "enter", "retreat", "displaced", "stand", "advance"}
    fights = {"bombardment", "attack", "support", "reveal", "differential", "result", "loss", "eliminated"}
    assert moves | fights <= seen
