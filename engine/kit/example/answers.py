"""What an example answers: reach, zones of control, lines of sight and odds, as tints of hexes and lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, cast

from engine.errors import HexwrightError
from engine.kit.combat.knowledge import odds_answer
from engine.kit.model.system_file import SystemFile
from engine.kit.play.state import KitState
from engine.kit.table_shares import ResultShare, hurt_by_code, shares_of
from engine.kit.wordlist import WordList, spoken
from engine.play import Game
from engine.play.rules import Rules
from engine.plural import counted

MOST_BLOCKED: Final = 3
"""Lines of sight that are explained at most."""


class ExampleKind(StrEnum):
    """What can be asked of an example."""

    REACH = "reach"
    ZONES = "zones"
    SIGHT = "sight"
    ODDS = "odds"


class Tone(StrEnum):
    """What a hex of an answer means."""

    REACHED = "reached"
    ZONE = "zone"
    OWN = "own"
    ENEMY = "enemy"
    BOTH = "both"
    SEEN = "seen"
    HIDDEN = "hidden"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """A line of an answer, with the paragraph or block of the file that it rests on."""

    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ExampleAnswer:
    """What is shown of an answer."""

    asked: ExampleKind
    hexes: Mapping[str, tuple[Tone, str]] = field(default_factory=dict)
    """For each hex what it means, and a short text in it."""
    lines: tuple[ExampleLine, ...] = ()
    shares: tuple[ResultShare, ...] = ()
    """Of an attack its results, from the worst for the attacker to the best."""


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """What is asked: of a unit of the scenario, and of an enemy."""

    asked: ExampleKind
    game: Game
    rules: Rules[Any]
    unit: str
    enemy: str
    at: Mapping[str, str]
    """Where each unit is."""
    data: Mapping[str, Any]
    """The data of the rules file."""
    model: SystemFile
    kind: str = ""
    """The kind of combat that odds are asked of; empty for the first that is legal."""


def answer(question: ExampleQuestion) -> ExampleAnswer:
    """The answer to a question. Its lines say so where the rules do not cover the question."""
    try:
        return _ASKED[question.asked](question)
    except HexwrightError as error:
        return ExampleAnswer(question.asked, lines=(ExampleLine(f"{str(error)[:1].upper()}{str(error)[1:]}."),))


def _figure(number: float) -> str:
    return f"{round(number, 2):g}"


def _reach(question: ExampleQuestion) -> ExampleAnswer:
    found = question.rules.reach(question.game.state, question.unit)
    hexes = {
        name: (Tone.ZONE if reach.stops else Tone.REACHED, _figure(reach.cost)) for name, reach in found.hexes.items()
    }
    lines = [ExampleLine(f"{_figure(found.allowance)} movement points; {len(hexes)} hexes in reach", found.rule)]
    zones = sum(tone is Tone.ZONE for tone, _ in hexes.values())
    if zones:
        lines.append(ExampleLine(f"{zones} of them in an enemy zone of control", _rule(question, "zones")))
    return ExampleAnswer(ExampleKind.REACH, hexes, tuple(lines))


def _rule(question: ExampleQuestion, block: str) -> str:
    """The paragraph of a block, or the block itself."""
    said = getattr(getattr(question.model, block), "rule", ())
    return f"{question.model.name}:{said[0] if said else block}"


def _zones(question: ExampleQuestion) -> ExampleAnswer:
    if question.model.zones is None:
        raise HexwrightError("these rules have no zones of control")
    sides = question.game.scenario.sides
    side = question.game.scenario.units[question.unit].side
    hexes: dict[str, tuple[Tone, str]] = {}
    lines = []
    for key in sides:
        tone = Tone.OWN if key == side else Tone.ENEMY
        zone = question.rules.zoc(question.game.state, key)
        for name in zone.hexes:
            hexes[name] = (Tone.BOTH if name in hexes else tone, "")
        many = len(zone.hexes)
        lines.append(ExampleLine(f"{sides[key].name} exerts a zone into {counted(many, 'hex', 'hexes')}", zone.rule))
    return ExampleAnswer(ExampleKind.ZONES, hexes, tuple(lines))


def _sight(question: ExampleQuestion) -> ExampleAnswer:
    if question.model.sight is None:
        raise HexwrightError("these rules have no lines of sight")
    board = question.game.scenario.map
    here = question.at[question.unit]
    hexes: dict[str, tuple[Tone, str]] = {}
    blocked: dict[str, list[str]] = {}
    for name in _hex_names(board):
        if name == here:
            continue
        found = question.rules.sight(question.game.state, here, name)
        clear = found.state != "blocked"
        hexes[name] = (Tone.SEEN if clear else Tone.HIDDEN, "")
        if not clear:
            blocked.setdefault(found.because[0].partition(" in ")[0], []).append(name)
    seen = sum(tone is Tone.SEEN for tone, _ in hexes.values())
    lines = [ExampleLine(f"{seen} of {len(hexes)} hexes in sight from {here}", _rule(question, "sight"))]
    for cause, names in sorted(blocked.items(), key=lambda one: -len(one[1]))[:MOST_BLOCKED]:
        lines.append(ExampleLine(f"{cause} blocks {len(names)} {'hex' if len(names) == 1 else 'hexes'}"))
    return ExampleAnswer(ExampleKind.SIGHT, hexes, tuple(lines))


def _hex_names(board: Any) -> list[str]:
    return [board.grid.name(h) for h in board.grid.hexes]


def _odds(question: ExampleQuestion) -> ExampleAnswer:
    target = question.at[question.enemy]
    field, state = question.rules.field, cast("KitState", question.game.state)
    found = odds_answer(field, state, target, [question.unit], question.kind)
    bound = field.combat.by_name[found.kind]
    strengths = f"{_figure(found.attack)} against {_figure(found.defence)}"
    if bound.resolve == "strength":
        strengths = f"strength {_figure(found.attack)}"
    lines = [ExampleLine(f"{spoken(found.kind)}: {strengths}", f"{question.model.name}:{bound.rule('strength')}")]
    if found.basic:
        lines.append(ExampleLine(f"column {found.basic} before shifts"))
    for shift in found.shifts:
        lines.append(ExampleLine(f"{shift.columns:+g} {shift.what}: {shift.cause}", shift.rule))
    if found.odds:
        lines.append(ExampleLine(f"column {found.odds}"))
    if bound.buckets is not None:
        attacker, defender = (found.expected[f"{role}_steps"] for role in ("attacker", "defender"))
        lines.append(ExampleLine(f"steps lost on average: attacker {_figure(attacker)}, defender {_figure(defender)}"))
    lines += [ExampleLine(f"not allowed: {one.reason}", one.rule) for one in found.illegal]
    shares = shares_of(found.results, hurt_by_code(WordList(question.data), (found.kind,)))
    return ExampleAnswer(ExampleKind.ODDS, {target: (Tone.TARGET, "")}, tuple(lines), tuple(shares))


_ASKED: Final[Mapping[ExampleKind, Callable[[ExampleQuestion], ExampleAnswer]]] = {
    ExampleKind.REACH: _reach,
    ExampleKind.ZONES: _zones,
    ExampleKind.SIGHT: _sight,
    ExampleKind.ODDS: _odds,
}
