"""What the findings of these rules' own checks mean, by code: docs/findings.md and the editor show it."""

from __future__ import annotations

from typing import Final

FINDINGS: Final = {
    "SIDE131": "The sides do not have the roles `empire` and `native`, one each (2.0).",
    "UNIT131": "A unit has a weapon that its arm does not have, or a strength and no weapon to fire with (2.44).",
    "UNIT132": "A unit that is not a headquarters has tactical or strategic values, or is a commander in chief (2.48).",
    "UNIT133": "A side has two commanders in chief, but it can have only one (10.2).",
    "UNIT134": "A unit stays out of the game, because its chapter is not played (26.0, 27.0, 28.0, 30.0).",
    "SETUP132": "A boat is set up away from major rivers and coast, or a fleet away from sea and coast (27.1, 28.1).",
    "SETUP131": "A unit is set up in a hex that is closed to its side by an exclusive rule (15.2).",
    "SETUP133": "A unit starts on a hexside but is not a boat, or cannot be there (27.11).",
    "SETUP134": "A siege is set at the start, but there is no garrison in a fortress or no besieger (18.1).",
    "SETUP135": "The hostages are not civilians of the British, can never be freed, or have no place (abyssinia:6.5).",
    "REINF131": "Reinforcements are to enter the map; under these rules they are put into hexes (13.3).",
    "RULE131": "Supply units arrive each turn, but the side has none, or no place for them (12.64).",
    "RULE132": "A railway is finished or cut in a place that has no railway (30.2, 30.32).",
    "RULE133": "An option is on, but nothing in the scenario can use its chapter (17.0 to 32.0).",
    "WIN131": "A line of the victory conditions counts for only one side but does not name it (16.2).",
    "WIN132": "Points are not a whole number, or a side begins with less than 0 (16.2).",
}
