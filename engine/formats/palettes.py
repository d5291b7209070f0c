"""Palette files: reading, with a cache, and writing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from engine.boards.palette import Kind, Layer, Palette
from engine.findings import FileProblem, Finding, Place, Severity
from engine.formats import locate
from engine.formats.checking import check
from engine.formats.palette_documents import KindDoc, PaletteDoc, TablePaletteDoc
from engine.formats.reading import display_name
from engine.formats.source import Section
from engine.formats.versions import open_document

VOID: Final = "void"
"""Stands in a map's legend for "no hex"; no palette may use it for a terrain."""

Docs = Mapping[Layer, Mapping[str, KindDoc]]
"""The kinds of a palette file, by layer."""

_offered: ContextVar[Palette | None] = ContextVar("_offered", default=None)

_cache: dict[tuple[str, str], tuple[tuple[int, int], Palette]] = {}
"""The palettes of files, by place and key, each with the time and size of the file that it was read from."""


def build_palette(section: Section, data: object, key: str) -> Palette | None:
    """A palette from the data of its file."""
    if isinstance(data, dict) and str(Layer.AREA) in data:
        table = check(section, TablePaletteDoc, data)
        return None if table is None else _palette(key, table.name, {Layer.AREA: table.areas, Layer.LINE: table.lines})
    doc = check(section, PaletteDoc, data)
    if doc is None:
        return None
    _check_characters(section, doc)
    terrain = {name: item for name, item in doc.terrain.items() if name != VOID}
    if not terrain:
        return None
    docs: Docs = {
        Layer.TERRAIN: terrain,
        Layer.FEATURE: doc.features,
        Layer.HEXSIDE: doc.hexsides,
        Layer.PATH: doc.paths,
    }
    return _palette(key, doc.name, docs)


def _palette(key: str, name: str, docs: Docs) -> Palette:
    return Palette(key, name or key, {layer: _kinds(layer, kinds) for layer, kinds in docs.items()})


def _kinds(layer: Layer, docs: Mapping[str, KindDoc]) -> dict[str, Kind]:
    found = {}
    for key, doc in docs.items():
        said = doc.model_dump()
        found[key] = Kind(key, layer, key_char=said.pop("char", ""), **said)
    return found


def _check_characters(section: Section, doc: PaletteDoc) -> None:
    used: dict[str, str] = {}
    if VOID in doc.terrain:
        message = f"{VOID!r} stands for no hex at all and cannot be a terrain"
        section.error("FILE020", message, ("terrain", VOID), key=True)
    for key, item in doc.terrain.items():
        path = ("terrain", key, "char")
        if not item.char:
            continue
        if len(item.char) != 1 or not item.char.isprintable():
            section.error("MAP005", f"the character of terrain {key!r} must be one printable character", path)
        elif item.char in used:
            section.error("MAP005", f"{item.char!r} already stands for {used[item.char]!r}", path)
        used.setdefault(item.char, key)


def load_palette(ref: str | os.PathLike[str], near: Path | None = None) -> Palette:
    """The palette of a name such as ``standard``, or of a path. The same file gives the same palette again.

    Raises FileProblem.
    """
    text = os.fspath(ref)
    try:
        path = locate.locate("palette", text, near)
    except locate.NotFoundError as error:
        raise FileProblem([_unplaced("FILE021", str(error), text, error.hint)]) from None
    except locate.OutsideError as error:
        raise FileProblem([_unplaced("FILE022", str(error), text)]) from None
    return read_palette(path, text)


@contextmanager
def offered(palette: Palette) -> Iterator[None]:
    """While this lasts, maps that name a palette of this key get this one, whatever files there are."""
    token = _offered.set(palette)
    try:
        yield
    finally:
        _offered.reset(token)


def offered_palette(key: str) -> Palette | None:
    """The palette that is offered under a key, see `offered`."""
    palette = _offered.get()
    return palette if palette is not None and palette.key == key else None


def read_palette(path: Path, key: str) -> Palette:
    """The palette of a file, under the key by which maps name it; kept until the file changes."""
    file = display_name(path)
    try:
        info = os.stat(path)
    except OSError as error:
        raise FileProblem([_unplaced("FILE001", f"cannot be read: {error.strerror}", file)]) from None
    place, stamp = (os.path.realpath(path), key), (info.st_mtime_ns, info.st_size)
    if place not in _cache or _cache[place][0] != stamp:
        document = open_document(path, file, "palette")
        section = Section(document.source, notes=document.notes)
        palette = build_palette(section, document.data, key) if document.data is not None else None
        errors = [finding for finding in document.notes.findings if finding.severity is Severity.ERROR]
        if palette is None or errors:
            raise FileProblem(errors)
        _cache[place] = stamp, palette
    return _cache[place][1]


def _unplaced(code: str, message: str, file: str, hint: str = "") -> Finding:
    return Finding(code, Severity.ERROR, message, Place(file), hint=hint)
