"""Twins: functions of different rules systems that differ in names and texts alone.

``python tests/tools/twins.py [SHARE]`` lists them, with those that are alike by SHARE (0.8) of their statements.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SYSTEMS = ROOT / "engine" / "systems"

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Told:
    """A function as far as its shape goes."""

    system: str
    place: str
    """``moving.py:Class.method``."""
    shape: str
    size: int
    """Nodes of its tree, docstring and annotations left out."""
    lines: int


class _Nameless(ast.NodeTransformer):
    """Gives every name a number, in the order of their coming, every text another, and takes annotations off."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def _number(self, name: str) -> str:
        return self._names.setdefault(name, f"n{len(self._names)}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._number(node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self._number(node.arg))

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return ast.keyword(node.arg and self._number(node.arg), self.visit(node.value))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.visit(node.value)
        return ast.Attribute(value, self._number(node.attr), node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant("text") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return ast.Constant("text")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return ast.Assign([self.visit(node.target)], self.visit(node.value), lineno=node.lineno)


def shape(function: Function) -> ast.FunctionDef:
    """A function without names, texts, docstring, decorators and annotations."""
    body = function.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1:
        body = body[1:]
    bare = ast.FunctionDef(name="f", args=function.args, body=body, decorator_list=[], lineno=0)
    found = _Nameless().visit(ast.parse(ast.unparse(ast.fix_missing_locations(bare))).body[0])
    found.name, found.returns = "f", None
    assert isinstance(found, ast.FunctionDef)
    return found


def functions(folder: Path) -> Iterator[Told]:
    """The functions and methods of a system's folder."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for owner in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]:
            for node in owner.body:
                if isinstance(node, Function):
                    bare = shape(node)
                    name = f"{owner.name}.{node.name}" if isinstance(owner, ast.ClassDef) else node.name
                    size = sum(1 for _ in ast.walk(bare))
                    lines = (node.end_lineno or node.lineno) - node.lineno + 1
                    place = f"{path.relative_to(folder)}:{name}"
                    yield Told(folder.name, place, ast.dump(bare), size, lines)


def systems(root: Path = SYSTEMS) -> list[Path]:
    """The folders of the systems."""
    return sorted(path for path in root.iterdir() if (path / "__init__.py").is_file())


def twins(folders: list[Path], least: int) -> list[tuple[Told, Told]]:
    """Pairs of functions of different systems, of ``least`` nodes or more, that differ in names and texts alone."""
    known = [[told for told in functions(folder) if told.size >= least] for folder in folders]
    return [
        (one, other)
        for ours, theirs in combinations(known, 2)
        for one in ours
        for other in theirs
        if one.shape == other.shape
    ]


def alike(folders: list[Path], least: int, share: float) -> Iterator[tuple[float, Told, Told]]:
    """Pairs that are alike by a share of their shape or more; a hint, not a law."""
    known = [[told for told in functions(folder) if told.size >= least] for folder in folders]
    for ours, theirs in combinations(known, 2):
        for one in ours:
            for other in theirs:
                parts = [told.shape.replace("(", " ").replace(",", " ").split() for told in (one, other)]
                match = SequenceMatcher(None, *parts, autojunk=False)
                if match.quick_ratio() >= share and (found := match.ratio()) >= share:
                    yield found, one, other


def main() -> None:
    """List twins and what is alike."""
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 0.8
    lines = 0
    for found, one, other in sorted(alike(systems(), 40, share), key=lambda item: -item[0]):
        lines += min(one.lines, other.lines)
        print(f"{found:.2f} {one.lines:3} {other.lines:3} {one.place}  =  {other.place}")
    exact = twins(systems(), 25)
    print(f"{len(exact)} twins, {sum(min(a.lines, b.lines) for a, b in exact)} lines; alike: {lines} lines")


if __name__ == "__main__":
    main()
