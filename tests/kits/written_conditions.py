"""The conditions and tables of all rules files that are here, as their files have them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from engine.formats.reading import parse_text
from engine.kit.requirement_kinds import KINDS

ROOT = Path(__file__).parent.parent.parent
SAMPLES: dict[str, Any] = {
    "any": [{"terrain": "woods"}, {"feature": "fort"}],
    "not": {"terrain": "woods"},
    "is": "cover",
    "type": "foot guns",
    "class": "!leg",
    "flag": ["elite"],
    "size": "brigade",
    "formation": "I Corps > 1st Division",
    "side": "enemy",
    "value": {"strength": {"least": 3}, "morale": 7},
    "steps": {"least": 2},
    "status": "!shaken !routed",
    "supplied": False,
    "led": True,
    "carried": True,
    "carrying": False,
    "led_by": {"morale": {"least": 1}},
    "facing": "N NE",
    "did": {"phase": "movement", "what": "moved entered"},
    "terrain": "woods",
    "feature": "fort",
    "path": "road",
    "beside": "river",
    "elevation": {"least": 1, "most": 3},
    "region": ["The Ridge"],
    "place": "rear",
    "map_edge": "N S",
    "empty": True,
    "zone": "enemy",
    "marker": "smoke",
    "has": {"side": "enemy"},
    "next_to": {"side": "enemy", "count": {"least": 2}},
    "within": {"hexes": 3, "type": "guns", "not": {"status": "shaken"}},
    "hexside": "slope up",
    "over_path": "!road",
    "climb": 1,
    "kind": "attack",
    "attackers": {"all": {"class": "leg"}, "count": {"least": 4}},
    "defenders": {"none": [{"type": "guns"}, {"flag": "elite"}]},
    "defender_in": {"terrain": "woods"},
    "attacker_in": {"is": "cover"},
    "across": {"all": "river slope up", "none": "bridge"},
    "surround": "opposite",
    "range": {"most": 2},
    "from": "rear flank",
    "strength": {"attacker": {"least": 10}},
    "result": "DR",
    "die": {"least": 5},
    "turn": "1-3 5",
    "night": True,
    "mark": "winter",
    "phase": "combat",
    "active": "own",
    "weather": "rain",
    "event": "storm",
    "option": {"rout": "yes"},
    "setting": {"attacker": "own"},
    "holds": {"place": "rear", "side": "own", "count": {"least": 2}},
}
"""A value of each kind of requirement."""


def rules_files() -> list[Path]:
    """All rules files that ship or are in the tests."""
    found = [*(ROOT / "resources" / "systems").rglob("*.yaml"), *(ROOT / "tests" / "kits").rglob("*.yaml")]
    return sorted(path for path in found if path.read_text(encoding="utf-8").startswith("format: hexwright-system"))


@cache
def data_of(path: Path) -> Any:
    """The plain data of a rules file."""
    source, _ = parse_text(path.read_text(encoding="utf-8"), path.name)
    return source.root.data if source.root is not None else None


def conditions() -> Iterator[Any]:
    """Yields all that looks like a condition in all rules files, each once: mappings of requirements, and lists."""
    seen = set[str]()
    for path in rules_files():
        waiting = [data_of(path)]
        while waiting:
            node = waiting.pop()
            listed = node if isinstance(node, list) else [node]
            looks = all(isinstance(one, dict) and set(one) <= set(KINDS) for one in listed)
            if node and looks and repr(node) not in seen:
                seen.add(repr(node))
                yield node
            waiting += node if isinstance(node, list) else node.values() if isinstance(node, dict) else []


def tables() -> Iterator[tuple[str, str, Any]]:
    """Yields the tables of all rules files, sound or not: name of the file, of the table, what is written there."""
    for path in rules_files():
        data = data_of(path)
        block = data.get("tables") if isinstance(data, dict) else None
        for name, table in block.items() if isinstance(block, dict) else ():
            yield path.name, name, table
