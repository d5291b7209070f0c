"""The turn record of a scenario, with its turns' labels, who arrives and who leaves."""

from __future__ import annotations

from collections.abc import Iterator

from engine.paper.markup import shown
from engine.paper.model import TrackSpace, TurnRecordTrack
from engine.plural import counted
from engine.scenario.model import ENTER, POOL, WITHDRAW, Arrival, Scenario
from engine.scenario.victory_words import side_name, spoken_place


def turn_track(scenario: Scenario) -> TurnRecordTrack:
    """The turn record."""
    spaces = tuple(space(scenario, turn) for turn in range(1, scenario.turns.count + 1))
    return TurnRecordTrack("Turn record", spaces)


def space(scenario: Scenario, turn: int) -> TrackSpace:
    """The space of a turn."""
    turns = scenario.turns
    label = turns.labels.get(turn, "")
    marks = tuple(mark.replace("_", " ") for mark, held in turns.marks.items() if turn in held and mark != "night")
    return TrackSpace(turn, shown(label), turns.marked(turn, "night"), marks, tuple(_events(scenario, turn)))


def _events(scenario: Scenario, turn: int) -> Iterator[str]:
    for arrival in scenario.arrivals:
        if arrival.turn == turn:
            yield shown(arrival_text(scenario, arrival))
    for line in scenario.victory.scoring:
        if turn in line.turns:
            yield shown(f"Points: {line.name or line.kind}")


def arrival_text(scenario: Scenario, arrival: Arrival) -> str:
    """Who arrives or leaves, and where: ``British: Brooke's brigade (4 units) at B2413``."""
    what = arrival.name or counted(len(arrival.units), "unit")
    if arrival.name and len(arrival.units) > 1:
        what += f" ({counted(len(arrival.units), 'unit')})"
    side = side_name(scenario, arrival.side)
    if arrival.how == WITHDRAW:
        return f"{side}: {what} leave"
    if arrival.how == POOL:
        return f"{side}: {what} into the pool"
    places = [area_name(scenario, name) for name in arrival.entry[:3]]
    more = f" and {len(arrival.entry) - 3} more" if len(arrival.entry) > 3 else ""
    at = f" {'at' if arrival.how == ENTER else 'in'} {' or '.join(places)}{more}" if places else ""
    return f"{side}: {what}{at}"


def area_name(scenario: Scenario, name: str) -> str:
    """A hex or a region by its name."""
    region = scenario.map.regions.get(name)
    return region.name or name if region is not None else spoken_place(scenario, name)
