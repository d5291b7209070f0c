"""Palettes: the kinds that a map is painted with, and their looks. A palette is for hexes or for tables: it has
terrain, features, hexsides and paths, or areas and lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

WATER: Final = frozenset({"river", "creek", "water"})
"""The symbols of hexsides and paths that are flowing water."""

LAKES: Final = frozenset({"water", "sea", "lake", "river"})
"""Keys of terrain that is all water, whatever it is drawn with ..."""

WAVES: Final = "waves"
"""... and the pattern that says the same."""

PEAKS: Final = "peaks"
"""The pattern of mountains, drawn as ranges ..."""

SNOW: Final = "snow"
"""... and of mountains with snow on the heights."""

PATTERNS: Final = (
    "trees",
    "jungle",
    "grove",
    "marsh",
    "mud",
    WAVES,
    "hills",
    "rocks",
    "gullies",
    PEAKS,
    SNOW,
    "dots",
    "dunes",
    "hedges",
    "hatch",
)
"""The patterns that a terrain may be drawn with."""

NARROW: Final = 0.35
"""The share of its full width that a river has at its source, where its kind does not say."""


class Layer(StrEnum):
    """What a kind is painted on."""

    TERRAIN = "terrain"
    """Natural terrain: exactly one kind a hex."""
    FEATURE = "features"
    """Made or natural features: any number a hex."""
    HEXSIDE = "hexsides"
    """Along the side between two hexes: river, creek, bridge, slope, wall."""
    PATH = "paths"
    """From hex to hex, across the side between them: road, trail, rail."""
    AREA = "areas"
    """An area of a table: wood, hill, town; the ground of a table too."""
    LINE = "lines"
    """A line on a table: road, river, fortification."""


HEX_LAYERS: Final = (Layer.TERRAIN, Layer.FEATURE, Layer.HEXSIDE, Layer.PATH)
"""The layers of palettes for maps of hexes."""
TABLE_LAYERS: Final = (Layer.AREA, Layer.LINE)
"""The layers of palettes for tables."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of thing that can be painted.

    ``treat_as`` tells a rules system (by its short name) which of its own terms this kind stands for;
    without an entry the kind's own key is the term.
    """

    key: str
    layer: Layer
    name: str
    colour: str
    """``#rrggbb``: the ground of a terrain or area, the stroke of a hexside, path or line, the ink of a feature."""
    pattern: str = ""
    """How the ground of a terrain or area is drawn over (the renderer's names): ``trees``, ``marsh``, ``hatch`` ..."""
    symbol: str = ""
    """The symbol of a feature, hexside, area or line (``building``, ``bridge``, ``hachures`` ...)."""
    ink: str = ""
    """A second colour for pattern or casing; empty for one made from ``colour``."""
    width: float = 0.08
    """Stroke width of a hexside or path, in circumradii of a hex; of a river that widens, its width at the mouth. Width
    of a line on a table, in paces."""
    source_width: float = 0.0
    """Width of flowing water at its source, where rivers widen; 0 for ``NARROW`` of its width."""
    directional: bool = False
    """A hexside with a high side (slope, cliff)."""
    key_char: str = ""
    """The character that stands for a terrain in a map file's text block, by default."""
    description: str = ""
    treat_as: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def is_water(self) -> bool:
        """Whether this is flowing water: a river or stream along hexsides, or from hex to hex."""
        return self.layer in (Layer.HEXSIDE, Layer.PATH) and self.symbol in WATER

    def width_at(self, growth: float) -> float:
        """The width of flowing water that has grown so far, from 0 at its source to 1."""
        source = self.source_width or self.width * NARROW
        return source + (self.width - source) * growth

    def term(self, system: str) -> str:
        """What a rules system should treat this kind as."""
        return self.treat_as.get(system, self.key)


_NONE: Final[Mapping[str, Kind]] = {}


@dataclass(frozen=True, slots=True)
class Palette:
    """A named set of kinds, by layer and key, in the order they are listed and drawn."""

    key: str
    name: str
    kinds: Mapping[Layer, Mapping[str, Kind]] = field(hash=False)
    """By layer: `HEX_LAYERS` or `TABLE_LAYERS`."""

    @property
    def terrain(self) -> Mapping[str, Kind]:
        """The natural terrains; the first is what a new map is filled with."""
        return self._of(Layer.TERRAIN)

    @property
    def features(self) -> Mapping[str, Kind]:
        """The features."""
        return self._of(Layer.FEATURE)

    @property
    def hexsides(self) -> Mapping[str, Kind]:
        """The hexside features."""
        return self._of(Layer.HEXSIDE)

    @property
    def paths(self) -> Mapping[str, Kind]:
        """The paths."""
        return self._of(Layer.PATH)

    @property
    def areas(self) -> Mapping[str, Kind]:
        """The areas of tables; the first is the ground of a new table."""
        return self._of(Layer.AREA)

    @property
    def lines(self) -> Mapping[str, Kind]:
        """The lines of tables."""
        return self._of(Layer.LINE)

    def _of(self, layer: Layer) -> Mapping[str, Kind]:
        """The kinds of a layer; none where the palette is for another kind of map."""
        return self.kinds.get(layer, _NONE)

    @property
    def lakes(self) -> frozenset[str]:
        """The keys of terrain that is all water."""
        return frozenset(key for key, kind in self.terrain.items() if key in LAKES or kind.pattern == WAVES)

    @property
    def streams(self) -> frozenset[str]:
        """The keys of paths that are flowing water: rivers that run through hexes."""
        return frozenset(key for key, kind in self.paths.items() if kind.is_water)

    @property
    def base_terrain(self) -> str:
        """The key of the first terrain."""
        return next(iter(self.terrain))

    def get(self, layer: Layer, key: str) -> Kind | None:
        """A kind, or None."""
        return self._of(layer).get(key)

    def to_json(self) -> dict[str, Any]:
        """Keys by layer, for reports."""
        return {str(layer): list(kinds) for layer, kinds in self.kinds.items()}
