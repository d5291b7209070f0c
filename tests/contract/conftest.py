"""The toy systems are registered for the tests of this folder, beside those that ship."""

from __future__ import annotations

import pytest
import toys

from engine.play import registry


@pytest.fixture(autouse=True)
def toy_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    for short, path in toys.SYSTEMS.items():
        monkeypatch.setitem(registry.SYSTEMS, short, path)
