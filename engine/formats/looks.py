"""What files of every kind of map have: a palette, a picture under the map, furniture. Read from them, and as values to
be written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from engine.boards.furniture import USUAL_SIZE, Furniture, FurnitureKind
from engine.boards.look import UserLayer
from engine.boards.palette import TABLE_LAYERS, Layer, Palette
from engine.boards.underlay import Underlay
from engine.findings import FileProblem
from engine.formats.documents import FurnitureDoc, UnderlayDoc, UserLayerDoc
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.palettes import offered_palette, read_palette
from engine.formats.source import Section
from engine.formats.yamltext import NameList

_USUAL: Final = Underlay("")


def palette_of(section: Section, ref: str, layers: Sequence[Layer]) -> Palette | None:
    """The palette that a map names, which has these layers; None, and the section says why, where it cannot be had."""
    palette = offered_palette(ref) or _read(section, ref)
    if palette is None or set(palette.kinds) == set(layers):
        return palette
    tables = set(palette.kinds) == set(TABLE_LAYERS)
    wrong, right = ("tables", "hexes") if tables else ("hexes", "tables")
    message = f"the palette {palette.name} is for maps with {wrong}, not for maps with {right}"
    section.error("MAP024", message, ("palette",), hint=f"write palette: {'standard' if tables else 'table'}")
    return None


def _read(section: Section, ref: str) -> Palette | None:
    try:
        return read_palette(locate("palette", ref, section.near), ref)
    except NotFoundError as error:
        section.error("FILE021", str(error), ("palette",), hint=error.hint)
    except OutsideError as error:
        section.error("FILE022", str(error), ("palette",))
    except FileProblem as problem:
        section.notes.extend(problem.findings)
    return None


# -- the picture under a map --------------------------------------------------------------------------------------


def underlays_of(section: Section, given: UnderlayDoc | list[UnderlayDoc] | None) -> tuple[Underlay, ...]:
    """The pictures under a map. Whether their files are there and sound is found out by whoever shows them."""
    if isinstance(given, list):
        found = [_underlay(section, doc, ("underlay", number)) for number, doc in enumerate(given)]
    else:
        found = [] if given is None else [_underlay(section, given, ("underlay",))]
    return tuple(underlay for underlay in found if underlay is not None)


def _underlay(section: Section, doc: UnderlayDoc, path: tuple[str | int, ...]) -> Underlay | None:
    given = doc.model_dump(exclude={"at", "crop"})
    left, top, right, bottom = doc.crop or (0, 0, 1, 1)
    if left >= right or top >= bottom:
        section.error("FILE020", "crop is left, top, right and bottom; it leaves nothing", (*path, "crop"))
        return None
    if not doc.stretch:
        section.error("FILE020", "a stretch of 0 leaves nothing of the picture", (*path, "stretch"))
        return None
    crop = (left, top, right, bottom) if doc.crop else None
    x, y = doc.at
    return Underlay(**given, x=x, y=y, crop=crop, folder=_folder(section.near))


def _folder(near: Path | None) -> str:
    """The folder of the file that is being read; empty for a text that is in no file."""
    return "" if near is None else os.path.abspath(near if near.is_dir() else near.parent)


def underlay_value(underlays: Sequence[Underlay]) -> dict[str, Any] | list[dict[str, Any]]:
    """The pictures under a map as a file has them: one alone without a list."""
    values = [_one_underlay(underlay) for underlay in underlays]
    return values[0] if len(values) == 1 else values


def _one_underlay(underlay: Underlay) -> dict[str, Any]:
    at = [float(underlay.x), float(underlay.y)]
    found: dict[str, Any] = {"image": underlay.image, "at": at, "scale": float(underlay.scale)}
    for name in ("rotation", "stretch", "shear"):
        value = float(getattr(underlay, name))
        if value != getattr(_USUAL, name):
            found[name] = value
    if underlay.crop is not None:
        found["crop"] = list(underlay.crop)
    for name in ("opacity", "ground", "shown", "locked"):
        value = getattr(underlay, name)
        if value != getattr(_USUAL, name):
            found[name] = value if isinstance(value, bool) else float(value)
    return found


# -- furniture ----------------------------------------------------------------------------------------------------


def furniture_of(section: Section, docs: Iterable[FurnitureDoc]) -> tuple[Furniture, ...]:
    """The furniture of a map."""
    return tuple(_furniture(item, section, number) for number, item in enumerate(docs))


def _furniture(doc: FurnitureDoc, section: Section, number: int) -> Furniture:
    kind = FurnitureKind(doc.kind)
    if doc.pools and kind is not FurnitureKind.BOX:
        section.error("FILE020", f"units of a pool lie in a box, not on a {doc.kind}", ("furniture", number, "pools"))
    width, height = doc.size or USUAL_SIZE[kind]
    return Furniture(kind, doc.at[0], doc.at[1], width, height, doc.title, tuple(doc.pools), doc.layer)


def furniture_value(item: Furniture) -> dict[str, Any]:
    """A piece of furniture as a file has it."""
    found: dict[str, Any] = {
        "kind": str(item.kind),
        "at": [float(item.x), float(item.y)],
        "size": [float(item.width), float(item.height)],
    }
    if item.title:
        found["title"] = item.title
    if item.pools:
        found["pools"] = NameList(item.pools)
    if item.layer:
        found["layer"] = item.layer
    return found


# -- the designer's own layers ------------------------------------------------------------------------------------


def layers_of(section: Section, docs: Iterable[UserLayerDoc]) -> tuple[UserLayer, ...]:
    """The designer's own layers; a second one of a name is refused."""
    found: dict[str, UserLayer] = {}
    for number, doc in enumerate(docs):
        if doc.name in found:
            section.error("MAP019", f"the layer {doc.name} is given twice", ("layers", number, "name"))
        else:
            found[doc.name] = UserLayer(doc.name, doc.group, doc.printed)
    return tuple(found.values())


def layer_value(layer: UserLayer) -> dict[str, Any]:
    """A layer as a file has it."""
    found: dict[str, Any] = {"name": layer.name}
    if layer.group:
        found["group"] = layer.group
    if not layer.printed:
        found["printed"] = False
    return found
