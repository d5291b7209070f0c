"""What people read for the words that keys of rules files may be, where the bare word says too little."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_OFTEN: Final = {"phase": "once per phase", "turn": "once per player turn", "none": "without limit"}
_LINE_OF_SIGHT: Final = {"sight": "a line of sight", "none": "nothing"}
_NO_WAY: Final = {"eliminate": "it is eliminated", "stay": "it stays"}
_DIRECTIONS: Final = {"front": "into their front hexes", "any": "in any direction"}
_SIDES: Final = {
    "active": "the active side",
    "other": "the other side",
    "both": "both sides",
    "none": "no side",
    "owner": "the owner",
    "enemy": "the enemy",
}

WORDS: Final[Mapping[tuple[str, str], Mapping[Any, str]]] = {
    ("Once", "attacker"): _OFTEN,
    ("Once", "defender"): _OFTEN,
    ("StrengthRule", "defender_of"): {"sum": "all together", "best": "only the best", "worst": "only the worst"},
    ("SupportRule", "needs"): _LINE_OF_SIGHT,
    ("Buckets", "returns"): {
        "together": "at the same time",
        "before": "before the attacker",
        "after": "after the attacker",
        "none": "not at all",
    },
    ("AdvanceRule", "most"): {"all": "all", "stack_limit": "as many as may stack"},
    ("AdvanceRule", "into"): {
        "vacated": "the vacated hex",
        "path": "along the path of retreat",
        "beyond": "one hex beyond",
    },
    ("AdvanceRule", "zones"): {"ignored": "are ignored", "felt": "stop units"},
    ("CombatKind", "needs"): _LINE_OF_SIGHT,
    ("CombatKind", "hexes"): {"one": "one hex", "many": "several hexes"},
    ("CombatKind", "targets"): {"hex": "any hex, also an empty one"},
    ("CombatKind", "units"): {"many": "any number", "one": "one unit", "stack": "the units of one hex"},
    ("CombatKind", "must"): {"none": "no side", "both": "both sides"},
    ("CombatKind", "resolve"): {
        "difference": "difference of strengths",
        "strength": "strength of the attacker",
        "buckets": "dice of each unit",
        "duel": "a duel of dice",
        "none": "no dice",
    },
    ("CombatKind", "rounding"): {
        "defender": "for the defender",
        "attacker": "for the attacker",
        "nearest": "to the nearest",
    },
    ("CombatKind", "clamp"): {"before": "before the shifts", "after": "after the shifts"},
    ("ReactionLimits", "unit"): {**_OFTEN, "each": "once for each cause"},
    ("Reaction", "when"): {
        "moves": "an enemy unit moves",
        "enters_zone": "an enemy unit enters a zone",
        "leaves_zone": "an enemy unit leaves a zone",
        "attacks": "the enemy attacks",
        "activates": "an enemy unit is activated",
    },
    ("Reaction", "stops"): {"hit": "if the unit is hit"},
    ("PhaseRule", "by"): _SIDES,
    ("PhaseRule", "once"): _OFTEN,
    ("Activation", "of"): {
        "unit": "a unit",
        "stack": "a stack",
        "formation": "a formation",
        "leader": "the units of a leader",
    },
    ("Activation", "cup"): {"formations": "one for each formation", "sides": "one for each side"},
    ("Sequence", "order"): {
        "player_turns": "player turns",
        "alternating": "sides take turns to activate",
        "chits": "chits from a cup",
    },
    ("Sequence", "first"): {"scenario": "as the scenario says"},
    ("Status", "until"): {
        "rally": "the unit rallies",
        "recover": "the unit recovers",
        "end_of_phase": "the end of the phase",
        "end_of_turn": "the end of the player turn",
        "end_of_game_turn": "the end of the game turn",
        "own_turn_end": "the end of its own player turn",
        "moves": "the unit moves",
        "never": "the end of the game",
    },
    ("SourceRule", "side"): {"held": "those that the side entered last"},
    ("Loan", "to"): {"stack": "units in the same hex", "formation": "units of the same formation"},
    ("Loan", "take"): {"best": "the best counts", "sum": "all are added"},
    ("Leader", "alone"): {"stay": "it stays", "displace": "it is displaced", "eliminate": "it is eliminated"},
    ("EventTable", "from"): {"dice": "dice", "deck": "a deck of cards"},
    ("EventTable", "by"): _SIDES,
    ("SecrecyRule", "hides"): {"none": "nothing", "values": "values of units", "units": "whole units"},
    ("SecrecyRule", "after"): {"shown": "known for good", "again": "hidden again"},
    ("SecrecyRule", "spot"): {"sight": "any hex in sight"},
    ("Arrivals", "blocked"): {
        "wait": "the units wait",
        "adjacent": "they enter in an adjacent hex",
        "nearest": "they enter in the nearest free hex",
        "lost": "the units are lost",
    },
    ("Arrivals", "cost"): {"usual": "the usual cost of the hex"},
    ("ReplacementRules", "what"): {"units": "whole units"},
    ("SettingRule", "kind"): {
        "edge": "map edge",
        "flag": "yes or no",
        "turns": "game turns",
        "hexes_by_side": "hexes of each side",
        "edge_by_side": "map edge of each side",
        "number_by_side": "number of each side",
    },
    ("DisplacementRule", "when"): {"only_way": "if there is no other way"},
    ("DisplacementRule", "cannot"): {"eliminate": "it is eliminated", "short": "it retreats less far"},
    ("InsteadRule", "units"): {"one": "one unit", "all": "each unit"},
    ("RetreatKeys", "by"): _SIDES,
    ("RetreatKeys", "away"): {"start": "the hex where it starts", "enemy": "enemy units", "none": "nothing"},
    ("RetreatKeys", "friends"): {
        "pass": "are passed through",
        "closed": "close their hexes",
        "stack": "may be joined",
    },
    ("RetreatKeys", "off_map"): {
        "leaves": "the unit leaves the map",
        "eliminate": "the unit is eliminated",
    },
    ("RetreatKeys", "none"): _NO_WAY,
    ("RetreatKeys", "short"): _NO_WAY,
    ("EffectRule", "units"): {"all": "all units", "one": "one unit"},
    ("ChangeRule", "halve"): {"up": "rounded up", "down": "rounded down", "exact": "with fractions"},
    ("ChangeRule", "total"): {"attacker": "the attackers", "defender": "the defenders"},
    ("ChangeRule", "each"): {"attackers": "attacker", "defenders": "defender"},
    ("ChangeRule", "for"): {"attacker": "the attacker", "defender": "the defender"},
    ("ChangeRule", "take"): {"least": "the sum nearest to 0", "most": "the sum furthest from 0"},
    ("PathCost", "replaces"): {
        "all": "terrain, features and hexsides",
        "hex": "terrain and features",
        "none": "nothing",
    },
    ("CostLine", "replaces"): {"hex": "the terrain"},
    ("MovementRules", "once"): _OFTEN,
    ("MovementRules", "friends"): {"pass": "yes", "closed": "no"},
    ("MovementRules", "enemies"): {"closed": "no"},
    ("MovementRules", "off_map"): {"exits": "by exits of the scenario", "never": "never"},
    ("Stacking", "when"): {
        "end_of_move": "at the end of a move",
        "always": "always",
        "end_of_phase": "at the end of the phase",
    },
    ("ZoneRules", "reach"): {1: "1 hex", 2: "2 hexes", "front": "front hexes"},
    ("Facing", "points"): {"side": "a hexside", "corner": "a corner"},
    ("Facing", "moves"): _DIRECTIONS,
    ("Facing", "attack"): _DIRECTIONS,
    ("SightRules", "along"): {"both": "blocked by both hexes", "either": "blocked by either hex"},
}
"""By the class of a model and a key the names of the words that it may be."""

ANYWHERE: Final = {
    "half_up": "half, rounded up",
    "half_down": "half, rounded down",
    "third_down": "a third, rounded down",
    "steps_table": "from a table, by the steps left",
    "only_start": "only at the start of a move",
    "rest": "all that are left",
    "ever": "for ever",
}
"""Words that mean the same in every key."""
