"""The conditions, amounts and changes of a rules file in words, for those who play by the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.kit.model.changes import ChangeRule
from engine.kit.model.combat import CombatKind
from engine.kit.model.conditions import ONE_OR_MORE, Did, HeldCount, Members, Near, Requirement, Strengths
from engine.kit.model.system_file import SystemFile
from engine.kit.model.values import (
    ELSE,
    ByUnit,
    DiceAmount,
    LeaderAmount,
    Range,
    RangeOfFire,
    TableAmount,
    sided,
)
from engine.plural import counted, in_series, measured
from engine.scenario.victory_words import turns_text

_GLYPHS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
_DEEDS: Final = {
    "move": "movement",
    "defend": "defence",
    "exert": "zone of control",
    "load": "loading",
    "react": "reaction",
    "arrive": "arrival",
}
_HALVES: Final = {"up": "halved, rounded up", "down": "halved, rounded down", "exact": "halved"}


def spoken(name: str) -> str:
    """A name of the file as people read it."""
    return name.replace("_", " ")


def side_text(name: str) -> str:
    """A kind of hexside as people read it: ``slope, uphill``."""
    kind, _, way = name.partition(" ")
    return spoken(kind) + {"up": " (uphill)", "down": " (downhill)"}.get(way, "")


def heading(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def figure(number: Fraction | int) -> str:
    """A number as it is printed: ``2``, ``½``, ``1½``, ``2/5``."""
    number = Fraction(number)
    whole, rest = divmod(abs(number), 1)
    sign = "−" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}{_GLYPHS[rest]}" if rest in _GLYPHS else str(number).replace("-", "−")


def signed(number: Fraction | int) -> str:
    """A number with its sign: ``+1``, ``−2``."""
    return figure(number) if number < 0 else f"+{figure(number)}"


def columns_text(columns: int) -> str:
    """A shift: ``1 column left``, ``2 columns right``."""
    return f"{counted(abs(columns), 'column')} {'left' if columns < 0 else 'right'}"


def between(span: Any) -> str:
    """A range: ``at least 2``, ``2 to 4``, ``3``."""
    if not isinstance(span, Range):
        return spoken(str(span))
    low, high = span.least, span.most
    if low is not None and high is not None:
        return figure(low) if low == high else f"{figure(low)} to {figure(high)}"
    if low is not None:
        return f"at least {figure(low)}"
    return f"at most {figure(high)}" if high is not None else "any"


class KitWords:
    """What the names of a rules file are called, and what its conditions and changes say."""

    def __init__(self, model: SystemFile) -> None:
        self.model = model

    # -- names --------------------------------------------------------------------------------------------------

    def type(self, name: str) -> str:
        """The title of a type of unit."""
        known = self.model.units.types.get(name)
        return known.title if known is not None and known.title else heading(spoken(name))

    def value(self, name: str) -> str:
        """What a value is called inside a sentence."""
        known = self.model.units.values.get(name)
        return known.title[:1].lower() + known.title[1:] if known is not None and known.title else spoken(name)

    def status(self, name: str) -> str:
        """What a status is called inside a sentence."""
        known = self.model.units.statuses.get(name)
        return known.title.lower() if known is not None and known.title else spoken(name)

    def flag(self, name: str) -> str:
        """What a flag is called inside a sentence."""
        return (self.model.units.flags.get(name) or spoken(name)).lower()

    def units(self, name: str) -> str:
        """A type, a class or ``else`` as the head of a column or line."""
        if name == ELSE:
            return "all others"
        return self.type(name) if name in self.model.units.types else spoken(name)

    def combat(self, kind: CombatKind) -> str:
        """What a kind of combat is called: as its paragraph, else by its name."""
        paragraph = self.model.paragraphs.get(kind.rule[0]) if kind.rule else None
        alike = [one for one in self.model.combat if one.rule[:1] == kind.rule[:1]]
        titled = paragraph is not None and paragraph.title and len(alike) == 1
        return paragraph.title if paragraph is not None and titled else heading(spoken(kind.name))

    def cannot(self, names: Iterable[str]) -> str:
        """What a status rules out: ``no assault, movement or zone of control``."""
        combats = {kind.name: self.combat(kind).lower() for kind in self.model.combat}
        return "no " + in_series((_DEEDS.get(name, combats.get(name, spoken(name))) for name in names), "or")

    # -- amounts ------------------------------------------------------------------------------------------------

    def amount(self, amount: Any) -> str:
        """An amount."""
        if isinstance(amount, Fraction | int):
            return figure(amount)
        if isinstance(amount, ByUnit):
            return "; ".join(f"{self.units(name)} {self.amount(one)}" for name, one in amount.entries)
        if isinstance(amount, LeaderAmount):
            return f"the leader's {self.value(amount.value)}"
        if isinstance(amount, TableAmount):
            title = self.table(amount.table)
            return f"the figure of the table {title} for {self.amount(amount.row)}"
        if isinstance(amount, DiceAmount):
            return f"a throw of {amount.dice}"
        if isinstance(amount, RangeOfFire):
            return self.reach(amount)
        own = {"steps": "steps", "units": "units in the hex", "hits": "hits", "all": "all"}
        return own.get(str(amount), self.value(str(amount)))

    def reach(self, reach: Any) -> str:
        """How far something reaches."""
        if not isinstance(reach, RangeOfFire):
            return "adjacent hexes"
        least = f"from {self.amount(reach.least)} " if reach.least is not None else ""
        if isinstance(reach.most, Fraction):
            return f"{least}up to {counted(float(reach.most), 'hex', 'hexes')}"
        most = self.amount(reach.most) if reach.most is not None else ""
        in_hexes = "" if "hex" in most else " in hexes"
        return f"{least}up to its {most}{in_hexes}" if most else f"{least}hexes"

    def table(self, name: str) -> str:
        """The title of a table."""
        known = self.model.tables.get(name)
        return known.title if known is not None and known.title else heading(spoken(name))

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, condition: Sequence[Requirement], deep: int = 0) -> str:
        """A condition as what follows *when*; empty for one that always holds."""
        return ", ".join(filter(None, (self.requirement(one, deep) for one in condition)))

    def requirement(self, one: Requirement, deep: int = 0) -> str:
        """One requirement as what follows *when*."""
        if deep > 8:
            return "more is so"
        if one.kind == "is":
            named = self.model.conditions.get(str(one.value))
            return self.condition(named, deep + 1) if named is not None else spoken(str(one.value))
        if one.kind == "any":
            return " or ".join(self.condition(inner, deep + 1) for inner in one.value)
        if one.kind == "not":
            return f"unless {self.condition(one.value, deep + 1)}"
        if isinstance(one.value, Near):
            return self._near(one.kind, one.value, deep)
        if isinstance(one.value, Members):
            return self._members(one.kind, one.value, deep)
        said = _SAID.get(one.kind)
        return said(self, one.value, deep) if said is not None else f"{spoken(one.kind)} is {_plainly(one.value)}"

    def names(self, names: Iterable[str], said: Callable[[str], str] = spoken) -> str:
        """Names of which one has to fit, or none: ``not shaken and not routed``."""
        listed = list(names)
        if listed and all(name.startswith("!") for name in listed):
            return "not " + in_series((said(name[1:]) for name in listed), "nor")
        return in_series((said(name) for name in listed), "or")

    def _near(self, kind: str, near: Near, deep: int) -> str:
        others = tuple(
            one for one in near.condition if not (one.kind == "side" and one.value in (("enemy",), ("own",)))
        )
        side = next(
            ({"enemy": "enemy ", "own": "friendly "}[one.value[0]] for one in near.condition if one not in others), ""
        )
        fits = self.condition(others, deep + 1)
        one = near.count == ONE_OR_MORE
        article = "an" if side.startswith("e") else "a"
        who = f"{article} {side}unit" if one else f"{between(near.count)} {side}units"
        where = {"has": "in the hex", "next_to": "adjacent"}.get(
            kind, f"within {counted(near.hexes or 1, 'hex', 'hexes')}"
        )
        return f"{who}{f' ({fits})' if fits else ''} {'is' if one else 'are'} {where}"

    def _members(self, kind: str, members: Members, deep: int) -> str:
        what = "attackers" if kind == "attackers" else "defenders"
        found = []
        for key, word in (("all", f"all {what}"), ("any", f"among the {what}"), ("none", f"none among the {what}")):
            inner = getattr(members, key)
            if inner is not None:
                found.append(f"{word}: {self.condition(inner, deep + 1)}")
        if members.count is not None:
            found.append(f"there are {between(members.count)} {what}")
        if members.hexes is not None:
            found.append(f"the {what} are in {measured(between(members.hexes), 'hex', 'hexes')}")
        return ", ".join(found)

    def settings(self, values: Mapping[str, Any], titles: Mapping[str, str]) -> str:
        """Settings or options of the scenario, by their titles."""
        return ", ".join(_set_to(titles.get(name) or spoken(name), value) for name, value in values.items())

    # -- changes ------------------------------------------------------------------------------------------------

    def change(self, change: ChangeRule) -> tuple[str, str]:
        """When a change applies, in the words of the file where it has any, and what it does."""
        return self.cause(change), self.act(change)

    def cause(self, change: ChangeRule) -> str:
        """When a change applies."""
        when = self.condition(change.when)
        each = self.condition(change.of) if change.each else ""
        if each or change.each:
            for_each = f"for each of the {change.each}" + (f" that is {each}" if each else "")
            when = f"{when}, {for_each}" if when else for_each
        if change.says:
            return heading(change.says) if not when or when == change.says else f"{heading(change.says)}: {when}"
        return heading(when) if when else "Always"

    def act(self, change: ChangeRule) -> str:
        """What a change does."""
        if change.columns is not None:
            return columns_text(change.columns)
        if change.die is not None:
            return f"{signed(change.die)} to the die"
        if change.dice is not None:
            return f"{signed(change.dice)} {'die' if abs(change.dice) == 1 else 'dice'}"
        if change.crossing is not None or change.ground is not None:
            return heading("; ".join(f"{kinds}: {worth}" for kinds, worth in self.by_worth(change)))
        if change.best is not None:
            inner = "; ".join(": ".join(self.change(one)) for one in change.best)
            return f"the best for the {change.for_} of: {inner}"
        total = f" (total of the {change.total})" if change.total else ""
        return self._of_number(change) + total

    def by_worth(self, change: ChangeRule) -> Iterator[tuple[str, str]]:
        """What is crossed or stood in, those that are worth the same together, with the columns that each is worth."""
        kinds = change.crossing or change.ground or {}
        for worth in dict.fromkeys(kinds.values()):
            alike = [side_text(name) for names, one in kinds.items() if one == worth for name in sided(names)]
            yield in_series(alike, "or"), columns_text(worth) + (" each" if len(alike) > 1 else "")

    def _of_number(self, change: ChangeRule) -> str:
        if change.add is not None:
            return signed(change.add) if isinstance(change.add, Fraction) else f"+ {self.amount(change.add)}"
        if change.times is not None:
            return f"× {figure(change.times)}"
        if change.halve is not None:
            return _HALVES[change.halve]
        for word, value in (("is", change.set), ("at least", change.least), ("at most", change.most)):
            if value is not None:
                return f"{word} {self.amount(value)}"
        return ""


def _set_to(title: str, value: Any) -> str:
    """A setting inside a sentence: ``the side with aircraft is the own side``."""
    name = title[:1].lower() + title[1:]
    if isinstance(value, bool):
        return name if value else f"not {name}"
    return f"{name} is {({'own': 'the own side', 'enemy': 'the enemy'}).get(str(value)) or _plainly(value)}"


def _plainly(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{spoken(str(name))} {_plainly(one)}" for name, one in value.items())
    if isinstance(value, Range):
        return between(value)
    if isinstance(value, bool) or value is None:
        return "yes" if value else "no"
    if isinstance(value, tuple | list | frozenset):
        return in_series((spoken(str(one)) for one in value), "or")
    return spoken(str(value))


def _it_is(said: str = "") -> Callable[[KitWords, Any, int], str]:
    """A requirement of names: ``terrain`` is ``in woods``."""
    return lambda words, names, deep: f"{said}{words.names(names)}"


def _yes(yes: str, no: str) -> Callable[[KitWords, Any, int], str]:
    return lambda words, value, deep: yes if value else no


def _deeds(words: KitWords, value: Did, deep: int) -> str:
    when = f" in the {spoken(value.phase)} phase" if value.phase else " this turn"
    return f"it has {words.names(value.what)}{when}"


def _values(words: KitWords, value: Any, deep: int) -> str:
    return ", ".join(f"{words.value(name)} {between(span)}" for name, span in value.items())


def _strengths(words: KitWords, value: Strengths, deep: int) -> str:
    spans = (("the attack is", value.attacker), ("the defence is", value.defender))
    return ", ".join(f"{word} {between(span)}" for word, span in spans if span is not None)


def _across(words: KitWords, value: Any, deep: int) -> str:
    said = (("all attackers come over", value.all), ("an attacker comes over", value.any))
    found = [f"{word} {words.names(names, side_text)}" for word, names in said if names is not None]
    if value.none is not None:
        found.append(f"no attacker comes over {words.names(value.none, side_text)}")
    return ", ".join(found)


def _holds(words: KitWords, value: HeldCount, deep: int) -> str:
    holder = {"own": "the own side", "enemy": "the enemy"}.get(value.side) or spoken(value.side)
    return f"{holder} holds {measured(between(value.count), 'hex', 'hexes')} of {spoken(value.place)}"


_SURROUND: Final = {
    "opposite": "attacked from two opposite hexes",
    "alternate": "attacked from three hexes with one between each",
    "alternate_empty": "attacked from three hexes with an empty one between each",
}
_SAID: Final[dict[str, Callable[[KitWords, Any, int], str]]] = {
    "type": lambda words, names, deep: words.names(names, words.type),
    "class": _it_is(),
    "flag": lambda words, names, deep: words.names(names, words.flag),
    "size": _it_is(),
    "formation": _it_is("of "),
    "side": lambda words, names, deep: words.names(
        names, lambda name: {"own": "of the own side", "enemy": "of the enemy"}.get(name, spoken(name))
    ),
    "value": _values,
    "steps": lambda words, span, deep: "at full strength" if span == "full" else measured(between(span), "step"),
    "status": lambda words, names, deep: words.names(names, words.status),
    "supplied": _yes("in supply", "out of supply"),
    "led": _yes("led", "not led"),
    "carried": _yes("carried", "not carried"),
    "carrying": _yes("carrying others", "carrying no unit"),
    "led_by": lambda words, value, deep: f"led with {_values(words, value, deep)}",
    "facing": _it_is("facing "),
    "did": _deeds,
    "terrain": _it_is("in "),
    "feature": _it_is("in "),
    "path": _it_is("on "),
    "beside": _it_is("beside "),
    "elevation": lambda words, span, deep: f"at level {between(span)}",
    "region": _it_is("in "),
    "place": _it_is("in "),
    "map_edge": lambda words, value, deep: "at the edge of the map" if value else "not at the edge of the map",
    "empty": _yes("the hex is empty", "the hex is not empty"),
    "zone": lambda words, names, deep: (
        "in no zone of control" if "none" in names else f"in {words.names(names)} zones of control"
    ),
    "marker": _it_is("where there is "),
    "hexside": lambda words, names, deep: f"over {words.names(names, side_text)}",
    "over_path": _it_is("along "),
    "climb": lambda words, span, deep: f"climbing {measured(between(span), 'level')}",
    "kind": _it_is("in "),
    "defender_in": lambda words, inner, deep: f"the defender is {words.condition(inner, deep + 1)}",
    "attacker_in": lambda words, inner, deep: f"an attacker is {words.condition(inner, deep + 1)}",
    "across": _across,
    "surround": lambda words, value, deep: _SURROUND[value],
    "range": lambda words, span, deep: f"at a range of {measured(between(span), 'hex', 'hexes')}",
    "from": _it_is("from the "),
    "strength": _strengths,
    "result": _it_is("the result is "),
    "die": lambda words, span, deep: f"the die shows {between(span)}",
    "turn": lambda words, turns, deep: f"in {turns_text(turns)}",
    "night": _yes("at night", "by day"),
    "mark": _it_is("in turns of "),
    "phase": _it_is("in the phase "),
    "active": _it_is("in the turn of "),
    "weather": _it_is("the weather is "),
    "event": _it_is("the event holds: "),
    "holds": _holds,
    "setting": lambda words, value, deep: words.settings(
        value, {name: one.title for name, one in words.model.settings.items()}
    ),
    "option": lambda words, value, deep: words.settings(
        value, {name: one.title for name, one in words.model.options.items()}
    ),
}
"""Requirement to what it says."""
