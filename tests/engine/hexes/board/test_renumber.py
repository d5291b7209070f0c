"""Other numbers for the same hexes, and how numbers are printed."""

from __future__ import annotations

import pytest

from engine import formats
from engine.boards.look import MapLook
from engine.boards.numberlook import NumberLook, NumberPlace
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Numbering, Order
from engine.hexes.mapping.renumber import renumbered, renumbered_spec


def board(**spec: object) -> BattleMap:
    return BattleMap(Grid(GridSpec(30, 12, **spec)), formats.load_palette("standard"), "Field")  # type: ignore[arg-type]


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(Parity))
@pytest.mark.parametrize("first", [(1, 1), (2, 1), (1, 2), (4, 7)])
def test_hexes_stay_where_they_are(orientation: Orientation, shifted: Parity, first: tuple[int, int]) -> None:
    old = board(orientation=orientation, shifted=shifted)
    new = renumbered(old, Numbering(order=Order.ROW_COLUMN, separator="."), *first, NumberLook())
    assert [new.grid.lattice(h) for h in new.grid] == [old.grid.lattice(h) for h in old.grid]
    assert all(new.grid.find(new.grid.name(h)) == h for h in new.grid)
    assert new.terrain is old.terrain


def test_every_scheme() -> None:
    old = board()
    names = {
        Numbering(): "2712",
        Numbering(prefix="L", separator="-", digits=3): "L027-012",
        Numbering(order=Order.ROW_COLUMN): "1227",
        Numbering(columns=Columns.LETTERS, digits=0): "AA12",
        Numbering(columns=Columns.DOUBLED, digits=1): "AA12",
    }
    for numbering, name in names.items():
        new = renumbered(old, numbering, 1, 1, NumberLook())
        assert new.grid.name(11 * 30 + 26) == name


def test_numbers_that_cannot_be_written_are_refused() -> None:
    with pytest.raises(HexwrightError, match="A"):
        renumbered(board(), Numbering(columns=Columns.LETTERS), 0, 1, NumberLook())
    with pytest.raises(HexwrightError, match="digits"):
        renumbered(board(), Numbering(separator="1"), 1, 1, NumberLook())
    with pytest.raises(HexwrightError, match="0 or more"):
        renumbered(board(), Numbering(), -1, 1, NumberLook())


def test_a_row_that_becomes_even_stays_shifted() -> None:
    spec = GridSpec(4, 4)
    assert renumbered_spec(spec, Numbering(), 2, 1).shifted is Parity.EVEN
    assert renumbered_spec(spec, Numbering(), 1, 2).shifted is Parity.ODD


class TestLook:
    def test_which_hexes_print_their_numbers(self) -> None:
        look = NumberLook(rows=5, columns=2)
        assert [(c, r) for c in range(1, 5) for r in range(1, 11) if look.shows(c, r)] == [
            (2, 5),
            (2, 10),
            (4, 5),
            (4, 10),
        ]

    @pytest.mark.parametrize("flat", [True, False])
    @pytest.mark.parametrize("size", [0.12, 0.19, 0.3])
    def test_letters_stay_within_their_hex(self, flat: bool, size: float) -> None:
        for place in NumberPlace:
            x, baseline = NumberLook(place, size).spot(flat)
            top = baseline - 0.72 * size
            assert -0.75 <= top < baseline <= 0.75
            assert (x < 0) is place.value.endswith("left")
            assert (x > 0) is place.value.endswith("right")
            assert ((top + baseline) / 2 < 0) is (place.value.startswith(("top", "upper")))

    def test_the_usual_look_is_not_written(self) -> None:
        made = board()
        assert "numbers:" not in formats.dump_map(made)

    def test_any_other_look_comes_back(self) -> None:
        made = board()
        made.look = MapLook(numbers=NumberLook(NumberPlace.LOWER_LEFT, 0.25, 2, 5, "#aa0000"))
        text = formats.dump_map(made)
        assert 'numbers: {place: lower-left, size: 0.25, columns: 2, rows: 5, colour: "#aa0000"}' in text
        loaded = formats.load_text(text, "x.yaml")
        assert loaded.findings == []
        assert isinstance(loaded.model, BattleMap)
        assert loaded.model.look.numbers == made.look.numbers
        assert formats.dump_map(loaded.model) == text

    def test_a_wrong_look_is_found(self) -> None:
        text = formats.dump_map(board()) + "numbers: {place: middle, size: 3}\n"
        loaded = formats.load_text(text, "x.yaml")
        assert {finding.place.data_path for finding in loaded.findings} == {"numbers.place", "numbers.size"}
