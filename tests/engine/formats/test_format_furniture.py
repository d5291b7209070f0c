"""Map furniture in its file: there and back, left out when there is none, no part of what a scenario is."""

from __future__ import annotations

import pytest
from format_fields import MAP, SCENARIO

from engine.boards.furniture import USUAL_SIZE, Furniture, FurnitureKind
from engine.boards.look import MapLook
from engine.formats import digest, dump_map, load_text
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.join import Edge, joined
from engine.hexes.mapping.resize import resized
from engine.scenario import Scenario

FURNITURE = """\
furniture:
- {kind: legend, at: [-9.0, 0.25], size: [8.0, 9.0]}
- {kind: turn-track, at: [0.0, 21.5], size: [14.0, 4.0], title: Turns}
- {kind: box, at: [26.0, 0.0], size: [7.0, 4.5], title: "Off the map: 1814", pools: india trains}
- {kind: compass, at: [1.0, 1.0]}
"""
READ = (
    Furniture(FurnitureKind.LEGEND, -9.0, 0.25, 8.0, 9.0),
    Furniture(FurnitureKind.TURN_TRACK, 0.0, 21.5, 14.0, 4.0, "Turns"),
    Furniture(FurnitureKind.BOX, 26.0, 0.0, 7.0, 4.5, "Off the map: 1814", ("india", "trains")),
    Furniture(FurnitureKind.COMPASS, 1.0, 1.0, *USUAL_SIZE[FurnitureKind.COMPASS]),
)


def read(text: str) -> BattleMap:
    loaded = load_text(text)
    assert loaded.findings == []
    assert isinstance(loaded.model, BattleMap)
    return loaded.model


def test_every_field_is_read() -> None:
    assert read(MAP + FURNITURE).look.furniture == READ


def test_written_and_read_again_it_is_the_same() -> None:
    battle = read(MAP + FURNITURE)
    assert read(dump_map(battle)).look.furniture == READ
    assert dump_map(read(dump_map(battle))) == dump_map(battle)


def test_a_map_without_any_has_no_such_key() -> None:
    assert "furniture" not in dump_map(read(MAP))


@pytest.mark.parametrize(
    "line",
    [
        "- {kind: piano, at: [0, 0]}",
        "- {kind: box, at: [0]}",
        "- {kind: box, at: [0, 0], size: [0, 3]}",
        "- {kind: box, at: [.inf, 0]}",
        "- {at: [0, 0]}",
        "- {kind: legend, at: [0, 0], pools: india}",
    ],
)
def test_what_makes_no_sense_is_found(line: str) -> None:
    loaded = load_text(MAP + "furniture:\n" + line + "\n")
    assert loaded.errors


def test_a_scenario_is_the_same_with_a_legend_beside_its_map() -> None:
    plain = load_text(SCENARIO).model
    assert isinstance(plain, Scenario)
    before = digest(plain)
    plain.map.look = MapLook(furniture=(READ[0],))
    assert digest(plain) == before


def test_it_stays_where_it_stood_from_the_hexes() -> None:
    battle = read(MAP + FURNITURE)
    wider = resized(battle, 6, 3, left=2, keep_numbers=False).map
    for before, after in zip(battle.look.furniture, wider.look.furniture, strict=True):
        assert after.x - before.x == pytest.approx(3.0)
        assert (after.y, after.width, after.height) == (before.y, before.width, before.height)


def test_joined_maps_keep_both_legends() -> None:
    first, second = read(MAP), read(MAP + FURNITURE)
    both = joined(first, second, Edge.EAST).map
    assert len(both.look.furniture) == len(READ)
    assert both.look.furniture[0].x - READ[0].x == pytest.approx(4 * 1.5)
