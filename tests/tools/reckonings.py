"""What the staffs reckon with: the numbers by which they weigh a position, and what they choose in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.mechanics.bits import bits
from engine.play import Game
from engine.players import make
from engine.systems.fire_and_movement import assault
from engine.systems.fire_and_movement.rules import FmRules
from engine.systems.fire_and_movement.staff.view import View as FmView
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.staff import carriage, flotilla, raids, surprise
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View as SnsView
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.staff.fights import Fights
from engine.systems.twilights_last_gleaming.staff.forecast import Forecast
from engine.systems.twilights_last_gleaming.staff.view import View as TlgView

_countries: dict[int, Country] = {}
"""The country of a campaign is worked out once: by the identity of its field, which the country keeps alive."""


def choice(game: Game, side: str) -> tuple[str, str]:
    """What the staff of the side that decides does now, and why."""
    staff = make("staff", side)
    action = game.text(staff.choose(game))
    return action, staff.last_reason


def numbers(game: Game, side: str, turn: int) -> Iterator[tuple[Any, ...]]:
    """What the staff of a side weighs; ``turn`` says which of its places and units are asked about."""
    rules, state, player = game.rules, game.state, list(game.scenario.sides).index(side)
    if isinstance(rules, SnsRules):
        country = _countries.setdefault(id(rules.field), Country(rules.field))
        yield from _of_campaigns(SnsView(country, state, player), turn)
    elif isinstance(rules, TlgRules):
        yield from _of_gleaming(TlgView(rules, state, player), turn)
    elif isinstance(rules, FmRules):
        yield from _of_fire(FmView(rules, state, player), turn)


def _of_campaigns(view: SnsView, turn: int) -> Iterator[tuple[Any, ...]]:
    plans, field = MarchPlans(view, {}), view.field
    yield "goals", plans.goals()
    yield "pressing", view.pressing, view.turns_left, view.prison, view.freed
    yield "raids", raids.hexes(view)
    roster, state = field.roster, view.state
    boats = [u for u in bits(roster.afloat & roster.of_side[view.side]) if state.where[u] >= 0]
    for boat in boats[turn % len(boats) :][:1] if boats else ():
        berth = flotilla.lies_at(view, 1 << boat)
        yield "boats", boat, [flotilla.value(view, 1 << boat, berth, fires=fires) for fires in (True, False)]
    near = sorted(view.mine, key=lambda h: (min((field.distance(h, e) for e in view.foes), default=0), h))
    for h in near[turn // 2 % len(near) if turn % 2 else turn // 2 % min(3, len(near)) :][:1] if near else ():
        force = view.mine[h]
        yield "worth", h, [view.worth(u) for u in bits(force)], view.mean_worth(force)
        yield "place", h, view.gain(h), view.stake(h), view.relief(h), view.comes(h), len(view.ways_back(h))
        yield "dangers", h, view.danger(force, h), view.hunger(force, h), view.speed(force, turn % 3)
        yield "marches", h, plans.free(h, force), plans.garrison(h, force), plans.goal(h, force), plans.pulls(h, force)
        yield "following", h, [(order.goal, order.promises) for order in plans.following(h, force)]
        ends = [n for n in view.mine if n != h] or [*field.ground.open[h][:2]]
        journey = carriage.best(view, plans, h, force, ends)
        yield "journeys", h, journey and (journey.end, journey.goal, journey.promises)
        foe = min(view.foes, key=lambda e: (field.distance(h, e), e), default=-1)
        if foe >= 0 and force & field.roster.combat:
            yield "fights", h, foe, view.attack(force, foe), view.storm(force, foe), view.takes(force, foe)
            yield "foe", foe, view.foe_strength(foe), view.gain(foe), view.stake(foe), view.costs(force, h, foe)
            yield "on the way", surprise.risk(view, force, (h, *field.ground.open[h][:1])), plans.fights(force, h)


def _of_gleaming(view: TlgView, turn: int) -> Iterator[tuple[Any, ...]]:
    attacks = Fights(view).plan()
    yield "attacks", [(attack.targets, attack.near, attack.guns, attack.worth, attack.column) for attack in attacks]
    yield "lead", Forecast(view.rules, view.state, view.side).lead(view.state, 0.25)
    units = [*view.mine]
    foes = sorted(view.foe_hexes)
    for n in range(min(4, len(units))):
        unit = units[(turn * 4 + n) % len(units)]
        at = view.state.where[unit]
        yield "worth", unit, view.step_worth(unit), view.whole_worth(unit), view.defence(at), view.stake(at)
        yield "danger", unit, [view.danger(unit, at, friends) for friends in range(3)], view.threat(at)
        for target in foes[turn % len(foes) :][:1] if foes else ():
            columns = range(0, len(view.rules.field.crt.columns), 3)
            yield "prospects", target, [view.prospect(column, [unit], [target]) for column in columns]
            yield "luck", target, [view.luck(columns[n % len(columns)], die, [unit], [target]) for die in (1, 3, 6)]
            defenders = view.defenders(target)
            losses = view.ground.losses(defenders, [view.state.steps[u] for u in defenders], 2)
            yield "guns", target, view.fire(unit, at, target), losses


def _of_fire(view: FmView, turn: int) -> Iterator[tuple[Any, ...]]:
    field, units, foes = view.rules.field, [*view.mine], sorted(view.foe_hexes)
    for n in range(min(4, len(units))):
        unit = units[(turn * 4 + n) % len(units)]
        at = view.state.where[unit]
        yield "worth", unit, view.step_worth(unit), view.whole_worth(unit), view.stake(at)
        yield "danger", unit, [view.danger(unit, at, friends) for friends in range(3)], [*view.strikers(at)] or None
    for target in foes[turn % len(foes) :][:3] if foes else ():
        able = assault.able(field, view.state, view.side, target, False)
        places = {u: view.state.where[u] for u in able}
        foe = view.foe_in(target)
        columns = range(0, len(field.crt.columns), 3)
        yield "prospects", target, [view.prospect(column, able, foe, target) for column in columns], view.prize(target)
        yield "assault", target, view.assault_worth(target, places, view.marker) if places else None
