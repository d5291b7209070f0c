"""What the codes of rules files mean: KIT101 to KIT151."""

from __future__ import annotations

from typing import Final

KIT_CODES: Final[dict[str, str]] = {
    # Names
    "KIT101": "The base of a rules file is not found, or the bases of files form a circle.",
    "KIT103": "A rules file has the name or title of a system that the program has.",
    "KIT104": "A name that already has a meaning.",
    "KIT105": "Two entries with the same name.",
    "KIT106": "A name that nothing in the file defines.",
    "KIT107": "A term that no kind of a shipped palette has or stands for.",
    "KIT108": "Something is defined and never used.",
    "KIT109": "A named condition refers to itself.",
    # Ground, units, sequence
    "KIT110": "A terrain without a movement cost.",
    "KIT111": "A type of unit that can never move.",
    "KIT112": "A type of unit that can never fight.",
    "KIT113": "A phase in which nothing can be done.",
    "KIT114": "No phase allows movement or combat.",
    "KIT115": "The order of the sequence and its activation do not fit each other.",
    "KIT116": "The steps of units and their losses do not fit each other.",
    "KIT117": "A status that no unit loses.",
    "KIT118": "A status that no unit gets.",
    "KIT119": "A status that forbids everything for ever.",
    # Conditions, movement
    "KIT120": "A condition that never holds.",
    "KIT121": "A requirement or amount about something that is not there: an attack where a unit moves.",
    "KIT122": "A condition that always holds.",
    "KIT123": "`any` or `not` inside one another.",
    "KIT124": "A change that can never count.",
    "KIT125": "A change that does nothing, or two things at once.",
    "KIT126": "Zones of control that lock units for ever, with no combat to open them.",
    "KIT127": "A stacking limit that some type of unit can never meet.",
    "KIT128": "A retreat that always eliminates.",
    "KIT129": "An advance after a result that never empties a hex.",
    "KIT130": "A paragraph is cited that is not defined.",
    "KIT131": "An enforced paragraph that nothing cites.",
    # Tables
    "KIT132": "A table has a code that no result explains.",
    "KIT133": "A result that is in no table.",
    "KIT134": "The columns of a table are out of order.",
    "KIT135": "The name of a column does not fit the way in which combat is resolved.",
    "KIT136": "Differences are left out, or are in two columns.",
    "KIT137": "A row has too many or too few cells.",
    "KIT138": "A result that is worse for better odds.",
    "KIT139": "A kind of combat lacks its table, or has one that it does not use.",
    "KIT140": "A total of the dice has no row.",
    "KIT141": "A total of the dice has two rows.",
    "KIT142": "A row that no dice give.",
    "KIT143": "Dice that cannot be rolled.",
    "KIT144": "The costs have no common denominator up to 12.",
    # The rest
    "KIT145": "Effects are nested too deeply, or refer to a role that does not exist here.",
    "KIT146": "A reaction that cannot reach, or to what never happens.",
    "KIT147": "Supply that no unit can get.",
    "KIT148": "The hooks are missing, wrong or not trusted.",
    "KIT149": "A game that does not end.",
    "KIT150": "A rule that this program cannot enforce yet.",
    "KIT151": "The file has more than the limits allow.",
}
