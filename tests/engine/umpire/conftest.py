"""The toy system is registered for the tests of this folder only."""

from __future__ import annotations

import pytest

from engine.play import registry


@pytest.fixture(autouse=True)
def toy_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race")
    monkeypatch.setitem(registry.SYSTEMS, "paths", "toy_areas")
