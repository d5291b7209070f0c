"""What Find offers on every kind of map: its units, and where what is chosen is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from editor.desk.desk import Desk
from editor.dialogs.seeker import NO_PLACES, Offer, Places
from editor.panels.unit_tree import whereabouts
from engine.boards.board import Spot


class Finder:
    """Offers what is on the map of a desk; each kind of map adds what it has."""

    hint = "A place, a hex number, a terrain, a feature, a hexside, a region, a unit"
    """What can be looked for, as the line says where it is typed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def offers(self) -> Iterator[Offer]:
        """Everything on the map that has a name or a number."""
        yield from self.units()

    def numbered(self, query: str) -> Iterator[Offer]:
        """What is offered for a text only when it is typed."""
        yield from ()

    def counted(self, places: int) -> str:
        """A number of places, in words."""
        return f"{places} place{'s' if places != 1 else ''}"

    def units(self) -> Iterator[Offer]:
        """The units, each with where it is."""
        scenario, board = self.desk.document.scenario, self.desk.board
        places = whereabouts(scenario) if scenario else {}
        for key, unit in (scenario.units if scenario else {}).items():
            spot = board.find(scenario.setup.get(key, "")) if scenario else None
            where = places.get(key, "")
            side = scenario.sides[unit.side].name if scenario and unit.side in scenario.sides else unit.side
            remark = f"unit {key} · {side} {unit.type} · {where}"
            yield self.offer(unit.name, remark, at(spot), key)

    # -- going there --------------------------------------------------------------------------------------------

    def offer(self, text: str, remark: str, places: Places, unit: str = "") -> Offer:
        """An offer that goes to places, and selects them and a unit."""
        return Offer(text, remark, self._goer(places, unit), None, places, unit)

    def _goer(self, places: Places, unit: str) -> Callable[[], None]:
        def go() -> None:
            if places.hexes:
                self.desk.go_to(places.hexes[0])
            self.desk.selection.set(places.hexes, unit or None)

        return go

    def select_all(self, offers: Iterable[Offer]) -> None:
        """Select everything that these offers stand for."""
        found = list(offers)
        spots = dict.fromkeys(spot for offer in found for spot in offer.hexes)
        units = [offer.unit for offer in found if offer.unit]
        self.desk.selection.set(spots, units)
        told = [self.counted(len(spots))] if spots else []
        told += [f"{len(units)} unit{'s' if len(units) != 1 else ''}"] if units else []
        self.desk.status(f"{' and '.join(told)} selected")


def at(spot: Spot | None) -> Places:
    """One place, or none."""
    return Places(1, lambda: (spot,)) if spot is not None else NO_PLACES
