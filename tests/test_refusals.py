"""What makes no sense is refused for the reasons that it was refused for."""

from __future__ import annotations

import pytest
from tools.held import held
from tools.refusals import GAMES, KEPT, SENTENCES, file_of, refusals, sentences


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_refuse_as_they_did(name: str) -> None:
    held("refusals", file_of(name), refusals(name).lines())


def test_the_reasons_read_as_they_did() -> None:
    held("refusals", SENTENCES, sentences())


def test_nothing_is_left_over() -> None:
    assert {path.stem for path in KEPT.glob("*")} == set(GAMES)
