"""A rules file that has as much of everything as it may have."""

from __future__ import annotations

import json
from typing import Any


def at_every_limit() -> str:
    """The text of the file, just below 2 MB."""
    types = {f"t{n}": f"Type {n}" for n in range(200)}
    values = {f"v{n}": {"default": 1} for n in range(60)}
    flags = {f"f{n}": f"Flag {n}" for n in range(40)}
    kinds = [f"k{n}" for n in range(40)]
    conditions: dict[str, Any] = {f"c{n}": {"turn": str(n % 60 + 1)} for n in range(400)}
    conditions["c0"] = [{"turn": f"1-{n + 5}"} for n in range(100)]
    codes = [f"R{n}" for n in range(1960)]
    results = {code: [{"lose": "defender"}] for code in codes}
    changes = [{"when": {"is": f"c{n}"}, "columns": 1} for n in range(400)]
    columns = [f"{n}:1" for n in range(1, 101)]
    tables = {
        f"table{n}": {
            "columns": columns,
            "rows": {str(row): [codes[(n * 7 + row * 3 + column) % 1960] for column in range(100)] for row in (1, 2)},
            "dice": "1d2",
        }
        for n in range(200)
    }
    combat = [
        {
            "name": kind,
            "strength": {"attacker": "v0", "defender": "v1"},
            "dice": "1d2",
            "table": f"table{number}",
            "shifts": changes if not number else [],
            "results": {f"own{number}": [{"lose": "attacker"}]},
        }
        for number, kind in enumerate(kinds)
    ]
    phases = [{"name": f"p{n}", "do": "move" if n == 0 else kinds[n % 40]} for n in range(100)]
    data = {
        "format": "hexwright-system 1",
        "name": "full",
        "title": "Full",
        "paragraphs": {str(n): {"title": f"Paragraph {n}", "text": "A text.", "kind": "advice"} for n in range(5000)},
        "conditions": conditions,
        "units": {"types": types, "values": values, "flags": flags},
        "ground": {"terrain": ["clear"]},
        "sequence": {"phases": phases},
        "movement": {"allowance": 4, "costs": {"hex": {"clear": 1}}},
        "combat": combat,
        "results": results,
        "tables": tables,
    }
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in data.items()).replace(
        '"hexwright-system 1"', "hexwright-system 1"
    )
