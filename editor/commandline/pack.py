"""Make, install, list and remove packs: palettes, templates of counters, maps, scenarios and rules in one file.

hexwright pack make FOLDER -o game.hexpack    of a folder with maps/, scenarios/, palettes/ ...
hexwright pack install game.hexpack           to the user's folder, where names find what is in it
hexwright pack code game.hexpack              shows the program code in it, before you trust it
hexwright pack list
hexwright pack remove KEY
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from editor.commandline.opening import add_force, refuse_unwritable
from editor.commandline.output import print_json
from engine.writing import write_together

_PARTS = ("key", "name", "version", "author", "licence", "description")


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("what", choices=("make", "install", "code", "list", "remove"), help="what to do")
    parser.add_argument("pack", nargs="?", default="", help="the folder to make one of, the file, or the pack's key")
    parser.add_argument("-o", "--out", default="", metavar="OUT", help="the pack to write (default: FOLDER.hexpack)")
    for part in _PARTS:
        parser.add_argument(f"--{part}", default="", metavar=part.upper(), help=f"{part} of the pack (make)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to list them (default: text)")
    parser.add_argument(
        "--trust",
        action="store_true",
        help="install a pack with code: hooks of its rules, which play runs with all your rights, so read them first",
    )
    add_force(parser)


def run(given: argparse.Namespace) -> int:
    """Do it; gives the exit status. Raises HexwrightError."""
    from engine.errors import HexwrightError
    from engine.exchange import packs

    if given.what != "list" and not given.pack:
        raise HexwrightError(f"hexwright pack {given.what} needs the name of a {_needed(given.what)}")
    if given.what == "make":
        return _make(given)
    if given.what == "install":
        path = Path(given.pack)
        trusted = {one.digest for one in packs.code_in(path)} if given.trust else set()
        manifest = packs.install(path, force=given.force, trusted=trusted)
        print(f"{manifest.key} {manifest.version}: {manifest.name} ({manifest.holds})")
    elif given.what == "code":
        for one in packs.code_in(Path(given.pack)):
            print(f"# {one}\n{one.text}")
    elif given.what == "remove":
        manifest = packs.remove(given.pack)
        print(f"removed {manifest.key} {manifest.version}: {manifest.name}")
    elif given.format == "json":
        print_json([manifest.model_dump() for manifest in packs.installed()])
    else:
        for manifest in packs.installed():
            author = f", by {manifest.author}" if manifest.author else ""
            print(f"{manifest.key} {manifest.version}: {manifest.name}{author} ({manifest.holds})")
    return 0


def _needed(what: str) -> str:
    return {"make": "folder", "install": "file", "code": "file"}.get(what, "pack")


def _make(given: argparse.Namespace) -> int:
    from engine.exchange import packs

    folder = Path(given.pack)
    out = Path(given.out) if given.out else Path(folder.resolve().name + packs.ENDING)
    refuse_unwritable(out, "hexpack", force=given.force)
    data, manifest, left_out = packs.made(folder, {part: getattr(given, part) for part in _PARTS})
    for name in left_out:
        print(f"left out: {name}", file=sys.stderr)
    write_together({out: data})
    print(f"{out}: {manifest.name} {manifest.version} ({manifest.holds})")
    return 0
