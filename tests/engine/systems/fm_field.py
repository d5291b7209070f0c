"""A small field to prove paragraphs of Fire & Movement on: units by one-line descriptions on a painted map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hex_field import Fields

from engine.play import Game
from engine.scenario import Unit

FLAGS = ("mobile", "no_zoc", "commando", "seaborne", "armoured_brigade")
NOBODY = "ge-far infantry 1-1-1 no_zoc"
"""An enemy whose only business is that there is one."""


def unit(text: str) -> Unit:
    """``cw-9 infantry 4-3-5/2-2``: attack, defense, movement, reduced attack and defense; flags behind."""
    key, kind, factors, *flags = text.split()
    full, _, reduced = factors.partition("/")
    names = ("attack", "defense", "movement", "reduced_attack", "reduced_defense")
    numbers = [int(part) for part in [*full.split("-"), *(reduced.split("-") if reduced else ())]]
    values: dict[str, Any] = dict(zip(names, numbers, strict=False))
    for flag in flags:
        assert flag in FLAGS, flag
        values[flag] = True
    return Unit(key, key.partition("-")[0], key, kind, values=values)


FIELDS = Fields("fm", unit, {"cw": "Commonwealth", "ge": "German"})
scenario, game = FIELDS.scenario, FIELDS.game


def always(result: str) -> dict[str, Any]:
    """Tables of a scenario in which every combat has one result, whatever the differential and the die."""
    return {"combat_results": {"rows": {die: [result] * 12 for die in range(1, 7)}}}


def support(allotment: Any, cw: Iterable[Any] = (), ge: Iterable[Any] = ()) -> dict[str, Any]:
    """The exclusive rule of support fire: an allotment of every turn, and pools of strengths (or whole markers)."""
    pools = {
        side: [{"strength": marker} if isinstance(marker, int) else marker for marker in pool]
        for side, pool in (("cw", cw), ("ge", ge))
    }
    turns = allotment if isinstance(allotment, Mapping) else dict.fromkeys(range(1, 6), allotment)
    return {"support_fire": {"allotment": turns, **pools}}


def attack(playing: Game, target: str, *units: str) -> None:
    """Attack with support fire of neither side."""
    playing.apply(f"attack {target} with {' '.join(units)}")
    while playing.decision is not None and playing.decision.kind == "support fire":
        playing.apply("pass")
