"""Conditions, costs, zones and stacking of a rules file, bound to a map."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from kit_files import first_steps, kit_file

from engine.kit.bound.subject import KitSubject
from engine.kit.model.conditions import Requirements
from engine.kit.play.field import KitField
from engine.kit.play.state import DEED, KitState


@cache
def bound() -> KitField:
    return field_of()


def field_of(**changes: Any) -> KitField:
    return KitField(first_steps(), kit_file("two_banks", **changes), {}, {})


def placed(field: KitField) -> KitState:
    state = field.blank()
    state.steps = list(field.roster.steps)
    for unit, h in field.setup.items():
        field.put(state, unit, h)
    return state


def asked(field: KitField, state: KitState, condition: dict[str, Any], **about: Any) -> bool:
    wanted = tuple(Requirements.model_validate(condition).requirements())
    names = {key: field.grid.parse(value) for key, value in about.items() if key in ("cell", "start")}
    unit = {"unit": field.roster.find(about["unit"])} if "unit" in about else {}
    return field.binder.bind(wanted)(KitSubject(field, state, 0, **names, **unit))


@pytest.mark.parametrize(
    ("condition", "about", "so"),
    [
        ({"type": "foot"}, {"unit": "us-1"}, True),
        ({"type": "!foot"}, {"unit": "us-1"}, False),
        ({"type": "guns", "side": "own"}, {"unit": "us-guns"}, True),
        ({"side": "enemy"}, {"unit": "us-guns"}, False),
        ({"side": "ac"}, {"unit": "ac-1"}, True),
        ({"size": "regiment"}, {"unit": "us-1"}, True),
        ({"value": {"strength": {"least": 5}}}, {"unit": "us-1"}, True),
        ({"value": {"strength": {"least": 6}}}, {"unit": "us-1"}, False),
        ({"steps": "full"}, {"unit": "us-1"}, True),
        ({"steps": 3}, {"unit": "us-1"}, False),
        ({"terrain": "woods"}, {"unit": "ac-warband"}, True),
        ({"terrain": "woods"}, {"unit": "us-1"}, False),
        ({"terrain": "!woods"}, {"unit": "us-1"}, True),
        ({"empty": True}, {"cell": "F0101"}, True),
        ({"empty": False}, {"unit": "us-1"}, True),
        ({"has": {"type": "guns"}}, {"cell": "F0406"}, True),
        ({"next_to": {"side": "own", "count": 1}}, {"cell": "F0605"}, True),
        ({"next_to": {"side": "own", "count": {"least": 2}}}, {"cell": "F0605"}, False),
        ({"within": {"type": "guns", "hexes": 3}}, {"cell": "F0605"}, True),
        ({"within": {"type": "guns", "hexes": 1}}, {"cell": "F0605"}, False),
        ({"map_edge": True}, {"cell": "F0101"}, True),
        ({"map_edge": "W"}, {"cell": "F0105"}, True),
        ({"map_edge": "E"}, {"cell": "F0105"}, False),
        ({"turn": "2-3"}, {}, False),
        ({"turn": "1"}, {}, True),
        ({"night": False}, {}, True),
        ({"any": [{"turn": "7"}, {"type": "foot"}]}, {"unit": "us-1"}, True),
        ({"not": {"type": "foot"}}, {"unit": "us-1"}, False),
        ({"did": "moved"}, {"unit": "us-2"}, False),
    ],
    ids=str,
)
def test_a_requirement_holds_where_it_should(condition: dict[str, Any], about: dict[str, Any], so: bool) -> None:
    field = bound()
    assert asked(field, placed(field), condition, **about) is so


def test_what_is_printed_becomes_a_mask_and_what_is_not_does_not() -> None:
    field = bound()
    bind = field.binder.bind
    printed = bind(tuple(Requirements.model_validate({"type": "foot", "size": "regiment"}).requirements()))
    assert printed.units is not None
    assert {field.roster.keys[u] for u in range(len(field.roster.units)) if printed.units >> u & 1} == {"us-1", "us-2"}
    assert bind(tuple(Requirements.model_validate({"terrain": "woods"}).requirements())).ground
    assert not bind(tuple(Requirements.model_validate({"turn": "1"}).requirements())).ground


def test_what_a_unit_did_is_asked_by_turn_and_by_phase() -> None:
    field = bound()
    state = placed(field)
    state.note(0, DEED["moved"], 1 << field.roster.find("us-1"))
    assert asked(field, state, {"did": "moved"}, unit="us-1")
    assert asked(field, state, {"did": {"phase": "movement", "what": "moved"}}, unit="us-1")
    assert not asked(field, state, {"did": {"phase": "combat", "what": "moved"}}, unit="us-1")


def test_a_step_costs_what_the_file_says() -> None:
    field = bound()
    state = placed(field)
    us, guns, grid = field.roster.find("us-1"), field.roster.find("us-guns"), field.grid
    woods = next(h for h in grid.hexes if field.ground.terrain[h] == "woods")
    beside = next(n for n in grid.neighbours[woods] if not field.ground.paths.get(field.ground.between(n, woods)))
    assert field.costs.price(state, us, beside, woods).price == 2
    assert field.costs.price(state, guns, beside, woods).price == "prohibited"
    side = next(side for side in field.ground.paths if -1 not in grid.side_hexes(side))
    assert field.costs.price(state, guns, *grid.side_hexes(side)).price == 0.5
    assert field.parts == 2


def test_steps_are_worked_out_again_only_for_what_their_costs_ask() -> None:
    mud = [{"when": {"weather": "rain"}, "add": 1}]
    costs = {"hex": {"clear": 1}, "changes": mud}
    field = field_of(weather={"kinds": "fair rain"}, movement={"costs": costs}, zones={})
    state = placed(field)
    state.weather = "fair"
    unit, other = field.roster.find("us-1"), field.roster.find("ac-1")
    fair = field.costs.steps(state, unit)
    state.turn, state.steps[unit] = 2, 1
    assert field.costs.steps(state, unit) is fair
    assert field.costs.steps(state, other) is fair
    state.weather = "rain"
    h = field.grid.parse("F0606")
    assert [cost for _, cost in field.costs.steps(state, unit)[h]] == [cost + field.parts for _, cost in fair[h]]


def test_a_change_by_what_changes_is_asked_of_each_unit() -> None:
    field = field_of(movement={"costs": {"changes": [{"add": "steps"}]}}, zones={})
    state = placed(field)
    unit, h = field.roster.find("us-1"), field.grid.parse("F0606")
    before = [cost for _, cost in field.costs.steps(state, unit)[h]]
    state.steps[unit] -= 1
    assert [cost for _, cost in field.costs.steps(state, unit)[h]] == [cost - field.parts for cost in before]


def test_a_cost_may_have_any_denominator_up_to_twelve() -> None:
    movement = {"costs": {"hex": {"clear": "1/3", "woods": "3/4"}}}
    field = field_of(movement=movement)
    assert field.parts == 12
    state = placed(field)
    steps = field.costs.steps(state, field.roster.find("us-1"))
    assert {cost for row in steps for _, cost in row} == {4, 9}


def test_a_zone_is_of_those_who_exert_one_and_stops_at_what_it_does_not_cross() -> None:
    field = field_of(zones={"exert": {"type": "foot"}, "not_into": {"terrain": "woods"}})
    state = placed(field)
    guns = state.where[field.roster.find("us-guns")]
    alone = [n for n in field.grid.neighbours[guns] if not field.zone(state, 0)[n]]
    assert alone
    assert not any(field.zone(state, 0)[h] and field.ground.terrain[h] == "woods" for h in field.grid.hexes)
    assert any(field.zone(state, 1))
    assert field.zones.stale(state) == []


def test_no_more_units_stack_than_the_file_lets() -> None:
    field = bound()
    state = placed(field)
    first, second, third = (field.roster.find(key) for key in ("us-1", "us-2", "us-militia"))
    at = state.where[first]
    assert field.fits(state, second, at)
    field.put(state, second, at)
    assert not field.fits(state, third, at)
    assert [rule for rule, _ in field.stacking.faults(state, third, at)] == ["stacking"]
    assert field.stacking.crowded(state) == []
    field.put(state, third, at)
    assert field.stacking.crowded(state) == [at]


def test_figures_fall_with_the_steps() -> None:
    field = bound()
    unit = field.roster.find("us-1")
    assert field.roster.figure(unit, "strength", 1) == 5
    changed = field_of(
        units={
            "types": {"foot": "Foot", "guns": "Guns"},
            "values": {"strength": {"least": 1}, "movement": {}},
            "steps": {"most": 3, "default": 3, "reduced": {"strength": "half_up"}},
        }
    )
    assert [changed.roster.figure(unit, "strength", steps) for steps in (3, 2, 1, 0)] == [5, 3, 2, 0]


def test_a_state_goes_through_json() -> None:
    field = bound()
    state = placed(field)
    state.note(1, DEED["attacked"], 3)
    state.markers, state.memory = ((0, 4, -1),), {"a": 2}
    again = field.blank()
    again.load(state.to_json())
    assert again == state
    assert state.copy() == state
