"""Campaigns of The Sun Never Sets: a whole game between two staffs, the copy of a state, what a battle promises."""

from __future__ import annotations

from functools import cache
from random import Random

from harness import Took, Watch, bench, shared, typical

from engine.formats import load_scenario
from engine.mechanics.hexes.hexstate import WAITING
from engine.play import Game
from engine.players import seat
from engine.systems.sun_never_sets.base.state import SnsState

COPIES = 2000
UNITS = 150


@cache
def persia() -> Game:
    """Persia as it begins; games are made with its rules."""
    return Game(load_scenario("persia"), 1856)


@bench("two staffs play a campaign of Persia", 6, "s")
def staffs() -> Took:
    """From set-up to victory."""
    game = Game(persia().scenario, 1856, rules=persia().rules)
    players = seat(["staff"], game.scenario.sides, 1856)
    watch = Watch()
    while (decision := game.decision) is not None:
        game.apply(players[decision.side].choose(game), trusted=True)
    return watch.took()


@cache
def afghan() -> Game:
    """The Second Afghan War as it begins, the campaign with the most units."""
    return Game(load_scenario("afghan"), 1878)


@bench("two staffs play the Second Afghan War", 15, "s")
def staffs_of_afghanistan() -> Took:
    """From set-up to victory."""
    game = Game(afghan().scenario, 1878, rules=afghan().rules)
    players = seat(["staff"], game.scenario.sides, 1878)
    watch = Watch()
    while (decision := game.decision) is not None:
        game.apply(players[decision.side].choose(game), trusted=True)
    return watch.took()


@bench("a campaign of the Second Afghan War at random", 2, "s")
def at_random() -> Took:
    """From set-up to victory."""
    game, random = Game(afghan().scenario, 1878, rules=afghan().rules), Random(1878)
    watch = Watch()
    while game.decision is not None:
        game.apply(game.legal_actions().sample(random))
    return watch.took()


@bench("a copy of the state of a campaign", 0.03)
def copies() -> Took:
    """The Second Afghan War, the campaign with the most units."""
    state = afghan().state

    def copy() -> None:
        for _ in range(COPIES):
            state.copy()

    return shared(typical(copy), COPIES)


@bench("a copy of the state of a campaign with 150 units", 0.03)
def large_copies() -> Took:
    """The units of Asante, and as many others as make 150, all on the map."""
    state = Game(load_scenario("asante"), 1873).state
    assert isinstance(state, SnsState)
    more = UNITS - len(state.where)
    state.where += [WAITING] * more
    state.steps += [2] * more
    state.column += [0] * more
    for unit in range(UNITS - more, UNITS):
        state.place(unit, unit)

    def copy() -> None:
        for _ in range(COPIES):
            state.copy()

    return shared(typical(copy), COPIES)
