"""Pools in a module: draw piles become pools, and those that Hexwright wrote come back as they were."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.exchange.vassal.armies import Armies, slug, unique
from engine.formats.documents import KEY_PATTERN
from engine.scenario.model import CHANCE, Pool

POOLS: Final = "pools"
"""The fact that has the pools of a scenario that Hexwright wrote."""
MOST_POOLS: Final = 200
CHOICE: Final = "choice"
ELIMINATED: Final = "eliminated"


def read_pools(armies: Armies, facts: Mapping[str, Any], placed: Collection[str]) -> dict[str, Pool]:
    """The pools of a module, without the units that are ``placed`` on the map. A pile with units of several sides is a
    pool for each of them, as a pool belongs to one side."""
    told = facts.get(POOLS)
    if isinstance(told, dict):
        return _as_written(armies, told, placed)
    piled: dict[tuple[str, str, bool], list[str]] = {}
    for key, piece in armies.pieces.items():
        if piece.pile is not None and key not in placed:
            piled.setdefault((piece.pile.name, armies.units[key].side, piece.pile.at_random), []).append(key)
    pools: dict[str, Pool] = {}
    for (name, side, at_random), units in list(piled.items())[:MOST_POOLS]:
        pools[unique(slug(name), pools)] = Pool(side, tuple(units), CHANCE if at_random else CHOICE)
    return pools


def _as_written(armies: Armies, told: Mapping[str, Any], placed: Collection[str]) -> dict[str, Pool]:
    pools: dict[str, Pool] = {}
    for key, fact in list(told.items())[:MOST_POOLS]:
        listed = fact.get("units") if isinstance(fact, dict) else None
        if not isinstance(listed, list) or not re.fullmatch(KEY_PATTERN, key) or fact.get("side") not in armies.sides:
            continue
        units = tuple(unit for unit in listed if isinstance(unit, str) and unit in armies.units and unit not in placed)
        draw = CHOICE if fact.get("draw") == CHOICE else CHANCE
        if units:
            pools[key] = Pool(fact["side"], units, draw, ELIMINATED if fact.get("back") == ELIMINATED else "")
    return pools
