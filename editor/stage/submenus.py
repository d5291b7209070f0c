"""The menus within menus, by the names that actions give, and the group in which each stands."""

from __future__ import annotations

from typing import Final

NEW_MENU: Final = "File/Ne&w other"
"""What else there is to make: tables, rules."""
RULES_MENU: Final = "File/Print r&ules and game"
"""What players are handed beside the map and the counters; on a table also its bases, maps and army sheets."""
TOOLS_MENU: Final = "Edit/Tool&s"
FORMING_MENU: Final = "Edit/Form up &bases"
"""What is done to several bases of a set-up on a table at once."""
PAINTING_MENU: Final = "Edit/Pa&int with"
SHOW_MENU: Final = "View/&Show"
STYLE_MENU: Final = "View/Map &style"
"""The menu of the map styles and of how heights are shown."""
OVERLAYS_MENU: Final = "View/&Overlays"
GO_MENU: Final = "View/&Go to"
TWO_VIEWS_MENU: Final = "View/Split vie&w"
WORKSPACE_MENU: Final = "View/Wor&kspace"
"""The menu of workspaces and of what goes with them."""
WATER_MENU: Final = "Map/Rivers, bridges, &slopes"
FURNITURE_MENU: Final = "Map/Add &furniture"
COMPUTER_MENU: Final = "Play/&Computer"
BACK_MENU: Final = "Play/&Look back"
WITHIN: Final = {
    NEW_MENU: 0,
    RULES_MENU: 3,
    TOOLS_MENU: 2,
    PAINTING_MENU: 2,
    FORMING_MENU: 3,
    SHOW_MENU: 1,
    STYLE_MENU: 2,
    OVERLAYS_MENU: 2,
    GO_MENU: 8,
    TWO_VIEWS_MENU: 9,
    WORKSPACE_MENU: 10,
    WATER_MENU: 3,
    FURNITURE_MENU: 6,
    COMPUTER_MENU: 1,
    BACK_MENU: 2,
}
"""The groups in which menus within other menus stand."""
