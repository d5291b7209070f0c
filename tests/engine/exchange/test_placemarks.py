"""KML, KMZ and GPX as geography: they give the map that GeoJSON gives, fetch nothing, and are refused with a place."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.exchange import placemarks
from engine.exchange.archives import packed
from engine.exchange.importing import import_file, import_onto
from engine.exchange.rows import format_named, recognised
from engine.exchange.source import Imported
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap

RING = [[8, 46], [10, 46], [10, 48], [8, 48], [8, 46]]
HOLE = [[8.5, 46.5], [8.5, 47], [9, 47], [9, 46.5], [8.5, 46.5]]
COURSE = [[8.2, 47.9], [9.2, 47.6], [9.4, 47.0], [9.8, 46.1]]
KML = """<?xml version="1.0" encoding="UTF-8"?>
<!-- saved by hand -->
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Alps</name>
<Style id="s"><LineStyle><color>ff0000ff</color></LineStyle></Style>
<Folder><name>Land</name><Placemark><name>Isle</name><Polygon>
<outerBoundaryIs><LinearRing><coordinates>{ring}</coordinates></LinearRing></outerBoundaryIs>
<innerBoundaryIs><LinearRing><coordinates>{hole}</coordinates></LinearRing></innerBoundaryIs>
</Polygon></Placemark></Folder>
<Folder><name>Rivers</name><Placemark><name>Aare</name><MultiGeometry><LineString><coordinates>
{course}
</coordinates></LineString></MultiGeometry></Placemark></Folder>
<Placemark><name>Way</name><ExtendedData><Data name="highway"><value>primary</value></Data></ExtendedData>
<gx:Track><gx:coord>8.1 46.2 500</gx:coord><gx:coord>9.9 46.2 500</gx:coord></gx:Track></Placemark>
<Placemark><name>Berg</name><Point><coordinates>9.5, 47.5,900</coordinates></Point></Placemark>
{more}</Document></kml>"""


def commas(places: list[list[float]]) -> str:
    return "\n ".join(",".join(map(str, [*place, 0])) for place in places)


def kml(more: str = "") -> str:
    return KML.format(ring=commas(RING), hole=commas(HOLE), course=commas(COURSE), more=more)


def same(tmp_path: Path) -> Path:
    """The same shapes as GeoJSON."""

    def feature(kind: str, coordinates: Any, **facts: Any) -> Mapping[str, Any]:
        return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": facts}

    features = [
        feature("Polygon", [RING, HOLE], **{"class": "land", "name": "Isle"}),
        feature("LineString", COURSE, waterway="river", name="Aare"),
        feature("LineString", [[8.1, 46.2], [9.9, 46.2]], highway="primary", name="Way"),
        feature("Point", [9.5, 47.5], name="Berg"),
    ]
    path = tmp_path / "alps.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    return path


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), {"hex": "20", **words}, "alps")


def drawn(found: Imported) -> str:
    """The file of the map."""
    assert isinstance(found.board, BattleMap)
    return dump_map(found.board)


@pytest.mark.parametrize("form", ["utf-8", "utf-8-sig", "utf-16", "packed", "prefix"])
def test_kml_gives_the_map_that_geojson_gives(form: str, tmp_path: Path) -> None:
    # By contents and never by the ending; and the map names its file.
    text, path = kml(), tmp_path / "other" / "alps.geojson"
    path.parent.mkdir()
    if form == "packed":
        path.write_bytes(packed([("doc.kml", text.encode()), ("files/a.png", b"PNG")]))
    elif form == "prefix":
        path.write_text(text.replace("<kml xmlns=", "<k:kml xmlns:k=").replace("</kml>", "</k:kml>"), encoding="utf-8")
    else:
        path.write_bytes(text.replace("UTF-8", "UTF-16" if form == "utf-16" else "UTF-8").encode(form))
    assert recognised(path).key == "kml"
    found = brought(path)
    assert drawn(found) == drawn(brought(same(tmp_path)))
    assert [one.what for one in found.losses] == []


def test_gpx_gives_trails_and_places(tmp_path: Path) -> None:
    path = tmp_path / "walk.gpx"
    points = "".join(f'<trkpt lat="{lat}" lon="{lon}"><ele>500</ele></trkpt>' for lon, lat in COURSE)
    path.write_text(
        '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="47.5" lon="9.5"><name>Berg</name></wpt>'
        f"<trk><name>Walk</name><trkseg>{points}</trkseg></trk>"
        '<rte><type>river</type><rtept lat="46.2" lon="8.1"/><rtept lat="46.2" lon="9.9"/></rte></gpx>',
        encoding="utf-8",
    )
    assert recognised(path).key == "gpx"
    board = brought(path).board
    assert isinstance(board, BattleMap)
    assert set(board.paths.values()) == {frozenset({"trail"})}
    assert [label.text for label in board.labels] == ["Berg"]
    assert board.hexsides, "a route that says that it is a river"


def test_a_track_is_laid_onto_a_map_that_lies_on_the_globe(tmp_path: Path) -> None:
    board = brought(same(tmp_path)).board
    assert isinstance(board, BattleMap)
    path = tmp_path / "walk.gpx"
    path.write_text('<gpx><wpt lat="47" lon="9"><name>Dorf</name></wpt></gpx>', encoding="utf-8")
    found = import_onto([path], [recognised(path)], {}, "walk", board)
    assert [label.text for label in found.board.labels] == ["Dorf"]


def test_what_is_no_shape_is_said_and_nothing_is_fetched(tmp_path: Path) -> None:
    path = tmp_path / "alps.kml"
    link = "<NetworkLink><Link><href>http://127.0.0.1:1/a.kml</href></Link></NetworkLink>"
    overlay = "<GroundOverlay><Icon><href>/etc/passwd</href></Icon></GroundOverlay>"
    path.write_text(kml(f"{link}<Folder>{overlay}</Folder>"), encoding="utf-8")
    assert [one.what for one in brought(path).losses] == ["shapes of no known kind: 1 x NetworkLink, 1 x GroundOverlay"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (kml()[:900], r"line \d+: it is not sound XML"),
        ('<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>', "line 1: it declares entities"),
        ('<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml/>', "entities"),
        ("<kml>" + "<Folder>" * 300, "deep"),
        ("<kml/>", "it has no shapes"),
        ("<kml><Placemark><Point><coordinates>a,b</coordinates></Point></Placemark></kml>", "line 1: 'a b' is not"),
        ("<kml><Placemark><Point><coordinates>1</coordinates></Point></Placemark></kml>", "'1' is not longitude"),
        ("<kml><Placemark><Point><coordinates>nan,1</coordinates></Point></Placemark></kml>", "'nan 1' is not"),
        ("<kml><Placemark><Point><coordinates>1,2,3,4</coordinates></Point></Placemark></kml>", "is not longitude"),
        ("<kml><Placemark><Point/></Placemark></kml>", "it has no shapes"),
        (
            "<kml><Placemark><LineString><coordinates>900,1 1000,2</coordinates></LineString></Placemark></kml>",
            "extent",
        ),
        ('<gpx><wpt lat="47"><name>a</name></wpt></gpx>', "line 1: ' 47' is not longitude"),
        ('<gpx><trk><trkseg><trkpt lat="x" lon="1"/></trkseg></trk></gpx>', "is not longitude"),
        ("<gpx/>", "it has no shapes"),
    ],
)
def test_files_that_are_not_sound_are_refused_with_their_place(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HexwrightError, match=why) as caught:
        brought(path)
    assert str(path) in str(caught.value)


def test_an_archive_without_kml_and_one_that_is_a_bomb_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.kmz"
    path.write_bytes(packed([("doc.txt", b"")]))
    with pytest.raises(HexwrightError, match="holds no KML"):
        list(placemarks.shapes(path, Counter()))
    path.write_bytes(packed([("doc.kml", b" " * 3_000_000)]))
    monkeypatch.setattr(placemarks, "MOST_BYTES", 1_000_000)
    with pytest.raises(HexwrightError, match=r"entry doc\.kml: it is too large"):
        list(placemarks.shapes(path, Counter()))
    path.write_bytes(b"<kml>" + b" " * 2_000_000)
    with pytest.raises(HexwrightError, match="at most 1 MB"):
        list(placemarks.shapes(path, Counter()))


@given(at=st.integers(0, 3000), text=st.text(max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, at: int, text: str) -> None:
    whole = kml()
    at %= len(whole)
    path = tmp_path / "damaged.kml"
    path.write_text(whole[:at] + text + whole[at + len(text) :], encoding="utf-8", errors="replace")
    with contextlib.suppress(HexwrightError):
        assert import_file(path, format_named("kml"), {"hex": "60"}, "a").board.name
