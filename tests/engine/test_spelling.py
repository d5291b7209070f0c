"""Names composed and decomposed are the same name."""

from __future__ import annotations

from pathlib import Path

from engine import spelling

COMPOSED, DECOMPOSED = "orl\u00e9ans", "orle\u0301ans"


def test_letters_and_their_accents_are_one_character() -> None:
    assert spelling.composed(DECOMPOSED) == COMPOSED
    assert spelling.folded(DECOMPOSED.upper()) == spelling.folded(COMPOSED)


def test_a_path_is_found_however_its_folders_are_spelled(tmp_path: Path) -> None:
    (tmp_path / DECOMPOSED).mkdir()
    file = tmp_path / DECOMPOSED / f"{DECOMPOSED}.png"
    file.touch()
    assert spelling.on_disk(tmp_path / COMPOSED / f"{COMPOSED}.png") == file
    assert spelling.on_disk(file) == file
    missing = tmp_path / COMPOSED / "caf\u00e9.png"
    assert spelling.on_disk(missing) == missing


def test_of_two_spellings_the_exact_one_is_taken(tmp_path: Path) -> None:
    for name in (COMPOSED, DECOMPOSED):
        (tmp_path / name).touch()
    assert spelling.on_disk(tmp_path / COMPOSED).name == COMPOSED
    assert spelling.on_disk(tmp_path / DECOMPOSED).name == DECOMPOSED
