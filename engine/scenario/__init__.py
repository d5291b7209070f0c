"""What a designer writes: sides, units, set-ups, reinforcements, options and victory."""

from engine.scenario.model import (
    Arrival,
    Condition,
    Deployment,
    Level,
    Pool,
    Scenario,
    Scoring,
    Side,
    Turns,
    Unit,
    Victory,
    Win,
)

__all__ = [
    "Arrival",
    "Condition",
    "Deployment",
    "Level",
    "Pool",
    "Scenario",
    "Scoring",
    "Side",
    "Turns",
    "Unit",
    "Victory",
    "Win",
]
