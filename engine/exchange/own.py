"""What other formats have no place for of a map, as texts of ours that travel with it, and a map made of them again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine import formats
from engine.boards.palette import Palette
from engine.errors import HexwrightError
from engine.formats.boards import map_lines
from engine.formats.migrations import header
from engine.formats.palettes import offered
from engine.formats.write_palette import dump_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid


class OwnMap(NamedTuple):
    """A map without its layers, and the palette that came with it, where it has one of its own."""

    board: BattleMap
    palette: Palette | None


def facts_of(board: BattleMap, *, places: bool = False) -> dict[str, str]:
    """The map's file without its layers, its legend, its palette where that is its own; with ``places`` names and
    regions too."""
    bare = BattleMap(Grid(board.grid.spec), board.palette, board.name, board.scale, board.provenance)
    bare.look = board.look
    if places:
        bare.labels, bare.regions = list(board.labels), dict(board.regions)
    lines, skipping = [], False
    for line in map_lines(bare):
        skipping = line == "terrain: |" or (skipping and line.startswith(" "))
        if not skipping:
            lines.append(line)
    facts = {"map": "\n".join(lines) + "\n", "legend": json.dumps(board.legend, ensure_ascii=False)}
    if board.palette.key.startswith(".") or "/" in board.palette.key:
        facts["palette"] = dump_palette(board.palette)
    return facts


def board_of(facts: Mapping[str, Any], where: str) -> OwnMap:
    """The map that such texts are of, all base terrain. Raises HexwrightError that begins with ``where``."""
    text = f"format: {header('map')}\n{facts.get('map', '')}"
    palette = None
    if "palette" in facts:
        loaded = formats.load_text(str(facts["palette"]))
        named = re.search(r"^palette: *(.+)$", text, re.MULTILINE)
        if isinstance(loaded.model, Palette) and not loaded.errors and named is not None:
            palette = replace(loaded.model, key=named[1].strip().strip("\"'"))
    if palette is not None:
        with offered(palette):
            found = formats.load_text(text)
    else:
        found = formats.load_text(text)
    if not isinstance(found.model, BattleMap) or found.errors:
        why = found.errors[0].message if found.errors else "it is not a map"
        raise HexwrightError(f"{where}: {why}")
    return OwnMap(found.model, palette)


def legend_of(facts: Mapping[str, Any]) -> dict[str, str]:
    """The map's own legend among such texts; empty where it has none."""
    text = facts.get("legend")
    try:
        found = json.loads(text) if isinstance(text, str) and len(text) < 100_000 else {}
    except (ValueError, RecursionError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
