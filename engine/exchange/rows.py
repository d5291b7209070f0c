"""The formats there are: a row each. What a row names is imported when the format is first used."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine import plugins
from engine.errors import HexwrightError
from engine.exchange.bounded import TIFF_HEADS
from engine.exchange.losses import LostPart
from engine.exchange.source import Imported, Options

HEAD: Final = 4096
"""Bytes of the beginning by which a format is recognised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of another program. Names of functions and classes are written ``module:name`` and belong to
    `engine.exchange` where they begin with a dot."""

    key: str
    """Its short name: ``vmod``."""
    title: str
    """What sentences call a file of it: ``VASSAL module``."""
    target: str
    """The programs that open it."""
    endings: tuple[str, ...]
    carries: str
    """The contents of the file, in words."""
    boards: tuple[str, ...] = ("hexes",)
    """The kinds of map that it takes."""
    needs: str = ""
    """What a document must have for it: ``units``, or nothing."""
    options: str = ""
    """The pydantic model of the options of writing."""
    survey: str = ""
    """``(source, options) -> list[LostPart]``: what would be lost."""
    writer: str = ""
    """``(source, options, pictures, name) -> dict[str, bytes]``: the files, by what follows the name of the file
    without its ending; empty for a format that is only read."""
    recognise: str = ""
    """``(head, path) -> bool``: whether a file begins so."""
    reader: str = ""
    """``(path, options, stem) -> Imported``; empty for a format that is only written."""
    reading: str = ""
    """The pydantic model of the options of reading."""
    onto: str = ""
    """``(path, options, stem, board) -> Imported``: the file in the hexes of an open map that lies on the globe; empty
    for a format that has no places on the globe."""
    companion: tuple[str, str] = ("", "")
    """The format of a file that belongs to one of this, and the option of reading that names it."""
    plugin: str = ""
    """The plug-in that adds it; empty for one of the house."""

    def offers(self, what: str) -> Any:
        """What a field of the row names, imported."""
        module, _, name = str(getattr(self, what)).partition(":")
        if not self.plugin:
            return getattr(importlib.import_module("engine.exchange" + module if module[:1] == "." else module), name)
        with _blaming(self.plugin):
            found = getattr(importlib.import_module(module), name)
        return found if isinstance(found, type) else partial(_called, self.plugin, what, found)


@contextmanager
def _blaming(plugin: str) -> Iterator[None]:
    """Make whatever a plug-in raises an error of ours, with its name."""
    try:
        yield
    except (HexwrightError, InterruptedError):
        raise
    except (Exception, SystemExit) as error:
        raise HexwrightError(f"the plug-in {plugin} failed ({plugins.said(error)})") from error


def _called(plugin: str, what: str, function: Callable[..., Any], *args: Any) -> Any:
    with _blaming(plugin):
        given = function(*args)
    if not _GIVES[what](given):
        raise HexwrightError(f"the plug-in {plugin} failed (what its {what} gives is not what the contract asks for)")
    return given


def _are_losses(given: object) -> bool:
    return isinstance(given, list) and all(isinstance(one, LostPart) for one in given)


def _are_files(given: object) -> bool:
    """Whether these are files beside each other: a name that leads into another folder is none."""
    return isinstance(given, dict) and all(
        isinstance(ending, str) and isinstance(data, bytes) and not {"/", "\\", "\0"} & {*ending}
        for ending, data in given.items()
    )


def _is_import(given: object) -> bool:
    return isinstance(given, Imported)


_GIVES: Final[Mapping[str, Callable[[object], bool]]] = {
    "survey": _are_losses,
    "writer": _are_files,
    "recognise": lambda given: isinstance(given, bool),
    "reader": _is_import,
    "onto": _is_import,
}
"""What the functions of a plug-in's format have to give."""


def _unfit(row: Format) -> str:
    """Why a format of a plug-in cannot be used; empty where it can."""
    texts = {field.name: getattr(row, field.name) for field in fields(row)}
    lists = {name: texts.pop(name) for name in ("endings", "boards", "companion")}
    wrong = next((name for name, value in texts.items() if not isinstance(value, str)), "")
    if not wrong:
        wrong = next((name for name in ("key", "title", "target", "carries") if not texts[name]), "")
    if not wrong:
        wrong = next((name for name, value in lists.items() if not _are_texts(value)), "")
    if wrong:
        return f"the field {wrong} of its format {str(row.key)[:40]!r} is not as it must be"
    if not row.endings or not all(ending.startswith(".") for ending in row.endings):
        return f"the endings of its format {row.key!r} do not begin with a dot"
    for what in ("options", "reading"):
        if getattr(row, what):
            try:
                model = row.offers(what)
            except HexwrightError as error:
                return str(error)
            if not isinstance(model, type) or not issubclass(model, Options):
                return f"the {what} of its format {row.key!r} are not a class of Options"
    return ""


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(part, str) for part in value)


FORMATS: Final[list[Format]] = [
    Format(
        key="vmod",
        title="VASSAL module",
        target="VASSAL 3.7 and later",
        endings=(".vmod",),
        carries="map, units, set-up, reinforcements, turns, notes",
        boards=("hexes", "tables"),
        options=".vassal.options:VassalOptions",
        survey=".vassal.surveying:survey",
        writer=".vassal.module:write",
        recognise=".vassal.opening:recognise",
        reader=".vassal.reader:read",
        reading=".vassal.options:VassalReading",
    ),
    Format(
        key="vsav",
        title="VASSAL saved game",
        target="VASSAL 3.7 and later",
        endings=(".vsav",),
        carries="where units are, as a scenario on the map of its module",
        recognise=".vassal.saves:recognise",
        reader=".vassal.reader:read_save",
        reading=".vassal.options:SaveReading",
        companion=("vmod", "module"),
    ),
    Format(
        key="tts",
        title="object for Tabletop Simulator",
        target="Tabletop Simulator",
        endings=(".tts.json",),
        carries="the board with a snap point on each hex, counters or bases, bags of what is not on the map",
        boards=("hexes", "tables"),
        options=".simulator:SimulatorOptions",
        survey=".simulator:survey",
        writer=".simulator:write",
    ),
    Format(
        key="svg",
        title="SVG drawing with layers",
        target="Inkscape, Illustrator, Affinity",
        endings=(".svg",),
        carries="the drawn map, a layer for each of its layers; units by side",
        boards=("hexes", "tables"),
        options=".layered:DrawingOptions",
        survey=".layered:survey",
        writer=".layered:write",
    ),
    Format(
        key="layers",
        title="pictures of layers",
        target="GIMP, Photoshop, Affinity, game programs",
        endings=(".layers.zip",),
        carries="a PNG with alpha for each layer of the map; units by side",
        boards=("hexes", "tables"),
        options=".layered:LayerPictureOptions",
        survey=".layered:survey",
        writer=".layered:write_pictures",
    ),
    Format(
        key="pdf",
        title="PDF with a page a layer",
        target="printers, PDF programs",
        endings=(".layers.pdf",),
        carries="a page for each layer of the map, at true size; units by side",
        boards=("hexes", "tables"),
        options=".layered:LayerPageOptions",
        survey=".layered:survey",
        writer=".layered:write_pages",
    ),
    Format(
        key="counters",
        title="counters for print shops",
        target="The Game Crafter and other print shops, nanDECK",
        endings=(".zip",),
        carries="each counter as pictures of front and back, with a table",
        needs="units",
        options=".printing:CounterOptions",
        survey=".printing:survey",
        writer=".printing:write",
    ),
    Format(
        key="tmx",
        title="Tiled map (TMX)",
        target="Tiled 1.8 and later",
        endings=(".tmx",),
        carries="the whole map; the set-up as objects",
        options=".tiled.options:TiledOptions",
        survey=".tiled.writer:survey",
        writer=".tiled.writer:write_tmx",
        recognise=".tiled.opening:recognise_tmx",
        reader=".tiled.reader:read",
        reading=".tiled.options:TiledReading",
    ),
    Format(
        key="tmj",
        title="Tiled map (JSON)",
        target="Tiled 1.8 and later, game programs",
        endings=(".tmj",),
        carries="the whole map; the set-up as objects",
        options=".tiled.options:TiledOptions",
        survey=".tiled.writer:survey",
        writer=".tiled.writer:write_tmj",
        recognise=".tiled.opening:recognise_tmj",
        reader=".tiled.reader:read",
        reading=".tiled.options:TiledReading",
    ),
    Format(
        key="wxx",
        title="Worldographer map",
        target="Worldographer 1.74 and later",
        endings=(".wxx",),
        carries="the whole map: terrain, elevation, features, lines, names",
        survey=".worldographer.writer:survey",
        writer=".worldographer.writer:write",
        recognise=".worldographer.opening:recognise",
        reader=".worldographer.reader:read",
        reading=".worldographer.options:WorldographerReading",
    ),
    Format(
        key="geojson",
        title="GeoJSON or TopoJSON file",
        target="geography: Natural Earth, OpenStreetMap",
        endings=(".geojson", ".topojson"),
        carries="land, water, rivers, roads, places, countries",
        recognise=".geography:recognise",
        reader=".geography:read",
        reading=".geography:GeographyReading",
        onto=".geography:onto",
    ),
    Format(
        key="shp",
        title="shapefile",
        target="geography: Natural Earth, agencies for maps",
        endings=(".shp",),
        carries="land, water, rivers, roads, places, countries",
        recognise=".shapefiles:recognise",
        reader=".geography:read",
        reading=".geography:GeographyReading",
        onto=".geography:onto",
    ),
    Format(
        key="kml",
        title="KML or KMZ file",
        target="geography: Google Earth",
        endings=(".kml", ".kmz"),
        carries="places, lines and areas, by their folders",
        recognise=".placemarks:recognise_kml",
        reader=".geography:read",
        reading=".geography:GeographyReading",
        onto=".geography:onto",
    ),
    Format(
        key="gpx",
        title="GPX file",
        target="geography: receivers of GPS, OpenStreetMap",
        endings=(".gpx",),
        carries="waypoints as places, tracks and routes as trails",
        recognise=".placemarks:recognise_gpx",
        reader=".geography:read",
        reading=".geography:GeographyReading",
        onto=".geography:onto",
    ),
    Format(
        key="heights",
        title="height grid",
        target="geography: ESRI ASCII grids, SRTM tiles, GeoTIFF",
        endings=(".asc", ".hgt", ".tif"),
        carries="elevation levels, water, slopes",
        recognise=".heights:recognise",
        reader=".heights:read",
        reading=".heights:HeightReading",
        onto=".heights:onto",
    ),
    Format(
        key="csv",
        title="table of hexes (CSV)",
        target="spreadsheets",
        endings=(".csv",),
        carries="the whole map, a row a hex",
        survey=".hexlist:survey",
        writer=".hexlist:write_csv",
        recognise=".hexlist:recognise_csv",
        reader=".hexlist:read_csv",
        reading=".hexlist:HexListReading",
    ),
    Format(
        key="json",
        title="hexes as JSON",
        target="other people's programs",
        endings=(".json",),
        carries="the whole map, an entry a hex",
        survey=".hexlist:survey",
        writer=".hexlist:write_json",
        recognise=".hexlist:recognise_json",
        reader=".hexlist:read_json",
        reading=".hexlist:HexListReading",
    ),
    Format(
        key="picture",
        title="picture of a map",
        target="scans and drawings",
        endings=(".png", ".jpg", ".jpeg", ".gif", ".webp"),
        carries="the picture, under a grid that you fit",
        recognise=".scans:recognise",
        reader=".scans:read",
        reading=".scans:PictureReading",
    ),
]


def all_formats() -> list[Format]:
    """The formats there are, those of plug-ins after those of the house."""
    found = list(FORMATS)
    for plugin, row in plugins.of_class("formats", Format):
        own = replace(row, plugin=plugin.name)
        if any(row.key == other.key for other in found):
            plugins.blame(plugin, f"there is already a format {row.key!r}")
        elif why := _unfit(own):
            plugins.blame(plugin, why)
        else:
            found.append(own)
    return found


def format_named(key: str) -> Format:
    """The format of a short name; raises HexwrightError with the names there are."""
    rows = all_formats()
    found = next((row for row in rows if row.key == key.lower()), None)
    if found is None:
        raise HexwrightError(f"there is no format {key!r}; there are {', '.join(row.key for row in rows)}")
    return found


def format_of_ending(path: Path) -> Format:
    """The format that is written to a file of this ending; raises HexwrightError where there is none."""
    name = path.name.lower()
    writing = [row for row in all_formats() if row.writer]
    found = next((row for row in writing if name.endswith(row.endings)), None)
    if found is None:
        endings = ", ".join(ending for row in writing for ending in row.endings)
        raise HexwrightError(
            f"no format ends in {path.suffix or 'nothing'!r}; there are {endings}. Name one with --to."
        )
    return found


def recognised(path: Path) -> Format:
    """The format of a file, by what it holds and never by its ending. Raises HexwrightError where none reads it."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            # A pipe or a device would be read without end.
            raise HexwrightError(f"{path} is not a file")
        with open(path, "rb") as stream:
            head = stream.read(HEAD)
    except HexwrightError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is not a possible name of a file"
        raise HexwrightError(f"Could not read {path}: {reason}.") from None
    rows = all_formats()
    for row in rows:
        if row.recognise:
            try:
                looks_so: Callable[[bytes, Path], bool] = row.offers("recognise")
                if looks_so(head, path):
                    return row
            except HexwrightError:
                # A plug-in that fails must not block other formats.
                if not row.plugin:
                    raise
    if advice := _advice(head, path):
        raise HexwrightError(f"{path} is not a file that can be imported: {advice}.")
    titles = ", ".join(row.title for row in rows if row.reader)
    raise HexwrightError(f"{path} is not a file that can be imported. These can be imported: {titles}.")


_ARCHIVES: Final = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"BZh", b"\xfd7zXZ")
_SHAPES: Final = "it belongs to a shapefile; import the .shp file"
_TILES: Final = "it belongs to maps of Tiled; import the .tmx or .tmj file"
_BESIDE: Final = {
    **dict.fromkeys((".dbf", ".shx", ".prj", ".cpg", ".sbn", ".qix"), _SHAPES),
    **dict.fromkeys((".tsx", ".tsj", ".tx", ".tj", ".world"), _TILES),
    ".tfw": "it belongs to a TIFF; import the .tif file",
}


def _advice(head: bytes, path: Path) -> str:
    """What to do with a file that no format knows; empty where there is no advice."""
    if head.startswith(_ARCHIVES):
        return "it is an archive; unpack it, and import what is in it"
    if head.startswith(TIFF_HEADS):
        return "it is a TIFF without a place on the globe, or is cut off; save a picture as PNG, heights as GeoTIFF"
    return _BESIDE.get(path.suffix.lower(), "")
