"""Follows what is shown as rich text to where it is made: whether everything in it is ours, or escaped.

It reads the code as Python does and runs nothing. A text is safe that is written out, escaped, a number by its format,
or put together of such texts; a name, when all that it is ever given is safe; a call, when the function says that it
returns `Html`, and is held to that. Everything else counts as coming from a file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

ESCAPERS = {"escape", "as_written"}
NUMBERS = {"len", "round", "abs", "sum", "bool"}
SAME = {"sorted", "reversed", "list", "tuple", "max", "min", "filter", "strip", "replace", "join", "format", "sub"}
"""Calls whose result is made of what they are given, a method's own object included."""

WRITTEN = {"setToolTip", "setTabToolTip", "setWhatsThis"}
"""Methods whose last argument Qt takes for HTML where it looks like it."""
ASKED = {"warning", "question", "about", "information", "critical", "getText", "getItem", "getInt", "getDouble"}
"""Ready-made dialogs: the third argument is their text."""
WIDGETS = {"PlainLabel", "RichLabel"}
"""Labels that may stand where Qt would make one of a text."""
RICH = {"setHtml", "setInformativeHtml", "show_html", "insertHtml", "say_here", "RichLabel"}
"""Calls whose arguments are rich text."""
MAKERS = {
    *("QLabel", "QTextBrowser", "QTextEdit", "QTextDocument", "QMessageBox", "QStaticText", "QGraphicsTextItem"),
    *("QErrorMessage", "QProgressDialog", "QSplashScreen"),
}
"""Classes of Qt that take a text for HTML where it looks like it: `editor.plain` has what stands in for them."""


def called(node: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def html_functions(trees: Iterable[ast.Module]) -> set[str]:
    """The names of the functions that say they return rich text of ours, or such texts."""
    return {one.name for tree in trees for one in _functions(tree) if "Html" in _said(one.returns)}


class Module:
    """A module, and what in it is shown as rich text without being safe."""

    def __init__(self, path: Path, tree: ast.Module, known: set[str]) -> None:
        """``known`` are the functions that return rich text, of all modules; those of its own count as it has them."""
        self.path, self.tree = path, tree
        own = {one.name for one in _functions(tree)}
        self.known = (known - own) | html_functions([tree])
        self._nodes = list(ast.walk(tree))
        self._parents = {child: node for node in self._nodes for child in ast.iter_child_nodes(node)}
        self._gives_tips = any("ToolTipRole" in (getattr(n, "attr", ""), getattr(n, "id", "")) for n in self._nodes)
        self._asking: set[tuple[ast.AST, str]] = set()

    def faults(self) -> Iterator[str]:
        """What is wrong, each with its line."""
        for node in self._nodes:
            for shown in self._shown(node):
                if not self.safe(shown):
                    yield f"{self.path}:{shown.lineno}: {ast.unparse(shown)[:100]}"
            if isinstance(node, ast.Call) and called(node) in MAKERS and "." not in ast.unparse(node.func):
                yield f"{self.path}:{node.lineno}: {called(node)}"
            if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") in MAKERS for base in node.bases):
                yield f"{self.path}:{node.lineno}: class {node.name}"

    def _shown(self, node: ast.AST) -> Iterator[ast.expr]:
        """What a piece of code shows as rich text, or returns as such."""
        if isinstance(node, ast.Call):
            name, owner = called(node), getattr(getattr(node.func, "value", None), "id", "")
            if name in WRITTEN and node.args:
                yield node.args[-1]
            elif name in RICH or (name == "append" and "browser" in ast.unparse(node.func)):
                yield from node.args
            elif name in ASKED and owner in ("QMessageBox", "QInputDialog"):
                yield from node.args[2:3]
            elif name == "addRow" and len(node.args) > 1 and not self._is_widget(node.args[0]):
                yield node.args[0]
            elif (name, owner) == ("showText", "QToolTip"):
                yield node.args[1]
        elif self._gives_tips and isinstance(node, ast.If | ast.IfExp) and "ToolTipRole" in ast.unparse(node.test):
            body = [node.body] if isinstance(node, ast.IfExp) else node.body
            yield from (one.value for one in body if isinstance(one, ast.Return) and one.value is not None)
            yield from (one for one in body if isinstance(one, ast.expr))
        elif isinstance(node, ast.Return) and node.value is not None:
            function = self._function(node)
            if function is not None and "Html" in _said(function.returns):
                yield node.value

    # -- whether a text is ours -------------------------------------------------------------------------------

    def safe(self, node: ast.AST) -> bool:
        """Whether all of a text is ours, or escaped, or a number."""
        match node:
            case ast.Constant() | ast.Compare():
                return True
            case ast.JoinedStr() | ast.List() | ast.Tuple():
                return all(map(self.safe, node.values if isinstance(node, ast.JoinedStr) else node.elts))
            case ast.FormattedValue():
                spec = ast.unparse(node.format_spec).rstrip("'\"") if node.format_spec is not None else ""
                return spec.endswith(("d", "g", "f", ",", "%")) or self.safe(node.value)
            case ast.IfExp():
                return self.safe(node.body) and self.safe(node.orelse)
            case ast.BoolOp():
                return all(map(self.safe, node.values))
            case ast.BinOp():
                return self.safe(node.left) and self.safe(node.right)
            case ast.Starred() | ast.Subscript():
                return self.safe(node.value)
            case ast.ListComp() | ast.GeneratorExp():
                return self.safe(node.elt)
            case ast.Call():
                return self._safe_call(node)
            case ast.Name():
                return self._safe_name(node)
        return False

    def _safe_call(self, node: ast.Call) -> bool:
        name = called(node)
        if name in ESCAPERS | NUMBERS | WIDGETS | self.known:
            return True
        if name == "counted":
            return all(map(self.safe, node.args[1:]))  # its first argument is a number
        if name == "map":
            return getattr(node.args[0], "id", "") in ESCAPERS | self.known
        if name == "get" and isinstance(node.func, ast.Attribute):
            return self.safe(node.func.value) and all(map(self.safe, node.args[1:]))
        if name in SAME:
            own = [node.func.value] if isinstance(node.func, ast.Attribute) and name != "sub" else []
            return all(self.safe(part) for part in (*own, *node.args) if not isinstance(part, ast.Lambda))
        return False

    def _safe_name(self, node: ast.Name) -> bool:
        if node.id.lstrip("_").isupper() or node.id in self.known:
            return True
        function = self._function(node)
        if function is None or (function, node.id) in self._asking:
            return function is not None
        self._asking.add((function, node.id))
        try:
            given = list(self._given(function, node.id))
            return bool(given) and all(map(self.safe, given))
        finally:
            self._asking.discard((function, node.id))

    def _given(self, function: ast.FunctionDef, name: str) -> Iterator[ast.AST]:
        """All that a name is given within a function; a parameter that is no rich text or number is not safe."""
        for one in (*function.args.args, *function.args.kwonlyargs):
            if one.arg == name:
                safe = "Html" in _said(one.annotation) or _said(one.annotation) in ("int", "float")
                yield ast.Constant("") if safe else ast.Attribute(ast.Name("given"), name)
        for node in ast.walk(function):
            match node:
                case ast.Assign():
                    for target in node.targets:
                        yield from _taken(target, node.value, name)
                case ast.AugAssign() | ast.AnnAssign() | ast.NamedExpr():
                    if node.value is not None:
                        yield from _taken(node.target, node.value, name)
                case ast.For() | ast.comprehension():
                    yield from _taken(node.target, node.iter, name)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="append" | "extend")) if owner == name:
                    yield from node.args

    def _is_widget(self, node: ast.expr) -> bool:
        """Whether it is something that was made by a class of Qt."""
        made = re.search(rf"^ *{re.escape(ast.unparse(node))} = Q\w+\(", self._text, re.MULTILINE)
        return made is not None

    @cached_property
    def _text(self) -> str:
        """The module as Python would write it."""
        return ast.unparse(self.tree)

    def _function(self, node: ast.AST) -> ast.FunctionDef | None:
        """The outermost function around a piece of code, within its class."""
        found = None
        above: ast.AST | None = node
        while above is not None and not isinstance(above, ast.ClassDef):
            found = above if isinstance(above, ast.FunctionDef) else found
            above = self._parents.get(above)
        return found


def _taken(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.AST]:
    """What an assignment gives a name."""
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    elif isinstance(target, ast.Tuple):
        parts = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else []
        for i, one in enumerate(target.elts):
            yield from _taken(one, parts[i] if parts else value, name)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _said(annotation: ast.expr | None) -> str:
    return ast.unparse(annotation) if annotation is not None else ""
