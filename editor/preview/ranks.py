"""The two ranks of a battle: who faces whom, what each brings, and what became of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from editor.preview.battle_told import OPENING, RESULT
from engine.play import Event
from engine.play.answers import BattleAccount, BattleBoard, BattleForce, Strength
from engine.scenario import Scenario
from engine.umpire.wording import Words

FATES: Final = {
    "eliminated": "eliminated",
    "destroyed": "eliminated",
    "demoralized": "demoralized",
    "retreat": "retreated",
    "recoil": "recoiled",
    "displaced": "displaced",
}
"""What became of a unit, in words, by the kind of event that tells it. A later one counts, except after the end."""
LOST: Final = "eliminated"


@dataclass(frozen=True, slots=True)
class Fighter:
    """One counter of a rank."""

    unit: str
    """Its key; empty for what is not a unit, such as an unseen marker."""
    brings: str = ""
    """Its strength."""
    about: str = ""
    """What it does or counts as, in words."""
    hits: int = 0
    """Steps or hits that it took in the battle."""
    fate: str = ""
    """What became of it, in words; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Two ranks that face each other. A rank is empty where it is not known who stands there."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    between: str = ""
    """What is written between the ranks: their strengths, or the result."""

    @property
    def captioned(self) -> bool:
        """Whether it is known what anybody brings."""
        return any(one.brings for one in (*self.attackers, *self.defenders))

    @property
    def rows(self) -> int:
        """How many ranks have a unit in them."""
        return bool(self.attackers) + bool(self.defenders)

    def units(self) -> list[str]:
        """The keys of the units of both ranks."""
        return [one.unit for one in (*self.attackers, *self.defenders) if one.unit]


def ranks_of_account(account: BattleAccount) -> Ranks:
    """The ranks of a battle that is being put together, or of a throw outside of battles."""
    attackers, defenders = tuple(map(_brought, account.attackers)), tuple(map(_brought, account.defenders))
    if account.unknown and not defenders:
        defenders = (Fighter("", about="a force that is not known"),)
    if not attackers and not defenders and len(account.throws) == 1:
        attackers = tuple(Fighter(key) for key in account.throws[0].units)
    sums = [_total(parts) for parts in (account.attackers, account.defenders)]
    return Ranks(attackers, defenders, f"{sums[0]} against {sums[1]}" if all(sums) else "")


def ranks_of_board(board: BattleBoard) -> Ranks:
    """The ranks of a battle of several throws, as it stands."""
    hits: dict[str, int] = {}
    for throw in board.throws:
        for key, _ in throw.fell:
            hits[key] = hits.get(key, 0) + 1
    first, second = (_of_force(force, hits) for force in sorted(board.forces, key=lambda force: not force.attacks))
    left = [f"{force.strength - force.lost:g} of {force.strength:g}" for force in board.forces]
    return Ranks(first, second, " against ".join(left) + " left")


def ranks_of_events(words: Words, events: Sequence[Event]) -> Ranks | None:
    """The ranks of a battle of one die, by its events from the attack on; None where they do not say who fought."""
    opening = next((event.data for event in events if event.kind in OPENING), None)
    if opening is None:
        return None
    scenario = words.scenario
    attackers, defenders = (_keys(scenario, opening.get(key)) for key in ("attackers", "defenders"))
    if not attackers and not defenders:
        return None
    result = next((event for event in events if event.kind == RESULT), None)
    said = (
        f"Die roll {result.data['die']}: {result.data['result']}" if result is not None and "die" in result.data else ""
    )
    fighters = _marked({key: Fighter(key) for key in (*attackers, *defenders)}, scenario, events)
    return Ranks(tuple(fighters[key] for key in attackers), tuple(fighters[key] for key in defenders), said)


def _marked(fighters: dict[str, Fighter], scenario: Scenario, events: Iterable[Event]) -> dict[str, Fighter]:
    """The fighters with their hits and fates."""
    for event in events:
        for key in _keys(scenario, event.data.get("unit")) + _keys(scenario, event.data.get("units")):
            if key not in fighters:
                continue
            one = fighters[key]
            if event.kind == "loss":
                fighters[key] = replace(one, hits=one.hits + 1)
            elif event.kind in FATES and one.fate != LOST:
                fighters[key] = replace(one, fate=FATES[event.kind])
    return fighters


def _keys(scenario: Scenario, value: Any) -> list[str]:
    """The keys of units that an event names: one, or several."""
    names = value if isinstance(value, list | tuple) else [value]
    return [name for name in names if isinstance(name, str) and name in scenario.units]


def _brought(part: Strength) -> Fighter:
    brings = f"{round(part.strength, 1):g}" if part.unit or part.strength else ""
    return Fighter(part.unit, brings, part.how)


def _total(parts: Iterable[Strength]) -> str:
    found = sum(part.strength for part in parts)
    return f"{round(found, 1):g}" if found else ""


def _of_force(force: BattleForce, hits: Mapping[str, int]) -> tuple[Fighter, ...]:
    return tuple(Fighter(key, hits=hits.get(key, 0), fate=force.fallen.get(key, "")) for key in force.units)
