"""Every option of every system: what may be chosen, each once, the default among it."""

from __future__ import annotations

import pytest

from engine.play.registry import SYSTEMS, system

OPTIONS = [(key, name) for key in sorted(SYSTEMS) for name in system(key).options]


@pytest.mark.parametrize(("key", "name"), OPTIONS)
def test_no_choice_is_offered_twice_and_the_default_is_one(key: str, name: str) -> None:
    option = system(key).options[name]
    assert len(set(option.choices)) == len(option.choices) > 1
    assert option.default in option.choices
    if isinstance(option.default, bool):
        assert set(option.choices) == {False, True}
