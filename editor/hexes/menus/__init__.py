"""Menus for hex maps: clip, draw, reshape, select."""
