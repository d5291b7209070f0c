"""Every code that reading a file can give, with a short explanation.

Codes are stable: one is never given a new meaning.
"""

from __future__ import annotations

from typing import Final

from engine.formats.kit_codes import KIT_CODES

CODES: Final[dict[str, str]] = {
    # Reading the file
    "FILE001": "There is no such file.",
    "FILE002": "The file cannot be read: a folder, a device, or no permission.",
    "FILE003": "The file is larger than any map or scenario needs to be.",
    "FILE004": "The file is not UTF-8 text: another encoding, or binary data.",
    "FILE005": "The text is not well-formed YAML.",
    "FILE006": "A key is given twice in one mapping.",
    "FILE007": "Anchors, aliases and merge keys are not used in these files.",
    "FILE008": "Tags such as !!python or !name are not used in these files.",
    "FILE009": "The data is nested too deeply.",
    "FILE010": "The file holds more values than any map or scenario needs.",
    "FILE011": "A key must be plain text.",
    "FILE012": "The file holds more than one document.",
    "FILE013": "The file is empty, or is not a mapping of keys to values.",
    "FILE014": "The `format:` line is missing or names no known kind of file.",
    "FILE015": "The file is of a newer version than this program reads.",
    "FILE016": "The file is not of the kind expected here.",
    # The shape of the data
    "FILE017": "An unknown key.",
    "FILE018": "A required key is missing.",
    "FILE019": "A value is of the wrong kind, such as text instead of a number.",
    "FILE020": "A value is outside what is allowed.",
    # Files that name other files
    "FILE021": "A map, scenario or palette that is named here cannot be found.",
    "FILE022": "A path leads out of the project.",
    "FILE023": "The scenario or its map has changed since the replay was written.",
    "FILE024": "There are more findings than are listed.",
    "FILE025": "The start of a scenario sets more than units, but these rules have nothing more to set.",
    "FILE026": "A list has more names than there are items to name: hexes of the map, units of the scenario.",
    "FILE027": "The scenario that a variant names as its base cannot be used as a base.",
    "FILE028": "A character that looks like a blank, a quotation mark, a dash or a colon, but is not one here.",
    "FILE029": "A text may be cut off: a # after a blank begins a comment.",
    "FILE030": "The template of the counters cannot be read; the default template is used.",
    # Palettes and maps
    "MAP001": "A text block has too few or too many lines.",
    "MAP002": "A line of a text block is too short or too long.",
    "MAP003": "A character that the legend does not explain.",
    "MAP004": "The legend names a terrain that the palette does not have.",
    "MAP005": "A legend entry, or a palette's terrain character, is not one printable character, or is used twice.",
    "MAP006": "A character of the elevation block stands for no level.",
    "MAP007": "The map is too large.",
    "MAP008": "A feature that the palette does not have.",
    "MAP009": "A kind of hexside that the palette does not have.",
    "MAP010": "A kind of path that the palette does not have.",
    "MAP011": "A hex that is not on the map.",
    "MAP012": "A hexside of two hexes that are not adjacent.",
    "MAP013": "A text that names no hexside.",
    "MAP014": "A hexside with a high side is written without saying which side is high.",
    "MAP015": "A hexside without a high side is written with one.",
    "MAP016": "Two hexes in a row of a path are not adjacent.",
    "MAP017": "A path leaves the map where there is no edge.",
    "MAP018": "A path of a single hex leads nowhere.",
    "MAP019": "The same thing is given twice.",
    "MAP020": "The numbering gives the same name to two hexes, or names that cannot be read back.",
    "MAP021": "All hexes of the map are void.",
    "MAP022": "Blanks after the end of a line of a text block.",
    "MAP023": "A map has both a grid of hexes and a table without hexes.",
    "MAP024": "The palette is for maps of another kind.",
    # Tables
    "MAP025": "A text that is not a point of a table: x,y in whole paces.",
    "MAP026": "An outline or line has more points than any map needs.",
    "MAP027": "A kind of area or line that the palette does not have.",
    "MAP028": "Two areas or lines of a table have the same key.",
    "MAP029": "A key that this kind of area or line does not have, or one that it needs and lacks.",
    # Scenarios, examples and replays
    "SIDE001": "An example or replay names a side that its scenario does not have.",
    "UNIT002": "A value of a unit is neither text, number, nor true or false.",
    "UNIT003": "An example names a unit that its scenario does not have.",
    "UNIT004": "A text that is not a range of unit keys: it runs backwards, or its ends do not fit each other.",
    "UNIT005": "A unit is given twice: by its key and in a range, or in two ranges.",
    "SETUP002": "The position that an example begins with places a unit on a hex that is not on the map.",
    # Rules files
    **KIT_CODES,
}
