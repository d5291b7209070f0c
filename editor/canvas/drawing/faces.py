"""How the counters of a scenario look: their design, the folder of their pictures, the turns in which they enter; and
the face that this gives a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from editor.canvas.drawing.elements import CounterDress, draw_element, draw_elements, picture_file
from engine.errors import HexwrightError
from engine.play.registry import system, written
from engine.scenario import Scenario, Side, Unit
from engine.scenario.counters import USUAL, CounterDesign
from engine.scenario.elements import CounterElement, CounterTemplate
from engine.scenario.faces import colours, entries
from engine.scenario.slots import SIDE, picture_of, slotted
from engine.scenario.slots import stripe as stripe_of
from engine.scenario.words import full_steps, words_of


@dataclass(frozen=True, slots=True)
class CounterLook:
    """A design, the folder that its pictures' paths begin in, the turn in which each unit enters, and the symbols of
    unit types that the rules of the scenario name."""

    design: CounterDesign = USUAL
    folder: str = ""
    entries: Mapping[str, str] = field(default_factory=dict, hash=False)
    symbols: Mapping[str, str] = field(default_factory=dict, hash=False)

    def symbol(self, unit: Unit) -> str:
        """The name of a unit's symbol: that which the rules name for its type, else the type."""
        return self.symbols.get(unit.type) or unit.type

    def picture(self, unit: Unit) -> Path | None:
        """The file of a unit's picture, where it is to have one: its own, else its type's."""
        return picture_file(picture_of(self.design, unit), self.folder)


USUAL_LOOK: Final = CounterLook()


def look_in(scenario: Scenario, folder: str = "") -> CounterLook:
    """How the counters of a scenario look whose file is in ``folder``."""
    design = scenario.counters
    return CounterLook(design, folder, entries(scenario) if design.template is not None else {}, _symbols(scenario))


def _symbols(scenario: Scenario) -> Mapping[str, str]:
    """The symbols that a rules file names for its types of unit; none for other systems, and for a file that is not
    found or cannot be used."""
    if written(scenario.system):
        return {}
    try:
        return system(scenario.system).symbols
    except HexwrightError:
        return {}


def look_of(scenario: Scenario, path: Path | None) -> CounterLook:
    """How the counters of a scenario look that is kept at ``path``, if it is kept anywhere."""
    return look_in(scenario, str(path.parent) if path is not None else "")


def dress_of(
    look: CounterLook, unit: Unit, side: Side, *, steps: int | None = None, cut: bool = False, bleed: float = 0.0
) -> CounterDress:
    """What the elements of a unit's counter are drawn with."""
    worn = colours(look.design, unit, side)
    ground, ink = QColor(worn.ground), QColor(worn.ink)
    found = {
        "ground": ground,
        "ink": ink,
        "paper": symbol_ground(ground, ink),
        "side": QColor(side.colour),
        "afar": QColor(worn.afar),
        "white": QColor("#ffffff"),
        "black": QColor("#101010"),
    }
    if worn.stripe:
        found["formation"] = QColor(worn.stripe)
    words = words_of(unit, side, steps, look.entries.get(unit.key, "")) | {"artwork": picture_of(look.design, unit)}
    return CounterDress(unit, words, found, look.folder, steps, cut, bleed, look.symbol(unit))


def face_of(template: CounterTemplate, unit: Unit, steps: int | None) -> str:
    """The face that is up with a number of steps left: the back of a reduced unit, where the template has one."""
    return "back" if template.back and steps is not None and 0 < steps < full_steps(unit) else "front"


def draw_face(
    painter: QPainter, look: CounterLook, unit: Unit, dress: CounterDress, face: str, *, named: bool = True
) -> bool:
    """Draw a face of a counter that is 100 wide; names only when ``named``. False where the design has none: then it
    is the usual one."""
    template = look.design.template
    if template is not None:
        draw_elements(painter, template.face(face), dress, SIDE / template.size, named=named)
    elif (look.design.back or look.design.front) if face == "back" else look.design.front:
        for element in slotted(look.design, face, dress.words, named=named):
            draw_element(painter, element, dress, 1.0)
    else:
        return False
    return True


def draw_stripe(painter: QPainter, look: CounterLook, dress: CounterDress) -> None:
    """The band of a formation on a counter that otherwise looks as usual."""
    for element in stripe_of(look.design):
        draw_element(painter, element, dress, 1.0)


def draw_middle(painter: QPainter, box: QRectF, look: CounterLook, dress: CounterDress) -> None:
    """What stands in the middle of a usual or small counter: its picture, else its symbol, else the letters of its
    type."""
    form = look.design.symbols
    if look.design.template is not None:
        front = look.design.template.front
        form = next((one.form for one in front if one.kind == "symbol" and one.form != "size"), "") or "nato"
    kind = "artwork" if dress.words.get("artwork") else "symbol"
    element = CounterElement(kind, box.left(), box.top(), box.width(), box.height(), form=form)
    draw_element(painter, element, dress, 1.0)


def symbol_ground(ground: QColor, ink: QColor) -> QColor:
    """The ground of the symbol's box: the side's colour, moved away from the ink."""
    hue, saturation, lightness = max(ground.hslHueF(), 0.0), ground.hslSaturationF(), ground.lightnessF()
    if ink.lightnessF() > lightness:
        return QColor.fromHslF(hue, saturation, lightness * 0.6)
    return QColor.fromHslF(hue, saturation * 0.8, min(0.97, lightness + (1 - lightness) * 0.62))
