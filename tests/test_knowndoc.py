"""docs/formats.md says what each rules system knows; what it says is made from the systems themselves."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from tools.knowndoc import BEGIN, PAGE, SIDE, SITUATIONS, WRITTEN, page, special_keys

from engine.formats.fitting import Setting
from engine.play.registry import system, whole

PLAYED = [name for name in whole() if name in WRITTEN]


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make record ARGS=pages"


def test_every_system_with_counters_is_told() -> None:
    assert {name for name in whole() if name != "toy" and system(name).counters is not None} == set(PLAYED)
    assert set(SITUATIONS) == set(PLAYED)


@pytest.mark.parametrize("name", PLAYED)
def test_values_terms_and_types_are_all_told(name: str) -> None:
    told = page().partition(BEGIN)[2].partition(f"### `{name}`")[2].partition("### `")[0]
    offered = system(name)
    assert offered.counters is not None
    for value in offered.counters.model_fields:
        assert f"| `{value}` |" in told
    words = set(told.replace("`", " ").split())
    assert words.issuperset(offered.unit_types)
    assert offered.terrain
    for layer in offered.terrain:
        assert words.issuperset(offered.terrain[layer]), layer


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_written_of_an_exclusive_rule_is_read(name: str) -> None:
    offered = system(name)
    assert set(special_keys(offered)) == set(WRITTEN[name])
    sides = ("us", "ac") if name == "tlg2" else ("cw", "ge")
    special: dict[str, Any] = {key.replace(SIDE, sides[0]): yaml.safe_load(text) for key, text in WRITTEN[name].items()}
    assert offered.special is not None
    read = offered.special.model_validate(special, context=Setting(sides))
    assert read.model_dump(exclude_defaults=True).keys() == special.keys()
