"""Packs: palettes, symbols, templates of counters, maps, scenarios and rules in one file to be installed.

A pack is a ZIP archive with a manifest. The only programs in it are hooks of its rules files, and it is installed with
them only when the user trusts exactly their bytes. Installed it is a folder of the user's, whose files are found by
their names as shipped ones are.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.archives import Archive, packed
from engine.exchange.packed_code import Code, code_of, hooks_named, is_code, refuse_untrusted
from engine.exchange.packed_pictures import ENDINGS as PICTURE_ENDINGS
from engine.exchange.packed_pictures import refuse_other
from engine.formats import locate
from engine.kit.hooks import trust
from engine.plural import counted
from engine.writing import folder_for_writing, write_together

ENDING: Final = ".hexpack"
MANIFEST: Final = "hexpack.json"
CONTRACT: Final = 1
"""The version of packs that this program makes and reads."""
KINDS: Final = {
    "maps": "map",
    "scenarios": "scenario",
    "palettes": "palette",
    "counters": "counters",
    "systems": "system",
}
"""Folders of files of ours, with the kind of each."""
PICTURES: Final = ("symbols", "artwork")
"""Folders that hold pictures alone."""
PROGRAM_ENDINGS: Final = (".py", ".pyc", ".pyd", ".so", ".dll", ".exe", ".sh", ".bat", ".cmd", ".ps1", ".jar", ".js")
MOST_FILES: Final = 2_000
MOST_FILE: Final = 32_000_000
MOST_TOGETHER: Final = 200_000_000
DEEPEST: Final = 4
_KEY: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_VERSION: Final = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)


_SHAPES: Final = {
    "key": "it has at most 40 small letters, digits, - and _, and begins with a letter",
    "version": "it has one to four numbers with dots between, such as 1.0",
    "needs": "it has one to four numbers with dots between, such as 1.0",
}
"""The messages for manifest values in the wrong form."""


class Manifest(BaseModel):
    """What a pack says of itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: str = f"hexwright-pack {CONTRACT}"
    key: str = Field(pattern=f"^{_KEY.pattern}$", description="short name; the folder that it is installed to")
    name: str = Field(min_length=1, max_length=80)
    version: str = Field("1.0", pattern=f"^{_VERSION.pattern}$")
    author: str = Field("", max_length=200)
    licence: str = Field("", max_length=200)
    description: str = Field("", max_length=4_000)
    needs: str = Field("0.1", pattern=f"^{_VERSION.pattern}$", description="the least version of Hexwright")
    files: dict[str, str] = Field(default_factory=dict, description="each file with its SHA-256")
    code: list[str] = Field(default_factory=list, description="which of them are program code: hooks of rules")

    @field_validator("key")
    @classmethod
    def _is_a_folder(cls, key: str) -> str:
        """Some systems keep names for their devices: no folder can have them."""
        if key in _RESERVED:
            raise ValueError(f"{key!r} is not a possible name of a folder")
        return key

    @model_validator(mode="before")
    @classmethod
    def _states_its_code(cls, given: Any) -> Any:
        """Nothing that is code passes for something else: the list is made from the files."""
        files = given.get("files", {}) if isinstance(given, dict) else None
        if not isinstance(files, dict):
            return given
        code = sorted(name for name in files if is_code(str(name)))
        if given.get("code", code) != code:
            raise ValueError("the files and the list of code do not agree")
        return {**given, "code": code}

    @property
    def as_json(self) -> str:
        """The manifest as it is written; packs without code say nothing of it, as they always did."""
        told = self.model_dump(exclude=None if self.code else {"code"})
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"

    @property
    def holds(self) -> str:
        """What is in it, in words."""
        folders = [name.split("/")[0] for name in self.files if name not in self.code]
        words = {
            "maps": "map", "scenarios": "scenario", "palettes": "palette", "counters": "template of counters",
            "systems": "rules file",
        }  # fmt: skip
        plural = {"template of counters": "templates of counters"}
        parts = [
            counted(folders.count(folder), word, plural.get(word, ""))
            for folder, word in words.items()
            if folder in folders
        ]
        pictures = sum(name.lower().endswith(PICTURE_ENDINGS) for name in self.files)
        held = ", ".join([*parts, *([counted(pictures, "picture")] if pictures else [])]) or "nothing"
        return f"{held}; has code" if self.code else held


# -- making -----------------------------------------------------------------------------------------------------


def made(folder: Path, words: Mapping[str, str]) -> tuple[bytes, Manifest, list[str]]:
    """A pack of a folder: its bytes, its manifest, and the files that were left out. ``words`` are parts of the
    manifest; others come from a manifest in the folder. Raises HexwrightError where a file is not sound."""
    if not folder.is_dir():
        raise HexwrightError(f"{folder} is not a folder")
    taken: dict[str, bytes] = {}
    left_out: list[str] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name == MANIFEST or any(part.startswith(".") for part in PurePosixPath(name).parts):
            continue
        if _reason(name) or path.is_symlink():
            left_out.append(name)
        else:
            taken[name] = _bytes(path)
            _check_file(path, name)
    named = hooks_named(folder, taken)
    for name in [name for name in taken if is_code(name) and name not in named]:
        left_out.append(name)
        del taken[name]
    if not taken:
        folders = ", ".join([*KINDS, *PICTURES])
        raise HexwrightError(f"{folder}: there is nothing for a pack; it takes files from the folders {folders}")
    given: dict[str, Any] = {"key": re.sub(r"[^a-z0-9_-]+", "_", folder.resolve().name.lower()).strip("_") or "pack"}
    given["name"] = folder.resolve().name.replace("_", " ").title()
    kept = folder / MANIFEST
    if kept.is_file():
        given |= {name: value for name, value in _json(_bytes(kept), str(kept)).items() if name != "files"}
    given |= {name: value for name, value in words.items() if value}
    given["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in taken.items()}
    manifest = _manifest(given, str(folder))
    first = (MANIFEST, manifest.as_json.encode("utf-8", "replace"))
    return packed([first, *taken.items()], frozenset({MANIFEST})), manifest, sorted(left_out)


# -- reading ----------------------------------------------------------------------------------------------------


def is_pack(path: Path) -> bool:
    """Whether a file begins as a pack does."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(400)
    except (OSError, ValueError):
        return False
    return head.startswith(b"PK\x03\x04") and MANIFEST.encode() in head[:64]


def manifest_of(path: Path) -> Manifest:
    """What a pack says of itself. Raises HexwrightError, with the file, for one that cannot be installed here."""
    with Archive(path) as archive:
        return _opened(archive, path)


def code_in(path: Path) -> tuple[Code, ...]:
    """The program code in a pack, to be read by who is asked to trust it. Raises HexwrightError, with the file, for a
    pack that cannot be installed here."""
    with Archive(path) as archive:
        return code_of(archive, _opened(archive, path).files)


def _opened(archive: Archive, path: Path) -> Manifest:
    if MANIFEST not in archive:
        raise HexwrightError(f"{path}: this is not a pack; it has no {MANIFEST}")
    where = f"{path}, entry {MANIFEST}"
    found = _json(archive.read(MANIFEST, 4_000_000), where)
    stated = re.fullmatch(r"hexwright-pack (\d{1,6})", str(found.get("format", "")))
    if stated is None:
        raise HexwrightError(f"{where}: it does not say hexwright-pack")
    if int(stated[1]) > CONTRACT:
        raise HexwrightError(
            f"{path}: this pack is of a later kind ({stated[1]}); a later version of Hexwright reads it"
        )
    manifest = _manifest(found, where)
    if _numbers(manifest.needs) > _numbers(program_version()):
        raise HexwrightError(f"{path}: this pack needs Hexwright {manifest.needs}; this is {program_version()}")
    names = [name for name in archive.names if name != MANIFEST]
    if len(names) > MOST_FILES:
        raise HexwrightError(f"{path}: the pack has {len(names):,} files; {MOST_FILES:,} are allowed")
    for name in names:
        reason = "it is a link" if archive.is_link(name) else _reason(name)
        if reason:
            raise HexwrightError(f"{path}, entry {name[:80]!r}: {reason}")
    if len({name.casefold() for name in names}) < len(names):
        raise HexwrightError(f"{path}: two files in it have the same name but for capital letters")
    if set(names) != set(manifest.files):
        odd = sorted(set(names) ^ set(manifest.files))[0]
        raise HexwrightError(f"{path}, entry {odd[:80]!r}: the manifest and the files of the pack do not agree")
    return manifest


def _reason(name: str) -> str:
    """Why a pack may not hold a file of this name; empty where it may."""
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or ":" in name or ".." in parts or not all(parts):
        return "its path leads out of the pack"
    if not name.isprintable() or any(part != part.strip(" .") for part in parts):
        return "it is not a possible name of a file"
    if len(parts) > DEEPEST or len(name) > 200 or any(part.split(".")[0].lower() in _RESERVED for part in parts):
        return "it is not a possible name of a file"
    ending = PurePosixPath(name).suffix.lower()
    if is_code(name):
        return ""
    if ending in PROGRAM_ENDINGS:
        return "it is a program; packs hold no programs but the hooks of their rules"
    if len(parts) < 2 or parts[0] not in (*KINDS, *PICTURES):
        return f"packs hold the folders {', '.join([*KINDS, *PICTURES])} only"
    if ending in PICTURE_ENDINGS or (parts[0] in KINDS and ending in locate.ENDINGS):
        return ""
    return "packs hold files of Hexwright and pictures only"


def _check_file(path: Path, name: str) -> None:
    """Raise HexwrightError where a file is not of the kind of its folder or ending, or cannot be read."""
    if path.suffix.lower() in PICTURE_ENDINGS:
        try:
            refuse_other(_bytes(path), path.suffix.lower())
        except HexwrightError as error:
            raise HexwrightError(f"{name}: {error}") from None
    kind = KINDS.get(name.split("/")[0])
    if kind is None or path.suffix.lower() not in locate.ENDINGS:
        return
    loaded = formats.load(path)
    if loaded.kind != kind:
        raise HexwrightError(f"{name}: this is a {loaded.kind or 'file of another program'}, not a {kind}")
    if loaded.model is None:
        why = loaded.errors[0].message if loaded.errors else "it cannot be read"
        raise HexwrightError(f"{name}: {why}")


# -- installing -------------------------------------------------------------------------------------------------


def installed() -> list[Manifest]:
    """The packs that are installed, by key; what is no pack is passed over."""
    found = []
    for folder in locate.pack_folders():
        try:
            found.append(_manifest(_json(_bytes(folder / MANIFEST), str(folder)), str(folder)))
        except HexwrightError:
            continue
    return sorted(found, key=lambda manifest: manifest.key)


def install(path: Path, *, force: bool = False, trusted: Collection[str] = ()) -> Manifest:
    """Install a pack: all of it or nothing, and nothing of it is run. One of the same key is replaced, unless that is a
    later version and ``force`` is not given. ``trusted`` are the hashes of the code that the user trusts; what the user
    trusted before needs no other word. Raises HexwrightError, with file and entry; UntrustedCode for other code."""
    with Archive(path) as archive:
        manifest = _opened(archive, path)
        _refuse_clashes(manifest, path)
        there = next((one for one in installed() if one.key == manifest.key), None)
        if there is not None and not force:
            if there.author != manifest.author:
                raise HexwrightError(
                    f"{path}: a pack {manifest.key} of {there.author or 'another author'} is installed; remove it first"
                )
            if _numbers(there.version) > _numbers(manifest.version):
                raise HexwrightError(
                    f"{path}: version {there.version} of {manifest.key} is installed, which is later than"
                    f" {manifest.version}"
                )
        with folder_for_writing(locate.USERS_PACKS):
            _written(archive, manifest, path, trusted)
    return manifest


def _written(archive: Archive, manifest: Manifest, path: Path, trusted: Collection[str]) -> None:
    """Write a pack's folder beside where it belongs, check it there, and put it in its place."""
    target = locate.USERS_PACKS / manifest.key
    spare = Path(tempfile.mkdtemp(prefix=".new-", dir=locate.USERS_PACKS))
    try:
        total = 0
        made = {
            spare / MANIFEST: manifest.as_json.encode(),
            spare / ".hexwright": b"",
        }
        for name, stated in manifest.files.items():
            data = archive.read(name, MOST_FILE)
            total += len(data)
            if total > MOST_TOGETHER:
                raise HexwrightError(f"{path}: it unpacks to more than {MOST_TOGETHER // 10**6} MB")
            if hashlib.sha256(data).hexdigest() != stated:
                raise HexwrightError(f"{path}, entry {name}: it is not the file that the manifest states")
            file = spare.joinpath(*name.split("/"))
            file.parent.mkdir(parents=True, exist_ok=True)
            made[file] = data
        write_together(made)
        _check_all(spare, manifest, path)
        code = tuple(Code(name, made[spare.joinpath(*name.split("/"))]) for name in manifest.code)
        refuse_untrusted(path, code, trusted)
        spare.chmod(0o755)
        _put_in_place(spare, target, _trusting(code, target, trusted))
    except OSError as error:
        raise HexwrightError(f"Could not install {path}: {error.strerror or error}.") from None
    finally:
        shutil.rmtree(spare, ignore_errors=True)


def _check_all(spare: Path, manifest: Manifest, path: Path) -> None:
    """Raise HexwrightError where a file of an unpacked pack is not sound, or is code that no rules of it name."""
    try:
        for name in manifest.files:
            _check_file(spare.joinpath(*name.split("/")), name)
        named = hooks_named(spare, manifest.files)
    except HexwrightError as error:
        raise HexwrightError(f"{path}, entry {error}") from None
    other = [name for name in manifest.code if name not in named]
    if other:
        raise HexwrightError(
            f"{path}, entry {other[0]}: it is a program that no rules file of the pack names as its hooks"
        )


def _trusting(code: Iterable[Code], target: Path, trusted: Collection[str]) -> dict[Path, str]:
    """The code for which the pack itself is trusted, by where it will be; other code of it is trusted elsewhere."""
    before = {*trusted, *trust.trusted_in(target).values()}
    return {target.joinpath(*one.name.split("/")): one.digest for one in code if one.digest in before}


def _put_in_place(spare: Path, target: Path, trusting: Mapping[Path, str]) -> None:
    """Let an unpacked pack take the place of the one that was there, and its code that of the other's code."""
    before = trust.trusted_in(target)
    trust.trust_in(target, trusting)
    old = spare.with_name(spare.name + ".old")
    try:
        if target.exists():
            target.rename(old)
        spare.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        trust.trust_in(target, before)
        raise
    shutil.rmtree(old, ignore_errors=True)


def remove(key: str) -> Manifest:
    """Remove an installed pack, and with it the trust in its code. Raises HexwrightError where there is none of this
    key."""
    there = {one.key: one for one in installed()}
    if key not in there:
        names = ", ".join(there) or "no packs"
        raise HexwrightError(f"there is no pack {key[:40]!r}; there are {names}")
    folder = locate.USERS_PACKS / key
    aside = locate.USERS_PACKS / f".old-{key}-{os.getpid()}"
    try:
        # First: a pack that stays after all is asked about again.
        trust.trust_in(folder, {})
        folder.rename(aside)
        shutil.rmtree(aside)
    except OSError as error:
        raise HexwrightError(f"Could not remove {folder}: {error.strerror or error}.") from None
    return there[key]


def files_of(key: str, folder: str) -> list[Path]:
    """The files of an installed pack in one of its folders, such as ``scenarios``."""
    return sorted(path for path in (locate.USERS_PACKS / key / folder).rglob("*") if path.is_file())


def _refuse_clashes(manifest: Manifest, path: Path) -> None:
    """Raise HexwrightError where a file has a name that one that ships, or one of another pack, has already."""
    for kind, stem, name in _named(manifest.files):
        for folder, whose in _others(kind, manifest.key):
            if any((folder / (stem + ending)).is_file() for ending in locate.ENDINGS):
                raise HexwrightError(f"{path}, entry {name}: there is a {kind} {stem!r} already, {whose}")


def _named(files: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    for name in files:
        kind = KINDS.get(name.split("/")[0])
        if kind is not None and name.count("/") == 1 and name.lower().endswith(locate.ENDINGS):
            yield kind, PurePosixPath(name).stem, name


def _others(kind: str, key: str) -> Iterator[tuple[Path, str]]:
    yield locate.shipped(kind), "which comes with Hexwright"
    for folder in locate.pack_folders():
        if folder.name != key:
            yield folder / locate.FOLDERS[kind], f"in the pack {folder.name}"


# -- details ----------------------------------------------------------------------------------------------------


def program_version() -> str:
    """The version of the program, as packs state what they need."""
    try:
        return version("hexwright")
    except PackageNotFoundError:
        # A checkout is as new as can be.
        return "999"


def _numbers(version: str) -> tuple[int, ...]:
    found = [int(part) for part in re.findall(r"\d+", version)[:4]]
    return tuple(found + [0] * (4 - len(found)))


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_FILE:
            raise HexwrightError(f"{path}: the file is too large; at most {MOST_FILE // 10**6} MB go into a pack")
        return path.read_bytes()
    except OSError as error:
        raise HexwrightError(f"Could not read {path}: {error.strerror or error}.") from None


def _json(data: bytes, where: str) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise HexwrightError(f"{where}: it is not sound JSON") from None
    if not isinstance(found, dict):
        raise HexwrightError(f"{where}: it is not a manifest")
    return found


def _manifest(found: Mapping[str, Any], where: str) -> Manifest:
    try:
        return Manifest.model_validate(dict(found))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        said = _SHAPES.get(name, "") if first["type"] == "string_pattern_mismatch" else ""
        said = said or str(first["msg"]).removeprefix("Value error, ")
        raise HexwrightError(f"{where}: {name}: {said}") from None
