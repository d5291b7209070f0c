"""The pages of docs/systems say what ledgers, examples of play, options and tables say."""

from __future__ import annotations

import pytest
from tools.rulesdoc import page, page_file

from engine.play.registry import SYSTEMS

WRITTEN = sorted(short for short in SYSTEMS if short == "tlg2" or page_file(short).exists())


@pytest.mark.parametrize("system", WRITTEN)
def test_the_page_is_up_to_date(system: str) -> None:
    written = page_file(system).read_text(encoding="utf-8")
    assert written == page(system), "run: make record ARGS=pages"
