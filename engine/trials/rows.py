"""The raw rows of a trial as tables: games, points and losses by turn, every loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from typing import Any

from engine import spreadsheets
from engine.errors import HexwrightError
from engine.trials.trial import Trial

Row = Mapping[str, Any]


def tables(trial: Trial) -> dict[str, list[Row]]:
    """``games`` (a row for each game), ``turns`` (for each turn and side) and ``losses`` (for each unit's loss).

    Where there are several versions the first column says which.
    """
    return {"games": list(_games(trial)), "turns": list(_turns(trial)), "losses": list(_losses(trial))}


def _games(trial: Trial) -> Iterator[Row]:
    for version in trial.versions:
        for game in version.results:
            yield {**_named(trial, version.name), **game.row()}


def _turns(trial: Trial) -> Iterator[Row]:
    for version in trial.versions:
        for game in version.results:
            lost = dict.fromkeys(version.scenario.sides, 0)
            for turn in range(1, game.turns + 1):
                for loss in game.losses:
                    if loss.turn == turn and loss.side in lost:
                        lost[loss.side] += loss.steps
                score = game.score_by_turn[turn - 1] if turn <= len(game.score_by_turn) else {}
                held = game.held_by_turn[turn - 1] if turn <= len(game.held_by_turn) else {}
                for side in lost:
                    yield {
                        **_named(trial, version.name),
                        "seed": game.seed,
                        "turn": turn,
                        "side": side,
                        "score": score.get(side),
                        "lost_steps": lost[side],
                        "objectives": sum(holder == side for holder in held.values()),
                    }


def _losses(trial: Trial) -> Iterator[Row]:
    for version in trial.versions:
        for game in version.results:
            for loss in game.losses:
                yield {**_named(trial, version.name), "seed": game.seed, **asdict(loss)}


def _named(trial: Trial, name: str) -> dict[str, str]:
    return {"version": name} if len(trial.versions) > 1 else {}


def as_csv(rows: Sequence[Row]) -> bytes:
    """Rows as comma-separated values in UTF-8, with a line of headings; an empty table is empty."""
    names = columns(rows)
    table = [names, *([row.get(name, "") for name in names] for row in rows)]
    return spreadsheets.table(table).encode("utf-8", "replace")


def columns(rows: Sequence[Row]) -> list[str]:
    """The columns of some rows, in the order in which they first come."""
    return list(dict.fromkeys(key for row in rows for key in row))


def need_parquet() -> None:
    """Raise HexwrightError, which says what to install, when nothing here writes Parquet."""
    if find_spec("pyarrow") is None:
        needs = "Parquet needs pyarrow, which is not installed"
        raise HexwrightError(f"{needs}: pip install 'hexwright[parquet]', or use the CSV")


def as_parquet(rows: Sequence[Row]) -> bytes:
    """Rows as a Parquet file. Raises HexwrightError where pyarrow is not installed."""
    need_parquet()
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table({name: [row.get(name) for row in rows] for name in columns(rows)})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    written: bytes = sink.getvalue().to_pybytes()
    return written
