"""Map > Arrange names: place names moved out of the way of buildings, counters, roads and each other."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QObject

from editor.desk.desk import Desk
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.drawing.name_places import arranged
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.edit import Changes
from engine.plural import counted
from engine.scenario import Scenario


class NameActions(QObject):
    """What is done to all place names at once."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        desk.actions.add(
            "map.arrange-names",
            "A&rrange names",
            self.arrange,
            menu="Map",
            group=6,
            tip="Move place names so that they cover buildings, counters, roads and each other as little as possible",
        )

    def arrange(self) -> None:
        """Move names to where they stand well, as one step."""
        document = self.desk.document
        before = document.battle_map.labels
        after = arranged(document.battle_map, standing(document.battle_map, document.scenario))
        count = sum(old != new for old, new in zip(before, after, strict=True))
        if count and not self.desk.push(WriteChanges("Arrange names", Changes(labels=after))):
            return
        names = counted(count, "name")
        self.desk.status(f"{names} moved" if count else "No names needed to move")


def standing(board: BattleMap, scenario: Scenario | None) -> Counter[int]:
    """How many counters stand in which hexes at set-up."""
    places = scenario.setup.values() if scenario is not None else ()
    return Counter(h for name in places if (h := board.grid.find(name)) != NOWHERE)
