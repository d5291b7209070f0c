"""Maps of Tiled with what its versions offer: templates, turned objects, Wang colours, hidden layers, further files."""

from __future__ import annotations

import json
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest
from exchange_drawing import plain

from engine.exchange.importing import import_file
from engine.exchange.rows import recognised
from engine.exchange.source import Imported

Data = dict[str, Any]
GROUND = [1, 2, 3, 1, 2, 1, 2, 3, 1, 2, 1, 2, 3, 1, 2]
KINDS = ["clear", "water", "forest", "city"]
TILES: Data = {"firstgid": 1, "name": "set", "tilewidth": 60, "tileheight": 52, "image": "grey.png", "columns": 4}
CLASSES: Data = TILES | {"tiles": [{"id": number, "type": name} for number, name in enumerate(KINDS)]}


def theirs(path: Path, *objects: Data, **changes: Any) -> Imported:
    """A map of 5 x 3 flat hexes, 60 x 52 pixels each, of which the 2nd and 4th columns are lower."""
    (path / "grey.png").write_bytes(plain(240, 52, "#888888"))
    ground = {"type": "tilelayer", "name": "Ground", "width": 5, "height": 3, "data": GROUND}
    shown = {"type": "objectgroup", "name": "Shown", "objects": list(objects)}
    given: Data = {
        "type": "map",
        "orientation": "hexagonal",
        "width": 5,
        "height": 3,
        "tilewidth": 60,
        "tileheight": 52,
        "hexsidelength": 30,
        "staggeraxis": "x",
        "staggerindex": "odd",
        "tilesets": [CLASSES],
        "layers": [ground, shown],
    }
    file = path / "map.tmj"
    file.write_text(json.dumps(given | changes), encoding="utf-8")
    return import_file(file, recognised(file), {}, "map")


def centre(column: int, row: int) -> tuple[float, float]:
    return 30 + 45 * column, 26 + 52 * row + 26 * (column % 2)


def cities(found: Imported) -> list[tuple[int, int]]:
    board = found.board
    return [divmod(h, 5)[::-1] for h, kinds in sorted(board.features.items()) if "city" in kinds]


def ground(found: Imported) -> list[str]:
    return [found.board.terrain[h] for h in range(15)]


USUAL = [KINDS[number - 1] for number in GROUND]


def tile(across: float, down: float, **more: Any) -> Data:
    """A tile object whose middle is the centre of a hex, placed by a point of the tile."""
    x, y = centre(3, 1)
    return {"gid": 4, "x": x + (across - 0.5) * 60, "y": y + (down - 0.5) * 52, "width": 60, "height": 52, **more}


@pytest.mark.parametrize(
    ("alignment", "across", "down"),
    [("unspecified", 0, 1), ("topleft", 0, 0), ("top", 0.5, 0), ("center", 0.5, 0.5), ("bottomright", 1, 1)],
)
def test_an_object_that_shows_a_tile_has_its_class_and_stands_as_the_set_aligns_it(
    alignment: str, across: float, down: float, tmp_path: Path
) -> None:
    sets = [CLASSES | {"objectalignment": alignment}]
    for gid in (4, 0x80000004):
        assert cities(theirs(tmp_path, tile(across, down, gid=gid), tilesets=sets)) == [(3, 1)]


def test_objects_turn_about_their_place(tmp_path: Path) -> None:
    x, y = centre(3, 1)
    assert cities(theirs(tmp_path, {"type": "city", "x": x, "y": y, "width": 104, "height": 2, "rotation": -90})) == [
        (3, 0)
    ]
    line = [(-15, -26), (15, -26), (30, 0), (15, 26)]
    back = radians(-60)
    points = [{"x": a * cos(back) - b * sin(back), "y": a * sin(back) + b * cos(back)} for a, b in line]
    straight = [{"x": a, "y": b} for a, b in line]
    turned = theirs(tmp_path, {"type": "river", "x": x, "y": y, "rotation": 60, "polyline": points})
    plain_one = theirs(tmp_path, {"type": "river", "x": x, "y": y, "polyline": straight})
    assert turned.board.hexsides == plain_one.board.hexsides
    assert len(turned.board.hexsides) == 3


def test_an_outline_is_closed(tmp_path: Path) -> None:
    x, y = centre(3, 1)
    corners = [(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)]
    outline = [{"x": a, "y": b} for a, b in corners]
    found = theirs(tmp_path, {"type": "river", "x": x, "y": y, "polygon": outline})
    assert len(found.board.hexsides) == 6
    assert cities(theirs(tmp_path, {"type": "city", "x": x, "y": y, "polygon": outline})) == [(3, 1)]


def test_templates_are_filled_in(tmp_path: Path) -> None:
    x, y = centre(3, 1)
    (tmp_path / "city.tj").write_text(
        json.dumps({"type": "template", "object": {"type": "city", "point": True, "x": 9}})
    )
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "a.tsx").write_text(
        '<tileset name="a" tilewidth="60" tileheight="52" tilecount="1" columns="1"><image source="a.png"/>'
        '<tile id="0" type="city"/></tileset>'
    )
    (tmp_path / "city.tx").write_text(
        '<template><tileset firstgid="1" source="sets/a.tsx"/><object gid="1" width="60" height="52"/></template>'
    )
    (tmp_path / "loop.tx").write_text('<template><object template="loop.tx"/></template>')
    found = theirs(
        tmp_path,
        {"template": "city.tj", "x": x, "y": y},
        {"template": "city.tx", "x": x - 30 - 45, "y": y},
        *({"template": name, "x": x, "y": y} for name in ("gone.tx", "../city.tx", "map.tmj", "loop.tx")),
    )
    assert cities(found) == [(2, 1), (3, 1)]
    told = {one.code: one for one in found.losses}
    assert told["LOSS221"].where == ("gone.tx", "../city.tx", "map.tmj")
    assert told["LOSS206"].what.startswith("4 objects")


WANG = {
    "colors": [{"name": name} for name in KINDS],
    "wangtiles": [{"tileid": number, "wangid": [number + 1, 0] * 4} for number in range(4)],
}


@pytest.mark.parametrize(
    "given",
    [
        {"wangsets": [WANG]},
        {"terrains": WANG["colors"], "tiles": [{"id": number, "terrain": [number] * 4} for number in range(4)]},
        {"tileproperties": {str(number): {"terrain": name} for number, name in enumerate(KINDS)}},
        {"tiles": {str(number): {"image": f"{name}.png"} for number, name in enumerate(("grass", "sea", "tree"))}},
    ],
)
def test_tiles_without_a_class_are_told_by_what_their_set_says(given: Data, tmp_path: Path) -> None:
    found = theirs(tmp_path, tilesets=[TILES | given])
    assert ground(found) == USUAL
    assert found.losses == []


def test_a_hidden_layer_of_tiles_is_left_out_if_another_is_not(tmp_path: Path) -> None:
    draft = {"type": "tilelayer", "name": "Draft", "width": 5, "height": 3, "data": [3] * 15}
    shown = {"type": "tilelayer", "name": "Ground", "width": 5, "height": 3, "data": GROUND}
    hidden = {"type": "group", "name": "Old", "visible": False, "layers": [draft]}
    for one in (draft | {"visible": False}, hidden):
        found = theirs(tmp_path, layers=[one, shown])
        assert ground(found) == USUAL
        assert [(loss.code, "Draft" in loss.what) for loss in found.losses] == [("LOSS208", True)]
    assert ground(theirs(tmp_path, layers=[draft | {"visible": False}])) == ["forest"] * 15


def test_a_tile_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    found = theirs(tmp_path, tilesets=[{"firstgid": 1, "source": "../sets/a.tsx"}])
    assert (found.losses[0].code, found.losses[0].where) == ("LOSS221", ("../sets/a.tsx",))


def test_text_in_utf_16_and_sizes_with_a_point_are_read(tmp_path: Path) -> None:
    theirs(tmp_path)
    sized = json.loads((tmp_path / "map.tmj").read_text())
    assert ground(theirs(tmp_path, tilewidth=60.0, tileheight=52.0, width=5.0, layers=sized["layers"])) == USUAL
    rows = ",".join(map(str, GROUND))
    tiles = "".join(f'<tile id="{number}" class="{name}"/>' for number, name in enumerate(KINDS))
    (tmp_path / "a.tmx").write_bytes(
        (
            '<?xml version="1.0" encoding="UTF-16"?><map orientation="hexagonal" width="5" height="3" tilewidth="60" '
            'tileheight="52" hexsidelength="30" staggeraxis="x" staggerindex="odd"><tileset firstgid="1" name="a" '
            f'tilewidth="60" tileheight="52" columns="4"><image source="a.png"/>{tiles}</tileset>'
            f'<layer name="a" width="5" height="3"><data encoding="csv">{rows}</data></layer></map>'
        ).encode("utf-16")
    )
    assert ground(import_file(tmp_path / "a.tmx", recognised(tmp_path / "a.tmx"), {}, "a")) == USUAL
