"""What both formats share: reading a text file within bounds, and an empty map."""

from __future__ import annotations

from pathlib import Path

from engine import formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity

MOST_BYTES = 8_000_000
MOST_HEXES = 250_000


def text_of(path: Path) -> str:
    """The text of a file. Raises HexwrightError, with the file, where it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise HexwrightError(f"{path}: the file is too large; at most {MOST_BYTES // 10**6} MB are read")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HexwrightError(f"{path}: its text is not UTF-8") from None
    except OSError as error:
        raise HexwrightError(f"Could not read {path}: {error.strerror or error}.") from None


def empty_map(path: Path, columns: int, rows: int, palette: str, program: str) -> BattleMap:
    """A map of flat-topped hexes whose columns with even numbers are lower. Raises HexwrightError for a wrong size."""
    if columns < 1 or rows < 1 or columns * rows > MOST_HEXES:
        raise HexwrightError(f"{path}: the map has no size, or more than {MOST_HEXES:,} hexes")
    found: Palette = formats.load_palette(palette)
    spec = GridSpec(columns, rows, Orientation.FLAT, Parity.EVEN)
    return BattleMap(Grid(spec), found, path.stem[:80], provenance=f"Imported from {path.name}, a map of {program}.")


def flat_only(source: ExportSource, program: str) -> None:
    """Raise HexwrightError for a map that the program cannot show."""
    if not source.hexes.grid.flat:
        raise HexwrightError(f"{program} has hexes with flat tops only; this map's hexes have pointed tops")


def common_losses(source: ExportSource) -> list[LostPart]:
    """What neither program has a place for."""
    board, found = source.hexes, []
    found += [loss("LOSS109", f"scenario {scenario.name}") for scenario in source.scenarios]
    if board.look.underlay is not None:
        found.append(loss("LOSS110", "the underlay picture"))
    if board.labels:
        found.append(loss("LOSS117", f"{len(board.labels)} names", [board.grid.name(one.at) for one in board.labels]))
    if board.regions:
        found.append(loss("LOSS117", f"{len(board.regions)} regions"))
    if board.grid.name(0) != "0101" or board.grid.numbering.separator:
        found.append(loss("LOSS103", f"numbers such as {board.grid.name(0)}"))
    return found


def shift_of(board: BattleMap) -> int:
    """1 for a map whose first column is the lower one: there goes a column before it, since these programs have the
    second one lower."""
    return board.grid.parity(0)
