"""The side of pieces that lie outside all tabs of a module: by names, by what pieces of one side have, by colour."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from exchange_drawing import plain
from PIL import Image
from test_vassal_reader import BUILD, GIVEN, brought

from engine.exchange.source import Imported
from engine.exchange.vassal.pictures import main_colour

BLUE, RED = "#2040a0", "#b02828"


class Loose(NamedTuple):
    """A piece in a stack of a new game, in no tab."""

    name: str
    image: str = ""
    colour: str = ""
    trait: str = ""


def imported(folder: Path, pieces: list[Loose], sides: str = "", window: str = "") -> Imported:
    """A module with these pieces besides those of its tabs."""
    slots = []
    for number, one in enumerate(pieces, 10):
        trait, state = (f"{one.trait}\t", "\t") if one.trait else ("", "")
        slots.append(
            f'<VASSAL.build.widget.PieceSlot entryName="{one.name}" gpid="{number}">+/null/{trait}piece;;;{one.image};'
            f"{one.name}/{state}null;0;0;{number};0</VASSAL.build.widget.PieceSlot>"
        )
    stack = f'<VASSAL.build.module.map.SetupStack x="85" y="134">{"".join(slots)}</VASSAL.build.module.map.SetupStack>'
    text = BUILD.format(**(GIVEN | {"version": "3.7.0", "loop": "+/null/piece;;;;/null;0;0;;0"}))
    if window:
        stack = f"<{window}>{stack}</{window.split()[0]}>"
        text = text.replace(" <my.own.Clock/>", stack)
    else:
        text = text.replace(" </VASSAL.build.module.Map>", stack + " </VASSAL.build.module.Map>")
    path = folder / "a.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text)
        archive.writestr("images/board.png", plain(620, 500, "#88aa66"))
        for name, colour in {one.image: one.colour for one in pieces if one.colour}.items():
            archive.writestr(f"images/{name}", counter(colour))
    return brought(path, sides=sides)


def counter(colour: str) -> bytes:
    """A counter of this colour, with figures in black on it."""
    picture = Image.new("RGB", (40, 40), colour)
    picture.paste("#000000", (10, 25, 30, 35))
    made = io.BytesIO()
    picture.save(made, "PNG")
    return made.getvalue()


def side_of(found: Imported, name: str) -> str:
    """The side of the unit of this name."""
    (unit,) = (unit for unit in found.scenarios[0].units.values() if unit.name == name)
    return unit.side


def sideless(found: Imported) -> list[str]:
    """The units of which the import says that nothing told their side."""
    return [key for one in found.losses if one.code == "LOSS217" for key in one.where]


@pytest.mark.parametrize(
    "piece",
    [
        Loose("Allied guns"),
        Loose("Guns", "AlliedGuns3.png"),
        Loose("Guns", "allies_guns.png"),
        Loose("Guns", trait="prototype;Allied counter"),
    ],
)
def test_a_word_of_a_side_says_it(piece: Loose, tmp_path: Path) -> None:
    found = imported(tmp_path, [piece])
    assert side_of(found, piece.name) == "allies"
    assert sideless(found) == []


@pytest.mark.parametrize("name", ["French and Allied truce", "All is lost", "Fog"])
def test_a_piece_of_which_nothing_says_the_side_is_listed(name: str, tmp_path: Path) -> None:
    found = imported(tmp_path, [Loose(name)])
    assert side_of(found, name) == "french", "the first"
    assert [one.name for one in found.tables[0].matches if not one.ours] == ["without a side"]
    assert [found.scenarios[0].units[key].name for key in sideless(found)] == [name]
    chosen = imported(tmp_path, [Loose(name)], sides="without a side=allies")
    assert side_of(chosen, name) == "allies"
    assert sideless(chosen) == []


@pytest.mark.parametrize("window", ['PrivateMap mapName="Hand" side="Allies"', 'Map mapName="Allied reserves"'])
def test_the_window_of_a_side_says_it(window: str, tmp_path: Path) -> None:
    window = f"VASSAL.build.module.{window}"
    assert side_of(imported(tmp_path, [Loose("Guns")], window=window), "Guns") == "allies"


def test_words_that_only_pieces_of_one_side_have_say_it(tmp_path: Path) -> None:
    known = [
        Loose("French guns", "fg_1.png"),
        Loose("French foot", "fg_2.png"),
        Loose("Allied guns", "ag_1.png"),
        Loose("Allied foot", "ag_2.png"),
    ]
    found = imported(tmp_path, [*known, Loose("Lancers", "ag_7.png"), Loose("Wagon", "xy.png"), Loose("Guns")])
    assert side_of(found, "Lancers") == "allies"
    units = found.scenarios[0].units
    assert [units[key].name for key in sideless(found)] == ["Wagon", "Guns"], "both sides have guns"


def test_the_colour_of_counters_says_it(tmp_path: Path) -> None:
    known = [Loose("French guns", "a.png", BLUE), Loose("Allied guns", "b.png", RED)]
    others = [
        Loose("Lancers", "c.png", "#a83030"),
        Loose("Hussars", "d.png", "#284898"),
        Loose("Smoke", "e.png", "#777777"),
    ]
    found = imported(tmp_path, [*known, *others])
    assert (side_of(found, "Lancers"), side_of(found, "Hussars")) == ("allies", "french")
    assert [found.scenarios[0].units[key].name for key in sideless(found)] == ["Smoke"]
    rows = {one.name: (one.ours, one.by) for one in found.tables[0].matches}
    assert rows["coloured as Allies"] == ("allies", "colour")
    chosen = imported(tmp_path, [*known, *others], sides="coloured as Allies=french")
    assert side_of(chosen, "Lancers") == "french"


def test_pieces_can_be_left_out(tmp_path: Path) -> None:
    found = imported(tmp_path, [Loose("Fog")], sides="without a side=-")
    assert "Fog" not in {unit.name for unit in found.scenarios[0].units.values()}
    assert [one.what for one in found.losses if one.code == "LOSS218"] == ["1 piece"]


def test_the_colour_of_a_picture_is_that_of_most_of_it() -> None:
    assert main_colour(counter(BLUE)) == BLUE
    clear = io.BytesIO()
    Image.new("RGBA", (40, 40)).save(clear, "PNG")
    for nothing in (clear.getvalue(), b"", b"no picture", counter(BLUE)[:60]):
        assert main_colour(nothing) == ""
