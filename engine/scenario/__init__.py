"""What a designer writes: sides, units, set-ups, reinforcements, options and victory."""

from engine.scenario.model import (
    Arrival,
    Deployment,
    Level,
    Pool,
    Scenario,
    Scoring,
    Side,
    Turns,
    Unit,
    Victory,
    VictoryCondition,
    Win,
)

__all__ = [
    "Arrival",
    "Deployment",
    "Level",
    "Pool",
    "Scenario",
    "Scoring",
    "Side",
    "Turns",
    "Unit",
    "Victory",
    "VictoryCondition",
    "Win",
]
