"""Describes a planned move, at the pointer and in the status bar."""

from __future__ import annotations

from html import escape

from editor.plain import Html
from editor.tables.playing.judge import JudgedPlan
from engine.play.model import Judgement
from engine.plural import counted
from engine.scenario import Scenario
from engine.umpire.wording import Words

SHARE = 100
"""Hundredths of an allowance."""


def measures_of(said: Judgement) -> str:
    """How long a move is, how much of the allowance that takes, and what it costs."""
    found = []
    if said.length is not None:
        found.append(counted(round(said.length), "pace"))
    if said.share:
        found.append(f"{said.share:g} % of its move")
    if said.cost is not None:
        found.append(counted(round(said.cost), "point"))
    return " · ".join(found)


def note_of(found: JudgedPlan, scenario: Scenario) -> Html:
    """The note at the pointer: the measures of the ghost, and why it goes no further."""
    at_stop = found.at_stop
    lines = [f"<b>{escape(measures_of(at_stop))}</b>"] if at_stop is not None and measures_of(at_stop) else []
    if at_stop is not None and at_stop.contacts:
        lines.append(escape(", ".join(contact_of(one, scenario) for one in at_stop.contacts)))
    if at_stop is not None and at_stop.reveals:
        lines.append("meets an ambush")
    if not found.said.legal:
        lines.append(f"{escape(found.said.reason)}<br><small>{escape(found.said.rule)}</small>")
    return "<br>".join(lines)


def status_of(found: JudgedPlan, scenario: Scenario) -> str:
    """The same in a line."""
    at_stop = found.at_stop
    units = Words(scenario)
    plan = found.wanted
    who = units.unit(plan.units[0]) + (f" and {counted(len(plan.units) - 1, 'other')}" if len(plan.units) > 1 else "")
    verb = {"move": "Move", "march": "March", "deploy": "Set up"}[plan.verb]
    parts = [f"{verb} {who}"]
    if at_stop is not None and measures_of(at_stop):
        parts.append(measures_of(at_stop))
    if at_stop is not None and at_stop.contacts:
        parts.append(", ".join(contact_of(one, scenario) for one in at_stop.contacts))
    if not found.said.legal:
        rule = f" [{found.said.rule}]" if found.said.rule else ""
        parts.append(f"{'no further: ' if found.stop is not None else ''}{found.said.reason}{rule}")
    return " · ".join(parts)


def contact_of(text: str, scenario: Scenario) -> str:
    """A contact in words: ``Auxiliaries 1 touches the left of Spears 9``."""
    unit, edge, other, *wall = text.split()
    units = Words(scenario)
    where = {"overlap": "overlaps", "touching": "touches"}.get(edge, f"touches the {edge} of")
    return f"{units.unit(unit)} {where} {units.unit(other)}" + (f" by {' '.join(wall[1:])}" if wall else "")
