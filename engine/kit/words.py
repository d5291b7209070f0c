"""What happens in games of rules files, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.mechanics.words import COMMON
from engine.play.words import Data, Names, Sentence


def _attack(names: Names, data: Data) -> str:
    said = f"{names.units(data['attackers'])} attacked {names.place(data['target'])}"
    return f"{said}: {data['strength']}" if data.get("strength") else said


def _result(names: Names, data: Data) -> str:
    return f"The die shows {data['die']}: {data['result']}"


def _status(names: Names, data: Data) -> str:
    status = str(data["status"]).replace("_", " ")
    return f"{names.unit(data['unit'])} is {status if data['on'] else f'no longer {status}'}"


def _stand(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} did not retreat"


SENTENCES: Final[Mapping[str, Sentence]] = {
    **COMMON,
    "attack": _attack,
    "result": _result,
    "status": _status,
    "stand": _stand,
}
"""Kind of event to its sentence."""
