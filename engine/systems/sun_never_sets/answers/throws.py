"""What dice outside of battles promise: for a march, foraging, a rally (6.0, 11.52, 12.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import hex_of
from engine.mechanics.bits import mask_of
from engine.play import Action
from engine.play.answers import DieModifier, Likelihood, ThrowAccount
from engine.plural import counted
from engine.systems.sun_never_sets.answers import campaigning
from engine.systems.sun_never_sets.answers.campaigning import ModifierRow
from engine.systems.sun_never_sets.base.event_tables import rule_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.morale import RALLY, RallySegment
from engine.systems.sun_never_sets.march.assembling import Assembling
from engine.systems.sun_never_sets.march.movement import MovementSegment, members
from engine.systems.sun_never_sets.march.sailing import CastingOff
from engine.systems.sun_never_sets.march.transfers import Embarking
from engine.systems.sun_never_sets.position import fight, supply
from engine.systems.sun_never_sets.position.acts import helped_of, leader_of, march_of
from engine.systems.sun_never_sets.position.battle_words import RALLIES
from engine.systems.sun_never_sets.turn.logistics import LogisticsSegment

MUDDLING: Final = "muddling"


def promised(field: SnsField, state: SnsState, action: Action) -> ThrowAccount | None:
    """What the die promises that an action throws, or names a leader for; see `Answers.promised`."""
    top, verb = state.top, action.verb
    if isinstance(top, Assembling) and verb in ("roll", "muddle", "led") and top.units:
        leader = leader_of(action) if verb == "led" else top.leader
        if isinstance(top, CastingOff | Embarking):
            return _voyage(field, _march(field, state, top.side, top.units, leader, muddled=verb == "muddle"))
        return _march(field, state, top.side, top.units, leader, muddled=verb == "muddle")
    if isinstance(top, MovementSegment) and verb == "march":
        return _column(field, state, top, *march_of(action))
    if isinstance(top, LogisticsSegment) and verb in ("forage", "muddle"):
        h = hex_of(action)
        leader = leader_of(action) if verb == "forage" else NOWHERE
        return _forage(field, state, top, h, leader, muddled=verb == "muddle")
    if isinstance(top, RallySegment) and verb == RALLY:
        return _rally(field, state, top.side, *helped_of(action))
    return None


def _die_modifiers(field: SnsField, adds: Sequence[ModifierRow], muddled: bool, side: int) -> tuple[DieModifier, ...]:
    found = [DieModifier(m.value, m.why, m.rule) for m in adds if m.value]
    if muddled:
        rule = field.cite(rule_of(field.event_table, field.roles[side], MUDDLING))
        found.append(DieModifier(1, "muddling through", rule))
    return tuple(found)


def _column(
    field: SnsField, state: SnsState, top: MovementSegment, force: int, units: tuple[int, ...], leader: int
) -> ThrowAccount | None:
    """A march that is thrown for at once: of a column, or of units that are named."""
    whole = members(field, state, top.side, force)
    mask = mask_of(units) if units else whole if force < 0 else 0
    return _march(field, state, top.side, mask, leader) if mask else None


def _march(
    field: SnsField, state: SnsState, side: int, mask: int, leader: int, *, muddled: bool = False
) -> ThrowAccount:
    keys = field.roster.keys
    found = campaigning.march(field, state, field.keys_of(mask), keys[leader] if leader >= 0 else "")
    table, more = field.tables.march, int(muddled)
    shares: dict[str, Likelihood] = {}
    allowance = next((die.points // table.times[die.result] for die in found.dice if die.points), 0)
    for die in found.dice:
        row = table.rows[table.die.clip(die.total + more)]
        lost = ", and a unit is lost" if row.attrition else ""
        points = allowance * table.times[row.march]
        reach = f" ({counted(points, 'point')})" if points else ""
        meaning = f"{table.results[row.march]}{reach}{lost}"
        before = shares[meaning].chance if meaning in shares else 0.0
        good = False if row.attrition or not points else None if row.march == "march" else True
        shares[meaning] = Likelihood(row.march, meaning, before + 1 / 6, good)
    return ThrowAccount(
        stage="march",
        side=field.sides[side],
        rule=found.rule,
        units=tuple(found.units),
        modifiers=_die_modifiers(field, found.modifiers, muddled, side),
        shares=tuple(shares.values()),
    )


def _voyage(field: SnsField, told: ThrowAccount) -> ThrowAccount:
    """What the die of a march promises those who go by water: they go as far as they like, or stay (27.31, 29.1)."""
    times = field.tables.march.times
    stays = [march for march, number in times.items() if not number]
    held = sum(share.chance for share in told.shares if share.result in stays)
    both = (
        Likelihood("march", "they go as far as they like", 1 - held, True),
        Likelihood("hold", "they stay", held, False),
    )
    return replace(told, rule=field.cite("27.3"), shares=tuple(share for share in both if share.chance > 0))


def _forage(
    field: SnsField, state: SnsState, top: LogisticsSegment, h: int, leader: int, *, muddled: bool
) -> ThrowAccount | None:
    side, number = top.side, dict(top.open).get(h, 0)
    if not number:
        return None
    if leader < 0:
        leader = supply.best_forager(field, state, field.units_at(state, h, side))
    adds = [campaigning.shown(field, modifier) for modifier in supply.forage_modifiers(field, state, h, side, leader)]
    line, table = supply.forage_line(field, state, h, side), field.tables.forage
    shares: dict[int, float] = {}
    for die in range(1, 7):
        total = die + sum(m.value for m in adds) + int(muddled)
        fed = min(table.fed(line, supply.forager(field, state, h, side), total), number)
        shares[fed] = shares.get(fed, 0.0) + 1 / 6
    return ThrowAccount(
        stage="foraging",
        side=field.sides[side],
        rule=field.cite("12.3"),
        units=tuple(field.keys_of(supply.needy(field, state, h, side))),
        row=campaigning.COUNTRY.get(line, line),
        modifiers=_die_modifiers(field, adds, muddled, side),
        shares=tuple(
            Likelihood(str(fed), _fed(fed, number), share, True if fed == number else None if fed else False)
            for fed, share in sorted(shares.items())
        ),
    )


def _fed(fed: int, number: int) -> str:
    if fed == number:
        return "all are fed" if number > 1 else "the unit is fed"
    return f"{fed} of {number} are fed, {number - fed} are not"


def _rally(field: SnsField, state: SnsState, side: int, unit: int, leader: int) -> ThrowAccount:
    table, helps = field.tables.rally, leader != NOWHERE
    adds = field.tactical(state, leader) * table.modifiers["tactical_value"] if helps else 0
    morale = "F" if fight.fanatics(field, state) >> unit & 1 else field.gunnery.morale[unit]
    shares: dict[str, float] = {}
    for die in range(1, 7):
        result = table.result(morale, die + adds)
        shares[result] = shares.get(result, 0.0) + 1 / 6
    helped = (DieModifier(adds, field.roster.units[leader].name, field.cite("11.53")),) if adds else ()
    return ThrowAccount(
        stage="rally",
        side=field.sides[side],
        rule=field.cite("11.52"),
        units=(field.roster.keys[unit],),
        modifiers=helped,
        shares=tuple(
            Likelihood(result, RALLIES[result], share, {"R": True, "F": None, "D": False}[result])
            for result, share in shares.items()
        ),
    )
