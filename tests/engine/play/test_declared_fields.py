"""Fields of a state are declared once: copies, JSON and what comes back of it follow."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine.mechanics.hexes.hexstate import HexState
from engine.play.fields import derived, members, numbers, pairs, plain, row, rows
from engine.play.state import State
from engine.systems.fire_and_movement.state import FmState
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.twilights_last_gleaming.state import TlgState


class Kept(State):
    """A toy state with a field of each kind."""

    __slots__ = ("bits", "few", "known", "lines", "place", "rare", "table", "where")
    declared: ClassVar = (
        plain("bits"),
        numbers("where"),
        row("place"),
        rows("lines"),
        members("few"),
        pairs("table"),
        plain("rare").unless(0),
        derived("known", list.copy),
    )

    def __init__(self) -> None:
        super().__init__()
        self.bits, self.rare = 5, 0
        self.where = [3, 1]
        self.place = (1, 2)
        self.lines = ((1, 2), (3,))
        self.few = frozenset({4, 2})
        self.table = {7: 1, 3: 0}
        self.known = [9]


class More(Kept):
    """One that adds nothing of its own."""

    __slots__ = ()


@pytest.mark.parametrize("kind", [Kept, More])
def test_a_copy_has_what_changes_for_itself_and_shares_the_rest(kind: type[Kept]) -> None:
    state = kind()
    twin = state.copy()
    assert type(twin) is kind
    for name in ("where", "table", "known", "stack"):
        assert getattr(twin, name) == getattr(state, name)
        assert getattr(twin, name) is not getattr(state, name), name
    for name in ("bits", "place", "lines", "few", "rare", "turn"):
        assert getattr(twin, name) is getattr(state, name), name


def test_json_has_the_fields_in_the_order_in_which_they_are_declared() -> None:
    state = More()
    data = state.to_json()
    assert [*data] == ["turn", "draws", "ended", "stack", "bits", "where", "place", "lines", "few", "table"]
    assert data["few"] == [2, 4]
    assert data["table"] == [[3, 0], [7, 1]]
    assert data["lines"] == [[1, 2], [3]]
    state.rare = 2
    assert state.to_json()["rare"] == 2


def test_what_is_loaded_is_what_was_saved() -> None:
    state = Kept()
    data = state.to_json()
    twin = Kept()
    twin.bits, twin.where, twin.table, twin.rare = 0, [], {}, 8
    twin.load(data)
    assert twin == state
    assert (twin.place, twin.lines, twin.few, twin.table, twin.rare) == (
        (1, 2),
        ((1, 2), (3,)),
        {2, 4},
        {3: 0, 7: 1},
        0,
    )
    twin.where[0] = 8
    assert data["where"] == [3, 1], "what is loaded is no part of the data"
    del data["bits"]
    with pytest.raises(KeyError):
        twin.load(data)


@pytest.mark.parametrize("kind", [HexState, TlgState, FmState, SnsState])
def test_every_slot_of_a_state_is_declared(kind: type[State]) -> None:
    slots = {name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ())}
    names = [one.name for one in kind.declared]
    assert sorted(names) == sorted(slots)


def test_no_system_of_hexes_copies_by_hand() -> None:
    kinds = (HexState, TlgState, FmState, SnsState)
    assert [kind for kind in kinds if {"copy", "to_json"} & {*vars(kind)}] == []
