"""Draws the attack under way on the map: the one that is being put together, or the one that was just fought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor

from editor.canvas.attack_arrows import AttackArrows, Thrust
from editor.preview.battle_told import OPENING, last_battle
from editor.preview.position import Position
from editor.stage.stage import Stage
from engine.boards.board import Spot
from engine.play import Game
from engine.play.answers import BattleAccount, BattleBoard

Units = Mapping[str, Mapping[str, Any]]
"""The units of a position, by key."""


class AttacksControl(QObject):
    """Keeps the arrows of the document in front. What is being put together comes before what was fought."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self._layer: AttackArrows | None = None
        self._planned: tuple[Thrust, ...] = ()
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(lambda _document: self._moved())
        game = stage.game
        for signal in (game.started, game.closed):
            signal.connect(self._moved)
        game.moved.connect(lambda _number: self._moved())

    @property
    def thrusts(self) -> tuple[Thrust, ...]:
        """What is drawn."""
        return self._layer.thrusts if self._layer is not None else ()

    def plan(self, account: BattleAccount | None) -> None:
        """Draw the battle that is being put together; None for none."""
        self._planned = self._of_account(account) if account is not None else ()
        self._show()

    def _leave(self) -> None:
        self._planned = ()
        if self._layer is not None:
            self._layer.scene().removeItem(self._layer)
            self._layer = None

    def _moved(self) -> None:
        self._planned = ()
        self._show()

    def _show(self) -> None:
        thrusts = self._planned or self._fought()
        if self._layer is None and thrusts:
            self._layer = AttackArrows(self.stage.canvas.map_scene.geometry)
            self.stage.canvas.add_layer(self._layer)
        if self._layer is not None:
            self._layer.show_thrusts(thrusts)

    # -- what is drawn ------------------------------------------------------------------------------------------

    def _of_account(self, account: BattleAccount) -> tuple[Thrust, ...]:
        preview = self.stage.preview
        if preview.game is None:
            return ()
        units = [part.unit for part in account.attackers if part.unit]
        return self._thrusts(preview.game, units, account.targets, preview.position.units)

    def _fought(self) -> tuple[Thrust, ...]:
        """The battle that goes on, with the fire of its last throw, or the one whose result was told last."""
        preview = self.stage.preview
        game = preview.game
        if game is None:
            return ()
        positions = preview.positions[: preview.shown + 1]
        if game.rules.tells("battle"):
            board = game.rules.battle([event for position in positions for event in position.events])
            if board is not None and not board.over:
                return self._of_board(game, board)
        return self._of_result(game, positions)

    def _of_board(self, game: Game, board: BattleBoard) -> tuple[Thrust, ...]:
        attacker = next(force for force in board.forces if force.attacks)
        find = self.stage.board.find
        start, end = find(attacker.at), find(board.target)
        if start is None or end is None:
            return ()
        colour = _colour(game, attacker.side)
        found = [Thrust(start, end, colour)]
        if board.throws and board.throws[-1].account.units:
            side = board.throws[-1].account.side
            here, there = (start, end) if side == attacker.side else (end, start)
            found.append(Thrust(here, there, _colour(game, side), volley=True))
        return tuple(found)

    def _of_result(self, game: Game, positions: Sequence[Position]) -> tuple[Thrust, ...]:
        last = last_battle(positions)
        attack = next((event for event in last[1] if event.kind in OPENING), None) if last is not None else None
        if last is None or attack is None:
            return ()
        units, targets = attack.data.get("attackers"), attack.data.get("targets") or [attack.data.get("target")]
        if not isinstance(units, list | tuple) or not isinstance(targets, list | tuple):
            return ()
        # From where they stood before the die.
        before = positions[max(0, last[0] - 1)].units
        return self._thrusts(game, map(str, units), [str(name) for name in targets if name], before)

    def _thrusts(self, game: Game, units: Iterable[str], targets: Sequence[str], where: Units) -> tuple[Thrust, ...]:
        """From each place with attackers to the nearest of the targets."""
        find, centre = self.stage.board.find, self.stage.canvas.map_scene.geometry.centre
        ends = [spot for name in targets if (spot := find(name)) is not None]
        found: dict[tuple[Spot, Spot], Thrust] = {}
        for key in units:
            start = find(str(where.get(key, {}).get("at") or ""))
            if start is None or not ends:
                continue
            x, y = centre(start)
            end = min(ends, key=lambda spot: hypot(centre(spot)[0] - x, centre(spot)[1] - y))
            if end != start:
                found[start, end] = Thrust(start, end, _colour(game, game.scenario.units[key].side))
        return tuple(found.values())


def _colour(game: Game, side: str) -> QColor:
    return QColor(game.scenario.sides[side].colour)
