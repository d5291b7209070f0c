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
    """Adds this amount to the number; a negative one takes away."""
    times: Number | None = None
    """Multiplies the number by this one."""
    halve: Literal["up", "down", "exact"] | None = None
    """Halves the number, rounded up, rounded down or exact."""
    set: Quantity | None = None
    """Replaces the number by this amount."""
    least: Quantity | None = None
    """Raises a smaller number to this amount."""
    most: Quantity | None = None
    """Lowers a larger number to this amount."""
    columns: Columns | None = None
    """Columns to the right, for the attacker; negative ones to the left."""
    die: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """What is added to the sum thrown."""
    dice: Annotated[int, Field(ge=-100, le=100)] | None = None
    """More dice of the attacker, in buckets."""
    total: Literal["attacker", "defender"] | None = None
    """The total strength that a change of a number is made to."""
    each: Literal["attackers", "defenders"] | None = None
    """Applies the change for each attacker or defender that fits ``of``."""
    of: Condition = ()
    """The units for each of which the change is applied."""
    at_most: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Counts at most this number of units with ``each``."""
    best: Changes | None = None
    """Of those that hold, the best one applies."""
    for_: Literal["defender", "attacker"] = Field("defender", alias="for")
    """The side that ``best`` is best for."""
    crossing: ByKind | None = None
    """Columns for each hexside or path between attackers and the hex attacked, added up."""
    take: Literal["least", "most"] = "least"
    """Of several attackers the sum nearest to 0 (least) or furthest from 0 (most)."""
    ground: ByKind | None = None
    """Columns for terrain and features of the hex attacked, added up."""

    @property
    def acts(self) -> tuple[str, ...]:
        """The acts that it has; a sound change has one."""
        said = self.model_fields_set
        return tuple(act for act in ACTS if act in said and getattr(self, act) is not None)


Changes = Listed[ChangeRule]
"""Changes, applied as they are written."""
