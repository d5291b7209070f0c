"""The staff: shares its dice where there is most to do, moves groups whole, and fights its good combats first."""

from __future__ import annotations

from engine.mechanics.acts import names_something, unit_of
from engine.mechanics.procedure import END
from engine.play import Action, Game
from engine.systems.de_bellis_multitudinis import impetuous
from engine.systems.de_bellis_multitudinis.acts import aim_of, assign_of, shot_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import opponent
from engine.systems.de_bellis_multitudinis.rules import DbmRules
from engine.systems.de_bellis_multitudinis.staff import chances, moves
from engine.systems.de_bellis_multitudinis.state import DbmState


class DbmStaff:
    """Plays one side."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._known: moves.Known = {}

    def choose(self, game: Game) -> Action:
        """The staff's choice; always legal."""
        rules, state, decision = game.rules, game.state, game.decision
        if decision is None:
            raise ValueError("the game is over")
        if not isinstance(rules, DbmRules) or not isinstance(state, DbmState):
            raise TypeError("this staff knows one rules system only")
        field, side = rules.field, rules.field.roster.sides.index(self.side)
        if decision.kind == "moves":
            found = moves.best(field, state, side, self._known)
            self.last_reason = found.reason
            return found.action
        legal = [*game.rules.actions(state)]
        if decision.kind == "dice":
            return self._dice(field, state, legal)
        if decision.kind == "combat":
            return self._combat(field, state, side, legal)
        if decision.kind == "aim":
            self.last_reason = "the weakest of those in reach"
            return max(legal, key=lambda action: chances.matchup(field, state, *aim_of(action)))
        return self._other(field, state, side, legal)

    def _dice(self, field: DbmField, state: DbmState, legal: list[Action]) -> Action:
        """The highest die to the command with most elements near the enemy."""
        given = [action for action in legal if action.verb == "assign"]
        if not given:
            return legal[0]
        self.last_reason = "the most points where there is most to do"
        return max(given, key=lambda action: (_need(field, state, assign_of(action).command), assign_of(action).die))

    def _combat(self, field: DbmField, state: DbmState, side: int, legal: list[Action]) -> Action:
        """The combat that promises most first: whoever is destroyed overlaps nobody any more."""
        self.last_reason = "the best combat first"

        def promise(action: Action) -> float:
            unit = unit_of(action) if names_something(action) else -1
            enemy = opponent(field, state, unit) if unit >= 0 else None
            return chances.expected(field, state, unit, enemy, side) if enemy is not None else -9.0

        return max(legal, key=promise)

    def _other(self, field: DbmField, state: DbmState, side: int, legal: list[Action]) -> Action:
        """Whatever else is asked: shots at who is worth most, pursuits at weaker enemies, no step without need."""
        verbs: dict[str, Action] = {action.verb: action for action in reversed(legal)}
        if "shoot" in verbs:
            self.last_reason = "a shot where it counts most"
            shots = [action for action in legal if action.verb == "shoot"]
            best: Action = max(shots, key=lambda action: chances.worth(field, state, shot_of(action).target))
            return best
        if "pursue" in verbs and "stay" in verbs:
            unit = unit_of(verbs["pursue"])
            enemies = [enemy for enemy, _ in field.in_play(state, 1 - side)]
            near = min(enemies, key=lambda enemy: _distance_between(state, unit, enemy), default=-1)
            follow = near >= 0 and chances.matchup(field, state, unit, near) > 0
            self.last_reason = "pursues a weaker enemy" if follow else "keeps the line"
            return verbs["pursue" if follow else "stay"]
        if "press" in verbs and END in legal:
            self.last_reason = "keeps the line"
            return END
        self.last_reason = "no better choice"
        return next((action for action in legal if action != END), legal[0])


def _distance_between(state: DbmState, unit: int, enemy: int) -> int:
    one, other = state.at[unit], state.at[enemy]
    return impetuous.distance_between(one, other) if one is not None and other is not None else 99_999


def _need(field: DbmField, state: DbmState, command: int) -> float:
    """How much a command has to do: its elements, and more for those near enemies."""
    side = field.commands[command].side
    enemies = [where for _, where in field.in_play(state, 1 - side)]
    need = 0.0
    for unit in field.commands[command].units:
        at = state.at[unit]
        if at is not None:
            need += 1.0 + 2.0 * any(abs(at.x - e.x) + abs(at.y - e.y) < 500 * 1024 for e in enemies)
    return need
