"""Panels for hex maps: palette, stamps, and the inspector of many hexes."""
