"""Tables of verdicts of dbm: 200 moves in each of three positions, with what the rules say of them.

``python -m tests.tools.verdict_tables`` writes them into tests/data/verdicts. The test judges the moves that a file
lists, and holds the places where legal ones end against bases drawn by plain numbers.
"""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from random import Random
from typing import Any, Final

import shapely

from engine.formats import load_scenario, write_text
from engine.play import Game, Start
from engine.systems.de_bellis_multitudinis import groups
from engine.systems.de_bellis_multitudinis.rules import DbmRules
from engine.tables.places import PACE, parse

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "data" / "verdicts"
MOVES: Final = 200
POSITIONS: Final[dict[str, tuple[str, int]]] = {
    "teaching_table": ("teaching_table", 0),
    "teaching_table_close": ("teaching_table", 110),
    "zama": ("zama", 0),
}
"""Name to its scenario and by how many paces the armies stand nearer to each other than in the set-up."""


def position(name: str) -> Game:
    """The game of a table at the moves of its first side."""
    scenario, nearer = POSITIONS[name]
    battle = load_scenario(scenario)
    units: dict[str, Any] = {}
    for key, text in battle.setup.items():
        at = parse(text)
        towards = nearer if at.facing == 0 else -nearer
        units[key] = [round(at.x / PACE), round(at.y / PACE) - towards, at.facing / 10]
    side = next(iter(battle.sides))
    return Game(battle, 7, start=Start(side=side, phase="moves", only=True, units=units))


def drawn(game: Game, random: Random) -> str:
    """The text of a random move of a group or an element of the side that moves; most are nearly legal."""
    rules = game.rules
    assert isinstance(rules, DbmRules)
    keys = rules.field.roster.keys
    group = random.choice(groups.groups(rules.field, game.state, 0))
    units = group if random.random() < 0.7 else (random.choice(group),)
    parts = []
    for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
        kind = random.choice(("ahead", "ahead", "ahead", "wheel left", "wheel right", "back", "left", "right", "turn"))
        if kind == "turn":
            parts.append(f"turn {random.choice(('left', 'right', 'about'))}")
        elif "wheel" in kind:
            parts.append(f"{kind} {random.randint(1, 250) / 10:g}")
        else:
            parts.append(f"{kind} {random.choice((20, 40, 80, 99, 100, 101, 150, random.randint(1, 260)))}")
    verb = "march" if random.random() < 0.15 else "move"
    return f"{verb} {' '.join(keys[unit] for unit in units)}: {'; '.join(parts)}"


def told(game: Game, action: str) -> str:
    """What the rules say of a move, in one line."""
    judged = game.judge(action).to_json()
    rules = sorted({judged["rule"], *(one["rule"] for one in judged.get("also", ()))}) if judged.get("rule") else []
    said = "legal" if judged["legal"] else " ".join(rules)
    measures = f"length {judged.get('length')}, share {judged.get('share')}, cost {judged.get('cost')}"
    ends = " ".join(f"{key}={place}" for key, place in sorted((judged.get("ends") or {}).items()))
    return f"{action} -> {said}; {measures}; {ends}"


def overlaps(game: Game, ends: dict[str, str]) -> list[tuple[str, str]]:
    """Who would lie over whom by more than a pace where a move ends, by plain numbers."""
    rules = game.rules
    assert isinstance(rules, DbmRules)
    field, state = rules.field, game.state
    shapes = {}
    for unit, key in enumerate(field.roster.keys):
        at = parse(ends[key]) if key in ends else state.at[unit]
        if at is not None:
            shapes[key] = _drawn(at.x / PACE, at.y / PACE, radians(at.facing / 10), field.depth(state, unit) / PACE)
    return [
        (key, other)
        for key in ends
        for other, shape in shapes.items()
        if other != key and shapely.area(shapely.intersection(shapes[key].buffer(-1), shape.buffer(-1))) > 1
    ]


def _drawn(x: float, y: float, facing: float, depth: float) -> shapely.Polygon:
    ahead, right = (sin(facing), -cos(facing)), (cos(facing), sin(facing))
    return shapely.Polygon(
        [
            (x + right[0] * aside - ahead[0] * back, y + right[1] * aside - ahead[1] * back)
            for aside, back in ((-40, 0), (40, 0), (40, depth), (-40, depth))
        ]
    )


def file_of(name: str) -> Path:
    """Where a table is."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write all tables again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in POSITIONS:
        game, random = position(name), Random(name)
        lines = [told(game, drawn(game, random)) for _ in range(MOVES)]
        write_text(file_of(name), "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
