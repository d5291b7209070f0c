"""The looks of the palettes that ship with Hexwright, to be taken over: colours, patterns, inks and widths."""

from __future__ import annotations

from dataclasses import replace

from engine.boards.palette import Kind, Palette
from engine.findings import FileProblem
from engine.formats import load_palette, locate


def shipped() -> set[str]:
    """The keys of the palettes that ship."""
    return {path.stem for path in locate.shipped("palette").glob("*.yaml")}


def looks(like: Palette) -> list[Palette]:
    """The palettes that ship with the layers of another one, by name; one that cannot be read is left out."""
    found = []
    for key in shipped():
        try:
            found.append(load_palette(key))
        except FileProblem:
            continue
    found = [palette for palette in found if palette.kinds.keys() == like.kinds.keys()]
    return sorted(found, key=lambda palette: palette.name)


def dressed(kind: Kind, look: Palette) -> Kind:
    """A kind in the look that a palette has for its key; as it is where the palette has none."""
    model = look.get(kind.layer, kind.key)
    if model is None:
        return kind
    return replace(
        kind,
        colour=model.colour,
        pattern=model.pattern,
        symbol=model.symbol,
        ink=model.ink,
        width=model.width,
        source_width=model.source_width,
    )


def same_as_shipped(palette: Palette) -> Palette | None:
    """The palette that ships with the very kinds of this one, in this order; None when none has."""
    order = [list(kinds) for kinds in palette.kinds.values()]
    for one in looks(palette):
        if one.kinds == palette.kinds and [list(kinds) for kinds in one.kinds.values()] == order:
            return one
    return None
