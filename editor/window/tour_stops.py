"""The stops of the tour: what is said, and at which part of the window."""

from __future__ import annotations

from typing import Final, NamedTuple

SAMPLE: Final = "lundys_lane"
"""The scenario that the tour goes through."""
MAP, MENUS, TOOLS, SPACES = "map", "menus", "tools", "spaces"
"""Parts of the window that are no panels."""


class TourStop(NamedTuple):
    """A stop: ``part`` is ``MAP``, ``MENUS``, ``TOOLS`` or the key of a panel, which is brought to the front. In braces
    stands an action, for its keys as they are now."""

    part: str
    title: str
    text: str


STOPS: Final = (
    TourStop(
        MAP,
        "The map",
        "This is <b>Lundy's Lane</b>, a sample; what you try on it is kept only if you save it. The wheel "
        "zooms to the pointer, Space and a drag move the map, {view.fit} shows all of it. Point anywhere: the"
        " line at the bottom says what lies there.",
    ),
    TourStop(
        SPACES,
        "Workspaces",
        "Each kind of work has its own panels: <b>Draw</b> ({workspace.draw}), <b>Army</b> ({workspace.army}), "
        "<b>Scenario</b> ({workspace.scenario}), <b>Play</b> ({workspace.play}), <b>Rules</b> ({workspace.rules}), "
        "<b>Exchange</b> ({workspace.exchange}). {view.hide-panels} hides all panels and shows them again.",
    ),
    TourStop(
        TOOLS,
        "Tools",
        "Each tool has a key: {tool.brush} paints terrain, {tool.hexside} rivers and slopes, {tool.road} "
        "roads, {tool.label} names, {tool.select} selects. {edit.undo} takes a whole stroke back, so try one.",
    ),
    TourStop(
        "palette",
        "Palette",
        "The options of the tool are at the top; the kinds that it paints are below. Choose <b>Forest</b> and drag "
        "over the map; Ctrl+click picks what is already there.",
    ),
    TourStop(
        "battle",
        "Armies",
        "Both sides with all their units. Drag one to the map, or from hex to hex; Delete on the map takes it"
        " off. <i>Scenario &gt; Unit table</i> ({scenario.unit-table}) takes whole armies from a spreadsheet.",
    ),
    TourStop(
        "inspector",
        "Inspector",
        "Click a unit or a hex with {tool.select}: here is all that is known of it, and each field says what "
        "it means under these rules. With several selected you change them all at once.",
    ),
    TourStop(
        "scenario",
        "The scenario desk",
        "Set-up, victory, options, exclusive rules, tables: a page each. Hexes are clicked on the map, never typed.",
    ),
    TourStop(
        "arrivals",
        "Reinforcements",
        "A column for each turn, a card for each group. Carry Ripley's brigade to another turn, or drop units"
        " from the order of battle on a column.",
    ),
    TourStop(
        "problems",
        "The umpire",
        "While you work the umpire checks the scenario by its own rules. Each finding leads to its place by a"
        " click; many have a quick fix. An empty list means that it can be played.",
    ),
    TourStop(
        "overlays",
        "What a unit can do",
        "Select a unit and press {overlay.reach}: the hexes that it can reach light up. Zones of control, "
        "lines of sight and threats are here too.",
    ),
    TourStop(
        "preview",
        "Play it",
        "{play.start} plays the set-up: units that may act are highlighted, a card shows the "
        "odds before the die roll, and each side is you or the computer. {play.close} returns to drawing, and "
        "the set-up is unchanged.",
    ),
    TourStop(
        "ledger",
        "The rules",
        "Every paragraph in plain words. A number such as <i>6.12</i> anywhere in the program leads here.",
    ),
    TourStop(
        MENUS,
        "And now yours",
        "<i>Play &gt; Run trial</i> ({play.trials}) shows whether a scenario is fair; {help.commands} finds "
        "every command by name, {help.here} opens the guide at what you use. <i>File &gt; New table</i> makes a table "
        "without hexes, for battles with bases. The best next step: <a "
        "href='tutorial'>Your first scenario</a>, made in ten minutes.",
    ),
)
