"""Record what the program says and does, and tell in words what has changed: ``make record``.

``make record ARGS="refusals findings"`` records some parts, ``make record ARGS=fm`` what belongs to one scenario, room
or system; ``make record ARGS=--list`` lists all. The tests compare what is recorded. Read the differences before you
commit them.
"""

from __future__ import annotations

import argparse
import difflib
import multiprocessing
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = ROOT / "tests"
sys.path[:0] = [str(ROOT), str(TESTS), str(TESTS / "toys")]

from tools import (  # noqa: E402 -- found on the path that was just set
    broken_files,
    counting,
    examples_told,
    findings_said,
    goldens,
    knowndoc,
    models,
    refusals,
    rooms,
    rulesdoc,
    sentences,
    signatures,
)

from engine.formats import write_text  # noqa: E402
from engine.play.registry import SYSTEMS  # noqa: E402
from engine.umpire import handbook  # noqa: E402

PROCESSES: Final = 2
FILES_SHOWN, PLACES_SHOWN, WIDTH = 4, 3, 160
"""So many changed files of a part are told in full, so many places of each, so wide."""


@dataclass(frozen=True)
class Part:
    """Something that is recorded in files, which have their pieces written one by one."""

    about: str
    folders: tuple[Path, ...]
    """Folders or files that belong to it."""
    pieces: Callable[[], Sequence[str]]
    write: Callable[[str], None]
    kept: Callable[[str], Sequence[Path]] | None = None
    """The files of a piece, where files of pieces that are gone are removed."""


def _playthrough(name: str) -> None:
    """A golden game with the actions that it has, or played again where the rules no longer let it go on so; and its
    signature."""
    path = goldens.golden_file(name)
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    now = goldens.replayed(name, before) if before else []
    if not now or (now[-1].startswith("stopped: ") and now[-1] != before[-1]):
        now = goldens.played(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, "\n".join(now) + "\n")
    signatures.write(name)


def _handbook() -> None:
    write_text(handbook.FILE, handbook.handbook())


def _page(name: str) -> None:
    if name == "formats":
        write_text(knowndoc.PAGE, knowndoc.page())
    elif name == "handbook":
        _handbook()
    elif name == "rooms":
        rooms.write()
    else:
        rulesdoc.main([name])


def _pages() -> list[str]:
    return sorted(name for name in SYSTEMS if rulesdoc.page_file(name).exists())


# What takes long in one piece comes first, so that two processes end at about the same time.
PARTS: Final[dict[str, Part]] = {
    "broken": Part(
        "tests/broken/checks: a bad file for each check",
        (broken_files.FOLDER,),
        lambda: ["checks"],
        lambda _: broken_files.main(),
    ),
    "examples": Part(
        "tests/examples_told and tests/sentences/<system>.txt: what is said in the examples of play",
        (examples_told.FOLDER, *map(examples_told.sentences_of, examples_told.systems())),
        examples_told.systems,
        examples_told.write,
        lambda system: (examples_told.file_of(system), examples_told.sentences_of(system)),
    ),
    "refusals": Part(
        "tests/refusals and tests/sentences/refusals.txt: why the rules refuse what makes no sense",
        (refusals.KEPT, refusals.SENTENCES),
        lambda: ["games"],
        lambda _: refusals.main([]),
    ),
    "findings": Part(
        "tests/findings_said and tests/sentences/findings.txt: what the umpire says of wrong files",
        (findings_said.FOLDER, findings_said.SENTENCES),
        lambda: ["files"],
        lambda _: findings_said.main(),
    ),
    "playthroughs": Part(
        "tests/playthroughs and tests/signatures: golden games, and digests of what the rules say in them",
        (goldens.FOLDER, signatures.FOLDER),
        goldens.shipped,
        _playthrough,
        lambda name: (goldens.golden_file(name), signatures.file_of(name)),
    ),
    "counts": Part(
        "tests/counts: how many actions are legal in set positions",
        (counting.FOLDER,),
        lambda: sorted(path.stem for path in counting.FOLDER.glob("*.yaml")),
        lambda system: counting.main([system]),
    ),
    "models": Part(
        "tests/data/models.txt: every field that the rules read from a file",
        (models.FILE,),
        lambda: ["fields"],
        lambda _: models.write(),
    ),
    "sentences": Part(
        "tests/sentences/code: every sentence of the code that a person can meet",
        (sentences.FOLDER,),
        sentences.rooms,
        sentences.write,
        lambda room: (sentences.file_of(room),),
    ),
    "pages": Part(
        "docs/systems, docs/images/rooms-*.svg, docs/formats.md and docs/findings.md, where made from the program",
        (rulesdoc.page_file("tlg2").parent, knowndoc.PAGE, handbook.FILE, *map(rooms.file_of, rooms.PACKAGES)),
        lambda: [*_pages(), "formats", "handbook", "rooms"],
        _page,
    ),
}
ALSO: Final = {"signatures": "playthroughs"}
"""Other names of parts."""
FIRST: Final = "broken"
"""What the others read."""


def chosen(names: Sequence[str]) -> dict[str, list[str]]:
    """The pieces of each part that some names mean: parts, pieces, or all for no name."""
    wanted = {part: list(PARTS[part].pieces()) for part in PARTS if not names}
    for name in names:
        part = ALSO.get(name, name)
        if part in PARTS:
            found = {part: [*PARTS[part].pieces()]}
        else:
            found = {each: [name] for each, known in PARTS.items() if name in known.pieces()}
        if not found:
            raise SystemExit(f"nothing is recorded by the name {name}; --list lists what is")
        for each, pieces in found.items():
            wanted[each] = list(dict.fromkeys([*wanted.get(each, ()), *pieces]))
    return wanted


def _texts(part: Part) -> dict[Path, list[str]]:
    files: Iterable[Path] = (
        file for root in part.folders for file in (root.rglob("*") if root.is_dir() else [root]) if file.is_file()
    )
    return {file: file.read_text(encoding="utf-8").splitlines() for file in files}


def _write(task: tuple[str, str]) -> str:
    """Write a piece of a part; what is said where that fails, else nothing."""
    part, piece = task
    try:
        PARTS[part].write(piece)
    except Exception:
        return f"{part}: {piece} could not be recorded\n{traceback.format_exc()}"
    return ""


def _write_all(tasks: Sequence[tuple[str, str]], processes: int) -> list[str]:
    """Write all pieces; what is said of those that could not be written."""
    if processes == 1:
        return [said for task in tasks if (said := _write(task))]
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as crew:
        return [said for said in crew.map(_write, tasks) if said]


def _remove_leftovers(part: Part) -> None:
    if part.kept is not None:
        wanted = {path for piece in part.pieces() for path in part.kept(piece)}
        for path in [*_texts(part)]:
            if path not in wanted:
                path.unlink()


def report(name: str, before: dict[Path, list[str]], now: dict[Path, list[str]]) -> Iterator[str]:
    """What has changed in the files of a part, in words: how many files, and the first lines that differ in some."""
    changed = [path for path in sorted({*before, *now}) if before.get(path) != now.get(path)]
    if not changed:
        yield f"{name}: nothing has changed"
        return
    yield f"{name}: {len(changed)} of {len({*before, *now})} files changed"
    for path in changed[:FILES_SHOWN]:
        was, is_ = before.get(path, []), now.get(path, [])
        lines = [*difflib.unified_diff(was, is_, lineterm="", n=0)][2:]
        gone, new = (sum(line.startswith(sign) for line in lines) for sign in "-+")
        yield f"  {path.relative_to(ROOT)}: {gone} lines before, {new} now"
        if path.is_relative_to(signatures.FOLDER):
            yield f"    {signatures.differences(path.stem, was, is_).splitlines()[0]}"
            continue
        yield from (f"    {line[:WIDTH]}" for place in _places(lines)[:PLACES_SHOWN] for line in place)
    if len(changed) > FILES_SHOWN:
        yield f"  and {', '.join(path.stem for path in changed[FILES_SHOWN:])}"


def _places(lines: Sequence[str]) -> list[list[str]]:
    """The places of a difference, each with its first line before and its first line now."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("@@"):
            found.append([])
        elif not any(line[0] == known[0] for known in found[-1]):
            found[-1].append(line)
    return found


def main(words: Sequence[str]) -> int:
    """Record some parts, or all."""
    asked = argparse.ArgumentParser(prog="make record", description="record what the program says and does")
    asked.add_argument("names", nargs="*", help="parts or pieces; all for none")
    asked.add_argument("--list", action="store_true", help="list the parts and their pieces")
    asked.add_argument("--processes", type=int, default=min(PROCESSES, os.cpu_count() or 1), help="at the same time")
    given = asked.parse_args(words)
    if given.list:
        for name, part in PARTS.items():
            print(f"{name}: {part.about}\n  {' '.join(part.pieces())}")
        return 0
    wanted = chosen(given.names)
    before = {name: _texts(PARTS[name]) for name in wanted}
    failed = _write_all([(FIRST, piece) for piece in wanted.get(FIRST, ())], 1)
    tasks = [(name, piece) for name, pieces in wanted.items() if name != FIRST for piece in pieces]
    failed += _write_all(tasks, given.processes)
    for name in wanted:
        _remove_leftovers(PARTS[name])
        print("\n".join(report(name, before[name], _texts(PARTS[name]))))
    print("".join(failed), end="", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
