"""Quick fixes that name a place in the file: another value is put there, a key is renamed, or it is taken away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.findings import Fix
from engine.formats.source import DataPath
from engine.umpire.checks.subject import nearest

PUT: Final = "put_at"
RENAME: Final = "rename_at"
DROP: Final = "drop_at"
CHOOSE_ENTRY: Final = "choose_entry"
"""The verbs; the editor carries them out."""


def put(title: str, path: DataPath, value: Any) -> Fix:
    """The fix that puts another value at a place; a number in the path counts the entries of a list."""
    return Fix(title, PUT, {"path": list(path), "value": value})


def drop(title: str, path: DataPath) -> Fix:
    """The fix that takes an entry out of a list or a mapping; another key gets its default."""
    return Fix(title, DROP, {"path": list(path)})


def put_nearest(path: DataPath, word: str, words: Iterable[str], otherwise: Fix | None = None) -> Fix | None:
    """The fix that puts the known word there that is most like the wrong one; ``otherwise`` where none is like it."""
    like = nearest(word, words)
    return put(f"Change it to {like}", path, like) if like else otherwise


def key_nearest(path: DataPath, words: Iterable[str], otherwise: Fix) -> Fix:
    """The fix that renames the key at the end of a path to the known word that is most like it; ``otherwise`` where
    none is like it."""
    like = nearest(str(path[-1]), words)
    return Fix(f"Change it to {like}", RENAME, {"path": list(path), "key": like}) if like else otherwise


def choose_entry(number: int, token: int | None = None) -> Fix:
    """The fix that asks for a hex where a group of reinforcements enters, instead of the one at ``token``."""
    return Fix("Choose an entry hex", CHOOSE_ENTRY, {"number": number, "token": token})
