"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.mechanics.words import COMMON
from engine.play.words import Data, Names, Sentence
from engine.plural import counted
from engine.systems.sun_never_sets.answers.campaigning import COUNTRY
from engine.systems.sun_never_sets.base.tables import Tables
from engine.systems.sun_never_sets.position import battle_words
from engine.systems.sun_never_sets.words import optional_words

_NATIVE: Final = {
    "uprising": "an uprising",
    "reinforcements": "reinforcements",
    "desertions": "desertions",
    "none": "nothing",
}


def _die(data: Data) -> str:
    return f"{data['die']}{data['modifier']:+d}" if data["modifier"] else f"{data['die']}"


def _phase(names: Names, data: Data) -> str:
    return f"{names.side(data['side'])}: {data['phase']} segment"


def _force(names: Names, data: Data) -> str:
    led = f", led by {names.unit(data['leader'])}," if data["leader"] and data["units"] != [data["leader"]] else ""
    return f"{names.units(data['units'])}{led} prepared to march ({data['points']:g} MP if the die roll allows it)"


def _march(names: Names, data: Data) -> str:
    meaning = Tables.of(names.scenario.tables).march.results[data["result"]]
    lost = ", and a unit was lost" if data["attrition"] else ""
    return f"March roll of {names.the_side(data['side'])} in {names.place(data['at'])}: {_die(data)}, {meaning}{lost}"


def _moves(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} marched {names.way(data)} ({data['cost']:g} MP)"


def _organised(names: Names, data: Data) -> str:
    where = f"in column {data['column']}" if data["column"] else "in no column"
    return f"{names.units(data['units'])} {'is' if len(data['units']) == 1 else 'are'} now {where}"


def _withdrawn(names: Names, data: Data) -> str:
    return f"{names.units(data['units'])} left the map at {names.place(data['at'])}"


def _forage(names: Names, data: Data) -> str:
    country = COUNTRY.get(data["line"], data["line"])
    die = f", {_die(data)}" if data["die"] else ""
    return f"Foraging in {names.place(data['hex'])} ({country}{die}): {data['fed']} of {data['units']} units fed"


def _issued(names: Names, data: Data) -> str:
    return f"{counted(data['fed'], 'unit')} in {names.place(data['hex'])} fed from a supply unit"


def _native_table(names: Names, data: Data) -> str:
    return f"The Native table, {_die(data)}: {_NATIVE.get(data['result'], data['result'])}"


def _natives(names: Names, data: Data) -> str:
    verb = "deserted" if data["result"] == "desertions" else "came"
    return f"{counted(data['units'], 'Native unit')} {verb}"


def _points(names: Names, data: Data) -> str:
    number = data["gained"]
    verb = "gained" if number >= 0 else "lost"
    return (
        f"{names.the_side(data['side'])} {verb} {counted(abs(number), 'point')} ({data['why']}), {data['points']} now"
    )


def _replaced(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} returned for {counted(data['factors'], 'replacement factor')}"


def _end(names: Names, data: Data) -> str:
    level = f"a {data['level']} victory" if data["level"] else "the game"
    won = names.opened(f"{names.the_side(data['winner'])} won {level}") if data["winner"] else "A draw"
    return f"The game is over. {won}: {data['reason']}"


def _unit(said: str) -> Sentence:
    """A sentence about one unit: ``_unit("was drawn from the pool")``."""
    return lambda names, data: f"{names.unit(data['unit'])} {said}"


def _unit_at(said: str) -> Sentence:
    """A sentence about one unit in a hex: ``_unit_at("was demoralized in")``."""
    return lambda names, data: f"{names.unit(data['unit'])} {said} {names.place(data['at'])}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    **{kind: COMMON[kind] for kind in ("left_out", "turn", "eliminated")},
    "deploy": _unit_at("was set up in"),
    "end": _end,
    "phase": _phase,
    "force": _force,
    "march": _march,
    "moves": _moves,
    "organised": _organised,
    "dropped": _unit_at("was dropped in"),
    "withdrawn": _withdrawn,
    "prison": lambda names, data: f"The hostages are held in {names.place(data['at'])} (die roll {data['die']})",
    "freed": _unit_at("were freed in"),
    "fieldworks": lambda names, data: f"{names.the_side(data['side'])} built fieldworks in {names.place(data['at'])}",
    "forage": _forage,
    "issued": _issued,
    "native_table": _native_table,
    "natives": _natives,
    "drawn": _unit("was drawn from the pool"),
    "reinforced": lambda names, data: f"{names.the_side(data['side'])} drew {counted(data['units'], 'reinforcement')}",
    "extended": lambda names, data: (
        f"{names.the_side(data['side'])} continue the game, at most to the end of turn {data['turn']}"
    ),
    "placed": _unit_at("came to"),
    "lost": _unit("could not enter on its turn and was lost"),
    "replaced": _replaced,
    "demoralized": _unit_at("was demoralized in"),
    "rallied": _unit_at("rallied in"),
    "spent": _unit_at("was used up in"),
    "deserted": _unit_at("left the map from"),
    "points": _points,
    **battle_words.SENTENCES,
    **optional_words.SENTENCES,
}
"""Kind of event to its sentence."""
