"""Sides under other keys: everything in a scenario that names a side follows, its system's exclusive rules too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.errors import HexwrightError
from engine.formats.fitting import Setting
from engine.play import registry
from engine.scenario import Scenario


def side_keys_changed(scenario: Scenario, new: Mapping[str, str]) -> Scenario:
    """The scenario with other keys for its sides; ``new`` is old key to new one. Keys of units stay."""

    def key(side: str) -> str:
        return new.get(side, side)

    victory = scenario.victory
    return scenario.with_(
        sides={key(old): replace(side, key=key(old)) for old, side in scenario.sides.items()},
        units={name: replace(unit, side=key(unit.side)) for name, unit in scenario.units.items()},
        setup_areas={key(side): area for side, area in scenario.setup_areas.items()},
        deployments=tuple(replace(group, side=key(group.side)) for group in scenario.deployments),
        pools={name: replace(pool, side=key(pool.side)) for name, pool in scenario.pools.items()},
        arrivals=tuple(replace(group, side=key(group.side)) for group in scenario.arrivals),
        replacements={key(side): factors for side, factors in scenario.replacements.items()},
        victory=replace(
            victory,
            tie=key(victory.tie),
            handicap={key(side): points for side, points in victory.handicap.items()},
            scoring=tuple(replace(line, side=key(line.side), initial=key(line.initial)) for line in victory.scoring),
            wins=tuple(replace(win, side=key(win.side)) for win in victory.wins),
        ),
        special=_special(scenario, new),
    )


def _special(scenario: Scenario, new: Mapping[str, str]) -> dict[str, Any]:
    """The exclusive rules; a system may have one for each side, with the side's key in its name."""
    try:
        model: Any = registry.system(scenario.system).special
    except (HexwrightError, ImportError):
        model = None
    if model is None:
        return {name: _within(value, new) for name, value in scenario.special.items()}
    sides = tuple(new.get(side, side) for side in scenario.sides)
    names = dict(zip(model.keys(tuple(scenario.sides)), model.keys(sides), strict=True))
    setting = Setting(sides, scenario.map)
    found = {}
    for old, value in scenario.special.items():
        name = names.get(old, old)
        # What fits the new sides as it is does not name them: a campaign may be called as a side's key is.
        found[name] = value if _fits(model, name, value, setting) else _within(value, new)
    return found


def _fits(model: type[BaseModel], name: str, value: Any, setting: Setting) -> bool:
    """Whether an exclusive rule can be so, whatever the others are."""
    try:
        model.model_validate({name: value}, context=setting)
    except ValidationError as error:
        return all(problem["loc"][:1] != (name,) for problem in error.errors(include_url=False))
    return True


def _within(value: Any, new: Mapping[str, str]) -> Any:
    """A value of an exclusive rule: whatever in it is a side's key is one."""
    if isinstance(value, Mapping):
        return {new.get(name, name): _within(inner, new) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_within(inner, new) for inner in value]
    return new.get(value, value) if isinstance(value, str) else value
