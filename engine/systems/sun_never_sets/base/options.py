"""What the text leaves open, and what a designer may set otherwise."""

from __future__ import annotations

from typing import Final

from engine.mechanics.hexes.groups import set_up_option
from engine.play.options import Option
from engine.systems.sun_never_sets.base.editions import STANDARD, Edition

_CHAPTERS: Final = (
    ("engineers", "engineers and pioneers bridge, build fieldworks, undermine walls and make roads", "17.0"),
    ("sieges", "fortresses may be besieged, which shuts their garrisons in and cuts their supply", "18.0"),
    ("intelligence", "reconnaissance, screens, strategic intelligence, and forces that are shown", "19.0"),
    ("march_attack", "forces may attack during their march, and continue if they win", "20.0"),
    ("ambush", "a unit that enters a zone of control can be attacked there before it continues", "21.0"),
    (
        "evasion",
        "defenders with enough cavalry, or Natives in cover, may retreat before a battle",
        "22.0",
    ),
    ("conduct", "atrocities and fair play among the inhabitants", "23.0"),
    ("political", "political officers negotiate, raise friendly Natives, and ignore zones of control", "25.0"),
    ("civilians", "civilians march with the force, count as four units for supply, and never attack", "26.0"),
    (
        "rivers",
        "gunboats and river transports go along great rivers and coasts, fight and carry units",
        "27.0",
    ),
    ("fleets", "fleets move by sea, bombard the coast, and feed the units with them and coastal fortresses", "28.0"),
    ("transfer", "the British may carry units from coast to coast", "29.0"),
    ("railroads", "the British move and are fed by rail, and lay and repair railways; the Natives cut them", "30.0"),
    (
        "signals",
        "British headquarters lend their strategic value to marches along the telegraph, and to those next to them",
        "31.0",
    ),
    ("supplied_combat", "supply units may be spent in a battle for better fire", "32.0"),
    ("routing", "beaten units roll on the rally table to see how far they run", "33.0"),
    ("simple_forage", "a hex feeds a fixed number of units, and no die is rolled when it forages", "34.0"),
)
"""The optional chapters in the order of the text: switch, what it adds, paragraph."""
SWITCHES: Final = tuple(name for name, _, _ in _CHAPTERS)

_STANDARD: Final[dict[str, Option]] = {
    "set_up": set_up_option("sns2:15.1"),
    "event_overlap": Option(
        "narrow",
        ("narrow", "first"),
        "which row applies to a die roll that two rows of the event table have: the narrower one, or the first one",
        "sns2:4.1",
    ),
    "volleys": Option(
        "together",
        ("together", "separate", "free"),
        "together: all units of one weapon and morale class fire in one volley; separate: their owner may divide them; "
        "free: he may divide them, and hold the fire of the rest (8.43)",
        "sns2:8.45",
    ),
    "targets": Option(
        "one",
        ("one", "each_force"),
        "one: all attacks of the units of a hex in a segment are on one hex; each_force: each force of theirs attacks "
        "a hex of its own choice",
        "sns2:7.31",
    ),
    "march_leaders": Option(
        "hex",
        ("hex", "force"),
        "which headquarters lend their strategic value to a march: any in the hex that the force sets out from, or "
        "those alone that march with it (6.1, 10.41)",
        "sns2:6.11",
    ),
    "battle_leaders": Option(
        "force",
        ("force", "hex"),
        "which headquarters command and help to fire in a battle: those that take part in it (8.21, 10.31), or any in "
        "the hex of the force, those left out of the attack too (10.2, 10.32)",
        "sns2:10.1",
    ),
    "ambushers": Option(
        "force",
        ("force", "hex"),
        "which units have sprung their ambush of an enemy turn: the units that fought in it, while others of their hex "
        "may spring another as a force of their own (5.0, 7.33); or all units of their hex",
        "sns2:21.3",
    ),
    "landing_ambush": Option(
        "transfers",
        ("transfers", "all", "none"),
        "which units may be ambushed where they land in an enemy zone of control: those that come by naval transfer; "
        "also those that boats and fleets put ashore; or none, for units that land fight in the battle segment (29.4)",
        "sns2:21.1",
    ),
    "boats_alone": Option(
        "any",
        ("any", "guns"),
        "which land units attack boats or fleets beside which no troops stand: any, for the attack drives them off "
        "whatever came of it; or those alone whose fire can hit them, guns, and against boats rockets and machine guns "
        "too (27.53, 28.2)",
        "sns2:27.9",
    ),
    "beaten_sally": Option(
        "stays",
        ("stays", "eliminated"),
        "what becomes of a besieged garrison that attacks its besiegers and is beaten, for it cannot retreat over land "
        "(18.21): it stays in the fortress, demoralized or not; or it has no other way and is eliminated (8.86)",
        "sns2:18.21",
    ),
    "friendly_natives": Option(
        "british",
        ("british", "native"),
        "how friendly Natives march and forage, being Natives under British control: as British units, which are "
        "on the British side of the charts (17.42); or as Natives, who know the ground (6.33) and find more (12.3), in "
        "a force or a hex of friendly Natives alone",
        "sns2:6.33",
    ),
    "civilians_issued": Option(
        "four",
        ("four", "one"),
        "how many units civilians count as for a supply unit: four, as for all supply (12.3); or one, for they are "
        "four for forage alone, and one for other purposes (26.1)",
        "sns2:26.1",
    ),
    "rout_guns": Option(
        "artillery",
        ("artillery", "guns"),
        "which guns do not survive an F in a rout, horse artillery apart: artillery alone, which 8.31 and 28.2 tell "
        "from rockets and machine guns; or these as well, which stand with it on one list of weapons (2.44)",
        "sns2:33.41",
    ),
    "hostages": Option(
        "magdala",
        ("magdala", "die"),
        "where the hostages of Abyssinia are held: in Magdala, or in a fortress rolled for before the set-up",
        "sns2:abyssinia:6.6",
    ),
    "tribes": Option(
        "anywhere",
        ("anywhere", "towns"),
        "where the friendly tribes of Abyssinia begin: in any free fortress or town, where a fortress counts as taken "
        "and hostages as freed at once; or in towns alone",
        "sns2:abyssinia:4.11",
    ),
    "asante_points": Option(
        "occupation",
        ("occupation", "atrocity"),
        "what Kumasa and the coastal towns bring their points for: that they are occupied, or with the switch conduct "
        "that an atrocity is committed there instead (asante:5.2)",
        "sns2:asante:5.1",
    ),
    "commander_negotiates": Option(
        True,
        (False, True),
        "whether a commander in chief negotiates as political officers do",
        "sns2:25.1",
    ),
    "treaty": Option(
        False,
        (False, True),
        "whether both players are asked at the end of each turn if they agree to end the game",
        "sns2:16.4",
    ),
    "extended_until": Option(
        "august",
        ("august", "october"),
        "the last month of the extended Afghan campaign: August, three months more, or October",
        "sns2:afghan:6.10",
    ),
}


def options_of(edition: Edition) -> dict[str, Option]:
    """The options of an edition: those of the standard game, then a switch for each optional chapter."""
    lines = Option(
        edition.lines_to_atrocity,
        (False, True),
        "whether a line of supply may lead to a fortress with an atrocity marker, whose own hex it feeds no more",
        edition.cite("23.3"),
    )
    switches = {
        name: Option(name in edition.on, (False, True), about, edition.cite(rule)) for name, about, rule in _CHAPTERS
    }
    return {**_STANDARD, "lines_to_atrocity": lines, **switches}


OPTIONS: Final = options_of(STANDARD)
