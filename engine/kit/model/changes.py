"""Changes of numbers and of attacks: each with what must be so, and exactly one act."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from engine.formats.fitting import refuse
from engine.kit.model.conditions import Condition
from engine.kit.model.parts import Block, Listed
from engine.kit.model.values import Number, Quantity, sided

ACTS: Final = ("add", "times", "halve", "set", "least", "most", "columns", "die", "dice", "best", "crossing", "ground")
"""What a change does: it has exactly one of these."""


def _kinds(value: dict[str, int]) -> dict[str, int]:
    if not value or any(not sided(names) for names in value):
        raise refuse("must name what counts, and how many columns it is worth")
    return value


Columns = Annotated[int, Field(ge=-100, le=100)]
ByKind = Annotated[dict[str, Columns], AfterValidator(_kinds)]
"""Names of kinds, one or several in a key, and the columns that they are worth."""


class ChangeRule(Block):
    """A change of a number or of an attack."""

    when: Condition = ()
    """What must be so."""
    add: Quantity | None = None
    times: Number | None = None
    halve: Literal["up", "down", "exact"] | None = None
    set: Quantity | None = None
    least: Quantity | None = None
    most: Quantity | None = None
    columns: Columns | None = None
    """Columns to the right, for the attacker; negative ones to the left."""
    die: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """What is added to the sum thrown."""
    dice: Annotated[int, Field(ge=-100, le=100)] | None = None
    """More dice of the attacker, in buckets."""
    total: Literal["attacker", "defender"] | None = None
    """The total strength that a change of a number is made to."""
    each: Literal["attackers", "defenders"] | None = None
    of: Condition = ()
    """The units for each of which the change is applied."""
    at_most: Annotated[int, Field(ge=1, le=1000)] | None = None
    best: Changes | None = None
    """Of those that hold, the best one applies."""
    for_: Literal["defender", "attacker"] = Field("defender", alias="for")
    crossing: ByKind | None = None
    take: Literal["least", "most"] = "least"
    ground: ByKind | None = None

    @property
    def acts(self) -> tuple[str, ...]:
        """The acts that it has; a sound change has one."""
        return tuple(act for act in ACTS if getattr(self, act) is not None)


Changes = Listed[ChangeRule]
"""Changes, applied as they are written."""
