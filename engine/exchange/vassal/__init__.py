"""VASSAL: modules out and in. The formats of module, pieces and saved games, each in a module of its own."""
