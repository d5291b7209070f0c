"""Small documents that the editor's tests share: a map of 8 x 6 hexes, two sides, four units."""

from __future__ import annotations

from pathlib import Path

from editor.document.document import Document
from engine import formats
from engine.boards.palette import Kind, Layer, Palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.scenario import Arrival, Scenario, Scoring, Side, Turns, Unit, Victory


def palette() -> Palette:
    """Two terrains and one kind on each other layer."""

    def kinds(layer: Layer, *items: tuple[str, str, str]) -> dict[str, Kind]:
        return {key: Kind(key, layer, name, colour) for key, name, colour in items}

    return Palette(
        "test",
        "Test",
        {
            Layer.TERRAIN: kinds(Layer.TERRAIN, ("clear", "Clear", "#dfe3b4"), ("forest", "Forest", "#9bbf85")),
            Layer.FEATURE: kinds(Layer.FEATURE, ("building", "Building", "#5b4636")),
            Layer.HEXSIDE: {
                "river": Kind("river", Layer.HEXSIDE, "River", "#4a7fb0"),
                "slope": Kind("slope", Layer.HEXSIDE, "Slope", "#8a6d3b", directional=True),
            },
            Layer.PATH: kinds(Layer.PATH, ("road", "Road", "#b0814b")),
        },
    )


def battle_map(columns: int = 8) -> BattleMap:
    """8 x 6 hexes with prefix L, some of everything in L0303."""
    made = BattleMap(Grid(GridSpec(columns, 6, numbering=Numbering(prefix="L"))), palette(), "Field")
    h = made.grid.parse("L0303")
    made.terrain[h] = "forest"
    made.elevation[h] = 2
    made.features[h] = ("building",)
    made.hexsides[made.grid.side(h, 0)] = {"slope": h}
    made.paths[made.grid.side(h, 1)] = frozenset({"road"})
    made.labels.append(Label("The Mill", h))
    made.regions["heights"] = Region("heights", "The Heights", frozenset({h}))
    return made


def scenario(**changes: object) -> Scenario:
    """Two sides, two units each; one of them a reinforcement."""
    units = (
        Unit("us-9", "us", "9th Infantry", "infantry", "regiment", {"strength": 8, "reduced": 4}),
        Unit("us-towson", "us", "Towson", "artillery", "battery", {"strength": 3, "range": 8}),
        Unit("ac-1", "ac", "Royal Scots", "infantry", "regiment", {"strength": 6, "reduced": 3}),
        Unit("ac-103", "ac", "103rd Foot", "infantry", "regiment", {"strength": 7, "reduced": 3}),
    )
    made = Scenario(
        "field",
        "A field",
        "tlg2",
        battle_map(),
        turns=Turns(6, frozenset({5, 6}), {1: "7 pm"}),
        sides={"us": Side("us", "United States"), "ac": Side("ac", "Anglo-Canadian", "#f2b8c0", "#3a1018")},
        units={unit.key: unit for unit in units},
        setup={"us-9": "L0202", "us-towson": "L0202", "ac-1": "L0602"},
        arrivals=(Arrival(3, "ac", ("L0801",), ("ac-103",), "Scott's column"),),
    )
    return made.with_(**changes)


def document(**changes: object) -> Document:
    """A document of that scenario, saved nowhere."""
    made = scenario(**changes)
    return Document(made.map, made)


def battle_for_the_mill() -> Document:
    """The field with an objective and a set-up area in and beside L0303."""
    victory = Victory((Scoring("hold", hexes=("L0303",), name="The Mill"),))
    return document(victory=victory, setup_areas={"us": ("L0302", "L0303")})


def map_file(path: Path, name: str, columns: int = 12, rows: int = 10) -> Path:
    """A file with an empty map."""
    formats.save_map(BattleMap(Grid(GridSpec(columns, rows)), formats.load_palette("standard"), name), path)
    return path
