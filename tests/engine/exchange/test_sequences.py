"""Texts of VASSAL's pieces: what goes in comes out, and a second reading agrees."""

from __future__ import annotations

import pytest
import vassal_reading
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.exchange.vassal.pieces import Trait, definition, read_definition
from engine.exchange.vassal.sequences import first_and_rest, joined, levels_of, nested, parted

ODD = st.text(st.sampled_from("ab;,/\\'\t &<1Ж"), max_size=8)


@pytest.mark.parametrize(
    "name", ["5/2, 3", "'Guards'", "\\", "a\\", "\\a", "'", "''", "a\tb", "Гвардия", "Smith & Sons", "a;b\\;c", ""]
)
@pytest.mark.parametrize("mark", [";", ",", "/", "\t"])
def test_an_odd_name_goes_out_and_comes_back(name: str, mark: str) -> None:
    text = joined(["x", name, "y"], mark)
    assert parted(text, mark) == ["x", name, "y"]
    assert vassal_reading.tokens(text, mark) == ["x", name, "y"]


@given(st.lists(ODD, min_size=1, max_size=6), st.sampled_from(";,/\t"))
def test_any_tokens_come_back(tokens: list[str], mark: str) -> None:
    text = joined(tokens, mark)
    assert parted(text, mark) == tokens
    assert vassal_reading.tokens(text, mark) == tokens
    first, rest = first_and_rest(text, mark)
    assert first == tokens[0]
    if len(tokens) > 1:
        assert parted(rest, mark) == tokens[1:]


@given(st.lists(ODD, min_size=1, max_size=8))
def test_nested_levels_come_back(levels: list[str]) -> None:
    levels.append("piece;;;;")
    text = nested(levels)
    assert levels_of(text) == levels
    assert vassal_reading.levels(text) == levels


@given(st.lists(st.tuples(ODD, ODD), min_size=1, max_size=6))
def test_the_traits_of_a_piece_come_back(given_traits: list[tuple[str, str]]) -> None:
    """VASSAL trims the text, so the innermost state must end in something: it ends in the count of properties."""
    traits = [Trait("piece;;;a.png;x", "null;0;0;1;0"), *(Trait("mark;" + kind, state) for kind, state in given_traits)]
    assert read_definition("\n " + definition(traits) + " ") == traits


def test_backslashes_by_the_thousand_are_read_soon() -> None:
    text = "+/null/" + "mark;a\t" * 3 + "\\" * 500_000 + "z/x"
    assert read_definition(text)
    with pytest.raises(HexwrightError, match="longer"):
        read_definition("+/" + "\\" * 3_000_000)


def test_a_piece_of_a_thousand_traits_is_refused() -> None:
    kinds = nested(["mark;a"] * 450)
    with pytest.raises(HexwrightError, match="traits"):
        read_definition("+/" + joined(["null", kinds, "x"], "/"))


@pytest.mark.parametrize("text", ["", "piece;;;", "+/null", "+/null/piece;;;;"])
def test_what_is_not_a_piece_is_refused(text: str) -> None:
    with pytest.raises(HexwrightError):
        read_definition(text)
