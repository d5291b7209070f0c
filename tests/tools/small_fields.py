"""Small fields made up by a seed, on which a few units of both sides stand close together, with goals to fight for.

Every seed brings other ground, units, options and points, so that some dozens of them hold much of what can come up.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "engine" / "systems")]

import fm_field  # noqa: E402 -- found on the path that was just set
import tlg2_field  # noqa: E402
from fm_country import random_ground  # noqa: E402
from tlg2_country import KINDS, Country  # noqa: E402

from engine.play import Game  # noqa: E402
from engine.play.registry import system  # noqa: E402
from engine.scenario import Arrival, Scoring, Turns, Victory  # noqa: E402

TURNS: Final = Turns(3, frozenset({2}))
_FLAGS: Final = ("mobile", "commando", "no_zoc", "armoured_brigade")


def small_field(key: str, seed: int) -> Game:
    """A game of Fire & Movement (``fm``) or Twilight's Last Gleaming 2 (``tlg2``) at its beginning."""
    return _fire_and_movement(seed) if key == "fm" else _twilights_last_gleaming(seed)


def _options(key: str, random: Random) -> dict[str, Any]:
    return {name: random.choice(option.choices) for name, option in system(key).options.items()}


def _victory(hexes: list[str], sides: tuple[str, str], seed: int) -> Victory:
    """Goals and losses, or, every fourth time, losses alone."""
    random = Random(-seed)
    lost = Scoring("eliminated", random.choice([0.5, 1, 2]))
    if seed % 4 == 0:
        return Victory(scoring=(lost,))
    one, two, three = random.sample(hexes, 3)
    goals = [
        Scoring("hold", random.randint(1, 6), hexes=found, initial=random.choice(sides))
        for found in ((one,), (two, three))
    ]
    return Victory(scoring=(*goals, lost), handicap={sides[0]: random.randint(0, 4)})


def _fire_and_movement(seed: int) -> Game:
    """Some ten units, a few at sea, two that come on, support fire for both."""
    board, land, sea = random_ground(seed)
    random, free, sides = Random(seed), list(land), ("cw", "ge")
    random.shuffle(free)
    count = random.randint(8, 13)
    units, setup = [], {}
    for number in range(count):
        key = f"{sides[number % 2]}-{number}"
        factors = f"{random.randint(1, 9)}-{random.randint(1, 6)}-{random.randint(2, 9)}"
        reduced = random.choice(["", "/2-1", "/1-2"])
        afloat = number % 5 == 0 and bool(sea)
        flags = [flag for flag in _FLAGS if random.random() < 0.25] + ["seaborne"] * afloat
        units.append(f"{key} infantry {factors}{reduced} {' '.join(flags)}")
        if number < count - 2:
            setup[key] = sea.pop() if afloat else free.pop()
    late = [text.split()[0] for text in units[-2:]]
    arrivals = [Arrival(1, key[:2], (free.pop(), free.pop()), (key,)) for key in late]
    naval = {"strength": 5, "count": 2, "from": "sea", "range": 2}
    special = fm_field.support({1: "3/3", 2: "4"}, (naval, 1, 3), (2, 2, 4))
    if seed % 2:
        special["armour_shift"] = "cw"
    if seed % 3:
        special["friendly_edge"] = {"cw": "N", "ge": "S"}
    victory = _victory(land, sides, seed)
    made = fm_field.scenario(board, units, setup, arrivals, turns=TURNS, special=special, victory=victory)
    return Game(made, seed, _options("fm", random))


def _twilights_last_gleaming(seed: int) -> Game:
    """Some ten units, a third of them guns, and two that come on."""
    country, random, sides = Country(seed), Random(seed), ("us", "ac")
    units, setup = [], {}
    for number, name in enumerate([*random.sample(country.land, random.randint(8, 13)), "", ""]):
        kind, key = random.choice(KINDS), f"{sides[number % 2]}-{number}"
        factors = random.choice(["2", "3", "5", "6/3", "8/4"])
        gun = f" range {random.randint(3, 7)}" if kind == "artillery" else ""
        heavy = " heavy_battery" if gun and random.random() < 0.5 else ""
        units.append(f"{key} {kind} {factors}{gun}{heavy}")
        if name:
            setup[key] = name
    grid = country.board.grid
    edge = [name for name in country.land if min(grid.ring1[grid.parse(name)]) < 0]
    arrivals = [Arrival(1, key[:2], (random.choice(edge),), (key,)) for key in (text.split()[0] for text in units[-2:])]
    victory = _victory(country.land, sides, seed)
    made = tlg2_field.scenario(country.board, units, setup, arrivals, turns=TURNS, victory=victory)
    return Game(made, seed, _options("tlg2", random))
