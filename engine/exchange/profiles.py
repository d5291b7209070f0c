"""Tables of matching that are kept under a name, and found again for the next file of that kind."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.exchange.matches import TERRAIN, TOPICS, MatchingTable, pairs_of, spelled
from engine.spelling import folded
from engine.writing import folder_for_writing, write_text

FOLDER: Final = Path(os.path.expanduser("~/.local/share/hexwright/profiles"))
"""Where the user's profiles are."""
ENDING: Final = ".json"
MOST_BYTES: Final = 1_000_000
_NAME: Final = re.compile(r"[^\W_][\w -]{0,59}")


def dump_profile(key: str, options: Mapping[str, object], terrain: Mapping[str, str]) -> str:
    """A profile as text: the format, the options of reading, and the table of terrain by what the file calls it."""
    data = {"format": "hexwright-profile 1", "for": key, "options": dict(options), "terrain": dict(terrain)}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def save_profile(name: str, text: str) -> Path:
    """Keep a profile under a name; gives its file. Raises HexwrightError for a name that is none."""
    if not _NAME.fullmatch(name):
        raise HexwrightError(f"{name[:60]!r} cannot be the name of a profile; use letters, digits and blanks")
    path = FOLDER / (name + ENDING)
    with folder_for_writing(path.parent):
        write_text(path, text)
    return path


def profile_names(key: str) -> list[str]:
    """The names of the user's profiles for a format, in order."""
    found = []
    for path in sorted(FOLDER.glob("*" + ENDING)) if FOLDER.is_dir() else []:
        try:
            if _read(path).get("for") == key:
                found.append(path.stem)
        except HexwrightError:
            continue
    return found


def keep_profile(name: str, key: str, words: Mapping[str, object], tables: Iterable[MatchingTable]) -> Path:
    """Keep options under a name, with what the things of the tables became. Raises HexwrightError as `save_profile`."""
    kept = {option: value for option, value in words.items() if option not in TOPICS and value != ""}
    chosen = {topic: pairs_of(str(words.get(topic, ""))) for topic in TOPICS}
    for table in tables:
        chosen[table.topic].update({one.name: one.ours for one in table.matches if one.ours})
    terrain = chosen.pop(TERRAIN)
    kept |= {topic: spelled(pairs) for topic, pairs in chosen.items() if pairs}
    return save_profile(name, dump_profile(key, kept, terrain))


def fitting_profiles(key: str, tables: Sequence[MatchingTable]) -> list[tuple[str, int]]:
    """The user's profiles for a format, each with how many things of a file it knows; the best comes first."""
    found = []
    for name in profile_names(key):
        with contextlib.suppress(HexwrightError):
            words = read_profile(name, key)
            known = {table.topic: {folded(one) for one in pairs_of(words.get(table.topic, ""))} for table in tables}
            count = sum(folded(one.name) in known[table.topic] for table in tables for one in table.matches)
            found.append((name, count))
    return sorted(found, key=lambda one: (-one[1], one[0]))


def read_profile(name: str, key: str = "") -> dict[str, str]:
    """The options of reading that a profile has; the table is the option ``terrain``. ``name`` is a name that it was
    kept under, or a file. Raises HexwrightError where there is none, or it is for another format than ``key``."""
    path = Path(name) if name.lower().endswith(ENDING) else FOLDER / (name + ENDING)
    data = _read(path)
    if key and data.get("for") != key:
        raise HexwrightError(f"{path}: this profile is for files of the format {data.get('for')!r}, not {key!r}")
    options, terrain = data.get("options", {}), data.get("terrain", {})
    if not isinstance(options, dict) or not isinstance(terrain, dict):
        raise HexwrightError(f"{path}: options and terrain must be tables")
    words = {str(one): value if isinstance(value, str) else json.dumps(value) for one, value in options.items()}
    if terrain:
        words["terrain"] = json.dumps({str(one): str(ours) for one, ours in terrain.items()}, ensure_ascii=False)
    return words


def _read(path: Path) -> dict[str, object]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise HexwrightError(f"{path}: a profile has at most {MOST_BYTES // 10**6} MB")
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, HexwrightError):
            raise
        reason = getattr(error, "strerror", None) or "it is not sound JSON"
        raise HexwrightError(f"Could not read the profile {path}: {reason}.") from None
    if not isinstance(data, dict) or not str(data.get("format", "")).startswith("hexwright-profile "):
        raise HexwrightError(f"{path}: this is not a profile of matching tables")
    return data
