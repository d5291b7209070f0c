"""The units of an example: one of each type on one side, and an enemy for it to meet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from engine.hexes.board.battlemap import BattleMap
from engine.kit.example.ground import COLUMNS
from engine.scenario import Scenario, Side, Unit
from engine.scenario.model import Turns
from engine.scenario.system_name import SystemName

OWN: Final = "own_side"
ENEMY: Final = "other_side"
MOST_TYPES: Final = 40
"""Types that have a unit in the example."""
USUAL: Final = 4
"""A figure that says nothing of its own."""
ENEMIES: Final = ((8, 4), (7, 2), (8, 6))
HERE: Final = (4, 4)


def example_scenario(model: Any, board: BattleMap) -> Scenario:
    """A scenario of one turn with units of every type that the rules file has."""
    own, enemy = sides_of(model)
    types = list(model.units.types)[:MOST_TYPES]
    units = {f"own-{name}": _unit(model, f"own-{name}", own, name, USUAL) for name in types}
    fighters = [name for name in types if model.units.types[name].size] or types
    # From all over the list: guns and armour stand at its end, and some kinds of combat are against those alone.
    for number in range(len(ENEMIES)):
        key = f"enemy-{number + 1}"
        type_ = fighters[number * (len(fighters) - 1) // (len(ENEMIES) - 1)]
        units[key] = _unit(model, key, enemy, type_, USUAL - 1)
    setup = {key: board.grid.name(place) for key, place in _places(board, list(units)).items()}
    return Scenario(
        "example",
        "Example",
        SystemName(model.name),
        board,
        turns=Turns(4),
        sides={own: Side(own, "Blue"), enemy: Side(enemy, "Red", colour="#f2b8c0", ink="#3a1018")},
        units=units,
        setup=setup,
    )


def sides_of(model: Any) -> tuple[str, str]:
    """Returns the sides of an example: the first two that the rules file names, so that its rules for them hold."""
    first, cup = model.sequence.first, model.sequence.activation.cup if model.sequence.activation is not None else ()
    named = dict.fromkeys(chit.side for chit in cup if chit.side) if isinstance(cup, tuple) else {}
    named |= {} if isinstance(first, str) else dict.fromkeys(first.add)
    for setting in model.settings.values():
        by_side = setting.kind.endswith("_by_side") and isinstance(setting.default, Mapping)
        named |= dict.fromkeys(setting.default) if by_side else {}
    own, enemy, *_ = (*map(str, named), *(OWN, ENEMY)[len(named) :], ENEMY)
    return own, enemy


def _places(board: BattleMap, keys: list[str]) -> dict[str, int]:
    """Where the units begin: the enemies ahead, all others at the left edge, each in a hex of its own."""
    grid = board.grid
    ahead = [grid.hexes[row * COLUMNS + column] for column, row in ENEMIES]
    left = [grid.hexes[n] for n in sorted(range(grid.size), key=lambda n: (grid.offset(grid.hexes[n])[0], n))]
    own = [key for key in keys if key.startswith("own-")]
    return {**dict(zip(own, left, strict=False)), **dict(zip((k for k in keys if k not in own), ahead, strict=True))}


def _unit(model: Any, key: str, side: str, type_: str, usual: int) -> Unit:
    values = {name: _figure(model, name, value, usual) for name, value in model.units.values.items()}
    title = model.units.types[type_].title or type_.replace("_", " ").capitalize()
    name = title if key.startswith("own-") else f"Enemy {title.lower()} {key.removeprefix('enemy-')}"
    return Unit(key, side, name, type_, values={name: one for name, one in values.items() if one is not None})


def _figure(model: Any, name: str, value: Any, usual: int) -> Any:
    """What a unit prints of a value; None where the file has a default for it that says something."""
    steps = model.units.steps
    how = steps.reduced.get(name) if steps is not None else None
    if value.default and how not in ("printed", "list"):
        return None
    figure = min(max(Fraction(usual), value.least), value.most)
    if how == "list":
        falls = [max(figure - lost, value.least) for lost in range(steps.most)]
        return " ".join(str(int(one)) for one in falls)
    return int(figure)
