"""Packs: made, installed, listed, removed; what does not fit is refused, and nothing half-made is left."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from engine import data, formats
from engine.errors import HexwrightError
from engine.exchange import packs
from engine.exchange.archives import packed
from engine.formats import locate


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "USERS_PACKS", tmp_path / "installed")


def left(tmp_path: Path) -> list[str]:
    """What is in the folder of packs."""
    return sorted(path.name for path in (tmp_path / "installed").glob("*"))


def picture(kind: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (4, 4), "#808080").save(made, kind)
    return made.getvalue()


def folder(tmp_path: Path) -> Path:
    """A folder with a map and a scenario on it, under names of their own."""
    made = tmp_path / "two_banks"
    for name in ("maps", "scenarios", "palettes", "artwork"):
        (made / name).mkdir(parents=True)
    text = (data.maps() / "first_steps.yaml").read_text(encoding="utf-8")
    (made / "maps" / "mill_ford.yaml").write_text(text, encoding="utf-8")
    scenario = (data.scenarios() / "first_steps.yaml").read_text(encoding="utf-8")
    assert "\nmap: first_steps" in scenario
    changed = scenario.replace("\nmap: first_steps", "\nmap: mill_ford")
    (made / "scenarios" / "mill_fight.yaml").write_text(changed, encoding="utf-8")
    palette = (data.resources() / "palettes" / "standard.yaml").read_text(encoding="utf-8")
    (made / "palettes" / "mill_inks.yaml").write_text(palette, encoding="utf-8")
    (made / "artwork" / "mill.png").write_bytes(picture("PNG"))
    (made / "notes.txt").write_text("not for the pack", encoding="utf-8")
    return made


def pack(tmp_path: Path, **words: str) -> Path:
    content, _, _ = packs.made(folder(tmp_path), {"author": "A. Miller", "version": "1.2", **words})
    path = tmp_path / "two_banks.hexpack"
    path.write_bytes(content)
    return path


def changed(path: Path, manifest: dict[str, Any] | None = None, **files: bytes) -> Path:
    """A pack with other entries, and with other words in its manifest."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    stated = json.loads(entries[packs.MANIFEST]) | (manifest or {})
    for name, content in files.items():
        entries[name] = content
        stated["files"][name] = hashlib.sha256(content).hexdigest()
    entries[packs.MANIFEST] = json.dumps(stated).encode()
    other = path.with_name("changed.hexpack")
    other.write_bytes(packed(entries.items(), frozenset({packs.MANIFEST})))
    return other


def test_a_pack_is_made_installed_found_by_name_listed_and_removed(tmp_path: Path) -> None:
    content, manifest, left_out = packs.made(folder(tmp_path), {"author": "A. Miller"})
    assert left_out == ["notes.txt"]
    assert (manifest.key, manifest.name) == ("two_banks", "Two Banks")
    assert manifest.holds == "1 map, 1 scenario, 1 palette, 1 picture"
    path = tmp_path / "a.hexpack"
    path.write_bytes(content)
    assert packs.made(tmp_path / "two_banks", {"author": "A. Miller"})[0] == content, "the same folder, the same bytes"
    assert packs.is_pack(path)
    packs.install(path)
    assert [one.key for one in packs.installed()] == ["two_banks"]
    loaded = formats.load_scenario("mill_fight")
    assert loaded.map.name == formats.load_map("mill_ford").name
    assert formats.load_palette("mill_inks").name == "Standard"
    assert [file.name for file in packs.files_of("two_banks", "scenarios")] == ["mill_fight.yaml"]
    packs.remove("two_banks")
    assert packs.installed() == []
    with pytest.raises(HexwrightError):
        formats.load_scenario("mill_fight")
    with pytest.raises(HexwrightError, match="there is no pack 'two_banks'"):
        packs.remove("two_banks")
    assert left(tmp_path) == []


def test_a_manifest_in_the_folder_says_what_the_command_line_does_not(tmp_path: Path) -> None:
    made = folder(tmp_path)
    words = {"name": "Mill & Ford", "licence": "CC0", "version": "3"}
    (made / packs.MANIFEST).write_text(json.dumps(words), encoding="utf-8")
    _, manifest, _ = packs.made(made, {"version": "4"})
    assert (manifest.name, manifest.licence, manifest.version) == ("Mill & Ford", "CC0", "4")


@pytest.mark.parametrize(
    "name",
    [
        *("../maps/a.yaml", "/maps/a.yaml", "maps/../../a.yaml", "maps\\a.yaml", "maps//a.yaml", "C:maps/a.yaml"),
        *("maps/a.py", "artwork/run.exe", "maps/con.yaml", "maps/a.yaml ", "maps/a/b/c/d.yaml", "maps/a.txt"),
        *("maps/.a.yaml", ".maps/a.yaml", "artwork/.hid/a.png"),
        *("a.yaml", "other/a.yaml", "artwork/a.yaml", "maps/a\n.yaml", "./maps/a.yaml"),
    ],
)
def test_files_that_a_pack_may_not_hold_are_refused(name: str, tmp_path: Path) -> None:
    path = changed(pack(tmp_path), **{name: b"x"})
    with pytest.raises(HexwrightError, match="entry") as caught:
        packs.install(path)
    assert str(caught.value).startswith(str(path))
    assert packs.installed() == []
    assert left(tmp_path) == []


def test_versions_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = pack(tmp_path)
    with pytest.raises(HexwrightError, match=r"of a later kind \(2\)"):
        packs.install(changed(path, {"format": "hexwright-pack 2"}))
    with pytest.raises(HexwrightError, match=r"needs Hexwright 99\.1"):
        packs.install(changed(path, {"needs": "99.1"}))
    with pytest.raises(HexwrightError, match="version"):
        packs.install(changed(path, {"version": "one"}))
    with pytest.raises(HexwrightError, match="programs"):
        packs.install(changed(path, {"programs": "x"}))
    packs.install(path)
    with pytest.raises(HexwrightError, match=r"version 1\.2 of two_banks is installed"):
        packs.install(changed(path, {"version": "1.1.9"}))
    assert packs.install(changed(path, {"version": "1.10"})).version == "1.10"
    assert packs.install(changed(path, {"version": "1.1.9"}), force=True).version == "1.1.9"
    with pytest.raises(HexwrightError, match=r"of A\. Miller is installed"):
        packs.install(changed(path, {"author": "Somebody"}))
    assert [one.version for one in packs.installed()] == ["1.1.9"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"key": "../up"}, "key: it has at most 40 small letters"),
        ({"key": "con"}, "'con' is not a possible name of a folder"),
        ({"version": "new"}, "version: it has one to four numbers"),
        ({"needs": "1.0-beta"}, "needs: it has one to four numbers"),
    ],
)
def test_words_of_a_manifest_that_do_not_fit_are_refused_in_plain_words(
    tmp_path: Path, words: dict[str, Any], why: str
) -> None:
    with pytest.raises(HexwrightError, match=why):
        packs.install(changed(pack(tmp_path), words))
    assert left(tmp_path) == []


@pytest.mark.parametrize("is_folder", [True, False])
def test_a_pack_that_is_not_there_is_refused_with_what_the_system_says(tmp_path: Path, is_folder: bool) -> None:
    path = tmp_path / "a.hexpack"
    if is_folder:
        path.mkdir()
    with pytest.raises(HexwrightError, match=r"Could not read .*(Is a directory|No such file or directory)\.$"):
        packs.install(path)


def test_names_that_clash_are_refused(tmp_path: Path) -> None:
    path = pack(tmp_path)
    text = (tmp_path / "two_banks" / "maps" / "mill_ford.yaml").read_bytes()
    with pytest.raises(HexwrightError, match="a map 'first_steps' already, which comes with Hexwright"):
        packs.install(changed(path, **{"maps/first_steps.yaml": text}))
    packs.install(path)
    with pytest.raises(HexwrightError, match="in the pack two_banks"):
        packs.install(changed(path, {"key": "three_banks"}))
    with pytest.raises(HexwrightError, match="capital letters"):
        packs.install(changed(path, **{"maps/MILL_ford.yaml": text}))


def test_what_a_file_holds_is_checked(tmp_path: Path) -> None:
    path = pack(tmp_path)
    for name, content, why in (
        ("maps/a.yaml", b"format: hexwright-palette 1\n", "not a map"),
        ("maps/a.yaml", b"format: hexwright-map 1\n[", "maps/a.yaml"),
        ("artwork/a.png", b"PNG", "entry artwork/a.png: this is not a picture"),
        ("artwork/a.png", picture("PNG")[:-20], "entry artwork/a.png: this is not a picture"),
        ("symbols/a.jpg", b"<svg/>", "entry symbols/a.jpg: this is not a picture"),
        ("symbols/a.svg", b"<html/>", "entry symbols/a.svg: it is not a picture"),
        ("systems/a.yaml", b"format: hexwright-system 1\nname: A\nhooks: a.py\n", "systems/a.yaml"),
    ):
        with pytest.raises(HexwrightError, match=why):
            packs.install(changed(path, **{name: content}))
    with pytest.raises(HexwrightError, match="do not agree"):
        packs.install(changed(path, {"files": {}}))
    stated = packs.manifest_of(path).files
    wrong = dict.fromkeys(stated, "0" * 64)
    with pytest.raises(HexwrightError, match="not the file that the manifest states"):
        packs.install(changed(path, {"files": wrong}))
    assert packs.installed() == []
    assert left(tmp_path) == []


def test_a_folder_with_a_picture_that_is_none_makes_no_pack(tmp_path: Path) -> None:
    made = folder(tmp_path)
    (made / "artwork" / "mill.jpg").write_bytes(picture("JPEG"))
    packs.made(made, {})
    (made / "artwork" / "mill.png").write_bytes(b"PNG")
    with pytest.raises(HexwrightError, match=r"^artwork/mill.png: this is not a picture"):
        packs.made(made, {})


def test_a_folder_that_is_not_sound_makes_no_pack(tmp_path: Path) -> None:
    made = folder(tmp_path)
    (made / "maps" / "wrong.yaml").write_text("format: hexwright-palette 1\n", encoding="utf-8")
    with pytest.raises(HexwrightError, match="not a map"):
        packs.made(made, {})
    (tmp_path / "empty").mkdir()
    with pytest.raises(HexwrightError, match="nothing for a pack"):
        packs.made(tmp_path / "empty", {})
    with pytest.raises(HexwrightError, match="not a folder"):
        packs.made(tmp_path / "gone", {})


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = changed(pack(tmp_path), **{"artwork/big.svg": b"\0" * 3_000_000})
    monkeypatch.setattr(packs, "MOST_FILE", 1_000_000)
    with pytest.raises(HexwrightError, match=r"entry artwork/big\.svg: it is too large"):
        packs.install(path)
    monkeypatch.setattr(packs, "MOST_FILE", 10_000_000)
    monkeypatch.setattr(packs, "MOST_TOGETHER", 1_000_000)
    with pytest.raises(HexwrightError, match="unpacks to more than"):
        packs.install(path)
    assert left(tmp_path) == []


@given(at=st.integers(0, 100_000), byte=st.integers(0, 255), cut=st.integers(0, 5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_a_damaged_pack_is_installed_or_refused(tmp_path: Path, at: int, byte: int, cut: int) -> None:
    whole = tmp_path / "two_banks.hexpack"
    if not whole.exists():
        pack(tmp_path)
    content = bytearray(whole.read_bytes())
    content[at % len(content)] = byte
    file = tmp_path / "damaged.hexpack"
    file.write_bytes(bytes(content[: len(content) - cut * 17]))
    with contextlib.suppress(HexwrightError):
        packs.install(file, force=True)
    assert [name for name in left(tmp_path) if name.startswith(".")] == []
