"""What the findings of these rules mean, for the handbook of the umpire."""

from __future__ import annotations

from typing import Final

FINDINGS: Final = {
    "UNIT110": "A unit is of a type that these rules do not know.",
    "UNIT112": "A counter has only one of its two strengths on the reduced side.",
    "UNIT113": "A counter grows stronger when it is reduced.",
    "SETUP110": "A unit that is not seaborne is set up in an all-sea hex.",
    "SETUP111": "Two units are set up in one hex; units never stack.",
    "REINF110": "Units that are not seaborne would enter in an all-sea hex.",
    "RULE111": "A kind painted on the map means nothing to these rules.",
}
