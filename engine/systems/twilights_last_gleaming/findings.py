"""What the findings of these rules' own checks mean, by code: docs/findings.md and the editor show it."""

from __future__ import annotations

from typing import Final

FINDINGS: Final = {
    "UNIT112": "The reduced side of a two-step unit is no weaker than its full side (2.6).",
    "UNIT113": "An artillery unit has no bombardment range, so it can never bombard (7.2).",
    "UNIT114": "A unit that is not artillery has a range, or is marked as a heavy battery (7.1).",
    "UNIT115": "A one-step unit is marked for the bayonet charge of Chippewa, which is for two-step units (2.6).",
    "SETUP111": "Units are stacked; only a heavy battery may share its hex, with one unit of its side (4.9, 10.2).",
    "REINF111": "A reinforcement group names several entry hexes; these rules use the first (5.3).",
}
