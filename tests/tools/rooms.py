"""The rooms of each package and who imports whom, as pictures: docs/images/rooms-engine.svg and rooms-editor.svg.

``make record ARGS=pages`` draws them. A room stands above all rooms that it imports, and beside those that import it as
well; an arrow is left out where others lead there too. What lies loose in a package is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.formats import write_text

from .imports import PACKAGES, ROOT, graph

Arrows = Mapping[str, frozenset[str]]
"""The rooms that each room imports."""
SLICES: Final = ("hexes", "tables")
"""What is true of one kind of map alone: a folder with rooms of its own, each beside the generic room of its name."""
WIDTH: Final = 960
BOX, HIGH, APART = 112, 26, 66
"""Width and height of a room's box, and from floor to floor."""


def file_of(package: str) -> Path:
    """The picture of a package."""
    return ROOT / "docs" / "images" / f"rooms-{package}.svg"


def arrows(package: str, found: Mapping[str, Mapping[str, int]] | None = None) -> Arrows:
    """The rooms of a package and what each imports of the others."""
    between: dict[str, set[str]] = {}
    for module, targets in (graph() if found is None else found).items():
        room = _room(module, package)
        if room:
            between.setdefault(room, set()).update(filter(None, (_room(target, package) for target in targets)))
    return {room: frozenset(others & between.keys() - {room}) for room, others in sorted(between.items())}


def _room(module: str, package: str) -> str:
    parts = module.split(".")
    if parts[0] != package or not (ROOT / package / "/".join(parts[1:2])).is_dir() or len(parts) < 2:
        return ""
    within = parts[1] in SLICES and (ROOT / package / "/".join(parts[1:3])).is_dir()
    return "/".join(parts[1:3]) if within else parts[1]


def reduced(given: Arrows) -> Arrows:
    """The arrows without those that others make up for; all those between rooms that import each other stay."""
    below = {room: _below(given, room) for room in given}

    def spare(room: str, one: str, other: str) -> bool:
        return one in below[other] and other not in below[one] and room not in below[other]

    return {
        room: frozenset(
            one for one in others if room in below[one] or not any(spare(room, one, other) for other in others - {one})
        )
        for room, others in given.items()
    }


def _below(given: Arrows, room: str) -> frozenset[str]:
    seen: set[str] = set()
    waiting = [*given[room]]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting.extend(given[one])
    return frozenset(seen)


def floors(given: Arrows) -> list[list[str]]:
    """The rooms by floor, the lowest first: each one floor above the highest that it imports, and rooms that import
    each other side by side."""
    below = {room: _below(given, room) for room in given}
    height: dict[str, int] = {}

    def of(room: str) -> int:
        if room not in height:
            beside = {other for other in below[room] if room in below[other]}
            under = frozenset().union(given[room], *(given[other] for other in beside)) - beside - {room}
            found = max((of(other) + 1 for other in under), default=0)
            height.update(dict.fromkeys(beside | {room}, found))
        return height[room]

    top = max(map(of, given), default=-1)
    return [[room for room in sorted(given) if height[room] == floor] for floor in range(top + 1)]


def picture(package: str) -> str:
    """The picture of a package as SVG."""
    given = arrows(package)
    built = floors(given)
    tall = len(built) * APART + HIGH
    place = {
        room: (round(WIDTH * (n + 1) / (len(rooms) + 1)), tall - APART * floor - APART // 2)
        for floor, rooms in enumerate(built)
        for n, room in enumerate(rooms)
    }
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" font-family="sans-serif" '
        'font-size="13">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#7a8796"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{tall}" fill="#fbfaf6"/>',
    ]
    for room, others in reduced(given).items():
        x, y = place[room]
        for other in sorted(others):
            u, v = place[other]
            lines.append(
                f'<path d="M{x} {y + HIGH // 2}C{x} {y + APART // 2} {u} {v - APART // 2} {u} {v - HIGH // 2}" '
                'fill="none" stroke="#7a8796" marker-end="url(#tip)"/>'
            )
    for room, (x, y) in sorted(place.items()):
        lines.append(
            f'<rect x="{x - BOX // 2}" y="{y - HIGH // 2}" width="{BOX}" height="{HIGH}" rx="5" fill="#e4ecd8" '
            'stroke="#3a4450"/>'
            f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="#10202e">{room}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def write() -> None:
    """Draw the pictures of both packages."""
    for package in PACKAGES:
        write_text(file_of(package), picture(package))
