"""What a trial came to, in sentences: names in place of keys."""

from __future__ import annotations

from collections.abc import Iterator

from engine.plural import counted
from engine.scenario import Scenario
from engine.trials.comparing import LEVEL, TEST, Comparison, WinDifference
from engine.trials.statistics import DRAW, Summary
from engine.trials.trial import Trial


def outcome_name(scenario: Scenario, name: str) -> str:
    """The name of a side, or of a draw."""
    return "Draw" if name == DRAW else scenario.sides[name].name


def games_of(number: int) -> str:
    """``1 game``, ``500 games``."""
    return counted(number, "game")


def percent(share: float) -> str:
    """A share from 0 to 1 as ``12.5 %``."""
    return f"{100 * share:.1f} %"


def chance(p: float) -> str:
    """A probability, as precisely as it is worth saying: ``p = 0.031``, ``p < 0.001``."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def balance(summary: Summary, scenario: Scenario) -> str:
    """Whether the games favour a side: none, if half the games that are won lies within the interval."""
    sides = list(scenario.sides)
    if not summary.counted:
        return "No game came to its end."
    best = max(sides, key=lambda side: summary.wins[side])
    rivals = [summary.wins[side] for side in sides if side != best]
    low, _ = summary.intervals[best]
    highest = max((summary.intervals[side][1] for side in sides if side != best), default=0.0)
    if rivals and low > highest:
        share = f"{percent(summary.rate(best))} of {games_of(summary.counted)}"
        return f"{scenario.sides[best].name} wins more often: {share}."
    return f"No side is clearly ahead after {games_of(summary.counted)}: the intervals overlap."


def verdict(trial: Trial, comparison: Comparison) -> str:
    """Whether two versions differ, by which test, in one sentence."""
    scenario = trial.first.scenario
    sides = [(name, one) for name, one in comparison.wins.items() if name != DRAW]
    if not comparison.pairs:
        return "No pair of games came to its end, so nothing can be compared."
    name, most = min(sides, key=lambda item: item[1].p)
    told = f"{TEST} on {comparison.pairs} pairs of one seed, {chance(most.p)}"
    if not comparison.is_real:
        return f"The difference may be chance ({told}; below {LEVEL:g} it would be taken for real)."
    return f"The difference is real: {_shift(scenario.sides[name].name, most, trial)} ({told})."


def effects(trial: Trial) -> Iterator[str]:
    """Of a sweep what each other value does, in one sentence each."""
    for one in trial.effects:
        if one.comparison is not None:
            yield f"{one.versions[1].name} against {one.first.name}: {verdict(one, one.comparison)}"


def _shift(side: str, difference: WinDifference, trial: Trial) -> str:
    more = "more" if difference.share > 0 else "less"
    points = f"{abs(100 * difference.share):.1f} points of a hundred"
    return f"{side} wins {points} {more} in {trial.versions[1].name} than in {trial.first.name}"


def never_fought(trial: Trial) -> Iterator[str]:
    """The names of units that were on the map in the first version, and fought in none of its games."""
    scenario = trial.first.scenario
    for key in trial.first.summary.idle:
        unit = scenario.units[key]
        yield f"{unit.name} ({scenario.sides[unit.side].name})"
