"""What the findings of these rules mean, for the handbook of the umpire."""

from __future__ import annotations

from typing import Final

FINDINGS: Final = {
    "UNIT112": "A counter has only one of its two strengths on the reduced side.",
    "UNIT113": "A counter grows stronger when it is reduced.",
    "SETUP111": "Two units are set up in one hex; units never stack.",
}
