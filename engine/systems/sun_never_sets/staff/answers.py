"""The smaller decisions of a campaign: fires, losses, retreats, advances, supply, rallies, arrivals, events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import end_of, hex_of, names_something, path_of, unit_of, units_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.procedure import END
from engine.play import Action
from engine.systems.sun_never_sets.base.counters import GOOD
from engine.systems.sun_never_sets.base.gunnery import class_of
from engine.systems.sun_never_sets.battle import laying, retreating
from engine.systems.sun_never_sets.battle.aftermath import Pursuit
from engine.systems.sun_never_sets.battle.battle import ready
from engine.systems.sun_never_sets.battle.beaten_boats import Chase, FallingBack
from engine.systems.sun_never_sets.battle.retreating import Retreating
from engine.systems.sun_never_sets.battle.rounds import FIRE, Volleys
from engine.systems.sun_never_sets.position import engineers, supply
from engine.systems.sun_never_sets.position.acts import attack_of, fire_of, helped_of, names_a_goal
from engine.systems.sun_never_sets.staff import builders, flotilla, levies, optional
from engine.systems.sun_never_sets.staff.view import View, fading
from engine.systems.sun_never_sets.turn.logistics import LogisticsSegment

_ATTACKS: Final = 0.2
"""Points that an attack has to promise."""
_ISSUES: Final = 1.0
"""Units going hungry for which a supply unit is used up."""
_FREE: Final = (engineers.SAP, laying.CUT)
"""What is done in a battle segment whenever it can be: walls are blown up, railways of the enemy cut."""
_TRAIN: Final = 1.2
"""What a supply unit is worth beside combat units, as strength points."""

Answer = Callable[[View, list[Action]], Action]


def battle(view: View, actions: list[Action]) -> Action:
    """The attack that promises most, with all units that the ground allows but the supply units; or none."""
    free = [action for action in actions if action.verb in _FREE]
    if free:
        return free[0]
    best, most = END, _ATTACKS
    for action in actions:
        if action.verb != "attack":
            continue
        target, origin, _ = attack_of(action)
        for units in parties(view, origin, target):
            value = view.attack(units, target)
            if value > most:
                best, most = Action("attack", (target, origin, tuple(bits(units)))), value
    return best


def parties(view: View, origin: int, target: int) -> list[int]:
    """Who may attack a hex out of another: all whom ground and water let, and where there are boats or fleets, these
    alone and the others alone, for who has only rifles does boats no harm (27.53)."""
    field = view.field
    units = ready(field, view.state, origin, view.side) & ~field.roster.supply
    able = view.bearing(origin, target, units)
    floating = field.roster.afloat
    split = [able & floating, able & ~floating] if able & floating else []
    return [mask for mask in dict.fromkeys([able, *split]) if mask & field.roster.combat]


def fire(view: View, actions: list[Action]) -> Action:
    """The strongest volley first, with the best headquarters."""
    top = view.state.top
    assert isinstance(top, Volleys)
    classes = top.classes(view.field, view.state)

    def rank(action: Action) -> tuple[int, int]:
        code, _, leader = fire_of(action)
        factors = view.field.gunnery.points(classes[class_of(code)])
        return factors, view.field.tactical(view.state, leader) if leader != NOWHERE else 0

    return max([action for action in actions if action.verb == FIRE], key=rank)


def _cheap(view: View, unit: int) -> float:
    strength = view.field.roster.strength[unit]
    train = _TRAIN if 1 << unit & view.field.roster.supply else 0.0
    if unit == view.field.hostages:
        return view.worth(unit)
    return (strength + train) * (1.0 if view.state.steps[unit] == GOOD else 0.4)


def loss(view: View, actions: list[Action]) -> Action:
    """The least useful unit goes; of those to be demoralized one that is in good order."""
    steps = view.state.steps

    def price(action: Action) -> float:
        unit = unit_of(action)
        dies = action.verb in ("shake", "starve") and steps[unit] != GOOD
        return _cheap(view, unit) + (view.worth(unit) + 1.0 if dies else 0.0)

    return min(actions, key=price)


def superiority(view: View, actions: list[Action]) -> Action:
    """The best tactician commands."""
    return max(actions, key=lambda action: view.field.tactical(view.state, unit_of(action)))


def retreat(view: View, actions: list[Action]) -> Action:
    """Back to where no enemy bars the way, into a fortress if there is one, towards what has to be held."""
    field, state = view.field, view.state
    held = [h for h in view.mine if view.stake(h) > 0] or [*view.mine]
    top = state.top
    if isinstance(top, FallingBack):
        return flotilla.steered(view, top, actions)
    units = top.units if isinstance(top, Retreating) else 0

    def price(action: Action) -> float:
        paid = sum(retreating.zone_strength(field, state, view.enemy, h) for h in path_of(action))
        end = end_of(action)
        near = sum(1 for e in view.foes if field.distance(e, end) <= 1)
        home = min((field.distance(end, h) for h in held), default=0)
        friends = field.strength(state, view.mine.get(end, 0) & ~units)
        return paid + 2.0 * near + 0.1 * home - 0.2 * friends - (4.0 if field.ground.fortress[end] else 0.0)

    return min(actions, key=price)


def advance(view: View, actions: list[Action]) -> Action:
    """Into what counts, with all but a garrison where the hex has to be held; else towards the next goal."""
    top = view.state.top
    hold = Action("hold")
    if isinstance(top, Chase):
        return flotilla.steered(view, top, actions)
    assert isinstance(top, Pursuit)
    whole = [action for action in actions if action.verb == "advance" and names_a_goal(action)]
    force = mask_of(units_of(whole[0])) if whole else 0
    gain, stake = view.gain(top.vacated), view.stake(top.origin)
    if not force or (stake > gain and not gain):
        return hold
    if stake and not top.whole:
        stays = min(bits(force & view.field.roster.combat), key=lambda u: view.field.roster.strength[u], default=-1)
        force &= ~(1 << stays) if stays >= 0 else ~0
    if not force & view.field.roster.combat:
        return hold
    drawn = max(
        (view.gain(goal) * fading(view.distance(goal, top.vacated)) for goal in view.country.goals), default=0.0
    )
    now = max((view.gain(goal) * fading(view.distance(goal, top.origin)) for goal in view.country.goals), default=0.0)
    costs = view.danger(force, top.vacated) + view.hunger(force, top.vacated)
    costs -= view.danger(force, top.origin) + view.hunger(force, top.origin)
    if drawn - now + gain <= costs:
        return hold
    return Action("advance", (tuple(bits(force)), top.vacated))


def logistics(view: View, actions: list[Action]) -> Action:
    """Supply units where many would go hungry, forage elsewhere."""
    field, state = view.field, view.state
    ranked: list[tuple[float, Action]] = []
    for action in actions:
        if action.verb in ("issue", "feed"):
            h = end_of(action)
            number = supply.load(field, supply.needy(field, state, h, view.side))
            fed = supply.outlook(field, state, h, view.side)
            hungry = sum(max(number - one, 0) for one in fed) / 6
            least = 0.3 if action.verb == "feed" else _ISSUES
            if hungry > least:
                far = field.distance(state.where[unit_of(action)], h) if action.verb == "issue" else 0
                ranked.append((hungry - 0.1 * far, action))
    if ranked:
        return max(ranked, key=lambda item: item[0])[1]
    for verb in ("forage", "done", "issue", "end"):
        for action in actions:
            if action.verb == verb:
                return action
    return _nearest_train(view)


def _nearest_train(view: View) -> Action:
    """Where the guess has a line of supply cut that is open in truth: the supply unit nearest to who is not fed."""
    field, state = view.field, view.state
    top = state.top
    assert isinstance(top, LogisticsSegment)
    h = top.open[0][0]
    trains = [u for u in bits(field.roster.supply & field.roster.of_side[view.side]) if state.where[u] >= 0]
    return Action("issue", (min(trains, key=lambda u: field.distance(state.where[u], h)), h))


def rally(view: View, actions: list[Action]) -> Action:
    """The most useful units first, each with the best headquarters; rabble only with one, for it may desert."""
    field, state = view.field, view.state
    ranked = []
    for action in actions:
        if action.verb != "rally":
            continue
        unit, leader = helped_of(action)
        helps = field.tactical(state, leader) if leader != NOWHERE else 0
        if field.gunnery.morale[unit] != "R" or helps:
            ranked.append(((view.worth(unit), helps), action))
    return max(ranked, key=lambda item: item[0])[1] if ranked else END


def reinforcement(view: View, actions: list[Action]) -> Action:
    """All units come, the strongest first, where they are needed; units are raised for points if that pays."""
    field = view.field
    raised = levies.paying(view, actions)
    if raised is not None:
        return raised
    sites = builders.sites(view, [action for action in actions if action.verb == "at"])
    if sites:
        return max(sites, key=lambda action: (_needed(view, hex_of(action)), -hex_of(action)))
    ranks = {"draw": 3, "replace": 2, "place": 1, "end": 0}
    coming = [action for action in actions if action.verb in ranks]
    if Action("draw") in coming:
        return Action("draw")
    return max(
        coming or actions,
        key=lambda action: (
            ranks.get(action.verb, 0),
            field.roster.strength[unit_of(action)] if names_something(action) else 0,
        ),
    )


def _needed(view: View, h: int) -> float:
    """How much a hex wants units: to be held, near the front, not where they would be lost."""
    field = view.field
    near = min((field.distance(h, e) for e in view.foes), default=20)
    friends = field.strength(view.state, view.mine.get(h, 0))
    if view.side == field.empire:
        fronts = [at for at, mask in view.mine.items() if field.strength(view.state, mask) >= 6]
        front = min((field.distance(h, at) for at in fronts), default=0)
        return 0.2 * friends - 0.5 * front - (5.0 if near <= 1 and not friends else 0.0)
    return 2.0 * view.stake(h) + 0.1 * friends - 0.3 * near - (6.0 if near <= 2 and not friends else 0.0)


def set_up(view: View, actions: list[Action]) -> Action:
    """Where the goals are near, and what has to be held; whoever is first in the list goes first."""
    sites = builders.sites(view, [action for action in actions if action.verb == "at"])
    if not sites:
        return actions[0]

    def draws(action: Action) -> tuple[float, int]:
        h = hex_of(action)
        found = sum(view.gain(goal) * fading(view.distance(goal, h)) for goal in view.country.goals)
        return found + view.stake(h), -h

    return max(sites, key=draws)


def desertion(view: View, actions: list[Action]) -> Action:
    """The least useful unit leaves."""
    return min(actions, key=lambda action: view.worth(unit_of(action)))


def event(view: View, actions: list[Action]) -> Action:
    """Where most enemies stand; help in battle is used at once; an ambush that pays."""
    if Action("use") in actions:
        return Action("use")
    ambushes = [action for action in actions if action.verb == "attack"]
    if ambushes:

        def promise(action: Action) -> float:
            target, origin, _ = attack_of(action)
            return view.attack(view.mine[origin], target)

        best = max(ambushes, key=promise)
        return best if promise(best) > _ATTACKS else Action("pass")
    return max(
        actions, key=lambda action: view.foes.get(hex_of(action), 0).bit_count() if names_something(action) else 0
    )


ANSWERS: Final[Mapping[str, Answer]] = {
    "battle": battle,
    "fire": fire,
    "loss": loss,
    "attrition": loss,
    "hunger": loss,
    "superiority": superiority,
    "retreat": retreat,
    "advance": advance,
    "logistics": logistics,
    "rally": rally,
    "reinforcement": reinforcement,
    "desertion": desertion,
    "set-up": set_up,
    "event": event,
    **optional.ANSWERS,
}
"""The answer to each kind of decision but marches."""
