"""A scenario carried over to a changed map: every place that it names gets its new name, and what has lost its ground
is listed. Each kind of map says where its places go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.boards.board import Board
from engine.scenario.model import POOL, Arrival, Deployment, Scenario, Scoring, VictoryCondition

CARRIED: Final = ("setup", "setup_areas", "deployments", "arrivals", "victory", "special")
"""The fields of a scenario that name places."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A scenario on the new map, and what became of the old one."""

    scenario: Scenario
    fallen: list[str]
    """What has no ground on the new map and was taken out, in words."""
    mentions: list[str]
    """Texts that speak of places by their old names. They are left as they are: a source may be quoted there."""

    def fields(self) -> dict[str, Any]:
        """The fields that may have changed, for a command."""
        return {name: getattr(self.scenario, name) for name in CARRIED}


class Carrier:
    """One scenario being carried over."""

    def __init__(self, scenario: Scenario, new: Board) -> None:
        self.scenario = scenario
        self.map, self.there = scenario.map, new
        self.fallen: list[str] = []

    # -- what each kind of map says -------------------------------------------------------------------------------

    def moved(self, name: str) -> str | None:
        """The new name of a place; None where it has fallen off. What is no place of the old map stays as it is."""
        raise NotImplementedError

    def staying(self, names: Sequence[str]) -> set[str]:
        """Of a list of which only a part is moved, the places that stay in it."""
        return set()

    def word(self, word: str, what: str) -> str:
        """A word of an exclusive rule: a region, a place, or something else; empty when it is gone."""
        if word in self.map.regions:
            return word
        there = self.moved(word)
        if there is None:
            self.fallen.append(f"special, {what}: {word}")
        return there or ""

    def number(self, value: int, what: str) -> int | str:
        """A whole number in an exclusive rule, which may be the name of a place."""
        return value

    def is_mentioned(self, name: str) -> bool:
        """Whether a word of a text is surely the name of a place."""
        return self.map.find(name) is not None

    def words(self, text: str) -> list[str]:
        """The words of a text that may be names of places."""
        return text.split()

    # -- the scenario ---------------------------------------------------------------------------------------------

    def run(self) -> Carried:
        old = self.scenario
        made = old.with_(
            map=self.there,
            setup=self._setup(old.setup),
            setup_areas={
                side: self.names(names, f"set-up area of {self._side(side)}") for side, names in old.setup_areas.items()
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

    def _region(self, key: str) -> str | None:
        return key if key in self.there.regions else None

    def names(self, names: Iterable[str], what: str) -> tuple[str, ...]:
        """Places and regions; those that are gone are left out and listed."""
        listed = tuple(names)
        stay = self.staying(listed)
        kept = []
        for name in listed:
            there = self._region(name) if name in self.map.regions else name if name in stay else self.moved(name)
            if there is None:
                self.fallen.append(f"{what}: {name}")
            else:
                kept.append(there)
        return tuple(kept)

    def _side(self, key: str) -> str:
        side = self.scenario.sides.get(key)
        return side.name if side is not None else key

    # -- parts --------------------------------------------------------------------------------------------------

    def _setup(self, setup: Mapping[str, str]) -> dict[str, str]:
        made = {}
        for key, name in setup.items():
            there = self.moved(name)
            if there is None:
                unit = self.scenario.units.get(key)
                self.fallen.append(f"place of {unit.name if unit else key}: {name}")
            else:
                made[key] = there
        return made

    def _deployment(self, group: Deployment) -> Deployment:
        what = f"area of {group.name or 'a group'} of {self._side(group.side)}"
        return replace(group, area=self.names(group.area, what))

    def _arrival(self, group: Arrival) -> Arrival:
        if group.when is not None:
            group = replace(group, when=self._condition(group.when))
        if group.how == POOL:
            return group
        what = f"entry hex of {group.name or 'reinforcements'} on turn {group.turn}"
        return replace(group, entry=self.names(group.entry, what))

    def _scoring(self, lines: Iterable[Scoring]) -> Iterable[Scoring]:
        """A line that has lost all its ground goes."""
        for line in lines:
            what = f"objective {line.name}" if line.name else "objective"
            hexes = self.names(line.hexes, what)
            region = line.region
            if region in self.map.regions and region not in self.there.regions:
                self.fallen.append(f"{what}: {region}")
                region = ""
            if hexes or region or (not line.hexes and not line.region):
                yield replace(line, hexes=hexes, region=region)

    def _condition(self, condition: VictoryCondition) -> VictoryCondition:
        """A condition that has lost its ground stays: the umpire says that it names no place."""
        region = condition.region
        if region in self.map.regions and region not in self.there.regions:
            self.fallen.append(f"condition: {region}")
            region = ""
        inner = tuple(self._condition(part) for part in condition.of)
        hexes = self.names(condition.hexes, "condition")
        return replace(condition, hexes=hexes, region=region, of=inner)

    def _special(self, value: Any, what: str) -> Any:
        """Exclusive rules are a system's own: whatever in them reads as a place is one."""
        if isinstance(value, Mapping):
            made = {self._key(key, what): (self._special(item, what), item) for key, item in value.items()}
            return {key: new for key, (new, item) in made.items() if new != "" or new == item}
        if isinstance(value, list | tuple):
            items = (self._special(item, what) for item in value)
            return [item for item in items if item != ""]
        if isinstance(value, str):
            words = [self.word(word, what) for word in value.split()]
            return value if words == value.split() else " ".join(word for word in words if word)
        return self.number(value, what) if isinstance(value, int) and not isinstance(value, bool) else value

    def _key(self, key: Any, what: str) -> Any:
        return (self.word(key, what) or key) if isinstance(key, str) else key

    # -- texts --------------------------------------------------------------------------------------------------

    def _mentions(self) -> list[str]:
        """Old names of places in texts, where these places have others now."""
        scenario = self.scenario
        texts = {
            "the description": scenario.description,
            "the provenance": scenario.provenance,
            "the text on victory": scenario.victory.text,
            **{f"the provenance of {unit.name}": unit.provenance for unit in scenario.units.values()},
        }
        found = []
        for where, text in texts.items():
            for word in dict.fromkeys(self.words(text)):
                name = word.strip(".,;:!?()[]\"'")
                if self.is_mentioned(name):
                    there = self.moved(name)
                    if there != name:
                        now = f"now {there}" if there is not None else "which no longer exists"
                        found.append(f"{where} mentions {name}, {now}")
        return found
