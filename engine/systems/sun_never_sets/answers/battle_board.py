"""A battle as its events tell it (chapter 8): forces, superiority, every volley with its row, modifiers and shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final

from engine.play import Event
from engine.play.answers import BattleBoard, BattleForce, BattleThrow, DieModifier, Likelihood, ThrowAccount
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.volleys import ROUNDS
from engine.systems.sun_never_sets.position.battle_words import firers, outcome, weapons

SUPERIORITY: Final = "tactical superiority"
STAGES: Final = (SUPERIORITY, *(f"{name} round" for name in ROUNDS))
_FELL: Final = ("eliminated", "demoralized")
_NOTES: Final = ("helped", "omen")
_AFTER: Final = ("retreat", "advance", *_FELL)
_NEXT: Final = ("march", "force", "moves", "by_rail", "casts_off", "sails")
"""What goes on once a battle in the middle of a march is over (20.1, 21.1)."""


def board(field: SnsField, events: Sequence[Event]) -> BattleBoard | None:
    """The battle that was declared last; what followed its end is told as far as the enemy was still pursued."""
    first = max((i for i, event in enumerate(events) if event.kind == "attack"), default=-1)
    if first < 0:
        return None
    told = list(_of_battle(events[first:]))
    over = next((event for event in told if event.kind == "battle"), None)
    fought = told[: told.index(over)] if over is not None else told
    throws = tuple(_throws(field, fought))
    shifts = [event for event in fought if event.kind == "superiority" and event.data["side"]]
    notes = [event for event in fought if event.kind in _NOTES]
    after = [event for event in told[len(fought) + 1 :] if event.kind in _AFTER]
    attack = events[first]
    return BattleBoard(
        rule=attack.rule,
        target=attack.data["target"],
        forces=tuple(_force(field, attack, fought, attacks) for attacks in (True, False)),
        stages=STAGES,
        stage=throws[-1].account.stage if throws else "",
        superior=str(shifts[-1].data["side"]) if shifts else "",
        throws=throws,
        notes=(*notes, *after),
        over=over is not None,
        winner=str(over.data["winner"]) if over is not None else "",
    )


def _of_battle(events: Sequence[Event]) -> Iterator[Event]:
    """The events from an attack on, up to the next thing that is no part of it."""
    yield events[0]
    over = False
    for event in events[1:]:
        if event.kind in ("attack", "phase", "turn", "end") or (over and event.kind in _NEXT):
            return
        over = over or event.kind == "battle"
        yield event


def _force(field: SnsField, attack: Event, fought: Sequence[Event], attacks: bool) -> BattleForce:
    data = attack.data
    units = tuple(data["attackers" if attacks else "defenders"])
    side = str(data["side"])
    if not attacks:
        side = next(key for key in field.sides if key != side)
    fallen = {str(event.data["unit"]): event.kind for event in fought if event.kind in _FELL}
    mine = {key: what for key, what in fallen.items() if key in units}
    strength = _strength(field, units)
    limit = ceil(strength * field.tables.defeat.share)
    return BattleForce(
        side=side,
        at=data["from"] if attacks else data["target"],
        attacks=attacks,
        units=units,
        fallen=mine,
        strength=strength,
        lost=_strength(field, mine),
        limit=limit,
    )


def _strength(field: SnsField, units: Any) -> int:
    return sum(field.roster.strength[field.roster.find(key)] for key in units)


def _throws(field: SnsField, fought: Sequence[Event]) -> Iterator[BattleThrow]:
    """The throws in their order, each with what fell by it."""
    made: BattleThrow | None = None
    attacker = str(fought[0].data["side"])
    for event in fought:
        if event.kind == "superiority":
            yield from () if made is None else (made,)
            made = None
            yield from _superiority(field, event, attacker)
        elif event.kind == "volley":
            yield from () if made is None else (made,)
            made = _volley(field, event, attacker)
        elif event.kind in _FELL and made is not None:
            made = replace(made, fell=(*made.fell, (str(event.data["unit"]), event.kind)))
    yield from () if made is None else (made,)


def _superiority(field: SnsField, event: Event, attacker: str) -> Iterator[BattleThrow]:
    """What either side threw (8.21)."""
    data = event.data
    for side in (attacker, *(key for key in field.sides if key != attacker)):
        die, total = data["dice"][side], data["totals"][side]
        result = "a tie, which is rolled again" if not data["side"] else "fires first" if data["side"] == side else ""
        adds = tuple(_adds(field, data["commanders"].get(side, ""), total - die))
        account = ThrowAccount(stage=SUPERIORITY, side=side, rule=event.rule, modifiers=adds)
        yield BattleThrow(account=account, dice=(die,), total=total, result=result or "fires second")


def _adds(field: SnsField, commander: str, added: int) -> Iterator[DieModifier]:
    """What was added for a commander, and what events made of it."""
    value = 0
    if commander:
        unit = field.roster.find(commander)
        value = field.roster.tactical[unit] * field.tables.superiority.modifiers["tactical_value"]
        if value:
            yield DieModifier(value, field.roster.units[unit].name, field.cite("8.21"))
    if added != value:
        yield DieModifier(added - value, "events", field.cite("4.1"))


def _volley(field: SnsField, event: Event, attacker: str) -> BattleThrow:
    data = event.data
    name, made, weapon = data["round"], data["volley"], data["volley"].partition("-")[0]
    chart = field.gunnery.charts[name]
    row = chart.row(weapon, data["factors"])
    adds = tuple(DieModifier(m["value"], m["why"], m["rule"]) for m in data["modifiers"] if m["value"])
    chances = chart.chances(row, sum(m["value"] for m in data["modifiers"])) if row is not None else {}
    good = data["side"] == attacker
    account = ThrowAccount(
        stage=f"{name} round",
        side=data["side"],
        rule=event.rule,
        who=firers(made, name),
        units=tuple(data["units"]),
        strength=data["factors"],
        row=f"the row of {data['row']} for {weapons(weapon, name)}",
        modifiers=adds,
        shares=tuple(
            Likelihood(code, outcome(code), chance, None if code == "0" else good) for code, chance in chances.items()
        ),
    )
    result = data["result"]
    return BattleThrow(
        account=account,
        dice=(data["die"],),
        total=data["total"],
        result=outcome(result),
        chance=chances.get(result, 0.0),
    )
