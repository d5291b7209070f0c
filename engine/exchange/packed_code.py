"""The program code of packs: the hooks of their rules files. It is read and shown here; nothing of it is run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.exchange.archives import Archive
from engine.kit.hooks.reading import LARGEST, HookFile
from engine.kit.hooks.trust import digest_of, is_trusted
from engine.kit.reading import read_system

FOLDER: Final = "systems"
ENDING: Final = ".py"


@dataclass(frozen=True, slots=True)
class Code:
    """A file of program code in a pack."""

    name: str
    """Its path in the pack."""
    data: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of exactly its bytes."""
        return digest_of(self.data)

    @property
    def text(self) -> str:
        """The code as text. Characters that an editor would hide, such as marks of text direction, are escaped."""
        return "".join(map(_seen, self.data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")))

    def __str__(self) -> str:
        return f"{self.name} ({len(self.data):,} bytes, SHA-256 {self.digest})"


class UntrustedCode(HexwrightError):
    """A pack is not installed because the user has not trusted its code."""

    def __init__(self, path: Path, code: Sequence[Code]) -> None:
        files = ", ".join(map(str, code))
        super().__init__(
            f"{path}: this pack has program code that you have not trusted: {files}."
            " Read it with hexwright pack code, then install the pack with --trust."
        )


def is_code(name: str) -> bool:
    """Whether a file of this name is code that a pack may hold, where its rules name it."""
    return name.startswith(f"{FOLDER}/") and name.endswith(ENDING)


def code_of(archive: Archive, names: Iterable[str]) -> tuple[Code, ...]:
    """The code among the files of a pack. Raises HexwrightError for a file that is too large to be hooks."""
    return tuple(Code(name, archive.read(name, LARGEST)) for name in sorted(names) if is_code(name))


def hooks_named(folder: Path, names: Iterable[str]) -> frozenset[str]:
    """Which files of a folder its rules files name as their hooks, of all these names. Raises HexwrightError for hooks
    that are missing, lie elsewhere or are not sound as text."""
    found = set[str]()
    for name in names:
        if name.startswith(f"{FOLDER}/") and not is_code(name):
            found |= _hooks_of(folder, name)
    return frozenset(found)


def _hooks_of(folder: Path, name: str) -> set[str]:
    hooks = read_system(folder.joinpath(*name.split("/"))).hooks
    if isinstance(hooks, str):
        raise HexwrightError(f"{name}: {hooks}")
    # Those of a base that ships or belongs to another pack are trusted there.
    if hooks is None or not _within(hooks.path, folder):
        return set()
    try:
        hooks.data.decode("utf-8")
    except UnicodeDecodeError:
        raise HexwrightError(f"{name}: its hooks are not in UTF-8; save them so") from None
    return {_name_of(hooks, folder)}


def _within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _name_of(hooks: HookFile, folder: Path) -> str:
    return hooks.path.resolve().relative_to(folder.resolve()).as_posix()


def refuse_untrusted(path: Path, code: Sequence[Code], trusted: Collection[str]) -> None:
    """Raise UntrustedCode if any code has none of these hashes and was not trusted earlier."""
    left = [one for one in code if one.digest not in trusted and not is_trusted(one.digest)]
    if left:
        raise UntrustedCode(path, left)


def _seen(letter: str) -> str:
    return letter if letter.isprintable() or letter in "\n\t" else letter.encode("unicode_escape").decode("ascii")
