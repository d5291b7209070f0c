"""What the rules of dbm cost: verdicts of moves, targets of shooters, a bound of the staff, a random battle."""

from __future__ import annotations

from functools import cache
from random import Random

from harness import Took, bench, typical

from engine.formats import load_palette, load_scenario
from engine.play import Game, Start
from engine.players import seat
from engine.scenario import Scenario, Side, Turns, Unit
from engine.systems.de_bellis_multitudinis import shooting
from engine.systems.de_bellis_multitudinis.rules import DbmRules
from engine.tables.table import Table, TableArea

WOODS = tuple(
    TableArea(f"w-{n}", "wood", ((x, 900), (x + 120, 880), (x + 140, 960), (x + 20, 980)))
    for n, x in enumerate(range(150, 2700, 300))
)


@cache
def battle(*, woods: bool) -> Scenario:
    """66 bows of each side in two lines that face each other 150 paces apart, and twelve blades behind one of them."""
    units = {f"{side}-{n}": Unit(f"{side}-{n}", side, "", "Bw") for side in ("red", "blue") for n in range(60)}
    units |= {f"bd-{n}": Unit(f"bd-{n}", "red", "", "Bd") for n in range(12)}
    table = Table(load_palette("table"), "Bench", size=(3600, 2400))
    table.areas = {area.key: area for area in WOODS} if woods else {}
    sides = {"red": Side("red", "Red"), "blue": Side("blue", "Blue")}
    return Scenario("bench", "Bench", "dbm", table, sides=sides, units=units, turns=Turns(9))


def begun(*, woods: bool) -> Game:
    """The battle as the side of the blades moves."""
    at: dict[str, object] = {}
    for n in range(60):
        rank, file = divmod(n, 30)
        at[f"red-{n}"] = [200 + 90 * file, 1000 + 60 * rank, 0]
        at[f"blue-{n}"] = [200 + 90 * file, 850 - 60 * rank, 180]
    at |= {f"bd-{n}": [600 + 80 * n, 1300, 0] for n in range(12)}
    return Game(battle(woods=woods), start=Start(side="red", phase="moves", only=True, units=at))


def _targets(*, woods: bool) -> Took:
    game = begun(woods=woods)
    rules, state = game.rules, game.state
    assert isinstance(rules, DbmRules)

    def aim() -> None:
        state.cache = {}
        for unit in range(60):
            shooting.targets(rules.field, state, unit)

    return typical(aim, rounds=5)


@bench("the targets of 60 bows among 132 elements of dbm", 20, "ms")
def targets_in_the_open() -> Took:
    """All worked out from the position alone."""
    return _targets(woods=False)


@bench("the targets of 60 bows among 132 elements of dbm and nine woods", 20, "ms")
def targets_in_woods() -> Took:
    """All worked out from the position alone."""
    return _targets(woods=True)


@bench("the verdict on a move of a group of 12 among 120 others of dbm", 5, "ms")
def verdict() -> Took:
    """Straight ahead and by a wheel, one after another in a position that is known."""
    game = begun(woods=False)
    moves = [f"move bd-0..bd-11: ahead {paces}" for paces in range(10, 60)]
    moves += [f"move bd-0..bd-11: wheel left {tenths / 10}; ahead 20" for tenths in range(1, 41)]
    actions = [game.parse(move) for move in moves]
    game.verdict(actions[0])

    def judge() -> None:
        for action in actions:
            assert game.verdict(action)

    took = typical(judge, rounds=3)
    return Took(took.clock / len(actions), took.idle / len(actions))


@bench("a bound of the staff of dbm at Hastings", 1, "s")
def staff() -> Took:
    """The mean of the first eight bounds, both sides by the staff."""
    scenario = load_scenario("hastings")

    def play() -> None:
        game, players = Game(scenario, 3), seat(("staff", "staff"), scenario.sides, 3)
        while game.decision is not None and game.state.bound <= 8:
            game.apply(players[game.decision.side].choose(game))

    took = typical(play, rounds=1)
    return Took(took.clock / 8, took.idle / 8)


@bench("a random battle of dbm at Zama", 2, "s")
def at_random() -> Took:
    """From the set-up to the end."""
    scenario = load_scenario("zama")

    def play() -> None:
        game, random = Game(scenario, 5), Random(5)
        while game.decision is not None:
            game.apply(game.legal_actions().sample(random), trusted=True)

    return typical(play, rounds=1)
