"""What the codes of this system's own findings mean, and how such a finding is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.findings import Finding, Fix, Place, Severity

FINDINGS: Final[Mapping[str, str]] = {
    "DBM101": "Two bases are set up over each other (7.4).",
    "DBM102": "An element is set up off the table, wholly or in part (7.4).",
    "DBM103": "An element is set up on ground that it cannot enter (7.4).",
    "DBM104": "A ship is set up neither in water nor beached at its edge (7.5).",
    "DBM105": "An element is set up outside the deployment zone of its side (7.2).",
    "DBM106": "Two commands are mixed with each other (7.4).",
    "DBM107": "Commands are not in their order from left to right and front to rear (fair-play 6.1).",
    "DBM108": "A command does not stand behind or beside another as its order says (7.4).",
    "DBM109": "The order of commands names one that its side does not have, or leads in a circle (fair-play 6.1).",
    "DBM110": "An element in ambush has no place, or there is no such element (7.1).",
    "DBM111": "An element in ambush could be seen from the enemy's deployment zone, or is in it (7.2).",
    "DBM112": "An element is aboard something that is not a ship of its side (7.5).",
    "DBM113": "An element that begins aboard a ship is set up on the table (7.5).",
    "DBM114": "A command on a flank march does not exist, or has elements on the table (8.1).",
    "DBM115": "Both sides have the same base edge, or edges that are not opposite each other (7.2).",
    "DBM116": "A command has no general: all of it counts as near him (3.5).",
    "DBM117": "A command has several generals (3.5).",
    "DBM118": "A side with several commands has no commander in chief, or more than one (3.5).",
    "DBM119": "An element names a command that does not exist, or one of the other side (7.4).",
    "DBM120": "There are no troops of this type, grade and training in the table of points (25.1).",
    "DBM121": "Troops of this type are not based double, or the stated rear half is not allowed (4.1).",
    "DBM122": "A rear half is named for a single base; it changes nothing (4.2).",
    "DBM123": "Troops on foot have values for dismounting (3.1).",
    "DBM124": "What an element may dismount for is neither a type of troops nor a kind of area (3.6).",
    "DBM125": "The weather has no direction, and its kind needs one (6.1).",
    "DBM126": "The armies differ by more than a tenth of their points (25.1).",
    "DBM127": "The army list of a side cannot be read (25.1).",
    "DBM128": "An army does not keep to the numbers of its list (25.1).",
    "DBM129": "Foot of an allied contingent that need not come has come in part (25.2).",
    "DBM130": "An allied contingent of the army's own nation lacks a quarter of the compulsory troops (25.3).",
    "DBM131": "An allied contingent is too large, too small, or lacks its general (25.4).",
    "DBM132": "The defender's terrain option was declared after the first die, or is not in his list (25.5).",
    "DBM133": "A list has compulsory fortifications, and the army has none to pay for (25.6).",
    "DBM134": "The insides of two pieces of one chain of fortifications do not meet (2.1).",
    "DBM135": "Fortifications do not enclose all of what they should enclose (2.3).",
    "DBM136": "A fortification is too deep, no whole base widths wide, or bent too sharply (fair-play 4.1).",
    "DBM138": "A road that the invader placed leaves the centre sectors (5.1).",
    "DBM139": "A piece of terrain is not allowed by the list or the option of who placed it (5.4).",
    "DBM140": "A town and its hill do not fit each other (5.6).",
    "DBM141": "A hill covers the beach of a waterway (5.8).",
    "DBM142": "There are two waterways or two rivers, but a table may have only one (5.2).",
    "DBM143": "A side placed more feature equivalents than it may (5.3).",
    "DBM144": "No land leads from one army to the other.",
    "DBM145": "A line of an army list has a least above its most, or is an upgrade of no troops in the list.",
    "DBM146": "An army list has no lines, or none of them has a least.",
    "DBM147": "An element is set up at a place without a facing.",
}


def found(
    code: str,
    message: str,
    rule: str,
    path: tuple[str | int, ...],
    *,
    unit: str = "",
    hint: str = "",
    severity: Severity = Severity.WARNING,
    fix: Fix | None = None,
) -> Finding:
    """A finding of this system; ``rule`` is the number of its paragraph, empty for none."""
    return Finding(code, severity, message, Place(path=path, unit=unit), f"dbm:{rule}" if rule else "", hint, fix)


def values_fix(title: str, unit: str, **values: object) -> Fix:
    """A fix that sets values of a counter; None takes a value out."""
    return Fix(title, "set_values", {"unit": unit, "values": values})
