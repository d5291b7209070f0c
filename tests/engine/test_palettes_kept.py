"""Palettes are kept until their files change, and no longer."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path

from engine import data
from engine.boards.palette import Palette
from engine.formats.palettes import read_palette


def test_a_palette_is_kept_until_its_file_changes_and_no_longer(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    shutil.copy(next((data.resources() / "palettes").glob("*.yaml")), path)
    first = read_palette(path, "own")
    assert read_palette(path, "own") is first
    os.utime(path, ns=(1, 1))
    assert read_palette(path, "own") is not first
    where = id(first)
    del first
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, Palette) and id(one) == where]
