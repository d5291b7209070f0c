"""Forming groups of bases: aligned, evenly spaced, in a line, a column or a block, mirrored, rotated as a whole.

The first base leads: the others face as it does, and lie along its front. Places are whole paces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint, about, measured, paces
from engine.tables.sines import CIRCLE

Places = Mapping[str, BasePlace]
Depths = Mapping[str, float]
Forming = Callable[[Places, Depths], dict[str, BasePlace]]


def aligned(places: Places, _depths: Depths) -> dict[str, BasePlace]:
    """All front edges on one line with the first base's, each where it is along that line."""
    lead = _lead(places)
    return {key: lead.moved(0, measured(lead, one.point)[1]) for key, one in places.items()}


def spaced(places: Places, _depths: Depths) -> dict[str, BasePlace]:
    """The same gaps between bases from the leftmost to the rightmost, which stay; how far ahead each is stays too."""
    lead = _lead(places)
    marks = {key: measured(lead, one.point) for key, one in places.items()}
    order = sorted(marks, key=lambda key: marks[key][1])
    if len(order) < 3:
        return dict(places)
    low, high = marks[order[0]][1], marks[order[-1]][1]
    return {
        key: lead.moved(marks[key][0], low + (high - low) * number // (len(order) - 1))._replace(
            facing=places[key].facing
        )
        for number, key in enumerate(order)
    }


def in_line(places: Places, depths: Depths) -> dict[str, BasePlace]:
    """Side by side, touching, in the order in which they stand from left to right; the middle of them stays."""
    return _ranks(places, depths, len(places))


def in_column(places: Places, depths: Depths) -> dict[str, BasePlace]:
    """One behind another, touching, the foremost first."""
    return _ranks(places, depths, 1)


def in_block(places: Places, depths: Depths) -> dict[str, BasePlace]:
    """Two ranks deep, touching; the front rank has one more where the number is odd."""
    return _ranks(places, depths, -(-len(places) // 2))


def mirrored(places: Places, _depths: Depths) -> dict[str, BasePlace]:
    """Left and right changed about the middle of the group, facings with them."""
    lead = _lead(places)
    middle = _middle(lead, places)
    found = {}
    for key, one in places.items():
        ahead, right = measured(lead, one.point)
        turn = (one.facing - lead.facing) % CIRCLE
        found[key] = lead.moved(ahead, 2 * middle - right)._replace(facing=(lead.facing - turn) % CIRCLE)
    return found


def rotated(places: Places, tenths: int) -> dict[str, BasePlace]:
    """The whole group turned about its middle by tenths of a degree, clockwise."""
    xs, ys = [one.x for one in places.values()], [one.y for one in places.values()]
    middle = TablePoint((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    return {key: about(one, middle, tenths) for key, one in places.items()}


def whole(places: Places) -> dict[str, BasePlace]:
    """The places in whole paces, as files have them."""
    return {key: BasePlace(PACE * paces(one.x), PACE * paces(one.y), one.facing) for key, one in places.items()}


def _lead(places: Places) -> BasePlace:
    return next(iter(places.values()))


def _middle(lead: BasePlace, places: Places) -> int:
    """How far to the right of the first base the middle of the group is, in grains."""
    rights = [measured(lead, one.point)[1] for one in places.values()]
    return (min(rights) + max(rights)) // 2


def _ranks(places: Places, depths: Depths, wide: int) -> dict[str, BasePlace]:
    """Bases in ranks of a given width: those in front stay in front, those at the left stay at the left."""
    lead = _lead(places)
    marks = {key: measured(lead, one.point) for key, one in places.items()}
    ahead = sorted(marks, key=lambda key: (-marks[key][0], marks[key][1]))
    front, middle = max(mark[0] for mark in marks.values()), _middle(lead, places)
    if wide >= len(marks):
        # A line stands where most of its bases are, not where the foremost has run to.
        front = sorted(mark[0] for mark in marks.values())[len(marks) // 2]
    found = {}
    while ahead:
        rank, ahead = _sorted_right(ahead[:wide], marks), ahead[wide:]
        left = middle - (min(wide, len(rank)) - 1) * WIDTH // 2
        for number, key in enumerate(rank):
            found[key] = lead.moved(front, left + number * WIDTH)
        front -= round(max(depths[key] for key in rank) * PACE)
    return found


def _sorted_right(keys: Sequence[str], marks: Mapping[str, tuple[int, int]]) -> list[str]:
    return sorted(keys, key=lambda key: marks[key][1])


FORMS: Final[Mapping[str, tuple[str, str, Forming, str]]] = {
    "align": ("&Align fronts", "Ctrl+Alt+A", aligned, "All front edges on a line with that of the base chosen first"),
    "space": ("Space &evenly", "Ctrl+Alt+E", spaced, "The same gaps between the chosen bases"),
    "line": ("Form &line", "Ctrl+Alt+I", in_line, "The chosen bases side by side, touching"),
    "column": ("Form &column", "Ctrl+Alt+C", in_column, "The chosen bases one behind another, touching"),
    "block": ("Form &block", "Ctrl+Alt+B", in_block, "The chosen bases in two ranks, touching"),
    "mirror": ("&Mirror left and right", "Ctrl+Alt+M", mirrored, "Mirror the chosen bases from left to right"),
}
"""What can be done with chosen bases: the text of the entry, its keys, what does it, and its tip."""
