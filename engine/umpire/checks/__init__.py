"""What the umpire looks for in maps and scenarios: one check a function, each with its explanation.

Every check runs, whatever the others found; a check that cannot look (no such system, no such hex) stays
silent, because another one reports that.
"""

from collections.abc import Mapping

from engine.boards.kinds import KINDS
from engine.umpire.checks import (
    balance_checks,
    counter_checks,
    group_checks,
    look_checks,
    name_checks,
    opening_checks,
    palette_checks,
    play_checks,
    scenario_checks,
    system_checks,
    victory_checks,
)
from engine.umpire.checks.registry import CHECKS, Check, Found, Scope
from engine.umpire.checks.run import bars_to_play, check_loaded, check_map, check_scenario
from engine.umpire.checks.subject import Subject

# Each kind of map brings its own: those of hexes now, those of others when a map of the kind is first met.
KINDS[0].offers("checks")


def every_check() -> Mapping[str, Check]:
    """Every check of every kind of map by its code."""
    for kind in KINDS:
        kind.offers("checks")
    return CHECKS


__all__ = [
    "CHECKS",
    "Check",
    "Found",
    "Scope",
    "Subject",
    "balance_checks",
    "bars_to_play",
    "check_loaded",
    "check_map",
    "check_scenario",
    "counter_checks",
    "every_check",
    "group_checks",
    "look_checks",
    "name_checks",
    "opening_checks",
    "palette_checks",
    "play_checks",
    "scenario_checks",
    "system_checks",
    "victory_checks",
]
