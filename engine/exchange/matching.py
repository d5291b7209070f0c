"""The table of what a file of others calls its terrain, and which terrain of ours that is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.boards.palette import Palette
from engine.errors import NameNotKnown
from engine.exchange.losses import LostPart, loss
from engine.plural import counted
from engine.spelling import folded

ALIKE: Final = (
    (("jungle",), ("jungle", "forest", "woods")),
    (("hills", "hill", "highland", "highlands"), ("hill", "hills", "rough")),
    (("mountain", "mountains", "volcano", "peak", "peaks"), ("mountain", "mountains", "rough", "hill")),
    (("forest", "wood", "woods", "woodland", "tree", "trees", "taiga"), ("forest", "woods")),
    (("swamp", "marsh", "bog", "fen", "moor", "wetland", "wetlands"), ("swamp", "marsh")),
    (("badlands", "broken", "rocky", "rock", "rocks", "rough"), ("rough", "hill")),
    (("beach", "shore"), ("beach", "clear")),
    (("desert", "dunes", "sand"), ("desert", "clear")),
    (("water", "ocean", "sea", "reef", "reefs", "kelp", "lake"), ("water", "sea", "lake", "ocean")),
    (("shrubland", "scrub", "brush"), ("bocage", "rough", "clear")),
    (
        (
            "flat",
            "grass",
            "grassland",
            "grasslands",
            "farmland",
            "steppe",
            "plain",
            "plains",
            "field",
            "fields",
            "meadow",
        ),
        ("clear", "open", "plain"),
    ),
)
"""Words that names of others have, and the keys of ours that are like them, the best first."""


@dataclass(frozen=True, slots=True)
class TerrainMatch:
    """One row of the table."""

    theirs: str
    """What the file calls it."""
    ours: str
    """The terrain of ours; empty where none was found."""
    by: str
    """How it was found: ``chosen`` by the user, by ``name``, by ``colour``, or empty."""
    hexes: int = 0
    """Hexes that have it."""
    colour: str = ""
    """Its colour in the file, as ``#rrggbb``; empty where that is not known."""
    picture: bytes = b""
    """Its picture in the file as PNG; empty where there is none."""
    layer: str = "terrain"


def chosen_terrain(said: str, palette: Palette, option: str = "terrain") -> dict[str, str]:
    """Terrain by what a file calls it, folded, as a user writes it: ``A=b`` with commas between, or a JSON object.
    Raises NameNotKnown for a terrain that the palette has not."""
    text = said.strip()
    if text.startswith("{"):
        try:
            found: Any = json.loads(text)
        except (ValueError, RecursionError):
            raise NameNotKnown(f"option {option}: it is not sound JSON") from None
        pairs = [(str(name), str(key)) for name, key in found.items()]
    else:
        pairs = []
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, key = part.rpartition("=")
            if not equals:
                pairs.append((part, ""))
            else:
                pairs.append((name.strip(), key.strip()))
    for name, key in pairs:
        if key not in palette.terrain:
            known = ", ".join(palette.terrain)
            raise NameNotKnown(f"option {option}: {f'{name}={key}'[:60]!r} is not TILE=TERRAIN; terrains are {known}")
    return {folded(name): key for name, key in pairs}


@dataclass(slots=True)
class TerrainNames:
    """Finds terrain by what others call it."""

    palette: Palette
    chosen: Mapping[str, str] = field(default_factory=dict)
    alike: Sequence[tuple[Sequence[str], Sequence[str]]] = ()
    """Words that names of others have, and the keys of ours that are like them, the best first."""
    names: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.names = {folded(word): key for key, kind in self.palette.terrain.items() for word in (key, kind.name)}

    def found(self, words: Iterable[str]) -> tuple[str, str]:
        """The terrain of the first of the words that tells it, and how it was found; both empty where none does."""
        all_words = [folded(word) for word in words]
        for word in all_words:
            if word in self.chosen:
                return self.chosen[word], "chosen"
        for word in all_words:
            if word in self.names:
                return self.names[word], "name"
        for word in all_words:
            parts = re.findall(r"[^\W\d_]+", word)
            near = next((key for name, key in self.names.items() if name in parts), "") or self._like(parts)
            if near:
                return near, "name"
        return "", ""

    def _like(self, parts: Sequence[str]) -> str:
        for theirs, ours in self.alike:
            if any(word in parts for word in theirs):
                near = next((key for key in ours if key in self.palette.terrain), "")
                if near:
                    return near
        return ""


def losses_of(matches: Iterable[TerrainMatch]) -> list[LostPart]:
    """What was not matched, as one loss; none where all was."""
    missing = Counter({one.theirs: one.hexes for one in matches if not one.ours})
    if not missing:
        return []
    names = ", ".join(f"{name} ({times})" for name, times in missing.most_common(12))
    first = missing.most_common(1)[0][0]
    what = f"{counted(sum(missing.values()), 'hex', 'hexes')} of tiles {names}"
    return [loss("LOSS205", what, option=f"terrain={first}=...")]
