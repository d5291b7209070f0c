"""What Worldographer calls terrain and what stands in hexes, and what is like it here."""

from __future__ import annotations

from typing import Final

from engine.boards.palette import Kind
from engine.spelling import folded

BLANK: Final = "Blank"
"""The terrain of hexes that are not there."""
OUT: Final = (
    (("jungle",), "Flat Forest Jungle"),
    (("forest", "wood", "woods"), "Flat Forest Deciduous"),
    (("swamp", "marsh", "bog", "wetland"), "Flat Swamp"),
    (("mountain", "mountains", "alpine"), "Mountains"),
    (("hill", "hills", "heights"), "Hills"),
    (("rough", "broken", "rocks", "badlands"), "Other Badlands"),
    (("desert", "sand", "dunes"), "Flat Desert Sandy"),
    (("beach", "shore"), "Flat Desert Sandy"),
    (("bocage", "hedges", "scrub", "brush", "vineyard", "orchard"), "Flat Shrubland"),
    (("ocean", "sea", "deep"), "Water Ocean"),
    (("water", "lake"), "Water Sea"),
    (("river", "shallows"), "Water Shoals"),
    (("snow", "ice"), "Flat Snowfields"),
    (("steppe", "tundra"), "Flat Steppe"),
    (("grass", "grassland", "pasture"), "Flat Grassland"),
    (("clear", "open", "farmland", "fields", "plain", "plains"), "Flat Farmland"),
)
"""Words that keys and names of ours have, and the terrain of Worldographer that is like them."""
FEATURES_OUT: Final = {
    "city": "Settlement City",
    "town": "Settlement Town",
    "village": "Settlement Village",
    "fort": "Military Camp",
    "building": "Building Palace",
}
"""Features of ours by their keys, and what stands for them there."""
OTHER_FEATURE: Final = "Three Dots"
"""What stands for any other feature."""
FEATURES_IN: Final = (
    (("city", "capital", "metropolis"), "city"),
    (("town",), "town"),
    (("village", "settlement", "hamlet"), "village"),
    (("castle", "fort", "fortress", "camp", "keep"), "fort"),
    (("church", "temple", "cathedral", "abbey", "monastery"), "church"),
    (("tower", "lighthouse"), "tower"),
    (("mine", "mines", "quarry"), "mine"),
    (("bridge",), "bridge"),
    (("ford",), "ford"),
    (("building", "inn", "farm", "palace"), "building"),
)
"""Words that names of features there have, and the keys of ours."""


def terrain_there(kind: Kind, key: str) -> tuple[str, bool]:
    """The terrain of Worldographer for one of ours, and whether it is like it by name; else it is near in colour."""
    words = set(folded(f"{key} {kind.name}").replace("_", " ").replace("-", " ").split())
    for ours, theirs in OUT:
        if words.intersection(ours):
            return theirs, True
    red, green, blue = (int(kind.colour[place : place + 2], 16) for place in (1, 3, 5))
    if blue > red + 16 and blue >= green:
        return "Water Sea", False
    return ("Flat Grassland" if green > red + 8 else "Flat Farmland"), False
