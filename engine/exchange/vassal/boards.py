"""The board of a module as a map: its grid as a grid of ours, and its picture as an underlay that fits it."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass, field
from math import ceil, floor, isfinite, sqrt
from typing import Final

from PIL import Image

from engine.boards.affine import Affine, Point, applied, inverse
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.exchange.gridfit import AS_IN_FILE, USUAL_HEX, GridFit, LaidGrid
from engine.exchange.gridoptions import GridOptions
from engine.exchange.losses import LostPart, loss
from engine.exchange.trees import Element
from engine.exchange.vassal.opening import OpenModule, kind_of_part
from engine.exchange.vassal.options import VassalReading
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Numbering, Order
from engine.plural import counted

SMALLEST: Final = 6.0
"""Pixels between the lines of a grid, at least."""
SLACK: Final = 0.5
"""Pixels that a centre may lie beyond the picture."""
MOST_HEXES: Final = 250_000
LARGEST_BOARD: Final = 170_000_000
"""Pixels of a board's picture; Pillow by itself opens hardly more."""
LONGEST: Final = 100_000
"""Pixels of a picture's side."""
_USUAL: Final = "$gridLocation$"


@dataclass(slots=True)
class ModuleBoard:
    """A board of a module, with its hex grid."""

    window: Element
    board: Element
    lines: Element
    """The HexGrid."""
    name: str
    image: str


@dataclass(slots=True)
class FittedGrid:
    """A grid of ours on a board: how pixels of the board become paper, and back."""

    grid: Grid
    origin: tuple[float, float]
    """The pixel of the centre of the upper left hex, as the file has it."""
    across: float
    """Circumradii per pixel along rows of pixels, as the file has it."""
    down: float
    laid: LaidGrid
    """The grid for the window in which it is fitted, without the picture."""
    losses: list[LostPart] = field(default_factory=list)

    @property
    def matrix(self) -> Affine:
        """From pixels of the picture to paper."""
        cx, cy = self.grid.paper(self.grid.lattice(0))
        a, b, c, d, e, f = inverse(self.laid.fit.matrix(self.laid.width, self.laid.height))
        across, down = self.across, self.down
        return (
            a * across,
            b * down,
            c * across,
            d * down,
            cx + (e - self.origin[0]) * across,
            cy + (f - self.origin[1]) * down,
        )

    def paper(self, x: float, y: float) -> Point:
        """The paper point of a pixel."""
        return applied(self.matrix, x, y)

    def underlay(self, image: str) -> Underlay:
        """The picture under the map."""
        return Underlay(image).placed(self.matrix)


def boards_of(module: OpenModule, options: GridOptions) -> tuple[list[ModuleBoard], list[ModuleBoard]]:
    """The boards that have a hex grid, of themselves or in a zone, and the others, in their order. Where ``options``
    say how large hexes are, their grid is that one."""
    with_grid: list[ModuleBoard] = []
    without: list[ModuleBoard] = []
    for kind in ("Map", "PrivateMap"):
        for window in module.every(kind):
            for board in (node for node in window.walk() if kind_of_part(node) == "Board"):
                lines = next((node for node in board.walk() if kind_of_part(node) == "HexGrid"), None)
                own = plain_lines(options) if lines is None or options.hex else lines
                made = ModuleBoard(window, board, own, board.get("name"), board.get("image"))
                (without if lines is None else with_grid).append(made)
    return with_grid, without


def table_board(module: OpenModule) -> ModuleBoard:
    """The board of a table, which has no grid. Raises HexwrightError where there is none."""
    for window in module.every("Map"):
        for board in (node for node in window.walk() if kind_of_part(node) == "Board"):
            return ModuleBoard(window, board, board, board.get("name"), board.get("image"))
    raise HexwrightError(f"{module.archive.path} has no board")


def chosen(module: OpenModule, options: VassalReading) -> tuple[ModuleBoard, list[LostPart]]:
    """The board to import: the one that is named, or the first with a hex grid, or the first; with the grid of a zone,
    or its first. Raises HexwrightError where there is none."""
    name, zone = options.board, options.zone
    with_grid, without = boards_of(module, options)
    boards = [*with_grid, *without]
    if not boards:
        raise HexwrightError(f"{module.archive.path} has no board, so no map can be made of it")
    names = ", ".join(dict.fromkeys(board.name for board in boards))
    board = next((board for board in boards if board.name == name), None) if name else boards[0]
    if board is None:
        raise HexwrightError(f"there is no board {name!r} in the module; there are {names}")
    losses = []
    others = [one.name for one in with_grid or without if one.name != board.name]
    if others:
        losses.append(loss("LOSS209", f"boards {', '.join(dict.fromkeys(others))}", option=f"board={others[0]}"))
    if board in without and not options.hex:
        losses.append(loss("LOSS219", f"a hex grid on the board {board.name}", option=f"hex={USUAL_HEX:g}"))
    grids = _grids(board.board) if not options.hex else []
    if zone:
        named = [grid for called, grid in grids if called == zone]
        if not named:
            zones = ", ".join(dict.fromkeys(called for called, _ in grids if called)) or "none with a hex grid"
            raise HexwrightError(f"there is no zone {zone!r} on the board {board.name!r}; there are {zones}")
        board.lines = named[0]
    further = [called for called, grid in grids if grid is not board.lines]
    if further:
        called = next((called for called in further if called), "")
        said = f"{counted(len(further), 'further hex grid')} on the board {board.name}"
        losses.append(loss("LOSS209", said, option=f"zone={called}" if called else ""))
    return board, losses


def _grids(board: Element) -> list[tuple[str, Element]]:
    """The hex grids of a board, each with the name of its zone; an empty name for that of the board itself."""
    found: list[tuple[str, Element]] = []
    waiting = [("", board)]
    while waiting:
        zone, node = waiting.pop()
        if kind_of_part(node) == "HexGrid":
            found.append((zone, node))
            continue
        inner = node.get("name").strip() if kind_of_part(node) == "Zone" else zone
        waiting.extend((inner, child) for child in reversed(node.children))
    return found


def size_of(module: OpenModule, board: ModuleBoard) -> tuple[int, int]:
    """Width and height of a board in pixels: those of its picture, or those that it says. Raises HexwrightError."""
    size = _picture_size(module, board.image)
    width, height = size if size is not None else (_whole(board.board, "width"), _whole(board.board, "height"))
    if not 0 < width <= LONGEST or not 0 < height <= LONGEST:
        raise HexwrightError(f"the board {board.name!r} has no size: its picture is missing or cannot be read")
    return width, height


def _picture_size(module: OpenModule, image: str) -> tuple[int, int] | None:
    entry = f"images/{image}"
    if not image or entry not in module.archive:
        return None
    try:
        with warnings.catch_warnings():
            # Only the beginning of the picture is looked at; how large it is unpacked is no danger here.
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(module.archive.read(entry))) as picture:
                size = picture.size
    except Image.DecompressionBombError:
        size = (LONGEST, LONGEST)
    except (OSError, ValueError, SyntaxError):
        return None
    if size[0] * size[1] > LARGEST_BOARD:
        raise HexwrightError(
            f"{module.archive.path}, entry {entry[:80]}: the picture of the board has more than "
            f"{LARGEST_BOARD // 10**6} million pixels; make it smaller, and the grid with it"
        )
    return size


def fitted(lines: Element, name: str, size: tuple[int, int], fit: GridFit = AS_IN_FILE) -> FittedGrid:
    """A grid of ours over all hexes whose centres are on the picture of a board of this name; ``lines`` are its
    HexGrid, which ``fit`` lays elsewhere. Raises HexwrightError for a grid without size, or with too many hexes."""
    sideways = lines.get("sideways") == "true"
    step, pitch = _number(lines, "dx"), _number(lines, "dy")
    if min(step, pitch) < SMALLEST or not isfinite(step + pitch):
        raise HexwrightError(f"the grid of the board {name!r} has hexes of no size")
    along0, across0 = _number(lines, "x0"), _number(lines, "y0")
    matrix = fit.matrix(*size)
    along_ends, across_ends = _spans(size, matrix, fit)[:: -1 if sideways else 1]
    numbers = next((node for node in lines.children if kind_of_part(node) == "HexGridNumbering"), None)
    stagger = numbers is not None and numbers.get("stagger", "true") == "true"
    first, last = _within(along0, step, along_ends)
    # Odd lines lie half a step further on; where numbers are staggered, a hex of theirs counts one more.
    even = _within(across0, pitch, across_ends)
    odd = _within(across0 + pitch / 2 - (pitch if stagger else 0), pitch, across_ends)
    begin, end = min(even[0], odd[0]), max(even[1], odd[1])
    if numbers is not None and "true" not in (numbers.get("hDescend"), numbers.get("vDescend")):
        # Lines with numbers below 0 are the rim of the picture, and no part of the map.
        first, begin = max(first, -_whole(numbers, "hOff")), max(begin, -_whole(numbers, "vOff"))
    count, length = last - first + 1, end - begin + 1
    if count < 1 or length < 1:
        raise HexwrightError(f"the grid of the board {name!r} has no hex on its picture")
    if count * length > MOST_HEXES:
        raise HexwrightError(f"the board {name!r} has {count * length:,} hexes; {MOST_HEXES:,} are allowed")

    def pixel(line: int, place: int) -> tuple[float, float]:
        beside = pitch / 2 - (pitch if stagger else 0) if (first + line) % 2 else 0.0
        return along0 + (first + line) * step, across0 + (begin + place) * pitch + beside

    def is_on(line: int, place: int) -> bool:
        at = pixel(line, place)
        x, y = applied(matrix, *(at[::-1] if sideways else at))
        return -SLACK <= x <= size[0] + SLACK and -SLACK <= y <= size[1] + SLACK

    low_first = bool(first % 2) != stagger
    losses: list[LostPart] = []
    numbering, (hex_first, row_first) = _numbers(numbers, sideways, (first, begin), losses)
    shifted = Parity.ODD if ((row_first if sideways else hex_first) % 2 == 1) is low_first else Parity.EVEN
    off = frozenset(
        (place, line) if sideways else (line, place)
        for line in range(count)
        for place in range(length)
        if not is_on(line, place)
    )
    if len(off) == count * length:
        raise HexwrightError(f"the grid of the board {name!r} has no hex on its picture")
    columns, rows = (length, count) if sideways else (count, length)
    orientation = Orientation.POINTY if sideways else Orientation.FLAT
    spec = GridSpec(columns, rows, orientation, shifted, hex_first, row_first, numbering, off)
    grid = _sound(spec, low_first, losses)
    (a, b), scales = pixel(0, 0), (1.5 / step, sqrt(3) / pitch)
    origin, scale = ((b, a), scales[::-1]) if sideways else ((a, b), scales)
    steps = (pitch, step) if sideways else (step, pitch)
    laid = LaidGrid(b"", *size, sideways, *origin, *steps, fit)
    return FittedGrid(grid, origin, scale[0], scale[1], laid, losses)


def plain_lines(options: GridOptions) -> Element:
    """A HexGrid of regular hexes from the upper left corner of a picture on, for pictures without one."""
    pitch = options.hex or USUAL_HEX
    radius = pitch / sqrt(3)
    sideways = options.orientation == "pointy"
    places = {"dx": repr(1.5 * radius), "dy": repr(pitch), "x0": repr(radius), "y0": repr(pitch / 2)}
    return Element("HexGrid", {**places, "sideways": "true" if sideways else "false"})


def _spans(size: tuple[int, int], matrix: Affine, fit: GridFit) -> tuple[tuple[float, float], tuple[float, float]]:
    """What a picture spans across and down, in pixels of the grid as the file has it."""
    if fit.plain:
        return (0.0, size[0]), (0.0, size[1])
    back = inverse(matrix)
    corners = [applied(back, x, y) for x in (0, size[0]) for y in (0, size[1])]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return (min(across), max(across)), (min(down), max(down))


def own_origin(board: ModuleBoard) -> tuple[float, float]:
    """The pixel of the centre of the upper left hex on a board that Hexwright wrote."""
    a, b = _number(board.lines, "x0"), _number(board.lines, "y0")
    return (b, a) if board.lines.get("sideways") == "true" else (a, b)


def _within(begin: float, step: float, ends: tuple[float, float]) -> tuple[int, int]:
    """The first and last number of steps from ``begin`` that are on a picture between two ends."""
    return ceil((ends[0] - begin - SLACK) / step), floor((ends[1] + SLACK - begin) / step)


def _sound(spec: GridSpec, low_first: bool, losses: list[LostPart]) -> Grid:
    """The grid, with usual numbers where its own cannot be read back."""
    try:
        grid = Grid(spec)
        if all(grid.find(grid.name(h)) == h for h in grid.hexes):
            return grid
    except HexwrightError:
        pass
    losses.append(loss("LOSS211", "hex numbers of the board"))
    shifted = Parity.ODD if low_first else Parity.EVEN
    return Grid(GridSpec(spec.columns, spec.rows, spec.orientation, shifted, void=spec.void))


def _numbers(
    node: Element | None, sideways: bool, begin: tuple[int, int], losses: list[LostPart]
) -> tuple[Numbering, tuple[int, int]]:
    """The numbering, and the numbers of the first column and row of ours."""
    if node is None:
        return Numbering(), (1, 1)
    h_first, v_first = begin[0] + _whole(node, "hOff"), begin[1] + _whole(node, "vOff")
    h_type, v_type = node.get("hType", "N"), node.get("vType", "N")
    h_digits, v_digits = (_whole(node, name) + 1 for name in ("hLeading", "vLeading"))
    if sideways:
        column, row = (v_first, v_type, v_digits), (h_first, h_type, h_digits)
    else:
        column, row = (h_first, h_type, h_digits), (v_first, v_type, v_digits)
    lettered = column[1] == "A"
    form = node.get("locationFormat") or _USUAL
    prefix, _, suffix = form.partition(_USUAL)
    strange = [
        what
        for what, is_so in (
            ("numbers that count backwards", "true" in (node.get("hDescend"), node.get("vDescend"))),
            ("columns and rows of different width", not lettered and row[1] == "N" and column[2] != row[2]),
            ("further text in hex numbers", bool(suffix) or _USUAL not in form),
        )
        if is_so
    ]
    if strange:
        losses.append(loss("LOSS211", ", ".join(strange)))
    column_first = (node.get("first", "H") == "H") is not sideways
    digits = max(0 if row[1] == "A" else row[2], 0 if lettered else column[2])
    numbering = Numbering(
        Order.COLUMN_ROW if column_first else Order.ROW_COLUMN,
        Columns.DOUBLED if lettered else Columns.DIGITS,
        0 if digits == 1 else min(digits, 9),
        prefix.strip() if _USUAL in form else "",
        node.get("sep").strip(),
        Columns.DOUBLED if row[1] == "A" else Columns.DIGITS,
    )
    return numbering, (column[0] + (1 if lettered else 0), row[0] + (1 if row[1] == "A" else 0))


def _number(node: Element, name: str) -> float:
    try:
        found = float(node.get(name, "0"))
    except ValueError:
        return 0.0
    return found if isfinite(found) and abs(found) < 1e7 else 0.0


def _whole(node: Element, name: str) -> int:
    return int(_number(node, name))
