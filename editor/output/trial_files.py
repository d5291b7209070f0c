"""What a trial leaves in a folder: the report, its summary, and the raw rows.

The summary names each file with a digest of it: by that a later trial knows which files are those of an earlier one, as
that one left them, and may be replaced.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.formats.holding import Held, InTheWayError, held, stands_in_the_way
from engine.trials.rows import as_csv, as_parquet, need_parquet, tables
from engine.trials.trial import Trial
from engine.writing import folder_for_writing, refuse_read_only, written_whole

FORMAT: Final = "hexwright-trial 1"
FILES: Final = "files"
"""The entry of the summary that has the digests of the other files."""
SUMMARY: Final = "summary.json"
REPORT: Final = "report.html"
TABLES: Final = ("games", "turns", "losses")


def names(parquet: bool) -> list[str]:
    """The files that are written."""
    kinds = ("csv", "parquet") if parquet else ("csv",)
    return [SUMMARY, *(f"{table}.{kind}" for table in TABLES for kind in kinds), REPORT]


def refuse_unwritable(folder: Path, parquet: bool, *, force: bool) -> None:
    """Say before the games rather than after them that something cannot be written there. Raises HexwrightError.

    A file that no earlier trial left there, or that somebody has changed since, is an InTheWayError, unless ``force``
    is given.
    """
    if parquet:
        need_parquet()
    there = next(one for one in (folder, *folder.absolute().parents) if os.path.lexists(one))
    if not there.is_dir():
        raise HexwrightError(f"{there} is not a folder; --out wants one")
    refuse_read_only(*(folder / name for name in names(parquet)))
    for path, holding in () if force else foreign(folder, parquet):
        raise InTheWayError(path, holding)


def foreign(folder: Path, parquet: bool) -> list[tuple[Path, Held]]:
    """The files in a folder that a trial would replace, each with what it holds, other than those of an earlier trial
    as it left them, and other than reports of ours."""
    earlier = _manifest(folder)
    there = [(path, found) for path in map(folder.joinpath, names(parquet)) if (found := held(path)) is not None]
    return [
        (path, found)
        for path, found in there
        if _digest(path) != earlier.get(path.name) and stands_in_the_way(found, path.suffix.lstrip("."))
    ]


def _manifest(folder: Path) -> dict[str, str]:
    """The digests of the files of an earlier trial by their names; empty where there was none."""
    summary = folder / SUMMARY
    there = held(summary)
    if there is None or there.kind != "trial" or not there.ours:
        return {}
    try:
        text = summary.read_bytes()
        found = json.loads(text).get(FILES)
    except (OSError, ValueError, AttributeError):
        return {}
    named = found if isinstance(found, dict) else {}
    return {**{str(name): str(value) for name, value in named.items()}, SUMMARY: _sum(text)}


def _digest(path: Path) -> str:
    try:
        return _sum(path.read_bytes())
    except OSError:
        return ""


def _sum(content: bytes) -> str:
    return "sha256:" + hashlib.sha256(content).hexdigest()


def write(trial: Trial, folder: Path, *, about: dict[str, str] | None = None, parquet: bool = False) -> list[Path]:
    """Write all files or none, and no empty folder; gives their paths.

    ``about`` is put into the summary. Raises HexwrightError when they cannot be written, or Parquet cannot be made.
    """
    # A command line that writes nothing need not know Qt.
    from editor.output.trial_report import report

    contents: dict[str, bytes] = {}
    for table, rows in tables(trial).items():
        contents[f"{table}.csv"] = as_csv(rows)
        if parquet:
            contents[f"{table}.parquet"] = as_parquet(rows)
    contents[REPORT] = report(trial).encode("utf-8", "replace")
    files = {name: _sum(content) for name, content in contents.items()}
    head = {"format": FORMAT, **(about or {})}
    contents = {SUMMARY: _json({**head, **trial.to_json(), FILES: files}), **contents}
    paths = {folder / name: content for name, content in contents.items()}
    with folder_for_writing(folder), ExitStack() as all_or_none:
        for path, content in paths.items():
            all_or_none.enter_context(written_whole(path)).write_bytes(content)
    return list(paths)


def _json(data: dict[str, object]) -> bytes:
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")
