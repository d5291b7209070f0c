"""Variants: a file that names its base holds what differs, is read with the rest, and is written so again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import formats
from engine.formats import digest, dump_scenario, load, load_scenario, save_scenario
from engine.formats.variants import differing, overlaid
from engine.formats.write_scenario import sections
from engine.play import Game
from engine.scenario import Arrival, Scenario, Scoring
from engine.umpire.checks import check_loaded


@pytest.fixture
def base(tmp_path: Path) -> Scenario:
    """Lundy's Lane in a folder of its own."""
    shipped = load_scenario("lundys_lane")
    save_scenario(shipped, tmp_path / "lane.yaml")
    return load_scenario(tmp_path / "lane.yaml")


def variant_of(base: Scenario, **changes: object) -> Scenario:
    return base.with_(key="dusk", base_ref="lane", base=base, **changes)


def written(tmp_path: Path, model: Scenario) -> tuple[str, Scenario]:
    path = tmp_path / "dusk.yaml"
    save_scenario(model, path)
    loaded = load(path)
    assert loaded.findings == []
    assert isinstance(loaded.model, Scenario)
    return path.read_text(encoding="utf-8"), loaded.model


def test_only_what_differs_is_written_and_the_rest_is_read(tmp_path: Path, base: Scenario) -> None:
    weaker = replace(base.units["us-9"], values={"strength": 5, "reduced": 2})
    model = variant_of(
        base, name="At dusk", units={**base.units, "us-9": weaker}, turns=replace(base.turns, count=8), options={}
    )
    text, again = written(tmp_path, model)
    assert "base: lane" in text
    assert "us-9" in text
    assert "us-11" not in text
    assert "setup" not in text
    assert len(text.splitlines()) < 20
    assert again == model.with_(map=again.map)
    assert again.base == base.with_(map=again.map)
    assert again.map.name == base.map.name
    assert dump_scenario(again) == text


def test_what_is_taken_out_is_written_as_nothing(tmp_path: Path, base: Scenario) -> None:
    units = {key: unit for key, unit in base.units.items() if key != "us-dragoons"}
    setup = {key: at for key, at in base.setup.items() if key != "us-dragoons"}
    model = variant_of(base, units=units, setup=setup, arrivals=(), description="")
    text, again = written(tmp_path, model)
    assert "us-dragoons: null" in text
    assert "reinforcements: []" in text
    assert (again.units, again.setup, again.arrivals, again.description) == (units, setup, (), "")
    assert dump_scenario(again) == text


def test_parts_of_victory_differ_by_themselves(tmp_path: Path, base: Scenario) -> None:
    model = variant_of(base, victory=replace(base.victory, tie="us", scoring=(Scoring("eliminated"),)))
    text, again = written(tmp_path, model)
    assert "tie: us" in text
    assert "levels" not in text
    assert again.victory == model.victory
    none = variant_of(base, victory=replace(base.victory, tie=""))
    assert written(tmp_path, none)[1].victory == none.victory


def test_a_variant_without_changes_is_its_base(tmp_path: Path, base: Scenario) -> None:
    text, again = written(tmp_path, variant_of(base))
    assert text.splitlines() == ["format: hexwright-scenario 1", "base: lane"]
    assert again == variant_of(base).with_(map=again.map)
    assert digest(again) == digest(base)


def test_a_variant_of_a_variant_plays_as_the_whole(tmp_path: Path, base: Scenario) -> None:
    first = variant_of(base, turns=replace(base.turns, count=8))
    save_scenario(first, tmp_path / "dusk.yaml")
    read = load_scenario(tmp_path / "dusk.yaml")
    second = read.with_(
        base_ref="dusk", base=read, arrivals=(*read.arrivals[:1], Arrival(5, "ac", ("L0507",), ("ac-103",)))
    )
    save_scenario(second, tmp_path / "night.yaml")
    loaded = load(tmp_path / "night.yaml")
    assert loaded.findings == []
    model = load_scenario(tmp_path / "night.yaml")
    assert (model.turns.count, len(model.arrivals)) == (8, 2)
    assert Game(model).legal_actions().texts()[:3] == Game(read).legal_actions().texts()[:3]
    assert check_loaded(loaded) is not None


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"a": "base: nobody"}, "FILE021"),
        ({"a": "base: b", "b": "base: a"}, "FILE027"),
        ({"a": "base: [x]"}, "FILE019"),
        ({"a": "base: b", "b": "system: tlg2"}, "FILE027"),
        ({"a": "base: b", "b": "system: tlg2\nmap: {grid: {columns: 2, rows: 2}}\nsides: [us, ac]"}, "FILE027"),
        ({"a": "base: ../../../etc/passwd"}, "FILE022"),
    ],
)
def test_a_base_that_cannot_be_had_is_told_at_its_place(tmp_path: Path, files: dict[str, str], code: str) -> None:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(f"format: hexwright-scenario 1\n{text}\n", encoding="utf-8")
    found = [finding for finding in load(tmp_path / "a.yaml").findings if finding.code == code]
    assert [(f.place.file, f.place.line) for f in found][-1] == (str(tmp_path / "a.yaml"), 2)


def test_laying_over_and_telling_apart_are_each_others_reverse(base: Scenario) -> None:
    other = base.with_(
        setup={**dict(list(base.setup.items())[2:]), "us-21": "L2910"},
        sides={key: replace(side, name=side.name.upper()) for key, side in base.sides.items()},
        options={"mandatory_attacks": "at_end"},
    )
    theirs, mine = sections(base), sections(other)
    made = overlaid(theirs, differing(theirs, mine))
    assert {name: value for name, value in made.items() if value} == {n: v for n, v in mine.items() if v}


def test_a_replay_of_a_variant_holds_the_whole_scenario(base: Scenario) -> None:
    spec = formats.ReplaySpec(variant_of(base, name="At dusk"))
    assert "base:" not in formats.dump_replay(spec)
