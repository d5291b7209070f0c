"""Typographic marks on what is drawn: apostrophes, quotation marks, dashes between dates."""

from __future__ import annotations

import pytest

from editor.canvas.drawing.typography import typeset


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("Lundy's Lane", "Lundy’s Lane"),
        ("Scouts' post", "Scouts’ post"),
        ("the 'Neck'", "the ‘Neck’"),
        ('the "Neck" and "Head"', "the “Neck” and “Head”"),
        ("6-8 June", "6–8 June"),
        ("January 22-February 11", "January 22–February 11"),
        ("1878-79", "1878–79"),
        ("dusk - night", "dusk – night"),
        ("St-Pierre-sur-Dives", "St-Pierre-sur-Dives"),
        ("a 12-pounder", "a 12-pounder"),
        ("Lundy’s – set already", "Lundy’s – set already"),
    ],
)
def test_marks_are_set_as_a_printer_sets_them(text: str, set_as: str) -> None:
    assert typeset(text) == set_as
    assert typeset(set_as) == set_as
