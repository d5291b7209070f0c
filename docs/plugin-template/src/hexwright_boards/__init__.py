"""Boards of MegaMek and maps of Battle for Wesnoth for Hexwright."""
