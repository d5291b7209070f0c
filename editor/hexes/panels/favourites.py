"""The kinds of the palette that the user uses most: kept between sessions, for all maps."""

from __future__ import annotations

from typing import Final

from editor.work.settings import settings
from engine.boards.palette import Layer, Palette

FAVOURITES: Final = "palette/favourites"
"""The setting that keeps them, as ``terrain:forest``."""

Favourite = tuple[Layer, str]
"""The layer of a kind, and its key."""


def favourites(palette: Palette) -> list[Favourite]:
    """The favourites that a palette has, in the order in which they were added."""
    return [one for one in map(_read, _kept()) if one is not None and one[1] in palette.kinds.get(one[0], {})]


def toggle(layer: Layer, key: str) -> bool:
    """Add a kind to the favourites, or take it out; whether it is one now."""
    name, kept = f"{layer.value}:{key}", _kept()
    added = name not in kept
    settings().setValue(FAVOURITES, [*kept, name] if added else [one for one in kept if one != name])
    return added


def _kept() -> list[str]:
    value = settings().value(FAVOURITES, [])
    return [str(name) for name in (value if isinstance(value, list) else [value]) if name]


def _read(name: str) -> Favourite | None:
    layer, _, key = name.partition(":")
    return (Layer(layer), key) if layer in set(Layer) else None
