"""Where the legal actions are too many to be listed, and nowhere else, the list is a sample."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.frame import Frame
from engine.play.registry import systems


def below(found: type[Frame]) -> Iterator[type[Frame]]:
    """All classes that are made from one."""
    for under in found.__subclasses__():
        yield under
        yield from below(under)


def test_which_procedures_list_a_sample() -> None:
    assert systems(), "all are loaded"
    sampled = {found.__qualname__ for found in below(Frame) if not found.exhaustive and "toy" not in found.__module__}
    on_tables = {"Adjusting", "Moves", "Pressing", "Shooting", "TableSetUp"}
    assert sampled == {"AnyHex", "Chase", "Gathered", "OnMarch", "Sailing", *on_tables}
