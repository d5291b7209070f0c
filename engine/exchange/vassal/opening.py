"""Modules of VASSAL, opened: the build file as a tree, and where things are in it. Nothing of a module is run."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.exchange.archives import Archive
from engine.exchange.trees import Element, read_tree

MOST_BUILD: Final = 48_000_000
"""Bytes of a build file."""
_NEW: Final = "buildFile.xml"
_OLD: Final = "buildFile"


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a module of VASSAL: an archive with a build file."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False
    return bool(names & {_NEW, _OLD})


class OpenModule:
    """A module with its build file read."""

    def __init__(self, archive: Archive) -> None:
        """Raises HexwrightError for an extension, and for a build file that cannot be read."""
        self.archive = archive
        if "extensiondata" in archive:
            raise HexwrightError(f"{archive.path} is an extension of a module; import the module itself")
        self.version = ""
        if "moduledata" in archive:
            version = read_tree(archive.read("moduledata"), f"{archive.path}, entry moduledata").first("VassalVersion")
            self.version = version.text.strip() if version is not None else ""
        entry = _OLD if _OLD in archive and (_NEW not in archive or _before_3_5(self.version)) else _NEW
        self.root = read_tree(archive.read(entry, MOST_BUILD), f"{archive.path}, entry {entry}")
        self.version = self.version or self.root.get("VassalVersion")
        if _kind(self.root) not in ("GameModule", "BasicModule"):
            raise HexwrightError(f"{archive.path}, entry {entry}: it does not begin with a module of VASSAL")

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.root.get("name").strip() or self.archive.path.stem

    def every(self, kind: str) -> Iterator[Element]:
        """All parts of a kind, such as ``PieceSlot``, wherever they are."""
        return (node for node in self.root.walk() if _kind(node) == kind)

    def property_named(self, name: str) -> str:
        """The first value of a global property; empty where there is none."""
        return next((node.get("initialValue") for node in self.every("GlobalProperty") if node.get("name") == name), "")


def _kind(node: Element) -> str:
    return node.tag.rpartition(".")[2]


def kind_of_part(node: Element) -> str:
    """What a part of a module is: the last word of its class."""
    return _kind(node)


def _before_3_5(version: str) -> bool:
    """Whether a version reads the old build file."""
    parts = [int(part) if part.isascii() and part.isdigit() else 0 for part in version.split(".")[:2]]
    return bool(version) and tuple(parts) < (3, 5)
