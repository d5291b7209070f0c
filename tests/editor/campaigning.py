"""Test turns of the teaching campaign that begin where a test wants them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import Bench, at_bench
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.preview.lines import Left
from editor.preview.position import position_of
from editor.preview.seats import HUMAN, screen_of
from editor.window.window import Window
from engine.play import Game, Start
from engine.players import make

SCENARIO = Path(__file__).parents[2] / "scenarios" / "sns_first_steps.yaml"
ALONE: Mapping[str, str] = {"british": HUMAN, "zangari": "random"}
"""One person who plays the British and sees what they may know."""


@contextmanager
def at_campaign(qtbot: QtBot) -> Iterator[Bench]:
    """A bench with the teaching campaign."""
    with at_bench(qtbot, Document.open(SCENARIO)) as made:
        yield made


def take_up(
    bench: Bench | Window,
    places: Mapping[str, Any],
    phase: str,
    *,
    side: str = "british",
    seats: Mapping[str, str] = ALONE,
    dice: Iterable[int] = (),
    **values: Any,
) -> Game:
    """A game in a segment of a side, with these units where they are put and no others; gives it."""
    start = Start(1, side, phase, dict(places), only=True, set=values)
    game = Game(bench.desk.document.require_scenario(), 1, dice=dice, start=start)
    eyes, shared = screen_of(game, seats)
    players = {key: make(name, key, 1) for key, name in seats.items() if name != HUMAN}
    bench.desk.preview.take_up(Left(game, dict(seats), players, [position_of(game, eyes=eyes, shared=shared)], 0))
    bench.desk.controls.game.pace.pause()
    return game
