"""Other words for actions: the command palette finds by them what has another name here."""

from __future__ import annotations

from typing import Final

SYNONYMS: Final = {
    "edit.preferences": "settings options configuration",
    "edit.turn-right": "rotate turn",
    "edit.turn-left": "rotate turn",
    "edit.flip-across": "mirror",
    "edit.flip-down": "mirror",
    "view.fit": "zoom to fit, whole map, overview",
    "view.actual": "100 %, full size",
    "view.zoom-in": "closer, magnify",
    "view.zoom-out": "farther",
    "view.dark": "theme, night, colours, appearance",
    "view.full-screen": "fullscreen, maximise",
    "view.hide-panels": "zen, distraction free",
    "view.reset-panels": "layout, arrange",
    "play.trials": "simulate, statistics, balance, many games",
    "play.start": "simulate, test, run",
    "play.undo": "undo, take back",
    "play.action": "step",
    "play.pause": "stop, halt",
    "file.export": "export, save image, png, svg, pdf",
    "file.export-to": "convert, save as other format, vassal, tiled, inkscape, print shop, spreadsheet",
    "file.export-again": "repeat export, export as before",
    "file.import": "convert, vassal, tiled, geojson, shapefile, kml, gpx, elevation, coast, spreadsheet",
    "file.print-sheets": "pdf, paper",
    "file.print-counters": "pdf, counter sheet",
    "file.print-rulebook": "rules, manual, pdf, html, markdown",
    "file.print-aids": "charts, reference card, terrain effects, combat table",
    "file.print-game": "bundle, print and play, zip",
    "map.go-to": "jump, search",
    "edit.find": "search, jump, locate",
    "edit.shortcuts": "hotkeys, key bindings",
    "help.guide": "manual, documentation",
    "overlay.reach": "movement range",
    "map.properties": "rename map, author",
}
"""By an action's key, what people call it elsewhere."""
