"""The palettes that ship: each kind has a look of its own, and none falls back to what an unknown symbol gets."""

from __future__ import annotations

from typing import Final

import pytest

from editor.canvas.drawing import features
from editor.canvas.drawing.hexsides import DETAILS
from editor.canvas.drawing.patterns import PATTERNS
from editor.canvas.drawing.swatches import swatch_image
from engine import data
from engine.board.palette import WATER, Kind, Layer, Palette
from engine.formats import load_palette

KEYS: Final = sorted(path.stem for path in (data.resources() / "palettes").glob("*.yaml"))
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
