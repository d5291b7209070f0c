"""Files of other programs, told by how they begin: what they are, and what to do with them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Final, NamedTuple

HEAD: Final = 4096
"""Bytes of the beginning that are looked at."""
MOST_ENTRIES: Final = 10_000
"""Files in an archive that are looked through by name."""


class Foreign(NamedTuple):
    """A file of another program."""

    what: str
    advice: str


_PICTURE: Final = "a picture can lie under a map: open the map, then choose the picture in the Underlay panel"
_UNITS: Final = "save its sheet as CSV UTF-8, then choose Scenario > Import units in Hexwright"
_IMPORT: Final = "choose File > Import in Hexwright, or use hexwright import"
_MODULE: Final = "import the module that it belongs to: File > Import in Hexwright, or hexwright import"
_VASL: Final = "unzip it: the picture of its map can lie under a map, as its underlay"
_DRAWN: Final = "export it from there as a PNG picture, and paint over that as an underlay"
_OPEN: Final = "open a map, scenario or replay that Hexwright wrote"

_BEGINNINGS: Final = {
    b"\x89PNG": Foreign("a PNG picture", _PICTURE),
    b"\xff\xd8\xff": Foreign("a JPEG picture", _PICTURE),
    b"GIF8": Foreign("a GIF picture", _PICTURE),
    b"BM": Foreign("a BMP picture", _PICTURE),
    b"II*\0": Foreign("a TIFF picture", _PICTURE),
    b"MM\0*": Foreign("a TIFF picture", _PICTURE),
    b"%PDF-": Foreign("a PDF document", "save its page as a PNG picture, and take that as an underlay"),
    b"GBOX": Foreign("a game box of Cyberboard", _DRAWN),
    b"GSCN": Foreign("a scenario of Cyberboard", _DRAWN),
    b"\x1f\x8b": Foreign("a packed file (gzip), such as a map of Worldographer", _IMPORT),
    b"\xd0\xcf\x11\xe0": Foreign("a document of an old Microsoft Office, such as a spreadsheet (xls)", _UNITS),
    b"{\\rtf": Foreign("a document of a word processor (RTF)", "save it as plain text"),
    b"SQLite format 3\0": Foreign("a database", _OPEN),
}
_ENTRIES: Final = (
    (("buildFile", "buildFile.xml"), Foreign("a VASSAL module", _IMPORT)),
    (("savedGame",), Foreign("a saved game of VASSAL", _MODULE)),
    (("xl/workbook.xml",), Foreign("a spreadsheet (xlsx)", _UNITS)),
    (("word/document.xml",), Foreign("a document of a word processor (docx)", "save it as plain text")),
    (("BoardMetadata.xml",), Foreign("a board file of VASL", _VASL)),
)
"""What archives hold that are known by it."""
_OPENDOCUMENT: Final = {
    b"application/vnd.oasis.opendocument.spreadsheet": Foreign("a spreadsheet (ods)", _UNITS),
    b"application/vnd.oasis.opendocument.text": Foreign(
        "a document of a word processor (odt)", "save it as plain text"
    ),
}
_ARCHIVE: Final = Foreign("a ZIP archive", "unpack it, and open the map or scenario that is in it")
_XML: Final = (
    (rb"<VASSAL\.|<VASSAL\b|VASSAL\.build\.GameModule", Foreign("the build file of a VASSAL module", _MODULE)),
    (rb"<(map|tileset)\b[^>]*\b(tiledversion|orientation|tilewidth)=", Foreign("a map or tile set of Tiled", _IMPORT)),
    (rb"<svg\b", Foreign("an SVG drawing", "save it as a PNG picture, and take that as an underlay")),
    (rb"<(!DOCTYPE )?html\b", Foreign("a web page", "save the file itself, not the page that shows it")),
    (rb"<\?xml|<!DOCTYPE", Foreign("an XML file of another program", _OPEN)),
)
_JSON: Final = (
    (
        rb'"type"\s*:\s*"(FeatureCollection|Feature|GeometryCollection|Topology)"',
        Foreign("a GeoJSON file of a map", _IMPORT),
    ),
    (rb'"tiledversion"|"tilesets"|"tilewidth"', Foreign("a map or tile set of Tiled", _IMPORT)),
    (rb'"SaveName"|"ObjectStates"', Foreign("a saved game of Tabletop Simulator", _OPEN)),
)


def recognised(head: bytes, path: Path) -> Foreign | None:
    """What file of another program begins so; None for one that may be ours. ``path`` is where an archive is read."""
    found = next((foreign for begins, foreign in _BEGINNINGS.items() if head.startswith(begins)), None)
    if found is not None:
        # A text may begin with the two letters of a BMP; its size follows, and bytes that are 0.
        return found if not head.startswith(b"BM") or head[6:10] == b"\0\0\0\0" else None
    if head.startswith(b"PK\x03\x04"):
        return _archive(head, path)
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] == b"<":
        return next((foreign for pattern, foreign in _XML if re.search(pattern, text, re.IGNORECASE)), None)
    if text[:1] in (b"{", b"["):
        return next((foreign for pattern, foreign in _JSON if re.search(pattern, text)), None)
    return None


def _archive(head: bytes, path: Path) -> Foreign:
    """What an archive is by the names of what it holds, of which nothing is unpacked."""
    stated = next((foreign for kind, foreign in _OPENDOCUMENT.items() if kind in head[:200]), None)
    if stated is not None:
        return stated
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist()[:MOST_ENTRIES])
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return _ARCHIVE
    found = next((foreign for wanted, foreign in _ENTRIES if not names.isdisjoint(wanted)), _ARCHIVE)
    extension = path.suffix.lower() == ".vmdx" and "module" in found.what
    return Foreign("an extension of a VASSAL module", _MODULE) if extension else found
