"""Shows hex maps on the screen: tiles, units in stacks, overlays, the pointer's hex and the keyboard's cursor."""
