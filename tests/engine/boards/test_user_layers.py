"""The designer's own layers of names and furniture: what is done to them, and how files hold them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import formats
from engine.boards.board import Board
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import UserLayer
from engine.boards.user_layers import groups, layering, on_other_layers, unprinted
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.mapping.join import Edge, joined
from engine.tables.table import Table, TableLabel
from engine.umpire.checks.run import check_map

LAYERS = (UserLayer("French"), UserLayer("German", "Languages"), UserLayer("Notes", "Languages", printed=False))
BOX = Furniture(FurnitureKind.BOX, 9, 0, title="Draft", layer="Notes")


def hexes() -> BattleMap:
    board = BattleMap(Grid(GridSpec(4, 3)), formats.load_palette("standard"), "Alsace")
    board.labels = [Label("Colmar", 0), Label("Kolmar", 0, layer="German"), Label("Check this", 2, layer="Notes")]
    board.look = replace(board.look, layers=LAYERS, furniture=(BOX,))
    return board


def table() -> Table:
    board = Table(formats.load_palette("table"), "Zama")
    board.labels = [TableLabel("Naraggara", (100, 100), layer="French"), TableLabel("Note", (200, 100), layer="Notes")]
    board.look = replace(board.look, layers=LAYERS, furniture=(BOX,))
    return board


@pytest.mark.parametrize("board", [hexes(), table()], ids=["hexes", "table"])
def test_a_map_file_holds_layers_and_what_lies_on_them(board: Board) -> None:
    text = dump_map(board)
    read = formats.load_text(text)
    assert not read.findings
    assert isinstance(read.model, BattleMap | Table)
    assert (read.model.look.layers, read.model.labels, read.model.look.furniture) == (
        board.look.layers,
        board.labels,
        (BOX,),
    )
    assert dump_map(read.model) == text


def test_a_layer_that_is_given_twice_is_refused_at_its_place() -> None:
    text = dump_map(hexes()).replace("name: French", "name: German")
    (found,) = formats.load_text(text).errors
    assert (found.code, found.message) == ("MAP019", "the layer German is given twice")
    assert found.place is not None
    assert found.place.path == ("layers", 1, "name")


def test_a_layer_without_a_name_is_refused() -> None:
    (found,) = formats.load_text(dump_map(hexes()).replace("name: French", 'name: ""')).errors
    assert found.place is not None
    assert found.place.path == ("layers", 0, "name")


def test_a_layer_that_the_map_lacks_is_found_once() -> None:
    board = hexes()
    board.labels += [Label("One", 1, layer="Drafts"), Label("Two", 3, layer="Drafts")]
    (found,) = [one for one in check_map(board) if one.code == "MAP125"]
    assert found.message == "the map has no layer Drafts"
    assert found.fix is not None
    assert dict(found.fix.data) == {"name": "Drafts"}


class TestLayering:
    def test_a_renamed_layer_keeps_what_lies_on_it(self) -> None:
        made = layering(hexes()).changed("Notes", UserLayer("To do"))
        assert [label.layer for label in made.labels] == ["", "German", "To do"]
        assert [item.layer for item in made.furniture] == ["To do"]
        assert [layer.name for layer in made.layers] == ["French", "German", "To do"]

    def test_what_lay_on_a_removed_layer_stays_on_the_map(self) -> None:
        made = layering(hexes()).without("Notes")
        assert [(label.text, label.layer) for label in made.labels] == [
            ("Colmar", ""),
            ("Kolmar", "German"),
            ("Check this", ""),
        ]
        assert [item.layer for item in made.furniture] == [""]
        assert not made.has("Notes")

    def test_names_are_put_on_a_layer_and_taken_off_it(self) -> None:
        board = hexes()
        before = layering(board)
        made = before.put([board.labels[0], BOX], "French")
        assert (before.count("French"), made.count("French"), made.count("Notes")) == (0, 2, 1)
        assert made.put([made.labels[0]], "").count("French") == 1

    def test_of_two_equal_names_one_is_moved(self) -> None:
        board = hexes()
        board.labels = [Label("Ill", 1), Label("Ill", 1)]
        made = layering(board).put([board.labels[1]], "French")
        assert [label.layer for label in made.labels] == ["", "French"]


def test_layers_for_the_screen_are_not_printed() -> None:
    board = hexes()
    assert unprinted(board) == {"Notes"}
    assert groups(board) == ["Languages"]
    assert [label.text for label in on_other_layers(board.labels, {"Notes", ""})] == ["Kolmar"]


def test_two_maps_that_are_joined_bring_their_layers() -> None:
    first, second = hexes(), hexes()
    first.look = replace(first.look, layers=LAYERS[:1])
    made = joined(first, second, Edge.EAST)
    assert [layer.name for layer in made.map.look.layers] == ["French", "German", "Notes"]


def test_rules_do_not_look_at_layers() -> None:
    board = hexes()
    assert board.bare().look.layers == ()
