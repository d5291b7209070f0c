"""Reads the points of the paths on each page of a PDF file, in millimetres from the page's upper left corner."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
_MM = 25.4 / 72
_NUMBER = re.compile(rb"-?\d+\.?\d*")


def page_sizes(path: Path) -> list[Point]:
    """Width and height of every page."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", path.read_bytes())
    return [(float(width) * _MM, float(height) * _MM) for width, height in boxes]


def page_lines(path: Path) -> list[list[tuple[Point, Point]]]:
    """The straight lines on every page."""
    heights = [height for _, height in page_sizes(path)]
    bodies = [body for body in _streams(path.read_bytes()) if body.lstrip().startswith(b"/GSa gs /CSp cs")]
    assert len(bodies) == len(heights)
    return [_lines(body, height) for body, height in zip(bodies, heights, strict=True)]


def _streams(data: bytes) -> list[bytes]:
    found = []
    for match in re.finditer(rb"stream\r?\n", data):
        try:
            found.append(zlib.decompressobj().decompress(data[match.end() :]))
        except zlib.error:
            continue
    return found


def _lines(body: bytes, height: float) -> list[tuple[Point, Point]]:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    stack: list[Matrix] = []
    here: Point = (0, 0)
    start: Point = (0, 0)
    numbers: list[float] = []
    lines = []
    for token in body.split():
        if _NUMBER.fullmatch(token):
            numbers.append(float(token))
            continue
        if token == b"q":
            stack.append(matrix)
        elif token == b"Q":
            matrix = stack.pop()
        elif token == b"cm" and len(numbers) >= 6:
            matrix = _times(numbers[-6:], matrix)
        elif token in (b"m", b"l", b"c") and len(numbers) >= 2:
            x, y = numbers[-2:]
            there = _on_page(matrix, x, y, height)
            if token == b"l":
                lines.append((here, there))
            elif token == b"m":
                start = there
            here = there
        elif token == b"h":
            lines.append((here, start))
            here = start
        numbers = []
    return lines


def _times(new: list[float], old: Matrix) -> Matrix:
    a, b, c, d, e, f = new
    oa, ob, oc, od, oe, of = old
    moved = e * oa + f * oc + oe, e * ob + f * od + of
    return (a * oa + b * oc, a * ob + b * od, c * oa + d * oc, c * ob + d * od, *moved)


def _on_page(matrix: Matrix, x: float, y: float, height: float) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) * _MM, height - (b * x + d * y + f) * _MM
