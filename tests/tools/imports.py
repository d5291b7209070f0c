"""The graph of imports of the program's own modules, those for types alone and those inside functions included.

``python tests/tools/imports.py [FOLDER]`` writes how many modules and imports there are, and the circles;
of another checkout where a folder is named.
"""

from __future__ import annotations

import ast
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "editor")

Graph = dict[str, dict[str, int]]
"""For each module the modules that it imports, each with the line that does."""


def modules(root: Path = ROOT) -> dict[str, Path]:
    """The program's modules by name; a package goes by the name of its folder."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def graph(root: Path = ROOT) -> Graph:
    """Who imports whom; read once."""
    known = modules(root)
    return {name: _imported(name, path, known) for name, path in known.items()}


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements of a module, those inside others included, in no certain order: a tenth of its nodes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for block in _BLOCKS:
            waiting += getattr(node, block, ())


_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _imported(name: str, path: Path, known: Mapping[str, Path]) -> dict[str, int]:
    found: dict[str, int] = {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [node for node in statements(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in sorted(imports, key=lambda node: node.lineno):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        else:
            base = _base(node, name, path)
            # ``from package import module`` is an import of the module, any other of the package.
            targets = [full if (full := f"{base}.{alias.name}") in known else base for alias in node.names]
        for target in targets:
            if target in known and target != name:
                found.setdefault(target, node.lineno)
    return found


def _base(node: ast.ImportFrom, name: str, path: Path) -> str:
    if not node.level:
        return node.module or ""
    parts = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, node.module] if node.module else parts)


def circles(found: Graph) -> list[frozenset[str]]:
    """The largest sets of modules in which each reaches every other one, by size; single modules left out."""
    reached = {name: _reached(found, name) for name in found}
    groups = {
        frozenset(other for other in reached[name] if name in reached[other]) for name in found if name in reached[name]
    }
    return sorted(groups, key=lambda group: (len(group), sorted(group)))


def _reached(found: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = deque(found[start])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(found[name])
    return seen


def shortest_way_round(found: Graph, group: frozenset[str]) -> list[str]:
    """The shortest circle of imports among these modules; the first module again at the end."""
    ways = [way for start in sorted(group) if (way := _way_back(found, group, start))]
    return min(ways, key=len)


def _way_back(found: Graph, group: frozenset[str], start: str) -> list[str]:
    before: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        name = waiting.popleft()
        for other in sorted(found[name]):
            if other == start:
                way = [start, name]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if other in group and other not in before:
                before[other] = name
                waiting.append(other)
    return []


def told(found: Graph, way: list[str]) -> str:
    """A way through the graph with the lines that lead along it."""
    steps = pairwise(way)
    return ", ".join(f"{name} imports {other} (line {found[name][other]})" for name, other in steps)


if __name__ == "__main__":
    of = graph(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    print(f"{len(of)} modules, {sum(map(len, of.values()))} imports among them")
    for one in circles(of):
        print(f"a circle of {len(one)}: {told(of, shortest_way_round(of, one))}")
