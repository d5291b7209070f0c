"""Checks of what is only drawn or read on a map of any kind: names, and the picture under it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.findings import Fix, Severity
from engine.formats.locate import elsewhere
from engine.spelling import on_disk
from engine.umpire.checks.name_checks import undrawn
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Subject


@check("MAP124", Severity.WARNING, "A name on the map with letters that no font has", Scope.MAP)
def names_nobody_can_draw(subject: Subject) -> Iterator[Found]:
    """The name of a place or a region, or the title of a piece of map furniture, has letters that are for private use
    or stand for nothing: a box is drawn in their place. Text that was copied out of a PDF, or was written for a font of
    somebody's own, has them. Or it is in a script that the shipped fonts lack: on a computer without a font for it,
    boxes are drawn."""
    for number, (text, at) in enumerate(subject.place_names()):
        yield from undrawn(text, f"the place name at {at}", ("names", number, "text"), at=at)
    for key, region in subject.map.regions.items():
        yield from undrawn(region.name, "the name of a region", ("regions", key, "name"))
    for number, item in enumerate(subject.map.look.furniture):
        title = f"the title of the {item.kind.replace('-', ' ')} on the map sheet"
        yield from undrawn(item.title, title, ("furniture", number, "title"))


@check("MAP125", Severity.WARNING, "A layer that the map does not have", Scope.MAP)
def layers_nobody_has(subject: Subject) -> Iterator[Found]:
    """A name or a piece of map furniture is on a layer that is not in the map's list of layers. It is drawn, but you
    cannot hide, lock or print it with a layer."""
    board = subject.map
    known = {layer.name for layer in board.look.layers}
    on = [(("names", number), label.layer) for number, label in enumerate(board.labels)]
    on += [(("furniture", number), item.layer) for number, item in enumerate(board.look.furniture)]
    for place, name in on:
        if name and name not in known:
            known.add(name)
            yield Found(
                f"the map has no layer {name}",
                (*place, "layer"),
                hint=f"write {name} under layers, or choose a layer that is there",
                fix=Fix("Add the layer", "add_layer", {"name": name}),
            )


@check("MAP122", Severity.WARNING, "A picture under the map that is not there", Scope.MAP)
def underlay_gone(subject: Subject) -> Iterator[Found]:
    """The map lies over a picture, and there is no such file: nothing is shown under the map."""
    several = len(subject.map.look.underlays) > 1
    for number, given in enumerate(subject.map.look.underlays):
        file = Path(given.folder) / given.image
        known = given.folder or file.is_absolute()
        if known and (elsewhere(given.image) or not on_disk(file).is_file()):
            yield Found(
                f"the underlay picture is missing: {given.image}",
                ("underlay", number, "image") if several else ("underlay", "image"),
                hint=f"put the file back under {given.folder}, or choose another in the Underlay panel",
                fix=Fix("Remove the picture", "remove_underlay", {"number": number}),
            )
