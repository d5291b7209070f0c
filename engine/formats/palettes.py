"""Palette files: reading, with a cache, and writing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from engine.boards.palette import Kind, Layer, Palette
from engine.findings import FileProblem, Finding, Place, Severity
from engine.formats import locate
from engine.formats.checking import check
from engine.formats.documents import FeatureDoc, HexsideDoc, PaletteDoc, PathDoc, TerrainDoc
from engine.formats.reading import display_name
from engine.formats.source import Section
from engine.formats.versions import open_document

VOID: Final = "void"
"""Stands in a map's legend for "no hex"; no palette may use it for a terrain."""

_offered: ContextVar[Palette | None] = ContextVar("_offered", default=None)

_cache: dict[tuple[str, str], tuple[tuple[int, int], Palette]] = {}
"""The palettes of files, by place and key, each with the time and size of the file that it was read from."""


def build_palette(section: Section, data: object, key: str) -> Palette | None:
    """A palette from the data of its file."""
    doc = check(section, PaletteDoc, data)
    if doc is None:
        return None
    terrain = {name: _terrain(name, item) for name, item in doc.terrain.items()}
    _check_characters(section, doc)
    terrain.pop(VOID, None)
    if not terrain:
        return None
    kinds = {
        Layer.TERRAIN: terrain,
        Layer.FEATURE: {name: _feature(name, item) for name, item in doc.features.items()},
        Layer.HEXSIDE: {name: _hexside(name, item) for name, item in doc.hexsides.items()},
        Layer.PATH: {name: _path(name, item) for name, item in doc.paths.items()},
    }
    return Palette(key, doc.name or key, kinds)


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
            section.error("MAP005", f"{item.char!r} stands for {used[item.char]!r} already", path)
        used.setdefault(item.char, key)


def _terrain(key: str, doc: TerrainDoc) -> Kind:
    return Kind(
        key,
        Layer.TERRAIN,
        doc.name,
        doc.colour,
        pattern=doc.pattern,
        ink=doc.ink,
        key_char=doc.char,
        description=doc.description,
        treat_as=doc.treat_as,
    )


def _feature(key: str, doc: FeatureDoc) -> Kind:
    return Kind(
        key,
        Layer.FEATURE,
        doc.name,
        doc.colour,
        symbol=doc.symbol,
        ink=doc.ink,
        description=doc.description,
        treat_as=doc.treat_as,
    )


def _hexside(key: str, doc: HexsideDoc) -> Kind:
    return Kind(
        key,
        Layer.HEXSIDE,
        doc.name,
        doc.colour,
        symbol=doc.symbol,
        ink=doc.ink,
        width=doc.width,
        source_width=doc.source_width,
        directional=doc.directional,
        description=doc.description,
        treat_as=doc.treat_as,
    )


def _path(key: str, doc: PathDoc) -> Kind:
    return Kind(
        key,
        Layer.PATH,
        doc.name,
        doc.colour,
        symbol=doc.symbol,
        ink=doc.ink,
        width=doc.width,
        source_width=doc.source_width,
        description=doc.description,
        treat_as=doc.treat_as,
    )


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
