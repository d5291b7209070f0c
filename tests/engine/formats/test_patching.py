"""Single values of a file's text are changed, and all else stays to the letter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.formats.patching import data_with, put, renamed, rewritten, swapped, taken
from engine.formats.reading import parse_text

TEXT = """\
# The crossing.
format: hexwright-system 1
name: crossing   # short
units:
  # Types of this game.
  types:
    foot: Foot   # on their own
    # These roll.
    guns: {title: Guns, size: 2}
  values: {strength: {least: 1}, movement: {}}
sequence:
  phases:
  - {name: movement, do: move}
  # The fight.
  - name: combat
    do: attack
  - {name: pursuit, do: move}
ground: {terrain: [clear, woods], base: clear}
about: |
  Two lines
  of text.
# The end.
"""


def data(text: str) -> Any:
    root = parse_text(text)[0].root
    return root.data if root is not None else None


def changed(old: str, new: str) -> tuple[list[str], list[str]]:
    """The lines that went and those that came."""
    before, after = old.splitlines(), new.splitlines()
    return [line for line in before if line not in after], [line for line in after if line not in before]


@pytest.mark.parametrize(
    ("path", "value", "gone", "come"),
    [
        (("name",), "ford", ["name: crossing   # short"], ["name: ford   # short"]),
        (("units", "types", "foot"), "Foot guards", None, ["    foot: Foot guards   # on their own"]),
        (("units", "types", "guns", "size"), "1/2", None, ["    guns: {title: Guns, size: 1/2}"]),
        (("units", "values", "morale"), {"default": 7}, None, None),
        (("sequence", "phases", 1, "do"), "fire", ["    do: attack"], ["    do: fire"]),
        (("sequence", "phases", 3), {"name": "rally", "do": "rally"}, [], ["  - {name: rally, do: rally}"]),
        (("sequence", "phases", 1, "who"), {"type": "foot"}, [], ["    who: {type: foot}"]),
        (("ground", "terrain", 2), "swamp", None, ["ground: {terrain: [clear, woods, swamp], base: clear}"]),
        (("movement", "costs", "hex", "woods"), 2, [], ["movement: {costs: {hex: {woods: 2}}}"]),
        (("about",), "Short.", ["about: |", "  Two lines", "  of text."], ["about: Short."]),
    ],
)
def test_a_value_is_put_and_the_rest_stays(path: Any, value: Any, gone: Any, come: Any) -> None:
    made = put(TEXT, path, value)
    assert data(made) == data_with(data(TEXT), path, value)
    assert made.count("#") == TEXT.count("#")
    went, came = changed(TEXT, made)
    assert gone is None or went == gone
    assert come is None or came == come


def test_a_new_block_stands_where_the_order_has_it() -> None:
    made = put(TEXT, ("movement", "rule"), "4", ["format", "name", "units", "sequence", "movement", "ground"])
    assert made.index("movement: {rule") < made.index("ground:")


def test_entries_are_taken_out_with_their_comments() -> None:
    assert changed(TEXT, taken(TEXT, ("units", "types", "guns")))[0] == [
        "    # These roll.",
        "    guns: {title: Guns, size: 2}",
    ]
    assert data(taken(TEXT, ("ground", "base"))) == {**data(TEXT), "ground": {"terrain": ["clear", "woods"]}}
    assert "ground: {base: clear}" in taken(TEXT, ("ground", "terrain"))
    assert "  - do: attack" in taken(TEXT, ("sequence", "phases", 1, "name"))
    assert data(taken(TEXT, ("units", "types", "guns", "size")))["units"]["types"]["guns"] == {"title": "Guns"}
    alone = taken(taken(TEXT, ("units", "types", "guns")), ("units", "types", "foot"))
    assert data(alone)["units"]["types"] == {}


def test_a_key_gets_another_name_in_its_place() -> None:
    made = renamed(TEXT, ("units", "types", "foot"), "line")
    assert changed(TEXT, made)[1] == ["    line: Foot   # on their own"]
    assert list(data(made)["units"]["types"]) == ["line", "guns"]


@pytest.mark.parametrize(
    ("path", "names"),
    [(("sequence", "phases", 0), ["combat", "movement", "pursuit"]), (("sequence", "phases", 1), None)],
)
def test_entries_change_places_with_their_comments(path: Any, names: list[str] | None) -> None:
    made = swapped(TEXT, path)
    assert [one["name"] for one in data(made)["sequence"]["phases"]] == (names or ["movement", "pursuit", "combat"])
    assert "  # The fight.\n  - name: combat" in made
    turned = swapped(TEXT, ("units", "types", "foot"))
    assert list(data(turned)["units"]["types"]) == ["guns", "foot"]
    assert "    # These roll.\n    guns" in turned


def test_of_a_larger_value_only_what_differs_is_written_again() -> None:
    types = {"line": "Foot", "guns": {"title": "Guns", "size": 3}}
    made = rewritten(TEXT, ("units", "types"), types)
    assert data(made)["units"]["types"] == types
    assert changed(TEXT, made) == (
        ["    foot: Foot   # on their own", "    guns: {title: Guns, size: 2}"],
        ["    line: Foot   # on their own", "    guns: {title: Guns, size: 3}"],
    )
    more = {"foot": "Foot", "guns": {"title": "Guns", "size": 2}, "horse": "Horse"}
    assert changed(TEXT, rewritten(TEXT, ("units", "types"), more)) == ([], ["    horse: Horse"])
    phases = [*data(TEXT)["sequence"]["phases"][:2], {"name": "rally", "do": "rally"}]
    made = rewritten(TEXT, ("sequence", "phases"), phases)
    assert data(made)["sequence"]["phases"] == phases
    assert "  # The fight.\n  - name: combat" in made
    assert list(data(rewritten(TEXT, ("units", "types"), {"guns": "Guns", "foot": "Foot"}))["units"]["types"]) == [
        "guns",
        "foot",
    ]


def test_comments_inside_what_is_written_again_go_above_it() -> None:
    made = put(TEXT, ("units",), {"types": {"foot": "Foot"}})
    assert data(made)["units"] == {"types": {"foot": "Foot"}}
    assert made.count("#") == TEXT.count("#")
