"""Fights of Fire & Movement that have had a result, for the chapters on what follows one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fm_field import always, attack, game
from hex_field import field

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game

ATTACKERS = {"cw-1 infantry 9-3-3/5-2": "X0605", "cw-2 infantry 9-3-3/5-2": "X0705"}
DEFENDER = {"ge-1 infantry 3-3-3/2-2": "X0606"}
DUEL = ATTACKERS | DEFENDER


def fought(result: str, units: Mapping[str, str] = DUEL, board: BattleMap | None = None, **more: Any) -> Game:
    """The attack of cw-1 and cw-2 (as far as they are there) on X0606 has had a result."""
    playing = game(board or field(), units, phase="combat", tables=always(result), **more)
    attackers = [text.split()[0] for text in units if text.startswith(("cw-1 ", "cw-2 "))]
    attack(playing, "X0606", *attackers)
    return playing


def corridor(length: int = 12) -> BattleMap:
    """A map three columns wide whose outer columns are sea: land is the column X02."""
    shores = " ".join(f"X{column}{row:02}" for column in ("01", "03") for row in range(1, length + 1))
    return field(columns=3, rows=length, terrain={"water": shores})


def asked(playing: Game) -> tuple[str, str]:
    """Whose decision it is, and of what kind."""
    assert playing.decision is not None
    return playing.decision.side, playing.decision.kind


def pocket(**extra: str) -> dict[str, str]:
    """A corridor with ge-1 attacked in X0203 and friends behind it: ``ge_2="X0205"``."""
    units = {"cw-1 infantry 9-3-3": "X0202", "ge-1 infantry 3-3-3/2-2": "X0203"}
    return units | {f"{key.replace('_', '-')} infantry 1-1-1/1-1": name for key, name in extra.items()}


def driven(result: str, units: Mapping[str, str], length: int = 12, **more: Any) -> Game:
    """The attack of cw-1 on X0203 in a corridor has had a result, and the defender falls back."""
    playing = game(corridor(length), units, phase="combat", tables=always(result), **more)
    attack(playing, "X0203", "cw-1")
    playing.apply("fall back")
    return playing
