"""Players play on, off the main thread, until something stops them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Requests:
    """What the main thread asks of players while they play; they see to it after the action in hand."""

    stop: threading.Event = field(default_factory=threading.Event)
    copy: threading.Event = field(default_factory=threading.Event)
    """A copy of the game as it is then, with the next progress."""

    def clear(self) -> None:
        """Ask for nothing more."""
        self.stop.clear()
        self.copy.clear()


@dataclass(frozen=True, slots=True)
class Batch:
    """What players have played since the last progress."""

    positions: list[Position]
    copy: Game | None = None
    """The game after the last of these positions, where a copy was asked for."""


def play_on(
    game: Game,
    players: Mapping[str, Player],
    seats: Mapping[str, str],
    seen_by: Callable[[Game, Taken], Position],
    turns: int | None,
    actions: int | None,
    requests: Requests,
    tell: Callable[[Batch], None],
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
        if requests.stop.is_set():
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
                copy = _copy_asked_for(game, requests)
                if copy is not None or monotonic() - told > BATCH_SECONDS:
                    tell(Batch(batch, copy))
                    batch, told = [], monotonic()
                continue
        if batch:
            tell(Batch(batch))
        return said, findings


def _copy_asked_for(game: Game, requests: Requests) -> Game | None:
    if not requests.copy.is_set():
        return None
    requests.copy.clear()
    return game.copy()
