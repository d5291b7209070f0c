"""How paragraphs and systems are named."""

from __future__ import annotations

import pytest

from engine.errors import NameNotKnown
from engine.play import registry


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("6.12", "tlg2:6.12"),
        ("tlg2:6.12", "tlg2:6.12"),
        ("fm:8.3", "fm:8.3"),
        ("Fire & Movement: 8.3", "fm:8.3"),
        ("event1:native:23", "tlg2:event1:native:23"),
        ("fm:event1:native:23", "fm:event1:native:23"),
        ("", ""),
    ],
)
def test_only_a_first_part_that_is_a_system_names_one(written: str, meant: str) -> None:
    assert registry.cited(written, "twilights_last_gleaming") == meant


def test_a_paragraph_of_an_unknown_system_stays_as_it_is_written() -> None:
    assert registry.cited("6.12", "nonsense") == "6.12"


def test_systems_go_by_three_names() -> None:
    named = {registry.short_name(name) for name in ("fm", "fire_and_movement", "Fire & Movement", " FM ")}
    assert named == {"fm"}
    with pytest.raises(NameNotKnown, match=f"there are {', '.join(sorted(registry.SYSTEMS))}"):
        registry.short_name("chess")


def test_systems_are_found_by_their_kind_of_map() -> None:
    for board in ("hexes", "tables"):
        assert registry.systems_on(board) == [one for one in registry.systems() if one.boards == (board,)]
