"""What files may say to the rules is as it was written: every field of every model, with bounds and default."""

from __future__ import annotations

import difflib

from tools import models


def test_every_model_takes_what_it_took() -> None:
    before, now = models.FILE.read_text(encoding="utf-8").splitlines(), models.lines()
    assert len(now) > 400
    difference = "\n".join(difflib.unified_diff(before, now, "written", "now", lineterm="", n=1))
    assert not difference, f"if meant: make record ARGS=models\n{difference}"
