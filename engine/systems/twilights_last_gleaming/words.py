"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.mechanics.words import COMMON, with_meaning
from engine.play.words import Data, Names, Sentence, listed
from engine.systems.twilights_last_gleaming.aftermath import meaning_for_guns
from engine.systems.twilights_last_gleaming.battle import BOMBARDMENT
from engine.systems.twilights_last_gleaming.tables import Tables


def _attack(names: Names, data: Data) -> str:
    verb = "bombarded" if data["kind"] == BOMBARDMENT else "attacked"
    against = f"{names.units(data['defenders'])} in {listed(map(names.place, data['targets']))}"
    worked_out = ", ".join([data["strength"], *data["shifts"]])
    return f"{names.units(data['attackers'])} {verb} {against} at {data['odds']} ({worked_out})"


def _result(names: Names, data: Data) -> str:
    meanings = Tables.of(names.scenario.tables).combat_results.results
    told = (
        meaning_for_guns(data["result"]) if data.get("kind") == BOMBARDMENT else with_meaning(data["result"], meanings)
    )
    return f"Die roll {data['die']} at {data['odds']}: {told}"


SENTENCES: Final[Mapping[str, Sentence]] = {**COMMON, "attack": _attack, "result": _result}
"""Kind of event to its sentence."""
