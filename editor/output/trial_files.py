"""What a trial leaves in a folder: the report, its summary, and the raw rows."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.trials.rows import as_csv, as_parquet, need_parquet, tables
from engine.trials.trial import Trial
from engine.writing import folder_for_writing, refuse_read_only, written_whole

SUMMARY: Final = "summary.json"
REPORT: Final = "report.html"
TABLES: Final = ("games", "turns", "losses")


def names(parquet: bool) -> list[str]:
    """The files that are written."""
    kinds = ("csv", "parquet") if parquet else ("csv",)
    return [SUMMARY, *(f"{table}.{kind}" for table in TABLES for kind in kinds), REPORT]


def refuse_unwritable(folder: Path, parquet: bool) -> None:
    """Say before the games rather than after them that something cannot be written there. Raises HexwrightError."""
    if parquet:
        need_parquet()
    there = next(one for one in (folder, *folder.absolute().parents) if os.path.lexists(one))
    if not there.is_dir():
        raise HexwrightError(f"{there} is not a folder; --out wants one")
    refuse_read_only(*(folder / name for name in names(parquet)))


def write(trial: Trial, folder: Path, *, about: dict[str, str] | None = None, parquet: bool = False) -> list[Path]:
    """Write all files or none, and no empty folder; gives their paths.

    ``about`` is put into the summary. Raises HexwrightError when they cannot be written, or Parquet cannot be made.
    """
    # A command line that writes nothing need not know Qt.
    from editor.output.trial_report import report

    contents = {SUMMARY: _json({**(about or {}), **trial.to_json()})}
    for table, rows in tables(trial).items():
        contents[f"{table}.csv"] = as_csv(rows)
        if parquet:
            contents[f"{table}.parquet"] = as_parquet(rows)
    contents[REPORT] = report(trial).encode("utf-8", "replace")
    paths = {folder / name: content for name, content in contents.items()}
    with folder_for_writing(folder), ExitStack() as all_or_none:
        for path, content in paths.items():
            all_or_none.enter_context(written_whole(path)).write_bytes(content)
    return list(paths)


def _json(data: dict[str, object]) -> bytes:
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")
