"""Profiles: the options and matches of an import under a name, for the next file of that kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.matches import TOPICS, MatchingTable, pairs_of, spelled
from engine.exchange.rows import Format
from engine.spelling import folded
from engine.writing import folder_for_writing, write_together

ENDING: Final = ".hexprofile.json"
MOST_BYTES: Final = 2_000_000
_NAME: Final = re.compile(r"[^\x00-\x1f/\\:*?\"<>|.][^\x00-\x1f/\\:*?\"<>|]{0,59}")
_MARK: Final = "hexwright-profile 1"


@dataclass(frozen=True, slots=True)
class Profile:
    """What the user chose for files of one format."""

    name: str
    format: str
    """The key of the format."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of reading that differ from the usual ones, those of matching tables included."""

    def words(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of reading, where what the user gave comes first."""
        return {**self.options, **given}

    def covers(self, tables: Iterable[MatchingTable]) -> int:
        """How many things of a file it says something about."""
        count = 0
        for table in tables:
            known = {folded(name) for name in pairs_of(str(self.options.get(table.topic, "")))}
            count += sum(folded(one.name.strip()) in known for one in table.matches)
        return count


def saved(folder: Path) -> list[Profile]:
    """The profiles in a folder, by name; files that are none are passed over."""
    found = []
    for path in sorted(folder.glob(f"*{ENDING}")) if folder.is_dir() else []:
        try:
            found.append(read(path))
        except HexwrightError:
            continue
    return found


def fitting(folder: Path, row: Format, tables: Iterable[MatchingTable]) -> list[Profile]:
    """The profiles for a format, the one that says most about a file first."""
    listed = list(tables)
    own = [one for one in saved(folder) if one.format == row.key]
    return sorted(own, key=lambda one: (-one.covers(listed), one.name))


def named(name: str, folder: Path) -> Profile:
    """The profile of a name, or in the file of that path. Raises HexwrightError with the names there are."""
    there = {one.name: one for one in saved(folder)}
    if name in there:
        return there[name]
    path = Path(name)
    if path.suffix and path.is_file():
        return read(path)
    known = ", ".join(there) or "none yet"
    raise HexwrightError(f"there is no profile {name!r}; profiles are {known}")


def read(path: Path) -> Profile:
    """The profile in a file. Raises HexwrightError for one that is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise HexwrightError(f"{path}: the file is too large for a profile")
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise HexwrightError(f"Could not read {path}: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, HexwrightError):
            raise
        raise HexwrightError(f"{path}: it is not a profile of Hexwright") from None
    if not isinstance(data, dict) or data.get("format") != _MARK or not isinstance(data.get("set"), dict):
        raise HexwrightError(f"{path}: it is not a profile of Hexwright")
    return Profile(str(data.get("name", "")) or path.name, str(data.get("for", "")), dict(data["set"]))


def save(profile: Profile, folder: Path) -> Path:
    """Write a profile under its name, in the place of an older one. Raises HexwrightError for a name that no file can
    have, and where it cannot be written."""
    if not _NAME.fullmatch(profile.name.strip()):
        raise HexwrightError(f"a profile cannot be called {profile.name[:60]!r}; use letters, digits and blanks")
    path = folder / f"{profile.name.strip()}{ENDING}"
    data = {"format": _MARK, "name": profile.name.strip(), "for": profile.format, "set": profile.options}
    with folder_for_writing(folder):
        write_together({path: (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")})
    return path


def with_choices(options: Mapping[str, Any], tables: Iterable[MatchingTable]) -> dict[str, Any]:
    """Options in which the tables' present matches are the user's choices, so that they hold for the next file."""
    found = dict(options)
    for table in tables:
        before = pairs_of(str(options.get(table.topic, "")))
        pairs = {**before, **{one.name: one.ours for one in table.matches if one.ours}}
        found[table.topic] = spelled(pairs)
    return {name: value for name, value in found.items() if value != "" or name not in TOPICS}
