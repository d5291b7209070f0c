"""Optional chapters that a scenario switches on, and that nothing in it can ever use (17.0 to 32.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from engine.errors import HexwrightError
from engine.findings import Finding, Fix, Place, Severity
from engine.hexes.board.battlemap import hexes_of
from engine.mechanics.hexes.setup import counters
from engine.scenario import Scenario
from engine.systems.sun_never_sets.base.counters import BOATS, CIVILIANS, EMPIRE, FLEET, SUPPLY, UnitValues
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.options import OPTIONS
from engine.systems.sun_never_sets.base.special import Special
from engine.systems.sun_never_sets.base.tables import Tables
from engine.systems.sun_never_sets.base.waters import Waters
from engine.systems.sun_never_sets.campaigns.abyssinia import Abyssinia
from engine.systems.sun_never_sets.campaigns.asante import Asante

_PLACES: Final = frozenset({"fortress", "town", "kraal"})
"""Where atrocities are committed and fair play practised (23.1, 23.4)."""


class _Stock:
    """What a scenario has that a chapter may be about. Raises HexwrightError where its rules or tables do not fit."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.special, self.tables = Special.of(scenario), Tables.of(scenario.tables)
        self.types = {unit.type for unit in scenario.units.values()}
        self.headquarters = [
            (unit, values) for unit, values in counters(scenario, UnitValues) if unit.type == "headquarters"
        ]

    @cached_property
    def ground(self) -> Ground:
        """The map as these rules see it."""
        return Ground(hexes_of(self.scenario.map), self.tables)

    @cached_property
    def waters(self) -> Waters:
        """Where boats and fleets go."""
        return Waters(self.ground, self.tables)

    def _engineers(self) -> str:
        # Without engineers the switch still makes roads dearer (17.42), and lets the Asante entrench (asante:6.6).
        idle = not {"engineer", "pioneer"} & self.types and not self.ground.roads
        return "no engineers or pioneers, and no roads" if idle and self.special.campaign != Asante.key else ""

    def _sieges(self) -> str:
        return "" if any(self.ground.fortress) else "no fortress"

    def _conduct(self) -> str:
        # In Abyssinia an event commits an atrocity wherever Theodore is.
        places = any(not _PLACES.isdisjoint(found) for found in self.ground.features)
        return "" if places or self.special.campaign == Abyssinia.key else "no fortress, town or kraal"

    def _political(self) -> str:
        officers = any(values.political or values.commander for _, values in self.headquarters)
        return "" if officers else "no political officer, and no commander in chief"

    def _civilians(self) -> str:
        return "" if CIVILIANS in self.types else "no civilians"

    def _rivers(self) -> str:
        if self.types.isdisjoint(BOATS):
            return "no boats"
        return "" if self.waters.shores else "no major river or coast for its boats"

    def _fleets(self) -> str:
        if FLEET not in self.types:
            # In Abyssinia the British land on the open coast where their fleet is, and nowhere else (abyssinia:4.6).
            return "" if self.special.campaign == Abyssinia.key else "no fleet"
        return "" if any(self.waters.sails(h) for h in range(self.ground.size)) else "no sea or coast for its fleets"

    def _transfer(self) -> str:
        return "" if sum(self.ground.coastal) > 1 else "no coast to go along"

    def _railroads(self) -> str:
        there = self.ground.rails or self.ground.rails_planned or self.special.railheads
        return "" if there or self.special.railhead_with_engineer else "no railway, finished or potential"

    def _signals(self) -> str:
        sides = self.scenario.sides
        lends = (
            unit.side in sides and sides[unit.side].role == EMPIRE and values.strategic
            for unit, values in self.headquarters
        )
        return "" if any(lends) else f"no headquarters of the {EMPIRE} with a strategic value to lend"

    def _supplied_combat(self) -> str:
        return "" if SUPPLY in self.types else "no supply units"

    def missing(self) -> dict[str, Callable[[], str]]:
        """For each switch that may be idle what says for certain, in words, what there would have to be; that is empty
        where the chapter may be of use. Of the other chapters nothing is certain."""
        return {
            "engineers": self._engineers,
            "sieges": self._sieges,
            "conduct": self._conduct,
            "political": self._political,
            "civilians": self._civilians,
            "rivers": self._rivers,
            "fleets": self._fleets,
            "transfer": self._transfer,
            "railroads": self._railroads,
            "signals": self._signals,
            "supplied_combat": self._supplied_combat,
        }


def idle_findings(scenario: Scenario) -> Iterator[Finding]:
    """Switches that the scenario itself turns on, and that change nothing in it; those that an edition has on by itself
    are no business of its author's."""
    if not any(scenario.options.get(switch) is True for switch in OPTIONS):
        return
    try:
        stock = _Stock(scenario)
    except HexwrightError:
        # Another check says what does not fit.
        return
    for switch, missing in stock.missing().items():
        if scenario.options.get(switch) is True and (why := missing()):
            message = f"the option {switch} is on but has no effect: the scenario has {why}"
            hint = f"leave out `{switch}: true`, or add what is missing"
            fix = Fix(f"Play without {switch}", "set_option", {"name": switch, "value": False})
            place = Place(path=("options", switch))
            yield Finding("RULE133", Severity.INFO, message, place, OPTIONS[switch].rule, hint, fix)
