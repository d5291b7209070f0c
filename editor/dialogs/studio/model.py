"""What the counter studio edits: a template with its faces and rules, one step of undo for each change."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from PySide6.QtCore import QObject, Signal

from editor.commands.undo_stack import UndoStack, UndoStep
from engine.scenario import Scenario
from engine.scenario.counters import CounterDesign
from engine.scenario.elements import MOST_ELEMENTS, ColourRule, CounterElement, CounterTemplate
from engine.scenario.slots import converted

NONE: Final = -1
"""No element is selected."""
LEAST_SIDE: Final = 0.3
"""Millimetres that an element is wide and high at least."""
NEW: Final = {
    "value": CounterElement("value", 4, 6, 8, 4, show="{combat}"),
    "name": CounterElement("name", 1, 0.5, 14, 3, show="{name}", letters=2.3, lines=2),
    "symbol": CounterElement("symbol", 4, 5, 8, 5.4, form="nato"),
    "artwork": CounterElement("artwork", 4, 5, 8, 6, form="nato"),
    "band": CounterElement("band", 0, 0, 1, 15.9),
    "badge": CounterElement("badge", 11.5, 4, 3.6, 3.6, show="{entry}", form="disc", letters=2.2),
    "shape": CounterElement("shape", 5, 5, 6, 6, form="box", fill="paper", line=0.2),
    "steps": CounterElement("steps", 1, 13.5, 8, 1.6),
}
"""A new element of each kind, on a counter of 15.9 mm."""
KIND_NAMES: Final = {
    "value": "Value",
    "name": "Name",
    "symbol": "Symbol",
    "artwork": "Artwork",
    "band": "Band",
    "badge": "Badge",
    "shape": "Shape",
    "steps": "Step marks",
}


@dataclass(frozen=True, slots=True)
class StudioState:
    """All that a step of undo brings back."""

    template: CounterTemplate | None
    ref: str
    rules: tuple[ColourRule, ...]


class _StudioStep(UndoStep):
    """From one state to another."""

    def __init__(self, model: StudioModel, text: str, after: StudioState, stroke: Hashable) -> None:
        super().__init__(text, stroke)
        self.model, self.before, self.after = model, model.state, after

    def absorb(self, later: Self) -> bool:
        self.after = later.after
        return True

    def do(self) -> None:
        self.model.take(self.after)

    def undo(self) -> None:
        self.model.take(self.before)


class StudioModel(QObject):
    """The template that is edited, the face in front and the selected element."""

    changed = Signal()
    selected = Signal()
    face_changed = Signal()

    def __init__(self, scenario: Scenario, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scenario = scenario
        self.stack = UndoStack(self)
        design = scenario.counters
        slots = bool(design.front or design.back or design.stripe)
        self.state = StudioState(design.template, design.template_ref, design.rules)
        self.slots = converted(scenario) if slots and design.front and design.template is None else None
        """What the eight places of the design come to as elements, until something of it is changed."""
        self.face = "front"
        self.element = NONE
        self.size = design.size

    @property
    def template(self) -> CounterTemplate | None:
        """The template as it is; that of a design by the eight places as long as nothing was changed."""
        return self.state.template if self.state.template is not None else self.slots

    @property
    def elements(self) -> tuple[CounterElement, ...]:
        """The elements of the face in front, the lowest first."""
        return self.template.face(self.face) if self.template is not None else ()

    @property
    def current(self) -> CounterElement | None:
        """The selected element."""
        return self.elements[self.element] if 0 <= self.element < len(self.elements) else None

    def take(self, state: StudioState) -> None:
        """Make a state the one that is shown."""
        template = state.template.sized(self.size) if state.template is not None else None
        self.state = replace(state, template=template)
        if self.element >= len(self.elements):
            self.element = NONE
        self.changed.emit()

    def push(self, text: str, state: StudioState, stroke: Hashable = None) -> None:
        """Go to another state, as a step of undo; steps of one ``stroke`` are one."""
        if state != self.state:
            self.stack.add(_StudioStep(self, text, state, stroke))

    def select(self, number: int) -> None:
        """Select an element of the face in front."""
        number = number if 0 <= number < len(self.elements) else NONE
        if number != self.element:
            self.element = number
            self.selected.emit()

    def show_face(self, face: str) -> None:
        """Bring a face to the front."""
        if face != self.face:
            self.face, self.element = face, NONE
            self.face_changed.emit()
            self.selected.emit()

    # -- changes --------------------------------------------------------------------------------------------------

    def use_template(self, template: CounterTemplate | None, ref: str) -> None:
        """Begin with another template; ``ref`` is its name or path. None is the look that is usual under the rules."""
        self.slots = None
        sized = template.sized(self.size) if template is not None else None
        self.push("Choose template", StudioState(sized, ref, self.state.rules))
        self.changed.emit()

    def set_rules(self, rules: Sequence[ColourRule]) -> None:
        """Give the scenario other rules of colours."""
        self.push("Change rules", replace(self.state, rules=tuple(rules)))

    def set_size(self, size: float) -> None:
        """Give the counters another size; what is on them grows or shrinks with them."""
        self.size = size
        if self.slots is not None:
            self.slots = self.slots.sized(size)
        if self.state.template is not None:
            self.state = replace(self.state, template=self.state.template.sized(size))
        self.changed.emit()

    def change(self, text: str, element: CounterElement, stroke: Hashable = None) -> None:
        """Put another element in the place of the selected one."""
        if self.current is not None:
            number = self.element
            self._edit(text, lambda all_: (*all_[:number], element, *all_[number + 1 :]), stroke)

    def place(self, x: float, y: float, width: float, height: float, stroke: Hashable = None) -> None:
        """Move and size the selected element."""
        one = self.current
        if one is not None:
            wide, high = max(LEAST_SIDE, round(width, 3)), max(LEAST_SIDE, round(height, 3))
            self.change("Move element", replace(one, x=round(x, 3), y=round(y, 3), width=wide, height=high), stroke)

    def add(self, kind: str) -> None:
        """Add an element of a kind on top, and select it."""
        if len(self.elements) < MOST_ELEMENTS:
            element = NEW[kind].scaled(self.size / 15.9)
            self._edit("Add element", lambda all_: (*all_, element))
            self.select(len(self.elements) - 1)

    def remove(self) -> None:
        """Remove the selected element."""
        number = self.element
        if self.current is not None:
            self._edit("Remove element", lambda all_: (*all_[:number], *all_[number + 1 :]))
            self.element = NONE
            self.select(min(number, len(self.elements) - 1))
            self.selected.emit()

    def duplicate(self) -> None:
        """Add a copy of the selected element, a millimetre to the right and below."""
        one = self.current
        if one is not None and len(self.elements) < MOST_ELEMENTS:
            copy = replace(one, x=one.x + 1, y=one.y + 1)
            self._edit("Duplicate element", lambda all_: (*all_, copy))
            self.select(len(self.elements) - 1)

    def raise_by(self, step: int) -> None:
        """Bring the selected element nearer to the front (1) or further back (-1)."""
        number, to = self.element, self.element + step
        if self.current is None or not 0 <= to < len(self.elements):
            return

        def moved(all_: tuple[CounterElement, ...]) -> tuple[CounterElement, ...]:
            listed = list(all_)
            listed.insert(to, listed.pop(number))
            return tuple(listed)

        self._edit("Reorder elements", moved)
        self.select(to)

    def copy_front(self) -> None:
        """Let the face in front have what the front has."""
        template = self.template
        if template is not None and self.face != "front":
            self._edit("Copy front", lambda _all: template.front)

    def _edit(
        self,
        text: str,
        act: Callable[[tuple[CounterElement, ...]], tuple[CounterElement, ...]],
        stroke: Hashable = None,
    ) -> None:
        template = self.template or CounterTemplate(size=self.size)
        made = template.with_face(self.face, act(template.face(self.face)))
        self.push(text, replace(self.state, template=replace(made, key="", name=""), ref=""), stroke)

    def design(self, base: CounterDesign) -> CounterDesign:
        """The design as it is edited, with the formations and pictures of ``base``."""
        template = self.state.template
        made = replace(base, size=self.size, template=template, template_ref=self.state.ref, rules=self.state.rules)
        if template is None and self.slots is not None:
            return made
        return replace(made, front=(), back=(), stripe="")


def described(element: CounterElement) -> str:
    """An element in words: what it is, and what it shows."""
    what = KIND_NAMES[element.kind]
    said = element.show or element.form
    return f"{what}: {said}" if said else what


def measured(element: CounterElement) -> str:
    """Where an element is and how large, in words."""
    return f"{element.width:.1f} by {element.height:.1f} mm, at {element.x:.1f}, {element.y:.1f} mm"
