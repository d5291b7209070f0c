"""What to do about a finding in a rules file that has no hint of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.findings import Finding

HINTS: Final[dict[str, str]] = {
    # Names
    "KIT101": "name another rules file as base, or remove base",
    "KIT103": "choose another name and title",
    "KIT104": "choose another name",
    "KIT105": "rename one of them",
    "KIT106": "define it, or use a name that the file defines",
    "KIT107": "name a kind of a palette for it under like of ground",
    "KIT108": "use it, or remove it",
    "KIT109": "remove one of the references that form the circle",
    # Ground, units, sequence
    "KIT110": "add its cost under costs of movement",
    "KIT111": "give units of this type an allowance, ground and a phase to move in; or remove the type",
    "KIT112": "add the type to who of a kind of combat, or leave it as it is if it never attacks",
    "KIT113": "add the block that the phase needs, let more units act in it, or remove the phase",
    "KIT114": "add a phase with do: move, or with the name of a kind of combat",
    "KIT115": "write order: alternating or chits with an activation and a phase do: activate, or remove them",
    "KIT116": "change most, default or reduced of steps, or the table of figures",
    "KIT117": "add what clears the status, or change its until",
    "KIT118": "give the status by an effect, or remove it",
    "KIT119": "remove a word from its cannot, or change its until",
    # Conditions, movement
    "KIT120": "change one of its requirements, or remove the entry",
    "KIT121": "ask about something that is there, or move the condition to another place",
    "KIT122": "remove the requirement",
    "KIT123": "give the inner condition a name under conditions, and use it by is",
    "KIT124": "change it, or remove it",
    "KIT125": "write one change for each thing that it does",
    "KIT126": "change leave of zones, or add a combat phase",
    "KIT127": "raise the limit, or leave the type out by apart",
    "KIT128": "change the retreat or the status, or write eliminate in place of the retreat",
    "KIT129": "name another code under after of advance, or let the result empty the hex",
    "KIT130": "add it under paragraphs, or cite another one",
    "KIT131": "cite it by rule where it is enforced, or give it another kind",
    # Tables
    "KIT132": "add the code under results, or change the cell",
    "KIT133": "put the code into a table, or remove the result",
    "KIT134": "put the columns in order, from the worst for the attacker to the best",
    "KIT135": "rename the column, or change resolve",
    "KIT136": "put every difference into exactly one column",
    "KIT137": "write one cell for each column",
    "KIT138": "compare the two cells, and exchange them if one is misplaced",
    "KIT139": "add the key table, or change resolve",
    "KIT140": "add a row for it, or extend the row next to it",
    "KIT141": "change the key of one of the rows",
    "KIT142": "change the key of the row or the dice, or remove the row",
    "KIT143": "write 1 to 20 dice of 2 to 100 faces, such as 2d6, or d66",
    "KIT144": "write costs that are whole numbers, or fractions such as 1/2, 1/3 and 1/4",
    # The rest
    "KIT145": "name a role that is there, or write fewer checks inside one another",
    "KIT146": "change when or with of the reaction, or remove the reaction",
    "KIT147": "add a source, or change its condition",
    "KIT148": "correct the path or the functions of the hooks, or remove the key hooks",
    "KIT149": "let the phase end by itself, or limit what units do in it by once",
    "KIT150": "remove the rule, or let the players watch it themselves",
    "KIT151": "remove entries until the file is within the limit",
}
"""By code what to do next."""


def with_hint(finding: Finding) -> Finding:
    """A finding with a hint: its own, or the one of its code."""
    if finding.hint or finding.code not in HINTS:
        return finding
    return replace(finding, hint=HINTS[finding.code])
