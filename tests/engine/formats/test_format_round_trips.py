"""What is written is read back the same, and written again byte for byte the same."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import yaml
from format_fields import SCENARIO, datas, maps, scenarios
from hypothesis import given, settings
from hypothesis import strategies as st
from sweeps import tries

from engine.formats import (
    ReplayAction,
    ReplaySpec,
    digest,
    dump_map,
    dump_palette,
    dump_replay,
    dump_scenario,
    load_palette,
    load_text,
)
from engine.formats.reading import parse_text
from engine.formats.yamltext import mapping, pair
from engine.hexes.board.battlemap import BattleMap
from engine.play.model import Start
from engine.scenario import Scenario


def same_map(one: BattleMap, other: BattleMap) -> None:
    assert one.grid.spec == other.grid.spec
    for item in fields(BattleMap):
        if item.name not in ("grid", "legend"):
            assert getattr(one, item.name) == getattr(other, item.name), item.name


@given(maps())
@settings(max_examples=tries(50, 150))
def test_maps_come_back_the_same(battle: BattleMap) -> None:
    text = dump_map(battle)
    loaded = load_text(text)
    assert loaded.findings == []
    assert isinstance(loaded.model, BattleMap)
    same_map(loaded.model, battle)
    assert dump_map(loaded.model) == text


@given(scenarios())
@settings(max_examples=tries(20, 60))
def test_scenarios_with_their_maps_come_back_the_same(scenario: Scenario) -> None:
    text = dump_scenario(scenario)
    loaded = load_text(text)
    assert loaded.findings == []
    assert isinstance(loaded.model, Scenario)
    for item in fields(Scenario):
        if item.name != "map":
            assert getattr(loaded.model, item.name) == getattr(scenario, item.name), item.name
    same_map(loaded.model.map, scenario.map)
    assert dump_scenario(loaded.model) == text
    assert digest(loaded.model) == digest(scenario)


@given(st.data())
@settings(max_examples=tries(20, 60))
def test_replays_come_back_the_same(data: st.DataObject) -> None:
    scenario = load_text(SCENARIO).model
    assert isinstance(scenario, Scenario)
    side = next(iter(scenario.sides))
    events = st.none() | st.lists(st.dictionaries(st.just("event") | st.just("to"), datas), max_size=3).map(tuple)
    actions = data.draw(st.lists(st.builds(ReplayAction, st.just(side), st.just("end phase"), events), max_size=5))
    spec = ReplaySpec(
        scenario=scenario,
        scenario_digest=digest(scenario),
        seed=data.draw(st.integers(0, 2**64)),
        options={"attacks": "strict"},
        start=data.draw(st.none() | st.just(Start(3, side, "combat", {next(iter(scenario.units)): None}, True))),
        dice=[1, 6],
        players={side: "staff"},
        actions=actions,
        outcome=data.draw(st.none() | st.just({"winner": side, "score": {side: 3.5}})),
        final="sha256:00",
    )
    text = dump_replay(spec)
    loaded = load_text(text)
    assert loaded.findings == []
    back = loaded.model
    assert isinstance(back, ReplaySpec)
    assert (back.seed, back.actions, back.start, back.outcome) == (spec.seed, spec.actions, spec.start, spec.outcome)
    assert dump_replay(back) == text


def test_the_palette_comes_back_the_same() -> None:
    palette = load_palette("standard")
    text = dump_palette(palette)
    loaded = load_text(text, "standard.yaml")
    assert loaded.findings == []
    assert loaded.model == palette
    assert dump_palette(palette) == text


@given(datas)
@settings(max_examples=tries(50, 150))
def test_any_data_comes_back_the_same(value: Any) -> None:
    text = "\n".join(pair("value", value)) + "\n"
    source, findings = parse_text(text)
    assert findings == []
    assert source.root is not None
    assert source.root.data == {"value": value}


@given(st.dictionaries(st.text(min_size=1, max_size=20), st.text(max_size=200), min_size=1, max_size=4))
def test_other_readers_take_our_texts_as_we_do(value: dict[str, str]) -> None:
    text = "\n".join(mapping(value)) + "\n"
    expected = {k.encode("utf-8", "replace").decode(): v.encode("utf-8", "replace").decode() for k, v in value.items()}
    if len(expected) == len(value) and "�" not in text:
        assert yaml.safe_load(text) == expected
