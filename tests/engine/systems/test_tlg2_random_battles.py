"""Whole games on random crowded boards, with every option, a heavy battery and reinforcements: nothing breaks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from sweeps import SWEEP, seeds
from tlg2_country import KINDS, Country
from tlg2_field import scenario

from engine.play import Game
from engine.scenario import Arrival, Turns
from engine.systems.twilights_last_gleaming import OPTIONS, contact, fire
from engine.systems.twilights_last_gleaming.sequence import PlayerTurn

EVERY = product(*(option.choices for option in OPTIONS.values()))
CHOICES = [dict(zip(OPTIONS, chosen, strict=True)) for chosen in EVERY]
FEW = seeds(16, 64)
STRIDE = 101
"""Between the choices of one battle and the next, so that few battles have every pair of choices."""


def choices(seed: int) -> dict[str, Any]:
    """The options of a battle."""
    return CHOICES[seed * STRIDE % len(CHOICES)]


def battle(seed: int) -> Game:
    """Some fourteen units on a small board; a third of them two-step, one a heavy battery, three come on later."""
    country = Country(seed, 6)
    random = Random(seed)
    places = random.sample(country.land, min(14, len(country.land) - 4))
    units, setup = [], {}
    for number, name in enumerate([*places, "", "", ""]):
        kind = random.choice(KINDS)
        factors = random.choice(["2", "3", "6/3"])
        key = f"{('us', 'ac')[number % 2]}-{number}"
        heavy = " heavy_battery" if kind == "artillery" and random.random() < 0.5 else ""
        units.append(f"{key} {kind} {factors}{' range 6' if kind == 'artillery' else ''}{heavy}")
        if name:
            setup[key] = name
    late = [text.split()[0] for text in units[-3:]]
    edge = [name for name in country.land if country.board.grid.parse(name) in _edge(country)]
    arrivals = [Arrival(random.randint(1, 2), key[:2], (random.choice(edge),), (key,)) for key in late]
    made = scenario(country.board, units, setup, arrivals, turns=Turns(3, frozenset({2})))
    return Game(made, seed, choices(seed))


def _edge(country: Country) -> set[int]:
    grid = country.board.grid
    return {h for h in grid.hexes if min(grid.ring1[h]) < 0}


def test_a_few_battles_have_every_pair_of_choices() -> None:
    def pairs(sets: Iterable[dict[str, Any]]) -> set[tuple[tuple[str, Any], ...]]:
        return {pair for given in sets for pair in combinations(given.items(), 2)}

    assert pairs(choices(seed) for seed in FEW) == pairs(CHOICES)


def check_memory(game: Game) -> int:
    """Whether what is remembered of fights is still true, and ask for more of it; how much was remembered."""
    rules: Any = game.rules
    state: Any = game.state
    field, found = rules.field, 0
    if state.contacts is not None:
        side, net = state.contacts
        guns = [u for u in field.roster.side_units[side] if field.roster.gun[u] and state.where[u] >= 0]
        for h, shots in net.shots.items():
            assert shots == tuple(
                u
                for u in guns
                if not state.fought >> u & 1
                and h not in field.ground.control[state.where[u]]
                and not any(fire.fire_breaches(field, state, u, h))
            )
            found += len(shots)
        plain = state.copy()
        plain.contacts = None
        assert net.said in ([], [contact.owed_text(field, plain, side)])
    for key, shut in field.shut.items():
        assert shut == (fire.is_open(field, state, *divmod(key, field.grid.size)) == fire.BLOCKED)
    moving = next((frame.side for frame in state.stack if isinstance(frame, PlayerTurn)), 0)
    contact.owed_text(field, state, moving)
    for h in contact.target_hexes(field, state, moving):
        contact.bombarders(field, state, moving, h)
    return found


@pytest.mark.rule("tlg2:4.9")
@pytest.mark.parametrize("seed", FEW)
def test_games_hold_together(seed: int) -> None:
    game = battle(seed)
    random = Random(seed)
    begin = game.state.to_json()
    remembered = 0
    while game.decision is not None:
        assert len(game) < 3000
        listed = list(game.legal_actions())
        assert listed
        for action in listed if len(listed) < 40 else random.sample(listed, 40):
            assert game.verdict(action), game.text(action)
            assert game.parse(game.text(action)) == action
        assert game.verdict(game.legal_actions().sample(random))
        game.apply(random.choice(listed))
        assert game.rules.defects(game.state) == []
        remembered += check_memory(game)
        plain: dict[str, Any] = json.loads(json.dumps(game.state.to_json()))
        assert game.rules.load(plain).to_json() == plain
    assert game.outcome() is not None
    assert remembered or SWEEP, "of very many battles some have no guns that reach anybody"
    while len(game):
        game.undo()
    assert game.state.to_json() == begin
