"""One way in: recognised by what it holds, read as a whole, and written as files of ours, all of them or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import HexwrightError
from engine.exchange.exporting import options_of, refuse_targets
from engine.exchange.matches import terrain_table
from engine.exchange.rows import Format
from engine.exchange.source import Imported, is_same_map
from engine.formats.boards import dump_map
from engine.formats.write_palette import dump_palette
from engine.formats.write_scenario import dump_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.writing import folder_for_writing, write_together


def import_file(path: Path, row: Format, words: Mapping[str, Any], stem: str) -> Imported:
    """Read a file of another program. ``stem`` is what the files that it becomes are called. Raises HexwrightError."""
    if not row.reader:
        raise HexwrightError(f"a {row.title} cannot be imported")
    options = options_of(row.offers("reading") if row.reading else None, words)
    try:
        found: Imported = row.offers("reader")(path, options, stem)
    except RecursionError:
        raise HexwrightError(f"Could not read {path}: its parts are nested too deep.") from None
    except MemoryError:
        raise HexwrightError(f"Could not read {path}: there is not enough memory for it.") from None
    table = terrain_table(found.matches, found.board.palette)
    found.tables += [table] if table is not None else []
    return found


def import_files(paths: Sequence[Path], rows: Sequence[Format], words: Mapping[str, Any], stem: str) -> Imported:
    """Read several files of one map as one: their scenarios one after the other. Each takes those of ``words`` that it
    has. A file that belongs to another of them, as a saved game to its module, finds it. Raises HexwrightError."""
    fields = [set(row.offers("reading").model_fields) if row.reading else set() for row in rows]
    unknown = [name for name in words if not any(name in known for known in fields)]
    found: Imported | None = None
    for path, row, known in zip(paths, rows, fields, strict=True):
        taken = {name: value for name, value in words.items() if name in known or name in unknown}
        key, option = row.companion
        partner = next((one for one, its_row in zip(paths, rows, strict=True) if its_row.key == key), None)
        if partner is not None:
            taken.setdefault(option, str(partner))
        one = import_file(path, row, taken, stem)
        if found is None:
            found = one
        elif not is_same_map(one.board, found.board):
            raise HexwrightError(f"{path} is on another map than {paths[0]}; import it by itself")
        else:
            found.scenarios += one.scenarios
            found.files |= one.files
            found.losses = list(dict.fromkeys([*found.losses, *one.losses]))
            found.about += f"; {path.name}: {one.about}"
    assert found is not None
    return found


def import_onto(
    paths: Sequence[Path], rows: Sequence[Format], words: Mapping[str, Any], stem: str, board: BattleMap
) -> Imported:
    """Read files for an open map: geography is laid into the hexes of a map that says where it is on the globe, other
    formats are read as `import_files` does. Raises HexwrightError."""
    if len(rows) == 1 and rows[0].onto:
        options = options_of(rows[0].offers("reading") if rows[0].reading else None, words)
        found: Imported = rows[0].offers("onto")(paths[0], options, stem, board)
        found.partial = True
        return found
    return import_files(paths, rows, words, stem)


def import_targets(found: Imported, out: Path) -> list[Path]:
    """The files that an import would write, ``out`` first."""
    return list(_written(found, out))


def save_import(
    found: Imported, out: Path, *, force: bool = False, ready: Callable[[], None] | None = None
) -> list[Path]:
    """Write what was read: a scenario to ``out`` where there is one, with its map, palette and pictures beside it.

    ``ready`` is called before the files take their places, and may raise InterruptedError. Raises InTheWayError for
    files that are there already unless ``force`` is given, and HexwrightError.
    """
    files = _written(found, out)
    with ExitStack() as stack:
        for folder in sorted({path.parent for path in files} - {out.parent}):
            stack.enter_context(folder_for_writing(folder))
        refuse_targets(files, force=force)
        write_together(files, ready)
    return list(files)


def _written(found: Imported, out: Path) -> dict[Path, bytes]:
    """The files of an import with what goes into them, ``out`` first."""
    stem, ending = out.stem, out.suffix or ".yaml"
    files: dict[Path, bytes] = {out: b""}
    board = found.board
    map_path = out.with_name(f"{stem}-map{ending}") if found.scenarios else out
    if found.palette is not None:
        name = f"{stem}-palette{ending}"
        board = replace(board, palette=replace(found.palette, key=f"./{name}"))
        files[out.with_name(name)] = dump_palette(found.palette).encode("utf-8", "replace")
    files[map_path] = dump_map(board).encode("utf-8", "replace")
    for number, scenario in enumerate(found.scenarios, 1):
        path = out if number == 1 else out.with_name(f"{stem}-{number}{ending}")
        named = scenario.with_(map=board, map_ref=f"./{map_path.name}")
        files[path] = dump_scenario(named).encode("utf-8", "replace")
    return files | {out.parent / name: data for name, data in found.files.items()}
