"""Small changes to the code: where one can be made, and the text of a module with one made.

The operators are cosmic-ray's (a comparison turned, a number one off, ``and`` for ``or``, a loop that never runs ...),
and one of ours that drops a statement.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import parso
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider

NUMBER: Final = "NumberReplacer"
"""The operator that makes a number one more or one less."""
_OPPOSITES: Final = (
    *("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul", "Mod_Mul", "Pow_Mul"),
    *("BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitAnd", "LShift_RShift", "RShift_LShift"),
)
_COMPARED: Final = (
    *("Eq_NotEq", "Eq_LtE", "Eq_GtE", "NotEq_Eq", "NotEq_Lt", "NotEq_Gt", "Lt_LtE", "Lt_GtE", "Lt_NotEq", "LtE_Lt"),
    *("LtE_Gt", "LtE_Eq", "Gt_GtE", "Gt_LtE", "Gt_NotEq", "GtE_Gt", "GtE_Lt", "GtE_Eq", "Is_IsNot", "IsNot_Is"),
)
_SIGNS: Final = ("USub_UAdd", "UAdd_USub", "Invert_UAdd", "Delete_Not", "Delete_USub", "Delete_Invert")
_WANTED: Final = (
    *(f"ReplaceBinaryOperator_{pair}" for pair in _OPPOSITES),
    *(f"ReplaceComparisonOperator_{pair}" for pair in _COMPARED),
    *(f"ReplaceUnaryOperator_{pair}" for pair in _SIGNS),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", NUMBER, "ZeroIterationForLoop"),
)
"""Not those that are often no change at all, such as ``+`` for ``|`` where no bit is in both, or ``is`` for ``==``."""
_ORDER: Final = {f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_LtE", "Eq_GtE", "NotEq_Lt", "NotEq_Gt")}
"""Those that ask which of two is the greater, where the question was whether they are the same."""


class DropStatement(Operator):
    """A call made for its effect, an addition to a variable or a raise is left out."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The statement, where it is one of these."""
        if node.type != "simple_stmt":
            return
        first = node.children[0]
        called = first.type == "atom_expr" and first.children[-1].type == "trailer"
        added = first.type == "expr_stmt" and first.children[1].type == "augassign"
        if called or added or first.type == "raise_stmt":
            yield first.start_pos, first.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        """Nothing in its place."""
        [nothing] = parso.parse("pass\n").children[:1]
        nothing.children[0].prefix = node.get_first_leaf().prefix
        return nothing

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: the operators' own tests are cosmic-ray's."""
        return ()


@cache
def _operators() -> dict[str, Operator]:
    provider = OperatorProvider()
    return {**{name: provider[name]() for name in _WANTED}, "DropStatement": DropStatement()}


_WORDS: Final = re.compile(r'^([A-Z_]+(?:, [A-Z_]+)*)(?:: Final(?:\[str\])?)? = "', re.MULTILINE)
"""Constants that stand for words, one or several in a line."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the ``number``th place of an operator in a file (as seen from the top of the project)."""

    file: str
    line: int
    column: int
    operator: str
    number: int

    def made(self, text: str) -> str:
        """The module's text with the change."""
        mutated = MutationVisitor.mutate_code(text, _operators()[self.operator], self.number)
        assert mutated is not None
        return str(mutated)

    def told(self, text: str) -> tuple[str, str]:
        """The first line that it changes, before and after, without blanks around."""
        for before, after in zip(text.splitlines(), self.made(text).splitlines(), strict=False):
            if before != after:
                return before.strip(), after.strip()
        return "", ""


def changes(file: str, text: str, words: Collection[str] = ()) -> list[list[Change]]:
    """All changes that can be made to a module, those at one place together; ``words`` are the names of constants that
    stand for words."""
    counts = dict.fromkeys(_operators(), 0)
    found: dict[tuple[int, int], list[Change]] = {}

    def visit(node: Any, runs: bool) -> None:
        for name, operator in _operators().items():
            for (line, column), _ in operator.mutation_positions(node):
                if runs and not _means_nothing(node, name, words):
                    found.setdefault((line, column), []).append(Change(file, line, column, name, counts[name]))
                counts[name] += 1
        for child in getattr(node, "children", ()):
            visit(child, runs and not _is_annotation(child))

    visit(get_ast(text), True)
    return list(found.values())


def _is_annotation(node: Any) -> bool:
    """Whether it is never run: an annotation (but not the value beside it), a decorator, an import."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "annassign":
        return bool(node is parent.children[1])
    if parent.type == "tfpdef":
        return bool(node is not parent.children[0])
    if parent.type == "funcdef":
        return bool(node is parent.annotation)
    return node.type in {"decorator", "import_from", "import_name"}


def _means_nothing(node: Any, operator: str, words: Collection[str]) -> bool:
    """Whether it is no change, or one that nobody would make by mistake."""
    return _is_parameter_star(node) or _is_promise(node) or (operator in _ORDER and _compares_words(node, words))


def _compares_words(node: Any, words: Collection[str]) -> bool:
    """Whether a word is compared, of which nobody would ask what comes after it in the alphabet, or the mark for what
    is off the map."""
    return any(
        leaf.type in {"string", "fstring_start"}
        or (leaf.type == "name" and (leaf.value in words or leaf.value == "NOWHERE"))
        for child in node.children
        for leaf in (child.get_first_leaf(), child.get_last_leaf())
    )


def _is_parameter_star(node: Any) -> bool:
    """Whether it is the star behind which parameters are given by name, which is no multiplication."""
    return node.type == "operator" and node.parent is not None and node.parent.type in {"parameters", "param"}


def _is_promise(node: Any) -> bool:
    """Whether it is the ``True`` of ``zip(..., strict=True)``, which promises that all are of one length: without it
    nothing is different where that is so, and where it is not the promise is what fails."""
    argument, call = node.parent, node.parent and node.parent.search_ancestor("trailer")
    if node.type != "keyword" or node.value != "True" or argument.type != "argument" or call is None:
        return False
    named, of = argument.get_first_leaf(), call.get_previous_leaf()
    return named.value == "strict" and of is not None and of.value == "zip"


def sample(root: Path, rooms: list[str], number: int, seed: int) -> list[Change]:
    """So many changes to the modules in these rooms: any place as likely as any other, and there any change."""
    random = Random(seed)
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in modules(root, ["engine"])}
    words = {name for text in texts.values() for names in _WORDS.findall(text) for name in names.split(", ")}
    places: list[list[Change]] = []
    for path in modules(root, rooms):
        file = path.relative_to(root).as_posix()
        places += changes(file, texts[file], words)
    return [random.choice(place) for place in random.sample(places, min(number, len(places)))]


def modules(root: Path, rooms: list[str]) -> list[Path]:
    """The modules in these rooms, each of which may be a module itself."""
    return [
        path
        for room in rooms
        for path in ([root / room] if room.endswith(".py") else sorted((root / room).rglob("*.py")))
    ]
