"""Files in and out: strict YAML with positions, every mistake at once, and saving that never leaves half a file.

loaded = load("scenarios/lundys_lane.yaml")     # never raises; loaded.model, loaded.findings
scenario = load_scenario("lundys_lane")         # raises FileProblem
save_scenario(scenario, path)                   # raises HexwrightError, and leaves the old file whole
"""

from engine.formats.boards import dump_map
from engine.formats.codes import CODES
from engine.formats.loading import (
    load,
    load_example,
    load_map,
    load_replay,
    load_scenario,
    load_scenario_on,
    load_text,
)
from engine.formats.palettes import load_palette
from engine.formats.saving import CommentsLostError, rebased, save_map, save_palette, save_replay, save_scenario
from engine.formats.source import Section, Source
from engine.formats.specs import ExampleSpec, Loaded, ReplayAction, ReplayLine, ReplaySpec
from engine.formats.write_palette import dump_palette
from engine.formats.write_scenario import digest, dump_replay, dump_scenario
from engine.writing import ReadOnlyError, read_only, refuse_read_only, write_text

__all__ = [
    "CODES",
    "CommentsLostError",
    "ExampleSpec",
    "Loaded",
    "ReadOnlyError",
    "ReplayAction",
    "ReplayLine",
    "ReplaySpec",
    "Section",
    "Source",
    "digest",
    "dump_map",
    "dump_palette",
    "dump_replay",
    "dump_scenario",
    "load",
    "load_example",
    "load_map",
    "load_palette",
    "load_replay",
    "load_scenario",
    "load_scenario_on",
    "load_text",
    "read_only",
    "rebased",
    "refuse_read_only",
    "save_map",
    "save_palette",
    "save_replay",
    "save_scenario",
    "write_text",
]
