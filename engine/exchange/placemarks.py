"""KML, KMZ and GPX: the places, lines and areas of Google Earth, and the tracks and waypoints of receivers, as the
geometries and properties of GeoJSON. Nothing that such a file refers to is fetched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.archives import Archive
from engine.exchange.bounded import bytes_of
from engine.exchange.trees import Element, read_tree

MOST_BYTES: Final = 32_000_000
CLASS: Final = "class"
"""The property that says what a shape is, where the file says it by a folder or by its element."""
_ROOT: Final = re.compile(rb"<(?:\w+:)?(kml|gpx)[\s>/]")
_PACKED: Final = re.compile(rb"PK\x03\x04.{26}[^/]{1,60}\.kml", re.DOTALL)
_HOLDERS: Final = ("kml", "Document", "Folder")
_GEOMETRIES: Final = ("Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "Track", "MultiTrack")
_OTHERS: Final = ("NetworkLink", "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Tour", "Model")
Shape = dict[str, Any]
Facts = dict[str, Any]
Ring = list[list[float]]


def recognise_kml(head: bytes, path: Path) -> bool:
    """Whether a file is KML, or KMZ that begins with it."""
    return _root(head) == b"kml" or _PACKED.match(head) is not None


def recognise_gpx(head: bytes, path: Path) -> bool:
    """Whether a file is GPX."""
    return _root(head) == b"gpx"


def is_one(head: bytes, path: Path) -> bool:
    """Whether a file is one of those that are read here."""
    return recognise_kml(head, path) or recognise_gpx(head, path)


def _root(head: bytes) -> bytes:
    # UTF-16 has a null beside every letter of ours.
    found = _ROOT.search(head.replace(b"\0", b""))
    return found[1] if found is not None else b""


def shapes(path: Path, others: Counter[str]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """The geometries of a file in degrees, each with its properties. ``others`` counts what is none, such as pictures
    laid over the ground. Raises HexwrightError, with file and line."""
    root = _tree(path)
    try:
        if _bare(root) == "gpx":
            yield from _of_gpx(root)
        elif _bare(root) == "kml":
            yield from _of_kml(root, others)
        else:
            raise HexwrightError(f"line {root.line}: this is not KML or GPX but {root.tag[:40]!r}")
    except HexwrightError as error:
        raise HexwrightError(f"{path}, {error}") from None


def _tree(path: Path) -> Element:
    raw = bytes_of(path, MOST_BYTES)
    if raw[:2] != b"PK":
        return read_tree(raw, str(path))
    with Archive(path, raw) as archive:
        name = next((name for name in archive.names if name.lower().endswith(".kml")), "")
        if not name:
            raise HexwrightError(f"{path}: the archive holds no KML")
        return read_tree(archive.read(name, MOST_BYTES), f"{path}, entry {name[:80]}")


def _bare(node: Element) -> str:
    """The tag of an element without its prefix."""
    return node.tag.rpartition(":")[2]


def _parts(node: Element, *tags: str) -> list[Element]:
    return [child for child in node.children if _bare(child) in tags]


def _text(node: Element, tag: str) -> str:
    return next((child.text.strip() for child in _parts(node, tag)), "")


# -- KML --------------------------------------------------------------------------------------------------------


def _of_kml(root: Element, others: Counter[str]) -> Iterator[tuple[Shape, Facts]]:
    waiting = [(root, "")]
    while waiting:
        node, folder = waiting.pop()
        tag = _bare(node)
        if tag == "Placemark":
            facts = _facts(node, folder)
            for part in _parts(node, *_GEOMETRIES, *_OTHERS):
                for shape in _drawn(part, others):
                    yield shape, facts
        elif tag in _HOLDERS:
            within = _text(node, "name") if tag == "Folder" else folder
            waiting.extend((child, within) for child in reversed(node.children))
        elif tag in _OTHERS:
            others[tag] += 1


def _facts(node: Element, folder: str) -> Facts:
    """The properties of a placemark. Its folder says what it is, unless its data do."""
    facts: Facts = {CLASS: folder.lower().removesuffix("s")} if folder else {}
    for data in _parts(node, "ExtendedData"):
        for one in data.walk():
            name = one.get("name")
            if name and _bare(one) == "Data":
                facts[name] = _text(one, "value")
            elif name and _bare(one) == "SimpleData":
                facts[name] = one.text.strip()
    name = _text(node, "name")
    return facts | ({"name": name} if name else {})


def _drawn(node: Element, others: Counter[str]) -> Iterator[Shape]:
    """The geometries of an element, those of a collection one by one."""
    tag = _bare(node)
    if tag in ("MultiGeometry", "MultiTrack"):
        for part in _parts(node, *_GEOMETRIES, *_OTHERS):
            yield from _drawn(part, others)
    elif tag == "Polygon":
        rings = [
            _places(ring)
            for side in ("outerBoundaryIs", "innerBoundaryIs")
            for holder in _parts(node, side)
            for ring in _parts(holder, "LinearRing")
        ]
        yield {"type": "Polygon", "coordinates": rings}
    elif tag == "Track":
        yield {"type": "LineString", "coordinates": [_place(one, one.text.split()) for one in _parts(node, "coord")]}
    elif tag in _OTHERS:
        others[tag] += 1
    else:
        places = _places(node)
        if tag == "Point":
            yield {"type": tag, "coordinates": places[0] if places else []}
        else:
            yield {"type": "LineString", "coordinates": places}


def _places(node: Element) -> Ring:
    """The coordinates of an element: longitude, latitude and height with commas between, and spaces between places."""
    found = []
    for holder in _parts(node, "coordinates"):
        # Some programs write a space after a comma.
        joined = re.sub(r"\s*,\s*", ",", holder.text)
        found += [_place(holder, said.split(",")) for said in joined.split()]
    return found


def _place(node: Element, words: list[str]) -> list[float]:
    """Longitude and latitude of two or three words; raises HexwrightError, with the line, for others."""
    try:
        place = [float(word) for word in words[:2]]
    except ValueError:
        place = []
    if len(place) < 2 or len(words) > 3 or not all(map(isfinite, place)):
        said = " ".join(words)[:40]
        raise HexwrightError(f"line {node.line}: {said!r} is not longitude and latitude")
    return place


# -- GPX --------------------------------------------------------------------------------------------------------


def _of_gpx(root: Element) -> Iterator[tuple[Shape, Facts]]:
    for node in root.children:
        tag = _bare(node)
        if tag == "wpt":
            yield {"type": "Point", "coordinates": _point(node)}, _said(node, {})
        elif tag == "rte":
            yield _line(_parts(node, "rtept")), _said(node, {CLASS: "track"})
        elif tag == "trk":
            for run in _parts(node, "trkseg"):
                yield _line(_parts(run, "trkpt")), _said(node, {CLASS: "track"})


def _said(node: Element, facts: Facts) -> Facts:
    """What a point or line says of itself; ``type`` says more than that it is a track."""
    for tag in ("type", "name"):
        text = _text(node, tag)
        if text:
            facts[CLASS if tag == "type" else tag] = text
    return facts


def _line(points: list[Element]) -> Shape:
    return {"type": "LineString", "coordinates": [_point(one) for one in points]}


def _point(node: Element) -> list[float]:
    return _place(node, [node.get("lon"), node.get("lat")])
