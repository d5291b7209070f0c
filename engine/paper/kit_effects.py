"""What results of combat do, in words: the text of the file, or sentences that are made of its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.kit.model.effects import EffectRule, Result
from engine.kit.model.values import ByUnit
from engine.paper.kit_words import KitWords, heading, signed, spoken
from engine.plural import counted, measured

_ROLES: Final = {
    "attacker": ("the attacker", "the attackers"),
    "defender": ("the defender", "the defenders"),
    "both": ("each side", "the units of both sides"),
    "unit": ("the unit", "the unit"),
    "active": ("the side in its turn", "the units of the side in its turn"),
    "other": ("the other side", "the units of the other side"),
}
MOST: Final = 40
"""Sentences of one result at most."""


def result_text(words: KitWords, result: Result) -> str:
    """What a result does."""
    return result.text or " ".join(list(sentences(words, result.do))[:MOST]) or "No effect."


def sentences(words: KitWords, effects: tuple[EffectRule, ...], deep: int = 0) -> Iterator[str]:
    """A sentence for each effect, and those for what follows from checks."""
    for effect in effects:
        if not effect.verbs:
            continue
        who = words.condition(effect.who)
        yield heading(_SAYS[effect.verb](words, effect)) + (f" (only units that are {who})." if who else ".")
        if effect.verb == "check" and deep < 3:
            for word, then in (("pass", effect.pass_), ("fail", effect.fail)):
                inner = " ".join(sentences(words, then, deep + 1))
                if inner:
                    yield f"Units that {word}: {inner[:1].lower()}{inner[1:]}"


def _side(effect: EffectRule) -> str:
    return _ROLES.get(effect.role, (spoken(effect.role) or "the side", ""))[0]


def _units(effect: EffectRule) -> str:
    """The units that an effect is about."""
    of_role = _ROLES.get(effect.role, ("", spoken(effect.role) or "the units"))[1]
    return f"one of {of_role}" if effect.units == "one" and effect.role != "unit" else of_role


def _are(effect: EffectRule) -> str:
    """The units that an effect is about, with *is* or *are*."""
    return f"{_units(effect)} {'is' if effect.role == 'unit' or effect.units == 'one' else 'are'}"


def _lose(words: KitWords, effect: EffectRule) -> str:
    who = _units(effect) if effect.of == "each" or effect.units == "one" else _side(effect)
    if effect.strength_of:
        against = _ROLES.get(effect.strength_of, ("the other side", ""))[0]
        return f"{who}: units with at least the strength of {against} are eliminated"
    steps = words.amount(effect.steps) if effect.steps is not None else "1"
    each = effect.of == "each" and effect.role != "unit"
    if steps == "hits":
        return f"{who} loses a step for each hit"
    if each:
        return f"each of {who} loses {steps} {'step' if steps == '1' else 'steps'}".replace("steps steps", "steps")
    return f"{who} loses {steps} {'step' if steps == '1' else 'steps'}".replace("steps steps", "steps")


def _retreat(words: KitWords, effect: EffectRule) -> str:
    distance = words.amount(effect.hexes) if effect.hexes is not None else "1"
    noun = "" if isinstance(effect.hexes, ByUnit) else " hex" if distance == "1" else " hexes"
    go = "retreats" if effect.role == "unit" or effect.units == "one" else "retreat"
    return f"{_units(effect)} {go} {distance}{noun}"


def _check(words: KitWords, effect: EffectRule) -> str:
    goal = f"at most {words.amount(effect.at_most)}" if effect.at_most is not None else ""
    if effect.at_least is not None:
        goal = f"at least {words.amount(effect.at_least)}"
    changes = "; ".join(": ".join(words.change(one)) for one in effect.changes)
    who = _units(effect) if effect.role == "unit" or effect.units == "one" else f"each of {_units(effect)}"
    return f"{who} rolls {effect.dice or '1d6'} and needs {goal}" + (f" ({changes})" if changes else "")


def _points(words: KitWords, effect: EffectRule) -> str:
    number = effect.points
    amount = signed(number) if isinstance(number, int) else words.amount(number)
    return f"{_side(effect)}: {measured(amount, 'point')}"


def _marker(what: str) -> Callable[[KitWords, EffectRule], str]:
    def said(words: KitWords, effect: EffectRule) -> str:
        name = spoken(str(effect.place or effect.remove))
        where = {"target": "in the hex attacked", "attacker": "in the attacker's hex", "unit": "in the unit's hex"}
        until = f" for {counted(effect.turns, 'turn')}" if effect.turns else ""
        return f"a marker ({name}) is {what} {where.get(effect.at or '', spoken(effect.at or ''))}{until}".rstrip()

    return said


_SAYS: Final[dict[str, Callable[[KitWords, EffectRule], str]]] = {
    "lose": _lose,
    "eliminate": lambda words, effect: f"{_are(effect)} eliminated",
    "retreat": _retreat,
    "status": lambda words, effect: f"{_are(effect)} {words.status(str(effect.status))}",
    "clear": lambda words, effect: f"{_are(effect)} no longer {words.status(str(effect.clear))}",
    "check": _check,
    "place": _marker("placed"),
    "remove": _marker("removed"),
    "points": _points,
    "reveal": lambda words, effect: f"{_are(effect)} shown to the enemy",
    "weather": lambda words, effect: f"the weather is now {spoken(str(effect.weather))}",
    "draw": lambda words, effect: f"draw an event ({spoken(str(effect.draw))})",
    "arrive": lambda words, effect: f"these reinforcements arrive: {effect.arrive}",
    "withdraw": lambda words, effect: f"units are withdrawn: {words.condition(effect.withdraw or ())}",
    "to_pool": lambda words, effect: f"{_are(effect)} put back into the pool",
    "again": lambda words, effect: "these attackers may attack again",
}
