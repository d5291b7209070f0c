"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.mechanics.words import COMMON, with_meaning
from engine.play.words import Data, Names, Sentence, listed
from engine.plural import counted
from engine.systems.fire_and_movement.tables import Tables


def _support(names: Names, data: Data) -> str:
    if "allotment" in data:
        shares = (f"{names.side(side)} {counted(count, 'marker')}" for side, count in data["allotment"].items())
        return f"Support fire this turn: {listed(shares)}"
    return f"{names.the_side(data['side'])} placed a support fire marker at {names.place(data['target'])}"


def _values(strengths: Iterable[int]) -> str:
    return listed((f"+{strength}" for strength in strengths), "nothing")


def _drawn(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} drew support fire of {_values(data['markers'])}"


def _bombardment(names: Names, data: Data) -> str:
    against = f"{names.units(data['defenders'])} in {names.place(data['target'])}"
    return f"Support fire of {_values(data['markers'])} bombarded {against}: {_compared(data)}"


def _attack(names: Names, data: Data) -> str:
    return (
        f"{names.units(data['attackers'])} attacked {names.units(data['defenders'])} in {names.place(data['target'])}"
    )


def _reveal(names: Names, data: Data) -> str:
    attacker, defender = _values(data["attacker"]), _values(data["defender"])
    return f"Support fire revealed: {attacker} for the attacker, {defender} for the defender"


def _differential(names: Names, data: Data) -> str:
    shift = data["shift"]
    columns = counted(abs(shift), "column")
    shifted = f", {columns} to the {'right' if shift > 0 else 'left'}" if shift else ""
    return f"Combat differential: {_compared(data)}{shifted}"


def _compared(data: Data) -> str:
    attack, _, defense = data["strength"].partition("-")
    line = data["line"].replace("_", " ")
    return f"{attack} against {defense}, {data['differential']:+d} on the {line} line"


def _result(names: Names, data: Data) -> str:
    meanings = Tables.of(names.scenario.tables).combat_results.results
    shown = f"Die roll {data['die']} in column {data['column']}"
    if data.get("void") and any(map(str.isalpha, data["result"])):
        return f"{shown}: {data['result']}, which has no effect in a bombardment"
    return f"{shown}: {with_meaning(data['result'], meanings)}"


def _stand(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} did not retreat (stiff resistance)"


SENTENCES: Final[Mapping[str, Sentence]] = {
    **COMMON,
    "support": _support,
    "drawn": _drawn,
    "bombardment": _bombardment,
    "attack": _attack,
    "reveal": _reveal,
    "differential": _differential,
    "result": _result,
    "stand": _stand,
}
"""Kind of event to its sentence."""
