"""What a file holds, before it is replaced: in a sentence for people, and whether it is one that may go unasked.

    there = held("ford.yaml")           # None when there is no such file
    there.said                          # "a map: Ford, 20 x 14 hexes"
    refuse_to_replace(path, "replay")   # raises InTheWayError unless it is a replay that Hexwright wrote

Only the beginning of a file is looked at, so that a file of any size or kind is described at once.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError

Ref = str | os.PathLike[str]

MADE_BY: Final = "Made by Hexwright"
"""What pictures, printed sheets and reports of ours say of themselves, each where its kind of file has room for it."""

_HEAD: Final = 64 * 1024
"""Bytes of a file that are looked at."""
_LONGEST: Final = 60
"""Letters of a name that are said."""
_TITLES: Final = {
    "map": "a map",
    "scenario": "a scenario",
    "replay": "a saved game",
    "example": "an example of play",
    "palette": "a palette",
    "system": "rules",
    "trial": "the summary of a trial",
    "turns": "the story of test turns",
    "png": "a picture",
    "jpg": "a picture",
    "svg": "a picture",
    "pdf": "a PDF document",
    "html": "a page for web browsers",
    "vmod": "a VASSAL module",
    "tmx": "a map of Tiled",
    "tmj": "a map of Tiled",
    "csv": "a table of hexes",
    "json": "hexes as JSON",
    "counters": "counters for a print shop",
    "wxx": "a map of Worldographer",
    "layers": "pictures of layers",
    "tts": "an object for Tabletop Simulator",
    "hexpack": "a pack for Hexwright",
    "md": "a text in Markdown",
    "bundle": "a game to print",
}
_FIRST: Final = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n|---[^\n]*\n)*format:[ \t]*[\"']?hexwright-([a-z]+)\b")
"""Our format line as the first of a file, below comments."""
_FORMAT: Final = re.compile(r"^format:[ \t]*[\"']?hexwright-([a-z]+)\b", re.MULTILINE)
_JSON: Final = re.compile(r"\s*\{\s*\"format\":\s*\"hexwright-([a-z]+)\b")
_NAME: Final = re.compile(r"^name:[ \t]*(\S[^\n]*)$", re.MULTILINE)
_COLUMNS: Final = re.compile(r"\bcolumns:\s*([0-9]{1,6})\b")
_ROWS: Final = re.compile(r"\brows:\s*([0-9]{1,6})\b")
_TABLE: Final = re.compile(r"^table:\s*(?:\{\s*)?size:\s*\[\s*([0-9]{1,6}),\s*([0-9]{1,6})\s*\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Held:
    """What is in a file."""

    kind: str
    """``map``, ``scenario``, ``replay``, ``example``, ``palette``, ``system``, ``trial``, ``turns``, ``png``, ``svg``,
    ``pdf``, ``html``, ``vmod``, ``tmx``, ``tmj``, ``csv``, ``json``, ``counters``, ``wxx``, ``tts``, ``hexpack``,
    ``md``, ``bundle``, or empty for anything else."""
    ours: bool
    """Whether it begins as Hexwright begins such a file."""
    said: str
    """In words, as the end of a sentence: "a map: Ford, 20 x 14 hexes"."""


class InTheWayError(HexwrightError):
    """There is a file of another kind, or of another program, where one was to be written."""

    def __init__(self, path: Ref, holding: Held) -> None:
        super().__init__(f"{path} was not replaced: it holds {holding.said}")
        self.path, self.holding = Path(path), holding


def held(path: Ref) -> Held | None:
    """What a file holds; None if there is no file. A file that cannot be read counts as a kind of its own."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(mode):
        return Held("", False, "a folder" if stat.S_ISDIR(mode) else "a device")
    try:
        with open(path, "rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return Held("", False, "a file that cannot be read")
    if not head:
        return Held("", True, "nothing")
    return _picture(head) or _text(head) or Held("", False, _foreign(Path(path)))


def refuse_to_replace(path: Ref, kind: str, *, force: bool = False) -> None:
    """Raise InTheWayError when a file that is not ours, or not of this kind, would be replaced; with ``force`` never.
    An empty file is in nobody's way."""
    there = None if force else held(path)
    if there is not None and stands_in_the_way(there, kind):
        raise InTheWayError(path, there)


def stands_in_the_way(holding: Held, kind: str) -> bool:
    """Whether a file with this in it is not one that a file of this kind may replace unasked."""
    return not (holding.ours and holding.kind in (kind, ""))


def _text(head: bytes) -> Held | None:
    """One of our own text files, by its format line."""
    text = head.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    first = _FIRST.match(text) or _JSON.match(text)
    found = first or _FORMAT.search(text)
    kind = found[1] if found is not None else ""
    if kind not in _TITLES:
        return None
    name = _NAME.search(text)
    said = _TITLES[kind] + (f": {_plain(name[1])}" if name is not None else "")
    if kind == "map":
        said += _size(text)
    return Held(kind, first is not None, said)


def _size(text: str) -> str:
    """The size of a map's grid or table, where the beginning of the file has it."""
    table = _TABLE.search(text)
    if table is not None:
        return f", {table[1]} x {table[2]} paces"
    grid = text[max(0, text.find("\ngrid:")) :]
    columns, rows = _COLUMNS.search(grid), _ROWS.search(grid)
    return f", {columns[1]} x {rows[1]} hexes" if columns is not None and rows is not None else ""


def _plain(value: str) -> str:
    """A name as it is written in a file, without quotes and comment."""
    value = value.strip()
    quote = value[:1]
    if quote in ("'", '"') and quote in value[1:]:
        return _short(value[1 : value.index(quote, 1)])
    return _short(value.split(" #")[0].rstrip())


def _short(text: str) -> str:
    """A text from a file, which may be of any length and have signs that nobody sees."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _is_png(head: bytes) -> bool | None:
    return f"Software\0{MADE_BY}".encode() in head if head.startswith(b"\x89PNG\r\n\x1a\n") else None


def _is_jpg(head: bytes) -> bool | None:
    return MADE_BY.encode() in head if head.startswith(b"\xff\xd8\xff") else None


def _is_svg(head: bytes) -> bool | None:
    return f"<desc>{MADE_BY}</desc>".encode() in head if b"<svg" in head[:2048] else None


def _is_pdf(head: bytes) -> bool | None:
    if not head.startswith(b"%PDF-"):
        return None
    return b"/Creator (\xfe\xff" + "Hexwright".encode("utf-16-be") in head


def _is_html(head: bytes) -> bool | None:
    if not head.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        return None
    return f'<meta name="generator" content="{MADE_BY}">'.encode() in head


def _is_module(head: bytes) -> bool | None:
    # Our modules begin with their description, which is stored as it is.
    if not head.startswith(b"PK\x03\x04") or b"moduledata" not in head[:64]:
        return None
    return f"<description>{MADE_BY}</description>".encode() in head[:4096]


def _is_tmx(head: bytes) -> bool | None:
    return f'value="{MADE_BY}"'.encode() in head if b"<map " in head[:512] and b"orientation=" in head[:1024] else None


def _is_tmj(head: bytes) -> bool | None:
    if head.lstrip()[:1] != b"{" or b'"tiledversion"' not in head:
        return None
    return f'"value": "{MADE_BY}"'.encode() in head


def _is_hexes(head: bytes) -> bool | None:
    return (
        f'""made"": ""{MADE_BY}""'.encode() in head
        if head[:24].lstrip(b"\xef\xbb\xbf").startswith(b"hex,terrain,")
        else None
    )


def _is_json_of_hexes(head: bytes) -> bool | None:
    return f'"made": "{MADE_BY}"'.encode() in head if b'"hexwright.map"' in head[:64] else None


def _is_counters(head: bytes) -> bool | None:
    if not head.startswith(b"PK\x03\x04") or b"README.txt" not in head[:64]:
        return None
    return f"{MADE_BY}: counters".encode() in head[:400]


def _is_worldographer(head: bytes) -> bool | None:
    # Our maps have it as the comment of their archive.
    return True if head.startswith(b"\x1f\x8b\x08") and MADE_BY.encode() in head[:40] else None


def _is_layers(head: bytes) -> bool | None:
    if not head.startswith(b"PK\x03\x04") or b"README.txt" not in head[:64]:
        return None
    return True if f"{MADE_BY}: layers".encode() in head[:400] else None


def _is_simulator(head: bytes) -> bool | None:
    return f'"Note": "{MADE_BY}"'.encode() in head if b'"SaveName"' in head[:64] else None


def _is_pack(head: bytes) -> bool | None:
    return True if head.startswith(b"PK\x03\x04") and b"hexpack.json" in head[:64] else None


def _is_markdown(head: bytes) -> bool | None:
    return True if head.startswith(f"<!-- {MADE_BY} -->".encode()) else None


def _is_bundle(head: bytes) -> bool | None:
    if not head.startswith(b"PK\x03\x04") or b"README.txt" not in head[:64]:
        return None
    return True if f"{MADE_BY}: a game to print".encode() in head[:400] else None


_LOOKS: Final[dict[str, Callable[[bytes], bool | None]]] = {
    "png": _is_png,
    "jpg": _is_jpg,
    "pdf": _is_pdf,
    "html": _is_html,
    "svg": _is_svg,
    "vmod": _is_module,
    "tmx": _is_tmx,
    "tmj": _is_tmj,
    "csv": _is_hexes,
    "json": _is_json_of_hexes,
    "layers": _is_layers,
    "bundle": _is_bundle,
    "md": _is_markdown,
    "counters": _is_counters,
    "wxx": _is_worldographer,
    "tts": _is_simulator,
    "hexpack": _is_pack,
}
"""Whether a file is of a kind (None when it is not), and then whether Hexwright made it."""


def _picture(head: bytes) -> Held | None:
    """A picture, a document or a page, and whether it is one of ours."""
    for kind, look in _LOOKS.items():
        ours = look(head)
        if ours is not None:
            return Held(kind, ours, _TITLES[kind] + ("" if ours else " that Hexwright did not make"))
    return None


def _foreign(path: Path) -> str:
    """A file that is nothing of ours, by its ending."""
    ending = path.suffix.lower()
    known = {".csv": "a table (CSV)", ".txt": "a text", ".json": "data (JSON)", ".parquet": "a table (Parquet)"}
    return known.get(ending, f"another kind of file ({_short(ending)})" if ending else "another kind of file")
