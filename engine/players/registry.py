"""The players there are: one line each. Those that weigh more are imported when first asked for."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable, Mapping
from typing import Final, cast

from engine.errors import HexwrightError, NameNotKnown
from engine.play.player import Player

PLAYERS: Final[Mapping[str, str]] = {
    "random": "engine.players.simple:RandomPlayer",
    "first": "engine.players.simple:FirstPlayer",
    "greedy": "engine.players.greedy:GreedyPlayer",
    "staff": "engine.players.staff:StaffPlayer",
}
"""Name to ``module:Class``; each class is made with (side, seed)."""


def names() -> list[str]:
    """The names of all players."""
    return list(PLAYERS)


def make(name: str, side: str, seed: int = 0) -> Player:
    """A player for a side; the same seed makes the same choices. Raises NameNotKnown."""
    if name not in PLAYERS:
        near = difflib.get_close_matches(name, PLAYERS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(PLAYERS)}"
        raise NameNotKnown(f"there is no player {name!r}; {hint}")
    module, _, kind = PLAYERS[name].partition(":")
    return cast(Player, getattr(importlib.import_module(module), kind)(side, seed))


def seat(wanted: Iterable[str], sides: Iterable[str], seed: int = 0) -> dict[str, Player]:
    """Players for all sides: ``wanted`` are names in the order of the sides, or ``side=name``.

    One plain name alone serves every side; a side without a name gets ``random``.
    Raises HexwrightError for too many names and NameNotKnown for unknown ones.
    """
    chosen = assign(wanted, sides)
    return {side: make(name, side, seed) for side, name in chosen.items()}


def assign(wanted: Iterable[str], sides: Iterable[str]) -> dict[str, str]:
    """Which player's name sits for which side; see `seat`."""
    order = list(sides)
    named = [name.strip() for name in wanted]
    if not all(named):
        raise HexwrightError("a player's name is missing: name one player for all sides, or one for each")
    plain = [name for name in named if "=" not in name]
    if len(plain) == 1 and len(named) == 1:
        return dict.fromkeys(order, plain[0])
    if len(named) > len(order):
        raise HexwrightError(f"{len(named)} players are named for {len(order)} sides ({', '.join(order)})")
    chosen: dict[str, str] = {}
    for side, name in (item.split("=", 1) for item in named if "=" in item):
        if side not in order:
            raise NameNotKnown(f"there is no side {side!r}; the sides are {', '.join(order)}")
        chosen[side] = name
    free = [side for side in order if side not in chosen]
    chosen.update(zip(free, plain, strict=False))
    return {side: chosen.get(side, "random") for side in order}
