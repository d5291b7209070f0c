"""Maps for Worldographer and from it."""
