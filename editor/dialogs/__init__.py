"""Dialogs: new map, new scenario, unit, scenario properties, open problems, recovery, preferences."""
