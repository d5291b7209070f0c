"""Packs with hooks: refused without trust in exactly these bytes, and nothing of them is run by installing them."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hooked import battle
from kit_files import HERE

from engine import formats
from engine.errors import HexwrightError
from engine.exchange import packs
from engine.exchange.archives import packed
from engine.exchange.packed_code import Code, UntrustedCode
from engine.formats import locate
from engine.kit.hooks import trust
from engine.kit.hooks.reading import LARGEST
from engine.play import Game

HOOKS = "systems/mill_hooks.py"
RULES = "systems/mill_rules.yaml"
CODE = "open({!r}, 'w').close()\n\ndef points(view, side):\n    return [(1, 'a gift')]\n"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "USERS_PACKS", tmp_path / "installed")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "settings"))
    monkeypatch.setenv(trust.FOR_NOW, "")


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """What the hooks of these packs leave behind where they are run."""
    return tmp_path / "ran"


def folder(tmp_path: Path, mark: Path) -> Path:
    """A folder with rules and their hooks, a scenario by them, and a program that nothing names."""
    made = tmp_path / "mills"
    for name in ("systems", "scenarios"):
        (made / name).mkdir(parents=True, exist_ok=True)
    rules = (HERE / "two_banks.yaml").read_text(encoding="utf-8")
    (made / RULES).write_text(f"{rules}hooks: ./mill_hooks.py\n", encoding="utf-8")
    (made / HOOKS).write_text(CODE.format(str(mark)), encoding="utf-8")
    (made / "systems" / "other.py").write_text("1\n", encoding="utf-8")
    aside = tmp_path / "aside"
    aside.mkdir(exist_ok=True)
    text = battle(aside, "").read_text(encoding="utf-8").replace("./rules.yaml", "mill_rules")
    (made / "scenarios" / "mill_battle.yaml").write_text(text, encoding="utf-8")
    return made


def pack(tmp_path: Path, mark: Path) -> Path:
    content, _, left_out = packs.made(folder(tmp_path, mark), {"author": "A. Miller"})
    assert left_out == ["systems/other.py"]
    path = tmp_path / "mills.hexpack"
    path.write_bytes(content)
    return path


def changed(path: Path, files: Mapping[str, bytes], link: str = "") -> Path:
    """A pack with other entries, and a manifest that states them."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()} | dict(files)
    entries = {name: data for name, data in entries.items() if data != b"gone"}
    stated = json.loads(entries.pop(packs.MANIFEST))
    stated["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in entries.items()}
    stated["code"] = sorted(name for name in entries if name.endswith(".py") and name.startswith("systems/"))
    entries = {packs.MANIFEST: json.dumps(stated).encode(), **entries}
    other = path.with_name("changed.hexpack")
    other.write_bytes(packed(entries.items(), frozenset({packs.MANIFEST})))
    if link:
        with zipfile.ZipFile(other, "w") as archive:
            for name, data in entries.items():
                info = zipfile.ZipInfo(name)
                info.create_system, info.external_attr = 3, (0o120777 if name == link else 0o100644) << 16
                archive.writestr(info, data)
    return other


def digests(path: Path) -> list[str]:
    return [one.digest for one in packs.code_in(path)]


def lines() -> list[str]:
    """What the file of trusted hooks holds."""
    return trust.kept_in().read_text(encoding="utf-8").splitlines() if trust.kept_in().exists() else []


def test_a_pack_with_code_says_so_and_is_refused_without_trust(tmp_path: Path, mark: Path) -> None:
    path = pack(tmp_path, mark)
    (code,) = packs.code_in(path)
    assert packs.manifest_of(path).code == [HOOKS]
    assert packs.manifest_of(path).holds == "1 scenario, 1 rules file; has code"
    with zipfile.ZipFile(path) as archive:
        assert json.loads(archive.read(packs.MANIFEST))["code"] == [HOOKS]
    with pytest.raises(UntrustedCode) as caught:
        packs.install(path)
    size, digest = len(code.data), hashlib.sha256(CODE.format(str(mark)).encode()).hexdigest()
    assert f"{HOOKS} ({size:,} bytes, SHA-256 {digest})" in str(caught.value)
    with pytest.raises(UntrustedCode):
        packs.install(path, trusted=["0" * 64])
    assert list((tmp_path / "installed").glob("*")) == []
    assert lines() == []
    assert not mark.exists()


def test_a_pack_that_is_trusted_is_installed_and_played_and_nothing_is_run_before(tmp_path: Path, mark: Path) -> None:
    path = pack(tmp_path, mark)
    packs.install(path, trusted=digests(path))
    scenario = formats.load_scenario("mill_battle")
    assert not mark.exists()
    assert [one.code for one in packs.installed()] == [[HOOKS]]
    Game(scenario, 1)
    assert mark.exists()


def test_removing_a_pack_takes_away_the_trust_in_it_alone(tmp_path: Path, mark: Path) -> None:
    path = pack(tmp_path, mark)
    (digest,) = digests(path)
    packs.install(path, trusted=[digest])
    assert trust.is_trusted(digest)
    packs.remove("mills")
    assert not trust.is_trusted(digest)
    with pytest.raises(UntrustedCode):
        packs.install(path)
    trust.trust(digest, "/games/own/mill_hooks.py")
    packs.install(path)
    packs.install(path, trusted=[digest])
    assert len(lines()) == 2
    packs.remove("mills")
    assert trust.is_trusted(digest), "the same code elsewhere stays trusted"


def test_a_later_pack_with_other_code_asks_again(tmp_path: Path, mark: Path) -> None:
    path = pack(tmp_path, mark)
    (digest,) = digests(path)
    packs.install(path, trusted=[digest])
    packs.install(path)
    text = b"def points(view, side):\n    return []\n"
    other = changed(path, {HOOKS: text})
    with pytest.raises(UntrustedCode):
        packs.install(other)
    assert trust.is_trusted(digest)
    packs.install(other, trusted=digests(other))
    assert (tmp_path / "installed" / "mills" / HOOKS).read_bytes() == text
    assert not trust.is_trusted(digest), "nothing of the pack has these bytes any more"
    assert len(lines()) == 1


@pytest.mark.parametrize(
    ("files", "link", "why"),
    [
        ({"systems/other.py": b"1\n"}, "", "systems/other.py: it is a program that no rules file of the pack names"),
        ({HOOKS: b"gone"}, "", "there is no file"),
        ({HOOKS: b"gone", "maps/mill_hooks.py": b"1\n"}, "", r"maps/mill_hooks\.py': it is a program"),
        ({HOOKS: b"def points(view:\n"}, "", "is not Python code"),
        ({HOOKS: b"\xff\xfe"}, "", "mill_rules.yaml: "),
        ({HOOKS: b"# -*- coding: latin-1 -*-\n# \xe4\ndef turn_begins(view): return []\n"}, "", "not in UTF-8"),
        ({HOOKS: b"#" * (LARGEST + 1)}, "", "bytes"),
        ({}, HOOKS, "it is a link"),
        ({}, RULES, "it is a link"),
    ],
)
def test_code_that_is_not_sound_is_refused_even_with_trust(
    files: Mapping[str, bytes], link: str, why: str, tmp_path: Path, mark: Path
) -> None:
    path = changed(pack(tmp_path, mark), files, link)
    everything = [hashlib.sha256(data).hexdigest() for data in files.values()]
    with pytest.raises(HexwrightError, match=why) as caught:
        packs.install(path, trusted=[*everything, hashlib.sha256(CODE.format(str(mark)).encode()).hexdigest()])
    assert str(caught.value).startswith(str(path))
    assert not isinstance(caught.value, UntrustedCode)
    assert list((tmp_path / "installed").glob("*")) == []
    assert lines() == []


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("hooks: ../../../mill_hooks.py", "outside"),
        ("hooks: /etc/mill_hooks.py", "outside"),
        ('"hooks": ./gone.py', "there is no file"),
        ("hooks: ./mill_rules.yaml", "not a Python file"),
    ],
)
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_hooks_are_found_however_the_rules_name_them(
    rules: str, why: str, start: str, tmp_path: Path, mark: Path
) -> None:
    """A line that names hooks is found by reading the rules, not by how it looks."""
    path = pack(tmp_path, mark)
    text = (HERE / "two_banks.yaml").read_text(encoding="utf-8")
    assert text.startswith("format:")
    other = changed(path, {HOOKS: b"gone", RULES: f"{start}{rules}\n{text}".encode()})
    with pytest.raises(HexwrightError, match=why):
        packs.install(other)


def test_a_manifest_that_hides_its_code_is_refused(tmp_path: Path, mark: Path) -> None:
    path = pack(tmp_path, mark)
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    stated = json.loads(entries[packs.MANIFEST])
    entries[packs.MANIFEST] = json.dumps(stated | {"code": []}).encode()
    path.write_bytes(packed(entries.items(), frozenset({packs.MANIFEST})))
    with pytest.raises(HexwrightError, match="the list of code"):
        packs.manifest_of(path)


def test_code_is_shown_as_it_is_run() -> None:
    """Marks that turn the direction of a text could show another program than the one that is run."""
    assert Code("systems/a.py", "a = 'x\u202ey'\r\n\tb\x0c".encode()).text == "a = 'x\\u202ey'\n\tb\\x0c"


def test_trust_that_cannot_be_written_installs_nothing(
    tmp_path: Path, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack(tmp_path, mark)
    (tmp_path / "settings").write_bytes(b"a file, where the folder should be")
    with pytest.raises(HexwrightError):
        packs.install(path, trusted=digests(path))
    assert list((tmp_path / "installed").glob("*")) == []
