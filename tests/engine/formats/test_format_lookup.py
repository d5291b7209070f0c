"""Names and paths: beside the file, in the project, among what ships, and never out of the project."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from format_fields import MAP, SCENARIO

from engine import data
from engine.findings import FileProblem
from engine.formats import dump_palette, load, load_map, load_palette, load_scenario
from engine.formats.locate import names, project_of
from engine.scenario import Scenario
from engine.umpire.checks import check_loaded


def scenario_on(ref: str) -> str:
    """A scenario whose map is named."""
    head, _, rest = SCENARIO.partition("map:\n")
    return f"{head}map: {ref}\nsides:{rest.partition('sides:')[2]}"


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def named(text: str) -> str:
    return MAP.replace("name: Small", f"name: {text}")


def test_a_name_is_looked_up_nearest_first(tmp_path: Path) -> None:
    scenario = put(tmp_path / "war" / "scenarios" / "deep" / "battle.yaml", scenario_on("ground"))
    places = [
        tmp_path / "war" / "scenarios" / "deep" / "ground.yaml",
        tmp_path / "war" / "maps" / "ground.yaml",
        tmp_path / "war" / "maps" / "ground.yml",
    ]
    for number, place in enumerate(places):
        put(place, named(f"Number {number}"))
    for number, place in enumerate(places):
        model = load(scenario).model
        assert isinstance(model, Scenario)
        assert model.map.name == f"Number {number}"
        place.unlink()


def test_a_scenario_named_like_its_map_is_not_taken_for_it(tmp_path: Path) -> None:
    scenario = put(tmp_path / "scenarios" / "ground.yaml", scenario_on("ground"))
    put(tmp_path / "maps" / "ground.yaml", named("The ground"))
    model = load(scenario).model
    assert isinstance(model, Scenario)
    assert model.map.name == "The ground"


def test_the_project_is_the_nearest_folder_that_looks_like_one(tmp_path: Path) -> None:
    put(tmp_path / "maps" / "ground.yaml", named("Outer"))
    inner = tmp_path / "inner"
    scenario = put(inner / "battles" / "battle.yaml", scenario_on("ground"))
    assert project_of(scenario) == tmp_path
    assert load(scenario).errors == []
    (inner / ".hexwright").touch()
    assert project_of(scenario) == inner
    assert [f.code for f in load(scenario).findings] == ["FILE021"]
    assert project_of(tmp_path / "maps" / "ground.yaml") == tmp_path


def test_shipped_files_are_found_by_name_from_anywhere(tmp_path: Path) -> None:
    scenario = put(tmp_path / "battle.yaml", scenario_on("first_steps"))
    assert [f.code for f in load(scenario).findings if f.code.startswith("FILE")] == []
    assert load_map("first_steps", near=scenario).name
    assert load_scenario("first_steps").map_ref == "first_steps"
    assert "first_steps" in names("map", scenario)


@pytest.mark.parametrize(
    ("ref", "code"),
    [
        ("../outside.yaml", "FILE022"),
        ("scenarios/../../outside.yaml", "FILE022"),
        ("/etc/passwd", "FILE022"),
        ("link.yaml", "FILE022"),
        ("link", "FILE022"),
        ("nowhere", "FILE021"),
        ("nowhere.yaml", "FILE021"),
        ("maps", "FILE021"),
        ("''", "FILE021"),
        ("'a\\0b'", "FILE021"),
        ('"a\\0b"', "FILE021"),
        ("x" * 400, "FILE021"),
        ("true", "FILE019"),
        ("1807", "FILE021"),
    ],
)
def test_paths_may_not_leave_the_project(tmp_path: Path, ref: str, code: str) -> None:
    put(tmp_path / "outside.yaml", MAP)
    project = tmp_path / "project"
    put(project / "maps" / "ground.yaml", MAP)
    (project / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    loaded = load(put(project / "battle.yaml", scenario_on(ref)))
    assert loaded.model is None
    assert [(f.code, f.place.line, f.place.column) for f in loaded.findings] == [(code, 4, 6)]


HOSTS = ["//host/share/m.yaml", "\\\\host\\share\\m.yaml", "/\\host/m", " //host/m.yaml", "//host/../m.yaml"]


def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that the system is asked about from now on."""
    found: list[str] = []

    def listening(real: Any) -> Any:
        def ask(path: object, *args: Any, **more: Any) -> Any:
            found.append(str(path))
            return real(path, *args, **more)

        return ask

    for name in ("stat", "lstat", "readlink", "scandir", "open"):
        monkeypatch.setattr(os, name, listening(getattr(os, name)))
    return found


@pytest.mark.parametrize("ref", HOSTS, ids=range(len(HOSTS)))
@pytest.mark.parametrize("key", ["map", "base", "palette"])
def test_another_machine_is_not_asked_for_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ref: str, key: str
) -> None:
    of_key = {
        "map": scenario_on(f"'{ref}'"),
        "base": f"format: hexwright-scenario 1\nbase: '{ref}'\n",
        "palette": MAP.replace("palette: standard", f"palette: '{ref}'"),
    }
    path = put(tmp_path / "battle.yaml", of_key[key])
    found = asked(monkeypatch)
    assert [finding.code for finding in load(path).errors] == ["FILE022"]
    assert found
    assert not [file for file in found if "host" in file]


@pytest.mark.parametrize("ref", HOSTS, ids=range(len(HOSTS)))
def test_nor_for_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ref: str) -> None:
    text = scenario_on("ground") + f"counters: {{artwork: {{us-9: '{ref}'}}}}\n"
    put(tmp_path / "ground.yaml", MAP + f"underlay: {{image: '{ref}'}}\n")
    path = put(tmp_path / "battle.yaml", text)
    found = asked(monkeypatch)
    assert {"MAP122", "UNIT126"} <= {finding.code for finding in check_loaded(load(path))}
    assert found
    assert not [file for file in found if "host" in file]


def test_what_leads_out_by_its_words_is_not_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path / "project" / "battle.yaml", scenario_on("../../net/somewhere/m.yaml"))
    found = asked(monkeypatch)
    assert [finding.code for finding in load(path).errors] == ["FILE022"]
    assert not [file for file in found if "somewhere" in file]


def test_a_path_inside_the_project_is_followed(tmp_path: Path) -> None:
    put(tmp_path / "maps" / "north" / "ground.yaml", MAP)
    put(tmp_path / "scenarios" / "x.yaml", scenario_on("../maps/north/ground.yaml"))
    assert load(tmp_path / "scenarios" / "x.yaml").errors == []


def test_a_path_of_the_users_own_may_lead_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "a" / "ground.yaml", MAP)
    (tmp_path / "b").mkdir()
    monkeypatch.chdir(tmp_path / "b")
    assert load_map("../a/ground.yaml").name == "Small"
    assert load_map(Path("../a/ground.yaml")).name == "Small"
    with pytest.raises(FileProblem) as caught:
        load_map("../a/ground.yaml", near=tmp_path / "b" / "battle.yaml")
    assert [f.code for f in caught.value.findings] == ["FILE022"]


def test_an_unknown_name_gets_the_nearest_as_a_hint(tmp_path: Path) -> None:
    put(tmp_path / "maps" / "chateauguay.yaml", MAP)
    loaded = load(put(tmp_path / "battle.yaml", scenario_on("chateaugay")))
    assert loaded.findings[0].hint == "did you mean 'chateauguay'?"


def test_the_wrong_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "ground.yaml", MAP)
    with pytest.raises(FileProblem) as caught:
        load_scenario(path)
    assert [f.code for f in caught.value.findings] == ["FILE016"]
    put(tmp_path / "other.yaml", SCENARIO)
    loaded = load(put(tmp_path / "battle.yaml", scenario_on("other.yaml")))
    assert [f.code for f in loaded.findings] == ["FILE016"]
    assert loaded.findings[0].place.file.endswith("other.yaml")


def test_palettes_are_read_once_until_they_change(tmp_path: Path) -> None:
    assert load_palette("standard") is load_palette("standard")
    text = dump_palette(load_palette("standard"))
    put(tmp_path / "palettes" / "mine.yaml", text)
    path = put(tmp_path / "maps" / "ground.yaml", MAP.replace("palette: standard", "palette: mine"))
    first = load_map(path).palette
    assert first is load_map(path).palette
    assert first.key == "mine"
    changed = put(tmp_path / "palettes" / "mine.yaml", text.replace("name: Clear", "name: Meadow"))
    later = changed.stat().st_mtime_ns + 5_000_000
    os.utime(changed, ns=(later, later))
    assert load_map(path).palette.terrain["clear"].name == "Meadow"


def test_the_mistakes_of_a_palette_are_findings_in_its_file(tmp_path: Path) -> None:
    text = dump_palette(load_palette("standard")).replace('colour: "#', 'colour: "', 1)
    put(tmp_path / "palettes" / "mine.yaml", text)
    loaded = load(put(tmp_path / "maps" / "ground.yaml", MAP.replace("palette: standard", "palette: mine")))
    assert loaded.model is None
    assert [(f.code, Path(f.place.file).name) for f in loaded.findings] == [("FILE020", "mine.yaml")]
    with pytest.raises(FileProblem):
        load_palette(tmp_path / "palettes" / "mine.yaml")


def test_the_standard_palette_has_every_key_the_documentation_names() -> None:
    palette = load_palette("standard")
    wanted = {
        "terrain": "clear forest swamp hill rough bocage mountain desert jungle beach water river",
        "features": "building village town city fort church orchard tower mine",
        "hexsides": "creek river bridge ford slope cliff wall hedge minefield",
        "paths": "road trail rail",
    }
    for layer, keys in wanted.items():
        assert set(keys.split()) <= set(palette.to_json()[layer]), layer
    assert palette.base_terrain == "clear"
    assert palette.hexsides["slope"].directional
    assert palette.hexsides["cliff"].directional
    assert not palette.hexsides["river"].directional
    chars = [kind.key_char for kind in palette.terrain.values()]
    assert len(set(chars)) == len(chars)


def test_shipped_files_load_without_findings_of_ours_and_are_written_as_we_write_them() -> None:
    for path in sorted([*data.maps().glob("*.yaml"), *data.scenarios().glob("*.yaml")]):
        loaded = load(path)
        assert loaded.findings == [], path


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("Lundy's Lane", "lundys_lane"),
        ("Lundy\u2019s Lane", "lundys_lane"),
        ("The Thames", "thames"),
        ("Chippewa", "chippewa"),
        ("first steps", "first_steps"),
    ],
)
def test_a_title_names_its_file(title: str, key: str) -> None:
    assert load_scenario(title).key == key


def test_a_title_that_fits_two_files_names_neither(tmp_path: Path) -> None:
    scenario = put(tmp_path / "battle.yaml", scenario_on("The Ground"))
    put(tmp_path / "maps" / "ground.yaml", named("One"))
    model = load(scenario).model
    assert isinstance(model, Scenario)
    assert model.map.name == "One"
    put(tmp_path / "maps" / "the-ground.yaml", named("Two"))
    assert [finding.code for finding in load(scenario).findings] == ["FILE021"]
