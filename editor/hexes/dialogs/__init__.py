"""Dialogs for hex maps: new map, resize, join, numbers, slopes, terrain."""
