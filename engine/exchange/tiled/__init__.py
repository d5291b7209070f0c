"""Tiled: maps out and in, as TMX (XML) and TMJ (JSON). Both are one set of plain data (`data`), written in two ways."""
