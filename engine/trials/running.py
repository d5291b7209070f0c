"""The games of a trial, shared out among processes or given to an executor. Game n is the same whoever plays it."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.kit.unsaved import hold
from engine.play import Rules
from engine.play.registry import system
from engine.trials.crew import shared_out
from engine.trials.games import GameResult, TrialSpec, play_one

_CHUNK: Final = 4
"""Games handed over at a time: enough to keep a process busy, few enough to stop soon."""
_UNDER_WAY: Final = 256
"""Pieces of work that an executor is given at a time: enough for many workers, few enough to hold in memory."""

Played = Callable[[range], list[GameResult]]


def run_games(spec: TrialSpec, jobs: int = 1, executor: Executor | None = None) -> Iterator[GameResult]:
    """Play the games and give their results in the order of their seeds, each as soon as it may be had.

    ``jobs`` is how many processes of this machine work at once; with an ``executor`` of `concurrent.futures` (threads,
    processes, a cluster) the games are played there instead. Abandoning the iterator stops the work. Raises
    HexwrightError when a game cannot be played, or if no worker is left to play it.
    """
    seeds = spec.seeds
    if executor is not None:
        yield from _on_executor(spec, executor)
        return
    if jobs <= 1 or spec.games <= 1:
        rules = _bound(spec)
        yield from (play_one(spec, seed, rules) for seed in seeds)
        return
    step = min(_CHUNK, -(-spec.games // jobs))
    for results in shared_out(_player_of, (spec,), _chunks(seeds, step), jobs):
        yield from results


def _chunks(seeds: range, step: int) -> Iterator[range]:
    return (seeds[begin : begin + step] for begin in range(0, len(seeds), step))


def _on_executor(spec: TrialSpec, executor: Executor) -> Iterator[GameResult]:
    """The games in order, whichever is done first; games in progress are cancelled if they are no longer wanted."""
    packed = pickle.dumps(spec)
    waiting = _chunks(spec.seeds, _CHUNK)
    under_way: deque[tuple[range, Future[list[GameResult]]]] = deque()

    def hand_out() -> None:
        for seeds in waiting:
            under_way.append((seeds, executor.submit(play_packed, packed, seeds)))
            if len(under_way) >= _UNDER_WAY:
                return

    try:
        hand_out()
        while under_way:
            seeds, future = under_way.popleft()
            yield from _results(seeds, future)
            hand_out()
    finally:
        for _, future in under_way:
            future.cancel()


def _results(seeds: range, future: Future[list[GameResult]]) -> list[GameResult]:
    """What was played with these seeds, each once."""
    try:
        results = future.result()
    except HexwrightError:
        raise
    except Exception as error:
        said = f"games {seeds[0]} to {seeds[-1]} could not be played there: {type(error).__name__}: {error}"
        raise HexwrightError(said) from error
    if [result.seed for result in results] != list(seeds):
        raise HexwrightError(f"other games came back than {seeds[0]} to {seeds[-1]}")
    return results


def play_packed(packed: bytes, seeds: range) -> list[GameResult]:
    """The games of some seeds of a pickled `TrialSpec`; rules once bound are kept where this is called."""
    return _kept_player(packed)(seeds)


@lru_cache(maxsize=4)
def _kept_player(packed: bytes) -> Played:
    return _player_of(pickle.loads(packed))


def _bound(spec: TrialSpec) -> Rules[Any]:
    for file, text in spec.drafts:
        hold(Path(file), text)
    return system(spec.scenario.system).rules(spec.scenario, spec.options)


def _player_of(spec: TrialSpec) -> Played:
    """What plays the games of some seeds: the rules are bound once for all of them."""
    rules = _bound(spec)
    return lambda seeds: [play_one(spec, seed, rules) for seed in seeds]
