"""What sits between desk and canvas: units, underlay, layers, overlays, changed files, the context menu."""
