"""Maps of Tiled as XML: from their plain data to TMX, and back to plain data."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.trees import Element, document
from engine.pauses import pause

Data = dict[str, Any]
_MAP: Final = (
    *("version", "tiledversion", "class", "orientation", "renderorder", "width", "height", "tilewidth", "tileheight"),
    *("hexsidelength", "staggeraxis", "staggerindex", "infinite", "nextlayerid", "nextobjectid"),
)
_WHOLE: Final = frozenset(
    {
        *("width", "height", "tilewidth", "tileheight", "hexsidelength", "firstgid", "id", "gid", "columns"),
        *("tilecount", "spacing", "margin", "imagewidth", "imageheight", "x", "y", "offsetx", "offsety", "rotation"),
    }
)


def as_tmx(data: Data) -> bytes:
    """The TMX file of a map."""
    root = Element("map", {name: _said(data[name]) for name in _MAP if name in data})
    root.children += _properties(data)
    for tileset in data["tilesets"]:
        root.children.append(_tileset(tileset))
    for layer in data["layers"]:
        root.children.append(_layer(layer))
    return document(root)


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def _properties(data: Data) -> list[Element]:
    if not data.get("properties"):
        return []
    node = Element("properties")
    for one in data["properties"]:
        given = {"name": one["name"]} | ({"type": one["type"]} if one["type"] != "string" else {})
        value = one["value"]
        text = ("true" if value else "false") if isinstance(value, bool) else str(value)
        # Text of several lines stands in the element, where nobody changes its line ends.
        if "\n" in text:
            node.children.append(Element("property", given, text=text))
        else:
            node.children.append(Element("property", given | {"value": text}))
    return [node]


def _tileset(data: Data) -> Element:
    names = ("firstgid", "name", "tilewidth", "tileheight", "spacing", "margin", "tilecount", "columns")
    node = Element("tileset", {name: _said(data[name]) for name in names})
    image = {"source": data["image"], "width": str(data["imagewidth"]), "height": str(data["imageheight"])}
    node.children.append(Element("image", image))
    for tile in data["tiles"]:
        made = Element("tile", {"id": str(tile["id"]), "type": tile["type"]})
        made.children += _properties(tile)
        node.children.append(made)
    return node


def _layer(data: Data) -> Element:
    if data["type"] == "tilelayer":
        node = Element("layer", {name: _said(data[name]) for name in ("id", "name", "width", "height")})
        wide, gids = data["width"], data["data"]
        rows = [",".join(map(str, gids[start : start + wide])) for start in range(0, len(gids), wide)]
        node.children.append(Element("data", {"encoding": "csv"}, text="\n" + ",\n".join(rows) + "\n"))
        return node
    node = Element("objectgroup", {name: _said(data[name]) for name in ("draworder", "id", "name")})
    for one in data["objects"]:
        names = [name for name in ("id", "name", "type", "x", "y") if one[name] != ""]
        made = Element("object", {name: _said(one[name]) for name in names})
        made.children += _properties(one)
        if one.get("point"):
            made.children.append(Element("point"))
        for shape in ("polyline", "polygon"):
            if shape in one:
                points = " ".join(f"{point['x']},{point['y']}" for point in one[shape])
                made.children.append(Element(shape, {"points": points}))
        node.children.append(made)
    return node


def from_tmx(root: Element) -> Data:
    """The plain data of a TMX file's tree; as TMJ has them. Raises HexwrightError, with the line."""
    if root.tag not in ("map", "tileset", "template"):
        raise HexwrightError(f"line {root.line}: this is not a map of Tiled but {root.tag[:40]!r}")
    if root.tag == "tileset":
        return _read_tileset(root)
    if root.tag == "template":
        tileset, held = root.first("tileset"), root.first("object")
        found = {"tileset": _read_tileset(tileset)} if tileset is not None else {}
        return found | ({"object": _read_object(held)} if held is not None else {})
    data = _attributes(root)
    data["infinite"] = root.get("infinite") == "1"
    data["properties"] = _read_properties(root)
    data["tilesets"] = [_read_tileset(node) for node in root.all("tileset")]
    data["layers"] = _read_layers(root)
    return data


def _attributes(node: Element) -> Data:
    found: Data = {}
    for name, value in node.attributes.items():
        found[name] = _number(node, name, value) if name in _WHOLE else value
    return found


def _number(node: Element, name: str, value: str) -> float | int:
    try:
        return int(value) if value.lstrip("-").isdigit() else float(value)
    except ValueError:
        raise HexwrightError(f"line {node.line}: {name} is not a number but {value[:40]!r}") from None


def _read_properties(node: Element) -> list[Data]:
    found = []
    for holder in node.all("properties"):
        for one in holder.all("property"):
            value: Any = one.get("value") if "value" in one.attributes else one.text
            kind = one.get("type", "string")
            if kind == "bool":
                value = value == "true"
            elif kind in ("int", "float"):
                value = _number(one, "value", value)
            found.append({"name": one.get("name"), "type": kind, "value": value})
    return found


def _read_tileset(node: Element) -> Data:
    data = _attributes(node)
    image = node.first("image")
    if image is not None:
        data["image"] = image.get("source")
    data["terrains"] = [_attributes(one) for types in node.all("terraintypes") for one in types.all("terrain")]
    data["wangsets"] = [_read_wang_set(one) for sets in node.all("wangsets") for one in sets.all("wangset")]
    data["tiles"] = []
    for tile in node.all("tile"):
        made = _attributes(tile)
        if "terrain" in made:
            made["terrain"] = _numbers(made["terrain"])
        made["properties"] = _read_properties(tile)
        picture = tile.first("image")
        if picture is not None:
            made["image"] = picture.get("source")
        data["tiles"].append(made)
    return data


def _read_wang_set(node: Element) -> Data:
    tiles = [
        {"tileid": _number(one, "tileid", one.get("tileid", "0")), "wangid": _numbers(one.get("wangid"))}
        for one in node.all("wangtile")
    ]
    return {"colors": [{"name": one.get("name")} for one in node.all("wangcolor")], "wangtiles": tiles}


def _numbers(text: str) -> list[int]:
    """Whole numbers with commas between; those that are none are left out."""
    return [int(part) for part in text.split(",") if part.strip().isascii() and part.strip().isdigit()]


def _read_layers(node: Element) -> list[Data]:
    found = []
    for child in node.children:
        if child.tag == "layer":
            found.append(_read_tile_layer(child))
        elif child.tag == "objectgroup":
            made = _attributes(child) | {"type": "objectgroup"}
            made["objects"] = [_read_object(one) for one in child.all("object")]
            found.append(made)
        elif child.tag == "group":
            found.append(_attributes(child) | {"type": "group", "layers": _read_layers(child)})
        elif child.tag == "imagelayer":
            found.append(_attributes(child) | {"type": "imagelayer"})
    return found


def _read_tile_layer(node: Element) -> Data:
    made = _attributes(node) | {"type": "tilelayer"}
    data = node.first("data")
    if data is None:
        raise HexwrightError(f"line {node.line}: a layer has no data")
    made["encoding"], made["compression"] = data.get("encoding", "xml"), data.get("compression")
    chunks = data.all("chunk")
    if chunks:
        made["chunks"] = [_attributes(chunk) | {"data": _cells(chunk, made["encoding"])} for chunk in chunks]
    else:
        made["data"] = _cells(data, made["encoding"])
    return made


def _cells(node: Element, encoding: str) -> Any:
    """The tiles of a layer: a text as it is encoded, or numbers where each has an element."""
    if encoding == "xml":
        return [int(_number(tile, "gid", tile.get("gid", "0"))) for tile in node.all("tile")]
    return node.text


def _read_object(node: Element) -> Data:
    pause()
    made = _attributes(node)
    made.setdefault("x", 0)
    made.setdefault("y", 0)
    made["properties"] = _read_properties(node)
    made["point"] = node.first("point") is not None
    for shape in ("polyline", "polygon"):
        found = node.first(shape)
        if found is not None:
            made[shape] = [_point(found, pair) for pair in found.get("points").split()]
    text = node.first("text")
    if text is not None:
        made["text"] = {"text": text.text}
    return made


def _point(node: Element, pair: str) -> Data:
    x, _, y = pair.partition(",")
    return {"x": _number(node, "points", x), "y": _number(node, "points", y)}
