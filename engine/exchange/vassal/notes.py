"""The help page of a module: what a player has to read, since a module does not know the rules."""

from __future__ import annotations

from html import escape

from engine.boards.palette import Layer
from engine.errors import NameNotKnown
from engine.exchange.source import MADE, ExportSource
from engine.hexes.board.battlemap import BattleMap
from engine.play import registry
from engine.scenario.model import Scenario
from engine.scenario.victory_words import line_text, win_text

NOTES = "notes.html"


def page(source: ExportSource) -> bytes:
    """The page, with description, turns, victory, terrain and sources."""
    parts = [f"<h1>{escape(source.name)}</h1>"]
    for scenario in source.scenarios:
        parts += _of_scenario(scenario)
    parts += _of_map(source.board)
    body = "\n".join(parts)
    head = f'<head><title>{escape(source.name)}</title><meta name="generator" content="{MADE}"></head>'
    return f"<!DOCTYPE html>\n<html>{head}\n<body>\n{body}\n</body></html>\n".encode("utf-8", "replace")


def title_of(system: str) -> str:
    """The title of a rules system; its short name where there is no such system."""
    try:
        return registry.system(system).title
    except NameNotKnown:
        return system


def _of_scenario(scenario: Scenario) -> list[str]:
    parts = [f"<p>Rules: {escape(title_of(scenario.system))}. VASSAL does not enforce them.</p>"]
    if scenario.description:
        parts += ["<h2>The battle</h2>", f"<p>{escape(scenario.description)}</p>"]
    turns = "".join(f"<li>{escape(scenario.turns.label(turn))}</li>" for turn in range(1, scenario.turns.count + 1))
    parts += ["<h2>Turns</h2>", f"<ol>{turns}</ol>"]
    victory = scenario.victory
    lines = [line_text(scenario, line) for line in victory.scoring] + [win_text(scenario, win) for win in victory.wins]
    if victory.text or lines:
        parts.append("<h2>Victory</h2>")
        parts += [f"<p>{escape(victory.text)}</p>"] if victory.text else []
        parts += ["<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"] if lines else []
    if scenario.provenance:
        parts += ["<h2>Sources of the scenario</h2>", f"<p>{escape(scenario.provenance)}</p>"]
    return parts


def _of_map(board: BattleMap) -> list[str]:
    used = {
        Layer.TERRAIN: {board.terrain[h] for h in board.grid},
        Layer.FEATURE: {key for keys in board.features.values() for key in keys},
        Layer.HEXSIDE: {key for keys in board.hexsides.values() for key in keys},
        Layer.PATH: {key for keys in board.paths.values() for key in keys},
    }
    kinds = [kind for layer, keys in used.items() for key, kind in board.palette.kinds[layer].items() if key in keys]
    rows = "".join(
        f'<tr><td bgcolor="{kind.colour}">&nbsp;&nbsp;&nbsp;</td><td>{escape(kind.name)}</td>'
        f"<td>{escape(kind.description)}</td></tr>"
        for kind in kinds
    )
    parts = ["<h2>The map</h2>"]
    parts += [f"<p>{escape(board.name)}. A hex is {escape(board.scale)} across.</p>"] if board.scale else []
    parts.append(f"<table>{rows}</table>")
    if board.provenance:
        parts += ["<h2>Sources of the map</h2>", f"<p>{escape(board.provenance)}</p>"]
    return parts
