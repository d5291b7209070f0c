"""Names of functions that say nothing to a stranger: what was told, to whom? ``python -m tests.tools.plain_names``.

`make lint` refuses them in engine and editor, with where each stands. docs/wording.md says how names are chosen.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
REFUSED: Final = frozenset({"told", "apart", "unsaid", "meant", "spared"})
"""Words that are no names of functions by themselves."""
_NAMED: Final = re.compile(rf"\bdef\s+_*(?:{'|'.join(sorted(REFUSED))})_*\s*[\[(]")
ROOMS: Final = ("engine", "editor")


def refused(text: str) -> Iterator[tuple[int, str]]:
    """The functions and methods of a module that have such a name, with their lines; an underscore in front does not
    matter."""
    if not _NAMED.search(text):
        return  # most modules need not be taken apart
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.strip("_") in REFUSED:
            yield node.lineno, node.name


def found() -> list[str]:
    """Where such names stand, in words."""
    modules = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}: a function is named {name!r}; name what it returns or does"
        for path in modules
        for line, name in refused(path.read_text(encoding="utf-8"))
    ]


if __name__ == "__main__":
    said = found()
    print(*said, sep="\n", end="\n" if said else "")
    sys.exit(bool(said))
