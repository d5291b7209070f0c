"""What the text leaves open, and what a designer may set otherwise."""

from __future__ import annotations

from typing import Final

from engine.mechanics.hexes.groups import set_up_option
from engine.play.options import Option

OPTIONS: Final[dict[str, Option]] = {
    "set_up": set_up_option("tlg2:2.8"),
    "mandatory_attacks": Option(
        "strict",
        ("strict", "at_end"),
        "strict: an attack is refused when it leaves a unit that must fight without a partner; "
        "at_end: only what can still be met at the end of the phase is asked for",
        "tlg2:6.5",
    ),
    "guns_in_contact": Option(
        "may_stay_out",
        ("may_stay_out", "must_attack"),
        "with mandatory_attacks: strict; may_stay_out: other units may attack the last enemy next to guns without "
        "them, which stay silent for it, as 7.8 has it; must_attack: guns are units like any other (6.4)",
        "tlg2:7.8",
    ),
    "odds_limit": Option(
        "before_shifts",
        ("before_shifts", "after_shifts"),
        "whether odds beyond 1:4 and 7:1 are cut off before the shifts, as rounding to a column of the table (6.2), "
        "or after them",
        "tlg2:6.16",
    ),
    "enfilade_counts_bombardment": Option(
        False,
        (False, True),
        "whether bombarding artillery counts among more than three attacking units",
        "tlg2:6.10",
    ),
    "enfilade_gaps": Option(
        "empty",
        ("empty", "not_attacking"),
        "whether the hexes between three attackers must be empty of all units, or only of units that take part",
        "tlg2:6.10",
    ),
    "multi_hex_combat": Option(
        "defenders",
        ("defenders", "any_side"),
        "whether a combat is multi-hex by its defended hexes alone, or by the attackers' hexes too",
        "tlg2:6.12",
    ),
    "displaced_into_zoc": Option(
        "last_resort",
        ("last_resort", "never"),
        "last_resort: a displaced unit moves as a retreating one, so that it may enter an enemy zone of control where "
        "no other hex is open (6.14); never: it may not, and who could make room only so is not displaced",
        "tlg2:6.13",
    ),
    "attenuating_units": Option(
        "all",
        ("all", "uninvolved"),
        "whether every unit in a line of sight attenuates it (7.3), or only those that take no part in the combat, "
        "as 7.7 has it",
        "tlg2:7.3",
    ),
}
