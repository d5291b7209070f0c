"""A whole trial: what is to be played (one scenario, two versions, a value swept), and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine.errors import HexwrightError
from engine.formats import digest
from engine.scenario import Scenario
from engine.trials.comparing import Comparison, compare
from engine.trials.games import GameResult, TrialSpec
from engine.trials.running import run_games
from engine.trials.statistics import Summary, summarise
from engine.trials.sweeping import Lever, Tried


@dataclass(frozen=True, slots=True)
class Planned:
    """One version that is to be played."""

    name: str
    spec: TrialSpec


@dataclass(frozen=True, slots=True)
class TrialPlan:
    """What is to be played. Several versions are a comparison of the first two, or, with a lever, a sweep."""

    versions: tuple[Planned, ...]
    lever: Lever | None = None

    @property
    def games(self) -> int:
        """How many games that are, in all versions together."""
        return sum(version.spec.games for version in self.versions)


def compared(first: Planned, second: Planned) -> TrialPlan:
    """Two versions to be played with the same seeds. Raises HexwrightError when they have other sides."""
    one, other = first.spec.scenario, second.spec.scenario
    if list(one.sides) != list(other.sides):
        sides = f"{', '.join(one.sides)} and {', '.join(other.sides)}"
        raise HexwrightError(f"only scenarios with the same sides can be compared; these have {sides}")
    name = second.name if second.name != first.name else f"{second.name} (second)"
    return TrialPlan((first, replace(second, name=name)))


def swept(spec: TrialSpec, lever: Lever, settings: Iterable[Tried]) -> TrialPlan:
    """A scenario to be played with each setting of a value."""
    versions = (Planned(str(one.value), replace(spec, scenario=one.scenario)) for one in settings)
    return TrialPlan(tuple(versions), lever)


@dataclass(frozen=True)
class Version:
    """One version and its games."""

    name: str
    spec: TrialSpec
    results: Sequence[GameResult]

    @property
    def scenario(self) -> Scenario:
        """What was played."""
        return self.spec.scenario

    @cached_property
    def summary(self) -> Summary:
        """What the games came to."""
        return summarise(self.results, list(self.scenario.sides))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "name": self.name,
            "scenario_digest": digest(self.scenario),
            "players": dict(self.spec.players),
            "first_seed": self.spec.first_seed,
            "options": dict(self.spec.options),
            **self.summary.to_json(),
        }


@dataclass(frozen=True)
class Trial:
    """What was played, and what came of it."""

    versions: Sequence[Version]
    lever: Lever | None = None
    """The value that the versions set, where it is a sweep."""

    @property
    def first(self) -> Version:
        """The version that charts show where they can show one only."""
        return self.versions[0]

    @cached_property
    def comparison(self) -> Comparison | None:
        """The second version against the first; None where there are not two, or they are settings of a sweep."""
        if self.lever is not None or len(self.versions) != 2:
            return None
        first, second = self.versions
        return compare(first.results, second.results, list(first.scenario.sides))

    @cached_property
    def base(self) -> Version:
        """Of a sweep the version with the value as it stands; the first where that was not tried."""
        now = str(self.lever.value) if self.lever is not None else ""
        return next((version for version in self.versions if version.name == now), self.first)

    @cached_property
    def effects(self) -> tuple[Trial, ...]:
        """Of a sweep each other version against that with the value as it stands, as comparisons of two."""
        if self.lever is None:
            return ()
        return tuple(Trial([self.base, version]) for version in self.versions if version is not self.base)

    def to_json(self) -> dict[str, Any]:
        """Plain data: of one version alone itself, else the versions and what they are compared by."""
        if self.lever is not None:
            said: Mapping[str, Any] = {"path": self.lever.path, "title": self.lever.title, "value": self.lever.value}
            against = {one.versions[1].name: one.comparison.to_json() for one in self.effects if one.comparison}
            versions = [version.to_json() for version in self.versions]
            return {"sweep": {**said, "against": self.base.name, "comparisons": against}, "versions": versions}
        if self.comparison is None:
            return self.first.to_json()
        return {
            "comparison": self.comparison.to_json(),
            "versions": [version.to_json() for version in self.versions],
        }


def play_plan(plan: TrialPlan, jobs: int = 1, executor: Executor | None = None) -> Iterator[tuple[int, GameResult]]:
    """The games of a plan, version by version, each with the number of its version; see `run_games`."""
    for number, version in enumerate(plan.versions):
        for result in run_games(version.spec, jobs, executor):
            yield number, result


def build_trial(plan: TrialPlan, games: Iterable[tuple[int, GameResult]]) -> Trial:
    """What came of the games of a plan, or of those that have been played so far: versions without any are left out."""
    results: list[list[GameResult]] = [[] for _ in plan.versions]
    for number, result in games:
        results[number].append(result)
    versions = [Version(one.name, one.spec, played) for one, played in zip(plan.versions, results, strict=True)]
    return Trial([version for version in versions if version.results], plan.lever)


def carry_out(
    plan: TrialPlan, jobs: int = 1, executor: Executor | None = None, tell: Callable[[int], None] | None = None
) -> Trial:
    """Play what is planned, and count.

    ``tell`` is told after each game how many have been played; what it raises ends the trial. Raises HexwrightError.
    """
    games = []
    for game in play_plan(plan, jobs, executor):
        games.append(game)
        if tell is not None:
            tell(len(games))
    return build_trial(plan, games)
