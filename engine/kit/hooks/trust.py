"""Which hooks the user trusts: by the hash of exactly their bytes, kept in a file of the user's settings."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.writing import private_folder, write_text

FOR_NOW: Final = "HEXWRIGHT_TRUSTED_HOOKS"
"""The hashes that the processes of one command trust, separated by spaces."""
REASON: Final = "the hooks in {} are program code that is not trusted: the game is not played until they are"
HINT: Final = "read that file; the editor asks whether to trust it, and a command with --trust runs it"
_asking = {"everything": False}


def digest_of(data: bytes) -> str:
    """Returns the hash that stands for exactly these bytes."""
    return hashlib.sha256(data).hexdigest()


def kept_in() -> Path:
    """Returns the file that remembers the trusted hooks: one line each, with hash and path."""
    if os.name == "nt":
        base = os.environ.get("APPDATA") or os.path.expanduser("~")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(base) / "Hexwright" / "trusted-hooks.txt"


def _lines() -> list[str]:
    try:
        return kept_in().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def is_trusted(digest: str) -> bool:
    """Whether the user trusts these bytes, permanently or for this command."""
    if _asking["everything"]:
        trust_for_now(digest)
        return True
    return digest in os.environ.get(FOR_NOW, "").split() or any(line.split(" ")[0] == digest for line in _lines())


def trust(digest: str, path: str) -> None:
    """Remember permanently that the user trusts these bytes. Raises HexwrightError when that cannot be written."""
    line = _line(digest, path)
    if line not in _lines():
        _keep([*_lines(), line])


def trusted_in(folder: Path) -> dict[Path, str]:
    """Returns the files of a folder with the hashes for which the user trusts them."""
    return {Path(line.partition(" ")[2]): line.split(" ")[0] for line in _lines() if _is_in(line, folder)}


def trust_in(folder: Path, files: Mapping[Path, str]) -> None:
    """Remember permanently the trusted files of a folder, each with its hash, and no others of it. The same
    bytes elsewhere stay trusted. Raises HexwrightError when that cannot be written."""
    found = [line for line in _lines() if not _is_in(line, folder)]
    found += [_line(digest, str(path)) for path, digest in files.items()]
    if found != _lines():
        _keep(found)


def _line(digest: str, path: str) -> str:
    return f"{digest} {_one_line(path)}"


def _one_line(path: str) -> str:
    return " ".join(path.split())


def _is_in(line: str, folder: Path) -> bool:
    return line.partition(" ")[2].startswith(_one_line(str(folder)) + os.sep)


def _keep(lines: list[str]) -> None:
    file = kept_in()
    try:
        private_folder(file.parent)
    except OSError:
        # A folder of another user, in which we may write.
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, "".join(f"{line}\n" for line in lines))


def trust_for_now(digest: str) -> None:
    """Trust these bytes until this process ends; processes that it starts trust them too."""
    known = os.environ.get(FOR_NOW, "").split()
    if digest not in known:
        os.environ[FOR_NOW] = " ".join((*known, digest))


def trust_what_is_read(*, on: bool = True) -> None:
    """Trust the hooks of every rules file that this process reads from now on, as the command line asked."""
    _asking["everything"] = on
