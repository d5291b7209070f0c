"""Links in the texts of panels: to hexes, units and paragraphs of the rules."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt

from editor.desk.desk import Desk
from editor.plain import Html, RichLabel, TextPage
from engine.findings import Place
from engine.kit.citing import in_words
from engine.scenario import Scenario


def rule_link(rule: str) -> Html:
    """A citation as HTML, such as ``tlg2:6.12`` or, of a rules file, ``7.5 Cold steel``; empty for none."""
    return f'<a href="rule:{escape(rule)}">{escape(in_words(rule))}</a>' if rule else ""


def hex_link(name: str, text: str = "") -> Html:
    """A hex, or hexside, as HTML: its number, or a ``text`` such as the name of the place there."""
    return f'<a href="hex:{escape(name)}">{escape(text or name)}</a>' if name else ""


def unit_link(key: str, text: str) -> Html:
    """A unit as HTML."""
    return f'<a href="unit:{escape(key)}">{escape(text)}</a>'


def place_in_words(place: Place, scenario: Scenario | None) -> str:
    """Where a finding is, as the list says it: hex and unit by name, else the part of the scenario, or of the map."""
    units = scenario.units if scenario is not None else {}
    unit = units[place.unit].name if place.unit in units else place.unit
    if place.hex or unit:
        return " ".join(part for part in (place.hex, unit) if part)
    part, *below = map(str, place.path or ("",))
    if part == "sides" and below and scenario is not None and below[0] in scenario.sides:
        return scenario.sides[below[0]].name
    return part.replace("_", " ").replace("setup", "set-up").capitalize()


def follow(desk: Desk, link: str) -> None:
    """Go where a link leads: to the hex, to the unit, or to the paragraph in the ledger."""
    kind, _, what = link.partition(":")
    if kind == "rule":
        desk.rule_asked.emit(what)
    elif kind == "hex":
        go_to_place(desk, what, "")
    elif kind == "unit":
        go_to_place(desk, "", what)


def linked_label(desk: Desk) -> RichLabel:
    """A label of wrapped rich text whose links lead where they say, by mouse and by keyboard."""
    label = RichLabel()
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    label.linkActivated.connect(lambda link: follow(desk, link))
    return label


def linked_text(desk: Desk, name: str) -> TextPage:
    """A text to scroll whose links lead where they say; ``name`` is what a screen reader calls it."""
    text = TextPage()
    text.setOpenLinks(False)
    text.setAccessibleName(name)
    text.anchorClicked.connect(lambda link: follow(desk, link.toString()))
    return text


def go_to_place(desk: Desk, hex_name: str, unit: str) -> bool:
    """Show a hex (or the first hex of a hexside) or a unit on the map; whether there was such a place."""
    board = desk.board
    scenario = desk.document.scenario
    known = scenario is not None and unit in scenario.units
    if not hex_name and known and scenario is not None:
        hex_name = scenario.setup.get(unit, "")
    spot = board.find(hex_name)
    spot = spot if spot is not None else board.find(hex_name.partition("/")[0])
    desk.go_to(spot)
    if known:
        desk.selection.set([spot] if spot is not None else [], unit)
    return spot is not None or known
