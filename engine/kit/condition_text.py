"""Conditions in plain words: a sentence for the whole, a few words for each requirement.

Both are made from the plain data of a file, so that they can be shown while a condition is still being written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.formats.short_forms import as_text
from engine.kit.requirement_kinds import KINDS, RequirementKind
from engine.kit.wordlist import WordList, listed, names_in_text, spoken
from engine.plural import measured

NEVER: Final = frozenset({"not_across", "not_into", "barred"})
"""Keys whose condition says what is closed: where it is empty, nothing is."""
UNCLEAR: Final = "\u2026"
"""What is shown for something that cannot be read yet."""
_SUBJECTS: Final = ("the unit ", "the hex ", "the hexside ", "the attack ")
_NAMED: Final[Mapping[str, tuple[str, str]]] = {
    "type": ("the unit is {}", "the unit is not {}"),
    "class": ("the unit is in class {}", "the unit is not in class {}"),
    "flag": ("the unit is marked {}", "the unit is not marked {}"),
    "size": ("the unit has the size {}", "the unit does not have the size {}"),
    "formation": ("the unit belongs to {}", "the unit does not belong to {}"),
    "status": ("the unit is {}", "the unit is not {}"),
    "facing": ("the unit faces {}", "the unit does not face {}"),
    "terrain": ("the hex is {}", "the hex is not {}"),
    "feature": ("the hex has {}", "the hex does not have {}"),
    "path": ("the hex has {} through it", "the hex does not have {} through it"),
    "beside": ("the hex has {} on a hexside", "the hex does not have {} on any hexside"),
    "region": ("the hex is in {}", "the hex is not in {}"),
    "place": ("the hex is in {}", "the hex is not in {}"),
    "marker": ("the hex has the marker {}", "the hex does not have the marker {}"),
    "hexside": ("the hexside has {}", "the hexside does not have {}"),
    "over_path": ("the hexside is crossed by {}", "the hexside is not crossed by {}"),
    "kind": ("the attack is {}", "the attack is not {}"),
    "from": ("the attack comes from the {}", "the attack does not come from the {}"),
    "result": ("the result is {}", "the result is not {}"),
    "mark": ("the turn is marked {}", "the turn is not marked {}"),
    "phase": ("it is the {} phase", "it is not the {} phase"),
    "weather": ("the weather is {}", "the weather is not {}"),
    "event": ("the event {} is in effect", "the event {} is not in effect"),
    "is": ("the condition {} holds", "the condition {} does not hold"),
}
"""Requirements with names: as a clause, and as one with ``!``."""
_OWNED: Final[Mapping[str, Mapping[str, str]]] = {
    "side": {"own": "the unit is friendly", "enemy": "the unit is an enemy", "": "the unit belongs to {}"},
    "active": {"own": "its own side is active", "enemy": "the enemy side is active", "": "the active side is {}"},
    "zone": {
        "own": "the hex is in a friendly zone of control",
        "enemy": "the hex is in an enemy zone of control",
        "none": "the hex is in no zone of control",
        "": "the hex is in a zone of control: {}",
    },
    "surround": {
        "opposite": "attackers are on opposite sides of the target",
        "alternate": "three attackers are around the target with a hex between each",
        "alternate_empty": "three attackers are around the target with an empty hex between each",
        "": "the target is surrounded: {}",
    },
}
_FLAGS: Final[Mapping[str, tuple[str, str]]] = {
    "supplied": ("the unit is in supply", "the unit is out of supply"),
    "led": ("the unit is in command", "the unit is out of command"),
    "carried": ("the unit is carried", "the unit is not carried"),
    "carrying": ("the unit carries others", "the unit does not carry others"),
    "empty": ("the hex is empty", "the hex is not empty"),
    "night": ("it is night", "it is not night"),
    "map_edge": ("the hex is at the edge of the map", "the hex is not at the edge of the map"),
}
_NUMBERS: Final[Mapping[str, str]] = {
    "elevation": "the hex has the level {}",
    "range": "the range is {}",
    "die": "the die roll is {}",
}
_AMOUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "climb": ("the hexside climbs {}", "level"),
    "steps": ("the unit has {}", "step"),
}
_STEPS: Final = {"full": "the unit has all its steps", "reduced": "the unit has lost a step"}
_WHOM: Final = {"all": "every {}", "any": "at least one {}", "none": "no {}"}
_WHERE: Final = {"has": "in the hex", "next_to": "in an adjacent hex"}


def range_text(value: Any) -> str:
    """A RANGE in words: ``3``, ``at least 2``, ``2 to 5``."""
    if isinstance(value, Mapping):
        least, most = value.get("least"), value.get("most")
        if least is not None and most is not None:
            return f"{_plain(least)} to {_plain(most)}"
        if least is not None:
            return f"at least {_plain(least)}"
        return f"at most {_plain(most)}" if most is not None else UNCLEAR
    return _plain(value)


def _plain(value: Any) -> str:
    """A plain value as a file has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(as_text(value)) if isinstance(value, str | int | float) else UNCLEAR


def _either(words: Sequence[str]) -> str:
    if len(words) < 3:
        return " or ".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def written_names(kind: RequirementKind, value: Any) -> list[str]:
    """The names of a requirement, each with its ``!``, as the file has them."""
    if kind.shape == "Texts":
        return [str(as_text(one)) for one in listed(value) if isinstance(one, str | int | float)]
    found: list[str] = []
    for name in names_in_text(value):
        if kind.shape.startswith("Side") and name in ("up", "down") and found and " " not in found[-1]:
            found[-1] += f" {name}"
        else:
            found.append(name)
    return found


class ConditionText:
    """Puts conditions into words, with the titles of a word list."""

    def __init__(self, words: WordList) -> None:
        self.words = words

    def sentence(self, condition: Any, key: str = "") -> str:
        """The condition of a key as one sentence; empty for none."""
        if condition is None:
            return ""
        text = self.clauses(condition) or empty_condition(key)
        return f"{text[0].upper()}{text[1:]}."

    def clauses(self, condition: Any) -> str:
        """All requirements of a condition in one clause, without a capital or a full stop."""
        said: list[str] = []
        before = ""
        for one in self._each(condition):
            subject = next((subject for subject in _SUBJECTS if one.startswith(subject)), "")
            said.append(one[len(subject) :] if subject and subject == before else one)
            before = subject
        return (", and " if any(one.startswith("either ") for one in said) else " and ").join(said)

    def _each(self, condition: Any) -> Iterator[str]:
        for entry in listed(condition):
            if isinstance(entry, Mapping):
                yield from (self.clause(str(key), value) for key, value in entry.items())
            elif isinstance(entry, str):
                yield self.clause("type", entry)
            else:
                yield UNCLEAR

    def clause(self, key: str, value: Any) -> str:
        """One requirement as a clause."""
        kind = KINDS.get(key)
        if kind is None or value is None:
            return UNCLEAR
        if key in _OWNED:
            return self._owned(kind, value)
        if key in _FLAGS and isinstance(value, bool):
            return _FLAGS[key][not value]
        if key in _NAMED:
            negative, names = self._names(kind, value)
            return _NAMED[key][negative].format(names or UNCLEAR)
        if key == "steps" and isinstance(value, str) and value in _STEPS:
            return _STEPS[value]
        if key in _NUMBERS:
            return _NUMBERS[key].format(range_text(value))
        if key in _AMOUNTS:
            form, noun = _AMOUNTS[key]
            return form.format(measured(range_text(value), noun))
        say = _SAYING.get(key)
        return say(self, key, value) if say is not None else UNCLEAR

    def value(self, key: str, value: Any) -> str:
        """The value of a requirement in a few words, for a chip: ``not woods or swamp``, ``at least 2``."""
        kind = KINDS.get(key)
        if kind is None or value is None:
            return UNCLEAR
        if isinstance(value, bool):
            return "yes" if value else "no"
        if kind.shape in ("Fits", "SideFits", "Texts", "Name", "Literal", "Edges"):
            negative, names = self._names(kind, value)
            return f"{'not ' if negative else ''}{names or UNCLEAR}"
        if isinstance(value, Mapping) and kind.shape.startswith("dict"):
            return ", ".join(f"{self._named(kind, name)} {range_text(one)}" for name, one in value.items()) or UNCLEAR
        if kind.shape in ("Crossed", "Strengths"):
            return self._parts(kind, value)
        if kind.shape == "Deeds":
            return self._deeds(value)
        if kind.shape == "HeldCount":
            return self.clause(key, value)
        return spoken(value) if isinstance(value, str) and value in _STEPS else range_text(value)

    # -- parts ------------------------------------------------------------------------------------------------

    def _names(self, kind: RequirementKind, value: Any) -> tuple[bool, str]:
        """Whether names are barred by ``!``, and the names with ``or`` between them."""
        names = written_names(kind, value)
        titles = [self.words.title(kind.domains, name.removeprefix("!")) for name in names]
        return any(name.startswith("!") for name in names), _either(titles)

    def _named(self, kind: RequirementKind, name: Any) -> str:
        return self.words.title(kind.domains, str(name))

    def _owned(self, kind: RequirementKind, value: Any) -> str:
        forms = _OWNED[kind.key]
        names = written_names(kind, value)
        if len(names) == 1 and names[0] in forms:
            return forms[names[0]]
        negative, said = self._names(kind, value)
        return forms[""].format(f"{'not ' if negative else ''}{said or UNCLEAR}")

    def _parts(self, kind: RequirementKind, value: Any) -> str:
        """Keys of a value, each with its names or its range: ``any river, attacker at least 3``."""
        if not isinstance(value, Mapping):
            return UNCLEAR
        said = []
        for name, one in value.items():
            inner = range_text(one) if kind.shape == "Strengths" else self._names(kind, one)[1]
            said.append(f"{name} {inner or UNCLEAR}")
        return ", ".join(said) or UNCLEAR

    def _deeds(self, value: Any) -> str:
        what = value.get("what") if isinstance(value, Mapping) else value
        phase = value.get("phase") if isinstance(value, Mapping) else None
        said = _either([spoken(name) for name in names_in_text(what)]) or UNCLEAR
        return f"{said} in the {self.words.title('phase', str(phase))} phase" if phase else said

    def _did(self, _key: str, value: Any) -> str:
        said = self._deeds(value)
        return f"the unit has {said}" + ("" if said.endswith(" phase") else " in this turn")

    def _edges(self, key: str, value: Any) -> str:
        return f"the hex is at the {self._names(KINDS[key], value)[1] or UNCLEAR} edge of the map"

    def _turn(self, _key: str, value: Any) -> str:
        return f"it is turn {', '.join(names_in_text(value)) or UNCLEAR}"

    def _figures(self, key: str, value: Any) -> str:
        """Values, lent values, strengths: each by its name."""
        forms = {
            "value": "the unit has {} {}",
            "led_by": "a leader lends {} {}",
            "strength": "the strength of the {1} is {0}",
        }
        if not isinstance(value, Mapping) or not value:
            return UNCLEAR
        kind = KINDS[key]
        said = [forms[key].format(range_text(one), self._named(kind, name)) for name, one in value.items()]
        return " and ".join(said)

    def _chosen(self, key: str, value: Any) -> str:
        """Options and settings, each with what it must be."""
        if not isinstance(value, Mapping) or not value:
            return UNCLEAR
        what = "the option" if key == "option" else "the setting"
        said = [f"{what} {self._named(KINDS[key], name)} is {range_text(one)}" for name, one in value.items()]
        return " and ".join(said)

    def _holds(self, _key: str, value: Any) -> str:
        if not isinstance(value, Mapping):
            return UNCLEAR
        place = self.words.title("setting", _plain(value.get("place")))
        side = _plain(value.get("side"))
        owner = {"own": "its own side", "enemy": "the enemy side"}.get(side, self.words.title("side", side))
        return f"{owner} holds {_counted(value.get('count'), 'hex', 'hexes')} of {place}"

    def _near(self, key: str, value: Any) -> str:
        if not isinstance(value, Mapping):
            return UNCLEAR
        where = _WHERE.get(key) or f"within {measured(_plain(value.get('hexes', UNCLEAR)), 'hex', 'hexes')}"
        inner = self.clauses({name: one for name, one in value.items() if name not in ("count", "hexes")})
        count = _counted(value.get("count"), "unit", "units")
        verb = "are" if count.endswith("units") else "is"
        bare = inner.removeprefix("the unit ")
        if verb == "are":
            bare = " and ".join(_plural(part) for part in bare.split(" and "))
        of_units = inner.startswith("the unit ")
        that = f" that {bare}" if of_units else f" for which {inner}" if inner else ""
        return f"there {verb} {count} {where}{that}"

    def _members(self, key: str, value: Any) -> str:
        """What attackers or defenders must fit, and how many they are."""
        if not isinstance(value, Mapping):
            return UNCLEAR
        one = key.removesuffix("s")
        said = []
        for how, form in _WHOM.items():
            if how in value:
                said.append(_about(self.clauses(value[how]), "the unit ", form.format(one)))
        if "count" in value:
            said.append(f"there are {range_text(value['count'])} {key}")
        if "hexes" in value:
            said.append(f"the {key} are in {measured(range_text(value['hexes']), 'hex', 'hexes')}")
        return " and ".join(said) or UNCLEAR

    def _hex_of(self, key: str, value: Any) -> str:
        whose = "a defender's hex" if key == "defender_in" else "an attacker's hex"
        return _about(self.clauses(value), "the hex ", whose)

    def _crossed(self, key: str, value: Any) -> str:
        if not isinstance(value, Mapping):
            return UNCLEAR
        kind = KINDS[key]
        said = [
            f"{form.format('attacker')} attacks across {self._names(kind, value[how])[1] or UNCLEAR}"
            for how, form in _WHOM.items()
            if how in value
        ]
        return " and ".join(said) or UNCLEAR

    def _any(self, _key: str, value: Any) -> str:
        parts = [self.clauses(one) or "always" for one in listed(value)]
        return f"either {', or '.join(parts)}" if len(parts) > 1 else parts[0] if parts else UNCLEAR

    def _not(self, _key: str, value: Any) -> str:
        return f"it is not true that {self.clauses(value) or 'always'}"


def empty_condition(key: str) -> str:
    """What an empty condition of a key means."""
    return "nothing is closed" if key in NEVER else "always"


def _about(inner: str, subject: str, whose: str) -> str:
    """Put another subject into a sentence: ``the unit is shaken`` becomes ``every attacker is shaken``."""
    if not inner:
        return f"there is {whose}"
    bare = inner.removeprefix(subject)
    return f"{whose} {bare}" if bare != inner else f"for {whose}, {inner}"


def _plural(said: str) -> str:
    """A predicate in the plural: ``is an enemy`` becomes ``are enemies``."""
    for one, many in (("is an enemy", "are enemies"), ("is ", "are "), ("has ", "have "), ("does ", "do ")):
        if said.startswith(one):
            return f"{many}{said[len(one) :]}"
    return said


def _counted(value: Any, one: str, many: str) -> str:
    """A RANGE of things: ``a unit``, ``at least 2 units``."""
    if value is None or value == {"least": 1}:
        return f"a {one}"
    return measured(range_text(value), one, many)


_SAYING: Final[Mapping[str, Callable[[ConditionText, str, Any], str]]] = {
    "did": ConditionText._did,
    "map_edge": ConditionText._edges,
    "turn": ConditionText._turn,
    "value": ConditionText._figures,
    "led_by": ConditionText._figures,
    "strength": ConditionText._figures,
    "option": ConditionText._chosen,
    "setting": ConditionText._chosen,
    "holds": ConditionText._holds,
    "has": ConditionText._near,
    "next_to": ConditionText._near,
    "within": ConditionText._near,
    "attackers": ConditionText._members,
    "defenders": ConditionText._members,
    "defender_in": ConditionText._hex_of,
    "attacker_in": ConditionText._hex_of,
    "across": ConditionText._crossed,
    "any": ConditionText._any,
    "not": ConditionText._not,
}
"""Requirements of more parts."""
