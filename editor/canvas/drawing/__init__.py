"""Drawing maps and counters, for screen and print alike."""

from editor.output.export import render_file, render_model

__all__ = ["render_file", "render_model"]
