"""Actions that name a command are called by its name."""

from __future__ import annotations

from engine import data, formats
from engine.play.parts import Parts, Word, WordKind
from engine.umpire.wording import Words


def test_a_die_goes_to_a_command_by_its_name_for_both_sides() -> None:
    words = Words(formats.load_scenario(data.scenarios() / "zama.yaml"))
    kinds = (WordKind.WORD, WordKind.NUMBER, WordKind.WORD, WordKind.WORD)
    texts = ("assign", "2", "to", "hastati")
    parts = Parts("assign", tuple(map(Word, kinds, texts)))
    assert words.action(parts) == "Give the 2 to Scipio"
    assert words.visible_action("assign 2 to hastati") == "Give the 2 to Scipio"


def test_a_march_around_a_flank_is_secret() -> None:
    words = Words(formats.load_scenario(data.scenarios() / "zama.yaml"))
    parts = Parts("flank", tuple(Word(WordKind.WORD, text) for text in ("flank", "numidia", "left")))
    assert words.action(parts) == "Masinissa on the left flank"
    assert words.visible_action("flank") == "Flank"
