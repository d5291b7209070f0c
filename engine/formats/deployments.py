"""Groups that players set up, and pools: from the data of a scenario file, and whether their names lead anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.board.battlemap import BattleMap
from engine.board.grid import NOWHERE
from engine.formats.documents import DeploymentDoc, PoolDoc, ScenarioDoc
from engine.formats.hints import clip
from engine.formats.maps import HexNames
from engine.formats.source import DataPath, Section
from engine.scenario import Deployment, Pool


def deployments(docs: Iterable[DeploymentDoc]) -> tuple[Deployment, ...]:
    """The groups that players set up."""
    return tuple(
        Deployment(
            doc.side,
            tuple(doc.area),
            tuple(doc.units),
            doc.source,
            doc.kinds,
            doc.most,
            doc.together,
            doc.draw,
            doc.by,
            doc.name,
        )
        for doc in docs
    )


def pools(docs: Mapping[str, PoolDoc]) -> dict[str, Pool]:
    """The pools, by key."""
    return {key: Pool(doc.side, tuple(doc.units), doc.draw, doc.back) for key, doc in docs.items()}


class GroupChecks:
    """Whether the names in groups, pools and replacements name something, and whether a unit is in two of them."""

    def __init__(self, section: Section, doc: ScenarioDoc, battle: BattleMap, hexes: HexNames) -> None:
        self.section = section
        self.doc = doc
        self.battle = battle
        self.hexes = hexes
        self.places: dict[str, str] = {}
        """Unit to the group or pool that has it."""

    def run(self) -> None:
        """Note every name that leads nowhere."""
        for key, pool in self.doc.pools.items():
            path: DataPath = ("pools", key)
            self._side(pool.side, (*path, "side"))
            self._units(pool.units, pool.side, (*path, "units"), f"the pool {key}")
        for number, group in enumerate(self.doc.deployment):
            path = ("deployment", self.section.index(("deployment",), number))
            self._side(group.side, (*path, "side"))
            self._area(group.area, (*path, "area"))
            self._units(group.units, group.side, (*path, "units"), f"group {group.name or number + 1}")
            self._source(group, path)
        for side in self.doc.replacements:
            self._side(side, ("replacements", side), key=True)

    def _side(self, side: str, path: DataPath, *, key: bool = False) -> None:
        if side not in self.doc.sides:
            hint = self.section.suggest(side, self.doc.sides)
            self.section.error("SIDE001", f"there is no side {clip(side)}", path, key=key, hint=hint)

    def _area(self, names: list[str], path: DataPath) -> None:
        for token, name in enumerate(names):
            if self.section.notes.stop():
                return
            if name not in self.battle.regions and self.hexes.find(name) == NOWHERE:
                hint = self.section.suggest(name, self.battle.regions) or self.hexes.hint(name)
                message = f"{clip(name)} is neither a region nor a hex of the map"
                self.section.error("SETUP003", message, path, token=token, hint=hint, hex=name[:40])

    def _units(self, units: list[str], side: str, path: DataPath, what: str) -> None:
        for token, key in enumerate(units):
            if self.section.notes.stop():
                return
            unit = self.doc.units.get(key)
            if unit is None:
                hint = self.section.suggest(key, self.doc.units)
                message = f"there is no unit {clip(key)}"
                self.section.error("SETUP005", message, path, token=token, hint=hint, unit=key[:64])
            elif key in self.places:
                message = f"unit {key} is in {self.places[key]} already"
                hint = "take it out of one of the two"
                self.section.error("SETUP006", message, path, token=token, hint=hint, unit=key)
            elif unit.side != side and unit.side in self.doc.sides:
                message = f"unit {key} belongs to {unit.side}, not to {side}"
                self.section.error("SETUP007", message, path, token=token, unit=key)
            self.places.setdefault(key, what)

    def _source(self, group: DeploymentDoc, path: DataPath) -> None:
        if group.source and group.units:
            message = "a group has units of its own, or takes them from a pool; this one has both"
            self.section.error("SETUP008", message, (*path, "from"), hint="leave one of the two out")
        elif group.source and group.source not in self.doc.pools:
            hint = self.section.suggest(group.source, self.doc.pools)
            self.section.error("SETUP009", f"there is no pool {clip(group.source)}", (*path, "from"), hint=hint)
        elif not group.source and not group.units:
            message = "a group has units, or takes them from a pool; this one has none"
            self.section.error("SETUP010", message, path, hint="name them under `units`, or a pool under `from`")
