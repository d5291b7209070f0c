"""The staff beside the computer player of Battle for Wesnoth, where that is installed (on Debian: apt-get install
wesnoth-1.16-core): both play Lundy's Lane, on the same hexes, with the units that are set up on it."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
from functools import cache
from itertools import cycle
from math import inf
from pathlib import Path
from typing import Final

from bench_engine import scenario, staff_turn
from harness import Beside, Took, Watch, bench, median, shared

from maps import folder

ROUNDS: Final = 3
"""Games of each, in turns."""
TURNS: Final = 3
"""Turns of theirs: their units kill each other sooner than ours, and fewer are left to think about."""
PROGRAMS: Final = ("wesnoth", "wesnoth-1.18", "wesnoth-1.16")
PLACES: Final = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
GRASS: Final = "Gg"
GROUND: Final = {"forest": "Gs^Fp", "river": "Wwf", "swamp": "Ss"}
"""Their ground for ours; all else is grass."""
SOLDIERS: Final = ("Spearman", "Bowman", "Cavalryman")
GAME: Final = """\
#ifdef MULTIPLAYER
[multiplayer]
id=lundys_lane
name=lundys_lane
map_data="{ground}"
random_start_time=no
victory_when_enemies_defeated=no
{{DEFAULT_SCHEDULE}}
{sides}
[/multiplayer]
#endif
"""
SIDE: Final = """\
[side]
side={number}
faction=Custom
no_leader=yes
defeat_condition=never
gold=0
income=-2
{units}
[/side]
"""
UNIT: Final = "[unit]\ntype={soldier}\nside={number}\nx={x}\ny={y}\n[/unit]"


@cache
def program() -> str:
    """Wesnoth."""
    for name in PROGRAMS:
        found = shutil.which(name, path=PLACES)
        if found:
            return found
    raise RuntimeError("Wesnoth is not installed here")


@cache
def settings() -> Path:
    """What Wesnoth takes for its user's folder: in it is the battle."""
    path = folder() / "wesnoth"
    battle = path / "data" / "add-ons" / "lundys_lane"
    battle.mkdir(parents=True)
    (battle / "_main.cfg").write_text(GAME.format(ground=ground(), sides=sides()), encoding="utf-8")
    return path


def ground() -> str:
    """The map's rows, inside a border of one hex; one column more, since it is their even columns that lie low."""
    board = scenario().map
    columns, rows = board.grid.columns, board.grid.rows
    edge = ", ".join([GRASS] * (columns + 3))
    middle = []
    for r in range(rows):
        kinds = [GROUND.get(board.terrain[board.grid.at(c, r)], GRASS) for c in range(columns)]
        middle.append(", ".join([GRASS, GRASS, *kinds, GRASS]))
    return "\n".join([edge, *middle, edge])


def sides() -> str:
    """Both sides with their units, where ours are set up."""
    found, grid = [], scenario().map.grid
    for number, side in enumerate(scenario().sides, 1):
        places = [grid.parse(h) for key, h in scenario().setup.items() if scenario().units[key].side == side]
        units = []
        for soldier, h in zip(cycle(SOLDIERS), places, strict=False):
            x, y = h % grid.columns + 2, h // grid.columns + 1
            units.append(UNIT.format(soldier=soldier, number=number, x=x, y=y))
        found.append(SIDE.format(number=number, units="\n".join(units)))
    return "".join(found)


def game(controller: str) -> Took:
    """So many turns from the program's start to its end, both sides played by the same."""
    options = ["--nogui", "--nosound", "--nodelay", "--exit-at-end", "--userdata-dir", str(settings())]
    battle = ["--multiplayer", "--scenario", "lundys_lane", "--turns", str(TURNS)]
    players = [word for number in (1, 2) for word in ("--controller", f"{number}:{controller}")]
    command = [program(), *options, *battle, *players, "--log-info", "engine"]
    watch = Watch(children=True)
    told = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout
    taken = watch.took()
    if f"info engine: turn: {TURNS}" not in told:
        raise RuntimeError("Wesnoth did not play all turns")
    return taken


def their_turn() -> Took:
    """The mean over their turns, without what the program takes where nobody plays."""
    played, idle = game("ai"), game("null")
    return shared(Took(played.clock - idle.clock, played.idle - idle.idle), TURNS)


@cache
def beside_wesnoth() -> Beside:
    """Our staff's turn and their computer player's, in turns."""
    own, other = [], []
    for _ in range(ROUNDS):
        own.append(staff_turn())
        other.append(their_turn())
    share = statistics.median(mine.idle / theirs.idle for mine, theirs in zip(own, other, strict=True))
    return Beside(median(own), median(other), share)


@bench("Wesnoth's AI plays one turn with as many units on the same hexes", inf)
def wesnoths_turn() -> Took:
    return beside_wesnoth().theirs


@bench("our staff's turn as a share of Wesnoth's AI", 0.5, "times")
def share_of_wesnoth() -> float:
    return beside_wesnoth().share
