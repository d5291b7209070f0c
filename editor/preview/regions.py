"""Regions that matter to those who play: the others are a help to whoever draws the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.scenario import Scenario


def regions_that_count(scenario: Scenario) -> frozenset[str]:
    """Keys of the regions that victory or a special rule names.

    Set-up areas and entry hexes have done their work once the units stand there.
    """
    named = {line.region for line in scenario.victory.scoring}
    named |= {word for line in scenario.victory.scoring for word in line.hexes}
    for win in scenario.victory.wins:
        for part in win.condition.parts():
            named |= {part.region, *part.hexes}
    named |= set(_words(scenario.special))
    return frozenset(named & scenario.map.regions.keys())


def _words(value: object) -> Iterator[str]:
    """Every text in a special rule; a field may be named after a region too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _words(inner)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            yield from _words(inner)
