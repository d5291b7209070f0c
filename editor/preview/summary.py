"""What happened in a player turn in five lines, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from editor.preview.battle_told import ENDING, OPENING, RESULT
from editor.preview.position import Position
from editor.preview.telling import HISTORICAL
from engine.play import Event
from engine.plural import counted
from engine.umpire.wording import Words, place_of

MOST: Final = 5
BATTLES: Final = 2
"""The number of lines for battles, where there are that many, whatever else happened."""
LOST: Final = ("eliminated", "destroyed")
BACK: Final = ("retreat", "recoil", "demoralized")
COME: Final = ("enter", "arrival", "arrives")
GONE: Final = ("move", "march")
NAMED: Final = 3
"""More units than this are not named one by one."""


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A line, and the place that it leads to; empty for none."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, and where it happened as far as that is known."""

    event: Event
    place: str


def last_turn_of_others(positions: Sequence[Position], people: Iterable[str]) -> tuple[str, list[Position]]:
    """The last player turn of a side that no person plays, with what persons answered in it; where only persons play,
    or none does, the last player turn before the one in progress. The key of that side comes first; empty for none."""
    active, now = _active(positions)
    persons = set(people)
    others = {""} | (persons if persons and persons < set(active) - {""} | {now} else {now})
    end = next((place for place in range(len(active) - 1, -1, -1) if active[place] not in others), -1)
    if end < 0:
        return "", []
    begin = end
    while begin > 0 and active[begin - 1] == active[end]:
        begin -= 1
    return active[end], list(positions[begin : end + 1])


def _active(positions: Sequence[Position]) -> tuple[list[str], str]:
    """Whose player turn each position belongs to, and whose is in progress. An action that ends a phase belongs to the
    turn that it ends."""
    side, found = "", list[str]()
    for position in positions:
        phases = [
            str(event.data["side"]) for event in position.events if event.kind == "phase" and "side" in event.data
        ]
        before, side = side, phases[-1] if phases else side
        found.append(before or position.side or side)
    return found, side or (found[-1] if found else "")


def summary_of(words: Words, positions: Sequence[Position]) -> list[SummaryLine]:
    """At most five lines: the battles, then who was lost, went back, arrived, what befell, who moved."""
    happened = list(_happened(positions))
    battles = list(_battles(words, happened))
    others = [line for line in _others(words, happened) if line is not None]
    room = max(BATTLES, MOST - len(others))
    if len(battles) > room:
        rest = len(battles) - room + 1
        battles = [*battles[: room - 1], SummaryLine(counted(rest, "more battle"), battles[room - 1].place)]
    return [*battles, *others][:MOST]


def _battles(words: Words, happened: Sequence[Happening]) -> Iterable[SummaryLine]:
    """A line for each battle: where, and how it ended."""
    place = ""
    for one in happened:
        event = one.event
        if event.kind in OPENING:
            targets = event.data.get("targets")
            place = str(targets[0]) if isinstance(targets, list | tuple) and targets else place_of(event)
        elif event.kind in (RESULT, ENDING):
            where = place or one.place
            named = f"Battle at {words.place(where)}: " if where else ""
            yield SummaryLine(named + words.event(event), where)


def _others(words: Words, happened: Sequence[Happening]) -> Iterable[SummaryLine | None]:
    """What is not a battle, in the order in which it matters."""
    yield _gathered(words, happened, LOST, "eliminated")
    fallen = {key for one in happened if one.event.kind in LOST for key in _units(one.event)}
    yield _gathered(words, happened, ("loss",), "lost steps", but=fallen)
    yield _gathered(words, happened, BACK, "retreated")
    for one in happened:
        if one.event.kind == HISTORICAL and one.event.data.get("happens"):
            yield SummaryLine(words.event(one.event), one.place)
    yield _gathered(words, happened, COME, "arrived")
    yield _gathered(words, happened, GONE, "moved", last=True)


def _gathered(
    words: Words,
    happened: Sequence[Happening],
    kinds: Sequence[str],
    what: str,
    *,
    but: Collection[str] = (),
    last: bool = False,
) -> SummaryLine | None:
    """One line for all units that the same happened to, which leads to the first of them, or to the last."""
    units: dict[str, Happening] = {}
    for one in happened:
        if one.event.kind in kinds:
            units.update((key, one) for key in _units(one.event) if key not in but)
    if not units:
        return None
    named = words.units(list(units)) if len(units) <= NAMED else counted(len(units), "unit")
    places = [one.place for one in units.values() if one.place]
    pick: Callable[[list[str]], str] = (lambda found: found[-1]) if last else (lambda found: found[0])
    return SummaryLine(f"{named} {what}", pick(places) if places else "")


def _units(event: Event) -> list[str]:
    several = event.data.get("units")
    if isinstance(several, str):
        # Some systems tell of a group in one text.
        several = several.split()
    found = list(several) if isinstance(several, list | tuple) else [event.data.get("unit")]
    return [str(key) for key in found if key]


def _happened(positions: Sequence[Position]) -> Iterable[Happening]:
    """The events with their places: where each says so, else where its units are, or were before they were lost."""
    last: dict[str, str] = {}
    for position in positions:
        now = {key: at for key, how in position.units.items() if (at := str(how.get("at") or ""))}
        for event in position.events:
            found = (now.get(key) or last.get(key) for key in _units(event))
            yield Happening(event, place_of(event) or next(filter(None, found), ""))
        last.update(now)
