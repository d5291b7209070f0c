"""A scenario carried over to a changed map: every hex that it names gets its new name, and what has lost its
ground is listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.shift import Shift
from engine.scenario.model import POOL, Arrival, Deployment, Scenario, Scoring, VictoryCondition

CARRIED: Final = ("setup", "setup_areas", "deployments", "arrivals", "victory", "special")
"""The fields of a scenario that name hexes."""

_SURE: Final = 1000
"""A whole number in exclusive rules is taken for a hex from here on: lesser ones are turns and strengths."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A scenario on the new map, and what became of the old one."""

    scenario: Scenario
    fallen: list[str]
    """What has no ground on the new map and was taken out, in words."""
    mentions: list[str]
    """Texts that speak of hexes by their old numbers. They are left as they are: a source may be quoted there."""

    def fields(self) -> dict[str, Any]:
        """The fields that may have changed, for a command."""
        return {name: getattr(self.scenario, name) for name in CARRIED}


def carried(scenario: Scenario, new: BattleMap, moved: Sequence[int]) -> Carried:
    """Carry a scenario from its map to a new one; ``moved`` gives for each old hex its new one, or NOWHERE.

    Names that were no hexes of the old map stay as they are: the umpire has told of them already.
    """
    return _Carrier(scenario, new, moved).run()


def shifted(scenario: Scenario, shift: Shift) -> Carried:
    """Let what a scenario says of hexes go along with hexes that are moved on its map: units that stand there,
    set-up areas, entry hexes, objectives, exclusive rules. Units elsewhere stay where they are."""
    grid = hexes_of(scenario.map).grid
    moved = list(range(grid.size))
    for h, there in shift.places.items():
        moved[h] = there
    return _Carrier(scenario, hexes_of(scenario.map), moved, shift).run()


class _Carrier:
    """One scenario being carried over."""

    def __init__(self, scenario: Scenario, new: BattleMap, moved: Sequence[int], shift: Shift | None = None) -> None:
        """``shift``: where only some hexes are moved, on a map that stays."""
        self.scenario = scenario
        self.old = hexes_of(scenario.map)
        self.new = new
        self.moved = moved
        self.shift = shift
        self.fallen: list[str] = []

    def run(self) -> Carried:
        old = self.scenario
        made = old.with_(
            map=self.new,
            setup=self._setup(old.setup),
            setup_areas={
                side: self._names(names, f"set-up area of {self._side(side)}")
                for side, names in old.setup_areas.items()
            },
            deployments=tuple(self._deployment(group) for group in old.deployments),
            arrivals=tuple(self._arrival(group) for group in old.arrivals),
            victory=replace(
                old.victory,
                scoring=tuple(self._scoring(old.victory.scoring)),
                wins=tuple(replace(win, condition=self._condition(win.condition)) for win in old.victory.wins),
            ),
            special={str(key): self._special(value, str(key)) for key, value in old.special.items()},
        )
        return Carried(made, self.fallen, self._mentions())

    # -- names --------------------------------------------------------------------------------------------------

    def _hex(self, name: str) -> str | None:
        """The new name of a hex; None where it has fallen off. What is no hex stays as it is."""
        h = self.old.grid.find(name)
        if h == NOWHERE:
            return name
        there = self.moved[h]
        return None if there == NOWHERE else self.new.grid.name(there)

    def _region(self, key: str) -> str | None:
        return key if key in self.new.regions else None

    def _names(self, names: Iterable[str], what: str) -> tuple[str, ...]:
        """Hexes and regions; those that are gone are left out and listed."""
        listed = tuple(names)
        stay = self._staying(listed)
        kept = []
        for name in listed:
            there = self._region(name) if name in self.old.regions else name if name in stay else self._hex(name)
            if there is None:
                self.fallen.append(f"{what}: {name}")
            else:
                kept.append(there)
        return tuple(dict.fromkeys(kept)) if self.shift is not None else tuple(kept)

    def _staying(self, names: Sequence[str]) -> set[str]:
        """Of a list that only in part is moved, the hexes that stay in it: those whose new place is in it already,
        as with the regions of a map."""
        if self.shift is None:
            return set()
        grid, moved = self.old.grid, self.shift.places
        listed = {grid.find(name): name for name in names if name not in self.old.regions}
        if listed.keys() <= moved.keys():
            return set()
        return {name for h, name in listed.items() if moved.get(h, NOWHERE) in listed}

    def _side(self, key: str) -> str:
        side = self.scenario.sides.get(key)
        return side.name if side is not None else key

    # -- parts --------------------------------------------------------------------------------------------------

    def _setup(self, setup: Mapping[str, str]) -> dict[str, str]:
        made = {}
        for key, name in setup.items():
            there = self._hex(name)
            if there is None:
                unit = self.scenario.units.get(key)
                self.fallen.append(f"place of {unit.name if unit else key}: {name}")
            else:
                made[key] = there
        return made

    def _deployment(self, group: Deployment) -> Deployment:
        what = f"area of {group.name or 'a group'} of {self._side(group.side)}"
        return replace(group, area=self._names(group.area, what))

    def _arrival(self, group: Arrival) -> Arrival:
        if group.when is not None:
            group = replace(group, when=self._condition(group.when))
        if group.how == POOL:
            return group
        what = f"entry hex of {group.name or 'reinforcements'} on turn {group.turn}"
        return replace(group, entry=self._names(group.entry, what))

    def _scoring(self, lines: Iterable[Scoring]) -> Iterable[Scoring]:
        """A line that has lost all its ground goes."""
        for line in lines:
            what = f"objective {line.name}" if line.name else "objective"
            hexes = self._names(line.hexes, what)
            region = line.region
            if region in self.old.regions and region not in self.new.regions:
                self.fallen.append(f"{what}: {region}")
                region = ""
            if hexes or region or (not line.hexes and not line.region):
                yield replace(line, hexes=hexes, region=region)

    def _condition(self, condition: VictoryCondition) -> VictoryCondition:
        """A condition that has lost its ground stays: the umpire says that it names no place."""
        region = condition.region
        if region in self.old.regions and region not in self.new.regions:
            self.fallen.append(f"condition: {region}")
            region = ""
        inner = tuple(self._condition(part) for part in condition.of)
        hexes = self._names(condition.hexes, "condition")
        return replace(condition, hexes=hexes, region=region, of=inner)

    def _special(self, value: Any, what: str) -> Any:
        """Exclusive rules are a system's own: whatever in them reads as a hex or hexside is one."""
        if isinstance(value, Mapping):
            made = {self._key(key, what): (self._special(item, what), item) for key, item in value.items()}
            return {key: new for key, (new, item) in made.items() if new != "" or new == item}
        if isinstance(value, list | tuple):
            items = (self._special(item, what) for item in value)
            return [item for item in items if item != ""]
        if isinstance(value, str):
            words = [self._word(word, what) for word in value.split()]
            return value if words == value.split() else " ".join(word for word in words if word)
        if isinstance(value, int) and not isinstance(value, bool) and value >= _SURE:
            there = self._word(str(value), what)
            return value if there == str(value) else there
        return value

    def _key(self, key: Any, what: str) -> Any:
        return (self._word(key, what) or key) if isinstance(key, str) else key

    def _word(self, word: str, what: str) -> str:
        """A word of an exclusive rule: a region, a hex, a hexside, or something else; empty when it is gone."""
        if word in self.old.regions:
            return word
        first, bar, second = word.partition("/")
        names = [self._hex(first)]
        if bar:
            if self.shift is not None:
                return self._moved_side(word, what, self.shift)
            if self.old.grid.find(first) == NOWHERE:
                return word
            edge = second.upper() in self.old.grid.direction_names
            if not edge and self.old.grid.find(second) == NOWHERE:
                return word
            names.append(second if edge else self._hex(second))
        if None in names:
            self.fallen.append(f"special, {what}: {word}")
            return ""
        return "/".join(str(name) for name in names)

    def _moved_side(self, word: str, what: str, shift: Shift) -> str:
        grid = self.old.grid
        try:
            side = grid.parse_side(word)
        except HexwrightError:
            return word
        there = shift.side(side)
        if there == NOWHERE:
            self.fallen.append(f"special, {what}: {word}")
            return ""
        return word if there == side else grid.side_name(there)

    # -- texts --------------------------------------------------------------------------------------------------

    def _mentions(self) -> list[str]:
        """Old numbers of hexes in texts, where these hexes have others now."""
        scenario = self.scenario
        texts = {
            "the description": scenario.description,
            "the provenance": scenario.provenance,
            "the text on victory": scenario.victory.text,
            **{f"the provenance of {unit.name}": unit.provenance for unit in scenario.units.values()},
        }
        found = []
        for where, text in texts.items():
            for word in dict.fromkeys(text.replace("/", " ").split()):
                name = word.strip(".,;:!?()[]\"'")
                h = self.old.grid.find(name)
                # A bare number may be a year or a strength.
                if h != NOWHERE and not name.isdigit() and self.old.grid.name(h) == name:
                    there = self._hex(name)
                    if there != name:
                        now = f"now {there}" if there is not None else "which is gone"
                        found.append(f"{where} speaks of {name}, {now}")
        return found
