"""The picture under a map in its file: there and back, left out when there is none, named from where the file is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from format_fields import MAP, SCENARIO

from engine.boards.look import MapLook
from engine.boards.underlay import Underlay
from engine.formats import digest, dump_map, load, load_map, load_scenario, load_text, save_map, save_scenario
from engine.hexes.board.battlemap import BattleMap

UNDERLAY = """\
underlay:
  image: scans/sheet.png
  at: [-1.25, 0.75]
  scale: 0.0173
  rotation: 2.5
  stretch: 1.01
  shear: -0.004
  crop: [10, 20, 900, 700]
  opacity: 0.8
  ground: 0.4
  shown: false
  locked: true
"""
WRITTEN = Underlay("scans/sheet.png", -1.25, 0.75, 0.0173, 2.5, 1.01, -0.004, (10, 20, 900, 700), 0.8, 0.4, False, True)


def read(text: str) -> BattleMap:
    loaded = load_text(text)
    assert loaded.findings == []
    assert isinstance(loaded.model, BattleMap)
    return loaded.model


def test_every_field_is_read() -> None:
    assert read(MAP + UNDERLAY).look.underlay == WRITTEN


def test_written_and_read_again_it_is_the_same() -> None:
    battle = read(MAP + UNDERLAY)
    assert read(dump_map(battle)).look.underlay == WRITTEN
    assert dump_map(read(dump_map(battle))) == dump_map(battle)


def test_several_pictures_lie_over_one_another_in_their_order() -> None:
    battle = read(MAP + UNDERLAY)
    battle.look = MapLook(underlays=(WRITTEN, Underlay("old.png", shown=False)))
    assert read(dump_map(battle)).look.underlays == battle.look.underlays
    text = dump_map(battle).replace("image: old.png", "image: old.png, stretch: 0")
    broken = load_text(text)
    assert [(finding.code, finding.place.line) for finding in broken.findings] == [
        ("FILE020", 1 + text[: text.index("old.png")].count("\n"))
    ]


def test_what_is_usual_is_not_written() -> None:
    battle = read(MAP)
    plain = dump_map(battle)
    assert "underlay" not in plain
    battle.look = MapLook(underlays=(Underlay("a.png"),))
    assert dump_map(battle) == plain + "underlay: {image: a.png, at: [0.0, 0.0], scale: 0.02}\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("crop: [10, 20, 10, 700]", "FILE020"),
        ("stretch: 0", "FILE020"),
        ("opacity: 1.5", "FILE020"),
        ("scale: 0", "FILE020"),
        ("at: [1.0]", "FILE020"),
        ("image: ''", "FILE020"),
        ("colour: red", "FILE017"),
        ("locked: 1", "FILE019"),
    ],
)
def test_what_is_wrong_is_found_and_the_map_still_opens(line: str, code: str) -> None:
    key = line.partition(":")[0]
    own = "" if key == "image" else "  image: a.png\n"
    loaded = load_text(f"{MAP}underlay:\n{own}  {line}\n")
    assert [finding.code for finding in loaded.findings] == [code]
    assert isinstance(loaded.model, BattleMap)


def test_saved_elsewhere_it_names_the_picture_from_there(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "other" / "deep").mkdir(parents=True)
    old, new = tmp_path / "maps" / "m.yaml", tmp_path / "other" / "deep" / "m.yaml"
    old.write_text(MAP + UNDERLAY)
    battle = load_map(old)
    assert battle.look.underlay is not None
    assert battle.look.underlay.folder == str(tmp_path / "maps")
    save_map(battle, new)
    again = load_map(new)
    assert again.look.underlay == replace(WRITTEN, image="../../maps/scans/sheet.png", folder=str(new.parent))
    save_map(again, old)
    assert load_map(old).look.underlay == battle.look.underlay
    assert old.read_text() == dump_map(battle)


def test_an_inline_map_names_it_from_the_scenario(tmp_path: Path) -> None:
    text = SCENARIO.replace("  regions:\n", "  underlay: {image: a.png}\n  regions:\n")
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "one" / "s.yaml").write_text(text)
    scenario = load_scenario(tmp_path / "one" / "s.yaml")
    save_scenario(scenario, tmp_path / "two" / "s.yaml")
    again = load(tmp_path / "two" / "s.yaml")
    assert 'image: "../one/a.png"' in (tmp_path / "two" / "s.yaml").read_text()
    assert again.findings == []


def test_the_picture_does_not_change_a_scenario_s_digest(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(SCENARIO)
    before = digest(load_scenario(path))
    path.write_text(SCENARIO.replace("  regions:\n", "  underlay: {image: a.png}\n  regions:\n"))
    assert digest(load_scenario(path)) == before
