"""The file of hooks of a rules file, read as text: nothing of it is run here."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.formats.hints import clip
from engine.formats.reading import display_name
from engine.kit.hooks.trust import digest_of

HOOKS: Final = {
    "cost": ("view", "unit", "start", "to", "cost"),
    "may_enter": ("view", "unit", "hex"),
    "exerts": ("view", "unit", "hex", "exerts"),
    "supplied": ("view", "unit", "supplied"),
    "strength": ("view", "kind", "unit", "role", "strength"),
    "shift": ("view", "kind", "attackers", "targets"),
    "may_attack": ("view", "kind", "attackers", "targets"),
    "after_result": ("view", "kind", "code", "attackers", "defenders"),
    "turn_begins": ("view",),
    "phase_begins": ("view", "phase", "side"),
    "phase_ends": ("view", "phase", "side"),
    "points": ("view", "side"),
}
"""Every hook with what it is called with."""
LARGEST: Final = 1024 * 1024
"""Bytes of a file of hooks at most."""


@dataclass(frozen=True, slots=True)
class HookFile:
    """A file of hooks whose text is valid."""

    path: Path
    data: bytes
    """The exact bytes that run once they are trusted."""
    digest: str
    functions: tuple[tuple[str, int], ...]
    """The hooks that it has, each with its line."""

    @property
    def shown(self) -> str:
        """The path as people read it."""
        return display_name(self.path)

    def line_of(self, name: str) -> int:
        """The line of a hook; 0 for one that is not there."""
        return dict(self.functions).get(name, 0)


class HooksUnsound(Exception):
    """Why a file of hooks cannot be used; ``line`` is where in it, or 0."""

    def __init__(self, message: str, line: int = 0, path: Path | None = None) -> None:
        super().__init__(message)
        self.line, self.path = line, path


def read_hooks(near: Path, ref: str) -> HookFile:
    """Read the file that ``hooks`` of a rules file names, and see whether its text is sound. Raises HooksUnsound."""
    path = _found(near, ref)
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise HooksUnsound(f"{clip(ref)} cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise HooksUnsound(f"{clip(ref)} has more than {LARGEST:,} bytes")
    return HookFile(path, data, digest_of(data), _functions(path, ref, data))


def _found(near: Path, ref: str) -> Path:
    folder = near.parent
    if not ref.endswith(".py") or "\0" in ref:
        raise HooksUnsound(f"{clip(ref)} is not a Python file: write the path of one, such as ./my_hooks.py")
    path = folder / ref
    real, home = os.path.realpath(path), os.path.realpath(folder)
    if os.path.commonpath((real, home)) != home:
        raise HooksUnsound(f"{clip(ref)} lies outside the folder of the rules file")
    if not path.is_file():
        raise HooksUnsound(f"there is no file {clip(ref)}")
    return path


def _functions(path: Path, ref: str, data: bytes) -> tuple[tuple[str, int], ...]:
    try:
        tree = ast.parse(data)
    except SyntaxError as error:
        raise HooksUnsound(f"{clip(ref)} is not Python code: {error.msg}", error.lineno or 0, path) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise HooksUnsound(f"{clip(ref)} cannot be read as Python: {error}", 0, path) from None
    found: dict[str, int] = {}
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name not in HOOKS:
            continue
        wanted = HOOKS[node.name]
        if isinstance(node, ast.AsyncFunctionDef) or not _takes(node.args, len(wanted)):
            said = f"{node.name}({', '.join(wanted)})"
            raise HooksUnsound(f"the hook {node.name} is called as {said}", node.lineno, path)
        found[node.name] = node.lineno
    if not found:
        names = ", ".join(HOOKS)
        raise HooksUnsound(f"{clip(ref)} has none of the functions that are hooks: {names}", 1, path)
    return tuple(found.items())


def _takes(args: ast.arguments, count: int) -> bool:
    """Whether a function can be called with this number of positional arguments."""
    most = len(args.posonlyargs) + len(args.args)
    least = most - len(args.defaults)
    needed = any(default is None for default in args.kw_defaults)
    return not needed and least <= count and (args.vararg is not None or count <= most)
