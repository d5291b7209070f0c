"""What the keys of rules files are called: names for forms, schemas and help.

A key reads well to those who type it. A name reads well beside a field, without the block around it. Every key has a
name here, unless the key itself is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel

from engine.kit.model.choice_names import ANYWHERE, WORDS

PLAIN: Final = frozenset(
    {
        *("activation", "add", "advance", "against", "always_one_hex", "arcs", "attacker", "attackers"),
        *("blocked_by", "cannot", "carried", "carrying", "changes", "choices", "class", "classes", "climb"),
        *("columns", "combat", "conditions", "cost", "costs", "count", "defender", "defenders", "dice", "did"),
        *("elevation", "eliminate", "empty", "entries", "event", "events", "facing", "feature", "features"),
        *("fights", "flag", "flags", "format", "formation", "ground", "halve", "hexes", "hexside", "hexsides"),
        *("judged", "kind", "lasts", "leaders", "led", "limit", "map_edge", "marker", "markers", "movement", "name"),
        *("night", "not", "not_across", "not_into", "option", "options", "overrun", "paragraphs", "paths", "phase"),
        *("phases", "place", "rally", "range", "reach", "region", "replacements", "replaces", "result", "results"),
        *("retreat", "reveal", "rounds", "rows", "sequence", "setting", "settings", "side", "size", "sources"),
        *("spotters", "stacking", "start", "status", "statuses", "steps", "strength", "supplied", "supply"),
        *("support", "symbol", "table", "tables", "terrain", "text", "title", "toward", "transport", "turn"),
        *("turns", "type", "units", "value", "victory", "weather", "when", "zone"),
    }
)
"""Keys that are their own names."""

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "Block": {
        "about": "Notes",
        "says": "Caption",
        "rule": "Cited paragraphs",
        "rules": "Paragraphs of single fields",
    },
    "SystemFile": {
        "base": "Base rules",
        "name": "Short name",
        "zones": "Zones of control",
        "sight": "Lines of sight",
        "reaction": "Reactions",
        "secrecy": "Hidden information",
        "arrivals": "Reinforcements",
        "hooks": "Program code",
    },
    "RulesTable": {
        "provenance": "Origin of the figures",
        "source": "Book and page",
        "constraints": "What is known of it",
    },
    "KitOption": {"default": "Default choice"},
    "SettingRule": {"kind": "Kind of value", "default": "Default value"},
    "Units": {"types": "Unit types", "values": "Printed values"},
    "Status": {
        "changes": "Changes of values",
        "until": "Lasts until",
        "again": "If it would be set again",
    },
    "StepRules": {"most": "Most steps", "default": "Steps by default", "reduced": "Values of a reduced unit"},
    "PrintedValue": {"least": "Smallest", "most": "Largest", "default": "If none is printed"},
    "Sequence": {
        "order": "Order of play",
        "first": "Side that goes first",
        "before": "Phases before the player turns",
        "phases": "Phases of a player turn",
        "after": "Phases after the player turns",
    },
    "Activation": {
        "of": "What is activated",
        "times": "Times per game turn",
        "does": "What it does",
        "most": "Most units of a leader",
        "cup": "Chits in the cup",
        "leave": "Chits that stay in the cup",
    },
    "Chit": {"units": "Units activated", "count": "Number of chits", "end": "Ends the phase"},
    "FirstThrown": {"add": "Added to the roll of a side"},
    "PhaseRule": {
        "do": "What is done",
        "who": "Units that act",
        "with": "Units that fight",
        "by": "Side that acts",
        "allowance": "Share of the allowance",
        "once": "How often units act",
    },
    "VictoryWorth": {"worth": "Worth of a unit"},
    "ReplacementRules": {
        "what": "What comes back",
        "kinds": "Kinds of replacement",
        "most": "Most per phase",
        "place": "Hexes where units return",
    },
    "Arrivals": {
        "blocked_by": "What blocks an entry hex",
        "blocked": "If all are blocked",
        "column": "Enter as a column",
        "cost": "Cost to enter",
    },
    "SecrecyRule": {"hides": "Hidden from the enemy", "after": "After combat", "spot": "Seen from"},
    "MarkerRule": {"on": "Lies in", "cost": "Extra cost to enter", "most": "Number of markers"},
    "EventTable": {"from": "Events come from", "by": "Side that draws", "rows": "Events"},
    "EventEntry": {"on": "Roll or number of cards", "do": "Effects"},
    "WeatherRules": {
        "kinds": "Kinds of weather",
        "start": "Weather at the start",
        "turns": "Game turns of each kind",
        "table": "Next weather by die roll",
    },
    "Transport": {
        "carriers": "Units that carry",
        "carried": "Units carried",
        "most": "Most per carrier",
        "load": "Cost to load",
        "unload": "Cost to unload",
        "same_phase": "Load and unload in a phase",
    },
    "Leader": {
        "who": "Units that lead",
        "lends": "Values lent",
        "command": "Command range",
        "fights": "Fight themselves",
        "lost": "How they are lost",
        "alone": "Alone against an enemy",
    },
    "LeaderLoss": {"at_most": "Lost on a roll of at most"},
    "Loan": {"to": "Lent to", "take": "Of several leaders", "only": "Only units"},
    "SupplyRules": {
        "trace": "Supply lines",
        "without": "Values out of supply",
        "status": "Status out of supply",
        "after": "After times out of supply",
    },
    "TraceRule": {
        "hexes": "Most hexes",
        "cost": "Most movement points",
        "paths": "Paths of any length",
    },
    "SourceRule": {
        "place": "Hexes of the scenario",
        "feature": "Feature or marker",
        "side": "Which of the hexes",
        "edge": "Map edge",
    },
    "RallyRule": {
        "tries": "Units that try",
        "at_most": "Roll at most",
        "at_least": "Roll at least",
        "changes": "Changes of the number",
        "pass": "If it succeeds",
        "fail": "If it fails",
        "each": "Attempts per phase",
    },
    "Reaction": {
        "when": "Cause",
        "with": "Kind of combat",
        "who": "Units that react",
        "against": "Units reacted to",
        "per": "Limits",
        "stops": "Stops the move",
    },
    "ReactionLimits": {"unit": "How often a unit reacts", "cause": "Most units per cause"},
    "CombatKind": {
        "needs": "Attackers need",
        "who": "Units that attack",
        "targets": "Units attacked",
        "hexes": "Hexes per attack",
        "units": "Units per attack",
        "whole_stack": "Whole stacks",
        "once": "How often",
        "must": "Sides that must fight",
        "strict": "Leave no unit without a fight",
        "strength": "Strengths",
        "resolve": "Resolved by",
        "table": "Combat results table",
        "rounding": "Fractions of the odds",
        "clamp": "Kept to the table",
        "may_lower": "Lower column by choice",
        "buckets": "Dice of each unit",
        "shifts": "Shifts and modifiers",
        "results": "Results of this kind",
        "after": "After the result",
    },
    "AdvanceRule": {
        "who": "Units that advance",
        "most": "Most units",
        "hexes": "Most hexes",
        "into": "Where to",
        "after": "After results",
        "must": "Must advance",
        "zones": "Enemy zones of control",
        "again": "May attack again",
        "blocks": "Cannot do then",
    },
    "Buckets": {
        "dice": "Dice per unit",
        "hit": "Hits on at most",
        "returns": "The defender rolls",
        "hits": "Effects of hits",
        "order": "Order of rolling",
    },
    "SupportRule": {
        "who": "Units that support",
        "needs": "They need",
        "strength": "Strength added",
        "suffers": "Results affect them too",
        "alone": "May attack alone",
    },
    "StrengthRule": {
        "attacker": "Each attacker",
        "defender": "Each defender",
        "defender_of": "Total of the defenders",
    },
    "StrengthChanges": {"attacker": "Of attackers", "defender": "Of defenders"},
    "Once": {"attacker": "A unit attacks", "defender": "A hex is attacked"},
    "WholeStack": {"attacker": "Attackers together", "defender": "Defenders together"},
    "Result": {"text": "Text of the player aid", "do": "Effects"},
    "RetreatKeys": {
        "by": "Path chosen by",
        "away": "Away from",
        "not_into": "Never into",
        "avoid": "Only if no other way",
        "toward": "Toward the hexes of",
        "friends": "Friendly units",
        "none": "If it cannot retreat",
        "short": "If the way is too short",
        "off_map": "Off the map",
        "voluntary": "Longer path by choice",
        "instead": "Steps in place of a retreat",
        "displace": "Displacement",
        "attacked_again": "May be attacked again",
        "eliminated": "Eliminated instead",
    },
    "EffectRule": {
        "lose": "Lose steps",
        "status": "Get the status",
        "clear": "Lose the status",
        "check": "Check by dice",
        "place": "Place marker",
        "remove": "Remove marker",
        "points": "Victory points",
        "weather": "Weather becomes",
        "draw": "Draw an event from",
        "arrive": "Bring in the group",
        "withdraw": "Withdraw units",
        "to_pool": "Back into the pool",
        "again": "Attack again",
        "who": "Only units",
        "units": "How many units",
        "steps": "Number of steps",
        "of": "Of which units",
        "strength_of": "At least the strength of",
        "hexes": "Number of hexes",
        "at_most": "Roll at most",
        "at_least": "Roll at least",
        "changes": "Changes of the number",
        "pass": "If it succeeds",
        "fail": "If it fails",
        "at": "Where",
        "turns": "Game turns",
        "to": "Side that gets points",
    },
    "DisplacementRule": {
        "voluntary": "May stay instead",
        "not_in": "Not displaced in",
        "chain": "May displace others",
        "cannot": "If there is no room",
        "blocks": "Cannot do then",
    },
    "InsteadRule": {"lose": "Steps lost", "units": "Lost by"},
    "SightRules": {
        "hinders": "Hindrances",
        "most": "Most hindrance",
        "higher_sees_over": "Higher units see over",
        "along": "Along a hexside",
        "limit": "Farthest sight",
    },
    "Facing": {
        "points": "Units face",
        "moves": "Units move",
        "turn": "Cost of a turn",
        "most": "Most turns per move",
        "attack": "Units attack",
        "who": "Units with a facing",
    },
    "Arcs": {"front": "Front hexes", "flank": "Flank hexes", "rear": "Rear hexes"},
    "ZoneRules": {
        "exert": "Units with a zone",
        "affects": "Units affected",
        "enter": "To enter a zone",
        "leave": "To leave a zone",
        "zone_to_zone": "From zone to zone",
        "barred": "Zones never entered",
        "cancelled_by_friend": "Friendly units cancel it for",
    },
    "Stacking": {
        "counts": "What is counted",
        "when": "Checked",
        "apart": "Not counted",
        "alike": "Only of the same",
    },
    "MovementRules": {
        "allowance": "Movement allowance",
        "once": "How often units move",
        "friends": "Through friendly units",
        "enemies": "Through enemy units",
        "off_map": "Off the map",
    },
    "OverrunRule": {"ratio": "Times stronger"},
    "CostRules": {"hex": "Terrain", "feature": "Features", "hexside": "Hexsides", "path": "Paths"},
    "PathCost": {
        "replaces": "In place of the cost of",
        "who": "Units that may use it",
    },
    "CostLine": {
        "cost": "Movement points",
        "unless": "No cost along or over",
        "replaces": "In place of the cost of",
    },
    "ChangedAmount": {"value": "Amount"},
    "GroundRules": {
        "base": "Unknown kinds are",
        "like": "Kinds of the map taken as",
        "water": "Only for units afloat",
        "afloat": "Units afloat",
    },
    "ChangeRule": {
        "times": "Multiply by",
        "set": "Set to",
        "least": "Raise to at least",
        "most": "Lower to at most",
        "die": "Die roll modifier",
        "dice": "More dice",
        "total": "Of the total of",
        "each": "For each",
        "of": "That is",
        "at_most": "Count at most",
        "best": "Only the best of",
        "for": "Best for",
        "crossing": "Columns by hexside",
        "take": "Of several attackers",
        "ground": "Columns by terrain",
    },
    "Requirements": {
        "any": "Any of",
        "is": "Condition",
        "led_by": "Lent by a leader",
        "path": "Path through the hex",
        "beside": "Hexside of the hex",
        "has": "Units in the hex",
        "next_to": "Units next to it",
        "within": "Units nearby",
        "over_path": "Path across",
        "defender_in": "Defender's hex",
        "attacker_in": "Attacker's hex",
        "across": "Attacked across",
        "surround": "Surrounded",
        "from": "Attacked from",
        "strength": "Strengths",
        "die": "Die roll",
        "mark": "Mark of the turn",
        "active": "Active side",
        "holds": "Holds hexes",
    },
    "Near": {"count": "How many", "hexes": "Hexes away"},
    "Members": {
        "all": "All units",
        "any": "At least one unit",
        "none": "No unit",
        "count": "Number of units",
        "hexes": "Number of hexes",
    },
    "Crossed": {"all": "Every hexside", "any": "At least one hexside", "none": "No hexside"},
    "Did": {"what": "What it did"},
    "HeldCount": {"count": "Number of hexes"},
}
"""By the class of a model the names of its keys."""


def name_of(model: type[BaseModel], key: str) -> str:
    """Returns what people read for a key of a model of rules files."""
    return next((NAMES[one][key] for one in _owners(model) if key in NAMES.get(one, {})), _spoken(key))


def is_named(model: type[BaseModel], key: str) -> bool:
    """Whether a key has a name, or is one itself."""
    return key in PLAIN or any(key in NAMES.get(one, {}) for one in _owners(model))


def words_of(model: type[BaseModel], key: str) -> Mapping[Any, str]:
    """Returns the names of the words that a key may be, for those whose bare word says too little."""
    own = next((WORDS[one, key] for one in _owners(model) if (one, key) in WORDS), {})
    return {**ANYWHERE, **own}


def _owners(model: type[BaseModel]) -> list[str]:
    return [one.__name__.partition("[")[0] for one in model.__mro__]


def _spoken(key: str) -> str:
    return key.replace("_", " ").capitalize()
