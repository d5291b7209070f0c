"""SVG with layers, for drawing programs: each layer of the map is a layer that Inkscape shows by name."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import Field

from engine.boards.kinds import kind_of
from engine.exchange.archives import packed
from engine.exchange.hidden import kept_back, secret
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import MADE, ExportSource, Options, Pictures, placed, unprinted
from engine.exchange.trees import begun, text_of
from engine.plural import counted
from engine.scenario.model import Scenario

_INSIDE: Final = re.compile(r"<defs>.*(?=</svg>)", re.DOTALL)
_ID: Final = re.compile(r'\bid="([^"]+)"')
_USED: Final = re.compile(r'url\(#([^)]+)\)|href="#([^"]+)"')


class LayeredOptions(Options):
    """What is drawn."""

    style: Literal["organic", "plain", "grey"] = Field("plain", description="map style")
    furniture: bool = Field(True, description="draw legend, boxes and tracks")
    units: bool = Field(False, description="draw the set-up, a layer a side")
    hidden: bool = Field(False, description="draw groups that are set up in secret")


class DrawingOptions(LayeredOptions):
    """How layers are drawn as lines."""

    text: Literal["outlines", "text"] = Field(
        "outlines", description="letters as outlines, or as text with the names of the typefaces"
    )


class LayerPictureOptions(LayeredOptions):
    """How pictures of layers are drawn."""

    pixels: int = Field(100, ge=20, le=300, description="pixels from side to side of a hex, or for 100 paces")


class LayerPageOptions(LayeredOptions):
    """How pages of layers are drawn."""

    stacked: bool = Field(False, description="draw the layers below on each page too")


def survey(source: ExportSource, options: LayeredOptions) -> list[LostPart]:
    """What would be lost."""
    found = [loss("LOSS116", "terrain, names and units as data")]
    if source.board.look.underlays:
        found.append(loss("LOSS110", "the underlay picture"))
    found += unprinted(source.board)
    if source.scenario is not None and source.scenario.units and not options.units:
        found.append(loss("LOSS109", f"scenario {source.scenario.name}", option="units=true"))
    hidden = [u for one in source.scenarios for group in one.deployments if group.hidden for u in group.units]
    if hidden and options.units and not options.hidden:
        found.append(loss("LOSS104", "groups set up in secret", hidden, "hidden=true"))
    kept = sorted({unit for one in source.scenarios for unit in kept_back(one)})
    if kept and options.units and not options.hidden:
        found.append(
            loss("LOSS104", f"{counted(len(kept), 'unit')} in ambush or on a flank march", kept, "hidden=true")
        )
    return found


def write(source: ExportSource, options: DrawingOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """The drawing, in millimetres. Ids are unique over all layers."""
    shown = source if options.hidden else _without_hidden(source)
    area, layers = pictures.layers(
        shown, options.style, furniture=options.furniture, units=options.units, text=options.text == "text"
    )
    left, top, width, height = area
    millimetres = kind_of(source.board).millimetres
    wide, high = round(width * millimetres, 3), round(height * millimetres, 3)
    head = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
        "version": "1.1",
        "width": f"{wide:g}mm",
        "height": f"{high:g}mm",
        "viewBox": f"0 0 {wide:g} {high:g}",
    }
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        begun("svg", head),
        f"<title>{text_of(source.name)}</title>",
        f"<desc>{MADE}</desc>",
        f"<metadata>{text_of(source.board.provenance)}</metadata>" if source.board.provenance else "<metadata/>",
        begun("rect", {"width": f"{wide:g}", "height": f"{high:g}", "fill": "#ffffff"}, end="/>"),
    ]
    for number, (title, svg, unit) in enumerate(layers, 1):
        scale = millimetres * unit
        placed = f"scale({scale:.8g}) translate({-left / unit:.8g} {-top / unit:.8g})"
        group = {"id": f"layer{number}", "inkscape:groupmode": "layer", "inkscape:label": title}
        inside = _INSIDE.search(svg)
        lines += [begun("g", group), begun("g", {"transform": placed})]
        lines += [_unique(inside[0], f"l{number}-") if inside is not None else "", "</g>", "</g>"]
    return {".svg": ("\n".join([*lines, "</svg>"]) + "\n").encode("utf-8", "replace")}


def write_pictures(
    source: ExportSource, options: LayerPictureOptions, pictures: Pictures, name: str
) -> dict[str, bytes]:
    """An archive of pictures with alpha, one a layer. Raises HexwrightError for a map that is too large."""
    placed(source.board, options.pixels, furniture=options.furniture)
    shown = source if options.hidden else _without_hidden(source)
    drawn = pictures.layer_pictures(
        shown, options.style, options.pixels, furniture=options.furniture, units=options.units
    )
    about = f"{MADE}: layers of {source.name}, the lowest first. All pictures have the same size.\n"
    about += "".join(f"{title}\n" for title, _ in drawn) + source.board.provenance + "\n"
    entries = [("README.txt", about.encode("utf-8", "replace"))]
    for number, (title, data) in enumerate(drawn, 1):
        words = "-".join(re.findall(r"\w+", title.lower())) or "layer"
        entries.append((f"{number:02d}-{words}.png", data))
    return {".layers.zip": packed(entries, frozenset({"README.txt"}))}


def write_pages(source: ExportSource, options: LayerPageOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A PDF with a page for each layer, at the true size of a printed map."""
    shown = source if options.hidden else _without_hidden(source)
    made = pictures.layer_pages(
        shown, options.style, furniture=options.furniture, units=options.units, stacked=options.stacked
    )
    return {".layers.pdf": made}


def _without_hidden(source: ExportSource) -> ExportSource:
    """The same without the units of groups that are set up in secret."""

    def seen(scenario: Scenario) -> Scenario:
        left_out = secret(scenario, hidden=False)
        return scenario.with_(setup={unit: at for unit, at in scenario.setup.items() if unit not in left_out})

    return ExportSource(source.board, tuple(map(seen, source.scenarios)), source.folder)


def _unique(svg: str, prefix: str) -> str:
    """The drawing with its ids under a prefix, and everything that refers to them."""

    def named(found: re.Match[str]) -> str:
        return f"url(#{prefix}{found[1]})" if found[1] else f'href="#{prefix}{found[2]}"'

    return _USED.sub(named, _ID.sub(lambda found: f'id="{prefix}{found[1]}"', svg))
