"""The palettes of hexes that ship: each kind has a look, and none falls back to what an unknown symbol gets."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from eyes import EYES, Pixels, seen

from editor.hexes.drawing import features
from editor.hexes.drawing.hexsides import DETAILS
from editor.hexes.drawing.swatches import swatch_image
from engine import data
from engine.boards.palette import HEX_LAYERS, PATTERNS, WATER, Kind, Layer, Palette
from engine.formats import load_palette

KEYS: Final = sorted(path.stem for path in (data.resources() / "palettes").glob("*.yaml") if path.stem != "table")
APART: Final = 8.0
"""Colours, or greys, that lie beside each other are told apart from so many units of L*a*b* on: about four times what
is just seen."""
VISIBLE: Final = 2.5
"""A pattern is seen from such a spread of its lightness on; the faintest, waves on water, have 1.6."""
TREES: Final = frozenset({"trees", "jungle", "grove"})
"""Patterns of trees: the same but for how close they stand."""
LINES: Final = frozenset({"", "dashed", "rail", "wall"}) | WATER
KNOWN: Final = {Layer.FEATURE: set(features.SYMBOLS), Layer.HEXSIDE: set(DETAILS) | LINES, Layer.PATH: set(LINES)}


@pytest.fixture(params=KEYS)
def palette(request: pytest.FixtureRequest) -> Palette:
    return load_palette(str(request.param))


def kinds(palette: Palette) -> list[Kind]:
    return [kind for of in palette.kinds.values() for kind in of.values()]


def test_every_kind_names_a_pattern_and_symbol_that_there_are(palette: Palette) -> None:
    for kind in kinds(palette):
        assert kind.pattern in {"", *PATTERNS}, kind.key
        if kind.layer is not Layer.TERRAIN:
            assert kind.symbol in KNOWN[kind.layer], kind.key


def test_the_page_on_files_names_every_pattern_and_symbol() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8").split())
    listed = re.findall(r"of a (terrain|feature|hexside|path): (.*?)(?=[;.] )", page.partition("## Palette")[2])
    named = {what: set(" ".join(re.findall("`([^`]*)`", text)).split()) - {'""'} for what, text in listed}
    known = {"feature": KNOWN[Layer.FEATURE], "hexside": KNOWN[Layer.HEXSIDE], "path": KNOWN[Layer.PATH]}
    assert named == {"terrain": {*PATTERNS}, **{what: names - {""} for what, names in known.items()}}


def test_every_kind_says_what_it_is(palette: Palette) -> None:
    assert [kind.key for kind in kinds(palette) if not kind.name or not kind.description] == []
    characters = [kind.key_char for kind in palette.terrain.values()]
    assert len(set(characters)) == len(characters)
    assert "x" not in characters, "a void hex is an x"


@pytest.mark.parametrize("symbol", sorted(features.SYMBOLS))
def test_every_symbol_of_a_feature_draws_something_of_its_own(qtbot: object, symbol: str) -> None:
    standard = load_palette("campaign")

    def drawn(name: str) -> bytes:
        kind = Kind("mark", Layer.FEATURE, "Mark", "#a4584a", symbol=name, ink="#102030")
        layers = dict(standard.kinds) | {Layer.FEATURE: {"mark": kind}, Layer.PATH: {}}
        image = swatch_image(Palette(f"only-{name}", "Only", layers), kind, 96, 72)
        return bytes(image.constBits())

    others = [name for name in features.SYMBOLS if name != symbol]
    assert drawn(symbol) not in {drawn(name) for name in others}


# -- in grey print, and for colour-blind eyes ------------------------------------------------------------------------


def alike(one: Kind, other: Kind, pixels: dict[str, Pixels]) -> bool:
    """Whether two terrains look the same: nearly in colour, and no pattern that can be seen tells them apart."""
    a, b = pixels[one.key], pixels[other.key]
    if np.linalg.norm(a.mean(axis=0) - b.mean(axis=0)) >= APART:
        return False
    same = one.pattern == other.pattern or {one.pattern, other.pattern} <= TREES
    return same or max(a[:, 0].std(), b[:, 0].std()) < VISIBLE


def lookalikes(palette: Palette, eyes: str) -> list[tuple[str, str]]:
    """The terrains of a palette that cannot be told apart; those that are all water mean the same."""
    pixels = {key: seen(swatch_image(palette, kind, 128, 96), eyes) for key, kind in palette.terrain.items()}
    return [
        (one.key, other.key)
        for one, other in combinations(palette.terrain.values(), 2)
        if not {one.key, other.key} <= palette.lakes and alike(one, other, pixels)
    ]


@pytest.mark.parametrize("eyes", EYES)
def test_terrains_are_told_apart_in_grey_print_and_by_colour_blind_eyes(
    qtbot: object, palette: Palette, eyes: str
) -> None:
    assert lookalikes(palette, eyes) == []


def test_terrains_that_look_the_same_are_found(qtbot: object) -> None:
    made = [
        ("meadow", "#e6e5bf", "", ""),
        ("red", "#c08080", "", ""),
        ("green", "#8a9878", "", ""),
        ("stony", "#e6e5bf", "rocks", "#7d6a48"),
        ("stonier", "#e6e5bf", "rocks", "#7d6a48"),
        ("faint", "#e6e5bf", "dots", "#dddcb6"),
    ]
    terrain = {
        key: Kind(key, Layer.TERRAIN, key, colour, pattern=pattern, ink=ink) for key, colour, pattern, ink in made
    }
    palette = Palette("alike", "Alike", {layer: {} for layer in HEX_LAYERS} | {Layer.TERRAIN: terrain})
    assert lookalikes(palette, "all") == [("meadow", "faint"), ("stony", "stonier")]
    for eyes in ("no green cones", "grey print"):
        assert lookalikes(palette, eyes) == [("meadow", "faint"), ("red", "green"), ("stony", "stonier")]


def test_patterns_differ_from_each_other(qtbot: object) -> None:
    """Each is drawn in the same colours: what differs is the pattern alone."""
    pictures = set()
    for pattern in ("", *PATTERNS):
        kind = Kind("ground", Layer.TERRAIN, "Ground", "#cdbfa0", pattern=pattern, ink="#4a3a20")
        layers = {layer: {} for layer in HEX_LAYERS} | {Layer.TERRAIN: {"ground": kind}}
        pictures.add(bytes(swatch_image(Palette(f"only-{pattern}", "Only", layers), kind, 64, 48).constBits()))
    assert len(pictures) == len(PATTERNS) + 1


def test_every_shipped_map_is_drawn_with_a_palette_that_ships() -> None:
    """So what is tested of palettes holds for the maps."""
    drawn = {
        line.removeprefix("palette: ")
        for path in data.maps().glob("*.yaml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("palette:")
    }
    assert drawn
    assert drawn <= {*KEYS, "table"}
