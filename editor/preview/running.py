"""Players play on, off the main thread, until something stops them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from editor.preview.position import Position
from editor.preview.seats import HUMAN
from engine.findings import Finding
from engine.play import Game
from engine.players import Player
from engine.umpire.testturns import Taken, steps

BATCH_SECONDS: Final = 0.08
"""Progress is told this often while players play."""


def play_on(
    game: Game,
    players: Mapping[str, Player],
    seats: Mapping[str, str],
    seen_by: Callable[[Game, Taken], Position],
    turns: int | None,
    actions: int | None,
    cancel: threading.Event,
    tell: Callable[[list[Position]], None],
    kind: str = "",
) -> tuple[str, list[Finding]]:
    """Play until something stops it; runs on the worker's thread. Gives the reason and the umpire's findings.

    With a ``kind``, any decision of another kind stops it too.
    """
    going = steps(game, players, turns)
    batch: list[Position] = []
    told = monotonic()
    said, findings, taken = "", [], 0
    while True:
        decision = game.decision
        if cancel.is_set():
            said = "Stopped."
        elif actions is not None and taken >= actions:
            said = ""
        elif decision is not None and (seats.get(decision.side) == HUMAN or (kind and decision.kind != kind)):
            said = decision.prompt
        else:
            try:
                batch.append(seen_by(game, next(going)))
                taken += 1
            except ValueError as error:
                # A throw that was asked for is on no die of the game.
                said = f"The test stopped: {error}"
            except StopIteration as end:
                findings = list(end.value.findings)
                said = "The umpire stopped the test." if findings else ""
            else:
                if monotonic() - told > BATCH_SECONDS:
                    tell(batch)
                    batch, told = [], monotonic()
                continue
        if batch:
            tell(batch)
        return said, findings
