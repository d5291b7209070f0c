"""For each check of maps one that raises it, and how such maps are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toy_race import field

from engine.boards.palette import Kind, Layer, Palette
from engine.boards.underlay import Underlay
from engine.findings import Finding
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE


def codes(findings: list[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def sides(board: BattleMap, kind: str, *names: str, high: str = "") -> BattleMap:
    top = board.grid.parse(high) if high else NOWHERE
    for name in names:
        board.hexsides.setdefault(board.grid.parse_side(name), {})[kind] = top
    return board


def road(board: BattleMap, *names: str, kind: str = "road") -> BattleMap:
    for name in names:
        side = board.grid.parse_side(name)
        board.paths[side] = board.paths.get(side, frozenset()) | {kind}
    return board


def labelled(board: BattleMap, text: str, name: str) -> BattleMap:
    board.labels.append(Label(text, board.grid.parse(name)))
    return board


def on_no_layer() -> BattleMap:
    board = field()
    board.labels.append(Label("Notes", board.grid.parse("0302"), layer="Drafts"))
    return board


def paint(board: BattleMap, terrain: str, *names: str) -> BattleMap:
    for name in names:
        board.terrain[board.grid.parse(name)] = terrain
    return board


def feature(board: BattleMap, kind: str, name: str) -> BattleMap:
    board.features[board.grid.parse(name)] = (kind,)
    return board


def river_across() -> BattleMap:
    """A river down the middle, from edge to edge."""
    return sides(field(), "river", "0401/0501", "0402/0501", "0402/0502", "0403/0502", "0403/0503")


def island() -> BattleMap:
    return paint(field(5, 5), "water", *("0302", "0403", "0404", "0304", "0204", "0203"))


def good_map() -> BattleMap:
    board = sides(river_across(), "bridge", "0402/0502")
    road(board, "0101/NW", "0101/0202", "0202/0302", "0302/0402", "0402/0502", "0502/0602", "0602/0702")
    feature(board, "town", "0702")
    board.labels.append(Label("Sevenford", board.grid.parse("0702")))
    board.elevation[board.grid.parse("0703")] = 1
    sides(board, "slope", "0703/0803", high="0703")
    board.regions["west"] = Region("west", "West", frozenset({board.grid.parse("0101")}))
    board.regions["towns"] = Region("towns", "Towns", frozenset({board.grid.parse("0702")}), rule="feature town")
    board.legend = {".": "clear"}
    return board


def slope_downhill() -> BattleMap:
    board = sides(field(), "slope", "0302/0402", high="0302")
    board.elevation[board.grid.parse("0402")] = 2
    return board


def with_legend() -> BattleMap:
    board = field()
    board.legend = {".": "clear", "f": "forest", "x": "void"}
    return board


def with_region() -> BattleMap:
    board = field()
    board.regions["empty"] = Region("empty", "Empty", frozenset())
    return board


def face_to_face() -> BattleMap:
    board = sides(field(), "slope", "0302/0402", high="0302")
    return sides(board, "cliff", "0302/0402", high="0402")


def with_unknown_kind() -> BattleMap:
    board = field()
    shrine = Kind("shrine", Layer.FEATURE, "Shrine", "#aa0000")
    kinds = {**board.palette.kinds, Layer.FEATURE: {**board.palette.features, "shrine": shrine}}
    board.palette = replace(board.palette, kinds=kinds)
    return feature(board, "shrine", "0302")


def with_rule(rule: str) -> BattleMap:
    board = feature(field(), "town", "0302")
    board.regions["towns"] = Region("towns", "Towns", frozenset({board.grid.parse("0302")}), rule=rule)
    return board


def odd_pattern() -> BattleMap:
    board = field()
    kinds = {layer: dict(named) for layer, named in board.palette.kinds.items()}
    kinds[Layer.TERRAIN]["lava"] = Kind("lava", Layer.TERRAIN, "Lava", "#ff0000", pattern="treees")
    return BattleMap(board.grid, Palette("odd", "Odd", kinds))


def over_no_picture() -> BattleMap:
    board = field()
    board.look = replace(board.look, underlays=(Underlay("scans/gone.png", folder="/nowhere"),))
    return board


BAD_MAPS: dict[str, tuple[Callable[[], BattleMap], str]] = {
    "MAP101": (lambda: sides(field(), "river", "0401/0501", "0402/0501", "0402/0502"), "0402/0502"),
    "MAP102": (lambda: road(field(), "0101/NW", "0101/0202", "0402/0502", "0502/0602"), "0202"),
    "MAP103": (lambda: sides(field(), "ford", "0302/0402"), "0302/0402"),
    "MAP104": (lambda: sides(river_across(), "bridge", "0402/0502"), "0402/0502"),
    "MAP105": (lambda: road(river_across(), "0402/0502"), "0402/0502"),
    "MAP106": (slope_downhill, "0302/0402"),
    "MAP107": (island, "0303"),
    "MAP108": (lambda: feature(field(), "town", "0302"), "0302"),
    "MAP109": (with_legend, ""),
    "MAP110": (with_region, ""),
    "MAP111": (face_to_face, "0302/0402"),
    "MAP112": (with_unknown_kind, ""),
    "MAP121": (odd_pattern, ""),
    "MAP122": (over_no_picture, ""),
    "MAP124": (lambda: labelled(field(), "A\ue000B", "0302"), "0302"),
    "MAP125": (on_no_layer, ""),
    "MAP120": (lambda: feature(with_rule("feature town"), "town", "0503"), "0503"),
}
