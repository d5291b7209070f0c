"""Every place of a rules file that names something, and what it may name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.checks.survey import Survey, inner_of, quoted, requirements_of
from engine.kit.model.conditions import DEEDS, Condition, Crossed, Did, HeldCount
from engine.kit.model.effects import CLOSED
from engine.kit.model.values import (
    DIRECTIONS,
    ELSE,
    ByUnit,
    LeaderAmount,
    RangeOfFire,
    StepTable,
    TableAmount,
    sided,
)

CANNOT: Final = frozenset(
    {
        *("move", "defend", "exert", "retreat", "advance", "rally", "load", "react", "arrive"),
    }
)
DOES: Final = frozenset(
    {
        *("move", "rally", "supply", "weather", "events", "arrive", "replace", "recover", "activate"),
    }
)
EDGES: Final = frozenset(
    {
        *DIRECTIONS,
    }
)
_SIDES: Final = frozenset({"own", "enemy", "none"})

# What a key of a model may name, by class and key: domains, separated by spaces. A word with = is allowed by itself.
KEYS: Final[dict[tuple[str, str], str]] = {
    ("Status", "cannot"): "cannot combat",
    ("Status", "again"): "status =nothing =lose =eliminate",
    ("Status", "replaces"): "status",
    ("GroundRules", "base"): "terrain",
    ("GroundRules", "water"): "terrain hexsides",
    ("PhaseRule", "do"): "does combat",
    ("CostLine", "unless"): "hexsides paths",
    ("Stacking", "counts"): "value =units =steps =size",
    ("Stacking", "alike"): "flag =formation =type",
    ("ZoneRules", "cancelled_by_friend"): "=move =retreat =supply =advance",
    ("SightRules", "blocked_by"): "terrain features marker hexsides =units =rise",
    ("CombatKind", "table"): "table",
    ("Buckets", "order"): "value",
    ("AdvanceRule", "after"): "code =any =retreat",
    ("AdvanceRule", "blocks"): "cannot combat",
    ("DisplacementRule", "not_in"): "closed",
    ("DisplacementRule", "blocks"): "cannot combat",
    ("RetreatRule", "toward"): "setting",
    ("EffectRule", "toward"): "setting",
    ("EffectRule", "status"): "status",
    ("EffectRule", "clear"): "status",
    ("EffectRule", "place"): "marker",
    ("EffectRule", "remove"): "marker",
    ("EffectRule", "weather"): "weather",
    ("EffectRule", "draw"): "table_of_events",
    ("Reaction", "with_"): "combat",
    ("SourceRule", "place"): "setting",
    ("SourceRule", "edge"): "setting",
    ("SourceRule", "feature"): "features marker",
    ("TraceRule", "paths"): "paths",
    ("TraceRule", "blocked_by"): "=enemy =zones =prohibited",
    ("SupplyRules", "judged"): "phase =always",
    ("SupplyRules", "status"): "status",
    ("Loan", "value"): "value",
    ("WeatherRules", "start"): "weather",
    ("ReplacementRules", "place"): "setting",
    ("Arrivals", "blocked_by"): "=enemy =zones =units =none",
}
# The keys of a mapping likewise.
MAPPINGS: Final[dict[tuple[str, str], str]] = {
    ("StepRules", "reduced"): "value",
    ("Status", "changes"): "value =movement",
    ("CostRules", "hex"): "terrain",
    ("CostRules", "feature"): "features marker",
    ("CostRules", "hexside"): "hexsides",
    ("CostRules", "path"): "paths",
    ("SightRules", "hinders"): "terrain features marker hexsides =units =rise",
    ("ChangeRule", "crossing"): "hexsides paths",
    ("ChangeRule", "ground"): "terrain features marker",
    ("SupplyRules", "without"): "value =movement",
    ("WeatherRules", "turns"): "weather",
    ("WeatherRules", "table"): "weather",
}
REQUIREMENTS: Final[dict[str, str]] = {
    "type": "type",
    "class": "class",
    "flag": "flag",
    "status": "status",
    "value": "value",
    "led_by": "value",
    "terrain": "terrain",
    "feature": "features marker",
    "marker": "marker",
    "path": "paths",
    "over_path": "paths",
    "beside": "hexsides",
    "hexside": "hexsides",
    "place": "setting",
    "zone": "=own =enemy =none",
    "kind": "combat",
    "from": "=front =flank =rear",
    "result": "code",
    "phase": "phase",
    "weather": "weather",
    "event": "event",
    "option": "option",
    "setting": "setting",
    "is": "condition",
}
_CALLED: Final = {
    "type": "type of unit",
    "class": "class",
    "flag": "flag",
    "value": "value",
    "status": "status",
    "features": "feature",
    "hexsides": "kind of hexside",
    "paths": "kind of path",
    "combat": "kind of combat",
    "code": "result",
    "table_of_events": "table of events",
    "cannot": "word",
    "does": "word",
    "closed": "word",
}


def _by_owner(keys: Mapping[tuple[str, str], str]) -> dict[str, list[tuple[str, str]]]:
    """For each class its keys that name something, each with what it may name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for (owner, name), domains in keys.items():
        found.setdefault(owner, []).append((name, domains))
    return found


_KEYS_OF: Final = _by_owner(KEYS)
_MAPPINGS_OF: Final = _by_owner(MAPPINGS)


_AMOUNT_CLASSES: Final = (ByUnit, LeaderAmount, TableAmount, StepTable, RangeOfFire)
"""The classes of amounts that may name something."""
_CLOSING: Final = ("RetreatRule", "EffectRule")
"""The classes of parts with hexes that are closed to a retreat."""
_NAMING: Final = frozenset({*_KEYS_OF, *_MAPPINGS_OF, *_CLOSING, "str"})
"""The classes of other parts that may name something."""


class References:
    """Looks up every name of the file; notes those that lead nowhere, and remembers what is used."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.used: set[tuple[str, str]] = set()
        """What is used: what it is, and its name."""
        self.broken = False
        model = survey.model
        events = model.events.values()
        self.domains: dict[str, set[str]] = {
            "type": {*model.units.types},
            "class": {*model.units.classes},
            "value": {*model.units.values},
            "flag": {*model.units.flags},
            "status": {*model.units.statuses},
            "condition": {*model.conditions.keys()},
            "setting": {*model.settings.keys()},
            "option": {*model.options.keys()},
            "marker": {*model.markers.keys()},
            "table_of_events": {*model.events.keys()},
            "event": {row.name for table in events for row in table.rows},
            "table": {*model.tables.keys()},
            "terrain": {*model.ground.terrain},
            "features": {*model.ground.features},
            "hexsides": {*model.ground.hexsides},
            "paths": {*model.ground.paths},
            "combat": {*survey.kinds},
            "phase": {phase.name for _, phase in survey.phases},
            "weather": {*model.weather.kinds} if model.weather else set(),
            "code": {*model.results.keys(), *(code for kind in model.combat for code in kind.results), *self._codes()},
            "cannot": {*CANNOT},
            "does": {*DOES},
            "closed": {*CLOSED},
        }

    def _codes(self) -> Iterator[str]:
        yield from ("win", "tie", "loss", "win2", "loss2", "done", "-")
        for table in self.survey.model.tables.values():
            yield from (cell for row in table.rows.values() for cell in row)

    def name(self, word: str, domains: str, path: DataPath, *, key: bool = False) -> None:
        """Look up a name in some domains."""
        word = word.removeprefix("!")
        allowed = domains.split()
        found = [domain for domain in allowed if word in self.domains.get(domain, ())]
        self.used |= {(domain.replace("_", " "), word) for domain in found}
        if found or f"={word}" in allowed:
            return
        self.broken = True
        known = sorted(
            {one[1:] for one in allowed if one[0] == "="}
            | {name for one in allowed if one[0] != "=" for name in self.domains.get(one, ())}
        )
        called = [_CALLED.get(one, one.replace("_", " ")) for one in allowed if one[0] != "="]
        message = f"there is no {called[0] if called else 'word'} {quoted(word)}"
        self.survey.error("KIT106", message, path, key=key, hint=self.survey.section.suggest(word, known))

    def look_up(self) -> None:
        """Look up every name."""
        naming = (one for one in self.survey.classes if one.__name__ in _NAMING or issubclass(one, _AMOUNT_CLASSES))
        for spot in self.survey.spots_of(*naming):
            value = spot.value
            kind = type(value).__name__
            for name, domains in _KEYS_OF.get(kind, ()):
                said = getattr(value, name)
                words = said if isinstance(said, tuple) else (said,) if said else ()
                at = (*spot.path, type(value).model_fields[name].alias or name)
                for word in words:
                    self.name(word, domains, at)
            for name, domains in _MAPPINGS_OF.get(kind, ()):
                self._keys(getattr(value, name) or {}, domains, (*spot.path, name))
            if isinstance(value, _AMOUNT_CLASSES):
                self._amount(value, spot.path)
            elif isinstance(value, str):
                self._text(value, spot.key, spot.owner, spot.path)
            elif kind in _CLOSING:
                self._closed(value, spot.path)
        for spot in self.survey.conditions:
            self.condition(spot.value, spot.path)
        self._others()

    def _keys(self, mapping: Any, domains: str, path: DataPath) -> None:
        for key in mapping:
            for word in sided(key) if "hexsides" in domains else key.split():
                self.name(word.removesuffix(" up").removesuffix(" down"), domains, (*path, key), key=True)

    def _amount(self, value: Any, path: DataPath) -> None:
        if isinstance(value, ByUnit):
            for name, inner in value.entries:
                if name != ELSE:
                    self.name(name, "type class", (*path, name), key=True)
                if isinstance(inner, str):
                    self._figure(inner, path)
        elif isinstance(value, LeaderAmount):
            self.name(value.value, "value", path)
        elif isinstance(value, TableAmount):
            self.name(value.table, "table", path)
            if isinstance(value.row, str):
                self._figure(value.row, path)
            else:
                self._amount(value.row, path)
        elif isinstance(value, StepTable):
            self.name(value.table, "table", path)
        elif isinstance(value, RangeOfFire):
            for end in (value.least, value.most):
                self._amount(end, path) if not isinstance(end, str) else self._figure(end, path)

    def _figure(self, word: str, path: DataPath) -> None:
        if word not in _WORDS:
            self.name(word, "value =steps =units =movement", path)

    def _text(self, word: str, key: str, owner: Any, path: DataPath) -> None:
        """A text may be an amount: the name of a value."""
        if (type(owner).__name__, key) in _AMOUNTS and word not in _WORDS:
            self._figure(word, path)

    def _closed(self, value: Any, path: DataPath) -> None:
        for name in ("not_into", "avoid"):
            for number, one in enumerate(getattr(value, name) or ()):
                if isinstance(one, str):
                    self.name(one, "closed condition", (*path, name, number))

    def condition(self, condition: Condition, path: DataPath) -> None:
        """Look up the names of a condition and all that it is made of."""
        waiting = [(path, condition)]
        while waiting:
            at, part = waiting.pop()
            for where, one in requirements_of(part, at):
                self._requirement(one.kind, one.value, where)
                waiting += inner_of(where, one)

    def _requirement(self, kind: str, value: Any, path: DataPath) -> None:
        if isinstance(value, Did):
            for word in value.what:
                self.name(word, " ".join(f"={deed}" for deed in DEEDS), path)
            if value.phase:
                self.name(value.phase, "phase", (*path, "phase"))
        elif isinstance(value, Crossed):
            for names in (value.all, value.any, value.none):
                for word in names or ():
                    self.name(word.removesuffix(" up").removesuffix(" down"), "hexsides paths", path)
        elif isinstance(value, HeldCount):
            self.name(value.place, "setting", (*path, "place"))
        elif kind == "option":
            self._choices(value, path)
        elif kind == "map_edge" and isinstance(value, tuple):
            for word in value:
                self.name(word, " ".join(f"={edge}" for edge in sorted(EDGES)), path)
        elif kind in REQUIREMENTS:
            listed: Iterable[str] = (value,) if isinstance(value, str) else value
            for word in listed:
                self.name(word.removesuffix(" up").removesuffix(" down"), REQUIREMENTS[kind], path)

    def _choices(self, wanted: Mapping[str, Any], path: DataPath) -> None:
        """Look up options, and the choices that they are asked for."""
        for name, choice in wanted.items():
            self.name(name, "option", (*path, name), key=True)
            option = self.survey.model.options.get(name)
            choices = [str(one) for one in option.choices] if option is not None else []
            if choices and str(choice) not in choices:
                self.broken = True
                message = f"the option {quoted(name)} has no choice {quoted(str(choice))}"
                hint = self.survey.section.suggest(str(choice), choices)
                self.survey.error("KIT106", message, (*path, name), hint=hint)

    def _others(self) -> None:
        model = self.survey.model
        terms = "terrain features hexsides paths marker"
        for kind, term in model.ground.like.items():
            if term:
                self.name(term, terms, ("ground", "like", kind))
        if model.weather:
            for start, rows in model.weather.table.items():
                for row, word in rows.items():
                    self.name(word, "weather", ("weather", "table", start, row))
        for number, table in enumerate(model.combat):
            if table.table:
                self.used.add(("table", table.table))
            self.used.add(("combat", self.survey.model.combat[number].name))
        for path, effect in self.survey.effects:
            if effect.at and effect.at not in ("target", "attacker", "unit"):
                self.name(effect.at, "setting =target =attacker =unit", (*path, "at"))
        if any("events" in phase.do for _, phase in self.survey.phases):
            self.used |= {("table of events", name) for name, _ in model.events.items()}
        if model.movement is not None:
            self.used.add(("value", "movement"))


_WORDS: Final = frozenset(
    {
        *("all", "rest", "prohibited", "stop", "free", "half_up", "half_down", "only_start", "never", "as_usual"),
        *("whole", "adjacent", "hits", "total", "each"),
    }
)
_AMOUNTS: Final = {
    ("ChangedAmount", "value"),
    ("ChangeRule", "add"),
    ("ChangeRule", "set"),
    ("ChangeRule", "least"),
    ("ChangeRule", "most"),
    ("StrengthRule", "attacker"),
    ("StrengthRule", "defender"),
    ("SupportRule", "strength"),
    ("Buckets", "dice"),
    ("Buckets", "hit"),
    ("EffectRule", "steps"),
    ("EffectRule", "hexes"),
    ("EffectRule", "points"),
    ("EffectRule", "at_most"),
    ("EffectRule", "at_least"),
    ("RallyRule", "at_most"),
    ("RallyRule", "at_least"),
    ("LeaderLoss", "at_most"),
    ("Leader", "command"),
    ("TraceRule", "cost"),
    ("VictoryWorth", "worth"),
}
"""Keys that take an amount, which may be the name of a value."""
