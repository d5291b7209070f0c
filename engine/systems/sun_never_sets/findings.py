"""What the findings of these rules' own checks mean, by code: docs/findings.md and the editor show it."""

from __future__ import annotations

from typing import Final

FINDINGS: Final = {
    "SIDE131": "The sides do not have the roles `empire` and `native`, one each (2.0).",
    "UNIT131": "A unit has a weapon that its arm does not have, or a strength and no weapon to fire with (2.44).",
    "UNIT132": "A unit that is no headquarters has tactical or strategic values, or is a commander in chief (2.48).",
    "UNIT133": "A side has two commanders in chief; each would have to lead where the other is (10.2).",
    "UNIT134": "A unit stays out of the game, because its chapter is not played (26.0, 27.0, 28.0, 30.0).",
    "SETUP132": "A boat is set up away from major rivers and the coast, or a fleet away from the coast (27.1, 28.1).",
    "SETUP131": "A unit is set up in a hex that is closed to its side by an exclusive rule (15.2).",
    "RULE131": "Supply units come each turn, and the side has none in a pool, or nowhere to place them (12.64).",
    "WIN131": "A line of the victory conditions counts for one side alone, and does not say for which (16.2).",
}
