"""Pictures on counters: which files a scenario may show, found out without decoding any of them.

A scenario may come from a stranger, and whoever opens it shall be as safe as with a picture. So a picture lies below
the scenario's folder or the user's own picture folders, is an ordinary file of a known kind and of bounded size, and
a drawing (SVG) refers to nothing outside itself and repeats its parts a bounded number of times.
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Final
from xml.parsers import expat

from engine.errors import HexwrightError
from engine.formats.locate import elsewhere

MOST_BYTES: Final = 64_000_000
"""Bytes of the file of a picture."""
MOST_SVG_BYTES: Final = 2_000_000
"""Bytes of the file of a drawing."""
MOST_PARTS: Final = 50_000
"""Parts of a drawing, each counted as often as it is shown."""
KINDS: Final = {
    b"\x89PNG\r\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"RIFF": "WEBP",
}
"""How files of pixels begin."""
ELSEWHERE: Final = "it is on another machine; copy it to the scenario's folder"
_REFERENCE: Final = re.compile(r"url\(\s*['\"]?([^)'\"]*)")
_WITHIN: Final = re.compile(r"#|data:image/(png|jpeg);", re.IGNORECASE)


def read_artwork(path: Path, folder: str) -> tuple[str, bytes]:
    """The kind (such as ``PNG``, or ``SVG``) and the bytes of a picture that a scenario in ``folder`` shows.

    Raises HexwrightError, with the reason, where it must not be shown.
    """
    real = _allowed(path, folder)
    data = _bytes(real)
    kind = next((kind for start, kind in KINDS.items() if data.startswith(start)), "")
    if not kind:
        check_drawing(data)
        kind = "SVG"
    return kind, data


def refusal(path: Path, folder: str) -> str:
    """Why a picture cannot be shown by a scenario in ``folder``; empty where it can."""
    if _on_another_machine(path):
        return ELSEWHERE
    try:
        info = path.stat()
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or "it cannot be found"
    return _refusal(path, folder, (info.st_dev, info.st_ino, info.st_mtime_ns, info.st_size))


@lru_cache(maxsize=1000)
def _refusal(path: Path, folder: str, _stamp: tuple[int, ...]) -> str:
    try:
        read_artwork(path, folder)
    except HexwrightError as error:
        return str(error)
    return ""


def _on_another_machine(path: Path) -> bool:
    return elsewhere(os.fspath(path)) or "\0" in os.fspath(path)


def _allowed(path: Path, folder: str) -> Path:
    """Where a picture really lies, links followed; it has to be below one of the folders."""
    if _on_another_machine(path):
        raise HexwrightError(ELSEWHERE)
    try:
        real = path.resolve(strict=True)
        homes = [home.resolve() for home in (Path(folder), *picture_folders()) if os.fspath(home) != "."]
    except (OSError, RuntimeError, ValueError) as error:
        raise HexwrightError(getattr(error, "strerror", None) or "it cannot be found") from None
    if not any(real.is_relative_to(home) for home in homes):
        raise HexwrightError("it is outside the scenario's folder and your picture folder; copy it to the scenario's")
    return real


def picture_folders() -> list[Path]:
    """The folders that the user keeps pictures in."""
    home = Path.home()
    found = [home / "Pictures"]
    try:
        text = (home / ".config" / "user-dirs.dirs").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return found
    named = re.search(r'^XDG_PICTURES_DIR="\$HOME/([^"]+)"', text, re.MULTILINE)
    return [*found, home / named[1]] if named else found


def _bytes(path: Path) -> bytes:
    """What is in an ordinary file of bounded size. Nothing waits: a pipe or a device is not read from."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise HexwrightError(error.strerror or "it cannot be read") from None
    info = os.fstat(number)
    if not stat.S_ISREG(info.st_mode):
        os.close(number)
        raise HexwrightError("it is a folder, a pipe or a device, not a picture")
    with os.fdopen(number, "rb") as file:
        if info.st_size > MOST_BYTES:
            raise HexwrightError(f"the file is too large: {info.st_size / 1e6:.0f} MB, at most {MOST_BYTES // 10**6}")
        try:
            return file.read(MOST_BYTES)
        except OSError as error:
            raise HexwrightError(error.strerror or "it cannot be read") from None


def check_drawing(data: bytes) -> None:
    """Raises HexwrightError where an SVG refers to another file, or would take too long to draw."""
    if len(data) > MOST_SVG_BYTES:
        raise HexwrightError(f"the drawing is too large: at most {MOST_SVG_BYTES // 10**6} MB")
    drawing = _Drawing()
    parser = expat.ParserCreate()
    parser.StartElementHandler = drawing.begin
    parser.EndElementHandler = drawing.end
    parser.CharacterDataHandler = drawing.text
    parser.EntityDeclHandler = drawing.entity
    parser.ProcessingInstructionHandler = drawing.instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise HexwrightError(f"it is not a picture in PNG, JPEG, TIFF, WebP or SVG format ({error})") from None
    if drawing.first != "svg":
        raise HexwrightError("it is not a picture in PNG, JPEG, TIFF, WebP or SVG format")
    if drawing.parts() > MOST_PARTS:
        raise HexwrightError(f"the drawing shows more than {MOST_PARTS:,} parts, repeated ones included")


class _Drawing:
    """The parts of an SVG as they are read: how many each has below it, and which others it shows."""

    def __init__(self) -> None:
        self.first = ""
        self._open: list[int] = []
        """The numbers of the parts that are open, the outermost first."""
        self._shows: list[Counter[str]] = []
        """Of each part, the names of those that it shows again."""
        self._below: list[list[int]] = []
        self._named: dict[str, int] = {}

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """A part begins."""
        name = name.rpartition(":")[2]
        self.first = self.first or name
        if name in ("script", "foreignObject", "filter"):
            raise HexwrightError(f"the drawing has a {name}, which counters cannot show")
        number = len(self._below)
        self._below.append([])
        self._shows.append(Counter())
        if self._open:
            self._below[self._open[-1]].append(number)
        self._open.append(number)
        if len(self._open) > 200:
            raise HexwrightError("the parts of the drawing are nested too deeply")
        for key, value in attributes.items():
            key = key.rpartition(":")[2]
            if key == "id":
                self._named[value] = number
            elif key in ("href", "base"):
                self._refer(value)
            self.text(value)

    def end(self, _name: str) -> None:
        """A part ends."""
        self._open.pop()

    def text(self, text: str) -> None:
        """A text or a value, of a style perhaps."""
        if "@import" in text:
            raise HexwrightError("the drawing refers to another file")
        for found in _REFERENCE.finditer(text):
            self._refer(found[1])

    def entity(self, *_declared: object) -> None:
        """Words that stand for others can be endless, and can be files."""
        raise HexwrightError("the drawing declares entities")

    def instruction(self, _target: str, _data: str) -> None:
        """Such as a style sheet."""
        raise HexwrightError("the drawing refers to another file")

    def _refer(self, value: str) -> None:
        value = value.strip()
        if not _WITHIN.match(value):
            raise HexwrightError(f"the drawing refers to another file: {value[:60]}")
        if value.startswith("#") and self._open:
            self._shows[self._open[-1]][value[1:]] += 1

    def parts(self) -> int:
        """How many parts are drawn, each as often as it is shown. Raises HexwrightError for one that shows itself."""
        known: dict[int, int] = {}
        under_way: set[int] = set()

        def count(number: int, deep: int) -> int:
            if number in known:
                return known[number]
            if number in under_way or deep > 400:
                raise HexwrightError("a part of the drawing shows itself")
            under_way.add(number)
            total = 1 + sum(count(below, deep + 1) for below in self._below[number])
            for name, times in self._shows[number].items():
                if name in self._named:
                    total += times * count(self._named[name], deep + 1)
            under_way.discard(number)
            known[number] = total
            return total

        return count(0, 0)
