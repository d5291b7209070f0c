"""The document: undo, merging, dirty marks for map and scenario, saving, failed saves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fields import battle_map

from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.commands.set_label import SetLabel
from editor.commands.undo_stack import new_stroke
from editor.document.document import Document
from editor.hexes.commands.erase import Erase
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_elevation import SetElevation
from editor.hexes.commands.set_feature import SetFeature
from editor.hexes.commands.set_hexside import SetHexside
from editor.hexes.commands.set_path import SetPath
from engine import formats
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.hexes.board.battlemap import Label
from engine.hexes.board.grid import NOWHERE, GridSpec
from engine.scenario import Scenario, Side


def fresh() -> Document:
    return Document.new_map(GridSpec(6, 5), formats.load_palette("standard"), "Fresh")


def plain(document: Document) -> tuple[object, ...]:
    """Everything on the map, to compare."""
    board = document.battle_map
    return (
        list(board.terrain),
        list(board.elevation),
        dict(board.features),
        {side: dict(kinds) for side, kinds in board.hexsides.items()},
        dict(board.paths),
        list(board.labels),
        dict(board.regions),
    )


def test_every_map_command_is_undone_to_the_last_detail() -> None:
    document = Document(battle_map())
    grid = document.battle_map.grid
    h = grid.parse("L0303")
    before = plain(document)
    side = grid.side(h, 0)
    commands = [
        lambda: PaintTerrain([h, h + 1], "clear"),
        lambda: SetElevation({h: 99, h + 1: -4}),
        lambda: SetFeature([h], "building", present=False),
        lambda: SetHexside({side: None}, "slope"),
        lambda: SetHexside({side: grid.neighbour(h, 0)}, "slope"),
        lambda: SetPath([side], "road"),
        lambda: SetLabel(document.battle_map.labels[0], None),
        lambda: Erase([h], ("terrain", "elevation", "features", "hexsides", "paths")),
    ]
    states = [before]
    for command in commands:
        document.push(command())
        states.append(plain(document))
    assert document.battle_map.elevation[h + 1] == 0
    for state in reversed(states[:-1]):
        document.stack.undo()
        assert plain(document) == state
    for state in states[1:]:
        document.stack.redo()
        assert plain(document) == state


def test_commands_of_a_stroke_merge_and_keep_the_first_old_value() -> None:
    document = fresh()
    stroke = new_stroke()
    document.push(PaintTerrain([3], "forest", stroke))
    document.push(PaintTerrain([3, 4], "swamp", stroke))
    document.push(PaintTerrain([3], "clear", stroke))
    assert document.stack.count() == 1
    document.stack.undo()
    assert document.battle_map.terrain[3:5] == ["clear", "clear"]
    document.stack.redo()
    assert document.battle_map.terrain[3:5] == ["clear", "swamp"]


def test_a_command_notes_what_is_there_when_it_is_pushed_not_when_it_is_made() -> None:
    document = fresh()
    late = PaintTerrain([3], "swamp")
    with pytest.raises(RuntimeError, match="bound to nothing"):
        late.redo()
    document.push(PaintTerrain([3], "forest"))
    document.push(late)
    document.stack.undo()
    assert document.battle_map.terrain[3] == "forest"


def test_what_changes_nothing_is_no_step() -> None:
    document = fresh()
    assert not document.push(PaintTerrain([1, 2], "clear"))
    assert not document.push(SetFeature([1], "fort", present=False))
    assert document.stack.count() == 0


@pytest.mark.parametrize(
    "command",
    [
        lambda d: PaintTerrain([2], "lava"),
        lambda d: PaintTerrain([2, 10_000], "forest"),
        lambda d: PaintTerrain([-1], "forest"),
        lambda d: SetFeature([2], "volcano"),
        lambda d: SetHexside({d.battle_map.grid.side(8, 1): NOWHERE}, "slope"),
        lambda d: SetHexside({d.battle_map.grid.side(8, 1): 20}, "slope"),
        lambda d: SetHexside({d.battle_map.grid.side(8, 1): 8}, "river"),
        lambda d: SetHexside({10_000: NOWHERE}, "river"),
        lambda d: SetPath([d.battle_map.grid.side(8, 1)], "canal"),
        lambda d: SetLabel(None, Label("  ", 3)),
        lambda d: SetLabel(Label("gone", 3), None),
        lambda d: EditScenario(name="no scenario here"),
    ],
)
def test_a_command_that_cannot_be_done_leaves_no_trace(command) -> None:  # type: ignore[no-untyped-def]
    document = fresh()
    before = plain(document)
    with pytest.raises(HexwrightError):
        document.push(command(document))
    assert plain(document) == before
    assert document.stack.count() == 0
    assert not document.dirty


def test_changes_say_what_they_touched() -> None:
    document = fresh()
    heard: list[Change] = []
    document.changed.connect(heard.append)
    side = document.battle_map.grid.side(8, 1)
    document.push(PaintTerrain([1, 2], "forest"))
    document.push(SetHexside({side: NOWHERE}, "river"))
    document.stack.undo()
    assert [(change.what, set(change.hexes), set(change.sides)) for change in heard] == [
        ("terrain", {1, 2}, set()),
        ("hexsides", set(), {side}),
        ("hexsides", set(), {side}),
    ]


def scenario_files(folder: Path) -> Path:
    """A scenario beside its map, in files."""
    formats.save_map(fresh().battle_map, folder / "ground.yaml")
    board = formats.load_map(folder / "ground.yaml")
    sides = {"a": Side("a", "A"), "b": Side("b", "B")}
    formats.save_scenario(Scenario("battle", "Battle", "tlg2", board, "ground", sides=sides), folder / "battle.yaml")
    return folder / "battle.yaml"


def test_map_and_scenario_are_dirty_each_for_itself(tmp_path: Path) -> None:
    document = Document.open(scenario_files(tmp_path))
    assert (document.map_path, document.scenario_path) == (tmp_path / "ground.yaml", tmp_path / "battle.yaml")
    document.push(PaintTerrain([3], "forest"))
    assert (document.map_dirty, document.scenario_dirty) == (True, False)
    document.push(EditScenario(name="Another name"))
    assert (document.map_dirty, document.scenario_dirty) == (True, True)
    document.stack.undo()
    assert (document.map_dirty, document.scenario_dirty) == (True, False)
    assert document.save() == [tmp_path / "ground.yaml"]
    assert not document.dirty
    document.stack.undo()
    assert document.map_dirty
    document.stack.redo()
    assert not document.dirty
    assert formats.load_scenario(tmp_path / "battle.yaml").map.terrain[3] == "forest"


def test_a_stroke_after_saving_does_not_merge_into_what_was_saved(tmp_path: Path) -> None:
    document = fresh()
    stroke = new_stroke()
    document.push(PaintTerrain([1], "forest", stroke))
    document.save_as(tmp_path / "m.yaml")
    document.push(PaintTerrain([2], "forest", stroke))
    assert document.dirty
    document.stack.undo()
    assert not document.dirty


def test_saving_elsewhere_takes_the_map_along(tmp_path: Path) -> None:
    document = Document.open(scenario_files(tmp_path))
    other = tmp_path / "other"
    other.mkdir()
    written = document.save_as(other / "copy.yaml")
    assert written == [other / "ground.yaml", other / "copy.yaml"]
    again = Document.open(other / "copy.yaml")
    assert again.map_path == other / "ground.yaml"
    assert document.title == "Battle"
    assert not document.dirty


def test_a_scenario_with_its_map_inline_is_one_file(tmp_path: Path) -> None:
    sides = {"a": Side("a", "A"), "b": Side("b", "B")}
    board = fresh().battle_map
    document = Document(board, Scenario("small", "Small", "tlg2", board, sides=sides))
    document.push(PaintTerrain([3], "forest"))
    assert document.save_as(tmp_path / "small.yaml") == [tmp_path / "small.yaml"]
    again = Document.open(tmp_path / "small.yaml")
    assert again.map_is_inline
    assert again.battle_map.terrain[3] == "forest"
    again.push(PaintTerrain([4], "forest"))
    assert again.save() == [tmp_path / "small.yaml"]
    assert not again.dirty


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_failed_save_leaves_the_old_file_whole(tmp_path: Path) -> None:
    document = fresh()
    path = tmp_path / "m.yaml"
    document.save_as(path)
    old = path.read_bytes()
    document.push(PaintTerrain([1], "forest"))
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(HexwrightError):
            document.save()
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == old
    assert document.dirty


def test_saving_into_a_folder_that_is_gone_says_so(tmp_path: Path) -> None:
    document = fresh()
    with pytest.raises(HexwrightError):
        document.save_as(tmp_path / "nowhere" / "m.yaml")
    assert document.path is None
    with pytest.raises(HexwrightError, match="Save as"):
        document.save()


def test_opening_a_bad_file_tells_every_finding(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("format: hexwright-map 1\nname: Bad\ngrid: {columns: 2, rows: two}\nterrian: |\n  ..\n")
    with pytest.raises(FileProblem) as caught:
        Document.open(path)
    assert len(caught.value.findings) >= 2
    assert all(finding.place.line for finding in caught.value.findings)


def test_a_snapshot_is_not_touched_by_later_commands() -> None:
    document = Document(battle_map())
    h = document.battle_map.grid.parse("L0303")
    copy, scenario = document.snapshot()
    before = copy.copy()
    document.push(Erase([h], ("terrain", "elevation", "features", "hexsides", "paths")))
    assert scenario is None
    assert (copy.terrain, copy.features, copy.hexsides) == (before.terrain, before.features, before.hexsides)
    assert copy.hexsides
