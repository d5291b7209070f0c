"""Lines of sight by a rules file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.sight import SightLines, Trace
from engine.kit.bound.amounts import UNLIMITED, bind_amount, bind_changes
from engine.kit.bound.citing import Rules
from engine.kit.bound.ground import NOTHING
from engine.kit.bound.subject import KitSubject
from engine.kit.play.state import KitState
from engine.play.answer_records import SightAnswer


class Seeing:
    """The block ``sight``."""

    def __init__(self, field: Any) -> None:
        block = field.model.sight
        self.field, self.block = field, block
        self.lines = SightLines(field.grid)
        self.names = frozenset(block.blocked_by)
        self.hinders = dict(block.hinders.items())
        self.limit = None if block.limit is None else bind_amount(field.binder, block.limit.value, UNLIMITED)
        self.limit_changes = bind_changes(field.binder, block.limit.changes if block.limit else ())

    def sees(self, state: KitState, a: int, b: int) -> bool:
        """Whether there is a line of sight between two hexes."""
        return next(self._ends(state, a, b), None) is None

    def because(self, state: KitState, a: int, b: int) -> list[str]:
        """What ends the line between two hexes, in words; nothing where one sees along it."""
        return list(self._ends(state, a, b))

    def _ends(self, state: KitState, a: int, b: int) -> Iterator[str]:
        """What ends the line between two hexes, one after the other: whoever asks whether one sees needs only the
        first."""
        field = self.field
        if self._is_too_far(state, a, b):
            yield f"{field.place(b)} is too far away to be seen"
            return
        if field.distance(a, b) < 2:
            return
        trace = self.lines.trace(a, b)
        elevation = field.ground.elevation
        high = max(elevation[a], elevation[b])
        low_end = a if elevation[a] <= elevation[b] else b
        is_open, hindered = True, 0
        for h in trace.hexes:
            blocks, hinders = self._met(state, h, high, low_end)
            for name in blocks:
                is_open = False
                yield f"{name} in {field.place(h)}"
            hindered += hinders
        for _, left, right in trace.along:
            pair = [self._met(state, h, high, low_end)[0] if h != NOWHERE else [] for h in (left, right)]
            both = all(pair) if self.block.along == "both" else any(pair)
            if both:
                name = next(names[0] for names in pair if names)
                is_open = False
                yield f"{name} along {field.place(left if left != NOWHERE else right)}"
        for name in self._sides(trace, a, b):
            is_open = False
            yield name
        if is_open and hindered > self.block.most:
            yield "too many obstacles"

    def _is_too_far(self, state: KitState, a: int, b: int) -> bool:
        """Whether a hex lies beyond the limit of sight from another one."""
        if self.limit is None:
            return False
        subject = KitSubject(self.field, state, -1, -1, a)
        return bool(self.field.distance(a, b) > self.limit_changes(self.limit(subject), subject))

    def cites(self, state: KitState, a: int, b: int) -> Rules:
        """The paragraphs of the line between two hexes, without the name of the file: of the limit where it is too
        long, else of the block."""
        found: Rules = self.field.cites("sight", "limit" if self._is_too_far(state, a, b) else "")
        return found

    def _met(self, state: KitState, h: int, high: int, low_end: int) -> tuple[list[str], Any]:
        """What blocks in a hex between the ends, and how much it hinders."""
        field, ground = self.field, self.field.ground
        level = ground.elevation[h]
        if self.block.higher_sees_over and level < high and field.distance(h, low_end) > 1:
            return [], 0
        names = {ground.terrain[h]} | ground.features.get(h, NOTHING) | field.markers_at(state, h)
        if h in state.stacks:
            names.add("units")
        blocks = ["rising ground"] if "rise" in self.names and level > high else []
        blocks += sorted(names & self.names)
        return blocks, sum(self.hinders.get(name, 0) for name in names) if self.hinders else 0

    def _sides(self, trace: Trace, a: int, b: int) -> list[str]:
        ground, found = self.field.ground, list[str]()
        for side in trace.sides:
            for name in sorted(ground.sides.get(side, NOTHING) & self.names):
                high = ground.high.get((side, name), NOWHERE)
                if high not in (a, b) or high == NOWHERE:
                    found.append(name)
        return found

    def answer(self, state: KitState, a: int, b: int) -> SightAnswer:
        """The line of sight between two hexes, and what is in the way."""
        grid, trace = self.field.grid, self.lines.trace(a, b)
        why = self.because(state, a, b)
        return SightAnswer(
            from_=grid.name(a),
            to=grid.name(b),
            range=grid.distance(a, b),
            state="blocked" if why else "visible",
            because=why,
            rule=self.field.cite(self.cites(state, a, b)[0]),
            hexes=[grid.name(h) for h in trace.hexes],
            sides=[grid.side_name(side) for side in trace.sides],
            along=[grid.side_name(side) for side, _, _ in trace.along],
        )
