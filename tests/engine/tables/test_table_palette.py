"""The palette of tables: read and written to the byte, told apart by everybody, and none for hexes."""

from __future__ import annotations

from itertools import combinations

import pytest
from sight import SIGHT, gap

from engine import data
from engine.boards.kinds import KINDS, kind_for
from engine.boards.palette import HEX_LAYERS, PATTERNS, TABLE_LAYERS, Layer
from engine.formats import dump_palette, load_palette, load_text
from engine.umpire.checks import check_loaded

FILE = data.resources() / "palettes" / "table.yaml"
AREAS = "plain brush rocky boggy wood orchard vineyard marsh dunes gully hill fields enclosed town beach"
APART = 6.0
"""The least distance of two areas with different patterns, as that of `test_colour_blind_palette`."""


def test_it_has_the_kinds_of_tables_and_no_layers_of_hexes() -> None:
    palette = load_palette("table")
    assert tuple(palette.kinds) == TABLE_LAYERS
    assert list(palette.areas) == [*AREAS.split(), "waterway", "impassable"]
    assert list(palette.lines) == ["road", "river", "pf", "tf"]
    assert not palette.terrain
    assert not palette.features
    assert not palette.hexsides
    assert not palette.paths
    assert palette.get(Layer.TERRAIN, "plain") is None
    assert palette.get(Layer.LINE, "road") is palette.lines["road"]
    assert list(palette.to_json()) == ["areas", "lines"]
    assert all(kind.pattern in {"", *PATTERNS} for kind in palette.areas.values())
    assert all(kind.description for kinds in palette.kinds.values() for kind in kinds.values())


def test_it_is_written_as_it_is_read() -> None:
    text = dump_palette(load_palette("table"))
    loaded = load_text(text, "table.yaml")
    assert loaded.findings == []
    assert loaded.model == load_palette("table")
    assert dump_palette(load_palette("table")) == text


def test_palettes_of_hexes_have_the_layers_of_hexes() -> None:
    for key in ("standard", "campaign", "colour_blind"):
        palette = load_palette(key)
        assert tuple(palette.kinds) == HEX_LAYERS
        assert not palette.areas
        assert not palette.lines
        assert list(palette.to_json()) == ["terrain", "features", "hexsides", "paths"]
        assert kind_for(palette) is KINDS[0]


@pytest.mark.parametrize("sight", SIGHT)
def test_areas_are_told_apart_by_pattern_symbol_or_colour(sight: str) -> None:
    areas = load_palette("table").areas.values()
    marks = [(kind.pattern, kind.symbol) for kind in areas]
    assert len(set(marks)) == len(marks)
    plain = [kind for kind in areas if not kind.pattern]
    near = [(a.key, b.key) for a, b in combinations(plain, 2) if gap(a.colour, b.colour, sight) < APART]
    assert near == []


def test_areas_without_a_kind_are_refused() -> None:
    loaded = load_text("format: hexwright-palette 1\nareas: {}\n", "empty.yaml")
    assert [(finding.code, finding.message) for finding in loaded.findings] == [
        ("FILE020", "'areas' must have at least 1 entries, not 0")
    ]


def test_layers_of_both_kinds_are_refused() -> None:
    text = FILE.read_text("utf-8") + 'terrain:\n  clear: {name: Clear, colour: "#ffffff"}\n'
    (found,) = load_text(text, "both.yaml").findings
    assert (found.code, found.place.path) == ("FILE017", ("terrain",))


def test_a_pattern_that_cannot_be_drawn_is_found() -> None:
    text = FILE.read_text("utf-8").replace("pattern: trees", "pattern: treees")
    (found,) = check_loaded(load_text(text, "slip.yaml"))
    assert (found.code, found.place.path, found.hint) == ("MAP121", ("areas", "wood", "pattern"), "did you mean trees?")
