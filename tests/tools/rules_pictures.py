"""Pictures of the handbook of rules files: each of its examples in the rules desk, at the block that it is about."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path
from typing import Final

import camera

PAGE = camera.ROOT / "docs" / "guide" / "rules.md"
SIZE: Final = (1040, 500)
BLOCKS: Final[dict[str, tuple[tuple[str | int, ...], str]]] = {
    "crossing": (("movement", "costs"), "reach"),
    "cover": (("combat", 0, "shifts"), "odds"),
    "pursuit": (("sequence", "phases"), "reach"),
    "loose": (("zones", "exert"), "zones"),
    "cannon": (("sight", "blocked_by"), "sight"),
    "nerves": (("units", "statuses", "shaken", "changes"), "odds"),
    "led": (("leaders", 0, "command"), "reach"),
    "fed": (("supply", "trace"), "reach"),
    "rainy": (("weather", "turns"), "reach"),
    "smoky": (("events", "fortune"), "reach"),
    "by_turns": (("sequence", "activation"), "reach"),
    "bucket": (("combat", 0, "buckets"), "odds"),
}
"""By the name of an example the place that is shown, and what the live example shows."""


def systems() -> dict[str, str]:
    """The rules files of the handbook by their names."""
    texts = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    named = [(re.search(r"^name: (\w+)$", text, re.MULTILINE), text) for text in texts]
    return {name[1]: text for name, text in named if name and text.startswith("format: hexwright-system")}


def rules_desk(folder: Path) -> None:
    """Take the picture of each example, ``rules-NAME.png``."""
    from PySide6.QtWidgets import QApplication

    from editor.document.rules_document import RulesDocument, opened
    from editor.rules.rules_view import RulesView
    from engine.kit.example.answers import ExampleKind

    written = Path(tempfile.mkdtemp(prefix="hexwright-rules-"))
    texts = systems()
    for name, text in texts.items():
        (written / f"{name}.yaml").write_text(text, encoding="utf-8")
    for name, (place, kind) in BLOCKS.items():
        view = RulesView()
        view.resize(*SIZE)
        view.show()
        document = opened(written / f"{name}.yaml")
        assert isinstance(document, RulesDocument)
        view.take(document)
        # Again once all is laid out: only then the place can be scrolled to.
        for _ in range(2):
            view.show_field(place)
            view.example.show_asked(ExampleKind(kind))
            until = time.monotonic() + 0.6
            while time.monotonic() < until or view.example.busy:
                QApplication.processEvents()
                time.sleep(0.005)
        camera.take(view, folder / f"rules-{name}.png")
        view.let_go()
        view.close()
