"""docs/findings.md says what the checks say."""

from __future__ import annotations

import pytest

from engine.formats import CODES
from engine.play import registry
from engine.umpire.checks import CHECKS
from engine.umpire.handbook import FILE, handbook


def test_the_page_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry.SYSTEMS, "toy")
    assert FILE.read_text(encoding="utf-8") == handbook(), "run: python -m engine.umpire.handbook"


def test_every_code_is_on_it() -> None:
    page = handbook()
    for code in [*CHECKS, *CODES]:
        assert f"{code}" in page
    assert not set(CHECKS) & set(CODES)
