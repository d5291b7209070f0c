"""What a designer writes: sides, units, set-ups, reinforcements, options and victory."""

from engine.scenario.model import (
    Arrival,
    Level,
    Scenario,
    Scoring,
    Side,
    Turns,
    Unit,
    Victory,
)

__all__ = ["Arrival", "Level", "Scenario", "Scoring", "Side", "Turns", "Unit", "Victory"]
