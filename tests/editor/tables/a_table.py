"""A small table with something of every sort on it, and two sides of bases, for tests of the editor."""

from __future__ import annotations

from editor.document.document import Document
from engine import formats
from engine.scenario import Scenario, Side, Unit
from engine.scenario.model import Turns
from engine.tables.table import Table, TableArea, TableLabel, TableLine, TableRegion, TableWall

WOOD = ((1600, 300), (2000, 300), (2000, 700), (1600, 700))


def table() -> Table:
    """2,400 by 1,600 paces with a wood, a hill, a town, a road, a wall, a name and a camp."""
    made = Table(formats.load_palette("table"), "Field", size=(2400, 1600))
    made.areas["wood-1"] = TableArea("wood-1", "wood", WOOD)
    made.areas["hill-1"] = TableArea("hill-1", "hill", ((200, 400), (600, 400), (600, 800), (200, 800)), smooth=True)
    made.areas["town-1"] = TableArea("town-1", "town", ((1800, 1000), (2200, 1000), (2200, 1400), (1800, 1400)))
    made.lines["road-1"] = TableLine("road-1", "road", ((0, 900), (1200, 900), (2400, 900)))
    made.lines["pf-1"] = TableWall("pf-1", "pf", ((1800, 980), (2200, 980)), ((1800, 940), (2200, 940)))
    made.labels.append(TableLabel("Zama", (2000, 1200)))
    made.regions["camp"] = TableRegion("camp", "The camp", ((100, 1200), (500, 1200), (500, 1500), (100, 1500)))
    return made


def scenario(system: str = "field") -> Scenario:
    """Four bases a side on the table."""
    sides = {"rome": Side("rome", "Rome", "#b33a2e", "#ffffff"), "gaul": Side("gaul", "Gaul", "#2e5fb3", "#ffffff")}
    units, setup = {}, {}
    for number in range(1, 5):
        units[f"bd-{number}"] = Unit(f"bd-{number}", "rome", f"Cohort {number}", "Bd")
        units[f"wb-{number}"] = Unit(f"wb-{number}", "gaul", f"Warband {number}", "Wb")
        setup[f"bd-{number}"] = f"{800 + 80 * number},1300/0"
        setup[f"wb-{number}"] = f"{800 + 80 * number},500/180"
    made = table()
    return Scenario("field", "Field", system, made, turns=Turns(6), sides=sides, units=units, setup=setup)


def document() -> Document:
    """The table alone."""
    return Document(table())


def battle(system: str = "field") -> Document:
    """The table with the bases."""
    made = scenario(system)
    return Document(made.map, made)
