"""The engine beside well-known libraries that do the same work: scipy, networkx, shapely, python-chess.

Each row is measured in turns with its peer, in this process. What a peer needs beforehand, a graph or an index, is made
beforehand; what it finds is read out as ours is used: the hexes, their costs, the ways back.
"""

from __future__ import annotations

from functools import cache
from math import inf
from random import Random
from typing import Any

import numpy as np
import shapely
from bench_engine import rules, scenario, wide_game
from harness import Beside, Took, bench, in_turns, typical

from engine.mechanics.hexes.movement import Reach, Steps, reach
from engine.play import Game

MOVEMENT_POINTS = 8
HALVES = 2
"""TLG2 counts movement in half points."""
GAMES = 4
"""Games of a turn, of each kind."""

# -- reach --------------------------------------------------------------------------------------------------------


class March:
    """A unit on Lundy's Lane as it is set up: the enemy's zones of control stop it, nobody is passed."""

    def __init__(self) -> None:
        field: Any = rules().field
        state: Any = Game(scenario(), rules=rules()).state
        self.steps: Steps = field.steps["infantry", True]
        self.budget = MOVEMENT_POINTS * HALVES
        self.blocked: dict[int, int] = state.stacks
        self.stops: bytearray = field.zones.of(state, 1)
        free = [h for h in field.grid.hexes if h not in self.blocked and not self.stops[h]]
        self.start = max(free, key=lambda h: len(self.reach(h).cost))
        """Where there is most to be reached."""

    def reach(self, start: int | None = None) -> Reach:
        """What we find."""
        return reach(self.start if start is None else start, self.steps, self.budget, self.blocked, self.stops)

    def edges(self) -> list[tuple[int, int, float]]:
        """The same board as a graph: no way into blocked hexes, none on from hexes that stop."""
        return [
            (a, b, float(cost))
            for a, row in enumerate(self.steps)
            if a == self.start or not self.stops[a]
            for b, cost in row
            if b not in self.blocked
        ]


@cache
def march() -> March:
    """The march that is measured."""
    return March()


@cache
def beside_scipy() -> Beside:
    """Our reach and scipy's Dijkstra, which stops at the same budget and tells predecessors too."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    size, (a, b, cost) = len(march().steps), zip(*march().edges(), strict=True)
    graph = csr_array((cost, (a, b)), shape=(size, size))

    def theirs() -> tuple[dict[int, float], dict[int, int]]:
        far, before = dijkstra(graph, indices=march().start, limit=march().budget, return_predecessors=True)
        reached = np.flatnonzero(np.isfinite(far))
        hexes = reached.tolist()
        costs = dict(zip(hexes, far[reached].tolist(), strict=True))
        return costs, dict(zip(hexes, before[reached].tolist(), strict=True))

    if theirs()[0] != march().reach().cost:
        raise RuntimeError("scipy finds something else")
    return in_turns(march().reach, theirs, rounds=41, number=50)


@bench("reach of one unit, 8 movement points, zones and roads", inf, "µs")
def our_reach() -> Took:
    return beside_scipy().ours


@bench("scipy's Dijkstra on the same graph", inf, "µs")
def scipys_reach() -> Took:
    return beside_scipy().theirs


@bench("our reach as a share of scipy's Dijkstra", 0.8, "times")
def reach_share() -> float:
    return beside_scipy().share


@bench("networkx's Dijkstra on the same graph", inf, "µs")
def networkxs_reach() -> Took:
    import networkx

    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(march().edges())
    found = networkx.single_source_dijkstra(graph, march().start, cutoff=march().budget)
    if found[0] != march().reach().cost:
        raise RuntimeError("networkx finds something else")
    return typical(lambda: networkx.single_source_dijkstra(graph, march().start, cutoff=march().budget), number=50)


# -- sight --------------------------------------------------------------------------------------------------------


@cache
def beside_shapely() -> Beside:
    """Our lines of sight from a hex to all others, and shapely's query of an index of the wood for the same lines."""
    game = wide_game()
    knows: Any = game.rules
    grid, forest = knows.field.grid, knows.field.ground.forest
    start = grid.at(25, 20)
    index = shapely.STRtree([shapely.Polygon(grid.outline(h)) for h in grid.hexes if forest[h]])
    lines = shapely.linestrings([(grid.centre(start), grid.centre(h)) for h in grid.hexes if h != start])
    name = grid.name(start)
    return in_turns(lambda: knows.sights(game.state, name), lambda: index.query(lines, predicate="intersects"))


@bench("sight from one hex to all of a 50 x 40 map, by the rules", inf)
def our_sight() -> Took:
    return beside_shapely().ours


@bench("shapely's bulk query of the same lines on the same wood", inf)
def shapelys_sight() -> Took:
    return beside_shapely().theirs


@bench("our sight as a share of shapely's bulk query", 0.5, "times")
def sight_share() -> float:
    return beside_shapely().share


# -- playouts -----------------------------------------------------------------------------------------------------


def playouts() -> int:
    """Whole random games of Lundy's Lane; gives the number of actions."""
    actions = 0
    for seed in range(GAMES):
        game, random = Game(scenario(), seed, rules=rules()), Random(seed)
        while game.decision is not None:
            game.apply(game.legal_actions().sample(random), trusted=True)
            actions += 1
    return actions


def chess_playouts() -> int:
    """Whole random games of chess; gives the number of plies."""
    import chess

    plies = 0
    for seed in range(GAMES):
        board, random = chess.Board(), Random(seed)
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            plies += 1
    return plies


@cache
def beside_chess() -> tuple[Beside, int, int]:
    """The times of a turn, and how many actions and plies were in it."""
    return in_turns(playouts, chess_playouts), playouts(), chess_playouts()


@bench("random playout of Lundy's Lane, actions", inf, "a second", more=True)
def actions() -> float:
    took, done, _ = beside_chess()
    return done / took.ours.idle


@bench("random playout of python-chess, plies", inf, "a second", more=True)
def plies() -> float:
    took, _, done = beside_chess()
    return done / took.theirs.idle


@bench("our actions for each ply of python-chess", 1, "times", more=True)
def playout_share() -> float:
    took, ours, theirs = beside_chess()
    return ours / theirs / took.share
